"""Linking: the scores of a frame's links to its best nets, in order, each verified.

The best assignment of each atomic type by itself is found exactly (linear sum assignment). If the whole is not a net,
the criterion says which links cannot stand together; the search then branches on these: in each branch one of them is
forbidden and the ones before it are kept (Murty's partition, cut down to the conflict). Branches are taken up best
first, so nets come out in the order of their scores.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from proofnets.errors import StructureError
from proofnets.logic import Frame, Link, Net, occurrences
from proofnets.parser.assignment import assign

EFFORT = 2_000_000
"""What may be spent on the links of a frame: every assignment costs the cells of its matrix, and some more. About a
second, whatever the size."""
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
    links: dict[str, tuple[Link, ...]]
    scores: dict[str, float]


def ranked_structures(
    frame: Frame, scores: Scores, attempts: int
) -> Iterator[tuple[float, tuple[Link, ...], Net | None]]:
    """The structures that the search looks at, best first: score, links, and the net if it is one."""
    atoms = occurrences(frame)
    if any(len(negative) != len(positive) for negative, positive in atoms.values()):
        return
    first = _solve(_Branch(frozenset(), frozenset(), {}, {}), list(atoms), atoms, scores)
    number = count()  # breaks ties, so that branches need not be compared
    heap = [(-sum(first.scores.values()), next(number), first)] if first else []
    effort = EFFORT
    while heap and attempts > 0 and effort > 0:
        attempts -= 1
        cost, _, branch = heapq.heappop(heap)
        links = tuple(link for group in branch.links.values() for link in group)
        try:
            net = Net(frame, links)
            conflict: frozenset[Link] = frozenset(links)  # any other net differs from this one somewhere
            yield -cost, net.links, net
        except StructureError as error:
            conflict = error.conflict
            yield -cost, links, None
        kept = branch.kept
        for link in sorted(conflict - branch.kept, key=lambda link: (link[1], link[0])):
            child = _Branch(kept, branch.forbidden | {link}, branch.links, branch.scores)
            name = frame.name(link[0])
            solved = _solve(child, [name], atoms, scores)
            effort -= ASSIGNMENT + scores[name].size
            if solved:
                heapq.heappush(heap, (-sum(solved.scores.values()), next(number), solved))
            kept |= {link}


def sampled_nets(
    frame: Frame,
    scores: Scores,
    samples: int,
    random: np.random.Generator,
    interrupt: Callable[[], None] = lambda: None,
) -> list[tuple[float, Net, int]]:
    """The nets among matchings drawn at random: the best ones under Gumbel noise. With scores, and how often each came.

    Sinkhorn adds but a constant to every row and column, which changes no matching, so that none is needed here. Many
    draws take long: `interrupt` is called at each, and what it raises ends them.
    """
    atoms = occurrences(frame)
    if any(len(negative) != len(positive) for negative, positive in atoms.values()):
        return []
    drawn: Counter[tuple[Link, ...]] = Counter()
    totals: dict[tuple[Link, ...], float] = {}
    for _ in range(samples):
        interrupt()
        links, total = list[Link](), 0.0
        for name, (negative, positive) in atoms.items():
            matrix = scores[name]
            columns = assign(matrix + random.gumbel(size=matrix.shape)) or []
            links += _links(negative, positive, columns)
            total += float(matrix[range(len(columns)), columns].sum())
        drawn[tuple(links)] += 1
        totals[tuple(links)] = total
    found = []
    for matching, times in drawn.items():
        interrupt()
        with suppress(StructureError):
            found.append((totals[matching], Net(frame, matching), times))
    return found


def _links(negative: Sequence[int], positive: Sequence[int], columns: Sequence[int]) -> list[Link]:
    return [(positive[column], atom) for atom, column in zip(negative, columns, strict=True)]


def _solve(
    branch: _Branch, names: list[str], atoms: Mapping[str, tuple[list[int], list[int]]], scores: Scores
) -> _Branch | None:
    """The branch with the best assignment of some atomic types found anew; None if there is none."""
    links, totals = dict(branch.links), dict(branch.scores)
    for name in names:
        negative, positive = atoms[name]
        matrix = np.array(scores[name], dtype=float)
        rows = {atom: row for row, atom in enumerate(negative)}
        columns = {atom: column for column, atom in enumerate(positive)}
        for p, n in branch.forbidden:
            if n in rows and p in columns:
                matrix[rows[n], columns[p]] = -np.inf
        for p, n in branch.kept:
            if n in rows and p in columns:
                score = matrix[rows[n], columns[p]]
                matrix[rows[n], :] = -np.inf
                matrix[:, columns[p]] = -np.inf
                matrix[rows[n], columns[p]] = score
        chosen = assign(matrix)
        if chosen is None:
            return None
        links[name] = tuple(_links(negative, positive, chosen))
        totals[name] = float(matrix[range(len(chosen)), chosen].sum())
    return _Branch(branch.kept, branch.forbidden, links, totals)
