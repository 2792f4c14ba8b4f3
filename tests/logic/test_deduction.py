from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given

from proofnets.errors import TermError
from proofnets.logic import (
    Abstraction,
    Application,
    Implication,
    Judgement,
    Modal,
    Proof,
    Variable,
    Word,
    check_proof,
    context,
    deduce,
    net_of,
    net_of_proof,
    parse_judgement,
    parse_term,
    parse_type,
    proofs,
)
from proofnets.logic.deduction import steps
from tests.logic.derivations import Derivation, derivations

JUDGEMENT = parse_judgement("die:◇body(◇obj np ⊸ s) ⊸ □mod(np ⊸ np), ze:np, zien:◇obj np ⊸ ◇su np ⊸ s, man:np ⊢ np")
TERM = parse_term("(die (λx^obj.zien x ze^su)^body)_mod man", JUDGEMENT.words)


def word(name: str) -> Proof:
    position = JUDGEMENT.words.index(name) + 1
    return Proof("axiom", (), Word(name, position), JUDGEMENT.types[position - 1])


def variable(number: int, type_: str) -> Proof:
    return Proof("axiom", (), Variable(number), parse_type(type_))


def apply(function: Proof, argument: Proof) -> Proof:
    assert isinstance(function.type, Implication)
    return Proof("⊸E", (function, argument), Application(function.term, argument.term), function.type.result)


def discharge(number: int, body: Proof, type_: str) -> Proof:
    return Proof("⊸I", (body,), Abstraction(number, body.term), parse_type(type_))


@given(derivations())
def test_deductions_pass_the_check_and_give_the_net_back(derivation: Derivation):
    net = net_of(derivation.term, derivation.judgement)
    proof = deduce(net)
    check_proof(proof, derivation.judgement)
    assert net_of_proof(proof, derivation.judgement) == net
    assert proof.term == net.term
    assert proof.type is derivation.judgement.goal


@given(derivations())
def test_the_context_of_the_conclusion_is_the_words_with_their_types(derivation: Derivation):
    judgement = derivation.judgement
    found = context(deduce(net_of(derivation.term, judgement)))
    assert [leaf.position for leaf, _ in found] == list(range(1, len(judgement.types) + 1))
    assert [leaf.text for leaf, _ in found] == list(judgement.words)
    assert tuple(type_ for _, type_ in found) == judgement.types


@given(derivations())
def test_the_context_of_a_step_has_the_words_before_the_hypotheses(derivation: Derivation):
    for step in steps(deduce(net_of(derivation.term, derivation.judgement))):
        kinds = [isinstance(leaf, Variable) for leaf, _ in context(step)]
        assert kinds == sorted(kinds)
        positions = [leaf.position for leaf, _ in context(step) if isinstance(leaf, Word)]
        assert positions == sorted(positions)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("◇d a ⊢ a", ["◇E", "axiom"]),
        ("□m a ⊢ a", ["□E", "axiom"]),
        ("a ⊢ ◇d a", ["◇I", "axiom"]),
        ("a ⊢ □m a", ["□I", "axiom"]),
        ("□m a ⊢ □m a", ["axiom"]),
        ("□m a ⊢ □k a", ["□I", "□E", "axiom"]),
        ("◇d □m a ⊢ ◇d □m a", ["axiom"]),
        ("◇e □m a ⊢ ◇d □m a", ["◇I", "◇E", "axiom"]),
        ("⊢ ◇d a ⊸ a", ["⊸I", "◇E", "axiom"]),
    ],
)
def test_marks_are_introduced_and_eliminated_where_types_differ(text: str, rules: list[str]):
    judgement = parse_judgement(text)
    (net,) = proofs(judgement)
    assert [step.rule for step in steps(deduce(net))] == rules
    check_proof(deduce(net), judgement)


def test_a_proof_need_not_be_normal():
    judgement = parse_judgement("f:a ⊸ b, c:a ⊢ b")
    f = Proof("axiom", (), Word("f", 1), judgement.types[0])
    c = Proof("axiom", (), Word("c", 2), judgement.types[1])
    redex = apply(discharge(0, apply(f, variable(0, "a")), "a ⊸ b"), c)
    check_proof(redex, judgement)
    assert str(net_of_proof(redex, judgement).term) == "f c"


def replaced(proof: Proof, old: Proof, new: Proof) -> Proof:
    """A proof with one of its steps exchanged for another, and the terms below it made to fit."""
    if proof is old:
        return new
    premises = tuple(replaced(premise, old, new) for premise in proof.premises)
    match proof.term:
        case Application():
            term = Application(premises[0].term, premises[1].term)
        case Abstraction(number, _, label):
            term = Abstraction(number, premises[0].term, label)
        case Modal(rule, label, _):
            term = Modal(rule, label, premises[0].term)
        case leaf:
            term = leaf
    return replace(proof, premises=premises, term=term)


def test_a_proof_with_any_step_of_another_type_is_refused():
    proof = deduce(net_of(TERM, JUDGEMENT))
    check_proof(proof, JUDGEMENT)
    for step in steps(proof):
        with pytest.raises(TermError):
            check_proof(replaced(proof, step, replace(step, type=parse_type("other"))), JUDGEMENT)


def test_a_proof_with_any_step_by_another_rule_is_refused():
    proof = deduce(net_of(TERM, JUDGEMENT))
    for step in steps(proof):
        for rule in {"axiom", "⊸E", "⊸I", "◇I", "◇E", "□I", "□E", "cut"} - {step.rule}:
            with pytest.raises(TermError, match=f"not a step by {rule}"):
                check_proof(replaced(proof, step, replace(step, rule=rule)), JUDGEMENT)


def test_a_proof_with_any_two_premises_swapped_is_refused():
    for step in steps(deduce(net_of(TERM, JUDGEMENT))):
        if step.rule == "⊸E":
            swapped = step.premises[::-1]
            for term in (step.term, Application(*(premise.term for premise in swapped))):
                with pytest.raises(TermError, match="not a step by ⊸E"):
                    Proof("⊸E", swapped, term, step.type)


def test_a_step_whose_term_is_not_that_of_its_premises_is_refused():
    proof = deduce(net_of(TERM, JUDGEMENT))
    with pytest.raises(TermError, match="not a step by ⊸E"):
        replace(proof, term=Application(proof.premises[1].term, proof.premises[0].term))


@pytest.mark.parametrize(
    ("judgement", "reason"),
    [
        (replace(JUDGEMENT, goal=parse_type("s")), "the proof is of np, not of s"),
        (replace(JUDGEMENT, words=(*JUDGEMENT.words, "a"), types=(*JUDGEMENT.types, parse_type("np"))), "every word"),
        (replace(JUDGEMENT, words=JUDGEMENT.words[:3], types=JUDGEMENT.types[:3]), "not a step by axiom: man : np"),
        (replace(JUDGEMENT, words=("a",) * 4), "not a step by axiom: die"),
        (replace(JUDGEMENT, types=JUDGEMENT.types[::-1]), "not a step by axiom"),
    ],
)
def test_a_proof_of_another_judgement_is_refused(judgement: Judgement, reason: str):
    with pytest.raises(TermError, match=reason):
        check_proof(deduce(net_of(TERM, JUDGEMENT)), judgement)


def test_a_hypothesis_that_is_not_discharged_is_refused():
    open_ = apply(apply(word("zien"), variable(0, "◇obj np")), variable(1, "◇su np"))
    judgement = Judgement(("", "", "zien"), JUDGEMENT.types[:3], parse_type("s"))
    with pytest.raises(TermError, match=r"not a step by axiom: (x|y)"):
        check_proof(open_, judgement)


def test_a_hypothesis_that_is_used_twice_or_never_is_refused():
    f = Proof("axiom", (), Word("f", 1), parse_type("a ⊸ a ⊸ b"))
    twice = discharge(0, apply(apply(f, variable(0, "a")), variable(0, "a")), "a ⊸ b")
    with pytest.raises(TermError, match="just once"):
        check_proof(twice, parse_judgement("f:a ⊸ a ⊸ b ⊢ a ⊸ b"))
    never = discharge(0, Proof("axiom", (), Word("f", 1), parse_type("b")), "a ⊸ b")
    with pytest.raises(TermError, match="just once"):
        check_proof(never, parse_judgement("f:b ⊢ a ⊸ b"))


def test_an_abstraction_with_a_label_that_its_type_does_not_have_is_refused():
    judgement = parse_judgement("f:◇obj a ⊸ b ⊢ ◇obj a ⊸ b")
    (net,) = proofs(judgement)
    proof = deduce(net)
    check_proof(proof, judgement)
    with pytest.raises(TermError, match="not a step by ⊸I"):
        replace(proof, term=replace(proof.term, label="su"))


def test_a_word_that_is_used_twice_is_refused():
    f = Proof("axiom", (), Word("f", 1), parse_type("a ⊸ a ⊸ b"))
    c = Proof("axiom", (), Word("c", 2), parse_type("a"))
    with pytest.raises(TermError, match="just once"):
        check_proof(apply(apply(f, c), c), parse_judgement("f:a ⊸ a ⊸ b, c:a ⊢ b"))


def test_a_word_of_another_text_is_no_word_of_the_judgement():
    """Two texts at one position are not two words: one of them would stand in for a word that is left out."""
    f, x = (
        Proof("axiom", (), Word(text, n), parse_type(t)) for text, n, t in (("f", 3, "np ⊸ np ⊸ s"), ("x", 1, "np"))
    )
    other = Proof("axiom", (), Word("anders", 1), parse_type("np"))
    with pytest.raises(TermError, match="not a step by axiom"):
        check_proof(apply(apply(f, x), other), parse_judgement("x:np, y:q, f:np ⊸ np ⊸ s ⊢ s"))
    with pytest.raises(TermError, match="not a step by axiom"):
        check_proof(x, parse_judgement("kat:np ⊢ np"))


@pytest.mark.parametrize("wrong", [0, 1])
def test_what_is_no_proof_and_what_is_no_judgement_is_refused(wrong: int):
    given: list[Any] = [word("ze"), parse_judgement("ze:np ⊢ np")]
    given[wrong] = SimpleNamespace(**{name: getattr(given[wrong], name) for name in given[wrong].__dataclass_fields__})
    with pytest.raises(TypeError, match="must be a"):
        check_proof(*given)


def test_a_hypothesis_that_is_discharged_elsewhere_is_refused():
    f = Proof("axiom", (), Word("f", 1), parse_type("(a ⊸ b) ⊸ a ⊸ c"))
    b = Proof("axiom", (), Word("b", 2), parse_type("b"))
    outside = apply(apply(f, discharge(0, b, "a ⊸ b")), variable(0, "a"))
    with pytest.raises(TermError, match="x is used outside the step that discharges it"):
        check_proof(outside, parse_judgement("f:(a ⊸ b) ⊸ a ⊸ c, b:b ⊢ c"))


def test_the_paper_s_rules_suffice_where_hypotheses_fill_the_roles_they_are_marked_for():
    rules = {step.rule for step in steps(deduce(net_of(TERM, JUDGEMENT)))}
    assert rules == {"axiom", "⊸E", "⊸I", "◇I", "□E"}


def test_deep_proofs_are_made_and_checked():
    names = ("start", *(f"v{i}" for i in range(5000)))
    judgement = Judgement(names, (parse_type("s"), *[parse_type("s ⊸ s")] * 5000), parse_type("s"))
    (net,) = proofs(Judgement(names[:2], judgement.types[:2], judgement.goal))
    term = net.term.argument
    for position in range(2, 5002):
        term = Application(Word(names[position - 1], position), term)
    net = net_of(term, judgement)
    assert net_of_proof(deduce(net), judgement) == net
