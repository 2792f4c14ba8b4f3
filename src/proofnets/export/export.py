"""Export: a run to a model folder that needs no torch, or several runs to one.

A network may have a supertagger for each direction, and several networks that learnt apart are right more often than
each of them. Supertaggers that type a sentence in the same direction are one decoder: their probabilities are averaged,
symbol by symbol. Those that type it from its end are another, and the parser lets each judge what the other found.
Scores of links are averaged over all networks. The parts of networks stand side by side in the same graphs: states are
the states of all, end to end.

The folder has the graphs of `graphs`, `tokenizer.json`, and `model.json` (see `modelfolder`), which also says which
weights of the graphs are which of the networks, so that `unpack` can undo it.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper

from proofnets import __version__
from proofnets.errors import ProofNetsError
from proofnets.export.graphs import decoders, forget_makings, graphs, write_graph
from proofnets.export.precision import change_precision, check_precision
from proofnets.files import replacing_folder
from proofnets.modelfolder import (
    METADATA,
    TEXT,
    TOKENIZER,
    TYPES,
    DecoderInfo,
    Metadata,
    Place,
    RunInfo,
    checksum,
    graph_file,
    write_metadata,
)
from proofnets.network.encoder import is_path, load_tokenizer
from proofnets.network.network import Network
from proofnets.training.checkpoint import Progress, weights_of
from proofnets.training.runs import load_network, read_data, read_metrics, read_recipe, read_vocabulary

OF_THIS_MACHINE = ("_name_or_path", "name_or_path", "is_local", "local_files_only")
"""What transformers may note in its configurations, and is of no use elsewhere."""


def export(runs: Sequence[Path], folder: Path, precision: str = "int8", card: dict[str, Any] | None = None) -> None:
    """Write the model folder of one or several runs; `card` is what it says of data, licences and attribution."""
    check_precision(precision)
    folder = folder.resolve()
    if folder.exists() and not (folder.is_dir() and (_is_model(folder) or not any(folder.iterdir()))):
        raise ProofNetsError(f"{folder} is there already, and is no model folder: give another")
    networks, progress = _together(runs)
    with replacing_folder(folder) as unfinished:
        weights: list[dict[str, Place]] = [{} for _ in networks]
        for name, (graph, inputs, dynamic) in graphs(networks).items():
            path = unfinished / graph_file(name)
            write_graph(graph, inputs, dynamic, path)
            for mine, network in zip(weights, networks, strict=True):
                record_weights(mine, name, path, network)
            change_precision(path, precision)
            forget_makings(path)
        compact = json.dumps(_tokenizer(runs[0]), ensure_ascii=False, separators=(",", ":"))  # half the size
        (unfinished / TOKENIZER).write_text(compact, encoding="utf-8")
        told = [_told(run, each, mine) for run, each, mine in zip(runs, progress, weights, strict=True)]
        write_metadata(unfinished, _metadata(runs, networks, told, precision, card or {}, unfinished))
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
        network.embedding.reorder([theirs.number(symbol) for symbol in symbols])
        tables, others = (list(each.encoder.embedding().parameters()) for each in (first, network))
        if len(tables) == len(others) and all(map(torch.equal, tables, others)):
            network.encoder.share_embedding(first.encoder)
    return networks, [progress for _, progress in loaded]


def _tokenizer(run: Path) -> Any:
    return json.loads((run / "tokenizer" / TOKENIZER).read_text(encoding="utf-8"))


def _is_model(folder: Path) -> bool:
    return (folder / METADATA).is_file()


def _keep_others(old: Path, new: Path) -> None:
    """What else is in a model folder stays in it, such as its card; not what belongs to an old calibration."""
    for path in old.iterdir() if old.exists() else ():
        if path.name not in (TEXT, TYPES) and not (new / path.name).exists():
            (shutil.copytree if path.is_dir() else shutil.copy2)(path, new / path.name)


def record_weights(weights: dict[str, Place], name: str, path: Path, network: Network) -> None:
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
                weights[parameter] = (name, place, turned)


def _digest(array: NDArray[np.float32]) -> bytes:
    return hashlib.sha256(repr(array.shape).encode() + np.ascontiguousarray(array).tobytes()).digest()


def _metadata(
    runs: Sequence[Path],
    networks: Sequence[Network],
    told: Sequence[RunInfo],
    precision: str,
    card: dict[str, Any],
    folder: Path,
) -> Metadata:
    """What a model says of itself; `folder` has all its other files."""
    vocabulary, recipe = read_vocabulary(runs[0]), read_recipe(runs[0])
    tokenizers = [load_tokenizer(str(run / "tokenizer")) for run in runs]
    settings = json.loads((runs[0] / "tokenizer" / "tokenizer_config.json").read_text(encoding="utf-8"))
    return Metadata(
        made_by=f"proofnets {__version__}",
        precision=precision,
        symbols=vocabulary.symbols,
        counts=vocabulary.counts,
        tokenizer_config=_for_anywhere(settings),
        padding=tokenizers[0].pad_token,
        pieces=min(network.encoder.pieces for network in networks),
        longest=min(int(tokenizer.model_max_length) for tokenizer in tokenizers),
        word_aware=recipe.decoder.word_aware,
        decoders=tuple(
            DecoderInfo(name, decoder[0][1].backwards, sum(len(tagger.stack.layers) for _, tagger in decoder))
            for name, decoder in decoders(networks).items()
        ),
        sinkhorn_iterations=recipe.sinkhorn.iterations,
        runs=tuple(told),
        card=card,
        files={file.name: checksum(file) for file in sorted(folder.iterdir())},
    )


def _told(run: Path, progress: Progress, weights: dict[str, Place]) -> RunInfo:
    """What a model says of a run that it is made of."""
    scored = (line for line in read_metrics(run) if "frames" in line and line["epoch"] == progress.epoch)
    best: dict[str, Any] = next(scored, {})
    recipe = read_recipe(run)
    name = recipe.encoder.name  # where a folder was on this machine is nobody's business
    encoder = replace(recipe.encoder, name=Path(name).name if is_path(name) else name)
    return RunInfo(
        recipe=replace(recipe, encoder=encoder).to_dict(),
        encoder_shape=_for_anywhere(json.loads((run / "encoder" / "config.json").read_text(encoding="utf-8"))),
        data=read_data(run),
        steps=progress.total,
        seconds=round(progress.seconds),
        validation={name: best[name] for name in ("symbols", "types", "frames", "links") if name in best},
        weights=weights,
    )


def _for_anywhere(settings: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in settings.items() if key not in OF_THIS_MACHINE}
