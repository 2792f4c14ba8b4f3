"""How the decoder spells a frame: [SOS], then for every token its type's symbols and [SEP], then the goal's symbols.

A token that brings no resource has `∅` for a type, and one that continues the word before it `+`. A decoder that goes
backwards spells the last token first; the goal comes last all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from proofnets.logic import Type, prefix
from proofnets.treebank.samples import Sample

PAD, SOS, SEP, NOTHING, MORE = "[PAD]", "[SOS]", "[SEP]", "∅", "+"
SPECIAL = (PAD, SOS, SEP, NOTHING, MORE)


def frame_symbols(sample: Sample, backwards: bool = False) -> list[tuple[str, int]]:
    """The symbols of a sample's frame, each with the token that it types, counted from 1; 0 is the goal.

    [SOS] belongs to the token that is spelled first, and each [SEP] to the token before it.
    """
    order = list(enumerate(sample.types, 1))[:: -1 if backwards else 1]
    out = [(SOS, len(order) if backwards else 1)]
    for token, entry in order:
        out += [(symbol, token) for symbol in (*entry_symbols(entry), SEP)]
    return out + [(symbol, 0) for symbol in entry_symbols(sample.goal)]


def entry_symbols(entry: Type | str | None) -> Sequence[str]:
    """The symbols of what a token has: a type, `+` or nothing."""
    if entry is None:
        return (NOTHING,)
    return _prefix(entry) if isinstance(entry, Type) else (MORE,)


@lru_cache(maxsize=10_000)
def _prefix(type_: Type) -> tuple[str, ...]:
    return tuple(prefix(type_))
