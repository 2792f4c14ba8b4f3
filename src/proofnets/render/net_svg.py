"""A proof net as a picture, drawn as in the paper: words below, decomposition trees above them, axiom links on top.

Every subtree has a strip of the picture to itself, from its root upwards. So no label touches another, and what
rises from an atom meets no other part of a tree. Heights are whole levels above the words: a link takes the lowest
one that is above all in its way, so that two links cross once if they must, and otherwise not at all.

The picture is plain SVG, without scripts, ids or fonts of its own. It is transparent and takes the colour of the text
around it. Words, atoms and links carry `data-word` (0 is the goal), `data-atom` and `data-link` (`positive-negative`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from proofnets.logic import Atom, Box, Diamond, Frame, Implication, Link, Net, occurrences, show_judgement

_FONTS = "'DejaVu Sans', 'Segoe UI', 'Segoe UI Symbol', 'Apple Symbols', sans-serif"
_WORD_SIZE = 16
_LABEL_SIZE = 15
_SCRIPT_SIZE = 10.5
_SIGN_SIZE = 10
_SUBSCRIPT_SHIFT = 3
_SUPERSCRIPT_SHIFT = -5
_SIGN_SHIFT = -14
"""How far scripts and signs lie below the baseline."""

_LEVEL = 13
"""The height of a level: how far apart the links' horizontal parts lie."""
_FIRST_ROW = 3
_ROW = 5
"""How many levels the roots lie above the words, and every row of a tree above the one below it."""
_LABEL_LEVELS = 2
"""How many levels a label takes, its sign included."""
_DESCENT = 7
_SIBLING_GAP = 14
_WORD_GAP = 28
_MARGIN = 12
_CORNER = 6

_COLOURS = ("#1577b8", "#c95000", "#00845f", "#b8528f", "#926b00", "#6a66d6", "#747474")
"""After Okabe and Ito, for the colour-blind too: dark enough for paper, light enough for a dark page."""

_STYLE = "@media screen and (prefers-color-scheme: dark) { svg:root { color: #949494; color-scheme: dark } }"
"""For a picture that is a file of its own and has no text around it. A reader who prefers dark may still see it as an
image on a white page, and browsers do not tell it so: hence a grey that is legible on both."""

_WIDTHS = {
    character: width
    for width, characters in (
        (0.30, "'ijlIJ"),
        (0.34, " ,./:;\\|’‘"),
        (0.42, "f-()[]tr!"),
        (0.53, '"*_`sz?“”–'),
        (0.64, "cLFkvxyPTYaoeESbdghnpqu$0123456789{}"),
        (0.78, "KAVBRXZCUHNDG&◇"),
        (0.88, "OQw#+<=>^~M⊸−⊢"),
        (1.00, "%mW@□"),
    )
    for character in characters
}
"""In ems, for DejaVu Sans, which is wider than the fonts that may stand in for it."""
_OTHER_WIDTH = 1.1

_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""Control characters, and what else XML 1.0 does not admit."""


@dataclass(frozen=True, slots=True)
class _Node:
    """A node of the picture: of the frame's, or two of them merged."""

    name: str
    subscript: str
    superscript: str
    positive: bool
    children: tuple[int, ...] = ()

    @property
    def width(self) -> float:
        return _width(self.name, _LABEL_SIZE) + _width(self.subscript + self.superscript, _SCRIPT_SIZE)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a label is: its middle, and the level of its baseline."""

    x: float
    level: int

    @property
    def y(self) -> int:
        return -_LEVEL * self.level

    @property
    def top(self) -> int:
        return self.level + _LABEL_LEVELS


_Nodes = Mapping[int, _Node]
_Places = Mapping[int, _Place]


def net_svg(net: Net) -> str:
    """The picture of a net: an SVG document, which may also be put into a page as it is.

    >>> from proofnets.logic import parse_judgement, proofs
    >>> print(net_svg(next(proofs(parse_judgement("ze:pron ⊢ pron")))).splitlines()[1])
    <title>Proof net: ze</title>
    """
    frame = net.frame
    names = [_clean(name) for name in frame.judgement.names]
    captions = [*names, "⊢"]
    nodes = _nodes(frame)
    places, width = _places(frame, nodes, captions)
    levels = _levels(net, [places[node].top for node in frame.atoms])
    top = _LEVEL * max(levels.values()) + _MARGIN  # every tree lies below a link: its atoms are linked
    height = top + _DESCENT + _MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="proofnet" role="img" width="{width:.0f}" height="{height}" '
        f'viewBox="0 {-top} {width:.0f} {height}" font-family="{_FONTS}" text-anchor="middle" fill="currentColor">',
        f"<title>Proof net: {escape(' '.join(names))}</title>",
        f"<desc>{escape(_clean(show_judgement(frame.judgement)))}</desc>",
        f"<style>{_STYLE}</style>",
        '<g class="links" fill="none" stroke-width="1.6">',
        *_draw_links(net, places, levels),
        "</g>",
    ]
    index = {node: atom for atom, node in enumerate(frame.atoms)}
    for root, end, caption in zip(frame.roots, [*frame.roots[1:], len(frame.nodes)], captions, strict=True):
        owner = frame.owners[root]
        tree = [node for node in range(root, end) if node in nodes]
        lines.append(f'<g class="{"word" if owner else "goal"}" data-word="{owner}">')
        lines.append(_draw_text(places[root].x, 0, _WORD_SIZE, escape(caption)))
        lines += [edge for node in tree for edge in _draw_edges(node, nodes, places)]
        lines += [_draw_node(nodes[node], places[node], index.get(node)) for node in tree]
        lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""])


def _nodes(frame: Frame) -> dict[int, _Node]:
    """What is drawn, in prefix order: as in `prefix`, a modality is merged with the implication that it marks."""
    nodes: dict[int, _Node] = {}
    merged: set[int] = set()
    index = 0
    for node, (type_, positive) in enumerate(zip(frame.nodes, frame.positive, strict=True)):
        if node in merged:
            continue
        match type_:
            case Atom(name):
                base, _, subscript = name.partition("_")
                nodes[node] = _Node(base, subscript, str(index), positive)
                index += 1
            case Implication(Diamond(label, _), _):
                merged.add(node + 1)
                nodes[node] = _Node("◇", "", label, positive, (node + 2, frame.results[node]))
            case Implication():
                nodes[node] = _Node("⊸", "", "", positive, (node + 1, frame.results[node]))
            case Box(label, Implication()):
                merged.add(node + 1)
                nodes[node] = _Node("□", "", label, positive, (node + 2, frame.results[node + 1]))
            case Diamond(label, _):
                nodes[node] = _Node("◇", "", label, positive, (node + 1,))
            case Box(label, _):
                nodes[node] = _Node("□", "", label, positive, (node + 1,))
    return nodes


def _places(frame: Frame, nodes: _Nodes, captions: Sequence[str]) -> tuple[dict[int, _Place], float]:
    """Where every node goes, and how wide the picture is.

    From the leaves down, how far each subtree reaches to the left and right of its root; then, from the roots up,
    the places.
    """
    left: dict[int, float] = {}
    right: dict[int, float] = {}
    spread: dict[int, float] = {}  # how far an implication's children are from it, one on each side
    for node, shown in reversed(list(nodes.items())):
        left[node] = right[node] = shown.width / 2
        if shown.children:
            first, last = shown.children[0], shown.children[-1]
            spread[node] = 0 if first == last else (right[first] + _SIBLING_GAP + left[last]) / 2
            left[node] = max(left[node], left[first] + spread[node])
            right[node] = max(right[node], right[last] + spread[node])
    places: dict[int, _Place] = {}
    edge = float(_MARGIN)
    for root, caption in zip(frame.roots, captions, strict=True):
        half = _width(caption, _WORD_SIZE) / 2
        places[root] = _Place(edge + max(half, left[root]), _FIRST_ROW)
        edge = places[root].x + max(half, right[root]) + _WORD_GAP
    for node, shown in nodes.items():
        here = places[node]
        for child, side in zip(shown.children, (-1, 1), strict=False):
            places[child] = _Place(here.x + side * spread[node], here.level + _ROW)
    return places, edge - _WORD_GAP + _MARGIN


def _levels(net: Net, tops: Sequence[int]) -> dict[Link, int]:
    """The level of every link, given those of the atoms' tops: above all trees and shorter links in its way.

    Atoms stand in the order of their indices. A shorter link is in the way if at least one of its ends is.
    """
    reached = list(tops)  # how high what rises from every atom goes
    levels: dict[Link, int] = {}
    for link in sorted(net.links, key=lambda link: (abs(link[0] - link[1]), link)):
        start, end = sorted(link)
        level = max(reached[start : end + 1]) + 1
        levels[link] = reached[start] = reached[end] = level
    return levels


def _draw_links(net: Net, places: _Places, levels: Mapping[Link, int]) -> Iterator[str]:
    frame = net.frame
    colours = {name: _COLOURS[number % len(_COLOURS)] for number, name in enumerate(occurrences(frame))}
    for link in net.links:
        name = frame.name(link[0])
        start, end = (places[frame.atoms[atom]] for atom in sorted(link))
        y = -_LEVEL * levels[link]
        path = (
            f"M{start.x:.1f} {-_LEVEL * start.top}V{y + _CORNER}q0 {-_CORNER} {_CORNER} {-_CORNER}"
            f"H{end.x - _CORNER:.1f}q{_CORNER} 0 {_CORNER} {_CORNER}V{-_LEVEL * end.top}"
        )
        yield (
            f'<path class="link" data-link="{link[0]}-{link[1]}" data-type="{escape(name)}" '
            f'stroke="{colours[name]}" d="{path}"/>'
        )


def _draw_edges(node: int, nodes: _Nodes, places: _Places) -> Iterator[str]:
    """The lines from a node to its children, dashed if it is a negative implication."""
    here, shown = places[node], nodes[node]
    dashes = ' stroke-dasharray="4 3"' if len(shown.children) == 2 and not shown.positive else ""
    for child in shown.children:
        path = f"M{here.x:.1f} {-_LEVEL * here.top}L{places[child].x:.1f} {places[child].y + _DESCENT}"
        yield f'<path class="edge" stroke="currentColor"{dashes} d="{path}"/>'


def _draw_node(shown: _Node, place: _Place, atom: int | None) -> str:
    """A label and its sign."""
    label = escape(shown.name)
    shift = 0
    for script, offset in ((shown.subscript, _SUBSCRIPT_SHIFT), (shown.superscript, _SUPERSCRIPT_SHIFT)):
        if script:
            label += f'<tspan font-size="{_SCRIPT_SIZE}" dy="{offset - shift}">{escape(script)}</tspan>'
            shift = offset
    sign, polarity = ("+", "positive") if shown.positive else ("−", "negative")
    start = f'<g class="connective {polarity}">' if atom is None else f'<g class="atom {polarity}" data-atom="{atom}">'
    return (
        start
        + _draw_text(place.x, place.y, _LABEL_SIZE, label)
        + _draw_text(place.x, place.y + _SIGN_SHIFT, _SIGN_SIZE, sign)
        + "</g>"
    )


def _draw_text(x: float, y: int, size: int, markup: str) -> str:
    return f'<text x="{x:.1f}" y="{y}" font-size="{size}">{markup}</text>'


def _clean(text: str) -> str:
    """A text fit for XML, on one line."""
    return " ".join(_UNPRINTABLE.sub("\ufffd", text).split())


def _width(text: str, size: float) -> float:
    """About how wide a text is, rather more than less; accents and other marks take no room."""
    letters = unicodedata.normalize("NFD", text)
    return size * sum(_WIDTHS.get(c, _OTHER_WIDTH) for c in letters if not unicodedata.combining(c))
