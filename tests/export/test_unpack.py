"""Unpack: what comes out of a model is what went into it, and can be trained further."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
import pytest
import torch
from onnx import numpy_helper

from proofnets.errors import ProofNetsError
from proofnets.export import precision as precisions
from proofnets.export.export import export
from proofnets.export.unpack import unpack
from proofnets.modelfolder import read_metadata, sealed
from proofnets.training.checkpoint import weights_of
from proofnets.training.runs import load_network, read_data, read_metrics, read_recipe, read_vocabulary
from proofnets.training.train import train
from tests.network import tiny

TOGETHER = {"two": [0, 1], "both ways": [0, 2]}
"""The networks of models: two of a kind, and one with another that types the last word first and has its own table of
pieces. One by itself, and two directions with one table, are tested in `test_export`."""
CLOSE = {"float32": 0, "float16": 1e-3, "int8": 0.005}
"""How far weights may be from what they were, in shares of the largest."""


@pytest.fixture(scope="module")
def runs(encoder: Path, data: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Three networks that have learnt a little, apart; the last goes backwards, and its table of pieces learns too."""
    folder = tmp_path_factory.mktemp("runs")
    for seed in (1, 2, 3):
        settings = {"epochs": 1, "seed": seed, "lr_scale_encoder_embedding": 0.1 if seed == 3 else 0.0}
        recipe = tiny.recipe(
            encoder, decoder={"direction": "backwards" if seed == 3 else "forwards"}, optimisation=settings
        )
        train(recipe, data, folder / str(seed), False, lambda _: None)
    return [folder / "1", folder / "2", folder / "3"]


@pytest.fixture(scope="module", autouse=True)
def _small_tables() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(precisions, "TABLE", 30)  # so that the pieces of a tiny encoder make a table, too
        yield


@pytest.fixture(scope="module")
def models(runs: list[Path], tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Path]:
    """Models by their networks and their precision."""
    folder, models = tmp_path_factory.mktemp("models"), {}
    for together, numbers in TOGETHER.items():
        for precision in CLOSE:
            models[together, precision] = folder / f"{together} {precision}"
            export([runs[i] for i in numbers], models[together, precision], precision, {"licence": "none"})
    return models


@pytest.mark.parametrize("precision", CLOSE)
@pytest.mark.parametrize("together", TOGETHER)
def test_networks_come_back(
    runs: list[Path], models: dict[tuple[str, str], Path], together: str, precision: str, tmp_path: Path
) -> None:
    unpacked = unpack(models[together, precision], tmp_path / "runs")
    assert [path.name for path in unpacked] == ["1", "2"]
    for run, before in zip(unpacked, (runs[i] for i in TOGETHER[together]), strict=True):
        found, wanted = (weights_of(load_network(each)[0]) for each in (run, before))
        assert found.keys() == wanted.keys()
        for name, tensor in wanted.items():
            assert (found[name] - tensor).abs().max() <= CLOSE[precision] * tensor.abs().max(), name
        assert read_vocabulary(run) == read_vocabulary(before)
        assert read_data(run) == read_data(before)
        assert read_recipe(run).optimisation == read_recipe(before).optimisation
        assert read_recipe(run).decoder == read_recipe(before).decoder
        names = ("types", "frames", "links")
        assert [read_metrics(run)[-1][name] for name in names] == [read_metrics(before)[-1][name] for name in names]


def test_tables_are_there_once_only_if_they_are_the_same(models: dict[tuple[str, str], Path]) -> None:
    for together, count in (("two", 1), ("both ways", 2)):
        weights = onnx.load(str(models[together, "float32"] / "encode.onnx")).graph.initializer
        pieces = read_metadata(models[together, "float32"]).pieces
        assert sum(weight.dims[:1] == [pieces] for weight in weights) == count


def test_unpacked_and_exported_again_a_model_is_the_same(models: dict[tuple[str, str], Path], tmp_path: Path) -> None:
    model = models["both ways", "int8"]
    export(unpack(model, tmp_path / "runs"), tmp_path / "again", card={"licence": "none"})
    for name in ("encode", "step", "step_back", "link"):
        before, after = (onnx.load(str(folder / f"{name}.onnx")) for folder in (model, tmp_path / "again"))
        assert list(before.graph.node) == list(after.graph.node)
        for one, other in zip(before.graph.initializer, after.graph.initializer, strict=True):
            assert one.name == other.name
            arrays = numpy_helper.to_array(one), numpy_helper.to_array(other)
            if one.name.endswith("_scale"):  # the largest number, divided by 127 and multiplied with it again
                assert np.allclose(*arrays, rtol=1e-6, atol=0)
            else:
                assert np.array_equal(*arrays), one.name
    before, after = (json.loads((folder / "model.json").read_text()) for folder in (model, tmp_path / "again"))
    assert before["files"]["tokenizer.json"] == after["files"]["tokenizer.json"]
    del before["files"], after["files"]
    assert before == after


def test_an_unpacked_network_is_trained_further(
    models: dict[tuple[str, str], Path], encoder: Path, data: Path, tmp_path: Path
) -> None:
    _, second = unpack(models["two", "int8"], tmp_path / "new" / "runs")
    with pytest.raises(ProofNetsError, match="has a run already"):
        train(tiny.recipe(encoder), data, second, False, lambda _: None)
    start = load_network(second)[0]
    recipe = tiny.recipe(encoder, optimisation={"epochs": 1, "seed": 3, "peak_lr": 1e-9})
    train(recipe, data, tmp_path / "further", False, lambda _: None, second)
    trained = load_network(tmp_path / "further")[0]
    for name, tensor in weights_of(start).items():
        assert torch.allclose(weights_of(trained)[name], tensor, atol=1e-6), name
    assert read_data(tmp_path / "further")["start"] == read_data(second)


def test_what_cannot_be_unpacked_is_refused(models: dict[tuple[str, str], Path], tmp_path: Path) -> None:
    with pytest.raises(ProofNetsError, match=r"has no model\.json"):
        unpack(tmp_path, tmp_path / "runs")
    model, old = models["two", "int8"], tmp_path / "old"
    shutil.copytree(model, old)
    metadata = json.loads((model / "model.json").read_text())

    def refused(message: str) -> None:
        (old / "model.json").write_text(json.dumps(sealed(metadata)))
        with pytest.raises(ProofNetsError, match=message):
            unpack(old, tmp_path / "runs")

    recipe = metadata["runs"][1]["recipe"]
    recipe["encoder"]["mix"] = True  # a graph has no weights of a mix, but its shares
    refused(r"does not have encoder\.mix as it was learnt")
    recipe["encoder"]["mix"] = False
    recipe["decoder"]["feed_forward_dimensionality"] = 65
    refused(r"has taggers\.forwards\.stack\.layers\.0\.feed_forward\.0\.weight in another shape")
    recipe["decoder"]["layers"] = 2.5
    refused(r"layers in \[decoder\] must be a whole number")
    metadata["runs"][1]["encoder_shape"] = {}
    recipe["decoder"]["layers"] = 1
    refused("has no config.json of an encoder")
    metadata["runs"].pop()
    metadata["symbols"].pop()
    refused("counts must be a number from 0 on for each symbol")
    shutil.copy(model / "model.json", old)
    shutil.copy(models["two", "float16"] / "step.onnx", old)
    with pytest.raises(ProofNetsError, match=r"step\.onnx is not what was exported"):
        unpack(old, tmp_path / "runs")
    assert {path.name for path in tmp_path.iterdir()} == {"old"}
    unpack(model, tmp_path / "runs")
    with pytest.raises(ProofNetsError, match="is there already"):
        unpack(model, tmp_path / "runs")
