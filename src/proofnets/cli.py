"""The command line. Each command imports what it needs when it runs, so that help comes at once."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Annotated

import typer

from proofnets import __version__
from proofnets.console import (
    counted,
    make_folder,
    paragraphs,
    read_card,
    readable,
    replacing,
    standard_input,
    track,
    training_display,
    waiting,
    write,
    write_json,
)
from proofnets.errors import ProofNetsError

app = typer.Typer(
    name="proofnets",
    help="Dutch text to proofs of linear logic: proof nets, λ-terms, natural deductions, dependency graphs.",
    epilog="\b\nExamples:\n  proofnets prove 'ze:pron, slapen:<su>pron -> s |- s'"
    "\n  proofnets extract treebank/ -o samples.jsonl",
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
        app(prog_name="proofnets")
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
  proofnets parse --model model "De strategie die ze volgen is eeuwenoud."
  proofnets parse --model model -i news.txt --format json -o news.jsonl
  proofnets parse --model model --beam 5 --readings 3 "Jan ziet Piet."
  echo "Ze slapen ." | proofnets parse --model model --pretokenised -i -"""
)
def parse(
    text: Annotated[list[str] | None, typer.Argument(help="Sentences, or whole texts.")] = None,
    input: Annotated[
        Path | None,
        typer.Option("--input", "-i", metavar="FILE", help="Read the text from a file; - is standard input."),
    ] = None,
    model: Annotated[Path | None, typer.Option(metavar="FOLDER", help="A model folder, as `export` writes it.")] = None,
    format: Annotated[
        str, typer.Option("--format", "-f", help="term, typed, types, proof, deps, conllu, json, latex or svg.")
    ] = "term",
    beam: Annotated[int, typer.Option(min=1, max=100, help="How many frames to keep at each step.")] = 1,
    readings: Annotated[int, typer.Option(min=1, max=100, help="How many readings to show.")] = 1,
    unconstrained: Annotated[
        bool,
        typer.Option("--unconstrained", help="Let frames end unbalanced, and do not try wider beams, as the paper."),
    ] = False,
    pretokenised: Annotated[
        bool, typer.Option("--pretokenised", help="A line is a sentence, and its tokens stand apart.")
    ] = False,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write to this file.")] = None,
) -> None:
    """Parse Dutch text to checked proofs. Exit code 1 if a sentence has none."""
    from proofnets.render import FORMATS

    if format not in FORMATS:
        raise ProofNetsError(f"no format {format!r}: choose {', '.join(FORMATS)}")
    if bool(text) == bool(input):
        raise ProofNetsError("give either sentences or --input, and not both")
    if model is None:
        raise ProofNetsError("there is no model in the package yet: train one and give its folder with --model")
    from proofnets.parser.parser import Parser, Settings
    from proofnets.render.parses import render_parse

    texts = text if text else paragraphs(input)
    parser = Parser(model)
    settings = Settings(beam, readings, not unconstrained, widenings=0 if unconstrained else 2)
    found = parser.parse_lines(texts, settings) if pretokenised else parser.parse(texts, settings)
    if sys.stderr.isatty() and (output or not sys.stdout.isatty()):
        found = track(found, None, "sentences")
    unproved = total = 0
    with replacing([output]) as (stream,):
        for number, one in enumerate(found):
            if number and format in ("term", "proof", "types"):
                stream.write("\n")
            stream.write(render_parse(one, format))
            total += 1
            unproved += one.status != "proved"
    if not total:
        raise ProofNetsError("there is no sentence in the input")
    if unproved:
        print(f"{unproved} of {counted(total, 'sentence')} without a proof", file=sys.stderr)
        raise typer.Exit(1)


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
    text = standard_input() if judgement == "-" else judgement
    search = proofs(parse_judgement(text), limit=1 if first else limit or None, seconds=seconds or None)
    nets = list(search)
    if nets or format == "json":
        write(renderer(format)(nets), format, output)
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


@app.command(
    epilog="""\b
Examples:
  proofnets extract treebank/ -o samples.jsonl -j 4
  proofnets extract cdb.zip tree.xml --split data --report coverage.json
  proofnets extract aethel.pickle -o aethel.jsonl"""
)
def extract(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH", help="Folders, zip files, Alpino XML files, Æthel dumps (.pickle); - reads XML."
        ),
    ],
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write the samples to this file.")] = None,
    split: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write train.jsonl, dev.jsonl and test.jsonl to this folder.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the report of coverage to this file, as JSON.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, help="Processes to use; 0 is one for each core.")] = 1,
) -> None:
    """Turn treebanks into samples, and report what was covered. Exit code 1, and no file, if there is no sample."""
    from proofnets.treebank.report import REPEATED, Report, count_files, deal, outcomes, report_json, show_report

    if output and split:
        raise ProofNetsError("give either --output or --split, not both")
    names = {part: split / f"{part}.jsonl" for part in ("train", "dev", "test")} if split else {"": output}
    dealt = dict.fromkeys((*names, REPEATED), 0)
    counts = Report()
    found = counts.watch(outcomes(paths, jobs))
    if split:
        make_folder(split)
    with ExitStack() as stack:
        account = stack.enter_context(replacing([report]))[0] if report else None
        if sys.stderr.isatty() and (output or split or not sys.stdout.isatty()):
            found = track(found, count_files(paths), "trees")
        stack.callback(found.close)
        with suppress(_NothingToWriteError), replacing(list(names.values())) as streams:
            files = dict(zip(names, streams, strict=True))
            for part, line in deal(found) if split else (("", outcome.line) for outcome in found if outcome.line):
                dealt[part] += 1
                if part in files:
                    files[part].write(line + "\n")
            if not counts.total.samples:
                raise _NothingToWriteError
        if account:
            write_json(report_json(counts), account)
    if not counts.total.samples and not counts.total.words:
        first = next(iter(counts.lost), None)
        raise ProofNetsError("there is nothing to extract" + (f"; {first.id}: {first.reason}" if first else ""))
    print(show_report(counts), file=sys.stderr)
    if not counts.total.samples:
        raise typer.Exit(1)
    if split:
        written = ", ".join(f"{dealt[part]:,} in {name}" for part, name in names.items())
        repeated = f"{dealt[REPEATED]:,} left out of training, as they repeat a sentence with the same derivation"
        print(f"{written}; {repeated}", file=sys.stderr)


class _NothingToWriteError(Exception):
    """Leaves files as they were."""


@app.command()
def check(
    samples: Annotated[Path, typer.Argument(metavar="FILE", help="Samples, one JSON object a line; - reads them.")],
) -> None:
    """Verify every sample of a file, and print what is wrong, line by line. Exit code 1 if anything is."""
    from proofnets.treebank import check_samples

    with readable(samples) as file:
        with file.open("rb") as stream:
            count = sum(not line.isspace() for line in stream)
        faults = 0
        with waiting(f"checking {counted(count, 'sample')}"):
            for fault in check_samples(file):
                faults += 1
                print(fault, flush=True)
    if not count:
        raise ProofNetsError(f"there are no samples in {samples}")
    print(f"{counted(count, 'sample')}, {counted(faults, 'fault') if faults else 'all of them sound'}", file=sys.stderr)
    if faults:
        raise typer.Exit(1)


@app.command()
def stats(
    samples: Annotated[Path, typer.Argument(metavar="FILE", help="Samples, one JSON object a line; - reads them.")],
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the cumulative distributions to this file.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print everything as one JSON object.")] = False,
    most: Annotated[int, typer.Option(min=0, help="How many of the most frequent types to show.")] = 20,
) -> None:
    """Count what a file of samples is made of: types, atoms, labels, orders, ambiguity and lengths."""
    from proofnets.treebank import figure, gather, read_samples, show

    with readable(samples) as file, replacing([svg] if svg else []) as pictures:
        with waiting("reading samples"):
            found = gather(read_samples(file))
        if not found.sentences:
            raise ProofNetsError(f"there are no samples in {samples}")
        for picture in pictures:
            picture.write(figure(found))
    if json:
        from proofnets.treebank.report import statistics_json

        write_json(statistics_json(found), sys.stdout)
    else:
        print(show(found, most))


@app.command(
    epilog="""\b
Examples:
  proofnets extract treebank/ --split data
  proofnets train configs/nl.toml --data data -o runs/nl
  proofnets train configs/nl.toml --data data -o runs/nl --resume
  torchrun --nproc-per-node 4 -m proofnets train configs/paper.toml --data data -o runs/paper"""
)
def train(
    config: Annotated[Path, typer.Argument(metavar="RECIPE", help="A recipe, such as configs/nl.toml.")],
    data: Annotated[Path, typer.Option(metavar="FOLDER", help="Where train.jsonl and dev.jsonl are.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="The run folder to write.")],
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run that is in the folder.")] = False,
) -> None:
    """Train a model. A run that is interrupted loses nothing but its last minutes: resume it."""
    _needs_torch()
    from proofnets.model.config import read_config
    from proofnets.model.training import train as train_model

    with training_display() as report:
        train_model(read_config(config), data, output, resume, report)


@app.command()
def export(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run folder that `train` has written.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="The model folder to write.")],
    precision: Annotated[str, typer.Option(help="float32, float16 or int8.")] = "int8",
    card: Annotated[
        Path | None, typer.Option(metavar="FILE", help="JSON with what the model says of its data and licences.")
    ] = None,
) -> None:
    """Turn the best network of a run into a model folder, which needs no torch."""
    _needs_torch()
    from proofnets.model.export import export as export_model

    with waiting(f"exporting {run}"):
        export_model(run, output, precision, read_card(card) if card else None)
    size = sum(file.stat().st_size for file in output.iterdir())
    print(f"{output}: {size / 1e6:.1f} MB, {precision}", file=sys.stderr)


@app.command(
    epilog="""\b
Example:
  proofnets shrink-encoder intfloat/multilingual-e5-small --text news.txt --text law.txt.xz -o encoder"""
)
def shrink_encoder(
    name: Annotated[str, typer.Argument(metavar="NAME", help="An encoder: a folder, or a name on the hub.")],
    text: Annotated[list[Path], typer.Option(metavar="FILE", help="Text in the language, one sentence a line.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="The folder to write.")],
) -> None:
    """Cut a pretrained encoder's vocabulary down to the pieces that a language uses."""
    _needs_torch()
    from proofnets.model.shrink import shrink_encoder as shrink

    with waiting("shrinking"):
        report = shrink(name, text, output)
    print(report, file=sys.stderr)


def _needs_torch() -> None:
    """Say how to install what training needs, if it is not there."""
    from importlib.util import find_spec

    missing = [name for name in ("torch", "transformers", "safetensors", "onnx") if find_spec(name) is None]
    if missing:
        raise ProofNetsError(f"this needs {', '.join(missing)}: pip install 'neural-proof-nets[train]'")
