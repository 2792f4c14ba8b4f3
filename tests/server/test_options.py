"""The options of `proofnets serve`: each can stand in the environment, and is told of."""

import re
from pathlib import Path

import typer
from typer.main import get_command

from proofnets.commands.serve import serve

DOCS = Path(__file__).parents[2] / "docs" / "service.md"


def test_every_option_has_a_variable_of_its_name_and_is_documented() -> None:
    app = typer.Typer(add_completion=False)
    app.command()(serve)
    variables = {option.name: getattr(option, "envvar", None) for option in get_command(app).params}
    assert variables == {name: f"PROOFNETS_{str(name).upper()}" for name in variables}
    documented = set(re.findall(r"PROOFNETS_[A-Z_]+", DOCS.read_text(encoding="utf-8")))
    assert documented == set(variables.values())
