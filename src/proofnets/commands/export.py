"""`proofnets export`: runs to a model folder."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from proofnets.commands.console import read_card, require, waiting

EXAMPLES = """
proofnets export runs/nl -o model
proofnets export runs/nl runs/other -o model --card card.json
proofnets export runs/nl -o model --precision float32
"""


def export(
    runs: Annotated[
        list[Path], typer.Argument(metavar="RUN…", help="Run folders that `train` has written: one, or several.")
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="The model folder to write.")],
    precision: Annotated[str, typer.Option(help="float32, float16 or int8.")] = "int8",
    card: Annotated[
        Path | None, typer.Option(metavar="FILE", help="JSON with what the model says of its data and licences.")
    ] = None,
) -> None:
    """Turn runs into a model folder, which needs no torch. It has the best network of each of them."""
    require("train")
    from proofnets.export.export import export as export_model
    from proofnets.modelfolder import METADATA, read_metadata

    with waiting(f"exporting {', '.join(map(str, runs))}"):
        export_model(runs, output, precision, read_card(card) if card else None)
    size = sum((output / name).stat().st_size for name in (METADATA, *read_metadata(output).files))
    print(f"{output}: {size / 1e6:.1f} MB, {precision}", file=sys.stderr)
