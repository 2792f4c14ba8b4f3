"""Readings: analyses that differ in what they mean, and in what they do.

Analyses of one sentence may have the same term and other types: a word and its modifier may be `n` or `np`. Whoever
asks for readings does not mean these. So analyses with the same term, which has the dependencies in it, are one
reading, and count together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from proofnets.derivation.analyses import Analysis
from proofnets.derivation.edges import token_edges
from proofnets.logic import Dependency
from proofnets.logic.terms import renumber


def merged(analyses: Sequence[Analysis], worth: Callable[[Analysis], tuple[float, float]]) -> list[Analysis]:
    """Readings, each once: proofs before others, then by how often they came, and by their worth.

    A reading is shown as the surest of its analyses, and its frequency and its confidence are the sums of theirs. If
    those of all readings are more than 1 together, which they cannot be, all become less in proportion.
    """
    if len(analyses) == 1:
        return list(analyses)
    distinct: dict[object, Analysis] = {}
    for analysis in analyses:
        distinct.setdefault(_identity(analysis), analysis)
    alike: dict[object, list[Analysis]] = {}
    for analysis in distinct.values():
        alike.setdefault(_meaning(analysis), []).append(analysis)

    def order(analysis: Analysis) -> tuple[bool, float, float, float]:
        sure, score = worth(analysis)
        return not analysis.proved, -(analysis.frequency or 0.0), -sure, -score

    readings = [_together(sorted(some, key=order)) for some in alike.values()]
    return sorted(_within_one(readings), key=order)


def _identity(analysis: Analysis) -> object:
    found = analysis.derivation
    return found.types, found.goal, tuple(sorted(found.links))


def _meaning(analysis: Analysis) -> object:
    return renumber(analysis.net.term) if analysis.net else _identity(analysis)


def _together(analyses: Sequence[Analysis]) -> Analysis:
    first = analyses[0]
    if first.frequency is not None:
        first = replace(first, frequency=sum(each.frequency or 0.0 for each in analyses))
    if first.confidence is not None and len(analyses) > 1:
        total = sum(each.confidence.whole for each in analyses if each.confidence)
        first = replace(first, confidence=replace(first.confidence, whole=min(total, 1.0)))
    return first


def _within_one(readings: Sequence[Analysis]) -> list[Analysis]:
    """Readings whose confidence is 1 at most, taken together: no two of them can be right."""
    total = sum(each.confidence.whole for each in readings if each.confidence)
    if total <= 1:
        return list(readings)
    return [
        replace(each, confidence=replace(each.confidence, whole=each.confidence.whole / total))
        if each.confidence
        else each
        for each in readings
    ]


def differences(analyses: Sequence[Analysis]) -> list[list[Dependency]]:
    """For each of several readings, the edges to tokens that do not have the same edge in all of them.

    Analyses that are no proofs have none.
    """
    edges = [token_edges(each.derivation, each.net.term) if each.net else [] for each in analyses]
    shared = set.intersection(*(set(some) for some in edges if some)) if any(edges) else set()
    return [[edge for edge in some if edge not in shared] for some in edges]


def phrase(edges: Sequence[Dependency], token: int) -> list[int]:
    """A token and all that hangs on it, in order.

    >>> phrase([Dependency(0, 2, "root"), Dependency(2, 3, "obj"), Dependency(3, 1, "det")], 3)
    [1, 3]
    """
    heads = {edge.dependent: edge.head for edge in edges}

    def hangs(other: int) -> bool:
        for _ in heads:
            if other == token:
                return True
            other = heads.get(other, 0)
        return other == token

    return sorted(other for other in {token, *heads} if hangs(other))
