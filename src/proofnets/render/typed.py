"""The term with the words' types."""

from __future__ import annotations

from collections.abc import Sequence

from proofnets.logic import Net, show_term
from proofnets.table import in_lines


def render_typed(nets: Sequence[Net]) -> str:
    """Every net's term in a line, each word with its type behind it."""
    return in_lines("".join(show_term(net.term, net.frame.judgement.types) + "\n" for net in nets))
