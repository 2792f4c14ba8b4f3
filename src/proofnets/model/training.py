"""Training: a recipe and a data set to a run folder.

A run folder has the recipe, the vocabulary and the encoder's tokeniser; `last.safetensors` to go on from, and
`best.safetensors` to export; `metrics.jsonl` with a line for each validation and every few steps, and `curves.svg`.
It is usable at any moment: a run that is interrupted or killed loses no more than the time since its last checkpoint,
and when resumed ends as if nothing had happened.
Under torchrun each process works on its share of every batch, and all take the same step.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, distributed

from proofnets.errors import ProofNetsError
from proofnets.model.batches import Example, batches, collate, encode
from proofnets.model.checkpoint import Progress, load, save
from proofnets.model.config import Config, config_from
from proofnets.model.encoder import load_encoder
from proofnets.model.losses import Losses, losses
from proofnets.model.network import Network
from proofnets.model.optimiser import learning_rate, optimiser_of, set_learning_rate
from proofnets.model.validation import validate
from proofnets.model.vocabulary import Vocabulary, vocabulary_of
from proofnets.treebank import Sample, read_samples, symbols

SAVE_EVERY = 300.0
"""Seconds between checkpoints."""
REPORT_EVERY = 20
"""Steps between two lines of the metrics."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a run tells of itself as it goes."""

    epoch: int
    epochs: int
    step: int
    steps: int
    symbol_loss: float
    link_loss: float
    rate: float
    symbols_a_second: float
    scores: dict[str, float] | None = None


def train(config: Config, data: Path, run: Path, resume: bool, report: Callable[[Report], None]) -> None:
    """Train to the end of the recipe, from the start or from where a run stopped."""
    _join_processes()
    lead = _rank() == 0
    if resume and not (run / "last.safetensors").is_file():
        raise ProofNetsError(f"{run} has no run to resume")
    if not resume and (run / "last.safetensors").exists():
        raise ProofNetsError(f"{run} has a run already: give --resume to go on with it, or another folder")
    torch.manual_seed(config.optimisation.seed)
    training = _kept(read_samples(data / "train.jsonl"), config.optimisation.longest_frame)
    if not training:
        raise ProofNetsError(f"{data / 'train.jsonl'} has no samples to train on")
    vocabulary = read_vocabulary(run) if resume else vocabulary_of(training)
    encoder, tokenizer = load_encoder(config.encoder)
    network = Network(config, encoder, len(vocabulary)).to(_device())
    optimiser = optimiser_of(network, config.optimisation)
    if lead and not resume:
        _begin(run, config, vocabulary, tokenizer, encoder.model.config)
    progress = load(run / "last.safetensors", network, optimiser) if resume else Progress()
    if not resume:
        torch.manual_seed(config.optimisation.seed + 1 + _rank())
    padding = int(tokenizer.pad_token_id)
    examples = [encode(sample, vocabulary, tokenizer) for sample in training]
    known = [
        s for s in _kept(read_samples(data / "dev.jsonl"), config.optimisation.longest_frame) if _known(s, vocabulary)
    ]
    held_out = [encode(sample, vocabulary, tokenizer) for sample in known]
    runner = _Runner(network, optimiser, config, vocabulary, padding, run, progress, report)
    try:
        runner.run(examples, held_out)
    except KeyboardInterrupt:
        if lead:
            save(run / "last.safetensors", network, progress, optimiser)
        raise


class _Runner:
    """One run, while it runs."""

    def __init__(
        self,
        network: Network,
        optimiser: torch.optim.Optimizer,
        config: Config,
        vocabulary: Vocabulary,
        padding: int,
        folder: Path,
        progress: Progress,
        report: Callable[[Report], None],
    ) -> None:
        self.network, self.optimiser, self.config, self.vocabulary = network, optimiser, config, vocabulary
        self.padding, self.folder, self.progress, self.report = padding, folder, progress, report
        self.saved = time.monotonic()

    def run(self, examples: list[Example], held_out: list[Example]) -> None:
        """All epochs that are left."""
        settings, progress = self.config.optimisation, self.progress
        for epoch in range(progress.epoch, settings.epochs):
            order = batches(examples, settings.batch_size, settings.seed, epoch)
            self.network.train()
            window = _Window()
            for number in range(progress.step, len(order)):
                start = time.monotonic()
                result = self.step([examples[i] for i in order[number]], len(order))
                progress.step, progress.total = number + 1, progress.total + 1
                progress.seconds += time.monotonic() - start
                window.add(result, time.monotonic() - start)
                if progress.total % REPORT_EVERY == 0:
                    self.tell(epoch, len(order), window)
                    window = _Window()
                if time.monotonic() - self.saved > SAVE_EVERY:
                    self.save("last")
            progress.epoch, progress.step = epoch + 1, 0
            self.validate(epoch, len(order), window, held_out)

    def step(self, examples: Sequence[Example], steps_an_epoch: int) -> tuple[float, float, int]:
        """One step of the optimiser on one batch; the mean losses and the number of symbols."""
        settings = self.config.optimisation
        set_learning_rate(self.optimiser, learning_rate(self.progress.total + 1, steps_an_epoch, settings))
        self.optimiser.zero_grad()
        share = examples[_rank() :: _world()]
        found: Losses | None = None
        if share:
            batch = collate(share, self.padding).to(_device())
            with torch.autocast("cuda", torch.bfloat16, enabled=torch.cuda.is_available()):
                found = losses(self.network, batch, self.config)
        counts = torch.tensor([found.symbol_count, found.link_count] if found else [0, 0], dtype=torch.float64)
        totals = _sum(counts).clamp(min=1)
        if found:
            torch.autograd.backward(found.symbols / float(totals[0]) + found.links / float(totals[1]))
        if _world() > 1:
            for parameter in self.network.parameters():
                if parameter.requires_grad:
                    parameter.grad = _sum(torch.zeros_like(parameter) if parameter.grad is None else parameter.grad)
        if settings.gradient_norm:
            torch.nn.utils.clip_grad_norm_(self.network.parameters(), settings.gradient_norm)
        self.optimiser.step()
        sums = torch.tensor([float(found.symbols), float(found.links)] if found else [0.0, 0.0], dtype=torch.float64)
        mean = _sum(sums) / totals
        return float(mean[0]), float(mean[1]), int(totals[0])

    def tell(self, epoch: int, steps: int, window: _Window, scores: dict[str, float] | None = None) -> None:
        """Report, and write a line of the metrics."""
        settings = self.config.optimisation
        report = Report(
            epoch + 1,
            settings.epochs,
            self.progress.step or steps,
            steps,
            window.symbol_loss,
            window.link_loss,
            learning_rate(max(1, self.progress.total), steps, settings),
            window.symbols_a_second,
            scores,
        )
        if _rank() == 0:
            line = {"total": self.progress.total, "seconds": round(self.progress.seconds, 1)} | _plain(report)
            with (self.folder / "metrics.jsonl").open("a", encoding="utf-8") as metrics:
                metrics.write(json.dumps(line) + "\n")
            self.report(report)

    def validate(self, epoch: int, steps: int, window: _Window, held_out: list[Example]) -> None:
        """Score the network after an epoch, and keep it if it is the best so far."""
        if _rank() == 0:
            found = validate(self.network, held_out, self.vocabulary, self.config, self.padding)
            self.tell(epoch, steps, window, found.to_dict())
            score = found.frames + found.links
            if score > self.progress.best:
                self.progress.best = score
                self.save("best")
            self.save("last")
            plot(self.folder)

    def save(self, name: str) -> None:
        """Write a checkpoint; only the last one has what is needed to go on."""
        if _rank() == 0:
            optimiser = self.optimiser if name == "last" else None
            save(self.folder / f"{name}.safetensors", self.network, self.progress, optimiser)
            self.saved = time.monotonic()


class _Window:
    """Means since the last report."""

    def __init__(self) -> None:
        self.steps = self.symbols = 0
        self.symbol_sum = self.link_sum = self.seconds = 0.0

    def add(self, result: tuple[float, float, int], seconds: float) -> None:
        self.steps += 1
        self.symbol_sum += result[0]
        self.link_sum += result[1]
        self.symbols += result[2]
        self.seconds += seconds

    @property
    def symbol_loss(self) -> float:
        return self.symbol_sum / max(1, self.steps)

    @property
    def link_loss(self) -> float:
        return self.link_sum / max(1, self.steps)

    @property
    def symbols_a_second(self) -> float:
        return self.symbols / max(1e-9, self.seconds)


def _plain(report: Report) -> dict[str, Any]:
    names = ("epoch", "step", "symbol_loss", "link_loss", "rate", "symbols_a_second")
    return {name: getattr(report, name) for name in names} | (report.scores or {})


def _kept(samples: Any, longest: int) -> list[Sample]:
    return [sample for sample in samples if symbols(sample) <= longest]


def _known(sample: Sample, vocabulary: Vocabulary) -> bool:
    from proofnets.model.vocabulary import frame_symbols

    return all(symbol in vocabulary for symbol, _ in frame_symbols(sample))


def _begin(run: Path, config: Config, vocabulary: Vocabulary, tokenizer: Any, encoder: Any) -> None:
    """Write what does not change in a run."""
    run.mkdir(parents=True, exist_ok=True)
    tokenizer.save_pretrained(str(run / "tokenizer"))
    encoder.save_pretrained(str(run / "encoder"))
    (run / "recipe.json").write_text(json.dumps(config.to_dict(), indent=1), encoding="utf-8")
    table = {"symbols": vocabulary.symbols, "counts": vocabulary.counts}
    (run / "vocabulary.json").write_text(json.dumps(table, ensure_ascii=False, indent=1), encoding="utf-8")
    (run / "metrics.jsonl").write_text("", encoding="utf-8")


def read_vocabulary(run: Path) -> Vocabulary:
    """The vocabulary of a run."""
    table = json.loads((run / "vocabulary.json").read_text(encoding="utf-8"))
    return Vocabulary(tuple(table["symbols"]), tuple(table["counts"]))


def read_recipe(run: Path) -> Config:
    """The recipe of a run."""
    try:
        return config_from(json.loads((run / "recipe.json").read_text(encoding="utf-8")), str(run / "recipe.json"))
    except (OSError, ValueError) as error:
        raise ProofNetsError(f"{run} is no run folder: {error}") from None


def plot(run: Path) -> None:
    """Draw the curves of a run's metrics."""
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib import pyplot

    lines = [json.loads(line) for line in (run / "metrics.jsonl").read_text(encoding="utf-8").splitlines()]
    scored = [line for line in lines if "frames" in line]
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.2), layout="constrained")
    for name in ("symbol_loss", "link_loss"):
        left.plot([line["total"] for line in lines], [line[name] for line in lines], label=name.replace("_", " "))
    for name in ("symbols", "types", "frames", "links"):
        right.plot([line["epoch"] for line in scored], [line[name] for line in scored], marker=".", label=name)
    left.set(xlabel="steps", ylabel="loss", yscale="log")
    right.set(xlabel="epochs", ylabel="right", ylim=(0, 1))
    left.legend(frameon=False)
    right.legend(frameon=False)
    unfinished = run / f".curves.{os.getpid()}.svg"
    figure.savefig(unfinished)
    pyplot.close(figure)
    unfinished.replace(run / "curves.svg")


def _device() -> torch.device:
    return torch.device(f"cuda:{_local_rank()}" if torch.cuda.is_available() else "cpu")


def _local_rank() -> int:
    return int(os.environ.get("LOCAL_RANK", "0"))


def _rank() -> int:
    return distributed.get_rank() if distributed.is_initialized() else 0


def _world() -> int:
    return distributed.get_world_size() if distributed.is_initialized() else 1


def _join_processes() -> None:
    """Under torchrun, find the other processes."""
    if int(os.environ.get("WORLD_SIZE", "1")) > 1 and not distributed.is_initialized():
        distributed.init_process_group("nccl" if torch.cuda.is_available() else "gloo")


def _sum(tensor: Tensor) -> Tensor:
    """The sum over all processes."""
    if _world() > 1:
        distributed.all_reduce(tensor)
    return tensor
