"""The decoder's vocabulary: the prefix symbols that occur in the data, with their counts, and five of its own.

A frame as the decoder writes it is [SOS], then for every token its type's symbols and [SEP], then the goal's symbols. A
token that brings no resource has `∅` for a type, and one that continues the word before it `+`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from proofnets.errors import ProofNetsError
from proofnets.logic import Type, atoms, prefix
from proofnets.treebank import Sample

PAD, SOS, SEP, NOTHING, MORE = "[PAD]", "[SOS]", "[SEP]", "∅", "+"
SPECIAL = (PAD, SOS, SEP, NOTHING, MORE)


@dataclass(frozen=True)
class Vocabulary:
    """Symbols by number; the special ones come first."""

    symbols: tuple[str, ...]
    counts: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.symbols)

    def number(self, symbol: str) -> int:
        """The number of a symbol."""
        try:
            return _numbers(self.symbols)[symbol]
        except KeyError:
            raise ProofNetsError(f"the symbol {symbol} does not occur in the training data") from None

    def __contains__(self, symbol: str) -> bool:
        return symbol in _numbers(self.symbols)


@lru_cache(maxsize=16)
def _numbers(symbols: tuple[str, ...]) -> dict[str, int]:
    return {symbol: number for number, symbol in enumerate(symbols)}


def vocabulary_of(samples: Iterable[Sample]) -> Vocabulary:
    """The vocabulary of a data set, the most frequent symbols first."""
    counts: Counter[str] = Counter()
    for sample in samples:
        counts.update(symbol for symbol, _ in frame_symbols(sample))
    special = {name: counts.pop(name, 0) for name in SPECIAL}
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return Vocabulary((*special, *(s for s, _ in ranked)), (*special.values(), *(n for _, n in ranked)))


def frame_symbols(sample: Sample) -> list[tuple[str, int]]:
    """The symbols of a sample's frame, each with the token that it types, counted from 1; 0 is the goal.

    [SOS] belongs to the first token, and each [SEP] to the token before it.
    """
    out = [(SOS, 1)]
    for token, entry in enumerate(sample.types, 1):
        out += [(symbol, token) for symbol in (*entry_symbols(entry), SEP)]
    return out + [(symbol, 0) for symbol in entry_symbols(sample.goal)]


def entry_symbols(entry: Type | str | None) -> Sequence[str]:
    """The symbols of what a token has: a type, `+` or nothing."""
    if entry is None:
        return (NOTHING,)
    return _prefix(entry) if isinstance(entry, Type) else (MORE,)


@lru_cache(maxsize=100_000)
def _prefix(type_: Type) -> tuple[str, ...]:
    return tuple(prefix(type_))


@lru_cache(maxsize=100_000)
def type_atoms(type_: Type, positive: bool) -> tuple[tuple[int, str, bool], ...]:
    """Where the atoms of a type are among its symbols, with their names and polarities."""
    places = [number for number, symbol in enumerate(_prefix(type_)) if symbol[0] not in "◇□⊸"]
    return tuple((place, name, sign) for place, (name, sign) in zip(places, atoms(type_, positive), strict=True))
