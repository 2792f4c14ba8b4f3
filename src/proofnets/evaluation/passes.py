"""Passes: the parser over gold samples, once a beam, and what comes out of it, compared and counted."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from proofnets.deadline import Deadline
from proofnets.derivation.analyses import Analysis
from proofnets.errors import ProofNetsError
from proofnets.evaluation.comparison import Comparison, Gold, compare, first_valid, gold_of
from proofnets.evaluation.measures import Reliability, reliabilities
from proofnets.evaluation.tables import Table, frequencies, report
from proofnets.modelfolder import ModelError
from proofnets.parser.inputs import from_tokens
from proofnets.parser.parser import Parser
from proofnets.parser.settings import Settings
from proofnets.treebank import Sample

T = TypeVar("T")
Analyses: TypeAlias = tuple[Analysis, ...]
"""What the parser says of a sentence, best first."""

Watch: TypeAlias = Callable[[Iterator[Analyses], int, str], Iterable[Analyses]]
"""Passes the analyses of so many sentences on, and shows how it goes; the text says what comes."""


@dataclass(frozen=True, slots=True)
class Seconds:
    """The time that a sentence takes on average: on the clock, and of all cores taken together."""

    wall: float
    cpu: float


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The tables of a parser, and what they were counted from."""

    sentences: int
    unconstrained: bool
    units: bool
    """Whether the parser was told which tokens are multi-word units, as the paper's was."""
    tables: tuple[Table, ...]
    comparisons: Mapping[int, tuple[Comparison, ...]]
    """The first valid analysis of each sentence beside its gold sample, by beam."""
    seconds: Mapping[int, Seconds]
    """By beam. This alone differs from one evaluation to the next."""
    reliability: Mapping[int, tuple[Reliability, ...]]
    """By beam, what the parser's confidence is worth; nothing if its model is not calibrated."""


def evaluate(
    parser: Parser,
    samples: Iterable[Sample],
    beams: Sequence[int] = (1,),
    *,
    oracle: bool = False,
    best_in_beam: bool = False,
    unconstrained: bool = False,
    units: bool = False,
    seconds: float | None = 10.0,
    train: Iterable[Sample] | None = None,
    watch: Watch | None = None,
) -> Evaluation:
    """Parse the sentences of gold samples with each beam, and fill the paper's tables.

    Best in beam and the oracle take passes of their own. With the samples of training, types are told apart by how
    often they occur in these. With units, the parser is told which tokens are one word, as the paper's was. What is
    found of a sentence in so many seconds is its analysis; None is no bound.
    """
    golds = [gold_of(sample) for sample in samples]
    if not golds:
        raise ProofNetsError("there are no samples to evaluate on")
    given = [gold.sample for gold in golds]
    seen = None if train is None else frequencies(train)
    watched = watch or (lambda analyses, total, what: analyses)
    list(parsed(parser, given[:1], Settings()))  # loads the model, which is not to be timed
    first: dict[int, tuple[Comparison, ...]] = {}
    times: dict[int, Seconds] = {}
    for beam in beams:
        start = time.perf_counter(), time.process_time()
        coming = parsed(parser, given, Settings(beam, 1, not unconstrained, seconds=seconds), units)
        of_samples = list(watched(coming, len(given), f"sentences, beam {beam}"))
        wall, cpu = time.perf_counter() - start[0], time.process_time() - start[1]
        times[beam] = Seconds(wall / len(given), cpu / len(given))
        first[beam] = _first_valid(golds, of_samples)
    best: dict[int, list[list[Comparison]]] = {}
    for beam in beams if best_in_beam else ():
        coming = parsed(parser, given, Settings(beam, beam, not unconstrained, seconds=seconds), units)
        shown = watched(coming, len(given), f"sentences, best in beam {beam}")
        best[beam] = [
            [compare(gold, analysis) for analysis in some or (None,)] for gold, some in zip(golds, shown, strict=True)
        ]
    linked: tuple[Comparison, ...] | None = None
    if oracle:
        linked = _first_valid(golds, watched(_linked(parser, given, seconds), len(given), "sentences, types given"))
    tables = report(_named(first), _named(best) if best_in_beam else None, linked, seen)
    measured = {beam: reliabilities(compared) for beam, compared in first.items()}
    return Evaluation(len(given), unconstrained, units, tables, first, times, measured)


def _first_valid(golds: Iterable[Gold], analyses: Iterable[Analyses]) -> tuple[Comparison, ...]:
    """Each gold sample beside the first valid of its sentence's analyses."""
    return tuple(compare(gold, first_valid(some)) for gold, some in zip(golds, analyses, strict=True))


def parsed(parser: Parser, samples: Sequence[Sample], settings: Settings, units: bool = False) -> Iterator[Analyses]:
    """The analyses of the samples' sentences, which may be told to the parser with their multi-word units."""
    given = (
        from_tokens(sample.tokens, [entry == "+" for entry in sample.types] if units else None) for sample in samples
    )
    return (parse.analyses for parse in parser.parse_sentences(given, settings))


def _linked(parser: Parser, samples: Iterable[Sample], seconds: float | None) -> Iterator[Analyses]:
    """The analyses of sentences whose types are given; none where the model cannot take them in.

    A symbol may be new to it, or the sentence too long.
    """
    for sample in samples:
        try:
            deadline = Deadline.after(seconds)
            yield tuple(parser.link(sample.tokens, sample.types, sample.goal, deadline=deadline))
        except ModelError:  # it is not the sentence that is at fault
            raise
        except ProofNetsError:
            yield ()


def _named(by_beam: Mapping[int, T]) -> dict[str, T]:
    return {str(beam): some for beam, some in by_beam.items()}
