"""Options that several commands have, worded once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from proofnets.render import FORMATS

FormatName: TypeAlias = Annotated[
    str, typer.Option("--format", "-f", metavar="NAME", help=f"What to write: {', '.join(FORMATS)}.")
]
Fragment: TypeAlias = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="With --format latex, only this, to stand in a paper: net, proof, deps or term."),
]
Jobs: TypeAlias = Annotated[
    int, typer.Option("--jobs", "-j", min=0, help="How many processes to use; 0 is one for each core.")
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
Seconds: TypeAlias = Annotated[
    float,
    typer.Option("--seconds", min=0, help="How long a sentence may take, then the best found is shown; 0 is no limit."),
]
Unconstrained: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--unconstrained", help="Decode without the grammar and look at the best links only, as in the paper."
    ),
]

MODEL_HELP = "A model in the package, or a model folder, as `export` writes it."
ModelName: TypeAlias = Annotated[str, typer.Option("--model", metavar="NAME", help=MODEL_HELP)]
