"""The dependency graph, as a table: a token, its role, and its head."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from proofnets.derivation.analyses import Parse
from proofnets.derivation.derivations import Derivation
from proofnets.derivation.edges import edge_of_every_token
from proofnets.logic import Net
from proofnets.render.sentences import Proved, in_turn
from proofnets.table import show_table, visible


def render_deps(parses: Iterable[Parse]) -> Iterator[str]:
    """A table for every reading, tokens in their order."""
    return in_turn(parses, _tables)


def _tables(readings: Sequence[Proved]) -> str:
    return "\n".join(_table(net, sample) + "\n" for net, sample in readings)


def _table(net: Net, sample: Derivation) -> str:
    names = [visible(token) for token in sample.tokens]
    return show_table(
        [
            [str(e.dependent), names[e.dependent - 1], e.label, f"{e.head} {names[e.head - 1]}" if e.head else ""]
            for e in edge_of_every_token(sample, net.term)
        ]
    )
