"""The real things that bridges lead to. A test whose tool is missing is skipped; `make test-bridges` wants them all."""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from shutil import which
from typing import Any

import pytest


def _missing(what: str, remedy: str) -> None:
    reason = f"{what} is not here: {remedy}"
    if os.environ.get("PROOFNETS_BRIDGES") == "required":
        pytest.fail(reason)
    pytest.skip(reason)


def package(name: str) -> Any:
    """A package of the extra `bridges`."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        return _missing(f"the package {name}", "pip install 'proofnets[bridges]'")


def program(name: str, remedy: str) -> str:
    """The path of a programme, of this environment or of the system."""
    beside = str(Path(sys.executable).parent)
    found = which(name, path=os.pathsep.join([beside, os.environ.get("PATH", "")]))
    return found or _missing(f"the programme {name}", remedy) or ""


def agda(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    """What Agda says of a file."""
    command = program("agda", "pip install 'proofnets[bridges]'")
    (folder / "Proofs.agda").write_text(text, encoding="utf-8")
    return _run([command, "--safe", "Proofs.agda"], folder)


def prolog(folder: Path, text: str, checker: Path) -> subprocess.CompletedProcess[str]:
    """What a Prolog programme says of a file of facts; a warning is a failure."""
    command = program("swipl", "apt-get install swi-prolog-nox")
    (folder / "facts.pl").write_text(text, encoding="utf-8")
    return _run(
        [command, "--on-warning=status", "--on-error=halt", "-g", "main", str(checker), "--", "facts.pl"], folder
    )


def _run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False)
