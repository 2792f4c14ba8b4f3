"""A proof net in TikZ, laid out as the SVG picture is."""

from __future__ import annotations

from collections.abc import Iterator

from proofnets.logic import Frame, Link, Net
from proofnets.logic.term_notation import escape_tex
from proofnets.render.brackets import Span
from proofnets.render.drawing import COLOURS, MARGIN
from proofnets.render.net_layout import LEVEL, Layout, lay_out
from proofnets.render.tex import tex_label

_DESCENT = 7
_ROW_GAP = 60
_START = (
    r"\begin{tikzpicture}[x=.55pt,y=.55pt,every node/.style={anchor=base,inner sep=0pt,font=\footnotesize},"
    "link/.style={rounded corners=3pt,semithick},index/.style={font=\\tiny}]"
)
TIKZ_COLOURS = "\n".join(
    rf"\definecolor{{link{number}}}{{HTML}}{{{colour[1:].upper()}}}" for number, colour in enumerate(COLOURS)
)
"""What the preamble of a document must define."""


def net_tikz(net: Net, width: float) -> str:
    """The picture of a net. Its preamble must load tikz, amsmath and amssymb, and define `TIKZ_COLOURS`."""
    frame = net.frame
    layout = lay_out(frame, net.links, width)
    ends = [*frame.roots[1:], len(frame.nodes)]
    lines = [_START]
    base = 0
    for row in layout.rows:
        base -= LEVEL * row.levels
        lines += [
            line for span in row.spans for line in _link(frame, net.links[span.link], span, layout, row.width, base)
        ]
        for word in row.words:
            root = frame.roots[word]
            caption = escape_tex(layout.captions[word]) if word < len(layout.captions) - 1 else r"$\vdash$"
            lines.append(_node(layout.places[root].x, base, caption))
            for node in range(root, ends[word]):
                if node in layout.nodes:
                    lines += _tree(layout, node, base)
        base -= _ROW_GAP
    return "\n".join([*lines, r"\end{tikzpicture}"])


def _node(x: float, y: float, text: str, style: str = "") -> str:
    return rf"\node{style} at ({x:.1f},{y:.1f}) {{{text}}};"


def _tree(layout: Layout, node: int, base: int) -> Iterator[str]:
    """A node with its sign, and the lines to its children."""
    place, shown = layout.places[node], layout.nodes[node]
    sign = "+" if shown.positive else "-"
    yield _node(place.x, base + LEVEL * place.level, rf"$\overset{{{sign}}}{{{tex_label(shown.label)}}}$")
    dashed = "[densely dashed]" if len(shown.children) == 2 and not shown.positive else ""
    for child in shown.children:
        there = layout.places[child]
        yield (
            rf"\draw{dashed} ({place.x:.1f},{base + LEVEL * place.top}) -- "
            f"({there.x:.1f},{base + LEVEL * there.level - _DESCENT});"
        )


def _link(frame: Frame, link: Link, span: Span, layout: Layout, width: float, base: int) -> Iterator[str]:
    colour = f"link{layout.kinds[frame.name(link[0])]}"
    y = base + LEVEL * span.level
    path: list[str] = []
    for atom, edge, side in ((span.start, 2 * MARGIN, -1), (span.end, width - 2 * MARGIN, 1)):
        if atom is None:
            other = min(link) if side < 0 else max(link)
            anchor = "east" if side < 0 else "west"
            yield _node(edge + 3 * side, y, str(other), f"[index,{colour},anchor={anchor}]")
            path.append(f"({edge:.1f},{y})")
        else:
            place = layout.places[frame.atoms[atom]]
            foot = f"({place.x:.1f},{base + LEVEL * place.top})"
            path += [foot, f"({place.x:.1f},{y})"][::-side]
    yield rf"\draw[link,{colour}] " + " -- ".join(path) + ";"
