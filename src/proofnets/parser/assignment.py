"""The best assignment of rows to columns, exactly (Hungarian algorithm with shortest augmenting paths).

SciPy has this too, but importing it takes longer than all else that the parser does before its first answer. Matrices
are small here, and mostly every row's best column is its own: then there is nothing to search. Where one pair of an
assignment is forbidden later, all others stay as they are but for one path, so the next best is found in a fraction of
the time.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Costs = NDArray[np.float64]
"""(rows, columns): what each pair costs, infinite where it is forbidden."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """A cheapest assignment, and potentials that prove it.

    Costs less the potentials of row and column are never negative, and 0 where assigned. The arrays are not changed.
    """

    row_of: list[int]
    """The row of every column."""
    row_potential: Costs
    column_potential: Costs

    @property
    def columns(self) -> list[int]:
        """The column of every row."""
        columns: list[int] = np.argsort(self.row_of).tolist()
        return columns


def assign(scores: NDArray[np.floating]) -> list[int] | None:
    """The column of every row such that the sum is greatest; None if every way has a forbidden pair (-inf).

    >>> assign(np.array([[3.0, 2.0], [2.0, 0.0]]))
    [1, 0]
    """
    found = cheapest(-np.asarray(scores, dtype=np.float64))
    return None if found is None else found.columns


def cheapest(costs: Costs) -> Assignment | None:
    """The cheapest assignment; None if every way has a forbidden pair."""
    size = len(costs)
    best: list[int] = costs.argmin(1).tolist()
    row_potential = costs[range(size), best]
    if not np.isfinite(row_potential).all():
        return None
    row_of = [-1] * size
    left = []
    for row, column in enumerate(best):
        if row_of[column] < 0:
            row_of[column] = row
        else:
            left.append(row)
    column_potential = np.zeros(size)
    for row in left:
        if not _augment(costs, row_of, row_potential, column_potential, row):
            return None
    return Assignment(row_of, row_potential, column_potential)


def cheapest_without(costs: Costs, before: Assignment, row: int) -> Assignment | None:
    """The cheapest assignment after costs have grown, to what they are now, where this row was assigned.

    They may have grown in other pairs too, but not in those of other rows that were assigned.
    """
    row_of = before.row_of.copy()
    row_of[row_of.index(row)] = -1
    row_potential, column_potential = before.row_potential.copy(), before.column_potential.copy()
    if not _augment(costs, row_of, row_potential, column_potential, row):
        return None
    return Assignment(row_of, row_potential, column_potential)


def _augment(costs: Costs, row_of: list[int], row_potential: Costs, column_potential: Costs, new: int) -> bool:
    """Assign one more row, by the shortest path from it, to and fro along assignments, to a free column."""
    size = len(costs)
    distance, before = np.full(size, np.inf), np.full(size, -1)
    open_distance = distance.copy()  # infinite where a column is settled
    settled: list[int] = []
    row, column, reached = new, -1, 0.0
    while True:
        lengths = reached + costs[row] - row_potential[row] - column_potential
        lengths[settled] = np.inf
        better = lengths < open_distance
        open_distance[better] = distance[better] = lengths[better]
        before[better] = column
        column = int(open_distance.argmin())
        reached = float(open_distance[column])
        if reached == np.inf:
            return False
        if row_of[column] < 0:
            break
        settled.append(column)
        open_distance[column] = np.inf
        row = row_of[column]
    row_potential[new] += reached
    for other in settled:
        row_potential[row_of[other]] += reached - distance[other]
        column_potential[other] -= reached - distance[other]
    while column >= 0:
        previous = int(before[column])
        row_of[column] = new if previous < 0 else row_of[previous]
        column = previous
    return True
