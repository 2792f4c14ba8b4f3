"""`import proofnets`: all that is public is there, and nothing is loaded before it is asked for."""

import ast
import pydoc
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import proofnets

HEAVY = {
    "numpy",
    "pyarrow",
    "duckdb",
    "onnxruntime",
    "tokenizers",
    "torch",
    "transformers",
    "typer",
    "rich",
    "fastapi",
    "xml",
    "json",
}


def loaded(code: str) -> set[str]:
    """The modules that some code loads, besides those that Python itself does."""
    show = "; import sys; print(*sys.modules)"
    before, after = (
        subprocess.run((sys.executable, "-c", given + show), capture_output=True, text=True, check=True).stdout.split()
        for given in ("pass", code)
    )
    return set(after) - set(before)


def test_importing_it_loads_nothing() -> None:
    modules = loaded("import proofnets")
    assert {name for name in modules if name.startswith("proofnets")} == {
        "proofnets",
        "proofnets.errors",
        "proofnets.lazy",
    }
    assert not {name.partition(".")[0] for name in modules} & HEAVY


def test_a_name_loads_no_more_than_its_room() -> None:
    modules = loaded("from proofnets import parse_judgement, proofs; next(proofs(parse_judgement('np |- np')))")
    assert {name.split(".")[1] for name in modules if name.startswith("proofnets.")} == {
        "deadline",
        "display",
        "errors",
        "lazy",
        "logic",
        "table",
    }
    modules = loaded("from proofnets import FORMATS, Parse, Sample; FORMATS['term'].render([Parse('', ())])")
    assert not {"numpy", "proofnets.treebank.alpino", "proofnets.parser.parser"} & modules
    assert "numpy" not in loaded("from proofnets import extract_all, read_samples")


@pytest.mark.parametrize("room", ["corpus", "evaluation", "logic", "parser", "render", "treebank"])
def test_a_room_has_all_that_it_names(room: str) -> None:
    here = import_module(f"proofnets.{room}")
    assert [name for name in here.__all__ if not hasattr(here, name)] == []
    assert not [name for name in here.__all__ if isinstance(getattr(here, name), ModuleType)]


@pytest.mark.parametrize("name", proofnets.__all__)
def test_every_name_is_what_its_room_has(name: str) -> None:
    """The rooms are those that the block for type checkers imports from: the two must not drift apart."""
    tree = ast.parse(Path(proofnets.__file__).read_text(encoding="utf-8"))
    imported = {
        alias.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("proofnets.")
        for alias in node.names
    }
    room = __import__(str(imported[name]), fromlist=[name])
    assert getattr(proofnets, name) is getattr(room, name)
    assert imported.keys() - {"lazily"} == set(proofnets.__all__)


def test_they_are_listed() -> None:
    assert set(proofnets.__all__) < set(dir(proofnets))
    assert "__version__" in dir(proofnets)


def test_what_is_not_there_is_told_as_usual() -> None:
    with pytest.raises(AttributeError, match="module 'proofnets' has no attribute 'Prser'") as caught:
        proofnets.Prser  # noqa: B018  # asking is enough
    assert (caught.value.name, caught.value.obj) == ("Prser", proofnets)
    with pytest.raises(ImportError, match="cannot import name 'units'"):
        from proofnets import units  # noqa: F401  # a room has it, but it is not offered here


def test_help_tells_where_to_begin() -> None:
    text = pydoc.plain(pydoc.render_doc(proofnets))
    assert "Where to begin" in text
    for name in proofnets.__all__:
        assert name in text
