"""The words with their types, as an aligned table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from proofnets.derivation.analyses import Parse
from proofnets.render.sentences import readings, type_table, without_proof


def render_types(parses: Iterable[Parse]) -> Iterator[str]:
    """A table for every way in which the readings of a sentence type its tokens, the goal last."""
    for number, parse in enumerate(parses):
        tables = dict.fromkeys(map(type_table, readings(parse)))
        yield ("\n" if number else "") + ("\n".join(tables) or without_proof(parse))
