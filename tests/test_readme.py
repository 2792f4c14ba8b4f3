"""What README and docs show is what there is: Python is run, commands have the options that they are given."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from proofnets.commands import app

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(kind: str) -> list[tuple[str, str]]:
    """The blocks of code of all pages, each with its page."""
    pattern = re.compile(rf"^```{kind}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return [(page.name, block) for page in PAGES for block in pattern.findall(page.read_text(encoding="utf-8"))]


SCRIPTS = [(page, block) for page, block in blocks("python") if ">>>" not in block]  # the others are doctests
COMMANDS = [
    (page, line.replace("\\\n", " ").split("proofnets ", 1)[1])
    for page, block in blocks("(?:bash|sh)?")
    for line in re.split(r"(?<!\\)\n", block)
    if re.match(r"(?:\.venv/bin/)?proofnets ", line)
]


@pytest.mark.parametrize(("page", "script"), SCRIPTS, ids=[page for page, _ in SCRIPTS])
def test_python_runs(page: str, script: str, tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("page", "line"), COMMANDS, ids=[line for _, line in COMMANDS])
def test_commands_take_what_they_are_given(page: str, line: str) -> None:
    words = shlex.split(re.split(r" [<>|&] ", f"{line} ")[0], comments=True)
    group: Any = typer.main.get_command(app)
    command = group.commands[words[0]]
    context = command.context_class(command, info_name=words[0])
    command.make_parser(context).parse_args(words[1:])  # an error if there is no such option


def test_there_is_much_to_test() -> None:
    assert len(SCRIPTS) >= 3
    assert len(COMMANDS) >= 25
