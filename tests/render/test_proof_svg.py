"""The picture of a deduction has every step, the words at its leaves, and is cut where it is too wide."""

from __future__ import annotations

from math import inf

from hypothesis import given, settings
from hypothesis import strategies as st

from proofnets.logic import (
    Atom,
    Implication,
    Judgement,
    Net,
    Proof,
    Term,
    Type,
    Variable,
    Word,
    check_proof,
    deduce,
    net_of,
    parse_judgement,
    proofs,
)
from proofnets.logic.deduction import steps
from proofnets.logic.terms import Application
from proofnets.render.deduction import cut
from proofnets.render.labels import term_label, word_number
from proofnets.render.proof_svg import draw_proof
from tests.render.pictures import (
    NETS,
    SVG,
    check_layout,
    check_words,
    hostile,
    long_net,
    paper,
    parse,
    texts,
)


def contents(net: Net, **options: float) -> list[str]:
    return [text.content for text in texts(parse(draw_proof(net, **options)))]  # type: ignore[arg-type]


def test_the_papers_figure() -> None:
    found = contents(paper())
    assert found[0] == (
        "De strategie die ze volgen is eeuwenoud ⊢ "
        "is eeuwenoudpredc ((die (λxobj.volgen x zesu)body)mod (Dedet strategie))su : smain"
    )
    assert {"volgen", "[x]", "◇objpron ⊸ ◇supron ⊸ ssub", "□mod(np ⊸ np)", "◇objpron"} <= set(found)
    check_layout(parse(draw_proof(paper())))


@given(NETS, st.booleans())
@settings(max_examples=60)
def test_every_rule_that_was_used_is_named_and_every_hypothesis_marked(net: Net, terms: bool) -> None:
    root = parse(draw_proof(net, terms=terms, width=inf))
    names = " ".join("".join(text.itertext()) for text in root.iterfind(f".//{SVG}text[@class='name']"))
    proof = list(steps(deduce(net)))
    for rule in ("⊸E", "⊸I", "◇I", "◇E", "□I", "□E"):
        assert names.count(rule) == sum(step.rule == rule for step in proof)
    hypotheses = ["".join(r.text for r in term_label(s.term)) for s in proof if isinstance(s.term, Variable)]
    shown = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    for name in hypotheses:
        assert f"⊸I {name}" in names
        assert sum(text == f"[{name}]" or text.startswith(f"[{name}] : ") for text in shown) == 1


def test_with_terms_every_step_is_there() -> None:
    found = contents(paper(), terms=True, width=inf)
    proof = list(steps(deduce(paper())))
    assert sum(" : " in text for text in found) == len(proof)
    assert "volgen x : ◇supron ⊸ ssub" in found


@given(NETS, st.booleans(), st.sampled_from([300.0, 1200.0, inf]))
@settings(max_examples=60)
def test_nothing_lies_on_anything_else(net: Net, terms: bool, width: float) -> None:
    check_layout(parse(draw_proof(net, terms=terms, width=width)))


@given(st.data())
@settings(max_examples=30)
def test_every_word_can_be_found(data: st.DataObject) -> None:
    check_words(draw_proof, data)


@given(NETS, st.integers(0, 12))
@settings(max_examples=60)
def test_the_parts_make_up_the_proof(net: Net, limit: int) -> None:
    """Cut by the number of steps: with every lemma put in where its name is, the proof is what it was."""
    proof = deduce(net)
    parts = cut(proof, lambda part: sum(1 for _ in steps(part)), limit)
    lemmas = {part.name: part.proof for part in parts}

    def whole(step: Proof) -> Proof:
        if isinstance(step.term, Word) and not word_number(step.term):
            return whole(lemmas[step.term.text])
        premises = tuple(map(whole, step.premises))
        if not premises:
            return step
        match [premise.term for premise in premises]:
            case [function, argument]:
                return Proof(step.rule, premises, Application(function, argument), step.type)
            case [body]:
                fields = {name: getattr(step.term, name) for name in step.term.__slots__}
                return Proof(step.rule, premises, type(step.term)(**fields | {"body": body}), step.type)
        raise AssertionError

    again = whole(parts[-1].proof)
    check_proof(again, net.frame.judgement)
    assert again.term == proof.term
    assert len(lemmas) == len(parts)
    assert not lemmas.keys() & set(net.frame.judgement.names)


def test_a_long_deduction_fits_on_a_page() -> None:
    root = parse(draw_proof(long_net(40)))
    check_layout(root)
    assert float(root.attrib["width"]) < 1300
    root = parse(draw_proof(long_net(40), terms=True))
    assert float(root.attrib["width"]) < 1300


def test_hostile_words() -> None:
    for terms in (True, False):
        root = parse(draw_proof(hostile(), terms=terms))
        check_layout(root)
        assert any("<script>" in "".join(text.itertext()) for text in root.iter(f"{SVG}text"))


def test_one_word_and_none() -> None:
    assert contents(next(proofs(parse_judgement("ze:pron ⊢ pron")))) == ["ze ⊢ ze : pron", "ze"]
    assert contents(next(proofs(parse_judgement("⊢ np ⊸ np"))))[0] == "⊢ λx.x : np ⊸ np"


def test_deep_proofs() -> None:
    type_: Type = Atom("s")
    term: Term = Word("f", 1)
    count = 300
    for position in range(2, count + 2):
        type_ = Implication(Atom("n"), type_)
        term = Application(term, Word(f"w{position}", position))
    names = ("f", *(f"w{position}" for position in range(2, count + 2)))
    net = net_of(term, Judgement(names, (type_, *[Atom("n")] * count), Atom("s")))
    assert len(contents(net, width=inf)) > 3 * count
    parse(draw_proof(net, terms=True))
