"""The paper's running example, from its figures: the derivation, the net, the tables and the dependency graph.

The paper's text gives `die` the type `◇body(◇obj pron ⊸ s_sub) ⊸ □mod(np ⊸ np)`; its figure of the net has
◇su for ◇obj.
"""

import pytest

from proofnets.logic import (
    Frame,
    Net,
    Table,
    deduce,
    dependencies,
    links_of,
    parse_judgement,
    prefix,
    proofs,
    show_term,
    strip,
    tables,
)
from proofnets.logic.deduction import steps

JUDGEMENT = parse_judgement(
    "De:□det(n ⊸ np), strategie:n, die:◇body(◇obj pron ⊸ s_sub) ⊸ □mod(np ⊸ np), ze:pron, "
    "volgen:◇obj pron ⊸ ◇su pron ⊸ s_sub, is:◇predc adj ⊸ ◇su np ⊸ s_main, eeuwenoud:adj ⊢ s_main"
)
LINKS = ((2, 0), (10, 4), (1, 5), (3, 8), (7, 9), (14, 11), (6, 12), (13, 15))


@pytest.fixture
def net():
    return Net(Frame(JUDGEMENT), LINKS)


def test_atoms_have_the_indices_names_and_polarities_of_the_figure():
    frame = Frame(JUDGEMENT)
    shown = " ".join(f"{frame.name(i)}{i}{'+' if frame.positive[node] else '-'}" for i, node in enumerate(frame.atoms))
    assert shown == (
        "n0- np1+ n2+ pron3+ s_sub4- np5- np6+ pron7+ pron8- pron9- s_sub10+ adj11- np12- s_main13+ adj14+ s_main15-"
    )


def test_there_are_two_nets_and_the_first_is_that_of_the_figure():
    found = proofs(JUDGEMENT)
    first, second = found
    assert first.links == LINKS
    assert set(second.links) ^ set(LINKS) == {(3, 8), (7, 9), (7, 8), (3, 9)}
    assert found.stopped is None
    assert str(second.term) == ("is eeuwenoudᵖʳᵉᵈᶜ ((die (λxᵒᵇʲ.volgen zeᵒᵇʲ ▿obj(x)ˢᵘ)ᵇᵒᵈʸ)_mod (De_det strategie))ˢᵘ")


def test_links_are_the_permutations_of_the_tables(net):
    shown = {table.atom: table for table in tables(net.frame, net.links)}
    assert shown == {
        "n": Table("n", (0,), (2,), ((1,),)),
        "adj": Table("adj", (11,), (14,), ((1,),)),
        "s_main": Table("s_main", (15,), (13,), ((1,),)),
        "s_sub": Table("s_sub", (4,), (10,), ((1,),)),
        "pron": Table("pron", (8, 9), (3, 7), ((1, 0), (0, 1))),
        "np": Table("np", (5, 12), (1, 6), ((1, 0), (0, 1))),
    }
    assert tuple(links_of(shown.values())) == LINKS


def test_term_is_that_of_the_derivation(net):
    assert str(net.term) == "is eeuwenoudᵖʳᵉᵈᶜ ((die (λxᵒᵇʲ.volgen x zeˢᵘ)ᵇᵒᵈʸ)_mod (De_det strategie))ˢᵘ"
    assert str(strip(net.term)) == "is eeuwenoud (die (λx.volgen x ze) (De strategie))"
    assert show_term(net.term, JUDGEMENT.types) == (
        "is::◇predc adj ⊸ ◇su np ⊸ s_main (eeuwenoud::adj)ᵖʳᵉᵈᶜ "
        "((die::◇body(◇obj pron ⊸ s_sub) ⊸ □mod(np ⊸ np) "
        "(λxᵒᵇʲ.volgen::◇obj pron ⊸ ◇su pron ⊸ s_sub x (ze::pron)ˢᵘ)ᵇᵒᵈʸ)_mod "
        "((De::□det(n ⊸ np))_det strategie::n))ˢᵘ"
    )


def test_dependency_graph_is_that_of_the_figure(net):
    assert [(edge.head, edge.dependent, edge.label) for edge in dependencies(net.term)] == [
        (2, 1, "det"),
        (6, 2, "su"),
        (2, 3, "mod"),
        (5, 4, "su"),
        (3, 5, "body"),
        (0, 6, "root"),
        (6, 7, "predc"),
    ]


def test_natural_deduction_is_that_of_the_figure(net):
    proof = deduce(net)
    assert [(step.rule, str(step.type)) for step in steps(proof)] == [
        ("⊸E", "s_main"),
        ("⊸E", "◇su np ⊸ s_main"),
        ("axiom", "◇predc adj ⊸ ◇su np ⊸ s_main"),
        ("◇I", "◇predc adj"),
        ("axiom", "adj"),
        ("◇I", "◇su np"),
        ("⊸E", "np"),
        ("□E", "np ⊸ np"),
        ("⊸E", "□mod(np ⊸ np)"),
        ("axiom", "◇body(◇obj pron ⊸ s_sub) ⊸ □mod(np ⊸ np)"),
        ("◇I", "◇body(◇obj pron ⊸ s_sub)"),
        ("⊸I", "◇obj pron ⊸ s_sub"),
        ("⊸E", "s_sub"),
        ("⊸E", "◇su pron ⊸ s_sub"),
        ("axiom", "◇obj pron ⊸ ◇su pron ⊸ s_sub"),
        ("axiom", "◇obj pron"),
        ("◇I", "◇su pron"),
        ("axiom", "pron"),
        ("⊸E", "np"),
        ("□E", "n ⊸ np"),
        ("axiom", "□det(n ⊸ np)"),
        ("axiom", "n"),
    ]
    assert proof.term == net.term


def test_frame_is_flattened_as_in_the_caption():
    sequence = ["[SOS]"]
    for type_ in JUDGEMENT.types:
        sequence += [*prefix(type_), "[SEP]"]
    sequence += prefix(JUDGEMENT.goal)
    assert " ".join(sequence) == (
        "[SOS] □det n np [SEP] n [SEP] ◇body ◇obj pron s_sub □mod np np [SEP] pron [SEP] ◇obj pron ◇su pron s_sub "
        "[SEP] ◇predc adj ◇su np s_main [SEP] adj [SEP] s_main"
    )
