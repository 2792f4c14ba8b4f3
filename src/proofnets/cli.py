"""The command line. Each command imports what it needs when it runs, so that help comes at once."""

from __future__ import annotations

import os
import sys
import traceback
from contextlib import ExitStack, suppress
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from proofnets import __version__
from proofnets.console import (
    ClosedPipe,
    Tally,
    colours,
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
    epilog="\b\nExamples:\n  proofnets parse 'De strategie die ze volgen is eeuwenoud.'"
    "\n  proofnets prove 'ze:pron, slapen:<su>pron -> s |- s'"
    "\n  proofnets extract treebank/ -o samples.jsonl",
    no_args_is_help=True,
    rich_markup_mode=None,  # without rich, help is there in half the time
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

MODEL_HELP = "A model in the package, or a model folder, as `export` writes it."
FORMAT_HELP = "term, typed, types, proof, deps, conllu, json, latex, svg, svg-proof, svg-deps, svg-term or html."
UNCONSTRAINED_HELP = "Decode without the grammar and look at the best links only, as in the paper."


def main() -> None:
    """Run the command line. Exit codes: 0 done, 1 the answer is no, 2 wrong use or bad input."""
    debug = "--debug" in sys.argv
    sys.argv = [argument for argument in sys.argv if argument != "--debug"]
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    try:
        app(prog_name="proofnets")
    except ClosedPipe:  # the reader has seen enough, as in `proofnets … | head`
        _drop_output()
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
  proofnets parse "De strategie die ze volgen is eeuwenoud."
  proofnets parse -i news.txt --format json -o news.jsonl -j 2
  proofnets parse --beam 5 --readings 3 "Jan ziet de man met de verrekijker."
  proofnets parse --format html -i letter.txt -o letter.html
  echo "Ze slapen ." | proofnets parse --pretokenised -i -"""
)
def parse(
    text: Annotated[list[str] | None, typer.Argument(help="Sentences, or whole texts.")] = None,
    input: Annotated[
        Path | None,
        typer.Option("--input", "-i", metavar="FILE", help="Read the text from a file; - is standard input."),
    ] = None,
    model: Annotated[str, typer.Option(metavar="NAME", help=MODEL_HELP)] = "nl",
    format: Annotated[str, typer.Option("--format", "-f", help=FORMAT_HELP)] = "term",
    beam: Annotated[int, typer.Option(min=1, max=100, help="How many frames to keep at each step.")] = 1,
    readings: Annotated[int, typer.Option(min=1, max=100, help="How many readings to show at most.")] = 1,
    sample: Annotated[
        int, typer.Option(min=0, max=10_000, help="Draw so many analyses at random, and show the most frequent.")
    ] = 0,
    seed: Annotated[int, typer.Option(min=0, help="What chance depends on, with --sample.")] = 0,
    unconstrained: Annotated[bool, typer.Option("--unconstrained", help=UNCONSTRAINED_HELP)] = False,
    pretokenised: Annotated[
        bool, typer.Option("--pretokenised", help="A line is a sentence, and its tokens stand apart.")
    ] = False,
    conllu: Annotated[
        bool, typer.Option("--conllu", help="The input is CoNLL-U; so it is, too, if the file is named *.conllu.")
    ] = False,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, help="Processes to use; 0 is one for each core.")] = 1,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to this file.")] = None,
) -> None:
    """Parse Dutch text to checked proofs. Exit code 1 if a sentence has none."""
    from proofnets.render import FORMATS

    if format not in FORMATS:
        raise ProofNetsError(f"no format {format!r}: choose {', '.join(FORMATS)}")
    if bool(text) == bool(input):
        raise ProofNetsError("give either sentences or --input, and not both")
    conllu = conllu or (input is not None and input.suffix == ".conllu")
    if conllu and pretokenised:
        raise ProofNetsError("give either --conllu or --pretokenised, and not both")
    from proofnets.parser.inputs import from_conllu, from_lines, from_text
    from proofnets.parser.parser import Parser
    from proofnets.parser.settings import Settings
    from proofnets.render.parses import render_parses

    given = (os.fsencode(part).decode("utf-8", "replace") for part in text or ())
    texts = paragraphs(input) if input else given
    read = from_conllu if conllu else from_lines if pretokenised else from_text
    settings = Settings(beam, readings, not unconstrained, samples=sample, seed=seed)
    found = Parser(model).parse_sentences(read(texts), settings, jobs)
    if sys.stderr.isatty() and (output or not sys.stdout.isatty()):
        found = track(found, None, "sentences")
    tally = Tally(found)
    with replacing([output]) as (stream,):
        colour = colours(format, stream)
        for piece in render_parses(tally, format):
            stream.write(colour(piece))
            stream.flush()
        if not tally.total:
            raise ProofNetsError("there is no sentence in the input")
    if tally.unproved:
        print(f"{tally.unproved:,} of {counted(tally.total, 'sentence')} without a proof", file=sys.stderr)
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
    format: Annotated[str, typer.Option("--format", "-f", help=FORMAT_HELP)] = "term",
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
    text = standard_input() if judgement == "-" else os.fsencode(judgement).decode("utf-8", "replace")
    search = proofs(parse_judgement(text), limit=limit or None, seconds=seconds or None)
    nets = list(islice(search, 1)) if first else list(search)  # whether there is a second may take long to find
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
  proofnets extract aethel/data/natural_deduction --split aethel
  proofnets extract aethel.pickle -o aethel.jsonl"""
)
def extract(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH",
            help="Folders, zip files, XML files (Alpino, Æthel 2020), Æthel dumps (.pickle); - reads XML.",
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


@app.command(
    epilog="""\b
Examples:
  proofnets merge data aethel2020 -o both
  proofnets merge data aethel2020 -o both --dev 2000"""
)
def merge(
    data: Annotated[
        list[Path],
        typer.Argument(metavar="DATA…", help="Folders of train.jsonl, dev.jsonl and test.jsonl, or .jsonl.xz."),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="The data folder to write.")],
    dev: Annotated[int | None, typer.Option(min=1, help="Write only so many development samples.")] = None,
) -> None:
    """Put data sets together, and keep every sentence of a development or test part out of training."""
    from proofnets.treebank import merge as merge_data
    from proofnets.treebank import show_merged

    with waiting(f"merging {', '.join(map(str, data))}"):
        merged = merge_data(data, output, dev)
    print(show_merged(merged), file=sys.stderr)


@app.command()
def check(
    samples: Annotated[Path, typer.Argument(metavar="FILE", help="Samples, one JSON object a line; - reads them.")],
) -> None:
    """Verify every sample of a file, and print what is wrong, line by line. Exit code 1 if anything is."""
    from proofnets.treebank import check_samples, count_samples

    with readable(samples) as file:
        count = count_samples(file)
        faults = 0
        with waiting(f"checking {counted(count, 'sample')}"), replacing([None]) as (out,):
            for fault in check_samples(file):
                faults += 1
                print(fault, file=out, flush=True)
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
    with replacing([None]) as (out,):
        if json:
            from proofnets.treebank.report import statistics_json

            write_json(statistics_json(found), out)
        else:
            print(show(found, most), file=out)


@app.command(
    epilog="""\b
Examples:
  proofnets extract treebank/ --split data
  proofnets train configs/nl.toml --data data -o runs/nl
  proofnets train configs/nl.toml --data data -o runs/nl --resume
  proofnets train configs/nl.toml --data my-treebank -o runs/mine --from runs/nl
  torchrun --nproc-per-node 4 -m proofnets train configs/paper.toml --data data -o runs/paper"""
)
def train(
    config: Annotated[Path, typer.Argument(metavar="RECIPE", help="A recipe, such as configs/nl.toml.")],
    data: Annotated[Path, typer.Option(metavar="FOLDER", help="Where train.jsonl and dev.jsonl are, or .jsonl.xz.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="The run folder to write.")],
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run that is in the folder.")] = False,
    start: Annotated[
        Path | None, typer.Option("--from", metavar="RUN", help="Begin with the best network of another run.")
    ] = None,
) -> None:
    """Train a model. A run that is interrupted loses nothing but its last minutes: resume it."""
    _needs_torch()
    from proofnets.network.config import read_config
    from proofnets.training.train import train as train_model

    with training_display() as report:
        train_model(read_config(config), data, output, resume, report, start)


@app.command(
    epilog="""\b
Examples:
  proofnets export runs/nl -o model
  proofnets export runs/nl runs/other -o model --card card.json"""
)
def export(
    runs: Annotated[
        list[Path], typer.Argument(metavar="RUN…", help="Run folders that `train` has written: one, or several.")
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="The model folder to write.")],
    precision: Annotated[str, typer.Option(help="float32, float16 or int8.")] = "int8",
    card: Annotated[
        Path | None, typer.Option(metavar="FILE", help="JSON with what the model says of its data and licences.")
    ] = None,
) -> None:
    """Turn the best network of a run, or those of several runs together, into a model folder, which needs no torch."""
    _needs_torch()
    from proofnets.export.export import export as export_model
    from proofnets.modelfolder import METADATA, read_metadata

    with waiting(f"exporting {', '.join(map(str, runs))}"):
        export_model(runs, output, precision, read_card(card) if card else None)
    size = sum((output / name).stat().st_size for name in (METADATA, *read_metadata(output).files))
    print(f"{output}: {size / 1e6:.1f} MB, {precision}", file=sys.stderr)


@app.command(
    epilog="""\b
Example:
  proofnets mean runs/nl runs/more -o runs/mean"""
)
def mean(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN…", help="Run folders, the second trained from the first.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="The run folder to write.")],
) -> None:
    """Write the mean of the weights of runs that went on from one another, as a run to export or to train further."""
    _needs_torch()
    from proofnets.training.mean import mean as mean_of_runs

    with waiting(f"the mean of {', '.join(map(str, runs))}"):
        mean_of_runs(runs, output)


@app.command(
    epilog="""\b
Example, raw sentences beside the treebank:
  proofnets silver text/europarl_nl.txt.xz text/news.txt --data data -o silver -j 2
  proofnets merge data silver -o both"""
)
def silver(
    texts: Annotated[
        list[Path], typer.Argument(metavar="TEXT…", help="Text files of one sentence a line, plain or .xz.")
    ],
    data: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Where dev.jsonl and test.jsonl are, whose sentences are left out.")
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="The data folder to write.")],
    model: Annotated[str, typer.Option(metavar="NAME", help=MODEL_HELP)] = "nl",
    most: Annotated[int, typer.Option(min=1, help="How many sentences of each text to parse at most.")] = 25_000,
    share: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="Which share of the proved ones to keep, the surest.")
    ] = 0.65,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, help="Processes to use; 0 is one for each core.")] = 1,
) -> None:
    """Parse raw sentences, and write those of which the model is surest as samples to train on."""
    from proofnets.parser.silver import silver as parse_silver

    found = parse_silver(texts, data, output, model, most, share, jobs, track if sys.stderr.isatty() else None)
    print(f"{found.sentences:,} sentences, {found.proved:,} proved, {found.kept:,} kept", file=sys.stderr)


@app.command(
    epilog="""\b
Example, the model in the package trained further on other trees:
  proofnets unpack nl -o networks
  proofnets train configs/nl.toml --data my-treebank -o runs/mine --from networks/1"""
)
def unpack(
    model: Annotated[str, typer.Argument(metavar="NAME", help=MODEL_HELP)],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="Where to write the run folders.")],
) -> None:
    """Turn a model folder back into run folders, one for each of its networks, to train them further."""
    _needs_torch()
    from proofnets.export.unpack import unpack as unpack_model
    from proofnets.parser.parser import find_model

    with waiting(f"unpacking {model}"):
        runs = unpack_model(find_model(model), output)
    print(", ".join(map(str, runs)), file=sys.stderr)


@app.command(
    epilog="""\b
Examples:
  proofnets evaluate data/test.jsonl --beam 1 2 3 5 7 --oracle --train data/train.jsonl
  proofnets evaluate data/dev.jsonl --model runs/model --limit 200 --errors errors.txt
  proofnets evaluate data/test.jsonl --beam 5 --best-in-beam --unconstrained --json -o test.json"""
)
def evaluate(
    samples: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Gold samples, one JSON object a line; - reads them.")
    ],
    model: Annotated[str, typer.Option(metavar="NAME", help=MODEL_HELP)] = "nl",
    beam: Annotated[
        list[str] | None,
        typer.Option(metavar="N…", help="How many frames to keep at each step, one or several: 1 2 5, or 1,2,5."),
    ] = None,
    oracle: Annotated[bool, typer.Option("--oracle", help="Also link the words with their gold types given.")] = False,
    best_in_beam: Annotated[
        bool, typer.Option("--best-in-beam", help="Also count a sentence as right if any analysis in the beam is.")
    ] = False,
    unconstrained: Annotated[bool, typer.Option("--unconstrained", help=UNCONSTRAINED_HELP)] = False,
    train: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Training samples: tells types apart by how often they occur.")
    ] = None,
    errors: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write what goes wrong with the widest beam to this file.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the tables as one JSON object.")] = False,
    latex: Annotated[bool, typer.Option("--latex", help="Print the tables as a LaTeX document.")] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="Take only this many samples, the first.")] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to this file.")] = None,
) -> None:
    """Fill the paper's tables: parse the sentences of gold samples, and count what is right."""
    files = [given for given in samples if not given.isdecimal()]
    beams = _beams(beam or [], [given for given in samples if given.isdecimal()])
    if len(files) != 1:
        raise ProofNetsError("give one file of samples")
    if json and latex:
        raise ProofNetsError("give either --json or --latex, and not both")
    from itertools import islice

    from proofnets.evaluation import errors_of, evaluation_json, evaluation_latex, show_errors, show_evaluation
    from proofnets.evaluation import evaluate as evaluate_parser
    from proofnets.parser.parser import Parser
    from proofnets.treebank import read_samples

    with readable(Path(files[0])) as file, replacing([output, *([errors] if errors else [])]) as (stream, *others):
        found = evaluate_parser(
            Parser(model),
            islice(read_samples(file), limit),
            beams,
            oracle=oracle,
            best_in_beam=best_in_beam,
            unconstrained=unconstrained,
            train=read_samples(train) if train else None,
            watch=track if sys.stderr.isatty() else None,
        )
        if json:
            write_json(evaluation_json(found), stream)
        else:
            stream.write(evaluation_latex(found) if latex else show_evaluation(found) + "\n")
        for other in others:
            other.write(show_errors(errors_of(found.comparisons[max(beams)])) + "\n")


def _beams(given: list[str], more: list[str]) -> list[int]:
    """The beams of an option that was given, the numbers behind its first as arguments; the least first."""
    if more and not given:
        raise ProofNetsError(f"what is {more[0]} for? Beams are given with --beam, such as --beam 1 2 3 5 7")
    parts = [part for text in (*given, *more) for part in text.split(",")] or ["1"]
    if not all(part.isdecimal() and 1 <= int(part) <= 100 for part in parts):
        raise ProofNetsError(f"--beam takes numbers from 1 to 100, not {', '.join(parts)}")
    return sorted(set(map(int, parts)))


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to serve at; 0.0.0.0 is open to the network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 is any that is free.")] = 8000,
    model: Annotated[str, typer.Option(metavar="NAME", help=MODEL_HELP)] = "nl",
) -> None:
    """Serve the web page and the HTTP service, until Ctrl-C."""
    from importlib.util import find_spec

    if missing := [name for name in ("fastapi", "uvicorn") if find_spec(name) is None]:
        raise ProofNetsError(f"this needs {' and '.join(missing)}: pip install 'neural-proof-nets[serve]'")
    from proofnets.server import serve as serve_model

    def ready(address: str) -> None:
        print(f"proofnets: {address} (Ctrl-C ends it)", file=sys.stderr, flush=True)

    serve_model(model, host, port, ready)


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
    from proofnets.export.shrink import shrink_encoder as shrink

    with waiting("shrinking"):
        report = shrink(name, text, output)
    print(report, file=sys.stderr)


NEEDED = ("torch", "transformers", "safetensors", "onnx", "onnxscript", "matplotlib")
"""What training and export import."""


def _needs_torch() -> None:
    """Say how to install what training needs, if it is not there."""
    from importlib.util import find_spec

    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise ProofNetsError(f"this needs {', '.join(missing)}: pip install 'neural-proof-nets[train]'")
