"""Rows are few and even; links keep apart, cross only where they must, and go on from row to row."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from proofnets.render.brackets import fold, route


@given(st.lists(st.floats(1, 100), max_size=30), st.floats(10, 400))
def test_rows_cover_all_columns_and_keep_to_the_limit(widths: list[float], limit: float) -> None:
    rows = fold(widths, limit)
    assert [column for row in rows for column in row] == list(range(len(widths)))
    assert all(len(row) == 1 or sum(widths[c] for c in row) <= limit + 1e-6 for row in rows if row)


def test_rows_are_even() -> None:
    assert [len(row) for row in fold([1.0] * 9, 8)] == [5, 4]
    assert fold([], 10) == [range(0)]


@st.composite
def matchings(draw: st.DrawFn) -> tuple[list[tuple[int, int]], list[int], list[range]]:
    points = draw(st.permutations(range(2 * draw(st.integers(1, 8)))))
    links = [(min(pair), max(pair)) for pair in zip(points[::2], points[1::2], strict=True)]
    tops = [draw(st.integers(0, 4)) for _ in points]
    cuts = sorted(draw(st.sets(st.integers(1, len(points) - 1), max_size=3)))
    rows = [range(a, b) for a, b in zip([0, *cuts], [*cuts, len(points)], strict=True)]
    return links, tops, rows


@given(matchings())
def test_links_cross_once_if_they_must(case: tuple[list[tuple[int, int]], list[int], list[range]]) -> None:
    links, tops, rows = case
    spans = route(links, tops, rows)
    crossings = dict.fromkeys(combinations(range(len(links)), 2), 0)
    for row, found in zip(rows, spans, strict=True):
        for span in found:
            start, end = links[span.link]
            inside = [point for point in row if start <= point <= end]
            assert span.level > max([tops[point] for point in inside], default=0)
            assert (span.start, span.end) == (start if start in row else None, end if end in row else None)
        for one, other in combinations(found, 2):
            for low, high in ((one, other), (other, one)):
                start, end = links[low.link]
                struck = [p for p in (high.start, high.end) if p is not None and start < p < end]
                key = min(low.link, high.link), max(low.link, high.link)
                crossings[key] += len(struck) if high.level > low.level else 0
    for (one_, other_), count in crossings.items():
        (a, b), (c, d) = sorted((links[one_], links[other_]))
        assert count == (a < c < b < d)


@given(matchings())
def test_no_two_links_share_a_piece_of_a_level(case: tuple[list[tuple[int, int]], list[int], list[range]]) -> None:
    links, tops, rows = case
    for row, found in zip(rows, route(links, tops, rows), strict=True):
        for one, other in combinations(found, 2):
            (a, b), (c, d) = (
                (row.start - 1 if s.start is None else s.start, row.stop if s.end is None else s.end)
                for s in (one, other)
            )
            assert one.level != other.level or b < c or d < a
