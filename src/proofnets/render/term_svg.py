"""The λ-term as a tree: its leaves, read from left to right, are the words and variables of the term in their order.

A function is on the left of its argument. The role that a part plays stands above it, with ◇ if it is a complement and
□ if it is an adjunct. Lines leave a node below all labels of its level: so none of them strikes a label.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from proofnets.derivation.derivations import Derivation
from proofnets.logic import Net, Term, Variable, Word, show_term
from proofnets.logic.terms import Lambda, Mark, symbols
from proofnets.render.drawing import (
    MARGIN,
    NO_DOUBTS,
    Doubts,
    Drawing,
    Numbers,
    decimal,
    draw_label,
    label_width,
    mark_unsure,
    token_numbers,
)
from proofnets.render.labels import Label, Run, isolate, variable_label
from proofnets.render.tidy import Box, tidy

_SIZE = 15
_ROLE_SIZE = 11
_LEVEL = 48
_LABEL_TOP = 15
"""How far above its baseline a label ends."""
_DESCENT = 6
"""How far below its baseline it ends; there, a fork has its dot."""
_DOT = 2.2
_DOT_TOP = _DOT - _DESCENT
_ROLE_GAP, _ROLE_HEIGHT = 3, 10
"""How far a role stands above what it is the role of, and how high it is."""
_GAP = 14
_ROLE_SIGNS = {"◇I": "◇", "□E": "□", "◇E": "▿", "□I": "▴"}


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
    def role_base(self) -> float:
        """How far above the node's baseline its role's is."""
        return (_LABEL_TOP if self.label else _DOT_TOP) + _ROLE_GAP

    @property
    def top(self) -> float:
        """How far above the node's baseline a line to it ends."""
        return self.role_base + _ROLE_HEIGHT if self.marks else _LABEL_TOP if self.label else _DOT_TOP

    @property
    def width(self) -> float:
        return max(label_width(self.label, _SIZE), label_width((Run(self.role),), _ROLE_SIZE), 4 * _DOT)


def draw_term(net: Net, sample: Derivation | None = None, doubts: Doubts = NO_DOUBTS) -> Drawing:
    """The picture of a net's term; the sample tells which tokens the words are, the doubts which of them are unsure.

    >>> from proofnets.logic import parse_judgement, proofs
    >>> draw_term(next(proofs(parse_judgement("ze:pron, slapen:◇su pron ⊸ s ⊢ s")))).title
    'Term: slapen zeˢᵘ'
    """
    return draw_term_tree(net.term, token_numbers(net.frame, sample), doubts)


def draw_term_tree(term: Term, numbers: Numbers, doubts: Doubts = NO_DOUBTS) -> Drawing:
    """The picture of a term whose words have these numbers."""
    nodes = _nodes(term)
    places = tidy([Box(node.width, tuple(node.children)) for node in nodes], _GAP)
    top = MARGIN + (_LABEL_TOP if nodes[0].label else 0) + (_ROLE_HEIGHT + _ROLE_GAP if nodes[0].marks else 0)
    lines = [f'<g transform="translate({MARGIN} {top})">']
    for node in range(len(nodes)):
        lines += _draw_node(nodes, places, node, numbers, doubts)
    width = max(place + node.width / 2 for place, node in zip(places, nodes, strict=True)) + 2 * MARGIN
    height = top + _LEVEL * max(node.level for node in nodes) + MARGIN
    return Drawing("term", width, height, "\n".join([*lines, "</g>"]), f"Term: {show_term(term)}")


def _nodes(term: Term) -> list[_Node]:
    """The nodes of the tree in prefix order."""
    nodes: list[_Node] = []
    marks: tuple[Mark, ...] = ()
    due = [-1]  # the parents of the nodes to come, the next one's last
    for symbol in symbols(term):
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


def _draw_node(nodes: list[_Node], places: list[float], here: int, numbers: Numbers, doubts: Doubts) -> Iterator[str]:
    """The lines to a node's children, its label and its role."""
    node, x, y = nodes[here], places[here], _LEVEL * nodes[here].level
    tokens = numbers[node.word] if node.word else ""
    mark = f' data-word="{tokens}"' if tokens else ""
    for child in node.children:
        there, below = places[child], nodes[child]
        path = f"M{x:.1f} {y + _DESCENT}"
        for other in node.children:
            # a label beside the child that is so wide that it reaches under the node: first sideways, then down
            if other != child and nodes[other].top > below.top and nodes[other].width / 2 > abs(places[other] - x):
                path += f"L{there:.1f} {decimal(_LEVEL * below.level - nodes[other].top)}"
        path += f"L{there:.1f} {decimal(_LEVEL * below.level - below.top)}"
        yield f'<path class="edge" stroke="currentColor" fill="none" d="{path}"/>'
    if node.label:
        text = draw_label(node.label, x, y, _SIZE, numbers, mark)
        yield mark_unsure(text, x, y, label_width(node.label, _SIZE), tokens, doubts)
    else:
        yield f'<circle cx="{x:.1f}" cy="{y + _DESCENT}" r="{_DOT}"/>'
    if node.marks:
        yield draw_label((Run(node.role),), x, y - node.role_base, _ROLE_SIZE, numbers, f' class="role"{mark}')
