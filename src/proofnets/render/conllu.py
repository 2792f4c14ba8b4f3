"""The dependency graph in CoNLL-U."""

from __future__ import annotations

from collections.abc import Sequence

from proofnets.logic import Net, dependencies
from proofnets.table import on_one_line


def render_conllu(nets: Sequence[Net]) -> str:
    """A CoNLL-U sentence for every net; types stand in the last column, the term in a comment."""
    return "".join(_sentence(net) for net in nets)


def _sentence(net: Net) -> str:
    judgement = net.frame.judgement
    names = [on_one_line(name) for name in judgement.names]
    edges = {edge.dependent: edge for edge in dependencies(net.term)}
    lines = [f"# text = {' '.join(names)}", f"# goal = {judgement.goal}", f"# term = {on_one_line(str(net.term))}"]
    for number, (name, type_) in enumerate(zip(names, judgement.types, strict=True), 1):
        edge = edges[number]
        lines.append("\t".join([str(number), name, *"____", str(edge.head), edge.label, "_", f"Type={type_}"]))
    return "\n".join(lines) + "\n\n"
