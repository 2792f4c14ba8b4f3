"""Training: a recipe and a data set to a run folder (see `runs`).

A run folder is usable at any moment: a run that is interrupted (Ctrl-C, or a polite kill) finishes its step and saves
it; one that is killed outright loses no more than the time since its last checkpoint. Resumed, both end as if nothing
had happened: batches and dropout depend on nothing but the seed and the number of the step.
Under torchrun each process works on its share of every batch, and all take the same step.
"""

from __future__ import annotations

import ctypes
import hashlib
import random
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch

from proofnets.derivation.spelling import frame_symbols
from proofnets.errors import ProofNetsError
from proofnets.network.arithmetic import fast
from proofnets.network.config import Config
from proofnets.network.encoder import blank_encoder, load_encoder, load_tokenizer
from proofnets.network.network import Network
from proofnets.network.vocabulary import Vocabulary, vocabulary_of
from proofnets.training import processes
from proofnets.training.averages import add_to_mean, mean_of, with_mean
from proofnets.training.batches import Example, batches, collate, encode, without_words
from proofnets.training.checkpoint import Progress, Window, load, save
from proofnets.training.curves import plot
from proofnets.training.losses import Losses, losses
from proofnets.training.optimiser import learning_rate, optimiser_of, set_learning_rate
from proofnets.training.runs import (
    add_metrics,
    begin_run,
    cut_metrics,
    grown_network,
    read_data,
    read_recipe,
    read_vocabulary,
)
from proofnets.training.validation import validate
from proofnets.treebank import Sample, read_samples, split_file, symbols
from proofnets.treebank.grafts import Nursery
from proofnets.treebank.punctuation import redressed

SAVE_EVERY = 300.0
"""Seconds between checkpoints."""
AVERAGE_EVERY = 10
"""Steps between two additions to the mean of the weights."""
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


def train(
    config: Config,
    data: Path,
    run: Path,
    resume: bool,
    report: Callable[[Report], None],
    start: Path | None = None,
) -> None:
    """Train to the end of the recipe, or go on to there with a run that stopped.

    A new run starts from the pretrained encoder, or with the best network of another run.
    """
    processes.join()
    _keep_memory()
    last, best = ((run / f"{name}.safetensors").is_file() for name in ("last", "best"))
    if resume and not last:
        raise ProofNetsError(f"{run} has no run to resume")
    if (last or best) and not resume:
        raise ProofNetsError(f"{run} has a run already: give --resume to go on with it, or another folder")
    processes.total([0])  # the first process must not write before the others have looked
    train_file, dev_file = split_file(data, "train"), split_file(data, "dev")
    training, held_out = _kept(train_file, config), _kept(dev_file, config)
    if not training:
        raise ProofNetsError(f"{train_file} has no samples to train on")
    torch.manual_seed(config.optimisation.seed)
    described = {"train": _described(train_file, training), "dev": _described(dev_file, held_out)}
    runner = _resumed(config, run, described) if resume else _begun(config, run, training, described, start)
    runner.report = report
    known = [sample for sample in held_out if all(symbol in runner.vocabulary for symbol, _ in frame_symbols(sample))]
    try:
        with _interrupts() as runner.interrupts:
            runner.run(training, known)
    finally:
        processes.leave()


def _begun(config: Config, run: Path, training: Sequence[Sample], data: dict[str, Any], start: Path | None) -> _Runner:
    """A new run, with its folder."""
    vocabulary = vocabulary_of(training)
    if start:
        vocabulary = vocabulary.after(read_vocabulary(start))
        network, tokenizer = grown_network(start, config, vocabulary), load_tokenizer(str(start / "tokenizer"))
        data = data | {"start": read_data(start)}
    else:
        encoder, tokenizer = load_encoder(config)
        network = Network(config, encoder, len(vocabulary))
    network = network.to(processes.device())
    runner = _Runner(network, config, vocabulary, tokenizer, run, Progress())
    if processes.rank() == 0:
        begin_run(run, config, vocabulary, data, tokenizer, network.encoder.model.config)
    runner.save("last")
    return runner


def _resumed(config: Config, run: Path, data: dict[str, Any]) -> _Runner:
    """The run that is in a folder, as it was at its last checkpoint."""
    encoder = replace(config.encoder, name=read_recipe(run).encoder.name)  # it may have moved, and is needed no more
    if read_recipe(run) != replace(config, encoder=encoder):
        raise ProofNetsError(f"{run} was begun with another recipe: see its recipe.json")
    if any(read_data(run)[split] != data[split] for split in ("train", "dev")):
        raise ProofNetsError(f"{run} was begun with other data: see its data.json")
    vocabulary = read_vocabulary(run)
    network = Network(config, blank_encoder(config, run / "encoder"), len(vocabulary)).to(processes.device())
    runner = _Runner(network, config, vocabulary, load_tokenizer(str(run / "tokenizer")), run, Progress())
    runner.progress = load(run / "last.safetensors", network, runner.optimiser, runner.mean)
    if processes.rank() == 0:
        cut_metrics(run, runner.progress)
    return runner


class _Runner:
    """One run, while it runs."""

    report: Callable[[Report], None]
    interrupts: _Interrupts

    def __init__(
        self, network: Network, config: Config, vocabulary: Vocabulary, tokenizer: Any, folder: Path, progress: Progress
    ) -> None:
        self.network, self.config, self.vocabulary, self.tokenizer = network, config, vocabulary, tokenizer
        self.folder, self.progress = folder, progress
        self.optimiser = optimiser_of(network, config.optimisation)
        self.mean = mean_of(network) if config.optimisation.average_steps else {}
        self.padding = int(tokenizer.pad_token_id)
        blanks = (tokenizer.mask_token_id, tokenizer.unk_token_id, self.padding)
        self.blank = next(int(piece) for piece in blanks if piece is not None)
        self.saved = time.monotonic()

    def run(self, training: Sequence[Sample], held_out: Sequence[Sample]) -> None:
        """All epochs that are left."""
        settings, progress = self.config.optimisation, self.progress
        plain, known = self.encoded(training), self.encoded(held_out)
        nursery = Nursery(training if settings.graft_rate else [])
        for epoch in range(progress.epoch, settings.epochs):
            grown = nursery.grown(settings.graft_rate, random.Random(f"{settings.seed}/{epoch}/grafts"))
            varied = _redressed(
                (new if _is_kept(new, self.config) else sample for sample, new in zip(training, grown, strict=True))
                if settings.graft_rate
                else training,
                settings.punctuation_rate,
                random.Random(f"{settings.seed}/{epoch}/punctuation"),
            )
            examples = [
                example if new is sample else self.example(new)
                for sample, example, new in zip(training, plain, varied, strict=True)
            ]
            order = batches(examples, settings.batch_size, settings.batch_symbols, settings.seed, epoch)
            self.network.train()
            for number in range(progress.step, len(order)):
                stop = self.step([examples[i] for i in order[number]], len(order))
                if progress.step % REPORT_EVERY == 0 and progress.step < len(order):
                    self.tell(len(order))
                if stop or time.monotonic() - self.saved > SAVE_EVERY:
                    self.save("last")
                if stop:
                    raise KeyboardInterrupt
            self.save("last")
            self.validate(known, len(order))

    def encoded(self, samples: Iterable[Sample]) -> list[Example]:
        """Samples as numbers."""
        return [self.example(sample) for sample in samples]

    def example(self, sample: Sample) -> Example:
        """A sample as numbers, spelled as the decoders go."""
        return encode(sample, self.vocabulary, self.tokenizer, self.config.decoder.backwards)

    def step(self, examples: Sequence[Example], steps: int) -> bool:
        """One step of the optimiser, on one batch of an epoch of so many. Whether someone asked to stop after it."""
        start, progress, settings = time.monotonic(), self.progress, self.config.optimisation
        torch.manual_seed(random.Random(f"{settings.seed}/{progress.total}/{processes.rank()}").getrandbits(63))
        set_learning_rate(self.optimiser, learning_rate(progress.total + 1, steps, settings))
        self.optimiser.zero_grad()
        last: Losses | None = None
        if share := examples[processes.rank() :: processes.world()]:
            batch = collate(share, self.padding).to(processes.device())
            if settings.word_dropout_rate:
                batch = without_words(batch, settings.word_dropout_rate, self.blank)
            with fast(processes.device()):
                last = losses(self.network, batch, self.config)
        mine = [last.symbols.item(), last.links.item(), last.symbol_count, last.link_count] if last else [0] * 4
        symbol_sum, link_sum, count, links, stop = processes.total([*mine, self.interrupts.asked])
        if last:
            torch.autograd.backward(last.symbols / max(1, count) + last.links / max(1, links))
        processes.sum_gradients(self.network.parameters())
        if settings.gradient_norm:
            torch.nn.utils.clip_grad_norm_(self.network.parameters(), settings.gradient_norm)
        self.optimiser.step()
        progress.step, progress.total = progress.step + 1, progress.total + 1
        if self.mean and progress.total % AVERAGE_EVERY == 0:
            additions = max(1, min(progress.total, settings.average_steps) // AVERAGE_EVERY)
            add_to_mean(self.mean, self.network, 1 / additions)
        seconds, window = time.monotonic() - start, progress.window
        progress.seconds += seconds
        window.steps, window.symbols, window.seconds = (
            window.steps + 1,
            window.symbols + int(count),
            window.seconds + seconds,
        )
        window.symbol_loss += symbol_sum / max(1, count)
        window.link_loss += link_sum / max(1, links)
        return bool(stop)

    def tell(self, steps: int, scores: dict[str, float] | None = None) -> None:
        """Report the means since the last time, and write a line of the metrics."""
        progress, window, settings = self.progress, self.progress.window, self.config.optimisation
        progress.window = Window()
        report = Report(
            progress.epoch + 1,
            settings.epochs,
            progress.step,
            steps,
            window.symbol_loss / max(1, window.steps),
            window.link_loss / max(1, window.steps),
            learning_rate(max(1, progress.total), steps, settings),
            window.symbols / max(1e-9, window.seconds),
            scores,
        )
        if processes.rank() == 0:
            names = ("epoch", "step", "symbol_loss", "link_loss", "rate", "symbols_a_second")
            line = {"total": progress.total, "seconds": round(progress.seconds, 1)}
            add_metrics(self.folder, line | {name: getattr(report, name) for name in names} | (scores or {}))
            self.report(report)

    def validate(self, held_out: list[Example], steps: int) -> None:
        """Score the network after an epoch, and keep it if it is the best so far."""
        with with_mean(self.network, self.mean):
            with self.interrupts.allowed():  # all is saved
                scores = validate(self.network, held_out, self.vocabulary, self.config, self.padding)
            self.tell(steps, scores.to_dict())
            self.progress.epoch, self.progress.step = self.progress.epoch + 1, 0
            if scores.frames + scores.links >= self.progress.best:  # trained longer, it is surer of itself
                self.progress.best = scores.frames + scores.links
                self.save("best")
        self.save("last")
        if processes.rank() == 0:
            plot(self.folder)

    def save(self, name: str) -> None:
        """Write a checkpoint; only the last one has what is needed to go on."""
        if processes.rank() == 0:
            state = (self.optimiser, self.mean) if name == "last" else (None, None)
            save(self.folder / f"{name}.safetensors", self.network, self.progress, *state)
        self.saved = time.monotonic()


class _Interrupts:
    """Remembers that someone asked to stop, so that nothing is left half done; asked again, stops at once."""

    def __init__(self) -> None:
        self.asked = self.at_once = False

    def ask(self, number: int, frame: object) -> None:
        if self.asked or self.at_once:
            raise KeyboardInterrupt
        self.asked = True

    @contextmanager
    def allowed(self) -> Iterator[None]:
        """Where it does no harm to stop at once."""
        if self.asked:
            raise KeyboardInterrupt
        self.at_once = True
        try:
            yield
        finally:
            self.at_once = False


@contextmanager
def _interrupts() -> Iterator[_Interrupts]:
    interrupts = _Interrupts()
    if threading.current_thread() is not threading.main_thread():
        yield interrupts
        return
    before = {number: signal.signal(number, interrupts.ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield interrupts
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _redressed(samples: Iterable[Sample], rate: float, chance: random.Random) -> Iterator[Sample]:
    """Samples, a share of them with punctuation taken off or put on."""
    for sample in samples:
        yield redressed(sample, chance) if chance.random() < rate else sample


def _kept(path: Path, config: Config) -> list[Sample]:
    return [sample for sample in read_samples(path) if _is_kept(sample, config)]


def _is_kept(sample: Sample, config: Config) -> bool:
    return symbols(sample) <= config.optimisation.longest_frame


def _described(path: Path, samples: list[Sample]) -> dict[str, Any]:
    return {"samples": len(samples), "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}


def _keep_memory() -> None:
    """Have glibc keep freed memory instead of giving it back after every operation: training is faster by 7%."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError, TypeError):  # another system
        return
    mallopt(-1, 2**31 - 1)  # M_TRIM_THRESHOLD
    mallopt(-3, 2**30)  # M_MMAP_THRESHOLD
