"""`proofnets parse`: text to checked proofs."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from proofnets.commands.console import Tally, choose_format, counted, require, write_parses
from proofnets.commands.options import (
    INPUT_HELP,
    Beam,
    Column,
    Conllu,
    Encoding,
    Files,
    FormatName,
    Fragment,
    Jobs,
    Lines,
    ModelName,
    Pretokenised,
    Readings,
    Seconds,
    Unconstrained,
    bound,
    cutting,
)
from proofnets.errors import ProofNetsError
from proofnets.progress import track

if TYPE_CHECKING:
    from proofnets.parser.inputs import Sentence
    from proofnets.parser.sources import InputOptions

_OTHERS = 3
"""How many other types of a word pictures and HTML tell of."""
EXAMPLES = """
proofnets parse "De strategie die ze volgen is eeuwenoud."
proofnets parse -i news.txt --format json -o news.jsonl -j 2
proofnets parse --beam 5 --readings 3 "Jan ziet de man met de verrekijker."
proofnets parse -i news.txt --min-confidence 0.8 --format conllu -o news.conllu
proofnets parse --format html -i letter.txt -o letter.html
proofnets parse -i news.txt -o news.parquet -j 2
proofnets parse --format svg-proof -i letter.txt -o 'proof-{n}.pdf'
proofnets parse -i texts/ 'more/*.txt.gz' articles.csv --column body -o all.parquet
proofnets parse -i news.conllu --format conllu -o parsed.conllu
echo "Ze slapen ." | proofnets parse --pretokenised -
"""


def parse(
    text: Annotated[
        list[str] | None, typer.Argument(help="Sentences, or whole texts; - is standard input. With -i, more files.")
    ] = None,
    input: Annotated[list[Path] | None, typer.Option("--input", "-i", metavar="FILE…", help=INPUT_HELP)] = None,
    model: ModelName = "nl",
    format: FormatName = "term",
    fragment: Fragment = None,
    beam: Beam = 1,
    readings: Readings = 1,
    sample: Annotated[
        int,
        typer.Option(
            metavar="N", min=0, max=10_000, help="Draw so many analyses at random, and show the most frequent."
        ),
    ] = 0,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="What chance depends on, with --sample.")] = 0,
    alternatives: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            max=20,
            help=f"How many other types of each word to tell. If not given: {_OTHERS} in pictures and HTML, else none.",
        ),
    ] = None,
    min_confidence: Annotated[
        float,
        typer.Option(
            metavar="N", min=0, max=1, help="Leave out what is less likely to be right than this, as a whole."
        ),
    ] = 0,
    unconstrained: Unconstrained = False,
    seconds: Seconds = 10,
    lines: Lines = False,
    pretokenised: Pretokenised = False,
    conllu: Conllu = False,
    column: Column = "",
    encoding: Encoding = "utf-8",
    replace_heads: Annotated[
        bool,
        typer.Option(
            "--replace-heads", help="From CoNLL-U to CoNLL-U: put our heads and labels in the place of those it has."
        ),
    ] = False,
    jobs: Jobs = 1,
    output: Files = None,
) -> None:
    """Parse Dutch text to checked proofs. Exit code 1 if a sentence has none."""
    chosen = choose_format(format, fragment, output)
    store = output if output and output.suffix == ".parquet" else None
    if store:
        require("corpus")
        if format != "term":
            raise ProofNetsError(f"{store} will be Parquet, which has everything: leave out --format {format}")
    files = _files(text or [], input or [])
    from proofnets.parser.parser import Parser
    from proofnets.parser.settings import Settings
    from proofnets.parser.sources import InputOptions, find_files

    options = InputOptions(cutting(lines, pretokenised, conllu), column, encoding)
    texts = [] if files else [_given(each) for each in text or []]
    files = find_files(files)  # so that an error comes before the model is read
    others = _OTHERS if chosen.ending in ("html", "svg") else 0
    settings = Settings(
        beam,
        readings,
        not unconstrained,
        samples=sample,
        seed=seed,
        alternatives=others if alternatives is None else alternatives,
        seconds=bound(seconds),
    )
    parser = Parser(model)
    if (alternatives or min_confidence) and parser.model.metadata.calibration is None:
        raise ProofNetsError(f"the model {model} gives no confidence: `proofnets calibrate` makes it do so")
    sentences = _sentences(files, texts, options, parser.model.language)
    parses = parser.parse_sentences(sentences, settings, jobs)
    if sys.stderr.isatty() and (output or not sys.stdout.isatty()):
        parses = track(parses, None, "sentences")
    if replace_heads:
        from proofnets.render.conllu import without_heads

        parses = map(without_heads, parses)
    tally = Tally(parses, min_confidence)
    if store:
        from proofnets.corpus.records import record_of_parse
        from proofnets.corpus.store import write_records

        write_records(map(record_of_parse, tally.or_error()), store)
    else:
        write_parses(tally.or_error(), chosen, output)
    _tell(tally, seconds)
    if tally.unproved:
        raise typer.Exit(1)


def _files(texts: list[str], files: list[Path]) -> list[Path]:
    """The files to read, - among them for standard input; none if texts are given."""
    if files or texts == ["-"]:
        return [*files, *map(Path, texts)]
    if texts:
        return []
    if sys.stdin.isatty():
        raise ProofNetsError("give sentences, or files with -i, or text on standard input")
    return [Path("-")]


def _given(text: str) -> str:
    """A text from the command line; an error if it is the name of a file, or no text at all."""
    from proofnets.parser.sources import is_named_like_a_text

    raw = os.fsencode(text)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        shown = raw.decode("utf-8", "replace")
        reason = f"{shown!r} is not UTF-8 at byte {error.start + 1}"
        raise ProofNetsError(f"{reason}: give it in a file, with --encoding") from None
    if is_named_like_a_text(text):
        raise ProofNetsError(f"is {text} a file? Then give -i {text}; if it is the text itself, echo it into `parse -`")
    return text


def _sentences(files: list[Path], texts: list[str], options: InputOptions, language: str) -> Iterator[Sentence]:
    """The sentences of files or, if there are none, of texts."""
    from proofnets.parser.inputs import from_conllu, from_lines, from_raw_lines, from_text, read_files

    if files:
        return read_files(files, options, language)
    if options.cut in ("conllu", "tokens"):
        return (from_conllu if options.cut == "conllu" else from_lines)(texts)
    return (from_raw_lines if options.cut == "lines" else from_text)(texts, language)


def _tell(tally: Tally, seconds: float) -> None:
    """Say of how many sentences what was wrong."""
    of = f"of {counted(tally.total, 'sentence')}"
    if tally.timed_out:
        late = f"{tally.timed_out:,} {of} took more than {seconds:g} seconds"
        print(f"{late}: of these, the best that was found is shown", file=sys.stderr)
    if tally.unsure:
        print(f"{tally.unsure:,} {of} left out as not sure enough", file=sys.stderr)
    if tally.unproved:
        print(f"{tally.unproved:,} {of} without a proof", file=sys.stderr)
