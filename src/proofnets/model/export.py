"""Export: a run to a model folder that needs no torch.

The folder has three ONNX graphs, the functions that a parser needs, all dynamic in their batch and lengths:

| graph | from | to |
|---|---|---|
| `encode` | pieces, mask, pooling | states; what inputs say of the words; keys and values of them |
| `step` | symbol, position, typed, words, mask, keys and values, cache | scores of the next symbol; cache |
| `link` | symbols, typed, states, mask, frame | every symbol as a negative and as a positive atom |

and `tokenizer.json`, and `model.json`: the vocabulary, the recipe, the data, the metrics, licences, and a checksum for
each file.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import onnx
import torch
from torch import Tensor, nn

from proofnets import __version__
from proofnets.errors import ProofNetsError
from proofnets.model.attention import Attention
from proofnets.model.checkpoint import Progress
from proofnets.model.encoder import is_path
from proofnets.model.network import Network, add_words
from proofnets.model.precision import change_precision, check_precision
from proofnets.model.runs import load_network, read_data, read_metrics, read_recipe, read_vocabulary
from proofnets.parser.runtime import FORMAT


class Encode(nn.Module):
    """All that is computed once for a sentence."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(self, pieces: Tensor, mask: Tensor, pooling: Tensor) -> tuple[Tensor, ...]:
        """States, what the decoder's inputs say of the words (nothing: zeros), and each layer's memory of them."""
        states = self.network.encoder(pieces, mask, pooling)
        tagger = self.network.supertagger
        words = tagger.words(states)
        if words is None:
            words = torch.zeros_like(states[..., :1]).expand(-1, -1, 2 * tagger.embedding.magnitude.shape[1])
        return states, words, *(part for layer in tagger.stack for part in _memory(layer.cross_attention, states))


class Step(nn.Module):
    """One more symbol."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.tagger = network.supertagger

    def forward(
        self,
        symbol: Tensor,
        position: Tensor,
        typed: Tensor,
        words: Tensor,
        mask: Tensor,
        cross: list[Tensor],
        cache: list[Tensor],
    ) -> tuple[Tensor, ...]:
        """(beams,) symbols, where they stand, and the words that are typed, to (beams, vocabulary) scores.

        Two tensors a layer are what it remembers of the words, and two of the symbols; these come out one longer.
        """
        x = add_words(self.tagger.embedding(symbol[:, None], position[:, None]), words, typed[:, None])
        there = mask[:, None, None]
        grown: list[Tensor] = []
        for number, layer in enumerate(self.tagger.stack):
            keys, values = _memory(layer.self_attention, x)
            grown.append(torch.cat([cache[2 * number], keys], -1))
            grown.append(torch.cat([cache[2 * number + 1], values], -2))
            x = layer.norms[0](x + _attend(layer.self_attention, x, grown[-2], grown[-1], None))
            x = layer.norms[1](x + _attend(layer.cross_attention, x, cross[2 * number], cross[2 * number + 1], there))
            x = layer.norms[2](x + layer.feed_forward(x))
        return self.tagger.scores(x, position[:, None])[:, 0], *grown


def _memory(attention: Attention, states: Tensor) -> tuple[Tensor, Tensor]:
    """Keys, already turned (batch, heads, width / heads, length), and values (batch, heads, length, width / heads).

    One tensor for each, and none that must be cut or turned at a step: copies would take most of its time.
    """
    keys, values = attention.remember(states)
    return keys.transpose(-1, -2), values


def _attend(attention: Attention, x: Tensor, keys: Tensor, values: Tensor, mask: Tensor | None) -> Tensor:
    """What `Attention.forward` does, with keys that are turned already."""
    batch, length, width = x.shape
    query = attention.query(x).view(batch, length, attention.heads, -1).transpose(1, 2)
    scores = query @ keys / float(query.shape[-1] ** 0.5)
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    out = torch.softmax(scores, -1) @ values
    result: Tensor = attention.out(out.transpose(1, 2).reshape(batch, length, width))
    return result


class Link(nn.Module):
    """The atoms of finished frames."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.linker = network.linker

    def forward(self, symbols: Tensor, typed: Tensor, states: Tensor, mask: Tensor, frame: Tensor) -> Tensor:
        """(batch, length) symbols to their (2, batch, length, width) vectors as negative and positive atoms."""
        result: Tensor = self.linker(symbols, typed, states, mask, frame)
        return result


def export(run: Path, folder: Path, precision: str = "float32", card: dict[str, Any] | None = None) -> None:
    """Write the model folder of a run; `card` is what its metadata say of data, licences and attribution."""
    check_precision(precision)
    folder = folder.resolve()
    if folder.exists() and not (folder.is_dir() and (_is_model(folder) or not any(folder.iterdir()))):
        raise ProofNetsError(f"{folder} is there already, and is no model folder: give another")
    network, progress = load_network(run)
    unfinished = folder.with_name(f".{folder.name}.{os.getpid()}")
    unfinished.mkdir(parents=True)
    try:
        for name, (graph, inputs, dynamic) in graphs(network).items():
            write_graph(graph, inputs, dynamic, unfinished / f"{name}.onnx")
            change_precision(unfinished / f"{name}.onnx", precision)
            forget_makings(unfinished / f"{name}.onnx")
        shutil.copy(run / "tokenizer" / "tokenizer.json", unfinished)
        _write_metadata(run, unfinished, precision, progress, card or {})
        _replace(unfinished, folder)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def _is_model(folder: Path) -> bool:
    return (folder / "model.json").is_file()


def _replace(new: Path, folder: Path) -> None:
    """Put a folder in the place of another, which comes back if that fails."""
    old = new.with_name(f"{new.name}.old")
    if folder.exists():
        folder.rename(old)
    try:
        new.rename(folder)
    except OSError:
        if old.exists():
            old.rename(folder)
        raise
    shutil.rmtree(old, ignore_errors=True)


def graphs(network: Network) -> dict[str, tuple[nn.Module, dict[str, Any], dict[str, Any]]]:
    """The three functions, each with inputs of the right shapes, and which of their dimensions may vary."""
    tagger = network.supertagger
    width, states, first = 2 * tagger.embedding.magnitude.shape[1], network.encoder.width, next(iter(tagger.stack))
    batch, pieces, words, length = 2, 5, 4, 3
    batches, pieces_, words_, lengths = (
        torch.export.Dim(name, min=0 if name == "length" else 1, max=100_000)
        for name in ("batch", "pieces", "words", "length")
    )

    def whole(*shape: int) -> Tensor:
        return torch.zeros(shape, dtype=torch.long)

    def true(*shape: int) -> Tensor:
        return torch.ones(shape, dtype=torch.bool)

    def remembered(count: int, heads: int) -> list[Tensor]:
        part = width // heads
        shapes = (batch, heads, part, count), (batch, heads, count, part)
        return [torch.randn(shape) for _ in tagger.stack for shape in shapes]

    def varies(count: Any) -> list[dict[int, Any]]:
        return [{0: batches, axis: count} for _ in tagger.stack for axis in (3, 2)]

    return {
        "encode": (
            Encode(network),
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
        "step": (
            Step(network),
            {
                "symbol": whole(batch),
                "position": torch.tensor([2.0, 2.0]),
                "typed": whole(batch),
                "words": torch.randn(batch, words, width),
                "mask": true(batch, words),
                "cross": remembered(words, first.cross_attention.heads),
                "cache": remembered(length, first.self_attention.heads),
            },
            {
                "symbol": {0: batches},
                "position": {0: batches},
                "typed": {0: batches},
                "words": {0: batches, 1: words_},
                "mask": {0: batches, 1: words_},
                "cross": varies(words_),
                "cache": varies(lengths),
            },
        ),
        "link": (
            Link(network),
            {
                "symbols": whole(batch, length),
                "typed": whole(batch, length),
                "states": torch.randn(batch, words, states),
                "mask": true(batch, words),
                "frame": true(batch, length),
            },
            {
                "symbols": {0: batches, 1: lengths},
                "typed": {0: batches, 1: lengths},
                "states": {0: batches, 1: words_},
                "mask": {0: batches, 1: words_},
                "frame": {0: batches, 1: lengths},
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
    for part in (model, graph, *graph.node, *graph.input, *graph.output, *graph.value_info, *graph.initializer):
        del part.metadata_props[:]
        part.doc_string = ""
    onnx.save(model, str(path))


def _write_metadata(run: Path, folder: Path, precision: str, progress: Progress, card: dict[str, Any]) -> None:
    vocabulary = read_vocabulary(run)
    tokenizer = json.loads((run / "tokenizer" / "tokenizer_config.json").read_text(encoding="utf-8"))
    scored = (line for line in read_metrics(run) if "frames" in line and line["epoch"] == progress.epoch)
    best: dict[str, Any] = next(scored, {})
    recipe = read_recipe(run)
    name = recipe.encoder.name  # where a folder was on this machine is nobody's business
    encoder = replace(recipe.encoder, name=Path(name).name if is_path(name) else name)
    metadata = {
        "format": FORMAT,
        "made_by": f"proofnets {__version__}",
        "precision": precision,
        "symbols": vocabulary.symbols,
        "counts": vocabulary.counts,
        "special_pieces": {"pad": tokenizer.get("pad_token")},
        "longest": tokenizer.get("model_max_length"),
        "recipe": replace(recipe, encoder=encoder).to_dict(),
        "data": read_data(run),
        "training": {"steps": progress.total, "seconds": round(progress.seconds)},
        "validation": {name: best[name] for name in ("symbols", "types", "frames", "links") if name in best},
        "card": card,
        "files": {file.name: _checksum(file) for file in sorted(folder.iterdir())},
    }
    (folder / "model.json").write_text(json.dumps(metadata, ensure_ascii=False, indent=1), encoding="utf-8")


def _checksum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
