import pytest
from hypothesis import given

from proofnets.logic import (
    Abstraction,
    Application,
    Modal,
    Term,
    Variable,
    Word,
    dependencies,
    eta_short,
    net_of,
    parse_judgement,
    parse_term,
    proofs,
)
from tests.logic.derivations import Derivation, derivations, random_derivation


@given(derivations(size=12))
def test_every_word_has_one_head_and_there_are_no_cycles(derivation: Derivation):
    edges = dependencies(net_of(derivation.term, derivation.judgement).term)
    positions = list(range(1, len(derivation.judgement.types) + 1))
    assert [edge.dependent for edge in edges] == positions
    heads = {edge.dependent: edge.head for edge in edges}
    assert set(heads.values()) <= {0, *positions}
    for position in positions:
        for _ in positions:
            position = heads.get(position, 0)
        assert position == 0


@given(derivations())
def test_an_edge_is_labelled_root_just_if_it_leaves_the_root_by_the_head(derivation: Derivation):
    for edge in dependencies(derivation.term):
        assert edge.label in ("root", "dep", "d", "m")
        assert edge.label != "root" or edge.head == 0


@pytest.mark.parametrize(
    ("sentence", "term", "edges"),
    [
        ("ze slapen", "slapen ze^su", "slapen-su>ze"),
        ("ze slapen", "slapen ze", "slapen-dep>ze"),
        ("slaapt", "slaapt", ""),
        ("ze slapen vaak", "vaak_mod (slapen ze^su)", "slapen-su>ze slapen-mod>vaak"),
        ("ze slapen heel vaak", "(heel_mod vaak)_mod (slapen ze^su)", "slapen-su>ze vaak-mod>heel slapen-mod>vaak"),
        # A determiner whose noun has a complement of its own: the complement belongs to the noun.
        ("de afspraak te komen", "de_det afspraak (te komen^body)^vc", "afspraak-det>de afspraak-vc>te te-body>komen"),
        # An argument that both conjuncts share is the coordinator's.
        (
            "Jan slaapt en droomt",
            "en (λx^su.slaapt x)^cnj (λx^su.droomt x)^cnj Jan^su",
            "en-su>Jan en-cnj>slaapt en-cnj>droomt",
        ),
        # Gapping: the second conjunct's head is a variable, so what depends on it depends on the coordinator.
        (
            "Jan ziet Piet en Kees Klaas",
            "en (λx.x Piet^obj Jan^su)^cnj (λx.x Klaas^obj Kees^su)^cnj ziet",
            "en-su>Jan en-dep>ziet en-obj>Piet en-su>Kees en-obj>Klaas",
        ),
        # A hypothesis in a relative clause is skipped.
        ("man die ze zien", "(die (λx^obj.zien x ze^su)^body)_mod man", "man-mod>die zien-su>ze die-body>zien"),
        # A hypothesis that is freed of one mark and given another is skipped as well.
        (
            "man die ze zien",
            "(die (λx^obj.zien ze^obj ▿obj(x)^su)^body)_mod man",
            "man-mod>die zien-obj>ze die-body>zien",
        ),
        # An adjunct that is an argument: its role is the one that it is given there.
        ("f g", "f ▴mod(λx.g x)^vc", "f-vc>g"),
        ("de man slaapt", "slaapt (de_det man)^su", "man-det>de slaapt-su>man"),
    ],
)
def test_hand_written_graphs(sentence: str, term: str, edges: str):
    words = sentence.split()
    found = dependencies(parse_term(term, words))
    shown = [f"{words[e.head - 1]}-{e.label}>{words[e.dependent - 1]}" for e in found if e.head]
    assert " ".join(shown) == edges
    (root,) = (edge for edge in found if edge.head == 0)
    assert root.label == "root"


def head(term: Term) -> Word | Variable:
    """The word or variable that the chain of applications starts from, below adjuncts."""
    match term:
        case Application(Modal("□E"), phrase):
            return head(phrase)
        case Application(function, _):
            return head(function)
        case Abstraction(_, body) | Modal(_, _, body):
            return head(body)
        case Word() | Variable():
            return term
    raise AssertionError(term)


def test_a_graph_has_one_root_just_if_its_head_is_a_word():
    with_root = without = 0
    for seed in range(400):
        judgement, derived = random_derivation(seed, size=4)
        term = net_of(derived, judgement).term
        top = head(eta_short(term))
        outermost = [edge for edge in dependencies(term) if edge.head == 0]
        if isinstance(top, Word):
            assert [(edge.dependent, edge.label) for edge in outermost] == [(top.position, "root")]
            with_root += 1
        else:
            assert "root" not in {edge.label for edge in outermost}
            assert bool(outermost) == bool(judgement.words)
            without += 1
    assert with_root > 100
    assert without > 20


@pytest.mark.parametrize(
    ("text", "edges"),
    [
        ("⊢ np ⊸ np", []),
        ("slaapt:◇su np ⊸ s ⊢ ◇su np ⊸ s", [(0, 1, "root")]),
        ("Jan:np, ziet:◇obj np ⊸ ◇su np ⊸ s ⊢ ◇obj np ⊸ s", [(2, 1, "su"), (0, 2, "root")]),
        # One adjunct is its own phrase, η-short; two have a head that is missing.
        ("oud:□mod(n ⊸ n) ⊢ n ⊸ n", [(0, 1, "root")]),
        ("oud:□mod(n ⊸ n), groot:□mod(n ⊸ n) ⊢ n ⊸ n", [(0, 1, "mod"), (0, 2, "mod")]),
        # A missing verb: its dependents are outermost, and what depends on these does not change.
        ("Jan:np ⊢ (◇su np ⊸ s) ⊸ s", [(0, 1, "su")]),
        ("Kees:np, Klaas:np ⊢ (◇obj np ⊸ ◇su np ⊸ s) ⊸ s", [(0, 1, "su"), (0, 2, "obj")]),
        ("de:□det(n ⊸ np), man:n ⊢ (◇su np ⊸ s) ⊸ s", [(2, 1, "det"), (0, 2, "su")]),
        ("Jan:np, vaak:□mod(s ⊸ s) ⊢ (◇su np ⊸ s) ⊸ s", [(0, 1, "su"), (0, 2, "mod")]),
    ],
)
def test_goals_that_are_functions(text: str, edges: list[tuple[int, int, str]]):
    net = next(proofs(parse_judgement(text), strict=True))
    assert [(edge.head, edge.dependent, edge.label) for edge in dependencies(net.term)] == edges


def test_deep_terms_have_graphs():
    text = " (".join(f"v{i}" for i in range(10_000)) + ")" * 9_999
    edges = dependencies(parse_term(text))
    assert [edge.head for edge in edges] == list(range(10_000))
