"""The dependency graph, as a table: a word, its role, and its head."""

from __future__ import annotations

from collections.abc import Sequence

from proofnets.logic import Net, dependencies
from proofnets.table import show_table, visible


def render_deps(nets: Sequence[Net]) -> str:
    """A table for every net, words by position."""
    return "\n".join(_table(net) + "\n" for net in nets)


def _table(net: Net) -> str:
    names = [visible(name) for name in net.frame.judgement.names]
    edges = dependencies(net.term)
    return show_table(
        [
            [str(e.dependent), names[e.dependent - 1], e.label, f"{e.head} {names[e.head - 1]}" if e.head else ""]
            for e in edges
        ]
    )
