"""Greedy decoding against scores without a cache, and validation against a plain count."""

from pathlib import Path

import pytest
import torch

from proofnets.derivation.spelling import SEP
from proofnets.network.config import DIRECTIONS
from proofnets.training.batches import collate
from proofnets.training.decoding import greedy
from proofnets.training.losses import link_scores
from proofnets.training.validation import validate
from tests.network import tiny
from tests.training.everything import everything


@torch.no_grad()
@pytest.mark.parametrize("backwards", [True, False])
@pytest.mark.parametrize("aware", [True, False])
def test_decoding_is_the_best_of_the_uncached_scores(encoder: Path, aware: bool, backwards: bool) -> None:
    config = tiny.recipe(encoder, decoder={"word_aware": aware, "direction": "backwards" if backwards else "forwards"})
    network, examples, vocabulary = everything(config)
    batch = collate(examples, 0)
    states = network.encoder(batch.pieces, batch.piece_mask, batch.pooling)
    sep, (tagger,) = vocabulary.number(SEP), network.supertaggers
    for row, frame in enumerate(greedy(tagger, batch, states, vocabulary)):
        assert frame.count(sep) == examples[row].words or len(frame) > 300
        words = list(range(1, examples[row].words + 1))
        order = [*(words[::-1] if backwards else words), 0]
        typed = [order[frame[1:place].count(sep)] for place in range(1, len(frame))]
        symbols = torch.tensor([frame[:-1]])
        scores = tagger(symbols, torch.tensor([typed]), states[row : row + 1], batch.words[row : row + 1])
        for place, symbol in enumerate(frame[1:]):
            if symbol != sep and frame[place] != sep and place:  # where the grammar leaves a choice of symbols
                assert int(scores[0, place, 5:].argmax()) + 5 == symbol


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_validation_counts_what_is_right(encoder: Path, monkeypatch: pytest.MonkeyPatch, direction: str) -> None:
    config = tiny.recipe(encoder, decoder={"direction": direction})
    network, examples, vocabulary = everything(config)
    monkeypatch.setattr("proofnets.training.validation.greedy", lambda tagger, batch, *_: [
        [s for s in row if s] for row in batch.frames[network.supertaggers.index(tagger)].symbols.tolist()
    ])  # fmt: skip
    scores = validate(network, examples, vocabulary, config, 0)
    assert scores.types == scores.frames == 1
    right = count = linked = 0
    with torch.no_grad():
        for example in examples:
            batch = collate([example], 0)
            states = network.encoder(batch.pieces, batch.piece_mask, batch.pooling)
            for tagger, frames, spelled in zip(network.supertaggers, batch.frames, example.frames, strict=True):
                best = tagger(frames.inputs, frames.typed[:, 1:], states, batch.words).argmax(-1)
                wanted = spelled.symbols[1:]
                right += sum(one == other for one, other in zip(best[0].tolist(), wanted, strict=False))
                count += len(wanted)
            first = batch.frames[0]
            atoms = network.linker(first.symbols, first.typed, states, batch.words, batch.frame, batch.atoms)
            linked += all(
                matrix.argmax(-1).tolist() == list(range(len(matrix)))
                for group in batch.groups
                for matrix in link_scores(atoms, group, config.sinkhorn.iterations)
            )
    assert 0 < right < count
    assert scores.symbols == right / count
    assert 0 < linked < len(examples)  # so that whose links are right does make a difference
    assert scores.links == linked / len(examples)


def test_frames_of_both_decoders_count(encoder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One decoder right and the other wrong is half of the frames."""
    config = tiny.recipe(encoder, decoder={"direction": "both"})
    network, examples, vocabulary = everything(config)
    monkeypatch.setattr("proofnets.training.validation.greedy", lambda tagger, batch, *_: [
        [s for s in row if s] if tagger.backwards else [1] for row in batch.frames[1].symbols.tolist()
    ])  # fmt: skip
    scores = validate(network, examples, vocabulary, config, 0)
    assert scores.frames == scores.types == 0.5
