"""`proofnets extract`: treebanks to samples."""

from __future__ import annotations

import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Annotated

import typer

from proofnets.commands.console import outputs, write_json
from proofnets.commands.options import Jobs, Output
from proofnets.errors import ProofNetsError
from proofnets.files import make_folder
from proofnets.progress import track

EXAMPLES = """
proofnets extract treebank/ -o samples.jsonl -j 4
proofnets extract cdb.zip tree.xml --split data --report coverage.json
proofnets extract aethel/data/natural_deduction --split aethel
proofnets extract aethel.pickle -o aethel.jsonl
"""


def extract(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH",
            help="Folders, zip files, XML files (Alpino, Æthel 2020), Æthel dumps (.pickle); - reads XML.",
        ),
    ],
    output: Output = None,
    split: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write train.jsonl, dev.jsonl and test.jsonl to this folder.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the report of coverage to this file, as JSON.")
    ] = None,
    jobs: Jobs = 1,
) -> None:
    """Turn treebanks into samples, and report what was covered. Exit code 1, and no file, if there is no sample."""
    from proofnets.treebank.report import REPEATED, Report, count_files, deal, outcomes, report_json, show_report

    if output and split:
        raise ProofNetsError("give either --output or --split, not both")
    names = {part: split / f"{part}.jsonl" for part in ("train", "dev", "test")} if split else {"": output}
    dealt = dict.fromkeys((*names, REPEATED), 0)
    counts = Report()
    found = counts.watch(outcomes(paths, jobs))
    if split:
        make_folder(split)
    with ExitStack() as stack:
        account = stack.enter_context(outputs(report))[0] if report else None
        if sys.stderr.isatty() and (output or split or not sys.stdout.isatty()):
            found = track(found, count_files(paths), "trees")
        stack.callback(found.close)
        with suppress(_NothingToWriteError), outputs(*names.values()) as streams:
            files = dict(zip(names, streams, strict=True))
            for part, line in deal(found) if split else (("", outcome.line) for outcome in found if outcome.line):
                dealt[part] += 1
                if part in files:
                    files[part].write(line + "\n")
            if not counts.total.samples:
                raise _NothingToWriteError
        if account:
            write_json(report_json(counts), account)
    if not counts.total.samples and not counts.total.words:
        first = next(iter(counts.lost), None)
        raise ProofNetsError("there is nothing to extract" + (f"; {first.id}: {first.reason}" if first else ""))
    print(show_report(counts), file=sys.stderr)
    if not counts.total.samples:
        raise typer.Exit(1)
    if split:
        written = ", ".join(f"{dealt[part]:,} in {name}" for part, name in names.items())
        repeated = f"{dealt[REPEATED]:,} left out of training, as they repeat a sentence with the same derivation"
        print(f"{written}; {repeated}", file=sys.stderr)


class _NothingToWriteError(Exception):
    """Leaves files as they were."""
