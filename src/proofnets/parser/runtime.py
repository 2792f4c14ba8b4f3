"""The runtime: a model folder, and the functions of it that parsing needs, on ONNX Runtime.

A model encodes sentences, writes frames and links them. It has one decoder, or two: one that types the first word first
and one that types the last word first, so that each can judge what the other wrote.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofnets.modelfolder import DecoderInfo, read_metadata
from proofnets.parser.languages import DEFAULT
from proofnets.parser.loading import Graph, Pieces

LONGEST_INPUT = 512
"""The most sub-word pieces of a sentence, if the encoder takes as many."""
MOST_PADDING = 0.8
"""Sequences are padded to one length if the shortest has at least this part of it."""
MOST_ATTENTION = 4_000_000
"""How many pairs of symbols may look at each other in one call: what is computed for them must fit into memory."""

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


Memory = tuple[Floats, ...]
"""Two arrays a layer: keys (rows, heads, width / heads, length) and values (rows, heads, length, width / heads)."""


def taken(memory: Memory, rows: Ints) -> Memory:
    """Some of the rows of a memory, in this order."""
    return tuple(part[rows] for part in memory)


def shortened(memory: Memory, length: int) -> Memory:
    """What was remembered of the first symbols, so many."""
    if memory[1].shape[2] == length:
        return memory
    cut = ((..., slice(length)), (..., slice(length), slice(None)))  # keys and values in turn
    return tuple(np.ascontiguousarray(part[cut[number % 2]]) for number, part in enumerate(memory))


def alike(lengths: Sequence[int]) -> Iterator[list[int]]:
    """The places of sequences of like length, to be padded and given to a model together; the shortest first.

    >>> list(alike([9, 10, 3, 100]))
    [[2], [0, 1], [3]]
    """
    group: list[int] = []
    for place in sorted(range(len(lengths)), key=lengths.__getitem__):
        longest = lengths[place]
        if group and (lengths[group[0]] < MOST_PADDING * longest or (len(group) + 1) * longest**2 > MOST_ATTENTION):
            yield group
            group = []
        group.append(place)
    if group:
        yield group


@dataclass(frozen=True, slots=True)
class Encoded:
    """Sentences as the decoders and the linker see them. The first state of a sentence is its start's."""

    states: Floats
    """(sentences, 1 + words, width of all encoders)"""
    mask: Bools
    """(sentences, 1 + words): true where there is a word."""
    words: tuple[Floats, ...]
    """For each decoder, what its inputs say of the words: (sentences, 1 + words, width)."""
    cross: tuple[Memory, ...]
    """For each decoder, what its layers remember of the words."""
    units: NDArray[np.int8] | None = None
    """What is known of each token's unit, if anything is (see `units`)."""

    def take(self, rows: Ints) -> Encoded:
        """Some of the sentences, in this order; one may be there several times."""
        words = tuple(each[rows] for each in self.words)
        cross = tuple(taken(each, rows) for each in self.cross)
        units = None if self.units is None else self.units[rows]
        return Encoded(self.states[rows], self.mask[rows], words, cross, units)

    def of(self, decoder: int) -> Encoded:
        """The same for one of the decoders alone: less to copy."""
        return Encoded(self.states, self.mask, (self.words[decoder],), (self.cross[decoder],), self.units)


class Decoder:
    """One of the decoders of a model: writes frames, symbol by symbol, and judges what is written."""

    def __init__(self, model: Model, number: int, told: DecoderInfo) -> None:
        self.model, self.number, self.graph = model, number, told.graph
        self.backwards = told.backwards
        """Whether it types the last word first."""

    def sees(self, encoded: Encoded) -> Encoded:
        """What it needs of encoded sentences."""
        return encoded.of(self.number)

    def first_cache(self, rows: int) -> Memory:
        """The memory of no symbols."""
        return self.model.graph(self.graph).first_cache(rows)

    def step(self, symbols: Ints, lengths: Ints, typed: Ints, seen: Encoded, cache: Memory) -> tuple[Floats, Memory]:
        """The scores of what may follow each of (rows, new) symbols, and the memory with them.

        `lengths` counts the symbols of a type up to each of them, 0 for [SOS] and [SEP]; `typed` is the word that the
        symbol after it types; `seen` is what `sees` gives.
        """
        past, new = cache[1].shape[2], symbols.shape[1]
        places = lengths if self.model.word_aware else np.broadcast_to(np.arange(past, past + new), symbols.shape)
        inputs: dict[str, NDArray[Any]] = {
            "symbols": symbols,
            "positions": places.astype(np.float32),
            "typed": typed,
            "words": seen.words[0],
            "mask": seen.mask,
        }
        inputs |= {f"cross{number}": part for number, part in enumerate(seen.cross[0])}
        inputs |= {f"cache{number}": part for number, part in enumerate(cache)}
        scores, *grown = self.model.graph(self.graph).run(inputs)
        return scores, tuple(grown)


class Model:
    """A model folder. Its graphs are loaded when they are first used; several threads may use it at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.metadata = read_metadata(folder)
        self.symbols = self.metadata.symbols
        self.iterations = self.metadata.sinkhorn_iterations
        self.word_aware = self.metadata.word_aware
        self.longest = min(LONGEST_INPUT, self.metadata.longest)
        self.language = str(self.metadata.card.get("language") or DEFAULT)
        self.decoders = [Decoder(self, number, told) for number, told in enumerate(self.metadata.decoders)]
        self._graphs: dict[str, Graph] = {}
        self._loading = Lock()

    def encode(self, sentences: Sequence[Sequence[str]]) -> Encoded:
        """Encode tokenised sentences together."""
        pieces = [self.pieces(tokens) for tokens in sentences]
        rows, longest = len(pieces), max(len(ids) for ids, _ in pieces)
        words = 1 + max(len(tokens) for tokens in sentences)
        ids = np.full((rows, longest), self._pieces.padding, dtype=np.int64)
        mask = np.zeros((rows, longest), dtype=np.int64)
        pooling = np.zeros((rows, words, longest), dtype=np.float32)
        there = np.zeros((rows, words), dtype=np.bool_)
        for row, (numbers, owners) in enumerate(pieces):
            ids[row, : len(numbers)] = numbers
            mask[row, : len(numbers)] = 1
            for place, owner in enumerate(owners):
                if owner >= 0:
                    pooling[row, owner, place] = 1
            there[row, : 1 + len(sentences[row])] = True
        pooling /= np.maximum(pooling.sum(-1, keepdims=True), 1)
        states, *rest = self.graph("encode").run({"pieces": ids, "mask": mask, "pooling": pooling})
        all_words, all_cross = [], []
        for told in self.metadata.decoders:
            size = 1 + 2 * told.layers
            (projected, *cross), rest = rest[:size], rest[size:]
            all_words.append(projected)
            all_cross.append(tuple(cross))
        return Encoded(states, there, tuple(all_words), tuple(all_cross))

    def pieces(self, tokens: Sequence[str]) -> tuple[list[int], list[int]]:
        """The sub-word pieces of a sentence, and the word of each, counted from 1; 0 is the start, -1 no word."""
        return self._pieces.cut(tokens)

    def link(self, symbols: Ints, typed: Ints, encoded: Encoded, frame: Bools, places: Ints) -> Floats:
        """The vectors of negative and positive atoms, which stand at (2, frames, atoms) places of the frames."""
        seen = {"states": encoded.states, "mask": encoded.mask, "frame": frame}
        (atoms,) = self.graph("link").run({"symbols": symbols, "typed": typed, "places": places, **seen})
        return atoms

    @cached_property
    def _pieces(self) -> Pieces:
        return Pieces(self.folder, self.metadata)

    def graph(self, name: str) -> Graph:
        """One of the graphs, ready to run."""
        with self._loading:
            if name not in self._graphs:
                self._graphs[name] = Graph(self.folder, name, self.metadata)
            return self._graphs[name]
