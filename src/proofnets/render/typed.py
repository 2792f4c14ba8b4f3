"""The term with the words' types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from proofnets.derivation.analyses import Parse
from proofnets.logic import show_term
from proofnets.render.sentences import Proved, in_turn
from proofnets.table import in_lines


def render_typed(parses: Iterable[Parse]) -> Iterator[str]:
    """Every reading's term in a line, each word with its type behind it."""
    return in_turn(parses, _lines, between="")


def _lines(readings: Sequence[Proved]) -> str:
    return in_lines("".join(show_term(net.term, net.frame.judgement.types) + "\n" for net, _ in readings))
