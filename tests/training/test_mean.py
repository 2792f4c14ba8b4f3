"""The mean of runs."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from proofnets.errors import ProofNetsError
from proofnets.network.config import Config
from proofnets.network.encoder import load_tokenizer
from proofnets.training.averages import mean_of
from proofnets.training.checkpoint import Progress, save, weights_of
from proofnets.training.mean import mean
from proofnets.training.optimiser import optimiser_of
from proofnets.training.runs import begin_run, load_network, read_metrics, read_recipe, read_vocabulary
from tests.network import tiny
from tests.training.everything import everything


@pytest.fixture
def config(encoder: Path) -> Config:
    return tiny.recipe(encoder)


def write(run: Path, config: Config, change: float) -> Path:
    """A run with the weights of a network that has learnt nothing, all but its embeddings of pieces changed."""
    network, _, vocabulary = everything(config)
    with torch.no_grad():
        for name, parameter in network.named_parameters():
            if "embeddings" not in name:
                parameter += change
    shape = network.encoder.model.config
    begin_run(run, config, vocabulary, {}, load_tokenizer(config.encoder.name), shape)
    save(run / "best.safetensors", network, Progress(epoch=2, total=10))
    return run


def test_weights_are_the_mean_and_what_is_shared_stays_what_it_is(config: Config, tmp_path: Path) -> None:
    runs = [write(tmp_path / str(number), config, change) for number, change in enumerate((0.0, 1.0, 5.0))]
    mean(runs, tmp_path / "mean")
    first, found = (weights_of(load_network(run)[0]) for run in (runs[0], tmp_path / "mean"))
    for name, tensor in first.items():
        if "embeddings" in name:
            assert torch.equal(found[name], tensor)
        elif tensor.is_floating_point():
            torch.testing.assert_close(found[name], tensor + 2)
    assert read_recipe(tmp_path / "mean") == config
    assert read_vocabulary(tmp_path / "mean") == read_vocabulary(runs[0])
    assert read_metrics(tmp_path / "mean") == []
    assert {path.name for path in tmp_path.iterdir()} == {"0", "1", "2", "mean"}


@pytest.mark.parametrize("steps", [0, 10])
def test_the_end_of_a_run_counts_too(config: Config, tmp_path: Path, steps: int) -> None:
    config = replace(config, optimisation=replace(config.optimisation, average_steps=steps))
    runs = [write(tmp_path / str(number), config, change) for number, change in enumerate((0.0, 1.0))]
    network, _ = load_network(write(tmp_path / "end", config, 5.0))
    optimiser = optimiser_of(network, config.optimisation)
    average = {name: tensor + 3 for name, tensor in mean_of(network).items()} if steps else {}
    save(runs[1] / "last.safetensors", network, Progress(epoch=3, total=20), optimiser, average)
    mean(runs, tmp_path / "mean")
    first, found = (weights_of(load_network(run)[0]) for run in (runs[0], tmp_path / "mean"))
    for name in average or ("taggers.forwards.words.project.bias",):
        torch.testing.assert_close(found[name], first[name] + (3 if steps else 2))


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
def test_runs_of_both_directions_have_both_decoders(encoder: Path, tmp_path: Path, order: tuple[int, ...]) -> None:
    """What all have is their mean, and each decoder that of those that have it."""
    ways = ("forwards", "backwards", "backwards")
    recipes = [tiny.recipe(encoder, decoder={"direction": way}) for way in ways]
    runs = [write(tmp_path / str(number), recipes[number], float(number)) for number in range(3)]
    mean([runs[number] for number in order], tmp_path / "mean")
    found = load_network(tmp_path / "mean")[0]
    assert [tagger.backwards for tagger in found.supertaggers] == [False, True]
    assert read_recipe(tmp_path / "mean") == replace(
        recipes[order[0]], decoder=replace(recipes[0].decoder, direction="both")
    )
    forwards, _, backwards = (weights_of(load_network(run)[0]) for run in runs)
    for name, tensor in weights_of(found).items():
        if name.startswith("taggers.forwards."):
            torch.testing.assert_close(tensor, forwards[name])
        elif name.startswith("taggers.backwards."):
            torch.testing.assert_close(tensor, backwards[name] - 0.5)
        elif tensor.is_floating_point() and "embeddings" not in name:
            torch.testing.assert_close(tensor, forwards[name] + 1)
    mean([runs[0], tmp_path / "mean"], tmp_path / "again")  # a run of both goes with one of either
    assert len(load_network(tmp_path / "again")[0].supertaggers) == 2


def test_what_has_no_mean_is_refused(config: Config, encoder: Path, tmp_path: Path) -> None:
    first = write(tmp_path / "first", config, 0.0)

    def refused(message: str, *runs: Path, output: str = "mean") -> None:
        with pytest.raises(ProofNetsError, match=message) as error:
            mean(runs, tmp_path / output)
        assert "\n" not in str(error.value)
        assert not (tmp_path / "mean").exists()

    refused("two runs or more", first)
    refused("is there already", first, first, output="first")
    refused("is no run folder", first, tmp_path / "none")
    wider = write(tmp_path / "wider", tiny.recipe(encoder, decoder={"feed_forward_dimensionality": 65}), 0.0)
    refused("networks of different shapes", first, wider)
    other = write(tmp_path / "other", config, 0.0)
    table = json.loads((other / "vocabulary.json").read_text())
    table["symbols"][5:7] = table["symbols"][6:4:-1]
    (other / "vocabulary.json").write_text(json.dumps(table))
    refused("do not have the same symbols", first, other)
