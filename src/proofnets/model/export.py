"""Export: a run to a model folder that needs no torch, or several runs to one.

Several networks that learnt apart are right more often than each of them. Those that type a sentence in the same
direction are one decoder: their probabilities are averaged, symbol by symbol. Those that type it from its end are
another, and the parser lets each judge what the other found. Scores of links are averaged over all. Their parts stand
side by side in the same graphs: states are the states of all, end to end.

The folder has these ONNX graphs, the functions that a parser needs, all dynamic in their batch and lengths:

| graph | from | to |
|---|---|---|
| `encode` | pieces, mask, pooling | states; for each decoder what inputs say of words, keys and values of them |
| `step` | symbols, positions, typed, words, mask, keys and values, cache | scores of what follows each symbol; cache |
| `step_back` | the same, for networks that type the last word first | |
| `link` | symbols, typed, states, mask, frame | every symbol as a negative and as a positive atom |

and `tokenizer.json`, and `model.json`: the vocabulary, the decoders, the tokeniser's settings, licences, a checksum for
each file, and of each run the recipe, the shape of the encoder, the data and the validation, and which weights of the
graphs are which of the network.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import os
import shutil
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

from proofnets import __version__
from proofnets.errors import ProofNetsError
from proofnets.files import replacing_folder
from proofnets.folder import FORMAT, checksum
from proofnets.model.attention import Attention
from proofnets.model.checkpoint import Progress, weights_of
from proofnets.model.encoder import is_path
from proofnets.model.network import Network, add_words
from proofnets.model.precision import change_precision, check_precision
from proofnets.model.runs import load_network, read_data, read_metrics, read_recipe, read_vocabulary

STEPS = ("step", "step_back")
"""The graphs of the decoders: of those that type the first word first, and the last."""
OF_THIS_MACHINE = ("_name_or_path", "name_or_path", "is_local", "local_files_only")
"""What transformers may note in its configurations, and is of no use elsewhere."""

Weights = dict[str, list[Any]]
"""Where each weight of a network is: the graph, the name in it, and whether it is turned there."""


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
            for network in decoder:
                tagger, states = network.supertagger, every[self.networks.index(network)]
                words = tagger.words(states)
                if words is None:
                    words = torch.zeros_like(states[..., :1]).expand(-1, -1, tagger.embedding.width)
                all_words.append(words)
                memory += [part for layer in tagger.stack for part in _memory(layer.cross_attention, states)]
            out += [_joined(all_words), *memory]
        return tuple(out)


class Step(nn.Module):
    """One more symbol, or several."""

    def __init__(self, networks: Sequence[Network]) -> None:
        super().__init__()
        self.taggers = [network.supertagger for network in networks]
        self.parts = nn.ModuleList(self.taggers)  # as above

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


def decoders(networks: Sequence[Network]) -> dict[str, list[Network]]:
    """The networks of each decoder, by the name of its graph: those that type the first word first, and the others."""
    found: dict[str, list[Network]] = {}
    for network in sorted(networks, key=lambda each: each.supertagger.backwards):
        found.setdefault(STEPS[network.supertagger.backwards], []).append(network)
    return found


def _joined(parts: list[Tensor]) -> Tensor:
    return torch.cat(parts, -1) if len(parts) > 1 else parts[0]


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

    def forward(self, symbols: Tensor, typed: Tensor, states: Tensor, mask: Tensor, frame: Tensor) -> Tensor:
        """(batch, length) symbols to their (2, batch, length, width) vectors as negative and positive atoms.

        The product of vectors that are put end to end is the sum of their products: divided by the number of networks,
        the mean of what they say of a link.
        """
        pairs = zip(self.linkers, torch.split(states, self.widths, -1), strict=True)
        atoms = [linker(symbols, typed, part, mask, frame) for linker, part in pairs]
        return _joined(atoms) / float(len(atoms) ** 0.5)


def export(runs: Sequence[Path], folder: Path, precision: str = "int8", card: dict[str, Any] | None = None) -> None:
    """Write the model folder of one or several runs; `card` is what it says of data, licences and attribution."""
    check_precision(precision)
    folder = folder.resolve()
    if folder.exists() and not (folder.is_dir() and (_is_model(folder) or not any(folder.iterdir()))):
        raise ProofNetsError(f"{folder} is there already, and is no model folder: give another")
    networks, progress = _together(runs)
    with replacing_folder(folder) as unfinished:
        weights: list[Weights] = [{} for _ in networks]
        for name, (graph, inputs, dynamic) in graphs(networks).items():
            path = unfinished / f"{name}.onnx"
            write_graph(graph, inputs, dynamic, path)
            for mine, network in zip(weights, networks, strict=True):
                record_weights(mine, name, path, network)
            change_precision(path, precision)
            forget_makings(path)
        compact = json.dumps(_tokenizer(runs[0]), ensure_ascii=False, separators=(",", ":"))  # half the size
        (unfinished / "tokenizer.json").write_text(compact, encoding="utf-8")
        _write_metadata(runs, unfinished, precision, progress, decoders(networks), weights, card or {})
        _keep_others(folder, unfinished)


def _together(runs: Sequence[Path]) -> tuple[list[Network], list[Progress]]:
    """The networks of runs, with symbols numbered as in the first, and with one table of pieces if theirs are alike."""
    loaded = [load_network(run) for run in runs]
    networks = [network for network, _ in loaded]
    first, recipe, symbols = networks[0], read_recipe(runs[0]), read_vocabulary(runs[0]).symbols
    for run, network in zip(runs[1:], networks[1:], strict=True):
        theirs, other, both = read_vocabulary(run), read_recipe(run), f"{runs[0]} and {run}"
        if sorted(theirs.symbols) != sorted(symbols):
            raise ProofNetsError(f"{both} do not have the same symbols: train them on the same treebank")
        same_way = other.decoder.word_aware == recipe.decoder.word_aware
        if not same_way or other.sinkhorn.iterations != recipe.sinkhorn.iterations:
            raise ProofNetsError(f"{both} differ in word_aware or in Sinkhorn's iterations: give recipes that agree")
        if _tokenizer(run) != _tokenizer(runs[0]):
            raise ProofNetsError(f"{both} do not have the same tokeniser: train them with the same encoder")
        network.supertagger.embedding.reorder([theirs.number(symbol) for symbol in symbols])  # the linker's as well
        tables, others = (list(each.encoder.embedding().parameters()) for each in (first, network))
        if len(tables) == len(others) and all(map(torch.equal, tables, others)):
            network.encoder.share_embedding(first.encoder)
    return networks, [progress for _, progress in loaded]


def _tokenizer(run: Path) -> Any:
    return json.loads((run / "tokenizer" / "tokenizer.json").read_text(encoding="utf-8"))


def _is_model(folder: Path) -> bool:
    return (folder / "model.json").is_file()


def _keep_others(old: Path, new: Path) -> None:
    """What else is in a model folder stays in it, such as its card."""
    for path in old.iterdir() if old.exists() else ():
        if not (new / path.name).exists():
            (shutil.copytree if path.is_dir() else shutil.copy2)(path, new / path.name)


def graphs(networks: Sequence[Network]) -> dict[str, tuple[nn.Module, dict[str, Any], dict[str, Any]]]:
    """The functions, each with inputs of the right shapes, and which of their dimensions may vary."""
    states = sum(network.encoder.width for network in networks)
    batch, pieces, words, length, new = 2, 5, 4, 3, 6
    batches, pieces_, words_, lengths, news = (
        torch.export.Dim(name, min=0 if name == "length" else 1, max=100_000)
        for name in ("batch", "pieces", "words", "length", "new")
    )

    def whole(*shape: int) -> Tensor:
        return torch.zeros(shape, dtype=torch.long)

    def true(*shape: int) -> Tensor:
        return torch.ones(shape, dtype=torch.bool)

    def remembered(count: int, attentions: list[Attention]) -> list[Tensor]:
        tensors = []
        for attention in attentions:
            part = attention.query.out_features // attention.heads
            tensors += [
                torch.randn(batch, attention.heads, part, count),
                torch.randn(batch, attention.heads, count, part),
            ]
        return tensors

    def varies(count: Any, layers: int) -> list[dict[int, Any]]:
        return [{0: batches, axis: count} for _ in range(layers) for axis in (3, 2)]

    def step(decoder: Sequence[Network]) -> tuple[nn.Module, dict[str, Any], dict[str, Any]]:
        layers = [layer for network in decoder for layer in network.supertagger.stack]
        width = sum(network.supertagger.embedding.width for network in decoder)
        return (
            Step(decoder),
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
        **{name: step(decoder) for name, decoder in decoders(networks).items()},
        "link": (
            Link(networks),
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


def record_weights(weights: Weights, name: str, path: Path, network: Network) -> None:
    """Add where the weights of a network are in a graph that was just written, those that are not found yet.

    A graph may name them anew, turn matrices, and have what several networks share once: they are known by their
    numbers, so that `unpack` need not guess.
    """
    stored: dict[bytes, str] = {}
    for tensor in onnx.load(str(path)).graph.initializer:
        array = numpy_helper.to_array(tensor)
        if array.dtype == np.float32:
            stored.setdefault(_digest(array), tensor.name)
    for parameter, tensor in weights_of(network).items():
        array = tensor.detach().numpy()
        for turned in (False, True):
            place = stored.get(_digest(array.T if turned else array))
            if place and parameter not in weights and not (turned and array.ndim != 2):
                weights[parameter] = [name, place, turned]


def _digest(array: NDArray[np.float32]) -> bytes:
    return hashlib.sha256(repr(array.shape).encode() + np.ascontiguousarray(array).tobytes()).digest()


def forget_makings(path: Path) -> None:
    """Take out of a graph what torch notes of the code that it came from: paths of the machine that exported it."""
    model = onnx.load(str(path))
    graph = model.graph
    for part in (model, graph, *graph.node, *graph.input, *graph.output, *graph.value_info, *graph.initializer):
        del part.metadata_props[:]
        part.doc_string = ""
    onnx.save(model, str(path))


def _write_metadata(
    runs: Sequence[Path],
    folder: Path,
    precision: str,
    progress: Sequence[Progress],
    decoders: Mapping[str, Sequence[Network]],
    weights: Sequence[Weights],
    card: dict[str, Any],
) -> None:
    vocabulary, recipe = read_vocabulary(runs[0]), read_recipe(runs[0])
    settings = [json.loads((run / "tokenizer" / "tokenizer_config.json").read_text(encoding="utf-8")) for run in runs]
    metadata = {
        "format": FORMAT,
        "made_by": f"proofnets {__version__}",
        "precision": precision,
        "symbols": vocabulary.symbols,
        "counts": vocabulary.counts,
        "tokenizer_config": {key: value for key, value in settings[0].items() if key not in OF_THIS_MACHINE},
        "special_pieces": {"pad": settings[0].get("pad_token")},
        "longest": min((each["model_max_length"] for each in settings if "model_max_length" in each), default=None),
        "word_aware": recipe.decoder.word_aware,
        "decoders": [
            {
                "graph": name,
                "backwards": decoder[0].supertagger.backwards,
                "layers": sum(len(list(network.supertagger.stack)) for network in decoder),
            }
            for name, decoder in decoders.items()
        ],
        "sinkhorn_iterations": recipe.sinkhorn.iterations,
        "runs": [_told(run, each) | {"weights": mine} for run, each, mine in zip(runs, progress, weights, strict=True)],
        "card": card,
        "files": {file.name: checksum(file) for file in sorted(folder.iterdir())},
    }
    (folder / "model.json").write_text(json.dumps(metadata, ensure_ascii=False, indent=1), encoding="utf-8")


def _told(run: Path, progress: Progress) -> dict[str, Any]:
    """What a model says of a run that it is made of."""
    scored = (line for line in read_metrics(run) if "frames" in line and line["epoch"] == progress.epoch)
    best: dict[str, Any] = next(scored, {})
    recipe = read_recipe(run)
    name = recipe.encoder.name  # where a folder was on this machine is nobody's business
    encoder = replace(recipe.encoder, name=Path(name).name if is_path(name) else name)
    shape = json.loads((run / "encoder" / "config.json").read_text(encoding="utf-8"))
    return {
        "recipe": replace(recipe, encoder=encoder).to_dict(),
        "encoder_shape": {key: value for key, value in shape.items() if key not in OF_THIS_MACHINE},
        "data": read_data(run),
        "training": {"steps": progress.total, "seconds": round(progress.seconds)},
        "validation": {name: best[name] for name in ("symbols", "types", "frames", "links") if name in best},
    }
