"""Writing: one way for all files and folders.

What is written stands beside what it is to become, under a hidden name, and takes its place in one step when all of it
is there. So nobody reads half a file, and if anything fails the old one is as it was. A new file has the mode of the
one that it replaces. What cannot be written is an error of one sentence that names the file.

Whatever ends the writing, an exception or a signal that Python makes one of, what is unfinished is removed; only a
process that is killed outright leaves it behind. The command line makes an exception of SIGTERM, too.
"""

from __future__ import annotations

import errno
import io
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, TextIO

from proofnets.errors import ProofNetsError

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What only writing can fail with."""


@contextmanager
def writing(*paths: Path) -> Iterator[list[TextIO]]:
    """Text files to write, which change only when all of them are written."""
    with _beside(*paths) as unfinished, ExitStack() as opened:
        files = (_File(new, path) for new, path in zip(unfinished, paths, strict=True))
        yield [opened.enter_context(_text(file)) for file in files]


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """The name of a new file, for those who take no stream; it takes the place of the old one when all is written."""
    with naming(path), _beside(path) as (unfinished,):
        yield unfinished


def check_writable(path: Path) -> None:
    """An error if a file cannot be written, for those who work long before they write. The file stays as it is."""
    target = Path(os.path.realpath(path))
    with naming(path):
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if target.is_file() or not target.exists():
            trial = _hidden(target)
            _create(trial, target)
            trial.unlink()


def make_folder(path: Path) -> None:
    """Make a folder, if it is not there yet."""
    with naming(path):
        path.mkdir(parents=True, exist_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write a file of text."""
    with writing(path) as (file,):
        file.write(text)


@contextmanager
def replacing_folder(folder: Path) -> Iterator[Path]:
    """A new folder, which takes the place of the old one, if there is any, when all is written.

    On Linux the two are exchanged in one step. Elsewhere, and on file systems that cannot do so, the old one is put
    aside first: whoever looks in between finds none, and if the second step fails the old one comes back.
    """
    folder = Path(os.path.realpath(folder))
    unfinished = _hidden(folder)
    with naming(folder):
        unfinished.mkdir(parents=True)
    try:
        if folder.exists():
            shutil.copymode(folder, unfinished)
        yield unfinished
        with naming(folder):
            for path in unfinished.rglob("*"):
                if path.is_file():
                    _sync(path)
            _put(unfinished, folder)
    except OSError as error:
        if error.errno in _FULL:
            raise _unwritable(folder, error) from None
        raise
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)  # this may be the old one


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Name the file in what goes wrong with it."""
    try:
        yield
    except BrokenPipeError:  # whoever reads a pipe has seen enough
        raise
    except OSError as error:
        raise _unwritable(path, error) from None


def _unwritable(path: Path, error: OSError) -> ProofNetsError:
    reason = error.strerror or str(error)
    if isinstance(error, FileNotFoundError) and not path.parent.exists():
        reason = f"there is no folder {path.parent}"
    elif isinstance(error, FileExistsError):
        reason = "it is a file, and no folder"
    return ProofNetsError(f"{path} cannot be written: {reason}")


class _File(io.FileIO):
    """A file that tells its name when it cannot be written: on a full disk, Python does not."""

    def __init__(self, unfinished: Path, path: Path) -> None:
        self._path = path
        with naming(path):
            super().__init__(unfinished, "w")

    def write(self, data: Any) -> int:
        with naming(self._path):
            return super().write(data)

    def close(self) -> None:
        with naming(self._path):
            super().close()


def _text(file: _File) -> TextIO:
    return io.TextIOWrapper(io.BufferedWriter(file, 2**16), "utf-8", newline="\n")


@contextmanager
def _beside(*paths: Path) -> Iterator[list[Path]]:
    """New files, which take the places of the old. What is no plain file, such as /dev/null, is written as it is."""
    targets = {path: Path(os.path.realpath(path)) for path in paths}  # what links lead to
    unfinished = {path: _hidden(old) for path, old in targets.items() if old.is_file() or not old.exists()}
    if len(paths) != len(targets) or len(set(unfinished.values())) != len(unfinished):
        raise ProofNetsError(f"{', '.join(map(str, paths))} are not all different: give each output a file of its own")
    try:
        for path, new in unfinished.items():
            with naming(path):
                _create(new, targets[path])
        yield [unfinished.get(path, path) for path in paths]
        for path, new in unfinished.items():
            with naming(path):
                _sync(new)
        for path, new in unfinished.items():
            with naming(path):
                new.replace(targets[path])
    finally:
        for new in unfinished.values():
            with suppress(OSError):
                new.unlink(missing_ok=True)


def _hidden(target: Path) -> Path:
    return target.with_name(f".{target.name}.{os.getpid()}")


def _create(new: Path, target: Path) -> None:
    """Make an empty file that no more people may read than the one whose place it takes."""
    new.unlink(missing_ok=True)  # of a process that was killed, and had the same number
    old = target.stat().st_mode & 0o7777 if target.exists() else None
    if old is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    os.close(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if old is None else 0o600))
    if old is not None:
        new.chmod(old)


def _sync(path: Path) -> None:
    """Have what was written reach the disk: a name must not get there before its content."""
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _put(new: Path, folder: Path) -> None:
    """Put a folder in the place of another; where they can be exchanged, the old one then has the new one's name."""
    if folder.exists() and _exchange(new, folder):
        return
    old = new.with_name(f"{new.name}.old")
    if folder.exists():
        folder.rename(old)
    try:
        new.rename(folder)
    except OSError:
        if old.exists():
            old.rename(folder)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _exchange(new: Path, old: Path) -> bool:
    """Have two folders change their names in one step, if the system and the file system can; whether they did."""
    import ctypes

    try:
        rename = ctypes.CDLL(None).renameat2
    except (OSError, AttributeError, TypeError):
        return False
    here, exchange = -100, 2  # AT_FDCWD and RENAME_EXCHANGE of Linux
    return bool(rename(here, os.fsencode(new), here, os.fsencode(old), exchange) == 0)
