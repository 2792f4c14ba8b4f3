"""Training: the same under a seed, the same when it was interrupted, the same with more processes."""

import json
import lzma
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file
from torch import Tensor

from proofnets.derivation import net
from proofnets.errors import ProofNetsError
from proofnets.network.config import Config, read_config
from proofnets.network.encoder import load_encoder
from proofnets.network.network import Network
from proofnets.training import train as training
from proofnets.training.checkpoint import weights_of
from proofnets.training.runs import load_network, read_data, read_metrics, read_vocabulary
from proofnets.training.train import Report, train
from proofnets.treebank import Sample, read_samples, write_samples
from tests.network import tiny
from tests.training.worker import AVERAGE_EVERY, OPTIMISATION
from tests.treebank.sentences import by_hand, sentences

ROOT = Path(__file__).parents[2]
WORKER = [sys.executable, "-m", "tests.training.worker"]


@pytest.fixture(scope="module")
def config(encoder: Path) -> Config:
    return tiny.recipe(encoder, optimisation=OPTIMISATION)


@pytest.fixture(autouse=True, scope="module")
def _often() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(training, "REPORT_EVERY", 2)
        patch.setattr(training, "AVERAGE_EVERY", AVERAGE_EVERY)
        yield


@pytest.fixture(scope="module")
def whole(config: Config, data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nothing interrupted."""
    run = tmp_path_factory.mktemp("runs") / "whole"
    train(config, data, run, False, lambda _: None)
    return run


def metrics(run: Path) -> list[dict[str, Any]]:
    """The metrics but for times."""
    return [{k: v for k, v in line.items() if k not in ("seconds", "symbols_a_second")} for line in read_metrics(run)]


def same(one: Path, other: Path) -> None:
    assert metrics(one) == metrics(other)
    for name in ("last", "best"):
        first, second = load_file(one / f"{name}.safetensors"), load_file(other / f"{name}.safetensors")
        assert first.keys() == second.keys()
        assert all(torch.equal(first[key], second[key]) for key in first)


def interrupt(when: Callable[[Report], bool], number: int = signal.SIGINT) -> Callable[[Report], None]:
    def report(report: Report) -> None:
        if when(report):
            os.kill(os.getpid(), number)

    return report


def test_a_run_is_the_same_under_a_seed_and_another_under_another(
    config: Config, data: Path, whole: Path, tmp_path: Path
) -> None:
    packed = tmp_path / "packed"  # the same data, compressed
    packed.mkdir()
    for name in ("train.jsonl", "dev.jsonl"):
        (packed / f"{name}.xz").write_bytes(lzma.compress((data / name).read_bytes()))
    train(config, packed, tmp_path / "again", False, lambda _: None)
    same(whole, tmp_path / "again")
    other = replace(config, optimisation=replace(config.optimisation, seed=1))
    train(other, data, tmp_path / "other", False, lambda _: None)
    assert metrics(whole) != metrics(tmp_path / "other")


def test_a_run_folder_has_what_it_promises(whole: Path, config: Config) -> None:
    assert {path.name for path in whole.iterdir()} == {
        "recipe.json", "vocabulary.json", "data.json", "tokenizer", "encoder",
        "last.safetensors", "best.safetensors", "metrics.jsonl", "curves.svg",
    }  # fmt: skip
    lines = read_metrics(whole)
    assert [(line["epoch"], line["step"], "frames" in line) for line in lines[:3]] == [
        (1, 2, False), (1, 4, False), (1, 5, True),
    ]  # fmt: skip
    assert len(lines) == 9
    assert all(line["symbol_loss"] > 0 and line["link_loss"] > 0 for line in lines)
    assert lines[-1]["symbol_loss"] < lines[0]["symbol_loss"]
    network, progress = load_network(whole)
    assert not network.training
    assert progress.total in (5, 10, 15)


@pytest.mark.parametrize(
    ("place", "number"), [((1, 2), signal.SIGINT), ((2, 4), signal.SIGTERM), ((2, 5), signal.SIGINT)]
)
def test_an_interrupted_run_goes_on_as_if_nothing_had_happened(
    config: Config, data: Path, whole: Path, tmp_path: Path, place: tuple[int, int], number: int
) -> None:
    run = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        train(config, data, run, False, interrupt(lambda r: (r.epoch, r.step) == place, number))
    assert len(read_metrics(run)) < 9
    train(config, data, run, True, lambda _: None)
    same(whole, run)
    train(config, data, run, True, lambda _: None)  # nothing is left to do
    same(whole, run)


def interrupted_in(monkeypatch: pytest.MonkeyPatch, name: str, number: int) -> list[int]:
    """Have training interrupted in the call of a function with this number; the numbers of its calls, as they come."""
    function, calls = getattr(training, name), list[int]()

    def interrupted(*given: Any) -> Any:
        calls.append(len(calls) + 1)
        if len(calls) == number:
            os.kill(os.getpid(), signal.SIGINT)
        return function(*given)

    monkeypatch.setattr(training, name, interrupted)
    return calls


@pytest.mark.parametrize("number", [2, 3, 5])
def test_a_run_that_is_interrupted_in_a_step_tells_all_that_it_would_have(
    config: Config, data: Path, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    run, steps = tmp_path / "run", interrupted_in(monkeypatch, "losses", number)
    with pytest.raises(KeyboardInterrupt):
        train(config, data, run, False, lambda _: None)
    assert len(steps) == number
    train(config, data, run, True, lambda _: None)
    same(whole, run)


def test_interrupted_twice_it_stops_at_once(config: Config, data: Path, whole: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"

    def impatient(report: Report) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        train(config, data, run, False, impatient)
    train(config, data, run, True, lambda _: None)
    same(whole, run)


def test_interrupted_in_validation(
    config: Config, data: Path, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = tmp_path / "run"
    interrupted_in(monkeypatch, "validate", 2)
    with pytest.raises(KeyboardInterrupt):
        train(config, data, run, False, lambda _: None)
    train(config, data, run, True, lambda _: None)
    same(whole, run)


def test_what_is_kept_is_the_mean_of_the_last_weights(
    config: Config, data: Path, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mean of all weights that were looked at, until there are as many as it is of; then it moves on."""
    looked_at: list[dict[str, Tensor]] = []

    def add(mean: dict[str, Tensor], network: Network, share: float) -> None:
        looked_at.append({name: weights.clone() for name, weights in weights_of(network).items()})
        plain(mean, network, share)

    plain = training.add_to_mean
    monkeypatch.setattr(training, "add_to_mean", add)
    one_epoch = replace(config, optimisation=replace(config.optimisation, epochs=1))
    for epochs, run in ((1, tmp_path / "short"), (3, tmp_path / "long")):
        looked_at.clear()
        settings = replace(one_epoch.optimisation, epochs=epochs)
        train(replace(config, optimisation=settings), data, run, False, lambda _: None)
        assert len(looked_at) == 5 * epochs // AVERAGE_EVERY
        wanted = looked_at[0]
        for number, weights in enumerate(looked_at[1:], 2):
            share = 1 / min(number, OPTIMISATION["average_steps"] // AVERAGE_EVERY)
            wanted = {name: wanted[name] + share * (weights[name] - wanted[name]) for name in wanted}
        last, kept = load_file(run / "last.safetensors"), weights_of(load_network(run)[0])
        for name, tensor in last.items():
            if name.startswith("mean."):
                torch.testing.assert_close(tensor, wanted[name.removeprefix("mean.")])
        if epochs == 1:  # it is the best
            for name, weights in kept.items():
                torch.testing.assert_close(weights, wanted[name])
                assert torch.equal(weights, last.get(f"mean.{name}", last[f"network.{name}"]))
            assert any(not torch.equal(weights, last[f"network.{name}"]) for name, weights in kept.items())
    same(whole, tmp_path / "long")


def test_epochs_differ_in_punctuation_and_samples_stay_nets(
    config: Config, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoded: list[Sample] = []

    def note(sample: Sample, *given: Any) -> Any:
        encoded.append(sample)
        return plain(sample, *given)

    plain = training.encode
    monkeypatch.setattr(training, "encode", note)
    settings = replace(config.optimisation, epochs=2, graft_rate=0.0, punctuation_rate=0.5)
    train(replace(config, optimisation=settings), data, tmp_path / "run", False, lambda _: None)
    changed = encoded[2 * len(sentences()) :]  # behind those of training and development as they are
    assert 10 <= len(changed) <= 30  # half of twenty sentences, twice
    for sample in changed:
        assert None not in sample.types  # all sentences have a mark at their end, which is taken off
        assert net(sample).term
    assert len({sample.id for sample in changed}) > 10


def test_a_run_starts_from_another(config: Config, whole: Path, tmp_path: Path) -> None:
    """Weights are those of the other run; symbols that it does not know get new rows behind its own."""
    samples = sentences()[:4]
    word = by_hand("new/1", "xa/x_new slaapt/◇su x_new ⊸ s_main", "s_main")
    for name in ("train", "dev"):
        write_samples([*samples, word], tmp_path / f"{name}.jsonl")
    optimisation = replace(config.optimisation, epochs=1, peak_lr=0.0, schedule="linear", weight_decay=0.0)
    recipe = replace(config, optimisation=optimisation)
    train(recipe, tmp_path, tmp_path / "run", False, lambda _: None, start=whole)
    before, after = read_vocabulary(whole), read_vocabulary(tmp_path / "run")
    assert after.symbols == (*before.symbols, "x_new")
    assert after.counts[-1] == 2
    assert read_data(tmp_path / "run")["start"] == read_data(whole)
    first, second = load_network(whole)[0].state_dict(), load_network(tmp_path / "run")[0].state_dict()
    for name, tensor in first.items():
        assert torch.equal(second[name][: len(tensor)], tensor), name
    both = replace(recipe, decoder=replace(recipe.decoder, direction="both"))
    train(both, tmp_path, tmp_path / "both", False, lambda _: None, start=whole)
    grown = weights_of(load_network(tmp_path / "both")[0])
    for name, tensor in weights_of(load_network(whole)[0]).items():
        assert torch.equal(grown[name][: len(tensor)], tensor), name
        if name.startswith("taggers."):  # the new decoder begins as the one that was there
            assert torch.equal(grown[name.replace("forwards", "backwards")], tensor), name
    turned = replace(recipe, decoder=replace(recipe.decoder, direction="backwards"))
    train(turned, tmp_path, tmp_path / "turned", False, lambda _: None, start=tmp_path / "both")
    (tagger,) = load_network(tmp_path / "turned")[0].supertaggers
    assert tagger.backwards
    wider = replace(recipe, decoder=replace(recipe.decoder, layers=config.decoder.layers + 1))
    with pytest.raises(ProofNetsError, match="another shape"):
        train(wider, tmp_path, tmp_path / "other", False, lambda _: None, start=whole)


def test_a_run_goes_on_with_more_layers(config: Config, data: Path, encoder: Path, tmp_path: Path) -> None:
    """Weights that both have are the run's; the layer that is new is the pretrained encoder's, all but."""
    first = replace(config.optimisation, epochs=1)
    lower = replace(config, encoder=replace(config.encoder, layers=1), optimisation=first)
    train(lower, data, tmp_path / "lower", False, lambda _: None)
    still = replace(first, peak_lr=0.0, schedule="linear", weight_decay=0.0)
    deeper = replace(config, encoder=replace(config.encoder, layers=2), optimisation=still)
    train(deeper, data, tmp_path / "deeper", False, lambda _: None, start=tmp_path / "lower")
    before, after = (weights_of(load_network(tmp_path / name)[0]) for name in ("lower", "deeper"))
    for name, tensor in before.items():
        assert torch.equal(after[name], tensor), name
    new = after.keys() - before.keys()
    assert new
    assert all(name.startswith("encoder.model.encoder.layer.1.") for name in new)
    other = replace(deeper, encoder=replace(deeper.encoder, name=str(tiny.bert(tmp_path / "other", 2, 16))))
    with pytest.raises(ProofNetsError, match=r"is not the encoder that .*lower began with"):
        train(other, data, tmp_path / "none", False, lambda _: None, start=tmp_path / "lower")
    train(lower, data, tmp_path / "shallower", False, lambda _: None, start=tmp_path / "deeper")
    assert load_network(tmp_path / "shallower")[0].encoder.model.config.num_hidden_layers == 1
    name = "encoder.model.encoder.layer.1.attention.self.query.weight"
    assert torch.equal(after[name], weights_of(Network(config, load_encoder(config)[0], 10))[name])


def test_a_killed_run_goes_on(config: Config, data: Path, encoder: Path, whole: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    command = [*WORKER, str(encoder), str(data), str(run)]
    with subprocess.Popen([*command, "often"], cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("2 3"):
                process.kill()
                break
    with (run / "metrics.jsonl").open("a") as file:
        file.write('{"total": 8, "epo')  # as if it had been killed while writing
    subprocess.run([*command, "resume"], cwd=ROOT, check=True, capture_output=True)
    for name in ("last", "best"):
        first, second = load_file(whole / f"{name}.safetensors"), load_file(run / f"{name}.safetensors")
        assert all(torch.equal(first[key], second[key]) for key in first)
    assert [line["total"] for line in read_metrics(run)] == list(range(1, 16))


def test_two_processes_take_the_step_of_one(encoder: Path, data: Path, tmp_path: Path) -> None:
    arguments = [str(encoder), str(data)]
    launcher = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    two = [*launcher, "-m", "tests.training.worker", *arguments, str(tmp_path / "two"), "once"]
    subprocess.run(two, cwd=ROOT, check=True, capture_output=True, env=environment, timeout=120)
    subprocess.run([*WORKER, *arguments, str(tmp_path / "one"), "once"], cwd=ROOT, check=True, capture_output=True)
    one, other = (load_file(tmp_path / name / "last.safetensors") for name in ("one", "two"))
    gradients = [name for name in one if name.startswith("optimiser.exp_avg.")]
    assert len(gradients) > 50
    for name in gradients:  # after one step, a tenth of the gradient
        scale = one[name].abs().max().item()
        torch.testing.assert_close(other[name], one[name], atol=1e-4 * scale + 1e-9, rtol=1e-3, msg=name)
    lines, others = metrics(tmp_path / "one"), metrics(tmp_path / "two")
    for line, other_line in zip(lines, others, strict=True):
        assert line == pytest.approx(other_line, rel=1e-4)


def test_the_paper_s_recipe_with_another_encoder(encoder: Path, data: Path, tmp_path: Path) -> None:
    paper = read_config(ROOT / "configs" / "paper.toml")
    settings = replace(paper.optimisation, epochs=2)
    config = replace(paper, encoder=replace(paper.encoder, name=str(encoder)), optimisation=settings)
    train(config, data, tmp_path / "run", False, lambda _: None)
    first, last = (line for line in read_metrics(tmp_path / "run") if "frames" in line)
    assert last["symbol_loss"] < first["symbol_loss"]


def test_a_recipe_with_everything_else(encoder: Path, data: Path, tmp_path: Path) -> None:
    config = tiny.recipe(
        encoder,
        encoder={"mix": True, "layers": 1},
        sinkhorn={"gumbel_noise": 1.0},
        optimisation={"epochs": 1, "lr_scale_encoder_embedding": 0.1},
    )
    train(config, data, tmp_path / "run", False, lambda _: None)
    assert load_network(tmp_path / "run")[0].encoder.mix is not None


@pytest.mark.parametrize("damage", ["short", "flipped", "empty", "other"])
def test_a_damaged_checkpoint_is_refused(config: Config, data: Path, whole: Path, tmp_path: Path, damage: str) -> None:
    run = tmp_path / "run"
    shutil.copytree(whole, run)
    path = run / "last.safetensors"
    content = bytearray(path.read_bytes())
    if damage == "flipped":
        content[-100] ^= 1
    path.write_bytes(content[: {"short": 5000, "empty": 0}.get(damage, len(content))])
    if damage == "other":
        shape = json.loads((run / "encoder" / "config.json").read_text())
        (run / "encoder" / "config.json").write_text(json.dumps(shape | {"intermediate_size": 12}))
    with pytest.raises(ProofNetsError, match="another recipe" if damage == "other" else "damaged") as error:
        train(config, data, run, True, lambda _: None)
    assert "\n" not in str(error.value)


def test_what_cannot_be_trained_is_refused(config: Config, data: Path, whole: Path, tmp_path: Path) -> None:
    def refused(message: str, config: Config, data: Path, run: Path, resume: bool) -> None:
        with pytest.raises(ProofNetsError, match=message) as error:
            train(config, data, run, resume, lambda _: None)
        assert "\n" not in str(error.value)

    other = replace(config, optimisation=replace(config.optimisation, epochs=4))
    changed = tmp_path / "changed"
    tiny.data(changed, times=2)
    empty = tmp_path / "empty"
    empty.mkdir()
    for name in ("train.jsonl", "dev.jsonl"):
        write_samples([], empty / name)
    refused("has a run already", config, data, whole, False)
    refused("no run to resume", config, data, tmp_path, True)
    refused("begun with another recipe", other, data, whole, True)
    refused("begun with other data", config, changed, whole, True)
    shutil.copy(data / "train.jsonl", changed)
    write_samples(sentences() * 2, changed / "dev.jsonl")
    refused("begun with other data", config, changed, whole, True)  # now only what decides which network is best
    first, *rest = read_samples(data / "train.jsonl")
    write_samples([replace(first, links=first.links[1:]), *rest], changed / "train.jsonl")
    refused("do not fit its types: see `proofnets check`", config, changed, tmp_path / "wrong", False)
    refused("cannot be read", config, tmp_path, tmp_path / "run", False)
    refused("has no samples", config, empty, tmp_path / "run", False)
    with pytest.raises(ProofNetsError, match="is no run folder"):
        load_network(tmp_path)


def test_an_encoder_that_is_not_there() -> None:
    with pytest.raises(ProofNetsError, match="there is no encoder in /nowhere"):
        load_encoder(tiny.recipe(Path("/nowhere")))


def test_the_hub_out_of_reach() -> None:
    code = (
        "from pathlib import Path\nfrom proofnets.network.encoder import load_encoder\nfrom tests.network import tiny\n"
        "try:\n load_encoder(tiny.recipe(Path('GroNLP/no-such-encoder')))\nexcept Exception as e:\n print(repr(e))"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "HF_HUB_OFFLINE": "1"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert found.stdout.startswith("ProofNetsError")
    assert "the encoder GroNLP/no-such-encoder could not be loaded: " in found.stdout
    assert found.stdout.count("\n") == 1
