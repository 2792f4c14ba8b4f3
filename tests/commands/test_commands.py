"""What all commands share: help, wrong use, errors, closed pipes, and how little is imported."""

import subprocess
import sys
from pathlib import Path
from textwrap import indent

from proofnets import __version__
from proofnets.commands import COMMANDS
from tests.commands.running import PROOFNETS, run


def test_version_and_help() -> None:
    assert run("--version") == (0, f"proofnets {__version__}\n", "")
    shown = run("--help").out
    assert "..." not in shown.partition("Commands:")[2], "what a command is for must fit into its line"
    for function, examples in COMMANDS:
        command = function.__name__.replace("_", "-")
        assert f"\n  {command} " in shown
        told = run(command, "--help").out
        assert f"Usage: proofnets {command} [OPTIONS]" in told
        shown_examples = told.partition("Examples:\n")[2].rstrip("\n")
        assert shown_examples == indent(examples.strip("\n"), "    ")
        assert any(f"proofnets {command}" in line for line in examples.splitlines())


def test_wrong_use() -> None:
    for arguments in (("prove",), ("nonsense",), ("prove", "--limit", "x", "a |- a"), ("extract",), ("check",)):
        result = run(*arguments)
        assert result.code == 2
        assert "Traceback" not in result.err


def modules_after(code: str) -> set[str]:
    command = (sys.executable, "-c", code + "\nimport sys; print(*(name.split('.')[0] for name in sys.modules))")
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def test_help_imports_little() -> None:
    code = "import sys, io, contextlib; sys.argv = ['proofnets', '--help']; from proofnets.commands import main\n"
    code += "with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())), contextlib.suppress(SystemExit): main()"
    heavy = {"rich", "numpy", "scipy", "torch", "transformers", "onnxruntime", "lxml", "multiprocessing", "pydantic"}
    assert not modules_after(code) & heavy


def test_the_logic_imports_the_standard_library_only() -> None:
    alone = modules_after("")  # an editable install brings some of its own
    assert modules_after("import proofnets.logic") - alone - sys.stdlib_module_names <= {"proofnets"}


def test_a_full_disk() -> None:
    with open("/dev/full", "w") as full:
        found = subprocess.run((*PROOFNETS, "prove", "np |- np"), stdout=full, stderr=-1, text=True, check=False)
    assert found.returncode == 2
    assert found.stderr == "proofnets: standard input or output: No space left on device\n"


def test_debug_shows_the_traceback() -> None:
    for arguments in (("--debug", "prove", "(np"), ("prove", "(np", "--debug")):
        found = subprocess.run((*PROOFNETS, *arguments), capture_output=True, text=True, check=False)
        assert found.returncode == 2
        assert "Traceback" in found.stderr
        assert "NotationError" in found.stderr


def test_debug_behind_two_dashes_is_text() -> None:
    found = subprocess.run((*PROOFNETS, "prove", "--", "--debug"), capture_output=True, text=True, check=False)
    assert found.returncode == 2
    assert "--debug" in found.stderr
    assert "Traceback" not in found.stderr


def test_a_closed_pipe_is_no_answer(tmp_path: Path) -> None:
    sound, faulty = tmp_path / "sound.jsonl", tmp_path / "faulty.jsonl"
    sound.write_text('{"id": "x", "tokens": ["a"], "types": ["np"], "goal": "np", "links": [[0, 1]]}')
    faulty.write_text("no sample")
    for arguments in (("check", faulty), ("stats", sound), ("stats", "--json", sound)):
        with subprocess.Popen((*PROOFNETS, *map(str, arguments)), stdout=-1, stderr=-1) as process:
            assert process.stdout
            process.stdout.close()
        assert process.returncode == 0, arguments
