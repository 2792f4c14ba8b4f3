"""Files and folders are there as a whole or as they were, and what cannot be written is named."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event, Thread

import pytest

from proofnets import files
from proofnets.errors import ProofNetsError
from proofnets.files import check_writable, naming, replacing, replacing_folder, write_text, writing
from tests.commands.running import run


class StopError(Exception):
    pass


def everything(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o7777


def test_a_file_changes_when_all_is_written(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("old")
    with writing(file) as (stream,):
        stream.write("new\n")
        stream.flush()
        assert file.read_text() == "old"
    assert everything(tmp_path) == {"a": "new\n"}
    write_text(file, "é\n")
    assert file.read_bytes() == "é\n".encode()


def test_files_change_together(tmp_path: Path) -> None:
    one, two = tmp_path / "1", tmp_path / "2"
    one.write_text("old")
    with pytest.raises(StopError), writing(one, two) as streams:  # noqa: PT012  # it fails after some of it
        for stream in streams:
            stream.write("new")
        raise StopError
    assert everything(tmp_path) == {"1": "old"}
    with writing(one, two) as streams:
        for stream in streams:
            stream.write("new")
    assert everything(tmp_path) == {"1": "new", "2": "new"}


def test_a_file_cannot_be_two_outputs(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "a")
    for other in (tmp_path / "a", tmp_path / "link"):
        with pytest.raises(ProofNetsError, match="not all different"), writing(tmp_path / "a", other):
            pass
    with writing(Path("/dev/null"), Path("/dev/zero")):
        pass


def test_the_mode_is_kept_and_nobody_may_read_more_meanwhile(tmp_path: Path) -> None:
    file = tmp_path / "a"
    for kept in (0o600, 0o664, 0o755):
        file.write_text("old")
        file.chmod(kept)
        with replacing(file) as unfinished:
            assert mode(unfinished) == kept
            unfinished.write_text("new")
        assert (mode(file), file.read_text()) == (kept, "new")
    (tmp_path / "plain").touch()
    write_text(tmp_path / "b", "")
    assert mode(tmp_path / "b") == mode(tmp_path / "plain")


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_what_may_not_be_written_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("old")
    file.chmod(0o400)
    with pytest.raises(ProofNetsError, match="a cannot be written: Permission denied"):
        write_text(file, "new")
    assert everything(tmp_path) == {"a": "old"}


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "to").mkdir()
    (tmp_path / "link").symlink_to("to/file")
    write_text(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "to" / "file").read_text() == "new"


def test_what_is_no_plain_file_is_written_as_it_is(tmp_path: Path) -> None:
    write_text(Path("/dev/null"), "x")
    assert Path("/dev/null").is_char_device()
    os.mkfifo(tmp_path / "pipe")
    read: list[str] = []
    reader = Thread(target=lambda: read.append((tmp_path / "pipe").read_text()))
    reader.start()
    write_text(tmp_path / "pipe", "x")
    reader.join()
    assert read == ["x"]
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.parametrize(
    ("name", "reason"),
    [("no/a", "there is no folder .*/no"), (".", "Is a directory"), ("file/a", "Not a directory")],
)
def test_what_cannot_be_written_is_named(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "file").touch()
    path = tmp_path / name
    message = f"{re.escape(str(path))} cannot be written: {reason}$"
    with pytest.raises(ProofNetsError, match=message):
        write_text(path, "x")
    with pytest.raises(ProofNetsError, match=message), replacing(path) as unfinished:
        unfinished.write_text("x")
    with pytest.raises(ProofNetsError, match=message):
        check_writable(path)
    assert everything(tmp_path) == {"file": ""}


def test_a_file_that_can_be_written_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("before")
    for path in (tmp_path / "file", tmp_path / "new", Path("/dev/null")):
        check_writable(path)
    assert everything(tmp_path) == {"file": "before"}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_told_of_the_file_that_meets_it(tmp_path: Path) -> None:
    small, full = tmp_path / "small", Path("/dev/full")
    with pytest.raises(ProofNetsError) as caught, writing(full, small) as (large, other):  # noqa: PT012  # it fails after some of it
        other.write("x")
        large.write("x" * 1_000_000)
    assert str(caught.value) == "/dev/full cannot be written: No space left on device"
    assert everything(tmp_path) == {}
    with pytest.raises(ProofNetsError, match="/dev/full cannot be written"), writing(small, full) as (_, large):
        large.write("x")  # it stays in memory until the end
    assert everything(tmp_path) == {}


def test_a_pipe_that_nobody_reads_is_no_fault_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(BrokenPipeError), naming(tmp_path):
        raise BrokenPipeError


TOO_LARGE = """
import resource, sys
from functools import partial
from pathlib import Path
from proofnets.files import replacing_folder, write_text
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
folder = Path(sys.argv[1])
def write_folder(path):
    with replacing_folder(path) as new:
        (new / "part").write_text("x" * 2000)
for write in (lambda: write_text(folder / "file", "x" * 2000), lambda: write_folder(folder / "folder")):
    try:
        write()
    except Exception as error:
        print(type(error).__name__, error)
"""


def test_a_disk_that_is_full_leaves_everything_as_it_was(tmp_path: Path) -> None:
    """A process that may write no large files meets the same as one on a full disk."""
    pytest.importorskip("resource", reason="this system has no limits of processes")
    (tmp_path / "file").write_text("old")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "part").write_text("old")
    result = subprocess.run((sys.executable, "-c", TOO_LARGE, tmp_path), capture_output=True, text=True, check=True)
    assert result.stdout.splitlines() == [
        f"ProofNetsError {tmp_path / name} cannot be written: File too large" for name in ("file", "folder")
    ]
    assert everything(tmp_path) == {"file": "old", "folder/part": "old"}


def wait(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_command_that_is_told_to_end_leaves_nothing(tmp_path: Path, number: signal.Signals) -> None:
    command = (sys.executable, "-m", "proofnets", "extract", "-", "-o", tmp_path / "out", "--report", tmp_path / "r")
    with subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1) as process:
        wait(lambda: len(list(tmp_path.iterdir())) == 2)
        process.send_signal(number)
        out, err = process.communicate()
    assert (out, err) == (b"", b"")
    assert process.returncode == (130 if number == signal.SIGINT else -number)
    assert list(tmp_path.iterdir()) == []


def test_a_signal_that_is_to_be_ignored_is(tmp_path: Path) -> None:
    """As `nohup` has it: what it starts goes on when the terminal closes."""
    command = (sys.executable, "-m", "proofnets", "prove", "-", "-o", tmp_path / "out")
    ignore = partial(signal.signal, signal.SIGHUP, signal.SIG_IGN)
    with subprocess.Popen(command, stdin=-1, stderr=-1, preexec_fn=ignore) as process:
        process.send_signal(signal.SIGHUP)
        process.communicate(b"np |- np")
    assert process.returncode == 0
    assert (tmp_path / "out").is_file()


def test_signals_are_as_before_when_a_command_is_done() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)]
    assert run("prove", "np |- np").code == 0
    assert [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)] == before


# Folders


def fill(folder: Path, content: str) -> None:
    with replacing_folder(folder) as new:
        assert list(new.iterdir()) == []
        (new / "part").mkdir()
        (new / "part" / "file").write_text(content)


@pytest.mark.parametrize("exchanged", [True, False])
def test_a_folder_takes_the_place_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, exchanged: bool) -> None:
    if not exchanged:
        monkeypatch.setattr(files, "_exchange", lambda new, old: False)
    folder = tmp_path / "in" / "a"
    fill(folder, "old")
    (folder / "other").touch()
    folder.chmod(0o750)
    fill(folder, "new")
    assert everything(tmp_path) == {"in/a/part/file": "new"}
    assert mode(folder) == 0o750
    assert [path.name for path in (tmp_path / "in").iterdir()] == ["a"]
    with pytest.raises(StopError), replacing_folder(folder) as new:  # noqa: PT012  # it fails after some of it
        (new / "file").touch()
        raise StopError
    assert everything(tmp_path) == {"in/a/part/file": "new"}
    assert [path.name for path in (tmp_path / "in").iterdir()] == ["a"]


def test_a_folder_comes_back_if_the_second_step_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rename, folder = Path.rename, tmp_path / "a"
    fill(folder, "old")

    def fail(path: Path, target: Path) -> Path:
        if path.name.endswith(str(os.getpid())):
            raise OSError(5, "Input/output error")
        return rename(path, target)

    monkeypatch.setattr(files, "_exchange", lambda new, old: False)
    monkeypatch.setattr(Path, "rename", fail)
    with pytest.raises(ProofNetsError, match="a cannot be written: Input/output error"):
        fill(folder, "new")
    assert everything(tmp_path) == {"a/part/file": "old"}


def test_a_folder_is_there_at_any_time(tmp_path: Path) -> None:
    one, two, folder = tmp_path / "one", tmp_path / "two", tmp_path / "a"
    one.mkdir()
    two.mkdir()
    if not files._exchange(one, two):
        pytest.skip("this system cannot exchange two folders in one step")
    fill(folder, "old")
    ready, done, missed = Event(), Event(), list[int]()

    def look() -> None:
        while not done.is_set():
            missed.append(not folder.exists())
            ready.set()

    looking = Thread(target=look)
    looking.start()
    ready.wait()
    for _ in range(50):
        fill(folder, "new")
    done.set()
    looking.join()
    assert sum(missed) == 0


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ProofNetsError, match="file/a cannot be written: Not a directory"):
        fill(tmp_path / "file" / "a", "")
