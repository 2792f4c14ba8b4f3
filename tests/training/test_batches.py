"""Samples as numbers: frames, matrices that link just what the sample links, and batches."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from proofnets.derivation import judgement
from proofnets.derivation.spelling import MORE, NOTHING, SEP, SOS, SPECIAL, frame_symbols
from proofnets.errors import ProofNetsError
from proofnets.logic import Frame, atoms, occurrences, prefix
from proofnets.network.vocabulary import Vocabulary, vocabulary_of
from proofnets.training.batches import (
    Example,
    Spelled,
    batches,
    collate,
    encode,
    in_order,
    padded,
    pieces_of,
    without_words,
)
from proofnets.treebank import Sample
from tests.network import tiny
from tests.treebank.random_samples import samples
from tests.treebank.sentences import by_hand, sentences


class Letters:
    """A tokeniser that makes a piece of every letter."""

    def __call__(self, tokens: list[str], **settings: object) -> "Letters":
        self.owners = [None, *(i for i, token in enumerate(tokens) for _ in token), None]
        return self

    def word_ids(self) -> list[int | None]:
        return self.owners

    def __getitem__(self, name: str) -> list[int]:
        return list(range(len(self.owners)))


def linked(example: Example, sample: Sample, backwards: bool) -> set[tuple[int, int]]:
    """The links that the matrices of an example stand for, by the index of the atoms."""
    frame = frame_symbols(sample, backwards)
    places = [i for i, (symbol, _) in enumerate(frame) if symbol not in SPECIAL and symbol[0] not in "◇□⊸"]
    places.sort(key=lambda place: (frame[place][1] or len(frame), place))  # token by token, and the goal last
    index = {place: atom for atom, place in enumerate(places)}
    return {
        (index[p], index[n]) for negative, positive in example.matrices for n, p in zip(negative, positive, strict=True)
    }


def check(sample: Sample, backwards: bool) -> None:
    example = encode(sample, vocabulary_of([sample]), Letters(), [backwards])
    frame = Frame(judgement(sample))
    several = {atom for negative, _ in occurrences(frame).values() if len(negative) > 1 for atom in negative}
    assert linked(example, sample, backwards) == {link for link in sample.links if link[1] in several}
    (spelled,) = example.frames
    assert len(spelled.symbols) == len(spelled.typed) == example.length
    assert len(example.matrices) == sum(len(n) > 1 for n, _ in occurrences(frame).values())


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("sample", sentences(), ids=lambda sample: " ".join(sample.tokens))
def test_matrices_link_what_the_sample_links(sample: Sample, backwards: bool) -> None:
    check(sample, backwards)


@given(samples(), st.booleans())
def test_matrices_of_random_samples(sample: Sample, backwards: bool) -> None:
    check(sample, backwards)


@given(samples())
def test_backwards_the_same_types_are_spelled_in_the_other_order(sample: Sample) -> None:
    """Each type stays as it is: its symbols and [SEP] are moved together, and the goal comes last all the same."""
    forward, backward = (frame_symbols(sample, backwards)[1:] for backwards in (False, True))
    by_token = [[symbol for symbol in forward if symbol[1] == token] for token in range(len(sample.tokens) + 1)]
    goal, *types = by_token
    assert backward == [symbol for type_ in (*reversed(types), goal) for symbol in type_]


def test_a_frame_as_the_decoder_writes_it() -> None:
    sample = by_hand("x", "Den/np Haag/+ slaapt/◇su np ⊸ s ./", "s")
    assert frame_symbols(sample) == [
        *((SOS, 1), ("np", 1), (SEP, 1)),
        *((MORE, 2), (SEP, 2)),
        *(("◇su", 3), ("np", 3), ("s", 3), (SEP, 3)),
        *((NOTHING, 4), (SEP, 4)),
        ("s", 0),
    ]
    assert frame_symbols(sample, backwards=True) == [
        *((SOS, 4), (NOTHING, 4), (SEP, 4)),
        *(("◇su", 3), ("np", 3), ("s", 3), (SEP, 3)),
        *((MORE, 2), (SEP, 2)),
        *(("np", 1), (SEP, 1)),
        ("s", 0),
    ]
    vocabulary = vocabulary_of([sample])
    assert vocabulary == Vocabulary((*SPECIAL, "np", "s", "◇su"), (0, 1, 4, 1, 1, 2, 2, 1))
    assert "□mod" not in vocabulary
    with pytest.raises(ProofNetsError, match="□mod does not occur"):
        vocabulary.number("□mod")


def test_the_counts_are_those_of_the_symbols() -> None:
    samples = sentences()
    vocabulary = vocabulary_of(samples)
    wanted: Counter[str] = Counter()
    for sample in samples:
        for type_ in (*judgement(sample).types, sample.goal):
            wanted.update(prefix(type_))
    found = dict(zip(vocabulary.symbols, vocabulary.counts, strict=True))
    assert {symbol: found[symbol] for symbol in wanted} == dict(wanted)
    assert set(found) == {*SPECIAL, *wanted}
    assert sum(len(atoms(sample.goal)) for sample in samples) == len(samples)


@pytest.mark.parametrize("links", [(), ((0, 1),), ((0, 1), (0, 3)), ((0, 1), (2, 3), (1, 0)), ((0, 2), (1, 3))])
def test_links_that_do_not_fit_are_refused(links: tuple[tuple[int, int], ...]) -> None:
    sample = replace(by_hand("bad/7", "Haag/np slaapt/np ⊸ s", "s"), links=links)
    with pytest.raises(ProofNetsError, match="the links of bad/7 do not fit"):
        encode(sample, vocabulary_of([sample]), Letters())


def test_pieces_know_their_words(encoder: Path) -> None:
    tokenizer = tiny.wordpiece(encoder)
    pieces, owners = pieces_of(["de", "grote", "Haag"], tokenizer)
    assert owners == [0, 1, *[2] * 5, 3, -1]
    assert tokenizer.convert_ids_to_tokens(pieces)[:3] == ["[CLS]", "de", "g"]


def test_a_batch_holds_its_examples(encoder: Path) -> None:
    samples, tokenizer = sentences(), tiny.wordpiece(encoder)
    vocabulary = vocabulary_of(samples)
    examples = [encode(sample, vocabulary, tokenizer, (False, True)) for sample in samples]
    batch = collate(examples, 9)
    assert len(batch.frames) == 2
    for row, example in enumerate(examples):
        assert batch.pieces[row][batch.piece_mask[row] == 1].tolist() == example.pieces
        assert set(batch.pieces[row][batch.piece_mask[row] == 0].tolist()) <= {9}
        for frames, spelled, backwards in zip(batch.frames, example.frames, (False, True), strict=True):
            assert frames.symbols[row][batch.frame[row]].tolist() == spelled.symbols
            assert frames.typed[row][batch.frame[row]].tolist() == spelled.typed
            assert [vocabulary.symbols[number] for number in spelled.symbols] == [
                symbol for symbol, _ in frame_symbols(samples[row], backwards)
            ]
        assert batch.words[row].sum() == 1 + example.words
        for word in range(1 + example.words):
            mine = [i for i, owner in enumerate(example.owners) if owner == word]
            weights = [1 / len(mine) if i in mine else 0.0 for i in range(batch.pieces.shape[1])]
            assert batch.pooling[row, word].tolist() == pytest.approx(weights)
    sizes = [group.shape[1] for group in batch.groups]
    assert sizes == sorted(set(sizes))
    negative, positive = batch.atoms.flatten(1)
    found = [
        (matrix[0] // batch.atoms.shape[2], negative[matrix].tolist(), positive[matrix].tolist())
        for group in batch.groups
        for matrix in group.tolist()
    ]
    wanted = [(row, n, p) for row, example in enumerate(examples) for n, p in example.matrices]
    assert sorted(found) == sorted(wanted)


def of_length(pieces: int, symbols: int) -> Example:
    return Example([0] * pieces, [], 1, (Spelled([0] * symbols, []),), [])


def lengths(count: int) -> list[Example]:
    random = Random(4)
    return [of_length(n := random.randint(3, 60), 2 * n) for _ in range(count)]


def test_every_epoch_has_every_sample_once_and_depends_on_the_seed_alone() -> None:
    examples = lengths(1000)
    for symbols in (0, 500):
        first = batches(examples, 16, symbols, 0, 0)
        assert sorted(i for batch in first for i in batch) == list(range(1000))
        assert first == batches(examples, 16, symbols, 0, 0)
        assert first != batches(examples, 16, symbols, 0, 1)
        assert first != batches(examples, 16, symbols, 1, 0)


def test_batches_have_as_many_samples_or_as_many_symbols() -> None:
    examples = lengths(1000)
    assert sorted(map(len, batches(examples, 16, 0, 0, 0))) == [8, *[16] * 62]

    def longest(batch: list[int]) -> int:
        return padded(max(examples[i].length for i in batch))

    filled = sorted(batches(examples, 16, 480, 0, 0), key=lambda batch: (longest(batch), -len(batch)))
    assert all(len(batch) * longest(batch) <= 480 for batch in filled)
    for batch, after in pairwise(filled):  # no sample of the next one had fitted in
        assert (len(batch) + 1) * max(longest(batch), min(padded(examples[i].length) for i in after)) > 480
    long = [of_length(90, 900) for _ in range(3)]
    assert sorted(batches(long, 16, 480, 0, 0)) == [[0], [1], [2]]


def test_batches_are_of_like_length() -> None:
    examples = lengths(1600)
    whole = sum(len(b) * max(len(examples[i].pieces) for i in b) for b in batches(examples, 32, 0, 0, 0))
    assert whole < 1.05 * sum(len(example.pieces) for example in examples)


def test_validation_sees_everything_once() -> None:
    assert sorted(i for batch in in_order(lengths(50), 8) for i in batch) == list(range(50))


def test_words_are_hidden_whole() -> None:
    samples = sentences()
    vocabulary = vocabulary_of(samples)
    batch = collate([encode(sample, vocabulary, Letters()) for sample in samples], 0)
    torch.manual_seed(1)
    for rate in (0.0, 0.3, 1.0):
        spoiled = without_words(batch, rate, 999).pieces
        hidden = spoiled == 999
        assert torch.equal(spoiled[~hidden], batch.pieces[~hidden])
        whole = (batch.pooling @ hidden.float().unsqueeze(-1)).squeeze(-1)  # the share of each word that is hidden
        assert bool(((whole < 1e-6) | (whole > 1 - 1e-6)).all())
        share = whole[:, 1:][batch.words[:, 1:]].mean().item()
        assert share == pytest.approx(rate, abs=0.1)
        assert whole[:, 0].sum() == 0
        assert not hidden[(batch.pooling.sum(1) == 0)].any()  # what belongs to no word
