"""`proofnets silver`: raw sentences that the parser proves, as samples to train on."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from proofnets.commands.options import Jobs, ModelName
from proofnets.progress import track

EXAMPLES = """
# raw sentences beside the treebank
proofnets silver text/europarl_nl.txt.xz text/news.txt --data data -o silver -j 2
proofnets merge data silver -o both
"""


def silver(
    texts: Annotated[
        list[Path], typer.Argument(metavar="TEXT…", help="Text files of one sentence a line, plain or .xz.")
    ],
    data: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Where dev.jsonl and test.jsonl are, whose sentences are left out.")
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="The data folder to write.")],
    model: ModelName = "nl",
    most: Annotated[
        int, typer.Option(metavar="N", min=1, help="How many sentences of each text to parse at most.")
    ] = 25_000,
    share: Annotated[
        float,
        typer.Option(
            metavar="N",
            min=0.0,
            max=1.0,
            help="Which share of the proved ones to keep: those whose words the model is surest of.",
        ),
    ] = 0.65,
    seed: Annotated[
        int, typer.Option(metavar="N", help="Which sentences are drawn: another one for each round of training.")
    ] = 5,
    jobs: Jobs = 1,
) -> None:
    """Parse raw sentences, and keep the surest to train on. They are written as samples."""
    from proofnets.parser.silver import silver as parse_silver

    found = parse_silver(texts, data, output, model, most, share, seed, jobs, track if sys.stderr.isatty() else None)
    print(f"{found.sentences:,} sentences, {found.proved:,} proved, {found.kept:,} kept", file=sys.stderr)
