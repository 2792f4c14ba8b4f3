"""Natural deductions cut into lemmas: parts that are narrow enough to be shown.

A part that is used in another has a name, M₁, M₂, …; below, the name stands where its term would.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from proofnets.logic import Abstraction, Application, Diamond, Modal, Proof, Type, Variable, Word
from proofnets.logic.deduction import steps
from proofnets.render.labels import LEMMAS

_LOWER = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(frozen=True, slots=True)
class Part:
    """A proof that is shown in one piece. The last part is the whole, and has no name."""

    name: str
    proof: Proof


def cut(proof: Proof, width: Callable[[Proof], float], limit: float) -> list[Part]:
    """The parts of a proof, each before those that use it: what is too wide is cut above the step that makes it so."""
    parts: list[Part] = []
    done: list[Proof] = []
    order = list(steps(proof))
    words = {step.term.text for step in order if isinstance(step.term, Word)}
    names = (name for number in count(1) if (name := f"M{number}".translate(_LOWER)) not in words)
    for step in reversed(order):
        premises = tuple(done.pop() for _ in step.premises)
        here = _rebuild(step, premises)
        while width(here) > limit and (whole := [p for p in map(bare, premises) if p.premises]):
            widest = max(whole, key=width)
            parts.append(Part(next(names), widest))
            lemma = Proof("axiom", (), Word(parts[-1].name, LEMMAS + len(parts)), widest.type)
            premises = tuple(_replace(premise, widest, lemma) for premise in premises)
            here = _rebuild(step, premises)
        done.append(here)
    return [*parts, Part("", done.pop())]


def bare(proof: Proof) -> Proof:
    """The proof above any modal steps."""
    while proof.rule[0] in "◇□":
        (proof,) = proof.premises
    return proof


def plain_type(step: Proof) -> Type:
    """The type of a step as the paper's figure has it, which gives a hypothesis the type below its mark."""
    type_ = step.type
    while isinstance(step.term, Variable) and isinstance(type_, Diamond):
        type_ = type_.body
    return type_


def _replace(proof: Proof, old: Proof, new: Proof) -> Proof:
    """A proof with another one above its modal steps."""
    if bare(proof) is not old:
        return proof
    marks: list[Proof] = []
    while proof is not old:
        marks.append(proof)
        (proof,) = proof.premises
    for step in reversed(marks):
        new = _rebuild(step, (new,))
    return new


def _rebuild(step: Proof, premises: tuple[Proof, ...]) -> Proof:
    """The same step from other premises."""
    if all(one is other for one, other in zip(premises, step.premises, strict=True)):
        return step
    match step.term:
        case Application():
            return Proof(step.rule, premises, Application(premises[0].term, premises[1].term), step.type)
        case Abstraction(variable, _, label):
            return Proof(step.rule, premises, Abstraction(variable, premises[0].term, label), step.type)
        case Modal(rule, label, _):
            return Proof(step.rule, premises, Modal(rule, label, premises[0].term), step.type)
    raise AssertionError(step.rule)
