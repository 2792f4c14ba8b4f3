"""Edges between tokens, held against the dependencies of the term between words."""

from hypothesis import given

from proofnets.derivation import edge_of_every_token, net, token_edges, units, word_edges
from proofnets.derivation.edges import NOTHING_LABEL, UNIT_LABEL
from proofnets.logic import dependencies
from proofnets.treebank import Sample
from tests.treebank.random_samples import samples


@given(samples())
def test_every_token_has_one_edge_and_words_have_those_of_the_term(sample: Sample) -> None:
    term, words = net(sample).term, units(sample)
    first = {0: 0} | {word: unit[0] for word, unit in words.items()}
    between = [(first[edge.head], first[edge.dependent], edge.label) for edge in dependencies(term)]
    assert [(edge.head, edge.dependent, edge.label) for edge in word_edges(sample, term)] == between
    edges = edge_of_every_token(sample, term)
    assert [edge.dependent for edge in edges] == list(range(1, len(sample.tokens) + 1))
    for edge, entry in zip(edges, sample.types, strict=True):
        assert (edge.label == NOTHING_LABEL) == (entry is None)
        if entry == "+":
            assert edge.label == UNIT_LABEL
            assert edge.dependent in next(unit for unit in words.values() if unit[0] == edge.head)
    assert [edge for edge in edges if edge.label != NOTHING_LABEL] == token_edges(sample, term)
