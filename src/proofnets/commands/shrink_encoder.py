"""`proofnets shrink-encoder`: a pretrained encoder cut to a language."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from proofnets.commands.console import require, waiting

EXAMPLES = """
proofnets shrink-encoder intfloat/multilingual-e5-small --text news.txt --text law.txt.xz -o encoder
"""


def shrink_encoder(
    name: Annotated[str, typer.Argument(metavar="NAME", help="An encoder: a folder, or a name on the hub.")],
    text: Annotated[list[Path], typer.Option(metavar="FILE", help="Text in the language, one sentence a line.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="The folder to write.")],
) -> None:
    """Cut an encoder's vocabulary to what a language uses."""
    require("train")
    from proofnets.export.shrink import shrink_encoder as shrink

    with waiting("shrinking"):
        report = shrink(name, text, output)
    print(report, file=sys.stderr)
