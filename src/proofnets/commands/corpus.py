"""`proofnets corpus`: files to a folder of parses, in shards, to go on with at any time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from proofnets.commands.console import counted, require
from proofnets.commands.options import (
    Beam,
    Column,
    Conllu,
    Encoding,
    Lines,
    ModelName,
    Pretokenised,
    Readings,
    Seconds,
    Unconstrained,
    bound,
    cutting,
)
from proofnets.errors import ProofNetsError

if TYPE_CHECKING:
    from proofnets.corpus.jobs import Progress, Report

EXAMPLES = """
proofnets corpus texts/ -o parsed/                      # again: goes on where it stopped
proofnets corpus --status parsed/
proofnets corpus 'news/*.jsonl.gz' --column body -o parsed/ --workers 8 --beam 5
proofnets corpus texts/ -o parsed/ --cluster auto       # on a Ray cluster
proofnets search parsed/ 'pattern { V -[su]-> S }'
"""


def corpus(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="FILE…", help="Files, folders and patterns, as `parse -i` reads them."),
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FOLDER", help="The folder of what is parsed.")
    ] = None,
    status: Annotated[bool, typer.Option("--status", help="Tell how far the job of an output folder is.")] = False,
    workers: Annotated[
        int, typer.Option(metavar="N", min=0, help="How many processes or actors; 0 is one for each core.")
    ] = 0,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Work on a Ray cluster: auto, its address, or local to start one here."),
    ] = None,
    model: ModelName = "nl",
    beam: Beam = 1,
    readings: Readings = 1,
    unconstrained: Unconstrained = False,
    seconds: Seconds = 10,
    lines: Lines = False,
    pretokenised: Pretokenised = False,
    conllu: Conllu = False,
    column: Column = "",
    encoding: Encoding = "utf-8",
    shard_characters: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="How much text is parsed and written at a time, in characters; if not said, as suits its size.",
        ),
    ] = None,
) -> None:
    """Parse files into a folder of Parquet files. Started again, it goes on; exit code 1 if something is left."""
    require("corpus")
    if cluster is not None:
        require("cluster")
    from proofnets.corpus.jobs import parse_corpus, report
    from proofnets.parser.settings import Settings
    from proofnets.parser.sources import InputOptions

    if status:
        if output or len(paths) != 1:
            raise ProofNetsError("give one folder with --status, and nothing else")
        told = report(paths[0])
    else:
        if output is None:
            raise ProofNetsError("give the folder to write to, with -o")
        with _told_how_to_go_on(), _display() as watch:
            told = parse_corpus(
                paths,
                output,
                Settings(beam, readings, not unconstrained, seconds=bound(seconds)),
                model=model,
                options=InputOptions(cutting(lines, pretokenised, conllu), column, encoding),
                workers=workers,
                cluster=cluster,
                shard_characters=shard_characters,
                watch=watch,
            )
    print(_shown(told), end="")
    if told.done < told.shards:
        raise typer.Exit(1)


def _shown(told: Report) -> str:
    rejected = sum(told.rejected.values())
    lines = [
        f"{told.done:,} of {counted(told.shards, 'shard')}",
        f"{counted(told.sentences, 'sentence')}, {counted(told.words, 'word')}",
        f"{told.proved:,} proved, {told.unproved:,} unproved, {rejected:,} rejected",
        *(f"  {count:,} × {reason}" for reason, count in told.rejected.items()),
        *(f"shard {name} failed: {reason}" for name, reason in told.failed.items()),
    ]
    return "\n".join(lines) + "\n"


@contextmanager
def _told_how_to_go_on() -> Iterator[None]:
    """Say that a job which is stopped by Ctrl-C has lost nothing."""
    try:
        yield
    except KeyboardInterrupt:
        print("stopped: the same command goes on from here", file=sys.stderr)
        raise


@contextmanager
def _display() -> Iterator[Callable[[Progress], None] | None]:
    """How a job goes: a bar on a terminal, and nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    text = TextColumn("{task.completed:,} of {task.total:,} shards{task.fields[pace]}")
    with Bar(BarColumn(), text, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, pace="", visible=False)

        def show(progress: Progress) -> None:
            pace = f" · {progress.sentences / max(progress.seconds, 1e-9):,.0f} sentences a second"
            pace += f" · {progress.left / 60:,.0f} min left" if progress.left is not None else ""
            pace += f" · {progress.failed:,} failed" if progress.failed else ""
            bar.update(task, completed=progress.done, total=progress.shards, pace=pace, visible=True)

        yield show
