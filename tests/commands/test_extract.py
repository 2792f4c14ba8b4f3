"""`proofnets extract`."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.commands.conftest import BOMB, tree
from tests.commands.running import PROOFNETS, Result, Terminal, assert_one_sentence, run


def test_extract_to_a_file_and_to_standard_output(treebank: Path, tmp_path: Path) -> None:
    file, account = tmp_path / "samples.jsonl", tmp_path / "report.json"
    result = run("extract", treebank, "-o", file, "--report", account)
    assert (result.code, result.out) == (0, "")
    assert run("extract", treebank).out == file.read_text()
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(lines) == 203
    assert lines[0] == {
        "id": "treebank/0",
        "tokens": ["Ze0", "slapen", "."],
        "types": ["pron", "◇su pron ⊸ s_main", None],
        "goal": "s_main",
        "links": [[0, 1], [2, 3]],
    }
    report = json.loads(account.read_text())
    assert report["total"]["samples"] == 203
    assert {one["id"]: one["reason"][:9] for one in report["lost"]} == {
        "treebank/bomb": "the file ",
        "treebank/broken": "broken XM",
        "empty": "there are",
    }
    assert "treebank/bomb" in result.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.json", "samples.jsonl", "treebank"]


def test_processes_give_the_same_bytes(treebank: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    first = run("extract", treebank, "-o", one)
    second = subprocess.run((*PROOFNETS, "extract", treebank, "-o", two, "-j", "2"), capture_output=True, text=True)
    assert second.returncode == 0
    assert one.read_bytes() == two.read_bytes()
    assert first.err == second.stderr


def test_extract_from_standard_input_and_from_a_file_of_many() -> None:
    many = f"<treebank>{tree()}{tree('Wij')}</treebank>".encode()
    result = run("extract", "-", stdin=many)
    assert [json.loads(line)["id"] for line in result.out.splitlines()] == ["stdin/1", "stdin/2"]


def test_extract_into_splits(treebank: Path, tmp_path: Path) -> None:
    folder = tmp_path / "data" / "nl"
    result = run("extract", treebank, treebank, "--split", folder)
    assert result.code == 0
    sizes = {path.name: len(path.read_text().splitlines()) for path in folder.iterdir()}
    assert sizes.keys() == {"train.jsonl", "dev.jsonl", "test.jsonl"}
    assert sum(sizes.values()) + sizes["train.jsonl"] == 2 * 203
    assert f"{sizes['train.jsonl']} left out of training" in result.err
    again = run("extract", treebank, "--split", folder / "train.jsonl")
    assert_one_sentence(again, "and no folder")
    assert_one_sentence(run("extract", treebank, "--split", folder, "-o", "x"), "not both")


@pytest.mark.parametrize(
    ("name", "content", "part"),
    [
        ("broken.xml", "<alpino_ds><node", "broken XML"),
        ("bomb.xml", BOMB, "not read for safety"),
        ("empty.xml", "", "broken XML"),
        ("proof.xml", "<proof/>", "there must be one <lexicon>"),
        ("text.txt", "np |- np", "broken XML"),
        ("bad.zip", "PK", "damaged zip"),
        ("bad.pickle", "cos\nsystem\n(S'true'\ntR.", "only plain data"),
    ],
)
def test_bad_files_are_one_sentence(tmp_path: Path, name: str, content: str, part: str) -> None:
    (tmp_path / name).write_text(content)
    assert_one_sentence(run("extract", tmp_path / name, "-o", tmp_path / "out"), part)
    assert not (tmp_path / "out").exists()


def test_bad_paths_are_one_sentence(treebank: Path, tmp_path: Path) -> None:
    assert_one_sentence(run("extract", treebank, tmp_path / "nowhere"), "there is no file or folder")
    assert_one_sentence(run("extract", treebank, "-o", tmp_path / "no" / "x"), "cannot be written")
    assert_one_sentence(run("extract", treebank, "--report", tmp_path / "no" / "x"), "cannot be written")
    (tmp_path / "empty").mkdir()
    assert_one_sentence(run("extract", tmp_path / "empty"), "no XML or zip files")
    for command in ("check", "stats"):
        assert_one_sentence(run(command, tmp_path / "nowhere"), "No such file")
        assert_one_sentence(run(command, tmp_path / "empty"), "directory")
        assert_one_sentence(run(command, os.devnull), "there are no samples")


def test_nothing_but_punctuation_is_exit_code_2(tmp_path: Path) -> None:
    file = tmp_path / "x.xml"
    mark = '<node begin="0" end="1" id="1" pt="let" rel="--" word="."/>'
    file.write_text(f'<alpino_ds><node begin="0" cat="top" end="1" id="0" rel="top">{mark}</node></alpino_ds>')
    assert_one_sentence(run("extract", file), "nothing but punctuation")


def start(*arguments: str | Path) -> subprocess.Popen[bytes]:
    """Start a command that waits for more trees on standard input, once it has read some."""
    process = subprocess.Popen((*PROOFNETS, "extract", "-", *map(str, arguments)), stdin=-1, stdout=-1, stderr=-1)
    feed(process, 800)
    return process


def feed(process: subprocess.Popen[bytes], count: int) -> None:
    assert process.stdin
    process.stdin.write(b"<treebank>" * (count > 100) + "".join(tree(f"Ze{n}") for n in range(count)).encode())
    process.stdin.flush()


def wait(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def workers(process: subprocess.Popen[bytes]) -> list[int]:
    found = []
    for child in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split():
        if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text():
            found.append(int(child))
    return found


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


needs_proc = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="there is no /proc")


@needs_proc
def test_kill_leaves_no_file_and_no_worker(tmp_path: Path) -> None:
    with start("-o", tmp_path / "out", "-j", "2") as process:
        wait(lambda: len(workers(process)) == 2)
        started = workers(process)
        process.kill()
    assert not (tmp_path / "out").exists()
    wait(lambda: not any(map(alive, started)))


@needs_proc
def test_a_dead_worker_is_one_sentence_and_no_file(tmp_path: Path) -> None:
    with start("-o", tmp_path / "out", "-j", "2") as process:
        wait(lambda: len(workers(process)) == 2)
        os.kill(workers(process)[0], signal.SIGKILL)
        assert process.stdin
        process.stdin.write(b"</treebank>")
        out, err = process.communicate()
    assert_one_sentence(Result(process.returncode, out.decode(), err.decode()), "a worker process ended")
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_leaves_nothing(tmp_path: Path) -> None:
    with start("-o", tmp_path / "out") as process:
        wait(lambda: list(tmp_path.iterdir()))
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out, err) == (130, b"", b"")
    assert list(tmp_path.iterdir()) == []


def test_a_terminal_shows_what_is_under_way(treebank: Path, tmp_path: Path) -> None:
    shown = run("extract", treebank, "-o", tmp_path / "x.jsonl", stream=Terminal)
    assert (shown.code, shown.out) == (0, "")
    assert "treebank/bomb" in shown.err
    assert len((tmp_path / "x.jsonl").read_text().splitlines()) == 203
    assert run("check", tmp_path / "x.jsonl", stream=Terminal).code == 0
