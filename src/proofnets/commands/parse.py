"""`proofnets parse`: text to checked proofs."""

from __future__ import annotations

import os
import sys
from itertools import count
from pathlib import Path
from typing import Annotated

import typer

from proofnets.commands.console import Tally, choose_format, counted, paragraphs, require, track, write_parses
from proofnets.commands.options import Files, FormatName, Fragment, Jobs, ModelName, Seconds, Unconstrained
from proofnets.errors import ProofNetsError

EXAMPLES = """
proofnets parse "De strategie die ze volgen is eeuwenoud."
proofnets parse -i news.txt --format json -o news.jsonl -j 2
proofnets parse --beam 5 --readings 3 "Jan ziet de man met de verrekijker."
proofnets parse -i news.txt --min-confidence 0.8 --format conllu -o news.conllu
proofnets parse --format html -i letter.txt -o letter.html
proofnets parse -i news.txt -o news.parquet -j 2
proofnets parse --format svg-proof -i letter.txt -o 'proof-{n}.pdf'
echo "Ze slapen ." | proofnets parse --pretokenised -i -
"""


def parse(
    text: Annotated[list[str] | None, typer.Argument(help="Sentences, or whole texts.")] = None,
    input: Annotated[
        Path | None,
        typer.Option("--input", "-i", metavar="FILE", help="Read the text from a file; - is standard input."),
    ] = None,
    model: ModelName = "nl",
    format: FormatName = "term",
    fragment: Fragment = None,
    beam: Annotated[int, typer.Option(min=1, max=100, help="How many frames to keep at each step.")] = 1,
    readings: Annotated[int, typer.Option(min=1, max=100, help="How many readings to show at most.")] = 1,
    sample: Annotated[
        int, typer.Option(min=0, max=10_000, help="Draw so many analyses at random, and show the most frequent.")
    ] = 0,
    seed: Annotated[int, typer.Option(min=0, help="What chance depends on, with --sample.")] = 0,
    alternatives: Annotated[
        int, typer.Option(min=0, max=20, help="How many other types of each word to tell, in JSON and on the terminal.")
    ] = 0,
    min_confidence: Annotated[
        float, typer.Option(min=0, max=1, help="Leave out what is less likely to be right than this, as a whole.")
    ] = 0,
    unconstrained: Unconstrained = False,
    seconds: Seconds = 10,
    pretokenised: Annotated[
        bool, typer.Option("--pretokenised", help="A line is a sentence, and its tokens stand apart.")
    ] = False,
    conllu: Annotated[
        bool, typer.Option("--conllu", help="The input is CoNLL-U; so it is, too, if the file is named *.conllu.")
    ] = False,
    jobs: Jobs = 1,
    output: Files = None,
) -> None:
    """Parse Dutch text to checked proofs. Exit code 1 if a sentence has none."""
    chosen, kept = choose_format(format, fragment, output), output is not None and output.suffix == ".parquet"
    if kept:
        require("corpus")
        if format != "term":
            raise ProofNetsError(f"{output} will be Parquet, which has everything: leave out --format {format}")
    if bool(text) == bool(input):
        raise ProofNetsError("give either sentences or --input, and not both")
    conllu = conllu or (input is not None and input.suffix == ".conllu")
    if conllu and pretokenised:
        raise ProofNetsError("give either --conllu or --pretokenised, and not both")
    from proofnets.parser.inputs import from_conllu, from_lines, from_text
    from proofnets.parser.parser import Parser
    from proofnets.parser.settings import Settings

    given = (os.fsencode(part).decode("utf-8", "replace") for part in text or ())
    texts = paragraphs(input) if input else given
    settings = Settings(
        beam,
        readings,
        not unconstrained,
        samples=sample,
        seed=seed,
        alternatives=alternatives,
        seconds=seconds or None,
    )
    parser = Parser(model)
    if (alternatives or min_confidence) and parser.model.metadata.calibration is None:
        raise ProofNetsError(f"the model {model} gives no confidence: `proofnets calibrate` makes it do so")
    if conllu or pretokenised:
        sentences = (from_conllu if conllu else from_lines)(texts)
    else:
        sentences = from_text(texts, parser.model.language)
    parses = parser.parse_sentences(sentences, settings, jobs)
    if sys.stderr.isatty() and (output or not sys.stdout.isatty()):
        parses = track(parses, None, "sentences")
    tally = Tally(parses, min_confidence)
    if output and kept:
        from proofnets.corpus.records import Place, Record
        from proofnets.corpus.store import write_records

        document = str(input or "")
        places = (Place(document, sentence=number) for number in count(1))
        write_records(map(Record, tally.or_error(), places), output)
    else:
        write_parses(tally, chosen, output)
    if tally.timed_out:
        late = f"{tally.timed_out:,} of {counted(tally.total, 'sentence')} took more than {seconds:g} seconds"
        print(f"{late}: of these, the best that was found is shown", file=sys.stderr)
    if tally.unsure:
        print(f"{tally.unsure:,} of {counted(tally.total, 'sentence')} left out as not sure enough", file=sys.stderr)
    if tally.unproved:
        print(f"{tally.unproved:,} of {counted(tally.total, 'sentence')} without a proof", file=sys.stderr)
        raise typer.Exit(1)
