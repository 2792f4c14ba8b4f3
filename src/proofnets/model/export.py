"""Export: a run to a model folder that needs no torch.

The folder has three ONNX graphs, the functions that a parser needs, all dynamic in their batch and lengths:

| graph | from | to |
|---|---|---|
| `encode` | pieces, mask, pooling | states; keys and values of the words; what inputs say of them |
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
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from proofnets import __version__
from proofnets.errors import ProofNetsError
from proofnets.model.checkpoint import Progress
from proofnets.model.network import Network, add_words
from proofnets.model.precision import change_precision, check_precision
from proofnets.model.runs import load_network, read_data, read_metrics, read_recipe, read_vocabulary

FORMAT = 1
"""The version of the model folder's format."""


class Encode(nn.Module):
    """All that is computed once for a sentence."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(self, pieces: Tensor, mask: Tensor, pooling: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """States, the decoder's memory of the words, and what its inputs say of them (nothing: zeros)."""
        states = self.network.encoder(pieces, mask, pooling)
        tagger = self.network.supertagger
        words = tagger.words(states)
        if words is None:
            words = torch.zeros_like(states[..., :1]).expand(-1, -1, 2 * tagger.embedding.magnitude.shape[1])
        return states, tagger.stack.cross(states), words


class Step(nn.Module):
    """One more symbol."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.tagger = network.supertagger

    def forward(
        self, symbol: Tensor, position: Tensor, typed: Tensor, words: Tensor, mask: Tensor, cross: Tensor, cache: Tensor
    ) -> tuple[Tensor, Tensor]:
        """(beams,) symbols at one position, and the words that they type, to (beams, vocabulary) scores."""
        embedding = self.tagger.embedding
        x = add_words(embedding(symbol[:, None], position[None]), words, typed[:, None])
        x, cache = self.tagger.stack.step(x, cross, mask[:, None, None], cache)
        return embedding.scores(x, position + 1)[:, 0], cache


class Link(nn.Module):
    """The atoms of finished frames."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.linker = network.linker

    def forward(self, symbols: Tensor, typed: Tensor, states: Tensor, mask: Tensor, frame: Tensor) -> Tensor:
        """(batch, length) symbols to their (2, batch, length, 32) vectors as negative and positive atoms."""
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
            _write_graph(graph, inputs, dynamic, unfinished / f"{name}.onnx")
            change_precision(unfinished / f"{name}.onnx", precision)
        shutil.copy(run / "tokenizer" / "tokenizer.json", unfinished)
        _write_metadata(run, unfinished, precision, progress, card or {})
        _replace(unfinished, folder)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def _is_model(folder: Path) -> bool:
    return (folder / "model.json").is_file()


def _replace(new: Path, folder: Path) -> None:
    """Put a folder in the place of another, which is there as it was or as it is to be."""
    old = new.with_name(f"{new.name}.old")
    if folder.exists():
        folder.rename(old)
    new.rename(folder)
    shutil.rmtree(old, ignore_errors=True)


def graphs(network: Network) -> dict[str, tuple[nn.Module, dict[str, Tensor], dict[str, Any]]]:
    """The three functions, each with inputs of the right shapes, and which of their dimensions may vary."""
    tagger = network.supertagger
    width, states = 2 * tagger.embedding.magnitude.shape[1], network.encoder.width
    batch, pieces, words, length = 2, 5, 4, 3
    batches, pieces_, words_, lengths = (
        torch.export.Dim(name, min=0 if name == "length" else 1, max=100_000)
        for name in ("batch", "pieces", "words", "length")
    )

    def whole(*shape: int) -> Tensor:
        return torch.zeros(shape, dtype=torch.long)

    def true(*shape: int) -> Tensor:
        return torch.ones(shape, dtype=torch.bool)

    empty = tagger.stack.empty_cache(batch)
    cache = torch.randn(*empty.shape[:4], length, empty.shape[-1])
    cross = tagger.stack.cross(torch.randn(batch, words, states)).detach()
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
                "position": torch.tensor([2.0]),
                "typed": whole(batch),
                "words": torch.randn(batch, words, width),
                "mask": true(batch, words),
                "cross": cross,
                "cache": cache,
            },
            {
                "symbol": {0: batches},
                "position": {},
                "typed": {0: batches},
                "words": {0: batches, 1: words_},
                "mask": {0: batches, 1: words_},
                "cross": {2: batches, 4: words_},
                "cache": {2: batches, 4: lengths},
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


def _write_graph(graph: nn.Module, inputs: dict[str, Tensor], dynamic: dict[str, Any], path: Path) -> None:
    outputs = {"Encode": ["states", "cross", "words"], "Step": ["scores", "grown"], "Link": ["atoms"]}
    with warnings.catch_warnings(), open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        warnings.simplefilter("ignore")
        torch.onnx.export(
            graph.eval(),
            kwargs=inputs,
            f=str(path),
            dynamo=True,
            dynamic_shapes=dynamic,
            input_names=list(inputs),
            output_names=outputs[type(graph).__name__],
            external_data=False,
            verbose=False,
        )


def _write_metadata(run: Path, folder: Path, precision: str, progress: Progress, card: dict[str, Any]) -> None:
    vocabulary = read_vocabulary(run)
    tokenizer = json.loads((run / "tokenizer" / "tokenizer_config.json").read_text(encoding="utf-8"))
    scored = [line for line in read_metrics(run) if "frames" in line]
    best: dict[str, Any] = max(scored, key=lambda line: line["frames"] + line["links"], default={})
    metadata = {
        "format": FORMAT,
        "made_by": f"proofnets {__version__}",
        "precision": precision,
        "symbols": vocabulary.symbols,
        "counts": vocabulary.counts,
        "special_pieces": {name: tokenizer.get(f"{name}_token") for name in ("cls", "sep", "pad")},
        "longest": tokenizer.get("model_max_length"),
        "recipe": read_recipe(run).to_dict(),
        "data": read_data(run),
        "training": {"steps": progress.total, "seconds": round(progress.seconds)},
        "validation": {name: best[name] for name in ("symbols", "types", "frames", "links") if name in best},
        "card": card,
        "files": {file.name: _checksum(file) for file in sorted(folder.iterdir())},
    }
    (folder / "model.json").write_text(json.dumps(metadata, ensure_ascii=False, indent=1), encoding="utf-8")


def _checksum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
