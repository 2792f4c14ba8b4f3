"""What the commands share: reading and writing files, and showing progress on a terminal."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from proofnets.errors import ProofNetsError
from proofnets.files import check_writable, replacing, writing

if TYPE_CHECKING:
    from proofnets.derivation.analyses import Parse
    from proofnets.render import Format
    from proofnets.training.train import Report

_CONVERTED = (".pdf", ".png")
"""Endings of files that pictures are converted to."""
_NUMBER = re.compile(r"\{n(?::0?(\d))?\}")
"""Where the number of a sentence stands in the name of a file: {n}, or {n:03} for three digits or more."""

NEEDED = {
    "train": ("torch", "transformers", "safetensors", "onnx", "onnxscript", "matplotlib"),
    "serve": ("fastapi", "uvicorn"),
    "corpus": ("pyarrow", "duckdb"),
    "pictures": ("typst",),
    "cluster": ("ray",),
}
"""What commands import that need an extra of the package."""


def require(extra: str) -> None:
    """Say how to install what a command needs, if it is not there."""
    from importlib.util import find_spec

    if missing := [name for name in NEEDED[extra] if find_spec(name) is None]:
        pip = f"{sys.executable} -m pip install 'proofnets[{extra}]'"  # of the environment that it is missing in
        raise ProofNetsError(f"this needs {', '.join(missing)}: {pip}")


def read_card(path: Path) -> dict[str, object]:
    """The JSON object in a file."""
    try:
        card = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ProofNetsError(f"{path} is no JSON file: {error}") from None
    if not isinstance(card, dict):
        raise ProofNetsError(f"{path} must be a JSON object")
    return card


@contextmanager
def training_display() -> Iterator[Callable[[Report], None]]:
    """Shows how a run goes: a bar on a terminal, and a line for every validation."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (
        TextColumn("epoch {task.fields[epoch]}"),
        BarColumn(),
        TextColumn("{task.completed:,} of {task.total:,} steps · loss {task.fields[loss]} · {task.fields[pace]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=1, epoch="", loss="", pace="", visible=False)

        def report(told: Report) -> None:
            loss = f"{told.symbol_loss:.3f} symbols, {told.link_loss:.3f} links"
            progress.update(
                task,
                visible=True,
                total=told.epochs * told.steps,
                completed=(told.epoch - 1) * told.steps + told.step,
                epoch=f"{told.epoch}/{told.epochs}",
                loss=loss,
                pace=f"{told.symbols_a_second:,.0f} symbols a second",
            )
            if told.scores:
                right = ", ".join(f"{name} {share:.1%}" for name, share in told.scores.items())
                console.print(f"epoch {told.epoch}: loss {loss}; right: {right}", highlight=False, soft_wrap=True)

        yield report


def standard_input() -> str:
    """All of standard input, which must be UTF-8."""
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ProofNetsError(f"standard input is not UTF-8 at byte {error.start + 1}") from None


def counted(number: int, what: str) -> str:
    """A number of things: `1 tree`, `2 trees`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


@contextmanager
def waiting(text: str) -> Iterator[None]:
    """Show on a terminal that something is under way."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn

    above = sys.stdout.isatty()  # what is printed goes above the spinner
    columns = SpinnerColumn(), TextColumn("{task.description}")
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=above) as progress:
        progress.add_task(text, total=None)
        yield


@contextmanager
def readable(path: Path) -> Iterator[Path]:
    """A file that can be read more than once: the one given, or a copy of standard input or of another pipe."""
    if str(path) != "-" and not path.is_fifo() and not path.is_char_device():
        yield path
        return
    from shutil import copyfileobj
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        copy = Path(folder, "standard input" if str(path) == "-" else path.name)  # errors tell it
        with copy.open("wb") as stream, sys.stdin.buffer if str(path) == "-" else path.open("rb") as source:
            copyfileobj(source, stream)
        yield copy


class ClosedPipe(Exception):  # noqa: N818  # no error
    """Whoever reads what we write has seen enough. Typer would take a BrokenPipeError for a failure."""


@contextmanager
def outputs(*paths: Path | None) -> Iterator[list[TextIO]]:
    """Files to write, which change only when all is written; where there is no name, standard output."""
    try:
        with writing(*(path for path in paths if path)) as files:
            named = iter(files)
            yield [next(named) if path else sys.stdout for path in paths]
            sys.stdout.flush()
    except BrokenPipeError:
        raise ClosedPipe from None


def write_json(data: Any, stream: TextIO) -> None:
    """Write data as indented JSON."""
    json.dump(data, stream, ensure_ascii=False, indent=1)
    stream.write("\n")


def choose_format(name: str, fragment: str | None, output: Path | None) -> Format:
    """The format to write; an error if it cannot be written to such a file, before anything else is done."""
    from proofnets.render.formats import FORMATS, find_format, views

    fragments = views("tex")
    if fragment and (name != "latex" or fragment not in fragments):
        raise ProofNetsError(f"--fragment goes with --format latex, and is one of {', '.join(fragments)}")
    chosen = fragments[fragment] if fragment else find_format(name)
    if output and output.suffix in _CONVERTED:
        if chosen.ending != "svg":
            pictures = ", ".join(row.name for row in FORMATS.values() if row.ending == "svg")
            raise ProofNetsError(f"{output} is a picture, and {chosen.name} is none: give --format {pictures}")
        require("pictures")
    if output:
        ending = output.suffix.removeprefix(".").replace("jsonl", "json")
        meant = [row.name for row in FORMATS.values() if row.ending == ending != "txt"]
        if meant and chosen.name not in meant:
            raise ProofNetsError(f"{output} is no name for {chosen.name}: give --format {' or '.join(meant)}")
        check_writable(_numbered(output, 1))
    return chosen


def write_parses(parses: Iterable[Parse], format: Format, output: Path | None) -> None:
    """Write parses to a file, to one for every sentence if its name has {n} for the number, or to standard output."""
    waiting = iter(parses)
    everything = chain(list(islice(waiting, 1)), waiting)  # what is wrong with the input is told before anything else
    if output is None or not _NUMBER.search(str(output)):
        _write(format.render(everything), format, output)
        return
    for number, parse in enumerate(everything, 1):
        _write(format.render([parse]), format, _numbered(output, number))


def _numbered(output: Path, number: int) -> Path:
    """The name of a sentence's file.

    >>> _numbered(Path("net-{n:03}.svg"), 7).name
    'net-007.svg'
    """
    return Path(_NUMBER.sub(lambda match: str(number).zfill(int(match[1] or 0)), str(output)))


def _write(pieces: Iterator[str], format: Format, output: Path | None) -> None:
    """Write a text, each piece as soon as it is there; on a terminal, trees are in colour."""
    if output and output.suffix in _CONVERTED:
        from proofnets.render.convert import convert

        picture = convert("".join(pieces), "pdf" if output.suffix == ".pdf" else "png")
        with replacing(output) as unfinished:
            unfinished.write_bytes(picture)
        return
    with outputs(output) as (stream,):
        colour: Callable[[str], str] = str
        if format.tree and stream.isatty() and "NO_COLOR" not in os.environ:
            from proofnets.render.colour import colour_tree

            colour = colour_tree
        for piece in pieces:
            stream.write(colour(piece))
            stream.flush()


class Tally:
    """Parses, counted as they go by; a text in which there is nothing does not count, and the unsure stay behind."""

    def __init__(self, parses: Iterator[Parse], min_confidence: float = 0.0) -> None:
        self.parses, self.min_confidence = parses, min_confidence
        self.total = self.unproved = self.timed_out = self.unsure = 0

    def __iter__(self) -> Iterator[Parse]:
        for parse in self.parses:
            self.total += bool(parse.tokens)
            self.unproved += bool(parse.tokens) and parse.status != "proved"
            self.timed_out += parse.timed_out
            if parse.confidence is not None and parse.confidence < self.min_confidence:
                self.unsure += 1
            else:
                yield parse

    def or_error(self) -> Iterator[Parse]:
        """The same; an error if there is none with any word in it."""
        empty: list[Parse] = []
        for parse in self:
            if self.total:
                yield from empty
                empty = []
                yield parse
            else:
                empty.append(parse)
        if not self.total:
            raise ProofNetsError("there is no sentence in the input")
