"""Samples to batches of tensors.

Batches are made of samples of like length, in an order that the seed and the epoch decide.
The links of a batch are grouped by the size of their matrix, over atomic types and sentences, so that a handful of
products serve them all (the paper's appendix says why).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

import torch
from torch import Tensor

from proofnets.derivation.spelling import frame_symbols
from proofnets.errors import ProofNetsError
from proofnets.logic import Type
from proofnets.network.vocabulary import Vocabulary, type_atoms
from proofnets.treebank import Sample

GRAIN = 4
"""Lengths of a batch are multiples of this."""
POOL = 8192
"""How many samples are sorted by length together, so that an epoch's batches differ from those of the next."""


class Spelled(NamedTuple):
    """A frame as a decoder writes it."""

    symbols: list[int]
    typed: list[int]
    """The word that each symbol types; 0 is the goal."""


@dataclass(frozen=True, slots=True)
class Example:
    """A sample as numbers."""

    pieces: list[int]
    owners: list[int]
    """The word of every piece, counted from 1; 0 is the start of the sentence, and -1 no word at all."""
    words: int
    frames: tuple[Spelled, ...]
    """As each decoder writes it."""
    matrices: list[tuple[list[int], list[int]]]
    """For each atomic type that occurs more than once: where its negative atoms are in the first of the frames, and
    the positive atom of each."""

    @property
    def length(self) -> int:
        """How many symbols it has, however it is written."""
        return len(self.frames[0].symbols)


@dataclass(frozen=True, slots=True)
class Frames:
    """The frames of a batch as a decoder writes them, (batch, length) each."""

    symbols: Tensor
    typed: Tensor

    @property
    def inputs(self) -> Tensor:
        """The symbols that the decoder sees: all but the last."""
        return self.symbols[:, :-1]

    @property
    def targets(self) -> Tensor:
        """The symbols that it must find: all but [SOS]."""
        return self.symbols[:, 1:]


@dataclass(frozen=True, slots=True)
class Batch:
    """Tensors of a batch; the first dimension is the sample unless it says otherwise."""

    pieces: Tensor
    piece_mask: Tensor
    pooling: Tensor
    """(batch, 1 + words, pieces): the mean over the pieces of each word."""
    words: Tensor
    """(batch, 1 + words): true where there is a word."""
    frames: list[Frames]
    """As each decoder writes them; the linker sees the first."""
    frame: Tensor
    """(batch, length): true where there is a symbol."""
    atoms: Tensor
    """(2, batch, atoms): where the negative atoms are whose links are to be found, and the positive ones that belong
    to them. Rows that have fewer end in places 0."""
    groups: list[Tensor]
    """For every size n of matrices, a (matrices, n) tensor: which of the flattened (batch × atoms) are theirs."""

    def to(self, device: torch.device) -> Batch:
        """The same on another device."""
        lists = ("frames", "groups")
        tensors = {f.name: getattr(self, f.name).to(device) for f in fields(self) if f.name not in lists}
        frames = [Frames(each.symbols.to(device), each.typed.to(device)) for each in self.frames]
        return Batch(**tensors, frames=frames, groups=[group.to(device) for group in self.groups])


def pieces_of(tokens: Sequence[str], tokenizer: Any) -> tuple[list[int], list[int]]:
    """The sub-word pieces of a sentence's tokens, and the word of each."""
    encoded = tokenizer(list(tokens), is_split_into_words=True, truncation=True)
    owners = [-1 if word is None else word + 1 for word in encoded.word_ids()]
    if owners and owners[0] == -1:
        owners[0] = 0
    return list(encoded["input_ids"]), owners


def encode(sample: Sample, vocabulary: Vocabulary, tokenizer: Any, backwards: Sequence[bool] = (False,)) -> Example:
    """A sample as numbers; `backwards` is how each decoder spells its frame."""
    pieces, owners = pieces_of(sample.tokens, tokenizer)
    frames = tuple(_spelled(sample, vocabulary, each) for each in backwards)
    return Example(pieces, owners, len(sample.tokens), frames, _matrices(sample, frames[0].typed))


def _spelled(sample: Sample, vocabulary: Vocabulary, backwards: bool) -> Spelled:
    frame = frame_symbols(sample, backwards)
    return Spelled([vocabulary.number(symbol) for symbol, _ in frame], [token for _, token in frame])


def _matrices(sample: Sample, typed: list[int]) -> list[tuple[list[int], list[int]]]:
    """The links of a sample, given the token that each symbol of its frame types."""
    starts = {token: 1 + place for place, token in reversed(list(enumerate(typed[1:])))}
    places: list[int] = []  # of every atom, by its index, among the symbols of the frame
    names: dict[str, list[int]] = {}  # the negative atoms of every atomic type
    for token, entry, positive in [*((n, e, True) for n, e in enumerate(sample.types, 1)), (0, sample.goal, False)]:
        if isinstance(entry, Type):
            for place, name, sign in type_atoms(entry, positive):
                if not sign:
                    names.setdefault(name, []).append(len(places))
                places.append(starts[token] + place)
    partner = {n: p for p, n in sample.links}
    if sorted(partner) != sorted(n for negative in names.values() for n in negative) or len(
        set(partner.values())
    ) * 2 != len(places):
        raise ProofNetsError(f"the links of {sample.id} do not fit its types: see `proofnets check`")
    return [
        ([places[n] for n in negative], [places[partner[n]] for n in negative])
        for negative in names.values()
        if len(negative) > 1
    ]


def collate(examples: Sequence[Example], padding: int) -> Batch:
    """Put examples together; 0 is the padding of symbols."""
    rows = len(examples)
    longest_pieces = padded(max(len(e.pieces) for e in examples))
    longest_sentence = padded(max(1 + e.words for e in examples))
    longest_frame = padded(max(e.length for e in examples))
    pieces = torch.full((rows, longest_pieces), padding)
    pooling = torch.zeros(rows, longest_sentence, longest_pieces)
    words = torch.zeros(rows, longest_sentence, dtype=torch.bool)
    frames = [Frames(*torch.zeros(2, rows, longest_frame, dtype=torch.long).unbind()) for _ in examples[0].frames]
    most_atoms = padded(max(1, *(sum(len(negative) for negative, _ in e.matrices) for e in examples)))
    atoms = torch.zeros(2, rows, most_atoms, dtype=torch.long)
    sizes: dict[int, list[list[int]]] = {}
    for row, example in enumerate(examples):
        pieces[row, : len(example.pieces)] = torch.tensor(example.pieces)
        words[row, : 1 + example.words] = True
        for written, spelled in zip(frames, example.frames, strict=True):
            written.symbols[row, : example.length] = torch.tensor(spelled.symbols)
            written.typed[row, : example.length] = torch.tensor(spelled.typed)
        owners = torch.tensor(example.owners)
        there = (owners >= 0).nonzero().squeeze(1)
        pooling[row, owners[there], there] = 1
        start = 0
        for both in example.matrices:
            end = start + len(both[0])
            atoms[:, row, start:end] = torch.tensor(both)
            sizes.setdefault(end - start, []).append([*range(row * most_atoms + start, row * most_atoms + end)])
            start = end
    pooling = pooling / pooling.sum(-1, keepdim=True).clamp(min=1)
    groups = [torch.tensor(group) for _, group in sorted(sizes.items())]
    mask = torch.arange(longest_pieces)[None] < torch.tensor([len(e.pieces) for e in examples])[:, None]
    frame = torch.arange(longest_frame)[None] < torch.tensor([e.length for e in examples])[:, None]
    return Batch(pieces, mask.long(), pooling, words, frames, frame, atoms, groups)


def padded(length: int) -> int:
    """The length that a batch has when its longest row has this one.

    There are few such lengths: what torch prepares for products of one shape, it then has ready for the next batch.
    """
    return -(-length // GRAIN) * GRAIN


def without_words(batch: Batch, rate: float, blank: int) -> Batch:
    """The same batch, but a random share of its words is hidden behind a blank: all pieces of such a word."""
    hidden = torch.rand(batch.words.shape, device=batch.words.device) < rate
    hidden[:, 0] = False  # the sentence itself
    shown = (batch.pooling * hidden.unsqueeze(-1)).sum(1) == 0
    return replace(batch, pieces=batch.pieces.where(shown, blank))


def batches(examples: Sequence[Example], size: int, symbols: int, seed: int, epoch: int) -> list[list[int]]:
    """The batches of an epoch, as indices: samples of like length together, batches in random order.

    A batch has `size` samples, or, if `symbols` is not zero, as many as make up so many symbols: then a step learns as
    much from short sentences as from long ones, and takes as long.
    """
    shuffler = random.Random(f"{seed}/{epoch}")
    order = list(range(len(examples)))
    shuffler.shuffle(order)
    groups: list[list[int]] = []
    for start in range(0, len(order), POOL):
        window = sorted(
            order[start : start + POOL], key=lambda i: (padded(len(examples[i].pieces)), examples[i].length)
        )
        groups += (
            _filled(window, examples, symbols)
            if symbols
            else [window[i : i + size] for i in range(0, len(window), size)]
        )
    shuffler.shuffle(groups)
    return groups


def _filled(order: Sequence[int], examples: Sequence[Example], symbols: int) -> Iterator[list[int]]:
    """Samples in this order, in batches of at most so many symbols, padding counted, but of one sample at least."""
    batch: list[int] = []
    longest = 0
    for index in order:
        length = padded(examples[index].length)
        if batch and (len(batch) + 1) * max(longest, length) > symbols:
            yield batch
            batch, longest = [], 0
        batch.append(index)
        longest = max(longest, length)
    if batch:
        yield batch


def in_order(examples: Sequence[Example], size: int) -> Iterator[list[int]]:
    """Batches for validation: all examples, sorted by length."""
    order = sorted(range(len(examples)), key=lambda i: examples[i].length)
    for start in range(0, len(order), size):
        yield order[start : start + size]
