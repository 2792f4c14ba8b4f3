"""Workers at which things go wrong, in real processes. They write real shards, but have no model and find no proof."""

import os
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

from proofnets.corpus import read_records
from proofnets.corpus.jobs import Progress, ShardParser, Task, parse_corpus
from proofnets.derivation import Parse, to_dict
from proofnets.parser import Parser
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


class Unstartable(Quick):
    """No worker can begin."""

    def __init__(self, model: Path) -> None:
        raise ZeroDivisionError("by nought")


class OnLostNode(ShardParser):
    """It parses, but sticks at the first shard on a node of Ray that is to be lost. Others wait for that."""

    def __init__(self, model: Path) -> None:
        self.model = model

    def __call__(self, task: Task) -> int:
        import ray

        stuck = task.output.with_name("stuck")
        if ray.get_runtime_context().get_node_id() == task.output.with_name("node").read_text():
            with suppress(FileExistsError):
                stuck.touch(exist_ok=False)
                time.sleep(3600)
        while not stuck.exists():
            time.sleep(0.1)
        super().__init__(self.model)  # only now: those that wait need none
        return super().__call__(task)


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


def assert_as_from_one_process(files: list[Path], output: Path) -> None:
    """Every sentence is there once, with the same types and links; scores may differ far behind the point."""
    alone = [to_dict(parse) for parse in Parser().parse_sentences(read_files(files))]
    kept = [to_dict(record.parse) for record in read_records(output)]
    for expected, found in zip(alone, kept, strict=True):
        assert expected["place"] == found["place"]
        for analysis, again in zip(expected["analyses"], found["analyses"], strict=True):
            assert (analysis["types"], analysis["links"]) == (again["types"], again["links"])


def assert_every_sentence_once(files: list[Path], output: Path) -> None:
    expected = [(sentence.place, sentence.text) for sentence in read_files(files)]
    assert [(record.parse.place, record.parse.text) for record in read_records(output)] == expected
    assert not list(output.glob(".*.parquet*"))


def await_first_shard(driver: subprocess.Popen[bytes]) -> None:
    """Until a driver that is to be stuck has done its first shard."""
    assert driver.stdout is not None
    assert [driver.stdout.readline() for _ in range(2)] == [b"0\n", b"1\n"]


def tell(progress: Progress) -> None:
    print(progress.done, flush=True)


if __name__ == "__main__":  # a driver that is stuck behind its first shard
    folder, cluster = Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None
    given = sorted(folder.glob("*.txt"))
    parse_corpus(given, folder / "out", workers=1, cluster=cluster, shard_characters=50, watch=tell, work=Stuck)
