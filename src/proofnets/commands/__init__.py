"""The command line: one file a command. Each imports what it needs when it runs, so that help comes at once."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from textwrap import indent
from typing import Annotated

import typer

from proofnets import __version__
from proofnets.commands import (
    calibrate,
    check,
    clusters,
    corpus,
    evaluate,
    export,
    extract,
    mean,
    merge,
    parse,
    prove,
    search,
    serve,
    shrink_encoder,
    silver,
    stats,
    train,
    unpack,
)
from proofnets.commands.console import ClosedPipe
from proofnets.errors import NotationError, ProofNetsError


def _examples(lines: str) -> str:
    return "\b\nExamples:\n" + indent(lines.strip("\n"), "  ")  # \b keeps the lines as they are


LINE = 80
"""How much of a faulty line is shown."""

app = typer.Typer(
    name="proofnets",
    help="Dutch text to proofs of linear logic: proof nets, λ-terms, natural deductions, dependency graphs.",
    epilog=_examples(
        """
proofnets parse 'De strategie die ze volgen is eeuwenoud.'
proofnets prove 'ze:pron, slapen:<su>pron -> s |- s'
proofnets extract treebank/ -o samples.jsonl
proofnets parse --help
"""
    ),
    no_args_is_help=True,
    rich_markup_mode=None,  # without rich, help is there in half the time
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
COMMANDS: tuple[tuple[Callable[..., None], str], ...] = (
    (parse.parse, parse.EXAMPLES),
    (prove.prove, prove.EXAMPLES),
    (corpus.corpus, corpus.EXAMPLES),
    (search.search, search.EXAMPLES),
    (extract.extract, extract.EXAMPLES),
    (merge.merge, merge.EXAMPLES),
    (check.check, check.EXAMPLES),
    (stats.stats, stats.EXAMPLES),
    (train.train, train.EXAMPLES),
    (export.export, export.EXAMPLES),
    (calibrate.calibrate, calibrate.EXAMPLES),
    (mean.mean, mean.EXAMPLES),
    (unpack.unpack, unpack.EXAMPLES),
    (silver.silver, silver.EXAMPLES),
    (clusters.clusters, clusters.EXAMPLES),
    (evaluate.evaluate, evaluate.EXAMPLES),
    (serve.serve, serve.EXAMPLES),
    (shrink_encoder.shrink_encoder, shrink_encoder.EXAMPLES),
)
"""The commands in the order in which help lists them, each with its examples."""
for _command, _lines in COMMANDS:
    app.command(epilog=_examples(_lines))(_command)


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


def main() -> None:
    """Run the command line. Exit codes: 0 done, 1 the answer is no, 2 wrong use or bad input."""
    options = sys.argv[: sys.argv.index("--")] if "--" in sys.argv else sys.argv  # behind it, all is text
    debug = "--debug" in options
    sys.argv = [argument for argument in options if argument != "--debug"] + sys.argv[len(options) :]
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]  # text over bytes
    try:
        with _signals_caught():
            app(prog_name="proofnets")
    except ClosedPipe:  # the reader has seen enough, as in `proofnets … | head`
        _drop_output()
        sys.exit(0)
    except KeyboardInterrupt:
        sys.exit(130)
    except _Ended as end:
        signal.raise_signal(end.args[0])  # so that whoever started it sees what ended it
    except NotationError as error:
        _fail(f"{error}\n{error.pointed(LINE)}", debug)
    except ProofNetsError as error:
        _fail(str(error), debug)
    except OSError as error:
        _fail(f"{error.filename or 'standard input or output'}: {error.strerror or error}", debug)
    except Exception as error:  # a user should see one sentence, and no traceback unless asked for
        _fail(f"an error inside the program ({type(error).__name__}: {error}); --debug shows where", debug)


class _Ended(BaseException):
    """The process was told to end, by a signal."""


@contextmanager
def _signals_caught() -> Iterator[None]:
    """Have the process clean up, too, when it is told to end or its terminal closes, unless it is to ignore that."""
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]  # not all on Windows
    caught = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in caught:
        signal.signal(number, _end)
    try:
        yield
    finally:
        for number in caught:
            signal.signal(number, signal.SIG_DFL)


def _end(number: int, _: object) -> None:
    raise _Ended(number)


def _fail(message: str, debug: bool) -> None:
    """End with one sentence, or with the traceback if that is asked for."""
    if debug:
        traceback.print_exc()
    else:
        print(f"proofnets: {message}", file=sys.stderr)
    _drop_output()
    sys.exit(2)


def _drop_output() -> None:
    """What cannot be written is not tried again when Python ends."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
