"""Unpack: a model folder back to runs, one for each of its networks: `export`, undone.

Whoever has a model can then train it further, or put its networks together with others. Weights come back as they are
in the folder, int8 ones rounded; exported again they are the same. What a run needs only to go on where it stopped, the
state of the optimiser, is not in a model.

What a graph adds keeps its name in the network; what it multiplies by or looks up may not. The weights of a linear
layer are those of the product to which its bias is added; the symbols' tables are looked up in their order.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper

from proofnets.errors import ProofNetsError
from proofnets.folder import ModelError, read_metadata
from proofnets.model.checkpoint import Progress, save, weights_of
from proofnets.model.config import config_from
from proofnets.model.encoder import blank_encoder, load_tokenizer
from proofnets.model.network import Network
from proofnets.model.runs import add_metrics, begin_run
from proofnets.model.vocabulary import Vocabulary

PLACES = {"encode": "", "step": "supertagger.", "link": "linker."}
"""Where in a network the parts are of which the graphs are made."""
TABLES = ("magnitude", "frequency")
"""Of the embedding of symbols."""

Weights = dict[str, NDArray[np.float32]]


def unpack(model: Path, folder: Path) -> list[Path]:
    """Write a folder with the runs of a model's networks, `1`, `2` and so on: all of them or nothing."""
    metadata = read_metadata(model)
    if "tokenizer_config" not in metadata:
        raise ModelError(f"{model} does not say what shape its encoder has: export its runs with this version")
    if folder.exists():
        raise ProofNetsError(f"{folder} is there already: give another folder")
    found = [weight for name in PLACES for weight in _weights(model, name)]
    unfinished = folder.with_name(f".{folder.name}.{os.getpid()}")
    try:
        for number, told in enumerate(metadata["runs"]):
            mine = {name: array for part, name, array in found if part == number}
            others = [(name, array) for part, name, array in found if part != number]
            _write_run(unfinished / str(number + 1), model, metadata, told, mine, others)
        unfinished.rename(folder)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return [folder / str(number + 1) for number in range(len(metadata["runs"]))]


def _write_run(
    run: Path,
    model: Path,
    metadata: dict[str, Any],
    told: dict[str, Any],
    weights: Weights,
    others: Sequence[tuple[str, NDArray[np.float32]]],
) -> None:
    """Write one run. Tables of pieces that networks share are called after one of them: they are among the others'."""
    recipe = config_from(told["recipe"], str(model / "model.json"))
    vocabulary = Vocabulary(tuple(metadata["symbols"]), tuple(metadata["counts"]))
    longest = {"model_max_length": metadata["longest"]} if metadata["longest"] else {}
    for part, name, table in (
        ("encoder", "config.json", told["encoder_shape"]),
        ("tokenizer", "tokenizer_config.json", metadata["tokenizer_config"] | longest),
    ):
        (run / part).mkdir(parents=True)
        (run / part / name).write_text(json.dumps(table), encoding="utf-8")
    shutil.copy(model / "tokenizer.json", run / "tokenizer")
    network = Network(recipe, blank_encoder(recipe, run / "encoder"), len(vocabulary))
    wanted = weights_of(network)
    lowest = {id(parameter) for parameter in network.encoder.embedding().parameters()}
    tables = [name for name, parameter in network.named_parameters() if id(parameter) in lowest]
    shared = {name: array for name, array in others if name in tables}
    if not any(name in weights for name in tables) and sum(name in tables for name, _ in others) == len(shared):
        weights |= shared  # there is but one set of them: else nobody could tell whose they are
    missing = [name for name in wanted if name not in weights]
    if missing:
        raise ModelError(f"{model} does not have {missing[0]} as it was learnt, so it cannot be unpacked")
    network.load_state_dict({name: torch.from_numpy(weights[name]) for name in wanted}, strict=False)
    tokenizer = load_tokenizer(str(run / "tokenizer"))
    begin_run(run, recipe, vocabulary, told["data"], tokenizer, network.encoder.model.config)
    training = told["training"]
    progress = Progress(epoch=recipe.optimisation.epochs, total=training["steps"], seconds=training["seconds"])
    done = {"total": progress.total, "seconds": progress.seconds, "epoch": progress.epoch}
    add_metrics(run, done | told["validation"])
    save(run / "best.safetensors", network, progress)


def _weights(model: Path, name: str) -> Iterator[tuple[int, str, NDArray[np.float32]]]:
    """The weights of a graph: the number of the network, the name in it, and the numbers."""
    graph = onnx.load(str(model / f"{name}.onnx")).graph
    arrays = _unpacked({each.name: numpy_helper.to_array(each) for each in graph.initializer})
    products = {node.output[0]: node.input[1] for node in graph.node if node.op_type == "MatMul"}
    for node in graph.node:
        if node.op_type == "Add":
            for product, bias in (node.input, node.input[::-1]):
                if products.get(product) in arrays and bias.endswith(".bias"):
                    arrays.setdefault(bias.removesuffix("bias") + "weight", arrays[products[product]].T)
    if name == "step":
        looked_up = [node.input[0] for node in graph.node if node.op_type in ("Gather", "GatherND")]
        tables = [table for table in dict.fromkeys(looked_up) if table in arrays and arrays[table].ndim == 2]
        for number, table in enumerate(tables):
            arrays.setdefault(f"parts.{number // 2}.embedding.{TABLES[number % 2]}", arrays[table])
    for key, array in arrays.items():
        if key.startswith("parts."):
            _, part, rest = key.split(".", 2)
            yield int(part), PLACES[name] + rest, array


def _unpacked(stored: dict[str, NDArray[Any]]) -> dict[str, NDArray[np.float32]]:
    """The arrays of a graph, those that were stored in fewer bits under their own names again (see `precision`)."""
    arrays = {}
    for name, array in stored.items():
        if name.endswith("_whole"):
            plain = name.removesuffix("_whole")
            arrays[plain] = array.astype(np.float32) * stored[f"{plain}_scale"]
        else:
            arrays[name.removesuffix("_half")] = array.astype(np.float32)
    return arrays
