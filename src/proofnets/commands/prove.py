"""`proofnets prove`: the proof nets of a judgement."""

from __future__ import annotations

import os
import sys
from itertools import islice
from typing import Annotated

import typer

from proofnets.commands.console import choose_format, counted, standard_input, write_parses
from proofnets.commands.options import Files, FormatName, Fragment, bound
from proofnets.deadline import Deadline
from proofnets.derivation.derivations import Derivation
from proofnets.errors import ProofNetsError

EXAMPLES = """
proofnets prove 'np, np -> s |- s'
proofnets prove --format proof 'ze:pron, slapen:<su>pron -> s |- s'
proofnets prove --first --format svg -o net.svg - < judgement.txt
proofnets prove --strict 'x:<su>np |- np'   # without --strict, marks take no part in what is a proof
"""
_STOPPED = {None: "", "limit": " (stopped there; there are more)", "time": " (stopped after {:g} seconds)"}


def prove(
    judgement: Annotated[
        str, typer.Argument(help="Typed words and a goal: 'P1, …, Pn ⊢ C', each P a type or word:type; - reads it.")
    ],
    format: FormatName = "term",
    fragment: Fragment = None,
    first: Annotated[bool, typer.Option("--first", help="Stop at the first proof.")] = False,
    limit: Annotated[int, typer.Option(metavar="N", min=0, help="Stop at this many proofs; 0 is no limit.")] = 100,
    seconds: Annotated[
        float, typer.Option(metavar="N", min=0, help="Stop the search after this time; 0 is no limit.")
    ] = 60,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="Only proofs by the paper's rules for ◇ and □: marks fill slots of their own."),
    ] = False,
    output: Files = None,
) -> None:
    """List every proof net of a judgement, without a model. Exit code 1 if there is none."""
    chosen = choose_format(format, fragment, output)
    from proofnets.logic import obstacle, parse_judgement, proofs
    from proofnets.render.sentences import parse_of_nets

    text = standard_input() if judgement == "-" else os.fsencode(judgement).decode("utf-8", "replace")
    if not text.strip():
        raise ProofNetsError("there is no judgement: give one such as 'np, np -> s |- s'")
    given = parse_judgement(text)
    sentence = Derivation(given.names, given.types, given.goal, ())
    deadline = Deadline.after(bound(seconds))
    search = proofs(given, limit=limit or None, strict=strict, deadline=deadline)
    nets = list(islice(search, 1)) if first else list(search)  # whether there is a second may take long to find
    if nets or format == "json":  # a program that reads JSON reads the answer no as well
        write_parses([parse_of_nets(sentence, nets)], chosen, output)
    if not nets:
        if search.stopped == "time":
            reason = f"none found in {seconds:g} seconds, and the search is not complete"
        else:
            reason = (
                obstacle(search.frame, strict, deadline) or "the atoms balance, but no way to link them is a proof net"
            )
        print(f"no proof: {reason}", file=sys.stderr)
        raise typer.Exit(1)
    if not first:
        print(counted(len(nets), "proof") + _STOPPED[search.stopped].format(seconds), file=sys.stderr)
