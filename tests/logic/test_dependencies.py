import pytest
from hypothesis import given

from proofnets.logic import dependencies, net_of, parse_term
from tests.logic.derivations import Derivation, derivations


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


def test_what_depends_on_a_variable_at_the_top_depends_on_the_root():
    edges = dependencies(parse_term("λx.x ze^su"))
    assert [(edge.head, edge.dependent, edge.label) for edge in edges] == [(0, 1, "su")]


def test_deep_terms_have_graphs():
    text = " (".join(f"v{i}" for i in range(10_000)) + ")" * 9_999
    edges = dependencies(parse_term(text))
    assert [edge.head for edge in edges] == list(range(10_000))
