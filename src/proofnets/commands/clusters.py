"""`proofnets clusters`: Dutch verb clusters, made up with their derivations."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from proofnets.commands.console import waiting

EXAMPLES = """
proofnets clusters data/both -o data/clusters
proofnets evaluate data/clusters/test.jsonl
"""


def clusters(
    data: Annotated[
        Path, typer.Argument(metavar="DATA", help="A folder with train.jsonl, whose nouns and verbs they are made of.")
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="The data folder to write.")],
    most: Annotated[int, typer.Option(metavar="N", min=1, max=100_000, help="How many to train on.")] = 3000,
    test: Annotated[int, typer.Option(metavar="N", min=1, max=100_000, help="How many to measure with.")] = 500,
    seed: Annotated[int, typer.Option(metavar="N", help="Which ones are made.")] = 1,
) -> None:
    """Make up Dutch verb clusters, to train on and to measure.

    Those to measure have other things, and other verbs at the end, than those to train on; people and the verbs
    that take verbs are the same.
    """
    from proofnets.treebank.clusters import write_clusters

    with waiting(f"making {most + test:,} sentences of words of {data}"):
        write_clusters(data, output, most, test, seed)
    print(f"{most:,} in {output / 'train.jsonl'}, {test:,} in {output / 'test.jsonl'}", file=sys.stderr)
