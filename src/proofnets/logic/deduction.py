"""Natural deduction: a net as a proof tree, and back.

The rules are the axiom, ⊸E, ⊸I, ◇I and □E of the paper; where a hypothesis fills a slot with another mark than its own,
◇E and □I as well. A proof says the same as its term, and there is no `Proof` with a step that is none of its rule's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from proofnets.display import Displayed
from proofnets.errors import TermError
from proofnets.logic.judgement import Judgement
from proofnets.logic.nets import Net, net_of, read
from proofnets.logic.sealed import check_kind, check_tuple, sealed
from proofnets.logic.terms import (
    Abstraction,
    Application,
    Lambda,
    Mark,
    Modal,
    Symbol,
    Term,
    Variable,
    Word,
    check_term,
    symbols,
)
from proofnets.logic.types import Box, Diamond, Implication, Type, check_type


@sealed
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Proof(Displayed):
    """The last step of a proof: its rule, the proofs of its premises, and the term and type that it derives.

    The constructor refuses what is no instance of the rule. Whether the whole is a proof of a judgement, where every
    word and every hypothesis is used once and in its place, is for `check_proof` to tell.
    """

    rule: str
    premises: tuple[Proof, ...]
    term: Term
    type: Type

    def __post_init__(self) -> None:
        check_tuple(self.premises, Proof, "the premises of a proof")
        check_term(self.term)
        check_type(self.type)
        if not _is_step(self):
            raise _no_step(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Proof):
            return NotImplemented
        return self is other or (self.term == other.term and _types(self) == _types(other))

    def __hash__(self) -> int:
        return hash((self.term, self.type))

    def __repr__(self) -> str:
        out: list[str] = []
        stack: list[Proof | str] = [self]  # what is still to be printed, the next one last
        while stack:
            here = stack.pop()
            if isinstance(here, str):
                out.append(here)
                continue
            out.append(f"Proof({here.rule!r}, (")
            stack.append(f"), {here.term!r}, {here.type!r})")
            for premise in reversed(here.premises):
                stack += [", ", premise]
        return "".join(out)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return assemble, (symbols(self.term), _types(self))


def _is_step(proof: Proof) -> bool:
    """Whether the last step of a proof is an instance of its rule."""
    match proof.rule, proof.term, proof.type, proof.premises:
        case "axiom", Word() | Variable(), _, ():
            return True
        case "⊸E", Application(function, argument), type_, (one, other):
            match one.type:
                case Implication(hypothesis, result):
                    fits = hypothesis is other.type and result is type_
                    return fits and one.term == function and other.term == argument
        case "⊸I", Abstraction(_, body, label), Implication(hypothesis, result), (premise,):
            fits = label is None or (isinstance(hypothesis, Diamond) and hypothesis.label == label)
            return fits and premise.type is result and premise.term == body
        case ("◇I" | "◇E" | "□I" | "□E") as rule, Modal(marked, label, body), type_, (premise,):
            inner, outer = (premise.type, type_) if rule[1] == "I" else (type_, premise.type)
            modality = Diamond if rule[0] == "◇" else Box
            fits = isinstance(outer, modality) and outer.label == label and outer.body is inner
            return fits and rule == marked and premise.term == body
    return False


def _no_step(proof: Proof) -> TermError:
    return TermError(f"not a step by {proof.rule}: {proof.term} : {proof.type}")


def deduce(net: Net) -> Proof:
    """The natural deduction of a net.

    >>> from proofnets.logic import parse_judgement, proofs
    >>> proof = deduce(next(proofs(parse_judgement("ze:pron, slapen:◇su pron ⊸ s ⊢ s"))))
    >>> proof.rule, [premise.rule for premise in proof.premises]
    ('⊸E', ['axiom', '◇I'])
    """
    return assemble(*read(net))


def assemble(symbols: list[Symbol], types: list[Type]) -> Proof:
    """The proof whose term has these symbols; each symbol begins the term of a step, and the step's type is given."""
    values: list[Proof] = []
    for symbol, type_ in zip(reversed(symbols), reversed(types), strict=True):
        if isinstance(symbol, Word | Variable):
            values.append(Proof("axiom", (), symbol, type_))
        elif isinstance(symbol, Lambda):
            body = values.pop()
            values.append(Proof("⊸I", (body,), Abstraction(symbol.variable, body.term, symbol.label), type_))
        elif isinstance(symbol, Mark):
            body = values.pop()
            values.append(Proof(symbol.rule, (body,), Modal(symbol.rule, symbol.label, body.term), type_))
        else:
            function, argument = values.pop(), values.pop()
            term = Application(function.term, argument.term)
            values.append(Proof("⊸E", (function, argument), term, type_))
    return values.pop()


def steps(proof: Proof) -> Iterator[Proof]:
    """Every step of a proof, conclusions before premises, from left to right."""
    stack = [proof]
    while stack:
        step = stack.pop()
        yield step
        stack += reversed(step.premises)


def context(proof: Proof) -> list[tuple[Word | Variable, Type]]:
    """What stands left of the turnstile: the words by position, then the hypotheses that are not yet discharged."""
    leaves: dict[Word | Variable, Type] = {}
    discharged: set[Word | Variable] = set()
    for step in steps(proof):
        if isinstance(step.term, Word | Variable):
            leaves[step.term] = step.type
        elif isinstance(step.term, Abstraction):
            discharged.add(Variable(step.term.variable))
    free = [(leaf, type_) for leaf, type_ in leaves.items() if leaf not in discharged]
    words = [entry for entry in free if isinstance(entry[0], Word)]
    hypotheses = [entry for entry in free if isinstance(entry[0], Variable)]
    return sorted(words, key=lambda entry: entry[0].position if isinstance(entry[0], Word) else 0) + hypotheses


def _types(proof: Proof) -> list[Type]:
    return [step.type for step in steps(proof)]


def check_proof(proof: Proof, judgement: Judgement) -> None:
    """Make sure that a proof, each of whose steps is right by itself, derives the judgement."""
    check_kind(proof, Proof, "a proof")
    check_kind(judgement, Judgement, "what a proof derives")
    words = list(zip(judgement.names, judgement.types, strict=True))
    hypotheses: dict[int, Type] = {}  # the type that the ⊸I which discharges a variable gives it
    used: list[Word | Variable] = []
    for step in steps(proof):
        match step.term, step.type:
            case Word(text, position) as word, type_:
                used.append(word)
                right = position <= len(words) and words[position - 1] == (text, type_)
            case Variable(number) as variable, type_:
                used.append(variable)
                right = hypotheses.get(number) is type_
            case Abstraction(variable), Implication(hypothesis):
                right = variable not in hypotheses
                hypotheses[variable] = hypothesis
            case _:
                right = True
        if not right:
            raise _no_step(step)
    if proof.type is not judgement.goal:
        raise TermError(f"the proof is of {proof.type}, not of {judgement.goal}")
    expected = len(judgement.types) + len(hypotheses)
    if not len(used) == len(set(used)) == expected:
        raise TermError("a proof must use every word and every hypothesis just once")
    _check_scopes(proof)


def _check_scopes(proof: Proof) -> None:
    """Make sure that each hypothesis is used above the step that discharges it."""
    opened: set[int] = set()
    stack: list[Proof | int] = [proof]  # a number marks where a variable's hypothesis ends
    while stack:
        step = stack.pop()
        if isinstance(step, int):
            opened.discard(step)
            continue
        if isinstance(step.term, Abstraction):
            opened.add(step.term.variable)
            stack.append(step.term.variable)
        elif isinstance(step.term, Variable) and step.term.number not in opened:
            raise TermError(f"{step.term} is used outside the step that discharges it")
        stack += reversed(step.premises)


def net_of_proof(proof: Proof, judgement: Judgement) -> Net:
    """The net of a natural deduction, whose steps are checked first."""
    check_proof(proof, judgement)
    return net_of(proof.term, judgement)
