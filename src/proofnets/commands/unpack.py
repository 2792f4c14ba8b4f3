"""`proofnets unpack`: a model folder back to runs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from proofnets.commands.console import require, waiting
from proofnets.commands.options import MODEL_HELP

EXAMPLES = """
# the model in the package, trained further on other trees
proofnets unpack nl -o networks
proofnets train configs/nl.toml --data my-treebank -o runs/mine --from networks/1
"""


def unpack(
    model: Annotated[str, typer.Argument(metavar="NAME", help=MODEL_HELP)],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="Where to write the run folders.")],
) -> None:
    """Turn a model folder back into runs, to train further. There is one for each of its networks."""
    require("train")
    from proofnets.export.unpack import unpack as unpack_model
    from proofnets.parser.parser import find_model

    with waiting(f"unpacking {model}"):
        runs = unpack_model(find_model(model), output)
    print(", ".join(map(str, runs)), file=sys.stderr)
