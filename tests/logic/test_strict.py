"""Strict nets are those of the natural deductions of the paper, which are all tried here, without nets."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofnets.errors import TermError
from proofnets.logic import (
    Abstraction,
    Application,
    Box,
    Diamond,
    Implication,
    Judgement,
    Link,
    Modal,
    Net,
    Term,
    Type,
    Variable,
    Word,
    eta_short,
    is_strict,
    net_of,
    net_of_proof,
    parse_judgement,
    parse_type,
    proofs,
)
from proofnets.logic.deduction import Proof, steps
from tests.logic.derivations import random_derivation, random_frame

Context = tuple[tuple[Word | Variable, Type], ...]
PAPER = {"axiom", "⊸E", "⊸I", "◇I", "□E"}


def deductions(context: Context, goal: Type, bound: int = 0) -> Iterator[Proof]:
    """Every normal natural deduction of a goal from a context, by the paper's rules; each hypothesis is used once."""
    if isinstance(goal, Implication):
        label = goal.argument.label if isinstance(goal.argument, Diamond) else None
        for body in deductions((*context, (Variable(bound), goal.argument)), goal.result, bound + 1):
            yield Proof("⊸I", (body,), Abstraction(bound, body.term, label), goal)
    if isinstance(goal, Diamond):
        for body in deductions(context, goal.body, bound):
            yield Proof("◇I", (body,), Modal("◇I", goal.label, body.term), goal)
    for place, (leaf, type_) in enumerate(context):
        rest = context[:place] + context[place + 1 :]
        yield from eliminations(Proof("axiom", (), leaf, type_), rest, goal, bound)


def eliminations(head: Proof, rest: Context, goal: Type, bound: int) -> Iterator[Proof]:
    """Every way to go on from a step to the goal, with all of the rest."""
    if head.type is goal and not rest:
        yield head
    if isinstance(head.type, Box):
        freed = Proof("□E", (head,), Modal("□E", head.type.label, head.term), head.type.body)
        yield from eliminations(freed, rest, goal, bound)
    if isinstance(head.type, Implication):
        for chosen in product((True, False), repeat=len(rest)):
            mine = tuple(entry for entry, own in zip(rest, chosen, strict=True) if own)
            others = tuple(entry for entry, own in zip(rest, chosen, strict=True) if not own)
            for argument in deductions(mine, head.type.argument, bound):
                term = Application(head.term, argument.term)
                yield from eliminations(Proof("⊸E", (head, argument), term, head.type.result), others, goal, bound)


def links_of_deductions(judgement: Judgement) -> set[tuple[Link, ...]]:
    """The links of all natural deductions of a judgement by the paper's rules."""
    words = (Word(name, position) for position, name in enumerate(judgement.names, 1))
    context = tuple(zip(words, judgement.types, strict=True))
    found = set()
    for proof in deductions(context, judgement.goal):
        assert {step.rule for step in steps(proof)} <= PAPER
        found.add(net_of(proof.term, judgement).links)
    return found


def typed(term: Term, judgement: Judgement, types: dict[int, Type], goal: Type | None) -> Type:
    """The type of a term by the paper's rules alone; an error if they give it none. A λ must be told its goal."""
    match term:
        case Word(_, position):
            return judgement.types[position - 1]
        case Variable(number):
            return types[number]
        case Application(function, argument):
            implication = typed(function, judgement, types, None)
            sought = implication.argument if isinstance(implication, Implication) else None
            if isinstance(implication, Implication) and typed(argument, judgement, types, sought) is sought:
                return implication.result
        case Abstraction(variable, body) if isinstance(goal, Implication):
            if typed(body, judgement, {**types, variable: goal.argument}, goal.result) is goal.result:
                return goal
        case Modal("◇I", label, body):
            inner = goal.body if isinstance(goal, Diamond) else None
            return Diamond(label, typed(body, judgement, types, inner))
        case Modal("□E", label, body):
            box = typed(body, judgement, types, None)
            if isinstance(box, Box) and box.label == label:
                return box.body
    raise TermError(f"{term} has no type by the paper's rules")


def check_strict(judgement: Judgement) -> tuple[int, int]:
    """Make sure that the strict nets are those of the paper's deductions, however they are found; how many, of all."""
    nets = list(proofs(judgement))
    strict = [net for net in nets if is_strict(net)]
    expected = links_of_deductions(judgement)
    assert {net.links for net in strict} == expected
    found = [net.links for net in proofs(judgement, strict=True)]
    assert len(found) == len(set(found))
    assert set(found) == expected
    for net in nets:
        assert by_the_paper(net) == is_strict(net)
    return len(strict), len(nets)


def by_the_paper(net: Net) -> bool:
    judgement = net.frame.judgement
    try:
        return typed(eta_short(net.term), judgement, {}, judgement.goal) is judgement.goal
    except TermError:
        return False


@pytest.mark.parametrize(
    ("text", "strict", "all_"),
    [
        ("np ⊢ ◇su np", 1, 1),
        ("◇su np ⊢ np", 0, 1),
        ("◇su np ⊢ ◇su np", 1, 1),
        ("◇obj np ⊢ ◇su np", 0, 1),
        ("□mod np ⊢ np", 1, 1),
        ("np ⊢ □mod np", 0, 1),
        ("□mod np ⊢ □mod np", 1, 1),
        ("□det np ⊢ □mod np", 0, 1),
        ("□mod np ⊢ ◇su np", 1, 1),
        ("◇su □mod np ⊢ ◇su np", 0, 1),
        ("◇su □mod np ⊢ ◇su □mod np", 1, 1),
        ("◇su np ⊸ s ⊢ ◇su np ⊸ s", 1, 1),
        ("◇su np ⊸ s ⊢ np ⊸ s", 1, 1),
        ("np ⊸ s ⊢ ◇su np ⊸ s", 0, 1),
        ("◇obj np ⊸ s ⊢ ◇su np ⊸ s", 0, 1),
        ("□mod(np ⊸ np) ⊢ □mod(np ⊸ np)", 1, 1),
        ("□mod(np ⊸ np) ⊢ np ⊸ np", 1, 1),
        ("np ⊸ np ⊢ □mod(np ⊸ np)", 0, 1),
        ("□mod(np ⊸ np), □mod(np ⊸ np) ⊸ s ⊢ s", 1, 1),
        ("□mod(np ⊸ np), ◇cnj □mod(np ⊸ np) ⊸ s ⊢ s", 1, 1),
        # Both modifiers may go first, but only an axiom gives the box its own again.
        ("□mod(n ⊸ n), □mod(n ⊸ n) ⊢ n ⊸ n", 2, 2),
        ("□mod(n ⊸ n), □mod(n ⊸ n) ⊢ □mod(n ⊸ n)", 0, 2),
        ("⊢ ◇a(np ⊸ s) ⊸ ◇a(np ⊸ s)", 1, 1),
        ("⊢ ◇a(np ⊸ s) ⊸ np ⊸ s", 0, 1),
        ("◇obj np ⊸ ◇su np ⊸ s ⊢ ◇obj np ⊸ ◇su np ⊸ s", 1, 2),
        ("◇obj np ⊸ ◇su np ⊸ s ⊢ ◇su np ⊸ ◇obj np ⊸ s", 1, 2),
    ],
)
def test_hand_written_judgements(text: str, strict: int, all_: int):
    assert check_strict(parse_judgement(text)) == (strict, all_)


def test_the_paper_s_example_has_one_strict_net_and_it_comes_first():
    judgement = parse_judgement(
        "De:□det(n ⊸ np), strategie:n, die:◇body(◇obj pron ⊸ s_sub) ⊸ □mod(np ⊸ np), ze:pron, "
        "volgen:◇obj pron ⊸ ◇su pron ⊸ s_sub, is:◇predc adj ⊸ ◇su np ⊸ s_main, eeuwenoud:adj ⊢ s_main"
    )
    own, other = proofs(judgement)
    assert is_strict(own)
    assert not is_strict(other)
    assert list(proofs(judgement, strict=True)) == [own]


def test_strict_nets_of_random_frames_are_those_of_the_paper_s_deductions():
    counts = [check_strict(random_frame(seed, links=5, marked=0.25).judgement) for seed in range(600)]
    counts += [check_strict(random_frame(seed, links=6, kinds=1, marked=0.1).judgement) for seed in range(150)]
    assert sum(strict > 0 for strict, _ in counts) > 100
    assert sum(strict == 0 < nets for strict, nets in counts) > 100


def random_identity(seed: int) -> Judgement:
    """A function to be proved from one whose arguments are in another order, and some of them marked otherwise."""
    random = Random(seed)
    marks = ["", "", "◇d", "◇m", "□d", "◇d□d"]
    arguments = [(random.choice(marks), random.choice(["a", "a", "a", "a ⊸ a", "□d a ⊸ a"])) for _ in range(3)]

    def function(change: float) -> Type:
        type_ = "s"
        for mark, body in random.sample(arguments, len(arguments)):
            type_ = f"{random.choice(marks) if random.random() < change else mark}({body}) ⊸ {type_}"
        return parse_type(type_)

    return Judgement(("f",), (function(0.0),), function(0.2))


def test_strict_nets_of_functions_are_those_of_the_paper_s_deductions():
    counts = [check_strict(random_identity(seed)) for seed in range(400)]
    assert sum(0 < strict < nets for strict, nets in counts) > 100
    assert sum(strict == nets > 0 for strict, nets in counts) > 10
    assert sum(strict == 0 < nets for strict, nets in counts) > 50


@given(st.integers(0, 2**32))
@settings(max_examples=60)
def test_strict_nets_of_derivable_judgements_are_those_of_the_paper_s_deductions(seed: int):
    judgement, _ = random_derivation(seed, size=1)
    if len(judgement.types) < 6:
        check_strict(judgement)


def test_a_deduction_by_the_paper_s_rules_gives_a_strict_net():
    judgement = parse_judgement("f:□mod(np ⊸ np) ⊸ s, w:□mod(np ⊸ np) ⊢ s")
    f, w = (Proof("axiom", (), Word(name, place), judgement.types[place - 1]) for place, name in ((1, "f"), (2, "w")))
    net = net_of_proof(Proof("⊸E", (f, w), Application(f.term, w.term), judgement.goal), judgement)
    assert str(net.term) == "f ▴mod(λx.w_mod x)"  # η-long, it shows □I; but nobody needs it
    assert is_strict(net)
