"""Extraction: dependency trees to samples, verified.

read → normalise → derive → link → verify, one module a step.
"""

from __future__ import annotations

from proofnets.derivation.derivations import Entry
from proofnets.errors import ProofNetsError
from proofnets.logic import Frame, Judgement, Net
from proofnets.logic.nets import links_of_term
from proofnets.treebank.alpino import Tree
from proofnets.treebank.derive import Derived
from proofnets.treebank.graph import graph_of
from proofnets.treebank.normalise import ExtractionError, normalise
from proofnets.treebank.samples import Sample


def extract(tree: Tree) -> Sample:
    """The sample of a tree: one derivation of all its words."""
    derivation = _derive(tree)
    types = tuple(type_ for type_ in derivation.types if type_ is not None)
    if len(types) != len(derivation.words):
        raise ProofNetsError("a word was left out")
    names = tuple(" ".join(tree.tokens[t] for t in word.tokens) for word in derivation.words)
    frame = Frame(Judgement(names, types, derivation.goal))
    net = Net(frame, links_of_term(frame, derivation.term))
    entries: list[Entry] = [None] * len(tree.tokens)
    for word, type_ in zip(derivation.words, types, strict=True):
        for token in word.tokens:
            entries[token] = "+"
        entries[word.tokens[0]] = type_
    return Sample(tree.tokens, tuple(entries), derivation.goal, net.links, id=tree.id)


def _derive(tree: Tree) -> Derived:
    """Derive a tree; what its conjuncts do not share in a uniform way, they do not share, and each goes without it."""
    forgotten: frozenset[int] = frozenset()
    while True:
        try:
            return Derived(normalise(graph_of(tree), forgotten))
        except ExtractionError as error:
            if error.index is None or error.index in forgotten:
                raise
            forgotten |= {error.index}
