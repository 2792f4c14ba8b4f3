"""`proofnets stats`: what samples are made of."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from proofnets.commands.console import outputs, readable, waiting, write_json
from proofnets.commands.options import Samples
from proofnets.errors import ProofNetsError

EXAMPLES = """
proofnets stats samples.jsonl --svg lengths.svg
proofnets stats samples.jsonl --most 100
proofnets stats samples.jsonl --json > statistics.json
"""


def stats(
    samples: Samples,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the cumulative distributions to this file.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print everything as one JSON object.")] = False,
    most: Annotated[int, typer.Option(metavar="N", min=0, help="How many of the most frequent types to show.")] = 20,
) -> None:
    """Count what a file of samples is made of. Types, atoms, labels, orders, ambiguity and lengths are told."""
    from proofnets.treebank import figure, gather, read_samples, show
    from proofnets.treebank.report import statistics_json

    with readable(samples) as file, outputs(*([svg] if svg else [])) as pictures:
        with waiting("reading samples"):
            statistics = gather(read_samples(file))
        if not statistics.sentences:
            raise ProofNetsError(f"there are no samples in {samples}")
        for picture in pictures:
            picture.write(figure(statistics))
    with outputs(None) as (out,):
        if json:
            write_json(statistics_json(statistics), out)
        else:
            print(show(statistics, most), file=out)
