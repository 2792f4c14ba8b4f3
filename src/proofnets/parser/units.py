"""Multi-word units that are given: which tokens continue the unit before them is then no question for a decoder.

In the paper's data a unit such as *Den Haag* is one word, so its parser never had to find one. Ours does, unless it is
told: then a decoder's scores are those of a token's first symbol given that it continues a unit, or that it does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from proofnets.parser.decoding import Stepper
from proofnets.parser.grammar import Grammar
from proofnets.parser.inputs import Joined
from proofnets.parser.runtime import Encoded, Floats, Ints, Memory

_OPEN, _CONTINUES, _ALONE, _BEGINS = range(4)
"""What is known of a token: nothing; that it continues a unit; that it does not; and that another one continues it."""


def known_units(joined: Sequence[Joined | None], words: int) -> NDArray[np.int8] | None:
    """(sentences, 1 + words): what is known of each token; None if nothing is of any.

    >>> known_units([(False, False, True), None], 3).tolist()
    [[0, 2, 3, 1], [0, 0, 0, 0]]
    """
    if not any(joined):
        return None
    table = np.full((len(joined), 1 + words), _OPEN, dtype=np.int8)
    for row, flags in zip(table, joined, strict=True):
        for token, (continues, continued) in enumerate(pairwise((*flags, False)) if flags else (), 1):
            row[token] = _CONTINUES if continues else _BEGINS if continued else _ALONE
    return table


class UnitAware:
    """A decoder that keeps to the units that are given."""

    def __init__(self, decoder: Stepper, grammar: Grammar) -> None:
        self.decoder = decoder
        self._excluded = np.zeros((4, len(grammar.symbols)), dtype=np.bool_)
        self._excluded[_CONTINUES] = np.arange(len(grammar.symbols)) != grammar.more
        self._excluded[[_ALONE, _BEGINS], grammar.more] = True
        self._excluded[_BEGINS, grammar.nothing] = True

    def sees(self, encoded: Encoded) -> Encoded:
        """What it needs of encoded sentences."""
        return self.decoder.sees(encoded)

    def first_cache(self, rows: int) -> Memory:
        """The memory of no symbols."""
        return self.decoder.first_cache(rows)

    def step(self, symbols: Ints, lengths: Ints, typed: Ints, seen: Encoded, cache: Memory) -> tuple[Floats, Memory]:
        """The scores of what may follow each symbol; what no token begins with that is in such a place has none."""
        scores, grown = self.decoder.step(symbols, lengths, typed, seen, cache)
        if seen.units is not None:
            begins = (lengths == 0) & (typed > 0)
            known = np.where(begins, np.take_along_axis(seen.units, typed, 1), _OPEN)
            scores = np.where(self._excluded[known], np.float32(-np.inf), scores)
        return scores, grown
