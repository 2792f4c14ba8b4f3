"""The dependency graph as arcs over all tokens, as in the paper's small figure.

An arc goes from a head to its dependent, an arrow from above to what depends on no word. A token that continues a word
hangs on the word's first one by a dashed arc, and a token that brings nothing, such as punctuation, stands by itself.
A long sentence is folded into rows; an arc that goes on in another row ends there with the word that it leads to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from proofnets.derivation.derivations import Derivation
from proofnets.derivation.edges import UNIT_LABEL, token_edges
from proofnets.logic import Dependency, Net, dependencies
from proofnets.render.brackets import Span, bracket, fold, route
from proofnets.render.drawing import (
    MARGIN,
    NO_DOUBTS,
    WIDTH,
    Doubts,
    Drawing,
    clean,
    dashed,
    decimal,
    draw_label,
    mark_unsure,
    shorten,
    stack,
    text_width,
)
from proofnets.render.labels import Run, isolate

_WORD_SIZE = 16
_LABEL_SIZE = 11
_LEVEL = 19
_WORD_GAP = 18
_LABEL_GAP = 10
_POINT_GAP, _LEAST_POINT_GAP = 8, 4
"""How far apart the points of a word are, and on a word that is too short for that."""
_HEAD = 3
"""Half the width of an arrow's head."""
_FOOT = 15
"""How far above the baseline of the words the arcs end: where the letters begin."""
_DESCENT = 7


@dataclass(frozen=True, slots=True)
class _Arcs:
    """The graph in one line. Every end of an edge is a point of its own above its token, from left to right."""

    tokens: tuple[str, ...]
    edges: tuple[Dependency, ...]
    ends: tuple[tuple[int, int], ...]
    """The left and the right point of every edge; that from the root has but one."""
    first: tuple[int, ...]
    """The first point of every token, and the number of points."""
    points: tuple[float, ...]
    """Where the points are."""
    starts: tuple[float, ...]
    """Where the tokens start, and the end."""
    centres: tuple[float, ...]
    """Where the middles of the tokens are."""


def draw_deps(net: Net, sample: Derivation | None = None, doubts: Doubts = NO_DOUBTS, width: float = WIDTH) -> Drawing:
    """The picture of a net's dependency graph, over the tokens of the sample or, if none is given, the words.

    The doubts tell which of them are unsure.

    >>> from proofnets.logic import parse_judgement, proofs
    >>> draw_deps(next(proofs(parse_judgement("ze:pron, slapen:◇su pron ⊸ s ⊢ s")))).title
    'Dependencies: ze slapen'
    """
    tokens = tuple(clean(token) for token in (sample.tokens if sample else net.frame.judgement.names))
    arcs = _line_up(tokens, token_edges(sample, net.term) if sample else dependencies(net.term))
    columns = [end - start for start, end in zip(arcs.starts, arcs.starts[1:], strict=False)]
    edge = float(MARGIN)
    rows = fold(columns, width - 2 * edge)
    if len(rows) > 1:  # room for what goes on in another row: a label and a word
        edge += max((text_width(one.label, _LABEL_SIZE) for one in arcs.edges), default=0.0) + _LABEL_GAP
        edge += max(text_width(shorten(token), _LABEL_SIZE) for token in tokens)
        rows = fold(columns, max(width - 2 * edge, width / 2))
    joined = [number for number, one in enumerate(arcs.edges) if one.head]
    points = [range(arcs.first[row.start], arcs.first[row.stop]) for row in rows]
    spans = route([arcs.ends[number] for number in joined], [0] * len(arcs.points), points)
    title = f"Dependencies: {' '.join(tokens)}"
    return stack(
        [
            Drawing("deps", *_draw_row(arcs, row, [(joined[span.link], span) for span in of_row], edge, doubts), title)
            for row, of_row in zip(rows, spans, strict=True)
        ]
    )


def _line_up(tokens: tuple[str, ...], edges: Sequence[Dependency]) -> _Arcs:
    """Put tokens in a line, with room for the points of their edges, and for the labels between them."""
    ends: list[list[int]] = [[] for _ in edges]
    first, starts = [0], [0.0]
    points: list[float] = []
    centres: list[float] = []
    for number, attached in enumerate(_attached(len(tokens), edges), 1):
        word = text_width(tokens[number - 1], _WORD_SIZE)
        offsets = _offsets(word, [edges[edge].dependent == number for edge in attached])
        half = max(word / 2, *map(abs, offsets)) if offsets else word / 2
        for edge, offset in zip(attached, offsets, strict=True):
            if not edges[edge].head:  # its label is above the point
                half = max(half, text_width(edges[edge].label, _LABEL_SIZE) / 2 + abs(offset))
        centre = starts[-1] + half
        for edge, offset in zip(attached, offsets, strict=True):
            if ends[edge]:  # its label must fit in between the points
                room = text_width(edges[edge].label, _LABEL_SIZE) + _LABEL_GAP
                centre = max(centre, points[ends[edge][0]] + room - offset)
            ends[edge].append(first[-1] + attached.index(edge))
        starts[-1] = centre - half
        starts.append(centre + half + _WORD_GAP)
        centres.append(centre)
        points += [centre + offset for offset in offsets]
        first.append(len(points))
    both = tuple((pair[0], pair[-1]) for pair in ends)
    return _Arcs(tokens, tuple(edges), both, tuple(first), tuple(points), tuple(starts), tuple(centres))


def _offsets(width: float, arrows: Sequence[bool]) -> list[float]:
    """Where the points of a word are from its middle. An arrow must point at the word, however short that is."""
    between = len(arrows) - 1
    gap = min(_POINT_GAP, max(_LEAST_POINT_GAP, (width - 2 * _HEAD) / max(between, 1)))
    offsets = [gap * (place - between / 2) for place in range(len(arrows))]
    inside = max(0.45 * width - _HEAD, 0)  # widths are rather more than less
    arrow = sum(offset for offset, is_arrow in zip(offsets, arrows, strict=True) if is_arrow)  # a word has one at most
    beyond = arrow - min(max(arrow, -inside), inside)
    return [offset - beyond for offset in offsets]


def _attached(count: int, edges: Sequence[Dependency]) -> list[list[int]]:
    """The edges of every token, in an order in which none of them cross: the nearest on either side are outermost."""
    ends: list[list[tuple[int, int, int]]] = [[] for _ in range(count + 1)]
    for number, edge in enumerate(edges):
        length = edge.dependent - edge.head
        ends[edge.dependent].append((1, 0, number) if not edge.head else _side(-length, number))
        if edge.head:
            ends[edge.head].append(_side(length, number))
    return [[number for _, _, number in sorted(at_word)] for at_word in ends[1:]]


def _side(distance: int, number: int) -> tuple[int, int, int]:
    """Where a point stands that an edge leaves for a token so far away: to the left, nearest first, or to the right."""
    return (0, -distance, number) if distance < 0 else (2, -distance, number)


def _draw_row(
    arcs: _Arcs, row: range, spans: Sequence[tuple[int, Span]], edge: float, doubts: Doubts
) -> tuple[float, float, str]:
    origin = arcs.starts[row.start] - edge
    width = arcs.starts[row.stop] - _WORD_GAP - origin + edge
    roots = [e for e, one in enumerate(arcs.edges) if not one.head and one.dependent - 1 in row]
    levels = max((span.level for _, span in spans), default=0) + bool(roots)
    top = _FOOT + _LEVEL * levels + _LABEL_SIZE + MARGIN
    lines = [f'<g transform="translate(0 {top})">']
    rising = [
        (arcs.points[point] - origin, span.level)
        for _, span in spans
        for point in (span.start, span.end)
        if point is not None
    ]
    for root in roots:
        x = arcs.points[arcs.ends[root][0]] - origin
        rising.append((x, levels))
        y = -_FOOT - _LEVEL * levels
        path = f'<path fill="none" stroke="currentColor" d="M{x:.1f} {y}V{-_FOOT}"/>'
        lines.append(_group(arcs, root, path + _head(x) + _label(arcs.edges[root].label, x, y)))
    lines += [_draw_arc(arcs, arc, span, origin, width, rising) for arc, span in spans]
    for token in row:
        bare = "" if arcs.first[token] < arcs.first[token + 1] else ' class="bare" fill-opacity="0.6"'
        label, marks = (Run(isolate(arcs.tokens[token])),), f' data-word="{token + 1}"{bare}'
        x, word = arcs.centres[token] - origin, text_width(arcs.tokens[token], _WORD_SIZE)
        text = draw_label(label, x, 0, _WORD_SIZE, {}, marks)
        lines.append(mark_unsure(text, x, 0, word, str(token + 1), doubts))
    return width, top + _DESCENT + MARGIN, "\n".join([*lines, "</g>"])


def _draw_arc(
    arcs: _Arcs, arc: int, span: Span, origin: float, width: float, rising: Sequence[tuple[float, int]]
) -> str:
    """The part of an arc that lies in a row, with its label, its arrow, and the words that it leads to elsewhere."""
    edge = arcs.edges[arc]
    y = -_FOOT - _LEVEL * span.level
    ends: list[tuple[float, float | None]] = []
    more = ""
    far = sorted((edge.head, edge.dependent))
    for point, token, side in ((span.start, far[0], -1), (span.end, far[1], 1)):
        if point is not None:
            ends.append((arcs.points[point] - origin, -_FOOT))
            more += _head(ends[-1][0]) if token == edge.dependent else ""
            continue
        name = shorten(arcs.tokens[token - 1])
        room = MARGIN + text_width(name, _LABEL_SIZE)
        ends.append((room if side < 0 else width - room, None))
        anchor = "end" if side < 0 else "start"
        more += (
            f'<text x="{decimal(ends[-1][0] + 3 * side)}" y="{y + 4}" font-size="{_LABEL_SIZE}" font-style="italic" '
            f'text-anchor="{anchor}">{escape(isolate(name))}</text>'
        )
    (left, left_foot), (right, right_foot) = ends
    dashes = dashed((4, 3)) if edge.label == UNIT_LABEL else ""
    path = bracket(left, left_foot, y, right, right_foot)
    line = f'<path fill="none" stroke="currentColor"{dashes} d="{path}"/>'
    crossing = sorted(x for x, level in rising if left < x < right and level > span.level)
    return _group(arcs, arc, line + more + _label(edge.label, _free(left, crossing, right, edge.label), y))


def _free(left: float, crossing: Sequence[float], right: float, label: str) -> float:
    """Where a label is struck by none of the lines that cross an arc, as near to the arc's middle as can be."""
    middle = (left + right) / 2
    half = text_width(label, _LABEL_SIZE) / 2 + 4
    gaps = zip([left, *crossing], [*crossing, right], strict=True)
    places = [min(max(middle, start + half), end - half) for start, end in gaps if end - start >= 2 * half]
    return min(places, key=lambda place: abs(place - middle), default=middle)


def _group(arcs: _Arcs, arc: int, body: str) -> str:
    edge = arcs.edges[arc]
    return f'<g class="arc" data-word="{edge.head} {edge.dependent}">{body}</g>'


def _head(x: float) -> str:
    """The head of an arrow."""
    return f'<path d="M{x:.1f} {-_FOOT}l{-_HEAD} -6h{2 * _HEAD}z"/>'


def _label(text: str, x: float, y: float) -> str:
    return f'<text x="{decimal(x)}" y="{decimal(y - 4)}" font-size="{_LABEL_SIZE}">{escape(clean(text))}</text>'
