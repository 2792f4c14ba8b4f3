"""The losses against a plain loop, and what they hide from the network."""

from pathlib import Path

import pytest
import torch
from torch import Tensor, nn

from proofnets.derivation.spelling import SEP, SOS
from proofnets.network.arithmetic import fast
from proofnets.network.config import DIRECTIONS, Config
from proofnets.network.sinkhorn import sinkhorn
from proofnets.training.batches import Batch, collate
from proofnets.training.losses import link_scores, losses
from tests.network import tiny
from tests.training.everything import everything


@pytest.fixture
def config(encoder: Path) -> Config:
    return tiny.recipe(encoder)


def test_dropout_is_the_recipe_s_everywhere(encoder: Path) -> None:
    config = tiny.recipe(encoder, optimisation={"dropout_rate": 0.0, "attention_dropout_rate": 0.0})
    network, examples, _ = everything(config)
    network.train()
    batch = collate(examples, 0)
    assert losses(network, batch, config).symbols.item() == losses(network, batch, config).symbols.item()


@torch.no_grad()
def test_symbols_are_hidden_from_the_decoder_in_training_only(encoder: Path) -> None:
    rates = {"dropout_rate": 0.0, "attention_dropout_rate": 0.0}
    config = tiny.recipe(encoder, optimisation=rates)
    hiding = tiny.recipe(encoder, optimisation=rates | {"symbol_dropout_rate": 0.5})
    network, examples, _ = everything(config)
    batch = collate(examples, 0)
    for training in (False, True):
        network.train(training)
        shown, hidden = losses(network, batch, config), losses(network, batch, hiding)
        assert (shown.symbols.item() == hidden.symbols.item()) is not training
        assert shown.links.item() == hidden.links.item()


@torch.no_grad()
def test_where_types_end_is_never_hidden(encoder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = tiny.recipe(encoder, optimisation={"symbol_dropout_rate": 0.99})
    network, examples, vocabulary = everything(config)
    network.train()
    batch, seen = collate(examples, 0), []
    (tagger,) = network.supertaggers
    tagged = tagger.forward
    monkeypatch.setattr(tagger, "forward", lambda *given: seen.append(given[0]) or tagged(*given))
    losses(network, batch, config)
    ends = batch.frames[0].inputs == vocabulary.number(SEP)
    assert (seen[0][ends] == vocabulary.number(SEP)).all()
    assert (seen[0][:, 0] == vocabulary.number(SOS)).all()
    assert (seen[0] == 0).float().mean() > 0.5


@torch.no_grad()
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_losses_are_those_of_a_plain_loop(encoder: Path, direction: str) -> None:
    config = tiny.recipe(encoder, decoder={"direction": direction})
    network, examples, vocabulary = everything(config)
    found = losses(network, collate(examples, 0), config)
    smoothing, size = config.optimisation.label_smoothing, len(vocabulary)
    symbol_sum, link_sum, symbols, links = 0.0, 0.0, 0, 0
    for example in examples:
        batch = collate([example], 0)
        states = network.encoder(batch.pieces, batch.piece_mask, batch.pooling)
        for tagger, frames, spelled in zip(network.supertaggers, batch.frames, example.frames, strict=True):
            scores = tagger(frames.inputs, frames.typed[:, 1:], states, batch.words)[0]
            for place, gold in enumerate(spelled.symbols[1:]):
                logs = torch.log_softmax(scores[place], 0)
                wanted = torch.full((size,), smoothing / size)
                wanted[gold] += 1 - smoothing
                symbol_sum -= float((wanted * logs).sum())
        symbols += example.length - 1
        first = batch.frames[0]
        every = torch.arange(first.symbols.shape[1]).expand(2, 1, -1)
        atoms = network.linker(first.symbols, first.typed, states, batch.words, batch.frame, every)[:, 0]
        for negative, positive in example.matrices:
            matrix = torch.tensor([[float(atoms[0, n] @ atoms[1, p]) for p in positive] for n in negative])
            logs = sinkhorn(matrix, 5)
            link_sum -= sum(float(logs[i, i]) for i in range(len(negative)))
            links += len(negative)
    assert (found.symbol_count, found.link_count) == (symbols, links)
    assert found.symbols.item() == pytest.approx(symbol_sum, rel=1e-4)
    assert found.links.item() == pytest.approx(link_sum, rel=1e-4)


@torch.no_grad()
def test_the_batch_does_not_matter_to_a_sentence(config: Config) -> None:
    """Grouped matrices of many sentences are those of each sentence alone."""
    network, examples, _ = everything(config)

    def matrices(batch: Batch) -> list[Tensor]:
        states = network.encoder(batch.pieces, batch.piece_mask, batch.pooling)
        first = batch.frames[0]
        atoms = network.linker(first.symbols, first.typed, states, batch.words, batch.frame, batch.atoms)
        return [matrix for group in batch.groups for matrix in link_scores(atoms, group, 5)]

    together = matrices(collate(examples, 0))
    alone = [matrix for example in examples for matrix in matrices(collate([example], 0))]
    assert len(together) == len(alone) > 15
    for matrix in sorted(alone, key=len):
        fits = [other for other in together if other.shape == matrix.shape and torch.allclose(other, matrix, atol=1e-4)]
        assert fits


def test_losses_are_those_of_slow_arithmetic(encoder: Path) -> None:
    config = tiny.recipe(encoder, optimisation={"dropout_rate": 0.0, "attention_dropout_rate": 0.0})
    network, examples, _ = everything(config)
    assert not any(type(part) is nn.Dropout for part in network.train().modules())
    batch = collate(examples, 0)
    slow = losses(network, batch, config)
    with fast(torch.device("cpu")):
        quick = losses(network, batch, config)
    assert torch.allclose(quick.symbols, slow.symbols, rtol=0.01)
    assert torch.allclose(quick.links, slow.links, rtol=0.05)
    assert (quick.symbol_count, quick.link_count) == (slow.symbol_count, slow.link_count)
