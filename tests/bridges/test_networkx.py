"""The graphs are what networkx says of them: forests with links between their leaves, and trees."""

from io import BytesIO

import pytest
from hypothesis import given

from proofnets.derivation import Analysis, Derivation
from proofnets.errors import ProofNetsError
from proofnets.logic import Net, dependencies, net_of, parse_judgement, parse_type, proofs
from proofnets.treebank.samples import Sample
from tests.bridges.tools import package
from tests.logic.derivations import Derivation as Proved
from tests.logic.derivations import derivations
from tests.treebank.random_samples import samples

ZE_SLAPEN = next(proofs(parse_judgement("ze:pron, slapen:◇su pron ⊸ s ⊢ s")))


def test_the_graph_of_a_small_net():
    package("networkx")
    from proofnets.bridges.networkx import net_graph

    graph = net_graph(ZE_SLAPEN)
    assert graph.graph["term"] == "slapen zeˢᵘ"
    assert graph.nodes[0] == {"type": "pron", "positive": True, "word": 1, "form": "ze", "atom": 0}
    assert graph.nodes[2] == {"type": "◇su pron", "positive": False, "word": 2, "form": "slapen"}
    assert graph.nodes[5]["form"] == "⊢"
    assert sorted(graph.edges(data="kind")) == [
        *((0, 3, "link"), (1, 2, "argument"), (1, 4, "result"), (2, 3, "body"), (4, 5, "link")),
    ]


@given(derivations())
def test_the_graph_of_a_net_gives_the_net_back(derivation: Proved):
    """There is a tree for every word and one for the goal, links hold them together, and the links make the net."""
    networkx = package("networkx")
    from proofnets.bridges.networkx import net_graph

    net = net_of(derivation.term, derivation.judgement)
    graph = net_graph(net)
    trees = networkx.DiGraph((a, b) for a, b, kind in graph.edges(data="kind") if kind != "link")
    trees.add_nodes_from(graph)
    assert networkx.is_branching(trees)
    assert networkx.number_weakly_connected_components(trees) == len(derivation.judgement.words) + 1
    assert networkx.is_weakly_connected(graph)
    atom = networkx.get_node_attributes(graph, "atom")
    links = [(atom[a], atom[b]) for a, b, kind in graph.edges(data="kind") if kind == "link"]
    assert Net(net.frame, links) == net
    networkx.write_graphml(graph, BytesIO())


@given(derivations())
def test_dependencies_of_a_net_are_a_tree(derivation: Proved):
    networkx = package("networkx")
    from proofnets.bridges.networkx import dependency_graph

    net = net_of(derivation.term, derivation.judgement)
    graph = dependency_graph(net)
    assert networkx.is_arborescence(graph)
    edges = {(edge.head, edge.dependent, edge.label) for edge in dependencies(net.term)}
    assert set(graph.edges(data="label")) == edges


@given(samples())
def test_dependencies_of_an_analysis_are_a_tree_over_its_tokens(sample: Sample):
    networkx = package("networkx")
    from proofnets.bridges.networkx import dependency_graph

    graph = dependency_graph(Analysis(sample, None))
    assert networkx.is_arborescence(graph)
    assert [graph.nodes[number]["form"] for number in range(1, len(graph))] == list(sample.tokens)
    for number, entry in enumerate(sample.types, 1):
        (label,) = (label for _, _, label in graph.in_edges(number, data="label"))
        assert (label == "mwp") == (entry == "+")
        assert (label == "punct") == (entry is None)
        assert ("type" in graph.nodes[number]) == (entry not in ("+", None))


def test_what_is_not_proved_has_no_graph():
    package("networkx")
    from proofnets.bridges.networkx import dependency_graph

    np = parse_type("np")
    with pytest.raises(ProofNetsError, match="not proved"):
        dependency_graph(Analysis(Derivation(("a", "b"), (np, np), np, ()), None))
