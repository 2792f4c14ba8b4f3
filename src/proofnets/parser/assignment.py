"""The best assignment of rows to columns, exactly (Hungarian algorithm with shortest augmenting paths).

SciPy has this too, but importing it takes longer than all else that the parser does before its first answer. Matrices
are small here, and mostly every row's best column is its own: then there is nothing to search.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def assign(scores: NDArray[np.floating]) -> list[int] | None:
    """The column of every row such that the sum is greatest; None if every way has a forbidden pair (-inf).

    >>> assign(np.array([[3.0, 2.0], [2.0, 0.0]]))
    [1, 0]
    """
    best: list[int] = scores.argmax(1).tolist()
    most = scores[range(len(best)), best]
    if not np.isfinite(most).all():
        return None
    return best if len(set(best)) == len(best) else _augmented(most[:, None] - scores)


def _augmented(costs: NDArray[np.floating]) -> list[int] | None:
    """The cheapest assignment. Costs less the potentials of row and column are never negative, and 0 where assigned.

    Rows are added one by one: a shortest path leads from a new row, to and fro along assignments, to a free column.
    """
    size = len(costs)
    row_potential, column_potential = np.zeros(size), np.zeros(size)
    row_of = [-1] * size
    for new in range(size):
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
                return None
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
    columns: list[int] = np.argsort(row_of).tolist()
    return columns
