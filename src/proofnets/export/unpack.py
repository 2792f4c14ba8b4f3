"""Unpack: a model folder back to runs, one for each of its networks: `export`, undone.

Whoever has a model can then train it further, or put its networks together with others. Weights come back as they are
in the folder, int8 ones rounded; exported again they are the same. What a run needs only to go on where it stopped, the
state of the optimiser, is not in a model.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper

from proofnets.errors import ProofNetsError
from proofnets.files import replacing_folder
from proofnets.modelfolder import (
    METADATA,
    TOKENIZER,
    Metadata,
    ModelError,
    RunInfo,
    graph_file,
    graph_names,
    read_metadata,
)
from proofnets.network.config import config_from
from proofnets.network.encoder import blank_encoder, load_tokenizer
from proofnets.network.network import Network
from proofnets.network.vocabulary import Vocabulary
from proofnets.training.checkpoint import Progress, save, weights_of
from proofnets.training.runs import add_metrics, begin_run

Arrays = dict[str, NDArray[np.float32]]


def unpack(model: Path, folder: Path) -> list[Path]:
    """Write a folder with the runs of a model's networks, `1`, `2` and so on: all of them or nothing."""
    metadata = read_metadata(model)
    if folder.exists():
        raise ProofNetsError(f"{folder} is there already: give another folder")
    graphs = {name: _arrays(model / graph_file(name)) for name in graph_names(metadata.decoders)}
    with replacing_folder(folder) as unfinished:
        for number, told in enumerate(metadata.runs):
            _write_run(unfinished / str(number + 1), model, metadata, told, graphs)
    return [folder / str(number + 1) for number in range(len(metadata.runs))]


def _write_run(run: Path, model: Path, metadata: Metadata, told: RunInfo, graphs: dict[str, Arrays]) -> None:
    """Write one run."""
    recipe = config_from(told.recipe, str(model / METADATA))
    vocabulary = Vocabulary(metadata.symbols, metadata.counts)
    for part, name, table in (
        ("encoder", "config.json", told.encoder_shape),
        ("tokenizer", "tokenizer_config.json", metadata.tokenizer_config | {"model_max_length": metadata.longest}),
    ):
        (run / part).mkdir(parents=True)
        (run / part / name).write_text(json.dumps(table), encoding="utf-8")
    shutil.copy(model / TOKENIZER, run / "tokenizer")
    network = Network(recipe, blank_encoder(recipe, run / "encoder"), len(vocabulary))
    weights = {}
    for name, wanted in weights_of(network).items():
        try:
            graph, place, turned = told.weights[name]
            array = graphs[graph][place]
        except KeyError:
            raise ModelError(f"{model} does not have {name} as it was learnt, so it cannot be unpacked") from None
        weights[name] = torch.from_numpy(array.T if turned else array)
        if weights[name].shape != wanted.shape:
            raise ModelError(f"{model} has {name} in another shape than its recipe, so it cannot be unpacked")
    network.load_state_dict(weights, strict=False)
    tokenizer = load_tokenizer(str(run / "tokenizer"))
    begin_run(run, recipe, vocabulary, told.data, tokenizer, network.encoder.model.config)
    progress = Progress(epoch=recipe.optimisation.epochs, total=told.steps, seconds=told.seconds)
    done = {"total": progress.total, "seconds": progress.seconds, "epoch": progress.epoch}
    add_metrics(run, done | told.validation)
    save(run / "best.safetensors", network, progress)


def _arrays(path: Path) -> Arrays:
    """The weights of a graph, those that were stored in fewer bits under their own names again (see `precision`)."""
    stored = {each.name: numpy_helper.to_array(each) for each in onnx.load(str(path)).graph.initializer}
    arrays = {}
    for name, array in stored.items():
        if name.endswith("_whole"):
            plain = name.removesuffix("_whole")
            arrays[plain] = array.astype(np.float32) * stored[f"{plain}_scale"]
        else:
            arrays[name.removesuffix("_half")] = array.astype(np.float32)
    return arrays
