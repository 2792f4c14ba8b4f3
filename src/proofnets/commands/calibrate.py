"""`proofnets calibrate`: has a model rank what it finds by precedents, and tell how sure it is."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from proofnets.commands.console import readable
from proofnets.commands.options import MODEL_HELP, Samples
from proofnets.progress import track

EXAMPLES = """
proofnets calibrate model data/dev.jsonl --train data/train.jsonl
proofnets calibrate nl data/dev.jsonl --train data/train.jsonl --limit 1500
"""


def calibrate(
    model: Annotated[str, typer.Argument(metavar="MODEL", help=MODEL_HELP + " It is changed.")],
    samples: Samples,
    train: Annotated[
        Path,
        typer.Option(metavar="FILE", help="The samples it was trained on: what it has seen, and in which types."),
    ],
    limit: Annotated[
        int | None, typer.Option(metavar="N", min=100, help="Take only this many samples, drawn at random.")
    ] = None,
) -> None:
    """Make a model tell how sure it is, and rank answers.

    What precedents and its probabilities are worth is measured on development samples.
    """
    from proofnets.evaluation import calibrate as calibrate_model
    from proofnets.parser.parser import Parser
    from proofnets.treebank import read_samples

    parser = Parser(model)
    with readable(samples) as file:
        watch = track if sys.stderr.isatty() else None
        made = calibrate_model(parser, read_samples(file), read_samples(train), limit, watch)
    print(f"{parser.model.folder}: calibrated on {made.samples:,} samples", file=sys.stderr)
