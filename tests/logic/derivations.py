"""Random judgements that have a proof, with the term of one; and random small frames, with all their structures."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from proofnets.logic import (
    Abstraction,
    Application,
    Atom,
    Box,
    Diamond,
    Frame,
    Implication,
    Judgement,
    Link,
    Modal,
    Term,
    Type,
    Variable,
    Word,
    atoms,
    occurrences,
)
from proofnets.logic.terms import APPLICATION, INVERSE, Lambda, Mark, Rule, Symbol, build, symbols

ATOMS = ("a", "b", "c")
LABELS = ("d", "m")
NAMES = ("de", "man", "die", "x", "een man", "s'", "λ")
"""Some are words that a term must quote, and there are so few that most sentences repeat one."""

Hypothesis = tuple[Variable, Type]


class Derivation(NamedTuple):
    """A judgement with the term of one of its proofs, β-normal and η-long, no mark undone only to be made again."""

    judgement: Judgement
    term: Term


def derivations(size: int = 8) -> st.SearchStrategy[Derivation]:
    """Derivations; a greater size gives more words."""
    return st.builds(random_derivation, st.integers(0, 2**32), st.integers(0, size))


def random_derivation(seed: int, size: int) -> Derivation:
    random = Random(seed)
    writer = _Writer(random, size)
    goal = writer.type(depth=2)
    term = writer.prove(goal, [])
    places = list(range(1, len(writer.types) + 1))
    random.shuffle(places)
    names = tuple(random.choice(NAMES) for _ in places)
    types: list[Type] = [goal] * len(places)
    for place, type_ in zip(places, writer.types, strict=True):
        types[place - 1] = type_

    def placed(symbol: Symbol) -> Symbol:
        if isinstance(symbol, Word):
            place = places[symbol.position - 1]
            return Word(names[place - 1], place)
        return symbol

    return Derivation(Judgement(names, tuple(types), goal), build(map(placed, symbols(term))))


class _Writer:
    """Writes a term from its goal down. The head of each phrase is a hypothesis in scope, or a word made for it."""

    def __init__(self, random: Random, size: int) -> None:
        self.random = random
        self.budget = size
        self.types: list[Type] = []
        self.variables = 0

    def type(self, depth: int) -> Type:
        roll = self.random.random()
        if depth == 0 or roll < 0.4:
            return Atom(self.random.choice(ATOMS))
        if roll < 0.75:
            return Implication(self.type(depth - 1), self.type(depth - 1))
        return self.marked(self.type(depth - 1))

    def marked(self, type_: Type) -> Type:
        return self.random.choice((Diamond, Box))(self.random.choice(LABELS), type_)

    def prove(self, goal: Type, hypotheses: list[Hypothesis]) -> Term:
        """A term of the goal's type that uses each of the hypotheses once."""
        if isinstance(goal, Implication):
            variable = Variable(self.variables)
            self.variables += 1
            label = goal.argument.label if isinstance(goal.argument, Diamond) else None
            body = self.prove(goal.result, [*hypotheses, (variable, goal.argument)])
            return Abstraction(variable.number, body, label)
        if isinstance(goal, Diamond):
            return _introduce("◇I", goal.label, self.prove(goal.body, hypotheses))
        if isinstance(goal, Box):
            return _introduce("□I", goal.label, self.prove(goal.body, hypotheses))
        heads = [
            (variable, type_)
            for variable, type_ in hypotheses
            if _target(type_) is goal and (len(hypotheses) == 1 or _arguments(type_))
        ]
        if heads and (self.budget <= 0 or self.random.random() < 0.7):
            variable, type_ = self.random.choice(heads)
            others = [hypothesis for hypothesis in hypotheses if hypothesis[0] is not variable]
            return self.eliminate(variable, type_, self.shares(others, len(_arguments(type_))))
        word, type_, shares = self.word(goal, hypotheses)
        return self.eliminate(word, type_, shares)

    def shares(self, hypotheses: list[Hypothesis], count: int) -> list[list[Hypothesis]]:
        shares: list[list[Hypothesis]] = [[] for _ in range(count)]
        for hypothesis in hypotheses:
            self.random.choice(shares).append(hypothesis)
        return shares

    def word(self, goal: Type, hypotheses: list[Hypothesis]) -> tuple[Word, Type, list[list[Hypothesis]]]:
        """A new word with that result, and the hypotheses that each of its arguments is to use."""
        arguments: list[tuple[Type, list[Hypothesis]]]
        if self.budget <= 0:
            arguments = [(_target(hypothesis[1]), [hypothesis]) for hypothesis in hypotheses]
        else:
            count = max(self.random.randint(0, 2), min(len(hypotheses), 1))
            shares = self.shares(hypotheses, count)
            arguments = [
                (share[0][1] if len(share) == 1 and self.random.random() < 0.5 else self.type(depth=2), share)
                for share in shares
            ]
        self.budget -= 1
        type_ = goal
        for argument, _ in reversed(arguments):
            if self.random.random() < 0.3:
                argument = self.marked(argument)
            type_ = Implication(argument, type_)
            if self.random.random() < 0.3:
                type_ = self.marked(type_)
        self.types.append(type_)
        return Word("", len(self.types)), type_, [share for _, share in arguments]

    def eliminate(self, term: Term, type_: Type, shares: list[list[Hypothesis]]) -> Term:
        waiting = iter(shares)
        while not isinstance(type_, Atom):
            if isinstance(type_, Implication):
                term = Application(term, self.prove(type_.argument, next(waiting)))
                type_ = type_.result
            elif isinstance(type_, Diamond):
                term, type_ = Modal("◇E", type_.label, term), type_.body
            elif isinstance(type_, Box):
                term, type_ = Modal("□E", type_.label, term), type_.body
        return term


def _introduce(rule: Rule, label: str, term: Term) -> Term:
    if isinstance(term, Modal) and (term.rule, term.label) == (INVERSE[rule], label):
        return term.body
    return Modal(rule, label, term)


def _target(type_: Type) -> Type:
    while not isinstance(type_, Atom):
        type_ = type_.result if isinstance(type_, Implication) else type_.body
    return type_


def _arguments(type_: Type) -> list[Type]:
    arguments = []
    while not isinstance(type_, Atom):
        if isinstance(type_, Implication):
            arguments.append(type_.argument)
            type_ = type_.result
        else:
            type_ = type_.body
    return arguments


def beta_expanded(term: Term, seed: int) -> Term:
    """A term with redexes put into it that all reduce to what was there before."""
    random = Random(seed)
    out: list[Symbol] = []
    fresh = 1 + max((symbol.variable for symbol in symbols(term) if isinstance(symbol, Lambda)), default=0)
    for symbol in symbols(term):
        kind = random.randrange(6)
        if kind == 0:
            out += [APPLICATION, Lambda(fresh), Variable(fresh)]
        elif kind == 1 and out and out[-1] == APPLICATION:
            out += [APPLICATION, Lambda(fresh), Lambda(fresh + 1), APPLICATION, Variable(fresh), Variable(fresh + 1)]
        elif kind == 2:
            out += [Mark("◇E", "new"), Mark("◇I", "new")]
        elif kind == 3:
            out += [Mark("□E", "new"), Mark("□I", "new")]
        out.append(symbol)
        fresh += 2
    return build(out)


def random_frame(seed: int, links: int = 5, kinds: int = 2, marked: float = 0.1) -> Frame:
    """A balanced frame of so many links at most, with modalities here and there, on that share of all types."""
    random = Random(seed)
    while True:
        goal = _shape(random, random.randint(1, 3), marked)
        types = [_shape(random, random.randint(1, 4), marked) for _ in range(random.randint(0, links - 1))]
        signs = [sign for type_ in types for _, sign in atoms(type_)] + [sign for _, sign in atoms(goal, False)]
        surplus = signs.count(True) - signs.count(False)
        types += [Atom("a")] * -surplus + [Implication(Atom("a"), Implication(Atom("a"), Atom("a")))] * surplus
        if len(signs) + 3 * max(surplus, 0) + max(-surplus, 0) <= 2 * links:
            break
    random.shuffle(types)
    return Frame(_renamed(Judgement(("",) * len(types), tuple(types), goal), random, kinds))


def _shape(random: Random, leaves: int, marked: float) -> Type:
    if random.random() < marked:
        return random.choice((Diamond, Box))(random.choice(LABELS), _shape(random, leaves, marked))
    if leaves == 1:
        return Atom("a")
    cut = random.randint(1, leaves - 1)
    return Implication(_shape(random, cut, marked), _shape(random, leaves - cut, marked))


def _renamed(judgement: Judgement, random: Random, kinds: int) -> Judgement:
    """The judgement with random names for its atoms, as many positive as negative of each."""
    frame = Frame(judgement)
    names = [random.choice(ATOMS[:kinds]) for _ in range(len(frame.atoms) // 2)]
    chosen = {sign: random.sample(names, len(names)) for sign in (True, False)}
    named = {node: Atom(chosen[frame.positive[node]].pop()) for node in frame.atoms}

    def rebuild(node: int) -> Type:
        type_ = frame.nodes[node]
        if isinstance(type_, Implication):
            return Implication(rebuild(node + 1), rebuild(frame.results[node]))
        if isinstance(type_, Diamond | Box):
            return type(type_)(type_.label, rebuild(node + 1))
        return named[node]

    *types, goal = (rebuild(root) for root in frame.roots)
    return Judgement(judgement.words, tuple(types), goal)


def frames(links: int = 5) -> st.SearchStrategy[Frame]:
    """Small balanced frames, provable or not."""
    return st.builds(random_frame, st.integers(0, 2**32), st.just(links))


@st.composite
def structures(draw: st.DrawFn, links: int = 5) -> tuple[Frame, tuple[Link, ...]]:
    """A small frame with one of its perfect matchings, right or wrong."""
    frame = draw(frames(links))
    chosen: list[Link] = []
    for negative, positive in occurrences(frame).values():
        chosen += zip(draw(st.permutations(positive)), negative, strict=True)
    return frame, tuple(chosen)


def matchings(frame: Frame) -> Iterator[tuple[Link, ...]]:
    """Every perfect matching of a balanced frame, by negative atom."""
    kinds = list(occurrences(frame).values())
    for choice in product(*(permutations(positive) for _, positive in kinds)):
        links: list[Link] = []
        for (negative, _), positive in zip(kinds, choice, strict=True):
            links += zip(positive, negative, strict=True)
        yield tuple(sorted(links, key=lambda link: link[1]))
