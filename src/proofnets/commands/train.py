"""`proofnets train`: samples to a network."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from proofnets.commands.console import require, training_display

EXAMPLES = """
proofnets extract treebank/ --split data
proofnets train configs/nl.toml --data data -o runs/nl
proofnets train configs/nl.toml --data data -o runs/nl --resume
proofnets train configs/nl.toml --data my-treebank -o runs/mine --from runs/nl
torchrun --nproc-per-node 4 -m proofnets train configs/paper.toml --data data -o runs/paper
"""


def train(
    config: Annotated[Path, typer.Argument(metavar="RECIPE", help="A recipe, such as configs/nl.toml.")],
    data: Annotated[Path, typer.Option(metavar="FOLDER", help="Where train.jsonl and dev.jsonl are, or .jsonl.xz.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="The run folder to write.")],
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run that is in the folder.")] = False,
    start: Annotated[
        Path | None, typer.Option("--from", metavar="RUN", help="Begin with the best network of another run.")
    ] = None,
) -> None:
    """Train a model. A run that is interrupted loses nothing but its last minutes: resume it."""
    require("train")
    from proofnets.network.config import read_config
    from proofnets.training.train import train as train_model

    with training_display() as report:
        train_model(read_config(config), data, output, resume, report, start)
