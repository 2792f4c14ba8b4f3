"""Natural deductions as they are shown: modal rules beside others, and cut into lemmas that are narrow enough.

A part that is used in another has a name, M₁, M₂, …; below, the name stands where its term would.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from proofnets.logic import Abstraction, Application, Modal, Proof, Word
from proofnets.logic.deduction import steps
from proofnets.render.labels import LEMMAS, Label, Run, isolate, term_label, variable_label

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


def passed(proof: Proof) -> tuple[str, ...]:
    """The modal rules that `bare` leaves out, from the first that was used to the last."""
    rules: list[str] = []
    while proof.rule[0] in "◇□":
        rules.append(proof.rule)
        (proof,) = proof.premises
    return tuple(reversed(rules))


def rule_label(step: Proof, full: bool = False) -> Label:
    """The rules that lead to a conclusion from what is shown above it; ⊸I names the variable that it discharges.

    Unless a proof is shown in full, modal steps are not, and their rules stand together with the next.
    """
    here = step if full else bare(step)
    above = () if full else tuple(rule for premise in here.premises for rule in passed(premise))
    below = () if full else passed(step)
    rules = [*above, *([here.rule] if here.premises else []), *below]
    label: list[Run] = []
    for rule in rules:
        label += [Run(" ")] if label else []
        label.append(Run(rule))
        if rule == "⊸I" and isinstance(here.term, Abstraction):
            label += [Run(" "), *variable_label(here.term.variable)]
    return tuple(label)


def leaf_label(step: Proof) -> Label:
    """A word as it stands in the sentence, or a hypothesis, in brackets since it is discharged."""
    if isinstance(step.term, Word):
        return (Run(isolate(step.term.text)),)
    return (Run("["), *term_label(step.term), Run("]"))


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
    if all(premise is other for premise, other in zip(premises, step.premises, strict=True)):
        return step
    match step.term:
        case Application():
            return Proof(step.rule, premises, Application(premises[0].term, premises[1].term), step.type)
        case Abstraction(variable, _, label):
            return Proof(step.rule, premises, Abstraction(variable, premises[0].term, label), step.type)
        case Modal(rule, label, _):
            return Proof(step.rule, premises, Modal(rule, label, premises[0].term), step.type)
    raise AssertionError(step.rule)
