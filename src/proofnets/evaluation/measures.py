"""Reliability: whether what the parser says of its confidence is so.

Of all words to which it gives a confidence of about 80%, four in five should have the right type; so for links,
dependencies and whole sentences. The expected calibration error (ECE) is how far the two are apart, in the mean over
all cases, in ten bins of equal width; the Brier score is the mean square of what lies between confidence and truth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from proofnets.derivation import Confidence, Derivation
from proofnets.evaluation.comparison import Comparison
from proofnets.logic import Type, atoms

BINS = 10
TARGETS = (0.95, 0.9, 0.8)
"""How many of the terms that are kept should be right."""

Case = tuple[float, bool]
"""A confidence, and whether it was right."""


@dataclass(frozen=True, slots=True)
class Bin:
    """The cases with a confidence from `low` on: how many, their mean confidence, and the share that is right."""

    low: float
    cases: int
    confidence: float
    right: float


@dataclass(frozen=True, slots=True)
class Reliability:
    """Confidence beside truth, of one kind of thing."""

    name: str
    cases: int
    right: float
    ece: float
    brier: float
    bins: tuple[Bin, ...]
    """Those that are not empty."""
    kept: tuple[tuple[float, float], ...] = ()
    """For each target, the share of cases that can be kept, the surest, so that so many of these are right."""


def reliability(name: str, cases: Sequence[Case], targets: Sequence[float] = ()) -> Reliability:
    """Measure confidence against truth.

    >>> measured = reliability("words", [(0.8, True), (0.8, True), (0.8, False), (0.1, False)])
    >>> round(measured.ece, 3), measured.bins[1].cases
    (0.125, 3)
    """
    said, right = (np.array([case[field] for case in cases], dtype=np.float64) for field in (0, 1))
    places = np.minimum((said * BINS).astype(np.int64), BINS - 1)
    bins = tuple(
        Bin(place / BINS, int(here.sum()), float(said[here].mean()), float(right[here].mean()))
        for place in range(BINS)
        if (here := places == place).any()
    )
    ece = sum(each.cases * abs(each.confidence - each.right) for each in bins) / len(cases)
    brier = float(((said - right) ** 2).mean())
    kept = tuple((target, _kept(said, right, target)) for target in targets)
    return Reliability(name, len(cases), float(right.mean()), ece, brier, bins, kept)


def _kept(said: np.ndarray, right: np.ndarray, target: float) -> float:
    """The largest share of cases, all of at least some confidence, of which so many are right."""
    order = np.argsort(-said, kind="stable")
    share = np.cumsum(right[order]) / np.arange(1, len(order) + 1)
    last = np.append(np.diff(said[order]) != 0, True)  # cases that are equally sure stay together
    enough = np.flatnonzero((share >= target) & last)
    return float(enough[-1] + 1) / len(order) if len(enough) else 0.0


def reliabilities(compared: Iterable[Comparison]) -> tuple[Reliability, ...]:
    """Of words, links, dependencies and sentences, as far as analyses tell how sure they are."""
    sure = [
        (comparison, comparison.analysis.confidence)
        for comparison in compared
        if comparison.analysis and comparison.analysis.confidence
    ]
    kinds: list[tuple[str, Callable[[Comparison, Confidence], Iterator[Case]], Sequence[float]]] = [
        ("words", lambda comparison, told: zip(told.words, words_right(comparison), strict=True), ()),
        ("links", lambda comparison, told: zip(told.links, links_right(comparison), strict=True), ()),
        ("dependencies", lambda comparison, told: zip(told.dependencies, edges_right(comparison), strict=True), ()),
        ("sentences", lambda comparison, told: iter([(told.whole, comparison.term)]), TARGETS),
    ]
    listed = ((name, [case for each in sure for case in cases(*each)], targets) for name, cases, targets in kinds)
    return tuple(reliability(name, some, targets) for name, some, targets in listed if some)


def words_right(comparison: Comparison) -> list[bool]:
    """For each token of an analysis, whether it has what it should."""
    return [mine == theirs for mine, theirs in zip(_found(comparison).types, comparison.gold.sample.types, strict=True)]


def links_right(comparison: Comparison) -> list[bool]:
    """For each link, whether the types at its ends are right and linked so in the sample."""
    derivation, sample = _found(comparison), comparison.gold.sample
    mine, theirs = _places(derivation), _places(sample)
    wanted = {(theirs[positive], theirs[negative]) for positive, negative in sample.links}
    right = [*words_right(comparison), derivation.goal == sample.goal]  # the goal is last, and goes by -1
    return [
        (mine[positive], mine[negative]) in wanted and right[mine[positive][0]] and right[mine[negative][0]]
        for positive, negative in derivation.links
    ]


def edges_right(comparison: Comparison) -> list[bool]:
    """For each dependency, whether head and label are right."""
    return [comparison.gold.edges.get(word) == edge for word, edge in sorted(comparison.edges.items())]


def _found(comparison: Comparison) -> Derivation:
    assert comparison.analysis is not None
    return comparison.analysis.derivation


def _places(derivation: Derivation) -> list[tuple[int, int]]:
    """The token of each atom, counted from 0, and which of its atoms it is; the goal goes by -1."""
    typed = [(i, entry) for i, entry in enumerate(derivation.types) if isinstance(entry, Type)]
    return [(i, number) for i, type_ in (*typed, (-1, derivation.goal)) for number, _ in enumerate(atoms(type_))]


SIDE, GAP, PANEL = 150, 50, 200


def reliability_svg(measured: Sequence[Reliability]) -> str:
    """A picture: for each kind, confidence from left to right, what is right upwards; large dots have many cases."""
    panels = "".join(_panel(each, GAP + number * PANEL) for number, each in enumerate(measured))
    width, height = GAP + PANEL * max(1, len(measured)), SIDE + 2 * GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="white"/>{panels}</svg>\n'
    )


def _panel(measured: Reliability, left: int) -> str:
    bottom = GAP + SIDE
    most = max(each.cases for each in measured.bins)
    dots = "".join(
        f'<circle cx="{left + SIDE * each.confidence:.1f}" cy="{bottom - SIDE * each.right:.1f}" '
        f'r="{2 + 7 * (each.cases / most) ** 0.5:.1f}" fill="#1f77b4" fill-opacity="0.7">'
        f"<title>{each.cases:,} {measured.name}: {each.confidence:.2f}, right {each.right:.2f}</title></circle>"
        for each in measured.bins
    )
    marks = "".join(
        f'<text x="{left + SIDE * share:.0f}" y="{bottom + 14}" text-anchor="middle">{share:g}</text>'
        f'<text x="{left - 6}" y="{bottom - SIDE * share + 4:.0f}" text-anchor="end">{share:g}</text>'
        for share in (0, 0.5, 1)
    )
    return (
        f'<text x="{left}" y="{GAP - 26}" font-weight="bold">{measured.name}</text>'
        f'<text x="{left}" y="{GAP - 10}">{measured.cases:,}, ECE {measured.ece:.3f}, Brier {measured.brier:.3f}</text>'
        f'<rect x="{left}" y="{GAP}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#888"/>'
        f'<path d="M{left} {bottom}L{left + SIDE} {GAP}" stroke="#888" stroke-dasharray="3 3"/>{dots}{marks}'
        f'<text x="{left + SIDE / 2}" y="{bottom + 30}" text-anchor="middle">confidence</text>'
    )
