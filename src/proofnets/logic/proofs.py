"""Natural deduction: a net as a proof tree, and back.

The rules are the axiom, ⊸E, ⊸I, ◇I and □E of the paper; where a hypothesis fills a slot with another mark than its own,
◇E and □I as well. A proof says the same as its term; `check_proof` looks at each of its steps by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from proofnets.errors import TermError
from proofnets.logic.judgement import Judgement
from proofnets.logic.nets import Net, net_of, read
from proofnets.logic.terms import Abstraction, Application, Lambda, Mark, Modal, Term, Variable, Word
from proofnets.logic.types import Box, Diamond, Implication, Type


@dataclass(frozen=True, slots=True, eq=False)
class Proof:
    """The last step of a proof: its rule, the proofs of its premises, and the term and type that it derives."""

    rule: str
    premises: tuple[Proof, ...]
    term: Term
    type: Type


def deduce(net: Net) -> Proof:
    """The natural deduction of a net.

    >>> from proofnets.logic import parse_judgement, proofs
    >>> proof = deduce(next(proofs(parse_judgement("ze:pron, slapen:◇su pron ⊸ s ⊢ s"))))
    >>> proof.rule, [premise.rule for premise in proof.premises]
    ('⊸E', ['axiom', '◇I'])
    """
    values: list[Proof] = []
    symbols, types = read(net.frame, net.links)
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


def check_proof(proof: Proof, judgement: Judgement) -> None:
    """Make sure that every step is an instance of its rule, and that the whole derives the judgement."""
    hypotheses: dict[int, Type] = {}  # the type that the ⊸I which discharges a variable gives it
    used: list[Word | Variable] = []
    for step in steps(proof):
        match step.rule, step.term, step.type, step.premises:
            case "axiom", Word(_, position) as word, type_, ():
                used.append(word)
                right = 0 < position <= len(judgement.types) and judgement.types[position - 1] is type_
            case "axiom", Variable(number) as variable, type_, ():
                used.append(variable)
                right = hypotheses.get(number) is type_
            case "⊸E", Application(function, argument), result, (one, other):
                right = one.term == function and other.term == argument and one.type is Implication(other.type, result)
            case "⊸I", Abstraction(variable, body, label), Implication(hypothesis, result), (premise,):
                right = premise.term == body and premise.type is result and variable not in hypotheses
                right = right and (label is None or (isinstance(hypothesis, Diamond) and hypothesis.label == label))
                hypotheses[variable] = hypothesis
            case ("◇I" | "◇E" | "□I" | "□E") as rule, Modal(marked, label, body), type_, (premise,):
                marking = Diamond if rule[0] == "◇" else Box
                inner, outer = (premise.type, type_) if rule[1] == "I" else (type_, premise.type)
                right = rule == marked and premise.term == body and outer is marking(label, inner)
            case _:
                right = False
        if not right:
            raise TermError(f"not a step by {step.rule}: {step.term} : {step.type}")
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
