"""The words with their types, as an aligned table."""

from __future__ import annotations

from collections.abc import Sequence

from proofnets.logic import Net
from proofnets.table import show_table, visible


def render_types(nets: Sequence[Net]) -> str:
    """A table for every judgement that the nets prove, the goal last."""
    judgements = dict.fromkeys(net.frame.judgement for net in nets)
    return "\n".join(
        show_table(
            [
                *([visible(name), str(type_)] for name, type_ in zip(j.names, j.types, strict=True)),
                ["⊢", str(j.goal)],
            ]
        )
        + "\n"
        for j in judgements
    )
