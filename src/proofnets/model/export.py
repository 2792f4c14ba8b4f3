"""Export: a run to a model folder that needs no torch.

The folder has three ONNX graphs, the functions that a parser needs, all dynamic in their batch and lengths:

| graph | from | to |
|---|---|---|
| `encode` | pieces, mask, pooling | states; the decoder's keys and values of the words; the words as its inputs see them |
| `step` | symbol, position, typed, words, mask, keys and values, cache | scores of the next symbol; cache |
| `link` | symbols, typed, states, mask, frame | every symbol as a negative and as a positive atom |

and `tokenizer.json`, and `model.json`: the vocabulary, the recipe, the metrics, licences, and a checksum for each file.
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
from proofnets.model.checkpoint import Progress, load
from proofnets.model.encoder import SentenceEncoder
from proofnets.model.network import Network, add_words
from proofnets.model.training import read_recipe, read_vocabulary

FORMAT = 1
"""The version of the model folder's format."""
PRECISIONS = ("float32", "float16", "int8")


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


def load_network(run: Path) -> tuple[Network, Progress]:
    """The best network of a run."""
    from transformers import AutoConfig, AutoModel

    recipe = read_recipe(run)
    if not (run / "best.safetensors").is_file():
        raise ProofNetsError(f"{run} has no best.safetensors yet: let it train to its first validation")
    config = AutoConfig.from_pretrained(str(run / "encoder"), local_files_only=True)
    model = AutoModel.from_config(config)  # type: ignore[no-untyped-call]
    network = Network(recipe, SentenceEncoder(recipe.encoder, model), len(read_vocabulary(run)))
    return network.eval(), load(run / "best.safetensors", network)


def export(run: Path, folder: Path, precision: str = "float32", card: dict[str, Any] | None = None) -> None:
    """Write the model folder of a run; `card` is what its metadata say of data, licences and attribution."""
    if precision not in PRECISIONS:
        raise ProofNetsError(f"no precision {precision!r}: choose {', '.join(PRECISIONS)}")
    network, progress = load_network(run)
    unfinished = folder.with_name(f".{folder.name}.{os.getpid()}")
    unfinished.mkdir(parents=True)
    try:
        for name, (graph, inputs, dynamic) in graphs(network).items():
            _write_graph(graph, inputs, dynamic, unfinished / f"{name}.onnx")
            _change_precision(unfinished / f"{name}.onnx", precision)
        shutil.copy(run / "tokenizer" / "tokenizer.json", unfinished)
        _write_metadata(run, unfinished, precision, progress, card or {})
        if folder.exists():
            shutil.rmtree(folder)
        unfinished.replace(folder)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def graphs(network: Network) -> dict[str, tuple[nn.Module, dict[str, Tensor], dict[str, Any]]]:
    """The three functions, each with inputs of the right shapes, and which of their dimensions may vary."""
    tagger = network.supertagger
    attention = next(iter(tagger.stack)).self_attention
    width = 2 * tagger.embedding.magnitude.shape[1]
    heads, layers, states = attention.heads, len(tagger.stack.layers), network.encoder.width
    batch, pieces, words, length = 2, 5, 4, 3
    batches, pieces_, words_, lengths = (
        torch.export.Dim(name, min=0 if name == "length" else 1, max=100_000)
        for name in ("batch", "pieces", "words", "length")
    )

    def whole(*shape: int) -> Tensor:
        return torch.zeros(shape, dtype=torch.long)

    def true(*shape: int) -> Tensor:
        return torch.ones(shape, dtype=torch.bool)

    memory = torch.randn(layers, 2, batch, heads, words, width // heads)
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
                "cross": memory,
                "cache": torch.randn(layers, 2, batch, heads, length, width // heads),
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


def _change_precision(path: Path, precision: str) -> None:
    """Store the weights in fewer bits; inputs and outputs stay as they are."""
    if precision == "int8":
        from onnxruntime.quantization import QuantType, quantize_dynamic

        quantize_dynamic(str(path), str(path), per_channel=True, weight_type=QuantType.QInt8)
    elif precision == "float16":
        import onnx
        from onnxruntime.transformers.float16 import convert_float_to_float16  # type: ignore[import-untyped]

        onnx.save(convert_float_to_float16(onnx.load(str(path)), keep_io_types=True), str(path))


def _write_metadata(run: Path, folder: Path, precision: str, progress: Progress, card: dict[str, Any]) -> None:
    vocabulary = read_vocabulary(run)
    tokenizer = json.loads((run / "tokenizer" / "tokenizer_config.json").read_text(encoding="utf-8"))
    lines = (run / "metrics.jsonl").read_text(encoding="utf-8").splitlines()
    scored = [line for line in map(json.loads, lines) if "frames" in line]
    best: dict[str, Any] = max(scored, key=lambda line: line["frames"] + line["links"], default={})
    metadata = {
        "format": FORMAT,
        "made_by": f"proofnets {__version__}",
        "precision": precision,
        "symbols": vocabulary.symbols,
        "counts": vocabulary.counts,
        "special_pieces": {name: tokenizer.get(f"{name}_token") for name in ("cls", "sep", "pad")},
        "recipe": read_recipe(run).to_dict(),
        "training": {"steps": progress.total, "seconds": round(progress.seconds)},
        "validation": {name: best[name] for name in ("symbols", "types", "frames", "links") if name in best},
        "card": card,
        "files": {file.name: _checksum(file) for file in sorted(folder.iterdir())},
    }
    (folder / "model.json").write_text(json.dumps(metadata, ensure_ascii=False, indent=1), encoding="utf-8")


def _checksum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
