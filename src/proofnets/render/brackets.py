"""Lines that join points of a row from above, as the links of a net and the arcs of a dependency graph do.

Points lie in one order from left to right, folded into rows if there are too many for one. Heights are whole levels: a
link takes the lowest that is above all in its way. So two links cross once if they must, and otherwise not at all,
folded or not; a link that goes on in another row runs out of this one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

CORNER = 6


@dataclass(frozen=True, slots=True)
class Span:
    """The part of a link that lies in a row: its level, and the points at its ends, None beyond the row's edge."""

    link: int
    start: int | None
    end: int | None
    level: int


def fold(widths: Sequence[float], limit: float) -> list[range]:
    """Break columns into rows, as few as the limit allows and about equally wide.

    >>> fold([2, 2, 2, 2], limit=7)
    [range(0, 2), range(2, 4)]
    """
    rows = _fill(widths, limit)
    if len(rows) == 1:
        return rows
    low, high = 0.0, limit
    for _ in range(20):
        middle = (low + high) / 2
        if len(_fill(widths, middle)) > len(rows):
            low = middle
        else:
            high = middle
    return _fill(widths, high)


def _fill(widths: Sequence[float], limit: float) -> list[range]:
    """Rows that are as full as the limit allows; a column that is too wide for it has a row to itself."""
    rows: list[range] = []
    start, width = 0, 0.0
    for column, more in enumerate(widths):
        if column > start and width + more > limit:
            rows.append(range(start, column))
            start, width = column, 0.0
        width += more
    return [*rows, range(start, len(widths))]


def route(links: Sequence[tuple[int, int]], tops: Sequence[int], rows: Sequence[range]) -> list[list[Span]]:
    """The spans of every row. Links go from a point to one on its right; `tops` are the levels that points have.

    Shorter links go first: what is in the way of a link is all that rises between its ends. Of two links that run
    out of a row on the same side, the longer one is above the other in both rows.
    """
    row_of = [number for number, row in enumerate(rows) for _ in row]
    reached = [[0, *(tops[point] for point in row), 0] for row in rows]  # how high each point is taken, and both edges
    spans: list[list[Span]] = [[] for _ in rows]
    for link in sorted(range(len(links)), key=lambda link: (links[link][1] - links[link][0], links[link])):
        start, end = links[link]
        for number in range(row_of[start], row_of[end] + 1):
            row, heights = rows[number], reached[number]
            first = start - row.start + 1 if start in row else 0
            last = end - row.start + 1 if end in row else len(heights) - 1
            level = max(heights[first : last + 1]) + 1
            heights[first] = heights[last] = level
            spans[number].append(Span(link, start if start in row else None, end if end in row else None, level))
    return spans


def bracket(left: float, left_foot: float | None, y: float, right: float, right_foot: float | None) -> str:
    """The path of a span: up from its left foot, across, and down to its right foot. Without a foot, it ends there."""
    start = f"M{left:.1f} {y:.1f}"
    if left_foot is not None:
        start = f"M{left:.1f} {left_foot:.1f}V{y + CORNER:.1f}q0 {-CORNER} {CORNER} {-CORNER}"
    if right_foot is None:
        return f"{start}H{right:.1f}"
    return f"{start}H{right - CORNER:.1f}q{CORNER} 0 {CORNER} {CORNER}V{right_foot:.1f}"
