"""`proofnets merge`: several data sets to one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from proofnets.commands.console import waiting

EXAMPLES = """
proofnets merge data aethel2020 -o both
proofnets merge data aethel2020 -o both --dev 2000
"""


def merge(
    data: Annotated[
        list[Path],
        typer.Argument(metavar="DATA…", help="Folders of train.jsonl, dev.jsonl and test.jsonl, or .jsonl.xz."),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="The data folder to write.")],
    dev: Annotated[int | None, typer.Option(metavar="N", min=1, help="Write only so many development samples.")] = None,
) -> None:
    """Put data sets together. Sentences of their development and test parts are kept out of training."""
    from proofnets.treebank import merge as merge_data
    from proofnets.treebank import show_merged

    with waiting(f"merging {', '.join(map(str, data))}"):
        merged = merge_data(data, output, dev)
    print(show_merged(merged), file=sys.stderr)
