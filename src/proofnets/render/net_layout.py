"""Where everything in the picture of a proof net goes, for SVG and for TikZ.

As in the paper, words are below, decomposition trees above them, and axiom links on top. Every subtree has a strip of
the picture to itself, from its root upwards. So no label touches another, and what rises from an atom meets no other
part of a tree. A long net is folded into rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from proofnets.errors import StructureError
from proofnets.logic import Atom, Box, Diamond, Frame, Implication, Link
from proofnets.render.brackets import Span, fold, route
from proofnets.render.drawing import MARGIN, clean, label_width, shorten, text_width
from proofnets.render.labels import Label, Run, atom_label, index_label, isolate

WORD_SIZE = 16
LABEL_SIZE = 15

LEVEL = 13
"""The height of a level: how far apart the links' horizontal parts lie."""
_FIRST_ROW = 3
_ROW = 5
"""How many levels the roots lie above the words, and every row of a tree above the one below it."""
_LABEL_LEVELS = 2
"""How many levels a label takes, its sign included."""
_SIBLING_GAP = 14
_WORD_GAP = 28
_STUB = 12
"""How far a link that goes on in another row runs at least beyond all that it crosses."""
END_SIZE = 11
"""How large the word is that it leads to."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the picture: of the frame's, or two of them merged."""

    label: Label
    positive: bool
    children: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a label is: its middle, and the level of its baseline."""

    x: float
    level: int

    @property
    def top(self) -> int:
        """The level above the label."""
        return self.level + _LABEL_LEVELS


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the picture: its words by number, the goal as one more; the spans of its links; and how high it is.

    Its trees begin at 0. What goes on in another row may need more room on the left and right than they do.
    """

    words: range
    spans: tuple[Span, ...]
    levels: int
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class Layout:
    """The picture of a frame and its links. Nodes and places go by the frame's nodes, in prefix order."""

    captions: tuple[str, ...]
    nodes: dict[int, Node]
    places: dict[int, Place]
    rows: tuple[Row, ...]
    ends: tuple[Label, ...]
    """What stands at the end of a link that goes on in another row, by the atom that it leads to."""


def lay_out(frame: Frame, links: Sequence[Link], width: float) -> Layout:
    """Lay out a structure: a net, or links that make none, or too few."""
    for link in links:
        if not all(0 <= atom < len(frame.atoms) for atom in link):
            raise StructureError(f"no such link: {link[0]}–{link[1]}, the atoms are numbered to {len(frame.atoms) - 1}")
    captions = (*(clean(name) for name in frame.judgement.names), "⊢")
    nodes = _nodes(frame)
    left, right, spread = _reaches(nodes)
    halves = [text_width(caption, WORD_SIZE) / 2 for caption in captions]
    columns = [
        max(half, left[root]) + max(half, right[root]) + _WORD_GAP
        for half, root in zip(halves, frame.roots, strict=True)
    ]
    ends = tuple(_end(frame, captions, atom) for atom in range(len(frame.atoms)))
    folded = fold(columns, width - 2 * MARGIN)
    if len(folded) > 1:  # room for words that links lead to; where it is not enough, the row is a bit wider
        folded = fold(columns, width - 2 * MARGIN - max(label_width(end, END_SIZE) for end in ends))
    places: dict[int, Place] = {}
    for words in folded:
        x = 0.0
        for word in words:
            places[frame.roots[word]] = Place(x + max(halves[word], left[frame.roots[word]]), _FIRST_ROW)
            x += columns[word]
    for node, shown in nodes.items():
        here = places[node]
        for child, side in zip(shown.children, (-1, 1), strict=False):
            places[child] = Place(here.x + side * spread[node], here.level + _ROW)
    spans = route([_sorted(link) for link in links], [places[node].top for node in frame.atoms], _atoms(frame, folded))
    rows = []
    for words, row in zip(folded, spans, strict=True):
        trees = range(frame.roots[words[0]], [*frame.roots, len(frame.nodes)][words[-1] + 1])
        levels = max([*(places[node].top for node in trees if node in places), *(span.level for span in row)])
        before, behind = _sides([places[node].x for node in frame.atoms], ends, links, row)
        rows.append(
            Row(words, tuple(row), levels, before, max(behind, sum(columns[word] for word in words) - _WORD_GAP))
        )
    return Layout(captions, nodes, places, tuple(rows), ends)


def _sides(
    atoms: Sequence[float], ends: Sequence[Label], links: Sequence[Link], spans: Sequence[Span]
) -> tuple[float, float]:
    """How far a row reaches to the left and right, so that no line that rises strikes the word at the end of a link."""
    feet = [(atoms[atom], span.level) for span in spans for atom in (span.start, span.end) if atom is not None]
    left = right = 0.0
    for span in spans:
        rising = [x for x, level in feet if level >= span.level]
        if span.start is None:
            room = _STUB + label_width(ends[min(links[span.link])], END_SIZE)
            left = min(left, min(rising, default=0) - room)
        if span.end is None:
            room = _STUB + label_width(ends[max(links[span.link])], END_SIZE)
            right = max(right, max(rising, default=0) + room)
    return left, right


def _end(frame: Frame, captions: Sequence[str], atom: int) -> Label:
    """What stands at the end of a link that goes on in another row: the word that it leads to, and the atom's index."""
    word = shorten(captions[frame.owners[frame.atoms[atom]] - 1])  # the goal's owner is 0, so its caption is the last
    return (Run(isolate(word), italic=True), index_label(atom))


def _sorted(link: Link) -> tuple[int, int]:
    return min(link), max(link)


def _atoms(frame: Frame, rows: Sequence[range]) -> list[range]:
    """The atoms of every row."""
    counts = [0] * len(frame.roots)
    for node in frame.atoms:
        counts[frame.owners[node] - 1] += 1  # the goal's owner is 0, so its count is the last
    ranges: list[range] = []
    start = 0
    for words in rows:
        end = start + sum(counts[word] for word in words)
        ranges.append(range(start, end))
        start = end
    return ranges


def _nodes(frame: Frame) -> dict[int, Node]:
    """What is drawn, in prefix order: as in `prefix`, a modality is merged with the implication that it marks."""
    nodes: dict[int, Node] = {}
    merged: set[int] = set()
    index = 0
    for node, (type_, positive) in enumerate(zip(frame.nodes, frame.positive, strict=True)):
        if node in merged:
            continue
        match type_:
            case Atom(name):
                nodes[node] = Node((*atom_label(name), index_label(index)), positive)
                index += 1
            case Implication(Diamond(label, _), _):
                merged.add(node + 1)
                nodes[node] = Node((Run("◇"), Run(label, 1)), positive, (node + 2, frame.results[node]))
            case Implication():
                nodes[node] = Node((Run("⊸"),), positive, (node + 1, frame.results[node]))
            case Box(label, Implication()):
                merged.add(node + 1)
                nodes[node] = Node((Run("□"), Run(label, 1)), positive, (node + 2, frame.results[node + 1]))
            case Diamond(label, _):
                nodes[node] = Node((Run("◇"), Run(label, 1)), positive, (node + 1,))
            case Box(label, _):
                nodes[node] = Node((Run("□"), Run(label, 1)), positive, (node + 1,))
    return nodes


def _reaches(nodes: dict[int, Node]) -> tuple[dict[int, float], dict[int, float], dict[int, float]]:
    """How far each subtree reaches to the left and right of its root, and how far a root's children are from it."""
    left: dict[int, float] = {}
    right: dict[int, float] = {}
    spread: dict[int, float] = {}
    for node, shown in reversed(list(nodes.items())):
        left[node] = right[node] = label_width(shown.label, LABEL_SIZE) / 2
        if shown.children:
            first, last = shown.children[0], shown.children[-1]
            spread[node] = 0 if first == last else (right[first] + _SIBLING_GAP + left[last]) / 2
            left[node] = max(left[node], left[first] + spread[node])
            right[node] = max(right[node], right[last] + spread[node])
    return left, right, spread
