"""Structures: the links of a frame, the best first, and which of them are nets.

The best assignment of each atomic type by itself is found exactly (linear sum assignment). If the whole is not a net,
the criterion says which links cannot stand together; the search then branches on these: in each branch one of them is
forbidden and the ones before it are kept (Murty's partition, cut down to the conflict). Branches are taken up best
first, so nets come out in the order of their scores.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from proofnets.deadline import Deadline
from proofnets.errors import StructureError
from proofnets.logic import Frame, Link, Net, occurrences
from proofnets.parser.assignment import Assignment, Costs, cheapest, cheapest_without

EFFORT = 1_000_000
"""What may be spent on the links of a frame: every assignment costs the cells of its matrix, and some more. Some tenths
of a second, whatever the size."""
ASSIGNMENT = 200

Scores = Mapping[str, NDArray[np.floating]]
"""For every atomic type, the log-probability of each link: rows negative, columns positive atoms, by index."""


def sinkhorn(scores: NDArray[np.floating], iterations: int) -> NDArray[np.floating]:
    """Normalise rows and columns in turn, in log space."""
    for _ in range(iterations):
        scores = scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True)
        scores = scores - np.logaddexp.reduce(scores, axis=-2, keepdims=True)
    return scores


@dataclass(frozen=True, slots=True)
class _Branch:
    """All matchings with some links kept and some forbidden, and the best of them."""

    kept: frozenset[Link]
    forbidden: frozenset[Link]
    assignments: Mapping[str, Assignment]
    costs: Mapping[str, float]
    """Of the assignments, without the links that are kept."""

    @property
    def score(self) -> float:
        """The sum over all links."""
        return -sum(self.costs.values())


def ranked_structures(
    frame: Frame, scores: Scores, attempts: int, deadline: Deadline
) -> Iterator[tuple[float, tuple[Link, ...], Net | None]]:
    """The structures that the search looks at, best first: score, links, and the net if it is one.

    It looks at so many, or for a limited effort, or until time is up, but at one in any case.
    """
    atoms = occurrences(frame)
    if any(len(negative) != len(positive) for negative, positive in atoms.values()):
        return
    costs = {name: -np.asarray(matrix, dtype=np.float64) for name, matrix in scores.items()}
    best = {name: cheapest(costs[name]) for name in atoms}
    assignments = {name: found for name, found in best.items() if found is not None}
    if len(assignments) < len(atoms):
        return
    first = _Branch(
        frozenset(), frozenset(), assignments, {name: _total(costs[name], assignments[name]) for name in atoms}
    )
    number = count()  # breaks ties, so that branches need not be compared
    heap = [(-first.score, next(number), first)]
    effort = EFFORT
    while heap and attempts > 0 and effort > 0:
        attempts -= 1
        cost, _, branch = heapq.heappop(heap)
        links = tuple(link for name in atoms for link in matched(*atoms[name], branch.assignments[name].columns))
        try:
            net = Net(frame, links)
            conflict: frozenset[Link] = frozenset(links)  # any other net differs from this one somewhere
            yield -cost, net.links, net
        except StructureError as error:
            conflict = error.conflict
            yield -cost, links, None
        kept = branch.kept
        for link in sorted(conflict - branch.kept, key=lambda link: (link[1], link[0])):
            if deadline.passed:
                return
            name = frame.name(link[0])
            child = _without(branch, link, kept, name, atoms[name], costs[name])
            effort -= ASSIGNMENT + costs[name].size
            if child:
                heapq.heappush(heap, (-child.score, next(number), child))
            kept |= {link}


def matched(negative: Sequence[int], positive: Sequence[int], columns: Sequence[int]) -> list[Link]:
    """The links of an assignment of negative atoms to positive ones."""
    return [(positive[column], atom) for atom, column in zip(negative, columns, strict=True)]


def _total(costs: Costs, assignment: Assignment) -> float:
    return float(costs[assignment.row_of, range(len(costs))].sum())


def _without(
    branch: _Branch, link: Link, kept: frozenset[Link], name: str, atoms: tuple[list[int], list[int]], costs: Costs
) -> _Branch | None:
    """The branch in which some more links are kept and one of the best matching is forbidden; None if it is empty."""
    rows, columns = ({atom: place for place, atom in enumerate(each)} for each in atoms)
    forbidden, now = branch.forbidden | {link}, costs.copy()
    for p, n in forbidden:
        if n in rows and p in columns:
            now[rows[n], columns[p]] = np.inf
    for p, n in kept:
        if n in rows and p in columns:
            row, column = rows[n], columns[p]
            cost = now[row, column]
            now[row, :] = now[:, column] = np.inf
            now[row, column] = cost
    found = cheapest_without(now, branch.assignments[name], rows[link[1]])
    if found is None:
        return None
    assignments = {**branch.assignments, name: found}
    return _Branch(kept, forbidden, assignments, {**branch.costs, name: _total(costs, found)})
