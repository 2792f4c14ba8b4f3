"""Nets and dependencies as graphs of networkx: to search, to measure, to lay out, to write as GraphML and the like."""

from __future__ import annotations

from typing import Any

import networkx

from proofnets.derivation import Analysis, edge_of_every_token
from proofnets.errors import ProofNetsError
from proofnets.logic import Atom, Implication, Net, Type, dependencies


def net_graph(net: Net) -> Any:
    """A net as a `networkx.DiGraph`: the decomposition trees of all types, and the axiom links between their leaves.

    Nodes are the subformulas, numbered as in `net.frame.nodes`. Each has its `type` and whether it is `positive`; its
    `word` (a position from 1, or 0 for the goal), with the word's `form` or `⊢`; an atom has its `atom` index too.
    Edges have a `kind`: `argument` and `result` lead from an implication to its parts, `body` from a modality to what
    it marks, and `link` from a positive atom to a negative one. The graph has the `term`.
    """
    frame = net.frame
    forms = ("⊢", *frame.judgement.names)
    graph = networkx.DiGraph(term=str(net.term))
    for node, type_ in enumerate(frame.nodes):
        owner = frame.owners[node]
        graph.add_node(node, type=str(type_), positive=frame.positive[node], word=owner, form=forms[owner])
    for atom, node in enumerate(frame.atoms):
        graph.nodes[node]["atom"] = atom
    for node, type_ in enumerate(frame.nodes):
        if isinstance(type_, Implication):
            graph.add_edge(node, node + 1, kind="argument")
            graph.add_edge(node, frame.results[node], kind="result")
        elif not isinstance(type_, Atom):
            graph.add_edge(node, node + 1, kind="body")
    graph.add_edges_from(((frame.atoms[p], frame.atoms[n]) for p, n in net.links), kind="link")
    return graph


def dependency_graph(analysis: Analysis | Net) -> Any:
    """The dependencies of an analysis, over its tokens, or of a net, over its words, as a `networkx.DiGraph`.

    Nodes count from 1 in the order of the sentence and have their `form` and, if they have one, their `type`; node 0
    is outside of the sentence. Edges lead from a head to its dependent and have a `label`. Every token has one head, so
    the graph is a tree with the root 0: a token that continues a word depends on the word's first, by `mwp`, and one
    that brings nothing on the root of the sentence, by `punct`.
    """
    if isinstance(analysis, Net):
        forms, types = analysis.frame.judgement.names, list(map(str, analysis.frame.judgement.types))
        edges = dependencies(analysis.term)
    elif analysis.net is not None:
        forms = analysis.derivation.tokens
        types = [str(entry) if isinstance(entry, Type) else "" for entry in analysis.derivation.types]
        edges = edge_of_every_token(analysis.derivation, analysis.net.term)
    else:
        raise ProofNetsError("an analysis that is not proved has no dependencies: look at its `proved` first")
    graph = networkx.DiGraph()
    graph.add_node(0)
    for number, (form, type_) in enumerate(zip(forms, types, strict=True), 1):
        graph.add_node(number, form=form, **({"type": type_} if type_ else {}))
    graph.add_edges_from((edge.head, edge.dependent, {"label": edge.label}) for edge in edges)
    return graph
