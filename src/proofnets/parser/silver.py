"""Self-training: raw sentences that the parser proves, the surest of them as samples to train on.

A proof is no guarantee that an analysis is right, so only the share of them is kept of which the model is surest. What
a data set holds out is left out, in whatever way it is written (see `treebank.merging`): a parser that has seen its own
answers to the test would only repeat them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from statistics import fmean

from proofnets.derivation.analyses import Analysis, Parse
from proofnets.errors import ProofNetsError
from proofnets.files import make_folder
from proofnets.packed import lines_of
from proofnets.parser.inputs import Sentence, from_text
from proofnets.parser.parser import Parser
from proofnets.treebank.merging import HeldOut, words_of
from proofnets.treebank.samples import Sample, read_samples, sample_of, split_file, write_samples

SHORTEST, LONGEST = 4, 25
"""Tokens of a sentence: short ones teach little, and long ones are seldom right."""
SEED = 5
"""Which sentences are drawn, if nothing else is said."""

Watch = Callable[[Iterator[Parse], int, str], Iterator[Parse]]
"""Passes parses on, and shows how far they are: how many there will be, of what."""


@dataclass(frozen=True, slots=True)
class Silver:
    """How many sentences there were, how many of them were proved, and how many were sure enough to be kept."""

    sentences: int
    proved: int
    kept: int


def silver(
    texts: Sequence[Path],
    data: Path,
    output: Path,
    model: str | Path = "nl",
    most: int = 25_000,
    share: float = 0.65,
    seed: int = SEED,
    jobs: int = 1,
    watch: Watch | None = None,
) -> Silver:
    """Write a data folder of one training part, of texts that have a sentence a line, plain or `.xz`.

    At most so many sentences of each text are parsed, drawn from all of it (with another seed, others), and the surest
    share of what is proved is kept. None of them stands in the development or test part of the data.
    """
    if output.resolve() == data.resolve():
        raise ProofNetsError(f"{output} is the data folder: write to another, and merge the two")
    held_out, parser = _held_out(data), Parser(model)
    language = parser.model.language
    given = [sentence for path in texts for sentence in islice(_sentences(path, held_out, language, seed), most)]
    parses = parser.parse_sentences(given, jobs=jobs)
    scored: list[tuple[float, Sample]] = []
    for number, parse in enumerate(watch(parses, len(given), "sentences") if watch else parses, 1):
        for analysis in parse.analyses[:1]:
            if analysis.proved:
                scored.append((_sureness(analysis), sample_of(analysis.derivation, f"silver/{number}")))
    scored.sort(key=lambda each: each[0], reverse=True)
    kept = scored[: round(share * len(scored))]
    if not kept:
        raise ProofNetsError(f"there is nothing to keep: of {len(given):,} sentences, {len(scored):,} were proved")
    make_folder(output)
    write_samples((sample for _, sample in kept), output / "train.jsonl")
    return Silver(len(given), len(scored), len(kept))


def _sureness(analysis: Analysis) -> float:
    """The mean confidence of the words, so that long sentences are not at a disadvantage; uncalibrated, the score."""
    return fmean(analysis.confidence.words) if analysis.confidence else analysis.score or 0.0


def _held_out(data: Path) -> HeldOut:
    held_out, files = HeldOut(), {split: split_file(data, split) for split in ("dev", "test")}
    if not any(path.exists() for path in files.values()):
        raise ProofNetsError(f"{data} has no dev.jsonl or test.jsonl: give the data whose sentences to leave out")
    for split, path in files.items():
        for sample in read_samples(path) if path.exists() else ():
            held_out.add(words_of(sample.tokens), split)
    return held_out


def _sentences(path: Path, held_out: HeldOut, language: str, seed: int) -> Iterator[Sentence]:
    """The sentences of a text that have a line to themselves, each once, in an order that looks random."""
    lines = sorted(set(lines_of(path)))
    Random(seed).shuffle(lines)
    for line in lines:
        found = list(from_text(line, language))
        tokens = [token.text for token in found[0].tokens] if len(found) == 1 else []
        if SHORTEST <= len(tokens) <= LONGEST and held_out.reason(words_of(tokens)) is None:
            yield found[0]
