"""The λ-term as a tree: its leaves, read from left to right, are the words and variables of the term in their order.

A function is on the left of its argument. The role that a part plays stands above it: that of a complement in blue,
that of an adjunct in orange.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from proofnets.derivation.derivations import Derivation
from proofnets.logic import Net, Variable, Word, show_term
from proofnets.logic.terms import Lambda, Mark, symbols
from proofnets.render.drawing import (
    COLOURS,
    MARGIN,
    Drawing,
    Numbers,
    draw_label,
    label_width,
    token_numbers,
)
from proofnets.render.labels import Label, Run, isolate, variable_label
from proofnets.render.tidy import Box, tidy

_SIZE = 15
_ROLE_SIZE = 11
_LEVEL = 48
_ROLE_SHIFT = -16
_ROLE_TOP, _LABEL_TOP, _MIDDLE = 28, 15, 6
"""How far above the baseline of a node a line ends: above its role, above its label, or in a fork."""
_DESCENT = 6
_GAP = 14
_DOT = 2.2
_ROLE_COLOURS = {"◇I": COLOURS[0], "□E": COLOURS[1], "◇E": COLOURS[6], "□I": COLOURS[6]}
_ROLE_SIGNS = {"◇I": "", "□E": "", "◇E": "▿", "□I": "▴"}


@dataclass(frozen=True, slots=True)
class _Node:
    """A word, a variable, a λ, or a mere fork; the marks above it, and its level below the root's."""

    label: Label
    marks: tuple[Mark, ...]
    word: int
    level: int
    children: list[int]

    @property
    def role(self) -> str:
        return " ".join(_ROLE_SIGNS[mark.rule] + mark.label for mark in self.marks)

    @property
    def width(self) -> float:
        return max(label_width(self.label, _SIZE), label_width((Run(self.role),), _ROLE_SIZE), 4 * _DOT)


def draw_term(net: Net, sample: Derivation | None = None) -> Drawing:
    """The picture of a net's term; the sample tells which tokens the words are.

    >>> from proofnets.logic import parse_judgement, proofs
    >>> draw_term(next(proofs(parse_judgement("ze:pron, slapen:◇su pron ⊸ s ⊢ s")))).title
    'Term: slapen zeˢᵘ'
    """
    numbers = token_numbers(net.frame, sample)
    nodes = _nodes(net)
    places = tidy([Box(node.width, tuple(node.children)) for node in nodes], _GAP)
    top = MARGIN + (_ROLE_TOP if nodes[0].marks else _LABEL_TOP)
    lines = [f'<g transform="translate({MARGIN} {top})">']
    for node in range(len(nodes)):
        lines += _draw_node(nodes, places, node, numbers)
    width = max(place + node.width / 2 for place, node in zip(places, nodes, strict=True)) + 2 * MARGIN
    height = top + _LEVEL * max(node.level for node in nodes) + MARGIN
    return Drawing("term", width, height, "\n".join([*lines, "</g>"]), f"Term: {show_term(net.term)}")


def _nodes(net: Net) -> list[_Node]:
    """The nodes of the tree in prefix order."""
    nodes: list[_Node] = []
    marks: tuple[Mark, ...] = ()
    due = [-1]  # the parents of the nodes to come, the next one's last
    for symbol in symbols(net.term):
        if isinstance(symbol, Mark):
            marks += (symbol,)
            continue
        parent = due.pop()
        if parent >= 0:
            nodes[parent].children.append(len(nodes))
        label: Label = ()
        if isinstance(symbol, Word):
            label = (Run(isolate(symbol.text)),)
        elif isinstance(symbol, Variable):
            label = variable_label(symbol.number)
        elif isinstance(symbol, Lambda):
            label = (Run("λ"), *variable_label(symbol.variable), *([Run(symbol.label, 1)] if symbol.label else []))
            due.append(len(nodes))
        else:
            due += [len(nodes)] * 2
        word = symbol.position if isinstance(symbol, Word) else 0
        nodes.append(_Node(label, marks, word, nodes[parent].level + 1 if parent >= 0 else 0, []))
        marks = ()
    return nodes


def _draw_node(nodes: list[_Node], places: list[float], here: int, numbers: Numbers) -> Iterator[str]:
    """The lines to a node's children, its label and its role."""
    node, x, y = nodes[here], places[here], _LEVEL * nodes[here].level
    mark = f' data-word="{numbers[node.word]}"' if node.word else ""
    for child in node.children:
        start = y + (_DESCENT if node.label else -_MIDDLE)
        below = nodes[child]
        above = _ROLE_TOP if below.marks else _LABEL_TOP if below.label else _MIDDLE
        end = _LEVEL * below.level - above
        yield f'<path class="edge" stroke="currentColor" d="M{x:.1f} {start}L{places[child]:.1f} {end}"/>'
    if node.label:
        yield draw_label(node.label, x, y, _SIZE, numbers, mark)
    else:
        yield f'<circle cx="{x:.1f}" cy="{y - _MIDDLE}" r="{_DOT}"/>'
    if node.marks:
        fill = f' class="role" fill="{_ROLE_COLOURS[node.marks[-1].rule]}"'
        yield draw_label((Run(node.role),), x, y + _ROLE_SHIFT, _ROLE_SIZE, numbers, fill + mark)
