"""Nets: structures that are proofs.

To make a `Net` is to verify it. Its constructor reads the term off the structure by Lamarche's traversal of essential
nets: from the goal down through negative formulas, across a link, and up through positive ones. A structure is a net
just if that visits every atom and uses every hypothesis inside the argument that introduces it. It takes one pass.

Modalities take no part in correctness: a link joins equal atoms, whatever marks stand above them. The term shows these,
and `is_strict` tells the nets that need no rules for modalities but the paper's.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from proofnets.display import Displayed
from proofnets.errors import StructureError, TermError
from proofnets.logic.frames import Frame, Link, imbalance
from proofnets.logic.judgement import Judgement
from proofnets.logic.sealed import check_kind, sealed, show_number
from proofnets.logic.terms import (
    APPLICATION,
    Abstraction,
    Application,
    Lambda,
    Mark,
    Modal,
    Rule,
    Symbol,
    Term,
    Variable,
    Word,
    build,
    check_linear,
    normalise,
    renumber,
    words,
)
from proofnets.logic.types import Atom, Box, Diamond, Implication, Type
from proofnets.table import shortened

_MARKS: dict[type[Type], tuple[Rule, Rule]] = {Diamond: ("◇I", "◇E"), Box: ("□I", "□E")}

# The few symbols that most terms are made of are made, and checked, only once.
_variable = lru_cache(maxsize=4096)(Variable)
_lambda = lru_cache(maxsize=4096)(Lambda)
_mark = lru_cache(maxsize=4096)(Mark)


@sealed
@dataclass(frozen=True, slots=True, init=False)
class Net(Displayed):
    """A proof: the net that links make of a frame. To make one is to verify it: links that make none are an error.

    >>> from proofnets.logic import parse_judgement
    >>> frame = Frame(parse_judgement("ze:pron, slapen:◇su pron ⊸ s ⊢ s"))
    >>> print(Net(frame, [(0, 1), (2, 3)]).term)
    slapen zeˢᵘ
    >>> Net(Frame(parse_judgement("s, vaak:s ⊸ s ⊢ s")), [(0, 3), (2, 1)])
    Traceback (most recent call last):
    proofnets.errors.StructureError: not connected: the goal does not reach 'vaak'
    """

    frame: Frame
    links: tuple[Link, ...]
    """By negative atom."""
    term: Term = field(init=False, repr=False, compare=False)
    """The term that the links spell, β-normal and η-long."""

    def __init__(self, frame: Frame, links: Iterable[Link]) -> None:
        check_kind(frame, Frame, "what a net links")
        partners, ordered = _matching(frame, links)
        term = build(_traverse(frame, partners)[0])
        object.__setattr__(self, "frame", frame)
        object.__setattr__(self, "links", ordered)
        object.__setattr__(self, "term", term)


def _matching(frame: Frame, links: Iterable[Link]) -> tuple[dict[int, int], tuple[Link, ...]]:
    """The node of the positive atom that each negative one's is linked to, and the links by negative atom.

    The links must be a perfect matching.
    """
    atoms, nodes, positive = frame.atoms, frame.nodes, frame.positive
    count = len(atoms)
    partners: dict[int, int] = {}
    used: set[int] = set()
    linked = [-1] * count
    for p, n in links:
        if type(p) is not int or type(n) is not int:
            raise TypeError(f"a link is a pair of ints, the numbers of a positive and a negative atom, not {(p, n)!r}")
        if not (0 <= p < count and 0 <= n < count):
            raise StructureError(
                f"no such link: {show_number(p)}–{show_number(n)}, the atoms are numbered 0 to {count - 1}"
            )
        above, below = atoms[p], atoms[n]
        if not positive[above] or positive[below]:
            raise StructureError(f"wrong polarity: {p}–{n} must go from a positive atom to a negative one")
        if nodes[above] is not nodes[below]:
            raise StructureError(f"unequal atoms: {frame.describe(p)} cannot be linked to {frame.describe(n)}")
        if above in used or below in partners:
            raise StructureError(f"linked twice: {frame.describe(p if above in used else n)}")
        used.add(above)
        partners[below] = above
        linked[n] = p
    if 2 * len(partners) != count:
        if fault := imbalance(frame):
            raise StructureError(f"the atoms do not balance: {fault}")
        missing = next(i for i in range(count) if atoms[i] not in used and atoms[i] not in partners)
        raise StructureError(f"not linked: {frame.describe(missing)}")
    return partners, tuple([(p, n) for n, p in enumerate(linked) if p >= 0])


def read(net: Net) -> tuple[list[Symbol], list[Type]]:
    """The symbols of a net's term in prefix order, and the type of the subterm that each begins."""
    return _traverse(net.frame, _matching(net.frame, net.links)[0])


def _traverse(frame: Frame, partners: dict[int, int]) -> tuple[list[Symbol], list[Type]]:
    """Lamarche's traversal of a structure: what `read` gives if it is a net, and an error if it is none."""
    nodes, positive, parents, owners = frame.nodes, frame.positive, frame.parents, frame.owners
    names = frame.judgement.names
    out: list[Symbol] = []
    types: list[Type] = []
    opened: dict[int, int] = {}  # the abstractions whose body is being read: implication → variable
    bound = 0
    crossed: list[int] = []  # the negative atoms whose link was followed
    stack = [frame.roots[-1]]  # negative formulas to be read; ~n is the end of the body of abstraction n
    while stack:
        node = stack.pop()
        if node < 0:
            del opened[~node]
            continue
        while True:  # down a negative formula: introductions
            type_ = nodes[node]
            if isinstance(type_, Atom):
                break
            types.append(type_)
            if isinstance(type_, Implication):
                argument = type_.argument
                out.append(_lambda(bound, argument.label if isinstance(argument, Diamond) else None))
                opened[node] = bound
                bound += 1
                stack.append(~node)
                node = frame.results[node]
            else:
                assert isinstance(type_, (Diamond, Box))
                out.append(_mark(_MARKS[type(type_)][0], type_.label))
                node += 1
        crossed.append(node)
        node = partners[node]
        while True:  # up a positive formula: eliminations, and the head at the top
            parent = parents[node]
            types.append(nodes[node])
            if parent < 0:
                out.append(Word(names[owners[node] - 1], owners[node]))
                break
            if not positive[parent]:
                if parent not in opened:
                    raise StructureError(_out_of_scope(frame, parent), _way_to(frame, partners, crossed[-1]))
                out.append(_variable(opened[parent]))
                break
            type_ = nodes[parent]
            if isinstance(type_, Implication):
                out.append(APPLICATION)
                stack.append(parent + 1)
            else:
                assert isinstance(type_, (Diamond, Box))
                introduced, freed = _MARKS[type(type_)]
                last = out[-1] if out else None
                if isinstance(last, Mark) and last.rule == introduced and last.label == type_.label:
                    out.pop()  # freed of a mark only to get the same again
                    del types[-2:]
                else:
                    out.append(_mark(freed, type_.label))
            node = parent
    if 2 * len(crossed) != len(frame.atoms):
        left = partners.keys() - crossed  # if these links stay, what they link stays out of reach of the goal
        nearer = min(crossed, left, key=len)
        raise StructureError(_unreached(frame, out), _as_links(frame, partners, nearer))
    return out, types


def _as_links(frame: Frame, partners: dict[int, int], negative: Collection[int]) -> frozenset[Link]:
    """The links of negative atoms that are given by their nodes."""
    index = {node: atom for atom, node in enumerate(frame.atoms)}
    return frozenset((index[partners[node]], index[node]) for node in negative)


def _way_to(frame: Frame, partners: dict[int, int], node: int) -> frozenset[Link]:
    """The links on the way from the goal to a negative atom, and its own."""
    linked = {above: below for below, above in partners.items()}
    way = [node]
    while True:
        while frame.parents[node] >= 0 and not frame.positive[frame.parents[node]]:
            node = frame.parents[node]  # up to the root of the argument that the atom stands in
        node = frame.parents[node]
        if node < 0:
            return _as_links(frame, partners, way)
        while not isinstance(frame.nodes[node], Atom):  # down to the atom that the argument's function ends in
            node = frame.results[node] if isinstance(frame.nodes[node], Implication) else node + 1
        node = linked[node]
        way.append(node)


def _unreached(frame: Frame, read: list[Symbol]) -> str:
    """Why a structure is not connected, in words."""
    seen = {symbol.position for symbol in read if isinstance(symbol, Word)}
    words = [f"'{name}'" for position, name in enumerate(frame.judgement.names, 1) if position not in seen]
    if not words:
        return "not connected: the goal does not reach every hypothesis"
    more = f" and {len(words) - 5} more" if len(words) > 5 else ""
    return f"not connected: the goal does not reach {', '.join(words[:5])}{more}"


def _out_of_scope(frame: Frame, binder: int) -> str:
    """Why a hypothesis is out of scope, in words."""
    type_ = frame.nodes[binder]
    assert isinstance(type_, Implication)
    owner = frame.owners[binder]
    place = f"an argument of '{frame.judgement.names[owner - 1]}'" if owner else "the goal"
    return f"out of scope: the hypothesis {type_.argument} of {place}, {type_}, is used outside it"


def net_of(term: Term, judgement: Judgement) -> Net:
    """The net of a linear term that has the judgement's type, by checking the term against the words' types.

    The term is normalised first, and need not be η-long. Its marks may be left out; wrong ones are an error.

    >>> from proofnets.logic import parse_judgement, parse_term
    >>> judgement = parse_judgement("ze:pron, slapen:◇su pron ⊸ s ⊢ s")
    >>> net_of(parse_term("slapen ze", judgement.words), judgement).links
    ((0, 1), (2, 3))
    """
    check_linear(term)
    names = judgement.names
    for word in words(term):
        if not 0 < word.position <= len(names) or names[word.position - 1] != word.text:
            raise TermError(f"{word} is not word {word.position} of the judgement")
    frame = Frame(judgement)
    return Net(frame, links_of_term(frame, renumber(normalise(term))))


def links_of_term(frame: Frame, term: Term) -> list[Link]:
    """The links of a closed β-normal term with distinct variables, by checking it against the types of a frame."""
    index = {node: atom for atom, node in enumerate(frame.atoms)}
    bound: dict[int, int] = {}  # variable → the node of its type
    links: list[Link] = []
    todo = [(term, frame.roots[-1])]
    while todo:
        here, node = todo.pop()
        while isinstance(here, Abstraction | Modal) and not _is_elimination(here):  # introductions
            type_ = frame.nodes[node]
            if isinstance(here, Abstraction):
                node = _bare(frame, node)
                function = frame.nodes[node]
                if not isinstance(function, Implication):
                    raise TermError(f"a function is no {_short(type_)}: {_short(here)}")
                argument = function.argument
                if here.label and not (isinstance(argument, Diamond) and argument.label == here.label):
                    raise TermError(f"a variable marked {here.label} is no {_short(argument)}: {_short(here)}")
                bound[here.variable] = node + 1
                node = frame.results[node]
            else:
                expected = Diamond if here.rule == "◇I" else Box
                if not isinstance(type_, expected) or type_.label != here.label:
                    raise TermError(f"a term marked {here.label} by {here.rule} is no {_short(type_)}: {_short(here)}")
                node += 1
            here = here.body
        head, steps = _spine(here)
        at = frame.roots[head.position - 1] if isinstance(head, Word) else bound[head.number]
        for step in steps:  # eliminations
            type_ = frame.nodes[at]
            if isinstance(step, Mark):
                expected = Diamond if step.rule == "◇E" else Box
                if not isinstance(type_, expected) or type_.label != step.label:
                    raise TermError(f"{step.rule} {step.label} does not apply to a {_short(type_)}: {_short(here)}")
                at += 1
            else:
                at = _bare(frame, at)
                if not isinstance(frame.nodes[at], Implication):
                    raise TermError(f"a {_short(type_)} takes no argument: {_short(here)}")
                todo.append((step, at + 1))
                at = frame.results[at]
        joined = identity_links(frame, index, at, node)
        if joined is None:
            given, due = frame.nodes[at], frame.nodes[node]
            raise TermError(f"{_short(given)} is given where {_short(due)} is due: {_short(here)}")
        links += joined
    return links


def _is_elimination(term: Term) -> bool:
    return isinstance(term, Modal) and term.rule in ("◇E", "□E")


def _spine(term: Term) -> tuple[Word | Variable, list[Term | Mark]]:
    """The head of a normal term without introductions, and what is done to it, from the inside out."""
    steps: list[Term | Mark] = []
    while True:
        match term:
            case Application(function, argument):
                steps.append(argument)
                term = function
            case Modal(rule, label, body):
                steps.append(Mark(rule, label))
                term = body
            case Word() | Variable():
                return term, steps[::-1]


def _bare(frame: Frame, node: int) -> int:
    """The node below any modalities."""
    while isinstance(frame.nodes[node], Diamond | Box):
        node += 1
    return node


def identity_links(frame: Frame, index: dict[int, int], above: int, below: int) -> list[Link] | None:
    """The links that join a positive formula to a negative one that is equal to it but for marks: η-expansion.

    The link of the atoms that the formulas end in comes first, those of their arguments after it.
    """
    links: list[Link] = []
    stack = [(above, below)]
    while stack:
        p, n = (_bare(frame, node) for node in stack.pop())
        here, other = frame.nodes[p], frame.nodes[n]
        if isinstance(here, Implication) and isinstance(other, Implication):
            stack += [(n + 1, p + 1), (frame.results[p], frame.results[n])]
        elif here is other:
            links.append((index[p], index[n]))
        else:
            return None
    return links


def _short(thing: Type | Term) -> str:
    """A type or term as an error message can show it."""
    return shortened(str(thing), 200)


def eta_long(term: Term, judgement: Judgement) -> Term:
    """The β-normal, η-long form of a term, with all marks.

    >>> from proofnets.logic import parse_judgement, parse_term
    >>> judgement = parse_judgement("die:◇body(◇su np ⊸ s) ⊸ np, slaapt:◇su np ⊸ s ⊢ np")
    >>> print(eta_long(parse_term("die slaapt", judgement.words), judgement))
    die (λxˢᵘ.slaapt x)ᵇᵒᵈʸ
    """
    return net_of(term, judgement).term
