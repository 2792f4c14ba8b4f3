"""`proofnets evaluate`: the paper's tables."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from proofnets.commands.console import outputs, readable, write_json
from proofnets.commands.options import ModelName, Output, Samples, Seconds, Unconstrained, bound
from proofnets.errors import ProofNetsError
from proofnets.progress import track

EXAMPLES = """
proofnets evaluate data/test.jsonl --beam 1,2,3,5,7 --oracle --train data/train.jsonl
proofnets evaluate data/dev.jsonl --model runs/model --limit 200 --errors errors.txt
proofnets evaluate data/test.jsonl --reliability reliability.svg
proofnets evaluate data/test.jsonl --units
proofnets evaluate data/test.jsonl --beam 5 --best-in-beam --unconstrained --json -o test.json
"""


def evaluate(
    samples: Samples,
    model: ModelName = "nl",
    beam: Annotated[
        str, typer.Option(metavar="N,…", help="How many frames to keep at each step, one number or several: 1,2,5.")
    ] = "1",
    oracle: Annotated[bool, typer.Option("--oracle", help="Also link the words with their gold types given.")] = False,
    best_in_beam: Annotated[
        bool, typer.Option("--best-in-beam", help="Also count a sentence as right if any analysis in the beam is.")
    ] = False,
    unconstrained: Unconstrained = False,
    units: Annotated[
        bool, typer.Option("--units", help="Tell the parser which tokens are one word, as the paper's was told.")
    ] = False,
    seconds: Seconds = 10,
    train: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Training samples: tells types apart by how often they occur.")
    ] = None,
    errors: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write what goes wrong with the widest beam to this file.")
    ] = None,
    reliability: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a picture (SVG) of confidence beside truth to this file.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the tables as one JSON object.")] = False,
    latex: Annotated[bool, typer.Option("--latex", help="Print the tables as a LaTeX document.")] = False,
    limit: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Take only this many samples, the first.")
    ] = None,
    output: Output = None,
) -> None:
    """Parse gold samples, and count what is right. The tables are those of the paper."""
    beams = _beams(beam)
    if json and latex:
        raise ProofNetsError("give either --json or --latex, and not both")
    from proofnets.evaluation import (
        errors_of,
        evaluation_json,
        evaluation_latex,
        reliability_svg,
        show_errors,
        show_evaluation,
    )
    from proofnets.evaluation import evaluate as evaluate_parser
    from proofnets.parser.parser import Parser
    from proofnets.treebank import read_samples

    with (
        readable(samples) as file,
        outputs(output, *(path for path in (errors, reliability) if path)) as (stream, *others),
    ):
        evaluation = evaluate_parser(
            Parser(model),
            islice(read_samples(file), limit),
            beams,
            oracle=oracle,
            best_in_beam=best_in_beam,
            unconstrained=unconstrained,
            units=units,
            seconds=bound(seconds),
            train=read_samples(train) if train else None,
            watch=track if sys.stderr.isatty() else None,
        )
        if json:
            write_json(evaluation_json(evaluation), stream)
        else:
            stream.write(evaluation_latex(evaluation) if latex else show_evaluation(evaluation) + "\n")
        if errors:
            others.pop(0).write(show_errors(errors_of(evaluation.comparisons[max(beams)])) + "\n")
        if reliability:
            measured = evaluation.reliability[max(beams)]
            if not measured:
                raise ProofNetsError(f"the model {model} gives no confidence: `proofnets calibrate` makes it do so")
            others.pop(0).write(reliability_svg(measured))


def _beams(text: str) -> list[int]:
    """The beams that an option tells, the least first.

    >>> _beams("5,1,2,5")
    [1, 2, 5]
    """
    numbers = text.split(",")
    if not all(number.isdecimal() and 1 <= int(number) <= 100 for number in numbers):
        raise ProofNetsError(f"--beam takes numbers from 1 to 100 with commas between them, such as 1,2,5, not {text}")
    return sorted(set(map(int, numbers)))
