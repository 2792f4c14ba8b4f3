"""`proofnets check`: verifies samples."""

from __future__ import annotations

import sys

import typer

from proofnets.commands.console import counted, outputs, readable, waiting
from proofnets.commands.options import Samples
from proofnets.errors import ProofNetsError

EXAMPLES = """
proofnets check samples.jsonl
proofnets check samples.jsonl.xz
cat data/*.jsonl | proofnets check -
"""


def check(samples: Samples) -> None:
    """Verify every sample of a file. What is wrong is printed, line by line; exit code 1 if anything is."""
    from proofnets.treebank import check_samples, count_samples

    with readable(samples) as file:
        count = count_samples(file)
        faults = 0
        with waiting(f"checking {counted(count, 'sample')}"), outputs(None) as (out,):
            for fault in check_samples(file):
                faults += 1
                print(fault, file=out, flush=True)
    if not count:
        raise ProofNetsError(f"there are no samples in {samples}")
    print(f"{counted(count, 'sample')}, {counted(faults, 'fault') if faults else 'all of them sound'}", file=sys.stderr)
    if faults:
        raise typer.Exit(1)
