"""The dependency graph, as a table: a token, its role, and its head."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from proofnets.logic import Dependency, Net
from proofnets.parser.analyses import Parse
from proofnets.render.deps_svg import token_edges
from proofnets.render.sentences import Proved, in_turn
from proofnets.table import show_table, visible
from proofnets.treebank.samples import Sample


def render_deps(parses: Iterable[Parse]) -> Iterator[str]:
    """A table for every reading, tokens in their order."""
    return in_turn(parses, _tables)


def edge_of_every_token(net: Net, sample: Sample) -> list[Dependency]:
    """One edge for every token: what brings nothing hangs on the root, as punctuation does in CoNLL-U."""
    edges = {edge.dependent: edge for edge in token_edges(net, sample)}
    root = next((edge.dependent for edge in edges.values() if not edge.head), 0)
    return [edges.get(token) or Dependency(root, token, "punct") for token in range(1, len(sample.tokens) + 1)]


def _tables(readings: Sequence[Proved]) -> str:
    return "\n".join(_table(net, sample) + "\n" for net, sample in readings)


def _table(net: Net, sample: Sample) -> str:
    names = [visible(token) for token in sample.tokens]
    return show_table(
        [
            [str(e.dependent), names[e.dependent - 1], e.label, f"{e.head} {names[e.head - 1]}" if e.head else ""]
            for e in edge_of_every_token(net, sample)
        ]
    )
