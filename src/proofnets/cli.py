"""The command line. Each command imports what it needs when it runs, so that help comes at once."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from proofnets import __version__
from proofnets.errors import ProofNetsError

app = typer.Typer(
    name="proofnets",
    help="Dutch text to proofs of linear logic: proof nets, λ-terms, natural deductions, dependency graphs.",
    epilog="\b\nExample:\n  proofnets prove 'ze:pron, slapen:<su>pron -> s |- s'",
    no_args_is_help=True,
    rich_markup_mode=None,  # without rich, help is there in half the time
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """Run the command line. Exit codes: 0 done, 1 the answer is no, 2 wrong use or bad input."""
    debug = "--debug" in sys.argv
    sys.argv = [argument for argument in sys.argv if argument != "--debug"]
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    try:
        app()
    except BrokenPipeError:  # the reader has seen enough, as in `proofnets … | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except KeyboardInterrupt:
        sys.exit(130)
    except ProofNetsError as error:
        _fail(str(error), debug)
    except OSError as error:
        _fail(f"{error.filename or 'input or output'}: {error.strerror or error}", debug)
    except Exception as error:
        _fail(f"an error inside the program ({type(error).__name__}: {error}); --debug shows where", debug)


def _fail(message: str, debug: bool) -> None:
    """End with one sentence, or with the traceback if that is asked for."""
    if debug:
        raise
    print(f"proofnets: {message}", file=sys.stderr)
    sys.exit(2)


def _version(asked: bool) -> None:
    if asked:
        print(f"proofnets {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error, with any command.")] = False,
) -> None:
    """Options of the whole programme."""


@app.command(
    epilog="""\b
Examples:
  proofnets prove 'np, np -> s |- s'
  proofnets prove --format proof 'ze:pron, slapen:<su>pron -> s |- s'
  proofnets prove --first --format svg -o net.svg - < judgement.txt"""
)
def prove(
    judgement: Annotated[
        str, typer.Argument(help="Typed words and a goal: 'P1, …, Pn ⊢ C', each P a type or word:type; - reads it.")
    ],
    format: Annotated[
        str, typer.Option("--format", "-f", help="term, typed, types, proof, deps, conllu, json, latex or svg.")
    ] = "term",
    first: Annotated[bool, typer.Option("--first", help="Stop at the first proof.")] = False,
    limit: Annotated[int, typer.Option(min=0, help="Stop at this many proofs; 0 is no limit.")] = 100,
    seconds: Annotated[float, typer.Option(min=0, help="Stop after this time; 0 is no limit.")] = 60,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write to this file.")] = None,
) -> None:
    """List every proof net of a judgement, without a model. Exit code 1 if there is none."""
    from proofnets.logic import imbalance, parse_judgement, proofs
    from proofnets.render import FORMATS, renderer

    if format not in FORMATS:
        raise ProofNetsError(f"no format {format!r}: choose {', '.join(FORMATS)}")
    text = sys.stdin.read() if judgement == "-" else judgement
    search = proofs(parse_judgement(text), limit=1 if first else limit or None, seconds=seconds or None)
    nets = list(search)
    if nets or format == "json":
        _write(renderer(format)(nets), format, output)
    if nets:
        more = {None: "", "limit": " (stopped there; there are more)", "time": f" (stopped after {seconds:g} seconds)"}
        if not first:
            print(f"{len(nets)} {'proof' if len(nets) == 1 else 'proofs'}{more[search.stopped]}", file=sys.stderr)
    else:
        reason = imbalance(search.frame) or "the atoms balance, but no way to link them is a proof net"
        if search.stopped == "time":
            reason = f"none found in {seconds:g} seconds, and the search is not complete"
        print(f"no proof: {reason}", file=sys.stderr)
        raise typer.Exit(1)


def _write(text: str, format: str, output: Path | None) -> None:
    """Write to standard output, or to a file, which then has all of the text or is as it was."""
    if output is None:
        if sys.stdout.isatty() and "NO_COLOR" not in os.environ:
            from proofnets.render.colour import colour_tree

            text = colour_tree(text) if format in ("term", "proof") else text
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    unfinished = output.with_name(f".{output.name}.{os.getpid()}")
    try:
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(output)
    finally:
        unfinished.unlink(missing_ok=True)
