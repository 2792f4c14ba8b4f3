"""What the decoder may write next: the grammar of types, and count invariance, symbol by symbol.

A frame in the making is a `State`. It knows which types are still due and with which polarity, and how often each atom
occurs more often positive than negative so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from proofnets.errors import ProofNetsError
from proofnets.logic import Type, arity, from_prefix

PAD, SOS, SEP, NOTHING, MORE = "[PAD]", "[SOS]", "[SEP]", "∅", "+"
LONGEST_TYPE = 80
"""The most symbols of a type."""

Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class State:
    """Where a frame has got to."""

    word: int = 1
    """The token that is being typed, counted from 1; 0 is the goal."""
    due: tuple[bool, ...] = (True,)
    """The polarities of the types that are due, the next one last."""
    length: int = 0
    """Symbols of the type so far."""
    balance: tuple[int, ...] = ()
    """How often each atom is positive less how often it is negative."""
    typed: bool = False
    """Whether a word has begun that the next token could continue."""


class Grammar:
    """The symbols of a model, and what each does to a state."""

    def __init__(self, symbols: Sequence[str]) -> None:
        self.symbols = tuple(symbols)
        number = {symbol: i for i, symbol in enumerate(self.symbols)}
        try:
            self.sos, self.sep, self.nothing, self.more = (number[s] for s in (SOS, SEP, NOTHING, MORE))
        except KeyError as error:
            raise ProofNetsError(f"the vocabulary has no symbol {error}") from None
        special = {number[s] for s in (PAD, SOS, SEP, NOTHING, MORE) if s in number}
        self.arity = [0 if i in special else arity(symbol) for i, symbol in enumerate(self.symbols)]
        self.atoms = [i for i in range(len(symbols)) if i not in special and self.arity[i] == 0]
        self.atom_index = {symbol: i for i, symbol in enumerate(self.atoms)}
        self._types = np.array([i not in special for i in range(len(symbols))])
        self._starts = self._types.copy()
        self._starts[self.nothing] = True
        self._continues = self._starts.copy()
        self._continues[self.more] = True
        self._atoms_only = np.array([i in self.atom_index for i in range(len(symbols))])
        self._only: list[Bools] = list(np.eye(len(symbols), dtype=np.bool_))

    def first(self) -> State:
        """The state behind [SOS]."""
        return State(balance=(0,) * len(self.atoms))

    def allowed(self, state: State, balanced: bool = True) -> Bools:
        """Which symbols may come next. If the frame must balance, the goal has no choice but what is left over."""
        if not state.due:
            return self._only[self.sep]
        if state.word == 0:
            if not balanced:
                return self._types
            return self._goal(state)
        if state.length == 0:
            return self._continues if state.typed else self._starts
        return self._types if state.length + len(state.due) < LONGEST_TYPE else self._atoms_only

    def _goal(self, state: State) -> Bools:
        """The one atom that is left over, if just one is; else nothing."""
        left = [i for i, count in enumerate(state.balance) if count]
        if len(left) == 1 and state.balance[left[0]] == 1:
            return self._only[self.atoms[left[0]]]
        return np.zeros(len(self.symbols), dtype=np.bool_)

    def after(self, state: State, symbol: int, words: int) -> State:
        """The state behind a symbol, in a sentence of so many tokens."""
        if symbol == self.sep:
            last = state.word == words
            return replace(state, word=0 if last else state.word + 1, due=(not last,), length=0)
        if symbol in (self.nothing, self.more):
            return replace(state, due=(), length=1, typed=state.typed and symbol == self.more)
        *rest, sign = state.due
        due = (*rest, sign, not sign) if self.arity[symbol] == 2 else (*rest, sign) if self.arity[symbol] else (*rest,)
        balance = state.balance
        if symbol in self.atom_index:
            place = self.atom_index[symbol]
            balance = (*balance[:place], balance[place] + (1 if sign else -1), *balance[place + 1 :])
        return State(state.word, due, state.length + 1, balance, True)

    def is_done(self, state: State) -> bool:
        """Whether the goal is typed."""
        return state.word == 0 and not state.due

    def entries(self, frame: Sequence[int]) -> tuple[list[Type | str | None], Type]:
        """What each token has, and the goal, from the numbers of a finished frame's symbols."""
        parts: list[list[str]] = [[]]
        for number in frame:
            if number == self.sep:
                parts.append([])
            elif number != self.sos:
                parts[-1].append(self.symbols[number])
        entries = [None if p == [NOTHING] else MORE if p == [MORE] else from_prefix(p) for p in parts[:-1]]
        return list(entries), from_prefix(parts[-1])
