"""Workers at which things go wrong, in real processes. They write real shards, but have no model and find no proof."""

import os
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace

from proofnets.corpus import read_records
from proofnets.corpus.jobs import Progress, ShardParser, Task, parse_corpus
from proofnets.derivation import Parse
from proofnets.parser.inputs import Sentence, read_files

SENTENCES = 6
"""Of each file."""


class Quick(ShardParser):
    """A worker that parses nothing."""

    def __init__(self, model: Path) -> None:
        self.parser = SimpleNamespace(model=SimpleNamespace(language="Dutch"), parse_sentences=quickly)


def quickly(sentences: Iterable[Sentence], _: object) -> Iterator[Parse]:
    return (Parse(sentence.text, sentence.tokens, place=sentence.place) for sentence in sentences)


def tried(task: Task) -> int:
    """Count the tries of a shard, in a file beside the output; how many there were before."""
    log = task.output.with_name("tries")
    log.touch()
    before = Counter(log.read_text().split())[task.shard.name]
    with log.open("a") as file:
        file.write(f"{task.shard.name}\n")
    return before


class KilledOnce(Quick):
    """The second shard kills its worker the first time, half way through its file."""

    def __call__(self, task: Task) -> int:
        if task.shard.name.startswith("000001") and not tried(task):
            (task.output / f".{task.shard.name}.parquet.{os.getpid()}").write_bytes(b"PAR1 half")
            os.kill(os.getpid(), signal.SIGKILL)
        return super().__call__(task)


class Poison(Quick):
    """The second shard kills every worker."""

    def __call__(self, task: Task) -> int:
        if task.shard.name.startswith("000001"):
            tried(task)
            os.kill(os.getpid(), signal.SIGKILL)
        return super().__call__(task)


class Failing(Quick):
    """The second shard is an error."""

    def __call__(self, task: Task) -> int:
        if task.shard.name.startswith("000001"):
            tried(task)
            raise ZeroDivisionError("by nought")
        return super().__call__(task)


class FullDisk(Quick):
    """No file can have more than a hundred bytes."""

    def __call__(self, task: Task) -> int:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))
        try:
            return super().__call__(task)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


class Stuck(Quick):
    """The first shard is done, and the others never are."""

    def __call__(self, task: Task) -> int:
        while not task.shard.name.startswith("000000"):
            time.sleep(60)
        return super().__call__(task)


def texts(folder: Path, count: int = 4) -> list[Path]:
    """Some files of text, each a shard."""
    files = [folder / f"{number}.txt" for number in range(count)]
    for number, file in enumerate(files):
        file.write_text("".join(f"Zin {number} nummer {each} is hier.\n\n" for each in range(SENTENCES)))
    return files


def assert_every_sentence_once(files: list[Path], output: Path) -> None:
    expected = [(sentence.place, sentence.text) for sentence in read_files(files)]
    assert [(record.parse.place, record.parse.text) for record in read_records(output)] == expected
    assert not list(output.glob(".*.parquet*"))


def tell(progress: Progress) -> None:
    print(progress.done, flush=True)


if __name__ == "__main__":  # a driver that is stuck behind its first shard
    folder, cluster = Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None
    given = sorted(folder.glob("*.txt"))
    parse_corpus(given, folder / "out", workers=1, cluster=cluster, shard_characters=50, watch=tell, work=Stuck)
