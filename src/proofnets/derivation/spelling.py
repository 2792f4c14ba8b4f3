"""How the decoder spells a frame: [SOS], then for every token its type's symbols and [SEP], then the goal's symbols.

A token that brings no resource has `∅` for a type, and one that continues the word before it `+`. A decoder that goes
backwards spells the last token first; the goal comes last all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from proofnets.derivation.derivations import Derivation, Entry
from proofnets.logic import Type, from_prefix, prefix

PAD, SOS, SEP, NOTHING, MORE = "[PAD]", "[SOS]", "[SEP]", "∅", "+"
SPECIAL = (PAD, SOS, SEP, NOTHING, MORE)


def frame_symbols(derivation: Derivation, backwards: bool = False) -> list[tuple[str, int]]:
    """The symbols of a derivation's frame, each with the token that it types, counted from 1; 0 is the goal.

    [SOS] belongs to the token that is spelled first, and each [SEP] to the token before it.
    """
    order = list(enumerate(derivation.types, 1))[:: -1 if backwards else 1]
    out = [(SOS, len(order) if backwards else 1)]
    for token, entry in order:
        out += [(symbol, token) for symbol in (*entry_symbols(entry), SEP)]
    return out + [(symbol, 0) for symbol in entry_symbols(derivation.goal)]


def entry_symbols(entry: Entry) -> Sequence[str]:
    """The symbols of what a token has: a type, `+` or nothing."""
    if entry is None:
        return (NOTHING,)
    return _prefix(entry) if isinstance(entry, Type) else (MORE,)


def entry_of(symbols: Sequence[str]) -> Entry:
    """What a token has that these symbols stand for: the other way round.

    >>> from proofnets.logic import Atom
    >>> [entry_of(entry_symbols(entry)) for entry in (None, "+", Atom("np"))]
    [None, '+', parse_type('np')]
    """
    known: dict[tuple[str, ...], Entry] = {(NOTHING,): None, (MORE,): "+"}
    return known[spelled] if (spelled := tuple(symbols)) in known else from_prefix(spelled)


@lru_cache(maxsize=10_000)
def _prefix(type_: Type) -> tuple[str, ...]:
    return tuple(prefix(type_))
