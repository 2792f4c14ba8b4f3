"""Derivation: a normalised graph to the types of its words and the term that puts them together.

Types are handed down. A phrase is derived with the type that is expected of it, or with its own atom. Its head takes
the phrase's complements and gives that type; its adjuncts turn that type into itself. So the head of an adjunct phrase
gives the adjunct's type, and the head of a fronted phrase gives the type that binds the gap.
The term is plain: `proofnets.logic` knows where the marks belong.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from proofnets.derivation.names import LABELS
from proofnets.logic import Abstraction, Application, Atom, Box, Diamond, Implication, Term, Type, Variable, Word
from proofnets.logic.types import fold
from proofnets.treebank.graph import ADJUNCTS, FRONTED, HEADS, Phrase, alphabetical, atom_of, position, vote, walk
from proofnets.treebank.normalise import ExtractionError

OBLIQUENESS = (
    *("mwp", "hd", "cor", "cnj", "pobj"),
    *("svp", "obcomp", "vc", "me", "ld", "hdf", "pc", "se", "obj2", "predc", "obj", "su", "sup", "body"),
)
"""The order in which a head takes its complements: the most oblique first, the subject last, then a clause's body.
Complements with the same label go by the alphabet of their types, then by position, and labels that are not listed
come first."""

LARGEST = 2_000
"""The largest type of a modifier or coordinator, in atoms."""

Argument: TypeAlias = tuple[Term, Diamond]
"""What a head takes: a term, with its type."""


@dataclass(slots=True)
class Hypothesis:
    """What stands for the ghosts of one index while the phrase that binds them is derived."""

    atom: str
    """The atom of the material."""
    variable: int
    type: Type | None = None
    """Known from the first ghost on."""
    used: bool = False
    slots: dict[str, Type] = field(default_factory=dict)
    """What a head or determiner that conjuncts share expects of its sisters, by relation."""


class Derived:
    """The types of the words of one graph and their term, and the hypotheses that are open while it is derived."""

    def __init__(self, root: Phrase) -> None:
        words = sorted((node for node in walk(root) if node.is_word), key=lambda node: node.tokens)
        self.words = words
        self.types: list[Type | None] = [None] * len(words)
        self._position = {id(word): number for number, word in enumerate(words, 1)}
        self._names: dict[int, str] = {
            n.index: atom_of(n) for n in walk(root) if n.index is not None and not n.is_ghost
        }
        self._open: dict[int, Hypothesis] = {}
        self._variables = 0
        self.goal: Type = Atom(atom_of(root))
        self.term = self._derive(root, self.goal)

    def _derive(self, node: Phrase, expected: Type | None = None) -> Term:
        """The term of a node that has the type expected, or its own atom."""
        type_ = expected or Atom(atom_of(node))
        if node.is_ghost:
            return self._ghost(node, type_)
        if node.is_word:
            position_ = self._position[id(node)]
            self.types[position_ - 1] = type_
            return Word("", position_)
        if node.cat == "conj":
            return self._conjunction(node, type_)
        return self._phrase(node, type_)

    def _ghost(self, ghost: Phrase, expected: Type) -> Term:
        """A ghost is a variable. Its first occurrence gives the variable its type."""
        hypothesis = self._hypothesis(ghost)
        if hypothesis.used:
            raise ExtractionError("the same thing is needed more than once", ghost.index)
        hypothesis.used = True
        hypothesis.type = hypothesis.type or expected
        if bare(hypothesis.type) is not bare(expected):
            raise ExtractionError(f"conjuncts share something as {hypothesis.type} and as {expected}", ghost.index)
        return Variable(hypothesis.variable)

    def _hypothesis(self, ghost: Phrase) -> Hypothesis:
        assert ghost.index is not None
        if ghost.index not in self._open:
            raise ExtractionError(f"nothing binds a {ghost.rel} that stands elsewhere", ghost.index)
        return self._open[ghost.index]

    def _phrase(self, node: Phrase, result: Type) -> Term:
        """A phrase: its head with its complements, or its determiner with both, then its adjuncts from left to right.

        A determiner that conjuncts share takes the noun alone, since they may have different complements.
        """
        head = _head(node)
        others = [child for child in node.children if child is not head]
        determiner = next((child for child in others if child.rel == "det"), None)
        arguments = [self._complement(child, head) for child in others if child.rel not in (*ADJUNCTS, "det")]
        arguments.sort(key=lambda argument: _oblique(argument[1]))
        if determiner is None:
            term = self._headed(head, arguments, result)
        elif determiner.is_ghost:
            noun = self._hypothesis(determiner).slots.get(head.rel) or self._atom(head)
            functor = self._derive(determiner, Box("det", Implication(noun, result)))
            term = Application(functor, self._headed(head, arguments, noun))
        else:
            noun = self._atom(head)
            functor = self._derive(determiner, Box("det", Implication(noun, _function(arguments, result))))
            term = _applied(Application(functor, self._derive(head, noun)), arguments)
        for adjunct in (child for child in others if child.rel in ADJUNCTS):
            term = self._modified(term, adjunct, result)
        return term

    def _headed(self, head: Phrase, arguments: list[Argument], result: Type) -> Term:
        """A head of which a result is expected, applied to its arguments."""
        return _applied(self._derive(head, _function(arguments, result)), arguments)

    def _atom(self, node: Phrase) -> Type:
        """The atom of a node, or that of what a ghost stands for."""
        return Atom(self._hypothesis(node).atom if node.is_ghost else atom_of(node))

    def _modified(self, term: Term, adjunct: Phrase, type_: Type) -> Term:
        """A term of a type under an adjunct, which turns the type into itself."""
        expected: Type = _bounded(Box(adjunct.rel, Implication(type_, type_)))
        if adjunct.is_ghost:
            expected = Diamond(adjunct.rel, expected)
        return Application(self._derive(adjunct, expected), term)

    def _slots(self, shared: Phrase, conjuncts: list[Phrase]) -> dict[str, Type]:
        """What a head or determiner that conjuncts share expects of its sisters: what suits all of them.

        *Jan leest kranten en Piet een boek*: both objects are an `np`. *de land- en tuinbouw*: so are both nouns.
        """
        atoms: dict[str, list[str]] = {}
        for conjunct in conjuncts if shared.rel in (*HEADS, "det") else []:
            for ghost in [node for node in walk(conjunct) if node.is_ghost and node.index == shared.index]:
                assert ghost.parent is not None
                for sister in ghost.parent.children:
                    if sister is not ghost and not sister.is_ghost:
                        atoms.setdefault(sister.rel, []).append(atom_of(sister))
        return {rel: Atom(votes[0] if len(set(votes)) == 1 else vote(votes)) for rel, votes in atoms.items()}

    def _complement(self, child: Phrase, head: Phrase) -> Argument:
        """A complement with its type, marked with its role."""
        name = label(child.rel)
        expected = self._hypothesis(head).slots.get(child.rel) if head.is_ghost else None
        if child.is_ghost:
            hypothesis = self._hypothesis(child)
            known = hypothesis.type
            body = known.body if isinstance(known, Diamond) else known or expected or self._atom(child)
            type_ = Diamond(name, body)
            return self._derive(child, type_), type_
        if child.rel == "body" and head.rel in FRONTED and head.index is not None:
            return self._gapped(child, head.index, name)
        body = expected or Atom(atom_of(child))
        return self._derive(child, body), Diamond(name, body)

    def _gapped(self, body: Phrase, index: int, name: str) -> Argument:
        """The body of a relative clause or question: a function of what is fronted, if it has a gap for that."""
        outer = self._open.get(index)
        hypothesis = self._bind(index)
        result = Atom(atom_of(body))
        term = self._derive(body, result)
        del self._open[index]
        if outer is not None:
            self._open[index] = outer
        if not hypothesis.used:
            return term, Diamond(name, result)
        assert hypothesis.type is not None
        return Abstraction(hypothesis.variable, term), Diamond(name, Implication(hypothesis.type, result))

    def _bind(self, index: int) -> Hypothesis:
        """Open a hypothesis for the ghosts of an index."""
        self._variables += 1
        hypothesis = self._open[index] = Hypothesis(self._names.get(index, "np"), self._variables)
        return hypothesis

    def _conjunction(self, node: Phrase, result: Type) -> Term:
        """A coordinator takes its correlatives, conjuncts of one and the same type, and what these share."""
        conjuncts = [child for child in node.children if child.rel == "cnj"]
        coordinator = next((child for child in node.children if child.rel == "crd"), None)
        shared = sorted(node.shared, key=lambda child: (_sharing_rank(child), position(child)))
        correlatives = [
            c for c in node.children if c not in (*conjuncts, *shared, coordinator) and c.rel not in ADJUNCTS
        ]
        adjuncts = [c for c in node.children if c.rel in ADJUNCTS and c not in shared]
        if coordinator is None:
            term = self._juxtaposition(conjuncts, shared, result)
        else:
            term = self._coordination(coordinator, correlatives, conjuncts, shared, result)
        for adjunct in adjuncts:
            term = self._modified(term, adjunct, result)
        return term

    def _juxtaposition(self, conjuncts: list[Phrase], shared: list[Phrase], result: Type) -> Term:
        """Without a coordinator, each conjunct but the first is an adjunct of the one before: `□cnj(X ⊸ X)`."""
        if shared:
            raise ExtractionError("a conjunction without a coordinator shares something", shared[0].index)
        term = self._derive(conjuncts[0], result)
        for conjunct in conjuncts[1:]:
            term = self._modified(term, conjunct, result)
        return term

    def _coordination(
        self,
        coordinator: Phrase,
        correlatives: list[Phrase],
        conjuncts: list[Phrase],
        shared: list[Phrase],
        result: Type,
    ) -> Term:
        outer = {child.index: self._open.get(child.index) for child in shared if child.index is not None}
        known: dict[int, Type] = {}
        parts: list[Term] = []
        for conjunct in conjuncts:
            hypotheses = []
            for child in shared:
                assert child.index is not None
                hypothesis = self._bind(child.index)
                hypothesis.type = known.get(child.index)
                hypothesis.slots = self._slots(child, conjuncts)
                hypotheses.append(hypothesis)
            term = self._derive(conjunct, result)
            for child, hypothesis in zip(reversed(shared), reversed(hypotheses), strict=True):
                if not hypothesis.used or hypothesis.type is None or child.index is None:
                    raise ExtractionError("a conjunct does not use what the others share", child.index)
                known[child.index] = hypothesis.type
                term = Abstraction(hypothesis.variable, term)
            parts.append(term)
        for index, hypothesis_ in outer.items():
            del self._open[index]
            if hypothesis_ is not None:
                self._open[index] = hypothesis_
        whole = result
        for child in reversed(shared):
            assert child.index is not None
            whole = Implication(known[child.index], whole)
        arguments = [self._complement(child, coordinator) for child in correlatives]
        arguments += [(part, Diamond("cnj", whole)) for part in parts]
        term = _applied(self._derive(coordinator, _bounded(_function(arguments, whole))), arguments)
        for child in shared:
            assert child.index is not None
            term = Application(term, self._shared(child, known[child.index]))
        return term

    def _shared(self, child: Phrase, type_: Type) -> Term:
        """What conjuncts share, given to the coordinator."""
        if isinstance(type_, Diamond) and not child.is_ghost:
            type_ = type_.body
        return self._derive(child, type_)


def _function(arguments: list[Argument], result: Type) -> Type:
    """The type of what takes arguments, in order, to a result."""
    for _, type_ in reversed(arguments):
        result = Implication(type_, result)
    return result


def _applied(term: Term, arguments: list[Argument]) -> Term:
    for argument, _ in arguments:
        term = Application(term, argument)
    return term


def _bounded(type_: Type) -> Type:
    """A type, unless it is too large: modifiers of modifiers double it, and coordinated coordinators triple it."""
    if size(type_) > LARGEST:
        raise ExtractionError(f"a type would have more than {LARGEST:,} atoms: too many conjuncts, or nested modifiers")
    return type_


@lru_cache(maxsize=10_000)
def size(type_: Type) -> int:
    """How many atoms a type has. It may be far larger than what it is made of, since types share their parts."""
    atoms = 1
    while True:  # a type of a thousand arguments is nested as deep, and must not take as many calls
        match type_:
            case Implication(argument, result):
                atoms, type_ = atoms + size(argument), result
            case Diamond(_, body) | Box(_, body):
                type_ = body
            case _:
                return atoms


def bare(type_: Type) -> Type:
    """A type without its marks: what decides whether a link is possible."""
    return fold(type_, Atom, Implication, lambda _, body: body, lambda _, body: body)


def label(rel: str) -> str:
    """The label of a relation."""
    return LABELS.get(rel, rel)


def _oblique(type_: Diamond) -> tuple[int, str]:
    """What the order of complements goes by."""
    return _rank(type_.label), alphabetical(str(type_.body))


def _rank(name: str) -> int:
    return OBLIQUENESS.index(name) if name in OBLIQUENESS else -1


def _sharing_rank(child: Phrase) -> tuple[int, int]:
    """Shared heads come first, then arguments as a head takes them, then determiners and adjuncts."""
    if child.rel in HEADS:
        return 0, 0
    return (2, 0) if child.rel in (*ADJUNCTS, "det") else (1, _rank(label(child.rel)))


def _head(node: Phrase) -> Phrase:
    """The head of a phrase: the first that is called one, else the first that is no adjunct, else the first."""
    for kind in (HEADS, None):
        for child in node.children:
            if child.rel in kind if kind else child.rel not in (*ADJUNCTS, "det"):
                return child
    return node.children[0]
