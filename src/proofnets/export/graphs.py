"""The functions of networks that a parser needs, as ONNX graphs, all dynamic in their batch and lengths.

Several networks stand side by side in the same graphs: states are the states of all, end to end. Supertaggers that type
a sentence in the same direction are one decoder, which has a graph of its own.

| graph | from | to |
|---|---|---|
| `encode` | pieces, mask, pooling | states; for each decoder what inputs say of words, keys and values of them |
| `step` | symbols, positions, typed, words, mask, keys and values, cache | scores of what follows each symbol; cache |
| `step_back` | the same, for supertaggers that type the last word first | |
| `link` | symbols, typed, states, mask, frame, places of atoms | the vectors of negative and positive atoms |
"""

from __future__ import annotations

import contextlib
import math
import os
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import onnx
import torch
from torch import Tensor, nn

from proofnets.modelfolder import STEPS
from proofnets.network.attention import Attention
from proofnets.network.network import Network, Supertagger, add_words


class Encode(nn.Module):
    """All that is computed once for a sentence."""

    def __init__(self, networks: Sequence[Network]) -> None:
        super().__init__()
        self.networks = networks
        self.parts = nn.ModuleList(networks)  # this is for torch to know them, the other for their types

    def forward(self, pieces: Tensor, mask: Tensor, pooling: Tensor) -> tuple[Tensor, ...]:
        """States, and for each decoder what its inputs say of the words (nothing: zeros), and its memory of them."""
        every = [network.encoder(pieces, mask, pooling) for network in self.networks]
        out = [_joined(every)]
        for decoder in decoders(self.networks).values():
            all_words: list[Tensor] = []
            memory: list[Tensor] = []
            for number, tagger in decoder:
                states = every[number]
                words = tagger.words(states)
                if words is None:
                    words = torch.zeros_like(states[..., :1]).expand(-1, -1, tagger.embedding.width)
                all_words.append(words)
                memory += [part for layer in tagger.stack for part in _memory(layer.cross_attention, states)]
            out += [_joined(all_words), *memory]
        return tuple(out)


class Step(nn.Module):
    """One more symbol, or several."""

    def __init__(self, taggers: Sequence[Supertagger]) -> None:
        super().__init__()
        self.taggers = taggers
        self.parts = nn.ModuleList(taggers)  # as above

    def forward(
        self,
        symbols: Tensor,
        positions: Tensor,
        typed: Tensor,
        words: Tensor,
        mask: Tensor,
        cross: list[Tensor],
        cache: list[Tensor],
    ) -> tuple[Tensor, ...]:
        """(beams, new) symbols, where they stand, and the words that are typed, to (beams, new, vocabulary) scores.

        Two tensors a layer are what it remembers of the words, and two of the symbols, which come out longer.
        """
        there = mask[:, None, None]
        before, new = cache[1].shape[2], symbols.shape[1]
        seen = torch.arange(before + new)[None] <= before + torch.arange(new)[:, None]
        scores: list[Tensor] = []
        grown: list[Tensor] = []
        embedded = _joined([tagger.embedding(symbols, positions) for tagger in self.taggers])
        inputs = add_words(embedded, words, typed)
        widths = [tagger.embedding.width for tagger in self.taggers]
        for tagger, x in zip(self.taggers, torch.split(inputs, widths, -1), strict=True):
            for layer in tagger.stack:
                place = len(grown)
                keys, values = _memory(layer.self_attention, x)
                grown.append(torch.cat([cache[place], keys], -1))
                grown.append(torch.cat([cache[place + 1], values], -2))
                x = layer.norms[0](x + layer.self_attention.attend(x, grown[-2], grown[-1], seen))
                x = layer.norms[1](x + layer.cross_attention.attend(x, cross[place], cross[place + 1], there))
                x = layer.norms[2](x + layer.feed_forward(x))
            scores.append(tagger.scores(x, positions))
        if len(scores) == 1:
            return scores[0], *grown
        every = torch.log_softmax(torch.stack(scores), -1)
        return torch.logsumexp(every, 0) - math.log(len(scores)), *grown


def decoders(networks: Sequence[Network]) -> dict[str, list[tuple[int, Supertagger]]]:
    """The supertaggers of each decoder, by the name of its graph, each with the number of its network: those that type
    the first word first, and the others."""
    every = [(number, tagger) for number, network in enumerate(networks) for tagger in network.supertaggers]
    by_direction = {name: [each for each in every if STEPS[each[1].backwards] == name] for name in STEPS}
    return {name: decoder for name, decoder in by_direction.items() if decoder}


def _joined(tensors: list[Tensor]) -> Tensor:
    return torch.cat(tensors, -1) if len(tensors) > 1 else tensors[0]


def _memory(attention: Attention, states: Tensor) -> tuple[Tensor, Tensor]:
    """Keys, already turned (batch, heads, width / heads, length), and values (batch, heads, length, width / heads).

    One tensor for each, and none that must be cut or turned at a step: copies would take most of its time.
    """
    keys, values = attention.remember(states)
    return keys.transpose(-1, -2), values


class Link(nn.Module):
    """The atoms of finished frames."""

    def __init__(self, networks: Sequence[Network]) -> None:
        super().__init__()
        self.linkers = [network.linker for network in networks]
        self.parts = nn.ModuleList(self.linkers)  # as above
        self.widths = [network.encoder.width for network in networks]

    def forward(
        self, symbols: Tensor, typed: Tensor, states: Tensor, mask: Tensor, frame: Tensor, places: Tensor
    ) -> Tensor:
        """(batch, length) symbols, and (2, batch, atoms) places of negative and positive atoms among them, to the
        vectors of these atoms, (2, batch, atoms, width).

        The product of vectors that are put end to end is the sum of their products: divided by the number of networks,
        the mean of what they say of a link.
        """
        pairs = zip(self.linkers, torch.split(states, self.widths, -1), strict=True)
        atoms = [linker(symbols, typed, part, mask, frame, places) for linker, part in pairs]
        return _joined(atoms) / float(len(atoms) ** 0.5)


def graphs(networks: Sequence[Network]) -> dict[str, tuple[nn.Module, dict[str, Any], dict[str, Any]]]:
    """The functions, each with inputs of the right shapes, and which of their dimensions may vary."""
    states = sum(network.encoder.width for network in networks)
    batch, pieces, words, length, new, atoms = 2, 5, 4, 3, 6, 7
    batches, pieces_, words_, lengths, news, atoms_ = (
        torch.export.Dim(name, min=0 if name == "length" else 1, max=100_000)
        for name in ("batch", "pieces", "words", "length", "new", "atoms")
    )

    def whole(*shape: int) -> Tensor:
        return torch.zeros(shape, dtype=torch.long)

    def true(*shape: int) -> Tensor:
        return torch.ones(shape, dtype=torch.bool)

    def remembered(count: int, attentions: list[Attention]) -> list[Tensor]:
        tensors = []
        for attention in attentions:
            size = attention.query.out_features // attention.heads
            tensors += [
                torch.randn(batch, attention.heads, size, count),
                torch.randn(batch, attention.heads, count, size),
            ]
        return tensors

    def varies(count: Any, layers: int) -> list[dict[int, Any]]:
        return [{0: batches, axis: count} for _ in range(layers) for axis in (3, 2)]

    def step(taggers: Sequence[Supertagger]) -> tuple[nn.Module, dict[str, Any], dict[str, Any]]:
        layers = [layer for tagger in taggers for layer in tagger.stack]
        width = sum(tagger.embedding.width for tagger in taggers)
        return (
            Step(taggers),
            {
                "symbols": whole(batch, new),
                "positions": torch.arange(float(new)).expand(batch, new),
                "typed": whole(batch, new),
                "words": torch.randn(batch, words, width),
                "mask": true(batch, words),
                "cross": remembered(words, [layer.cross_attention for layer in layers]),
                "cache": remembered(length, [layer.self_attention for layer in layers]),
            },
            {
                **{name: {0: batches, 1: news} for name in ("symbols", "positions", "typed")},
                "words": {0: batches, 1: words_},
                "mask": {0: batches, 1: words_},
                "cross": varies(words_, len(layers)),
                "cache": varies(lengths, len(layers)),
            },
        )

    return {
        "encode": (
            Encode(networks),
            {
                "pieces": whole(batch, pieces) + 3,
                "mask": whole(batch, pieces) + 1,
                "pooling": torch.rand(batch, words, pieces),
            },
            {
                "pieces": {0: batches, 1: pieces_},
                "mask": {0: batches, 1: pieces_},
                "pooling": {0: batches, 1: words_, 2: pieces_},
            },
        ),
        **{name: step([tagger for _, tagger in decoder]) for name, decoder in decoders(networks).items()},
        "link": (
            Link(networks),
            {
                "symbols": whole(batch, length),
                "typed": whole(batch, length),
                "states": torch.randn(batch, words, states),
                "mask": true(batch, words),
                "frame": true(batch, length),
                "places": whole(2, batch, atoms),
            },
            {
                "symbols": {0: batches, 1: lengths},
                "typed": {0: batches, 1: lengths},
                "states": {0: batches, 1: words_},
                "mask": {0: batches, 1: words_},
                "frame": {0: batches, 1: lengths},
                "places": {1: batches, 2: atoms_},
            },
        ),
    }


def names_of(inputs: dict[str, Any]) -> list[str]:
    """The names that inputs have in a graph: those of a list are numbered."""
    return [
        name + number
        for name, value in inputs.items()
        for number in (map(str, range(len(value))) if isinstance(value, list) else [""])
    ]


def write_graph(graph: nn.Module, inputs: dict[str, Any], dynamic: dict[str, Any], path: Path) -> None:
    """Write one of the functions to an ONNX file."""
    outputs = {"Encode": ["states", "words"], "Step": ["scores"], "Link": ["atoms"]}
    with warnings.catch_warnings(), open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        warnings.simplefilter("ignore")
        torch.onnx.export(
            graph.eval(),
            kwargs=inputs,
            f=str(path),
            dynamo=True,
            dynamic_shapes=dynamic,
            input_names=names_of(inputs),
            output_names=outputs[type(graph).__name__],
            external_data=False,
            verbose=False,
        )


def forget_makings(path: Path) -> None:
    """Take out of a graph what torch notes of the code that it came from: paths of the machine that exported it."""
    model = onnx.load(str(path))
    graph = model.graph
    for record in (model, graph, *graph.node, *graph.input, *graph.output, *graph.value_info, *graph.initializer):
        del record.metadata_props[:]
        record.doc_string = ""
    onnx.save(model, str(path))
