"""Options that several commands have, worded once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from proofnets.errors import ProofNetsError
from proofnets.render.formats import FORMATS, views

if TYPE_CHECKING:
    from proofnets.parser.sources import Cut

FormatName: TypeAlias = Annotated[
    str, typer.Option("--format", "-f", metavar="NAME", help=f"What to write: {', '.join(FORMATS)}.")
]
Fragment: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help=f"With --format latex, only this, to stand in a paper: {', '.join(views('tex'))}."
    ),
]
Jobs: TypeAlias = Annotated[
    int, typer.Option("--jobs", "-j", metavar="N", min=0, help="How many processes to use; 0 is one for each core.")
]
Output: TypeAlias = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to this file, not to standard output.")
]
Files: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write to this file; to one for every sentence, if its name has {n} for the number. "
        "Pictures become PDF or PNG if it ends in .pdf or .png.",
    ),
]
Samples: TypeAlias = Annotated[
    Path,
    typer.Argument(metavar="FILE", help="Samples, one JSON object a line, plain or .xz; - is standard input."),
]
Beam: TypeAlias = Annotated[
    int, typer.Option(metavar="N", min=1, max=100, help="How many frames to keep at each step.")
]
Readings: TypeAlias = Annotated[
    int, typer.Option(metavar="N", min=1, max=100, help="How many readings to give at most.")
]
Seconds: TypeAlias = Annotated[
    float,
    typer.Option(
        "--seconds",
        metavar="N",
        min=0,
        help="How long a sentence may take, then the best found is shown; 0 is no limit.",
    ),
]
Unconstrained: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--unconstrained", help="Decode without the grammar and look at the best links only, as in the paper."
    ),
]

MODEL_HELP = "A model in the package, or a model folder, as `export` writes it."
ModelName: TypeAlias = Annotated[str, typer.Option("--model", metavar="NAME", help=MODEL_HELP)]

INPUT_HELP = (
    "Read files, folders and patterns such as 'texts/*.txt': text, *.conllu, *.jsonl, *.csv and *.tsv, also compressed "
    "(.gz, .xz, .bz2); - is standard input."
)
Lines: TypeAlias = Annotated[bool, typer.Option("--lines", help="A line is a sentence.")]
Pretokenised: TypeAlias = Annotated[
    bool, typer.Option("--pretokenised", help="A line is a sentence, and its tokens stand apart.")
]
Conllu: TypeAlias = Annotated[
    bool, typer.Option("--conllu", help="The input is CoNLL-U; so it is, too, if the file is named *.conllu.")
]
Column: TypeAlias = Annotated[
    str,
    typer.Option("--column", metavar="NAME", help="The column of CSV and TSV, or field of JSON, with the text."),
]
Encoding: TypeAlias = Annotated[str, typer.Option("--encoding", metavar="NAME", help="The encoding of the files.")]


def cutting(lines: bool, pretokenised: bool, conllu: bool) -> Cut:
    """How the input is cut into sentences and tokens, as the options say."""
    if lines + pretokenised + conllu > 1:
        raise ProofNetsError("give one of --lines, --pretokenised and --conllu")
    return "lines" if lines else "tokens" if pretokenised else "conllu" if conllu else "text"


def bound(seconds: float) -> float | None:
    """So many seconds, as the options that bound time give them: 0 is no limit."""
    return seconds or None
