"""The decoder's vocabulary: the prefix symbols that occur in the data, with their counts, and five of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from proofnets.derivation.spelling import SPECIAL, entry_symbols, frame_symbols
from proofnets.errors import ProofNetsError
from proofnets.logic import Type, atoms
from proofnets.treebank import Sample


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

    def after(self, earlier: Vocabulary) -> Vocabulary:
        """These symbols and counts, but numbered as in an earlier vocabulary, all of which is kept."""
        counts = dict.fromkeys(earlier.symbols, 0) | dict(zip(self.symbols, self.counts, strict=True))
        return Vocabulary(tuple(counts), tuple(counts.values()))

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


@lru_cache(maxsize=100_000)
def type_atoms(type_: Type, positive: bool) -> tuple[tuple[int, str, bool], ...]:
    """Where the atoms of a type are among its symbols, with their names and polarities."""
    places = [number for number, symbol in enumerate(entry_symbols(type_)) if symbol[0] not in "◇□⊸"]
    return tuple((place, name, sign) for place, (name, sign) in zip(places, atoms(type_, positive), strict=True))
