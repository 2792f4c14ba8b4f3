"""A proof net as a picture, as in the paper: words below, decomposition trees above them, axiom links on top.

Beside `data-word`, atoms carry `data-atom` and links `data-link` (`positive-negative`). A link that goes on in
another row ends there with the word that it leads to and the index of the atom.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from proofnets.derivation.derivations import Derivation
from proofnets.logic import Frame, Link, Net, show_judgement
from proofnets.render.brackets import Span, bracket
from proofnets.render.drawing import (
    MARGIN,
    NO_DOUBTS,
    WIDTH,
    Doubts,
    Drawing,
    Numbers,
    colour,
    dashed,
    decimal,
    draw_label,
    label_width,
    mark_unsure,
    stack,
    text_width,
    token_numbers,
)
from proofnets.render.labels import Run, isolate
from proofnets.render.net_layout import END_SIZE, LABEL_SIZE, LEVEL, WORD_SIZE, Layout, Node, Place, Row, lay_out
from proofnets.render.palette import kind_of

_SIGN_SIZE = 10
_SIGN_SHIFT = -16
_DESCENT = 7


def draw_net(net: Net, sample: Derivation | None = None, doubts: Doubts = NO_DOUBTS, width: float = WIDTH) -> Drawing:
    """The picture of a net; the sample tells which tokens the words are, the doubts which of them are unsure.

    >>> from proofnets.logic import parse_judgement, proofs
    >>> draw_net(next(proofs(parse_judgement("ze:pron ⊢ pron")))).title
    'Proof net: ze'
    """
    return _draw(net.frame, net.links, sample, doubts, width, "Proof net")


def draw_structure(
    frame: Frame,
    links: Sequence[Link],
    sample: Derivation | None = None,
    doubts: Doubts = NO_DOUBTS,
    width: float = WIDTH,
) -> Drawing:
    """The picture of a frame with links that need not make it a net."""
    return _draw(frame, links, sample, doubts, width, "Proof structure")


def _draw(
    frame: Frame, links: Sequence[Link], sample: Derivation | None, doubts: Doubts, width: float, kind: str
) -> Drawing:
    layout = lay_out(frame, links, width)
    numbers = token_numbers(frame, sample)
    title = f"{kind}: {' '.join(frame.judgement.names)}"
    rows = [_draw_row(frame, links, layout, row, numbers, doubts) for row in layout.rows]
    description = show_judgement(frame.judgement)
    return stack([Drawing("net", width, height, body, title, description) for width, height, body in rows])


def _draw_row(
    frame: Frame, links: Sequence[Link], layout: Layout, row: Row, numbers: Numbers, doubts: Doubts
) -> tuple[float, float, str]:
    top = LEVEL * row.levels + MARGIN
    lines = [f'<g transform="translate({decimal(MARGIN - row.left)} {top})">', '<g class="links" stroke-width="1.6">']
    lines += [_draw_link(frame, links[span.link], span, layout, row, numbers) for span in row.spans]
    lines.append("</g>")
    index = {node: atom for atom, node in enumerate(frame.atoms)}
    ends = [*frame.roots[1:], len(frame.nodes)]
    for word in row.words:
        root = frame.roots[word]
        tree = [node for node in range(root, ends[word]) if node in layout.nodes]
        owner = frame.owners[root]
        lines.append(f'<g class="{"word" if owner else "goal"}" data-word="{numbers[owner]}">')
        caption, x = layout.captions[word], layout.places[root].x
        text = draw_label((Run(isolate(caption)),), x, 0, WORD_SIZE, numbers)
        lines.append(mark_unsure(text, x, 0, text_width(caption, WORD_SIZE), numbers[owner], doubts))
        lines += [edge for node in tree for edge in _draw_edges(layout, node)]
        lines += [_draw_node(layout.nodes[node], layout.places[node], index.get(node), numbers) for node in tree]
        lines.append("</g>")
    return row.right - row.left + 2 * MARGIN, top + _DESCENT + MARGIN, "\n".join([*lines, "</g>"])


def _draw_link(frame: Frame, link: Link, span: Span, layout: Layout, row: Row, numbers: Numbers) -> str:
    name = frame.name(link[0])
    words = " ".join(dict.fromkeys(numbers[frame.owners[frame.atoms[atom]]] for atom in link))
    y = -LEVEL * span.level
    ends: list[tuple[float, float | None]] = []
    names = ""
    for atom, other, side in ((span.start, min(link), -1), (span.end, max(link), 1)):
        if atom is not None:
            place = layout.places[frame.atoms[atom]]
            ends.append((place.x, -LEVEL * place.top))
            continue
        label = layout.ends[other]
        room = label_width(label, END_SIZE)
        ends.append((row.left + room if side < 0 else row.right - room, None))
        anchor = f' text-anchor="{"end" if side < 0 else "start"}"'
        names += draw_label(label, ends[-1][0] + 3 * side, y + 4, END_SIZE, numbers, anchor)
    (left, left_foot), (right, right_foot) = ends
    line = f'fill="none" stroke="currentColor"{dashed(kind_of(name).dashes)}'
    path = f'<path {line} d="{bracket(left, left_foot, y, right, right_foot)}"/>'
    marks = f'data-word="{words}" data-link="{link[0]}-{link[1]}" data-type="{escape(name)}"'
    return f"<g {colour(name, 'link')} {marks}>{path}{names}</g>"


def _draw_edges(layout: Layout, node: int) -> Iterator[str]:
    """The lines from a node to its children, dashed if it is a negative implication."""
    here, shown = layout.places[node], layout.nodes[node]
    dashes = dashed((4, 3)) if len(shown.children) == 2 and not shown.positive else ""
    for child in shown.children:
        there = layout.places[child]
        path = f"M{here.x:.1f} {-LEVEL * here.top}L{there.x:.1f} {-LEVEL * there.level + _DESCENT}"
        yield f'<path class="edge" stroke="currentColor"{dashes} d="{path}"/>'


def _draw_node(shown: Node, place: Place, atom: int | None, numbers: Numbers) -> str:
    """A label and its sign."""
    sign, polarity = ("+", "positive") if shown.positive else ("−", "negative")
    start = f'<g class="connective {polarity}">' if atom is None else f'<g class="atom {polarity}" data-atom="{atom}">'
    y = -LEVEL * place.level
    label = draw_label(shown.label, place.x, y, LABEL_SIZE, numbers)
    return start + label + draw_label((Run(sign),), place.x, y + _SIGN_SHIFT, _SIGN_SIZE, numbers) + "</g>"
