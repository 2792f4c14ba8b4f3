"""Jobs: a corpus is parsed shard by shard, and what is done is done, whatever ends the job.

A shard is written aside and takes its name in one step when all of it is there (`proofnets.files`): what has its name
is done, exactly once. A job that is started again does what is left. A shard that fails, or whose worker dies, is tried
again, three times in all in one run; then it is reported, and the others go on.
"""

from __future__ import annotations

import fcntl
import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Any

import pyarrow.parquet as pq

from proofnets.corpus.engines import Engine, Processes, Work
from proofnets.corpus.plans import PLAN, Plan, Shard, difference, make_plan, read_plan, write_plan
from proofnets.corpus.records import record_of_parse
from proofnets.corpus.store import write_records
from proofnets.errors import ProofNetsError
from proofnets.files import make_folder, naming
from proofnets.modelfolder import checksum
from proofnets.parser.inputs import Sentence, sentences
from proofnets.parser.parser import Parser, find_model
from proofnets.parser.settings import Settings
from proofnets.parser.sources import InputOptions, find_files, read_blocks
from proofnets.workers import cores

TRIES = 3
"""How often a shard is tried in one run."""


@dataclass(frozen=True, slots=True)
class Task:
    """All that a worker must know to parse a shard. Paths are absolute: a worker may be elsewhere."""

    shard: Shard
    plan: Plan
    """Without shards."""
    folder: Path
    """Where names of files begin."""
    output: Path


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a job is."""

    shards: int
    done: int
    failed: int
    sentences: int
    """Parsed in this run."""
    seconds: float
    left: float | None
    """Seconds that the rest will take, by the characters that are done."""


@dataclass(frozen=True, slots=True)
class Report:
    """What there is in an output folder, and what failed in this run."""

    shards: int
    done: int
    sentences: int
    words: int
    proved: int
    unproved: int
    rejected: dict[str, int]
    """By the reason, numbers aside."""
    failed: dict[str, str] = field(default_factory=dict)
    """The names of shards, and why."""


class ShardParser:
    """A worker: it has a parser, and parses shards."""

    def __init__(self, model: Path) -> None:
        self.parser = Parser(model, threads=1)

    def __call__(self, task: Task) -> int:
        """Parse a shard and write what comes out; the number of sentences."""
        parses = self.parser.parse_sentences(self._sentences(task), task.plan.settings)
        return write_records(map(record_of_parse, parses), shard_file(task.output, task.shard))

    def _sentences(self, task: Task) -> Iterator[Sentence]:
        for span in task.shard.spans:
            path = task.folder / span.file
            if checksum(path) != task.plan.files[span.file]:
                raise ProofNetsError(f"{span.file} has changed since the job began: parse it into another folder")
            blocks = read_blocks(path, task.plan.options, span.file)
            for block in islice(blocks, span.first, span.last):
                yield from sentences(block, self.parser.model.language)


def parse_corpus(
    paths: Iterable[str | Path],
    output: str | Path,
    settings: Settings | None = None,
    *,
    model: str | Path = "nl",
    options: InputOptions | None = None,
    workers: int = 0,
    cluster: str | None = None,
    shard_characters: int | None = None,
    watch: Callable[[Progress], None] | None = None,
    work: Work = ShardParser,
) -> Report:
    """Parse files into a folder of Parquet files, or go on where that stopped.

    It takes as many processes of this machine as there are cores, or `workers`; or with `cluster` actors of a Ray
    cluster: `auto`, an address, or `local`. With processes, a script needs `if __name__ == "__main__":`.
    """
    folder, model_folder = Path(output), find_model(model).absolute()
    files = find_files(paths)  # so that no folder is left behind if they are not there
    make_folder(folder)
    with _alone(folder):
        plan = make_plan(files, settings or Settings(), model_folder, options or InputOptions(), shard_characters)
        _begin(plan, folder)
        todo = [shard for shard in plan.shards if not shard_file(folder, shard).exists()]
        failed: dict[str, str] = {}
        if todo:
            engine = _engine(cluster, workers, min(len(todo), workers or cores()), work, model_folder)
            try:
                failed = _run(plan, todo, folder, engine, watch)
            finally:
                engine.close()
                _sweep(folder)
        return report(folder, failed)


def _engine(cluster: str | None, workers: int, processes: int, work: Work, model: Path) -> Engine:
    if cluster is None:
        return Processes(processes, work, model)
    from proofnets.corpus.cluster import RayActors

    return RayActors(cluster, workers, work, model)


def shard_file(folder: Path, shard: Shard) -> Path:
    """The file of a shard."""
    return folder / f"{shard.name}.parquet"


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep other jobs out of an output folder. The lock goes with the process, however that ends."""
    with naming(folder):
        lock = open(folder / ".lock", "w")  # noqa: SIM115  # closed below; what goes wrong behind it is not about the lock
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ProofNetsError(f"another job is writing into {folder}: wait for it, or give another folder") from None
        yield


def _begin(plan: Plan, folder: Path) -> None:
    """Write the plan, or see that the one that is there is the same; remove what a killed job left half written."""
    if (folder / PLAN).exists():
        if reason := difference(read_plan(folder), plan):
            raise ProofNetsError(f"{folder} has another job, which cannot go on: {reason}; give another folder")
    elif any(folder.glob("*.parquet")):
        raise ProofNetsError(f"{folder} has parses of something else: give an empty folder")
    else:
        write_plan(plan, folder)
    _sweep(folder)


def _sweep(folder: Path) -> None:
    """Remove what workers that were killed left half written."""
    for torn in folder.glob(".*.parquet.*"):
        with suppress(OSError):
            torn.unlink()


def _run(
    plan: Plan, todo: list[Shard], folder: Path, engine: Engine, watch: Callable[[Progress], None] | None
) -> dict[str, str]:
    """Have all shards parsed; those that failed, with the reasons."""
    bare = Plan(plan.model, plan.settings, plan.options, plan.files, ())
    queue = deque(Task(shard, bare, Path.cwd(), folder.absolute()) for shard in todo)
    tries, failed = Counter[str](), dict[str, str]()
    start, parsed, characters = monotonic(), 0, 0
    done, remaining = len(plan.shards) - len(todo), sum(shard.characters for shard in todo)

    def tell() -> None:
        if watch:
            seconds = monotonic() - start
            left = seconds * (remaining / characters - 1) if characters else None
            watch(Progress(len(plan.shards), done, len(failed), parsed, seconds, left))

    tell()
    while queue or engine.busy():
        while queue and engine.idle():
            engine.start(queue.popleft())
        for outcome in engine.finish():
            shard: Shard = outcome.task.shard
            if outcome.error:
                tries[shard.name] += 1
                if tries[shard.name] < TRIES:
                    queue.append(outcome.task)
                    continue
                failed[shard.name] = outcome.error
            else:
                done, parsed = done + 1, parsed + outcome.number
            characters += shard.characters
            tell()
    return failed


def report(folder: str | Path, failed: dict[str, str] | None = None) -> Report:
    """What a job has done so far, as its output folder tells."""
    folder = Path(folder)
    plan = read_plan(folder)
    files = [path for path in (shard_file(folder, shard) for shard in plan.shards) if path.exists()]
    counts, reasons, words = Counter[str](), Counter[str](), 0
    for file in files:
        table: Any = pq.read_table(file, columns=["status", "error", "reading", "tokens"])
        for status, error, reading, tokens in zip(*(column.to_pylist() for column in table.columns), strict=True):
            if reading > 1 or not tokens:
                continue
            counts[status] += 1
            words += len(tokens)
            if status == "rejected":
                reasons[re.sub(r"\d[\d,]*", "…", error)] += 1
    return Report(
        len(plan.shards),
        len(files),
        counts.total(),
        words,
        counts["proved"],
        counts["unproved"],
        dict(reasons.most_common()),
        failed or {},
    )
