"""`proofnets search`: patterns in parses that are kept."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from proofnets.commands.console import outputs, require, waiting
from proofnets.commands.options import Output, bound
from proofnets.errors import ProofNetsError

if TYPE_CHECKING:
    from proofnets.corpus.matches import Match, Matches

EXAMPLES = """
proofnets search news.parquet 'pattern { V -[su]-> S; S [word="kinderen"] } without { V -[mod]-> M }'
proofnets search parsed/ 'pattern { V [type="◇obj _ ⊸ _"]; V -[obj]-> O; O << V }' --by V.word --by O.word
proofnets search data/dev.jsonl 'pattern { R [word=re"die|dat"]; term R (λx^obj._)^body }' --limit 10
proofnets search parsed/ 'pattern { V -[vc]-> W } global { status=proved; length<12 }' --format html -o verbs.html
proofnets search data/train.jsonl.xz 'pattern { }' --format parses -o train.parquet
"""


def search(
    parsed: Annotated[
        Path,
        typer.Argument(
            metavar="PARSED", help="A Parquet file of parses, a folder of them, or samples (.jsonl, .jsonl.xz)."
        ),
    ],
    pattern: Annotated[str, typer.Argument(help="What to look for, in the syntax of Grew (docs/corpora.md).")],
    by: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY", help="Count the matches by this, as V.word or document. Several may be given."),
    ] = None,
    format: Annotated[
        str,
        typer.Option(
            "--format", "-f", metavar="NAME", help="What to write: text, json, csv, html, svg, parquet or parses."
        ),
    ] = "text",
    limit: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="How many matches, or rows of counts, to give.")
    ] = None,
    seconds: Annotated[float, typer.Option(metavar="N", min=0, help="How long to search at most; 0 is no limit.")] = 60,
    output: Output = None,
) -> None:
    """Search parses for words, types, dependencies and terms. Exit code 1 if there is no match."""
    require("corpus")
    from proofnets.corpus.matches import search as search_corpus
    from proofnets.corpus.results import FileFormat, find_result_format

    chosen = find_result_format(format)
    if isinstance(chosen, FileFormat) and output is None:
        raise ProofNetsError(f"{format} is no text: name the file to write with --output")
    if by and chosen.counts is None:
        raise ProofNetsError(f"counts cannot be written as {format}: leave out --by, or choose another format")
    tally = _Tally(search_corpus(parsed, pattern, limit, bound(seconds)))
    nodes = tally.matches.pattern.body.nodes
    table = tally.counts(by) if by else None
    if isinstance(chosen, FileFormat):
        assert output
        with waiting("searching"):
            if table is not None and chosen.counts:
                chosen.counts(table, output)
            else:
                chosen.matches(nodes, tally, output)
    else:
        with outputs(output) as (stream,):
            colour = stream.isatty() and "NO_COLOR" not in os.environ
            show = chosen.on_terminal if colour and chosen.on_terminal else chosen.matches
            for piece in chosen.counts(table) if table is not None and chosen.counts else show(nodes, tally):
                stream.write(piece)
    if not tally.found:
        print("no match" + _unknown_labels(tally.matches), file=sys.stderr)
        raise typer.Exit(1)
    if not by:
        print(f"{tally.found:,} {'match' if tally.found == 1 else 'matches'}", file=sys.stderr)


def _unknown_labels(matches: Matches) -> str:
    """Which labels the pattern asks for that no dependency of the corpus has, as obj1 where it is named obj.

    Nothing is said of samples, which would have to be turned into parses once more.
    """
    from proofnets.corpus.notation import parse_pattern
    from proofnets.corpus.patterns import Edge

    edges = [clause for clause in matches.pattern.body.clauses if isinstance(clause, Edge) and not clause.negated]
    asked = {label for edge in edges for label in edge.labels if isinstance(label, str)}
    if not asked or not (matches.path.is_dir() or matches.path.suffix == ".parquet"):
        return ""
    table = replace(matches, pattern=parse_pattern("pattern { H -> D }"), limit=None).counts("D.label")
    known = sorted(table.column("D.label").to_pylist())
    if known and (unknown := sorted(asked.difference(known))):
        return f": no dependency here is labelled {' or '.join(unknown)}, but {', '.join(known)}"
    return ""


class _Tally:
    """Matches, counted as they go by."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches
        self.found = 0

    def __iter__(self) -> Iterator[Match]:
        for match in self.matches:
            self.found += 1
            yield match

    def counts(self, keys: list[str]) -> Any:
        """The table of counts."""
        with waiting("searching"):
            table = self.matches.counts(*keys)
        self.found = table.num_rows
        return table
