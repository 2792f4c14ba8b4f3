"""Running commands: most tests call them in this process; those that need a process of their own start one."""

import io
import re
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import pytest

from proofnets.commands import main

PROOFNETS = (sys.executable, "-m", "proofnets")


class Result(NamedTuple):
    code: int
    out: str
    err: str


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


def run(*arguments: str | Path, stdin: bytes = b"", stream: type[io.TextIOWrapper] = io.TextIOWrapper) -> Result:
    """Run a command in this process."""
    out, err = (stream(io.BytesIO(), encoding="utf-8") for _ in range(2))
    given = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    with (
        patch.object(sys, "argv", ["proofnets", *map(str, arguments)]),
        patch.object(sys, "stdin", given),
        redirect_stdout(out),
        redirect_stderr(err),
        pytest.raises(SystemExit) as end,
    ):
        main()
    for written in (out, err):
        written.seek(0)
    code = end.value.code
    return Result(code if isinstance(code, int) else 0, out.read(), err.read())


def assert_one_sentence(result: Result, *parts: str) -> None:
    """Wrong use or bad input: exit code 2 and one line that says why."""
    assert result.code == 2
    assert result.out == ""
    assert re.fullmatch(r"proofnets: [^\n]+\n", result.err), result.err
    assert len(result.err) < 500
    assert "inside the program" not in result.err
    for part in parts:
        assert part in result.err
