"""Shapes: terms with holes, matched against terms.

A shape is written as a term is (`R (λx^obj._)^body`). A name in it is a node of the pattern and stands for that
node's word; a text in quotes is a word itself; `_` is any term, and any label; `[t]` is any term that has t somewhere
in it. A term fits a pattern's shape if any of its parts does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from proofnets.corpus.holes import HOLE
from proofnets.deadline import Deadline
from proofnets.logic import Abstraction, Application, Modal, Term, Variable, Word
from proofnets.logic.terms import Rule


@dataclass(frozen=True, slots=True)
class AnyTerm:
    """A hole: `_`."""


@dataclass(frozen=True, slots=True)
class NodeWord:
    """The word of a node."""

    node: str


@dataclass(frozen=True, slots=True)
class GivenWord:
    """A word that is given; of a multi-word unit, the tokens with a space between them."""

    text: str


@dataclass(frozen=True, slots=True)
class Bound:
    """A variable that a λ of the shape binds."""

    name: str


@dataclass(frozen=True, slots=True)
class Applied:
    """A function with its argument."""

    function: Shape
    argument: Shape


@dataclass(frozen=True, slots=True)
class Abstracted:
    """A λ; its label may be `_`, and is None if there must be none."""

    name: str
    label: str | None
    body: Shape


@dataclass(frozen=True, slots=True)
class Marked:
    """A term under a modal rule; the label may be `_`."""

    rule: Rule
    label: str
    body: Shape


@dataclass(frozen=True, slots=True)
class Within:
    """A term that has another somewhere in it: `[t]`."""

    part: Shape


Shape: TypeAlias = AnyTerm | NodeWord | GivenWord | Bound | Applied | Abstracted | Marked | Within
Positions: TypeAlias = dict[str, int]
"""The position of each node's word in the judgement."""
NEVER = Deadline()


def nodes(shape: Shape) -> list[str]:
    """The nodes of a shape, in the order in which they first occur."""
    return list(dict.fromkeys(part.node for part in _parts(shape) if isinstance(part, NodeWord)))


def necessary(shape: Shape) -> frozenset[str]:
    """Pieces of text that each printed term has that fits: a sieve that lets all of them through.

    >>> sorted(necessary(Abstracted("x", "obj", AnyTerm())))
    ['ᵒᵇʲ.']
    """
    pieces = set()
    for part in _parts(shape):
        match part:
            case Abstracted(_, label, _):
                given = label not in (None, HOLE)
                pieces.add(str(Abstraction(0, Variable(0), label))[2:-1] if given else "λ")  # of λxᵒᵇʲ.x
            case Marked(rule, label, _) if label != HOLE:
                printed = str(Modal(rule, label, Variable(0)))  # xᵒᵇʲ, or ▿obj(x)
                pieces.add(printed.removeprefix("x").removesuffix("x)"))
            case GivenWord(text) if text.isalpha():
                pieces.add(text)
    return frozenset(pieces)


def _parts(shape: Shape) -> Iterator[Shape]:
    stack = [shape]
    while stack:
        part = stack.pop()
        yield part
        match part:
            case Applied(function, argument):
                stack += [argument, function]
            case Abstracted(_, _, body) | Marked(_, _, body) | Within(body):
                stack.append(body)


def find(shape: Shape, term: Term, deadline: Deadline = NEVER) -> list[Positions]:
    """All ways in which parts of a term fit a shape, each as the positions of its nodes; each way once.

    >>> from proofnets.logic import parse_term
    >>> find(Applied(NodeWord("F"), AnyTerm()), parse_term("die (λx^obj.volgen x ze^su)^body"))
    [{'F': 1}, {'F': 2}]
    """
    ways = {frozenset(positions.items()): positions for positions, _ in _match(Within(shape), term, {}, {}, deadline)}
    return list(ways.values())


_Bindings: TypeAlias = dict[str, int]


def _match(
    shape: Shape, term: Term, positions: Positions, bound: _Bindings, deadline: Deadline
) -> Iterator[tuple[Positions, _Bindings]]:
    """The ways in which a term fits a shape, given what nodes and variables stand for so far."""
    match shape, term:
        case AnyTerm(), _:
            yield positions, bound
        case Within(part), _:
            stack = [term]
            while stack:
                deadline.check()
                here = stack.pop()
                yield from _match(part, here, positions, bound, deadline)
                match here:
                    case Application(function, argument):
                        stack += [argument, function]
                    case Abstraction(_, body) | Modal(_, _, body):
                        stack.append(body)
        case NodeWord(node), Word(_, position):
            if positions.get(node, position) == position and (node in positions or position not in positions.values()):
                yield {**positions, node: position}, bound
        case GivenWord(text), Word(other):
            if text == other:
                yield positions, bound
        case Bound(name), Variable(number):
            if bound[name] == number:
                yield positions, bound
        case Applied(function, argument), Application(other_function, other_argument):
            for bindings, inner in _match(function, other_function, positions, bound, deadline):
                yield from _match(argument, other_argument, bindings, inner, deadline)
        case Abstracted(name, label, body), Abstraction(variable, other_body, other_label):
            if label in (HOLE, other_label):
                yield from _match(body, other_body, positions, {**bound, name: variable}, deadline)
        case Marked(rule, label, body), Modal(other_rule, other_label, other_body):
            if rule == other_rule and label in (HOLE, other_label):
                yield from _match(body, other_body, positions, bound, deadline)
