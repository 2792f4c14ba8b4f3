"""`proofnets mean`: several runs to one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from proofnets.commands.console import require, waiting

EXAMPLES = """
proofnets mean runs/nl runs/more -o runs/mean
# a network with a decoder for each direction, to be trained further
proofnets mean runs/forwards runs/backwards -o runs/both
"""


def mean(
    runs: Annotated[
        list[Path],
        typer.Argument(metavar="RUN…", help="Run folders, each trained from one before it, or of the other direction."),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="The run folder to write.")],
) -> None:
    """Write the mean of the weights of several runs.

    It is a run like them. They went on from one another, or else they have other directions: then their decoders
    stand side by side.
    """
    require("train")
    from proofnets.training.mean import mean as mean_of_runs

    with waiting(f"the mean of {', '.join(map(str, runs))}"):
        mean_of_runs(runs, output)
