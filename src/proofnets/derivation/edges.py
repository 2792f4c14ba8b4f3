"""Edges: the dependencies of a term between the tokens of a sentence, as treebanks and CoNLL-U have them."""

from __future__ import annotations

from proofnets.derivation.derivations import Derivation, units
from proofnets.logic import Dependency, Term, dependencies

UNIT_LABEL = "mwp"
"""The label of a further token of a multi-word unit."""
NOTHING_LABEL = "punct"
"""The label of a token that brings nothing."""


def word_edges(derivation: Derivation, term: Term) -> list[Dependency]:
    """The dependencies of a term, by dependent; a word of several tokens goes by its first."""
    first = {0: 0} | {word: unit[0] for word, unit in units(derivation).items()}
    return [Dependency(first[edge.head], first[edge.dependent], edge.label) for edge in dependencies(term)]


def token_edges(derivation: Derivation, term: Term) -> list[Dependency]:
    """The same, and within a word of several tokens from its first to the others."""
    within = [Dependency(unit[0], token, UNIT_LABEL) for unit in units(derivation).values() for token in unit[1:]]
    return sorted(word_edges(derivation, term) + within, key=lambda edge: edge.dependent)


def edge_of_every_token(derivation: Derivation, term: Term) -> list[Dependency]:
    """One edge for every token: what brings nothing hangs on the root, as punctuation does in CoNLL-U.

    >>> from proofnets.derivation.derivations import net
    >>> from proofnets.logic import parse_type
    >>> given = Derivation(("Den", "Haag", "!"), (parse_type("np"), "+", None), parse_type("np"), ((0, 1),))
    >>> [(edge.head, edge.dependent, edge.label) for edge in edge_of_every_token(given, net(given).term)]
    [(0, 1, 'root'), (1, 2, 'mwp'), (1, 3, 'punct')]
    """
    edges = {edge.dependent: edge for edge in token_edges(derivation, term)}
    root = next((edge.dependent for edge in edges.values() if not edge.head), 0)
    tokens = range(1, len(derivation.tokens) + 1)
    return [edges.get(token) or Dependency(root, token, NOTHING_LABEL) for token in tokens]
