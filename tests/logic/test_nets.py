import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofnets.errors import ProofNetsError, StructureError, TermError
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
    Net,
    Variable,
    Word,
    alpha_equal,
    check_linear,
    eta_long,
    net_of,
    normalise,
    parse_judgement,
    parse_term,
    show_term,
    strip,
)
from proofnets.logic.terms import words
from tests.logic.derivations import Derivation, beta_expanded, derivations, matchings, random_frame, structures
from tests.logic.switchings import is_net


def verified(frame: Frame, links: tuple[Link, ...]) -> Net | None:
    try:
        return Net(frame, links)
    except StructureError:
        return None


def test_verify_agrees_with_danos_and_regnier_on_every_structure_of_random_frames():
    right = wrong = 0
    for seed in range(4000):
        frame = random_frame(seed)
        for links in matchings(frame):
            net = verified(frame, links)
            assert (net is not None) == is_net(frame, links), (str(frame.judgement), links)
            right, wrong = right + (net is not None), wrong + (net is None)
    assert right > 4000
    assert wrong > 10000


@given(structures(links=9))
def test_verify_agrees_with_danos_and_regnier_on_larger_structures(structure):
    frame, links = structure
    assert (verified(frame, links) is not None) == is_net(frame, links)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("a ⊢ a", 1),
        ("⊢ a ⊸ a", 1),
        ("⊢ (a ⊸ a) ⊸ a ⊸ a", 1),
        ("⊢ (a ⊸ a ⊸ b) ⊸ a ⊸ a ⊸ b", 2),
        ("⊢ (a ⊸ a) ⊸ (a ⊸ a) ⊸ a ⊸ a", 2),
        ("(a ⊸ a) ⊸ b ⊢ b", 1),
        ("(a ⊸ b) ⊸ c, b, a ⊸ c ⊸ d ⊢ d", 0),
        ("a ⊸ a ⊢ b ⊸ b", 0),
        ("((a ⊸ a) ⊸ a) ⊸ a ⊢ ((a ⊸ a) ⊸ a) ⊸ a", 3),
        ("a, a, ◇x a ⊸ □y a ⊸ s ⊢ ◇z s", 2),
        ("a, a, a ⊸ a ⊸ a, a ⊸ a ⊢ a", 6),
    ],
)
def test_all_matchings_of_fixed_judgements(text: str, count: int):
    frame = Frame(parse_judgement(text))
    right = [links for links in matchings(frame) if verified(frame, links)]
    assert right == [links for links in matchings(frame) if is_net(frame, links)]
    assert len(right) == count


@given(derivations(size=12))
def test_a_derivation_and_the_term_of_its_net_are_the_same(derivation: Derivation):
    net = net_of(derivation.term, derivation.judgement)
    assert alpha_equal(net.term, derivation.term)
    assert net_of(net.term, derivation.judgement) == net
    assert Net(net.frame, reversed(net.links)) == net


@given(structures())
def test_nets_and_terms_correspond(structure):
    frame, links = structure
    net = verified(frame, links)
    if net is not None:
        assert net_of(net.term, frame.judgement) == net


def test_different_nets_of_a_frame_have_different_terms():
    for seed in range(500):
        frame = random_frame(seed)
        nets = [net for links in matchings(frame) if (net := verified(frame, links))]
        assert len({str(strip(net.term)) for net in nets}) == len(nets)


@given(derivations())
def test_the_term_of_a_net_uses_every_word_once_and_is_normal(derivation: Derivation):
    judgement = derivation.judgement
    term = net_of(derivation.term, judgement).term
    check_linear(term)
    assert sorted(word.position for word in words(term)) == list(range(1, len(judgement.types) + 1))
    assert all(word.text == judgement.words[word.position - 1] for word in words(term))
    assert normalise(term) == term


@given(derivations(), st.integers(0, 2**32))
def test_net_of_normalises_and_puts_back_what_was_left_out(derivation: Derivation, seed: int):
    judgement, term = derivation
    net = net_of(term, judgement)
    assert net_of(strip(term), judgement) == net
    assert net_of(beta_expanded(term, seed), judgement) == net
    assert net_of(beta_expanded(strip(term), seed), judgement) == net
    assert eta_long(net.term, judgement) == net.term


@given(derivations())
def test_net_of_reads_the_printed_term(derivation: Derivation):
    judgement, term = derivation
    net = net_of(term, judgement)
    for text in (str(term), str(strip(term)), show_term(term, judgement.types), show_term(term, latex=True)):
        assert net_of(parse_term(text, judgement.words), judgement) == net


@pytest.mark.parametrize(
    ("judgement", "short", "long"),
    [
        ("die:◇body(◇su np ⊸ s) ⊸ np, slaapt:◇su np ⊸ s ⊢ np", "die slaapt", "die (λxˢᵘ.slaapt x)ᵇᵒᵈʸ"),
        ("f:(a ⊸ b) ⊸ c ⊢ (a ⊸ b) ⊸ c", "f", "λx.f (λy.x y)"),
        ("f:((a ⊸ b) ⊸ c) ⊸ d ⊢ ((a ⊸ b) ⊸ c) ⊸ d", "f", "λx.f (λy.x (λz.y z))"),
        ("f:a ⊸ b, g:(a ⊸ b) ⊸ c ⊢ c", "(λx.g x) f", "g (λx.f x)"),
        ("v:□m(a ⊸ a), w:a ⊢ □m a", "v w", "▴m(v_m w)"),
        ("v:□m(a ⊸ a) ⊢ □m(a ⊸ a)", "v", "▴m(λx.v_m x)"),
        ("v:□m a ⊢ □m a", "▴m(v_m)", "v"),
        ("v:◇m a ⊢ ◇m a", "▿m(v)^m", "v"),
        ("v:◇m a ⊢ ◇k a", "v", "▿m(v)ᵏ"),
    ],
)
def test_eta_long_forms(judgement: str, short: str, long: str):
    parsed = parse_judgement(judgement)
    term = eta_long(parse_term(short, parsed.words), parsed)
    assert str(term) == long
    assert eta_long(term, parsed) == term


@pytest.mark.parametrize(
    ("judgement", "links", "reason"),
    [
        ("a, a ⊸ s ⊢ s", [(0, 1), (2, 4)], "no such link: 2–4, the atoms are numbered 0 to 3"),
        ("a, a ⊸ s ⊢ s", [(-4, 1), (2, 3)], "no such link: -4–1, the atoms are numbered 0 to 3"),
        ("a, a ⊸ s ⊢ s", [(1, 0), (2, 3)], "wrong polarity: 1–0 must go from a positive atom to a negative one"),
        ("a, a ⊸ s ⊢ s", [(0, 2), (2, 3)], "wrong polarity: 0–2 must go from a positive atom to a negative one"),
        ("a, f:a ⊸ s ⊢ s", [(2, 1), (0, 3)], "unequal atoms: s 2 of 'f' cannot be linked to a 1 of 'f'"),
        ("a, a ⊸ a ⊢ a", [(0, 1), (0, 3)], "linked twice: a 0 of 'w1'"),
        ("a, f:a ⊸ a ⊢ a", [(0, 1), (2, 1)], "linked twice: a 1 of 'f'"),
        ("a, a ⊸ s ⊢ s", [(0, 1), (0, 1), (2, 3)], "linked twice: a 0 of 'w1'"),
        ("a, a ⊸ s ⊢ s", [(0, 1)], "not linked: s 2 of 'w2'"),
        ("a, a ⊸ s ⊢ s", [], "not linked: a 0 of 'w1'"),
        ("a, a ⊢ a", [(0, 2)], "the atoms do not balance: a occurs 2 times positive and 1 time negative"),
        ("s, vaak:s ⊸ s ⊢ s", [(0, 3), (2, 1)], "not connected: the goal does not reach 'vaak'"),
        (
            "p:a ⊸ a, q:a ⊸ a, a ⊢ a",
            [(1, 2), (3, 0), (4, 5)],
            "not connected: the goal does not reach 'p', 'q'",
        ),
        (
            "f:((a ⊸ a) ⊸ b) ⊸ c, b ⊢ c",
            [(1, 0), (4, 2), (3, 5)],
            "not connected: the goal does not reach every hypothesis",
        ),
        (
            "f:(a ⊸ b) ⊸ c, b, g:a ⊸ c ⊸ d ⊢ d",
            [(0, 4), (3, 1), (2, 5), (6, 7)],
            "out of scope: the hypothesis a of an argument of 'f', a ⊸ b, is used outside it",
        ),
    ],
)
def test_verify_says_why_it_refuses_a_structure(judgement: str, links: list[Link], reason: str):
    with pytest.raises(StructureError) as caught:
        Net(Frame(parse_judgement(judgement)), links)
    assert str(caught.value) == reason


def test_a_long_list_of_unreached_words_is_cut():
    words = ", ".join(f"v{i}:s ⊸ s" for i in range(9))
    frame = Frame(parse_judgement(f"s, {words} ⊢ s"))
    links = [(0, 19), *((2 * i + 2, 2 * i + 1) for i in range(9))]
    with pytest.raises(StructureError, match=r"does not reach 'v0', 'v1', 'v2', 'v3', 'v4' and 4 more$"):
        Net(frame, links)


@pytest.mark.parametrize(
    ("judgement", "term", "reason"),
    [
        ("ze:pron, slapen:◇su pron ⊸ s ⊢ s", "slapen ze^obj", "marked obj by ◇I is no ◇su pron"),
        ("ze:pron, slapen:pron ⊸ s ⊢ s", "slapen ze^su", "marked su by ◇I is no pron"),
        ("de:□det(n ⊸ np), man:n ⊢ np", "de_mod man", "□E mod does not apply to a □det"),
        ("de:n ⊸ np, man:n ⊢ np", "de_det man", "□E det does not apply to a n ⊸ np"),
        ("x1:◇d a ⊢ a", '▿e("x1")', "◇E e does not apply to a ◇d a"),
        ("a:np, b:np ⊸ s ⊢ s", "a b", "a np takes no argument"),
        ("a:np ⊢ np", "λx.a x", "a function is no np"),
        ("a:np, b:n ⊸ s ⊢ s", "b a", "np is given where n is due"),
        ("a:np, b:np ⊸ np ⊸ s ⊢ s", "b a", "is given where s is due"),
        ("a:np, b:np ⊸ s, c:s ⊸ s ⊢ s", "b a", "balance|not linked|not connected"),
        ("f:◇obj a ⊸ b ⊢ ◇obj a ⊸ b", "λx^su.f x", "su"),
        ("f:a ⊸ b ⊢ a ⊸ b", "λx^su.f x", "su"),
        ("a:np, b:np ⊸ np ⊸ s ⊢ s", "b₂ a₁ a₁", "a is used twice"),
        ("f:a ⊸ b ⊢ a ⊸ b", "λx.f y", "y is not bound"),
        ("f:a ⊸ a ⊸ b ⊢ a ⊸ b", "λx.f x x", "x is used twice"),
        ("f:b ⊢ a ⊸ b", "λx.f", "x is bound but not used"),
    ],
)
def test_net_of_says_why_it_refuses_a_term(judgement: str, term: str, reason: str):
    with pytest.raises(ProofNetsError, match=reason):
        net_of(parse_term(term, parse_judgement(judgement).words), parse_judgement(judgement))


def test_net_of_refuses_a_word_that_the_judgement_does_not_have():
    with pytest.raises(TermError, match="c is not word 3 of the judgement"):
        net_of(parse_term("b₂ c₃"), parse_judgement("a:np, b:np ⊸ s ⊢ s"))


def check_deep(judgement: Judgement, links: list[Link]) -> None:
    net = Net(Frame(judgement), links)
    text = str(net.term)
    assert net_of(net.term, judgement).links == net.links
    assert net_of(parse_term(text, judgement.words), judgement).links == net.links
    assert net_of(strip(net.term), judgement).term == net.term


def test_a_chain_of_twenty_thousand_atoms_is_a_net():
    s, count = Atom("s"), 10_000
    names = ("start", *(f"v{i}" for i in range(count)))
    judgement = Judgement(names, (s, *[Implication(s, s)] * count), s)
    check_deep(judgement, [(2 * i, 2 * i + 1) for i in range(count + 1)])


@pytest.mark.parametrize("side", ["left", "right", "modal"])
def test_types_nested_ten_thousand_deep_have_nets(side: str):
    a = Atom("a")
    type_ = a
    for number in range(10_000):
        if side == "left":
            type_ = Implication(type_, a)
        elif side == "right":
            type_ = Implication(a, type_)
        else:
            type_ = (Diamond, Box)[number % 2]("m", type_)
    judgement = Judgement(("f",), (type_,), type_)
    net = net_of(Word("f", 1), judgement)
    check_deep(judgement, list(net.links))
    assert len(net.links) == (1 if side == "modal" else 10_001)


def test_a_deep_structure_that_is_wrong_is_refused():
    a = Atom("a")
    type_ = a
    for _ in range(10_000):
        type_ = Implication(type_, a)
    frame = Frame(Judgement(("f",), (type_,), type_))
    links = list(net_of(Word("f", 1), frame.judgement).links)
    (p, n), (q, m) = links[100], links[5000]
    links[100], links[5000] = (q, n), (p, m)
    assert verified(frame, tuple(links)) is None


def test_terms_with_shadowed_variables_are_read_right():
    judgement = parse_judgement("f:(a ⊸ a) ⊸ a ⊸ b ⊢ a ⊸ b")
    term = Abstraction(0, Application(Application(Word("f", 1), Abstraction(0, Variable(0))), Variable(0)))
    assert str(net_of(term, judgement).term) == "λx.f (λy.y) x"
