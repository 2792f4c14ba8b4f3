"""The map of docs/architecture.md holds: a room imports only what the map lets it."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "proofnets"

BASE = {"errors", "deadline", "display", "files", "lazy", "packed", "table"}
"""What every room may use."""

ROOMS: dict[str, set[str]] = {
    "logic": set(),
    "derivation": {"logic"},
    "treebank": {"logic", "derivation", "workers"},
    "network": {"logic", "derivation", "treebank"},
    "training": {"logic", "derivation", "treebank", "network"},
    "export": {"network", "training", "modelfolder"},
    "parser": {"logic", "derivation", "treebank", "modelfolder", "workers", "progress"},
    "evaluation": {"logic", "derivation", "treebank", "parser", "modelfolder"},
    "render": {"logic", "derivation"},
    "bridges": {"logic", "derivation", "parser"},
    "corpus": {"logic", "derivation", "treebank", "parser", "render", "workers", "modelfolder"},
    "server": {"logic", "derivation", "treebank", "parser", "render", "corpus", "workers", "modelfolder"},
}
"""For each room, the others that it may import; `commands` may import all."""

MODULES: dict[str, set[str]] = {"modelfolder": {"logic", "derivation"}, "workers": set(), "progress": set()}
"""Rooms of a single module, likewise."""


def imported(path: Path) -> set[str]:
    """The rooms and modules of the package that a file imports, at its top or within a function."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "proofnets":
            found |= {alias.name for alias in node.names}
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        found |= {name.split(".")[1] for name in names if name.startswith("proofnets.")}
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_what_the_map_lets_it(room: str) -> None:
    allowed = ROOMS[room] | BASE | {room, "__version__"}
    wrong = {
        f"{path.relative_to(SOURCE)} imports {name}"
        for path in (SOURCE / room).rglob("*.py")
        for name in imported(path) - allowed
    }
    assert not wrong


@pytest.mark.parametrize("room", ROOMS)
def test_a_public_name_is_no_module_as_well(room: str) -> None:
    public = set(getattr(import_module(f"proofnets.{room}"), "__all__", ()))
    assert not public & {path.stem for path in (SOURCE / room).iterdir()}


def test_what_every_room_may_use_uses_no_room_but_to_show_a_value() -> None:
    """`display` is the one way from a value to the room that draws it, and taken only when a picture is asked for."""
    up = {name: imported(SOURCE / f"{name}.py") - BASE for name in BASE}
    assert up == {name: {"render"} if name == "display" else set() for name in BASE}
    at_import = ast.parse((SOURCE / "display.py").read_text(encoding="utf-8")).body
    modules = {node.module for node in at_import if isinstance(node, ast.ImportFrom)}
    assert modules == {"__future__", "typing"}


@pytest.mark.parametrize("module", MODULES)
def test_a_module_by_itself_imports_only_what_the_map_lets_it(module: str) -> None:
    assert imported(SOURCE / f"{module}.py") <= MODULES[module] | BASE


def test_nothing_imports_the_commands() -> None:
    assert not [room for room, others in (ROOMS | MODULES).items() if "commands" in others]


def test_every_room_is_on_the_map() -> None:
    rooms = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert rooms - {"commands"} == set(ROOMS)
    modules = {path.stem for path in SOURCE.glob("*.py")}
    assert modules - {"__init__", "__main__"} == BASE | set(MODULES)


def test_logic_needs_the_standard_library_only() -> None:
    outside = {"numpy", "torch", "onnxruntime", "typer", "rich", "tokenizers"}
    for path in (SOURCE / "logic").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            modules += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not {module.split(".")[0] for module in modules} & outside, path
