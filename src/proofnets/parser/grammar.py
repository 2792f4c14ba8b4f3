"""What the decoder may write next: the grammar of types, and count invariance, symbol by symbol.

Frames in the making are rows of `States`. A row knows how many types are still due and with which polarities, and how
much more often each atom has occurred positive than negative so far. Tokens are typed in turn, from the first to the
last or backwards; finished frames are always spelled from the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from proofnets.errors import ProofNetsError
from proofnets.logic import Type, arity, from_prefix
from proofnets.treebank.spelling import MORE, NOTHING, SEP, SOS, SPECIAL

LONGEST_TYPE = 60
"""The most symbols of a type: polarities of what is due are bits of one number."""

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class States:
    """Where frames have got to, a row each."""

    turn: Ints
    """Which of the tokens, in the order in which they are typed, is being typed, counted from 1; 0 is the goal."""
    due: Ints
    """How many types are still due before that of the token is complete."""
    signs: Ints
    """Their polarities as bits, the next one lowest: 1 is positive."""
    length: Ints
    """Symbols of the type so far."""
    balance: Ints
    """(rows, atoms): how often each atom is positive less how often it is negative."""
    begun: Bools
    """Whether a word has begun that the next token could continue; backwards, that it must belong to."""
    broken: Bools
    """Whether what was written is no frame; never so under the grammar."""

    def take(self, rows: Ints | Bools) -> States:
        """Some of the rows."""
        return States(
            self.turn[rows],
            self.due[rows],
            self.signs[rows],
            self.length[rows],
            self.balance[rows],
            self.begun[rows],
            self.broken[rows],
        )


class Grammar:
    """The symbols of a model, and what each does to a state."""

    def __init__(self, symbols: Sequence[str], backwards: bool = False) -> None:
        self.symbols, self.backwards = tuple(symbols), backwards
        self.numbers = {symbol: number for number, symbol in enumerate(self.symbols)}
        try:
            self.sos, self.sep, self.nothing, self.more = (self.numbers[s] for s in (SOS, SEP, NOTHING, MORE))
        except KeyError as error:
            raise ProofNetsError(f"the vocabulary has no symbol {error}") from None
        self.arity = np.array([-1 if symbol in SPECIAL else arity(symbol) for symbol in self.symbols])
        self.atoms = np.flatnonzero(self.arity == 0)
        self.is_atom = self.arity == 0
        self._place = np.cumsum(self.is_atom) - 1  # of an atom's count in the balance
        types, nothing, more, sep = (
            self.arity >= 0,
            *np.eye(len(symbols), dtype=np.bool_)[[self.nothing, self.more, self.sep]],
        )
        self._masks = np.stack([sep, types, self.is_atom, types | nothing, types | nothing | more, types | more])
        self._anything = types | nothing | more | sep
        self._ends = self._anything & (self.arity <= 0)

    def first(self, rows: int) -> States:
        """The states behind [SOS]."""
        ones, no = np.ones(rows, dtype=np.int64), np.zeros(rows, dtype=np.bool_)
        balance = np.zeros((rows, len(self.atoms)), dtype=np.int64)
        return States(ones, ones, ones, np.zeros_like(ones), balance, no, no)

    def allowed(self, states: States, words: Ints, balanced: bool, late: Bools) -> Bools:
        """(rows, symbols): which may come next, in sentences of so many tokens; where it is late, nothing that goes on.

        If frames must balance, the last token cannot be completed but so that one atom is left over, and the goal has
        no choice but that atom.
        """
        in_type = np.where(states.length + states.due + 1 < LONGEST_TYPE, 1, 2)
        if self.backwards:  # the first token cannot continue a word, and what is begun must be brought to an end
            last = states.turn == words
            at_start = np.where(states.begun, np.where(last, 1, 5), np.where(last, 3, 4))
        else:
            at_start = np.where(states.begun, 4, 3)
        kinds = np.where(states.length > 0, in_type, np.where(states.turn == 0, 1, at_start))
        allowed = self._masks[np.where(states.due == 0, 0, kinds)]
        allowed[late] &= self._ends
        if balanced:
            self._balance_last(states, words, allowed)
            goal = np.flatnonzero((states.turn == 0) & (states.due > 0))
            allowed[goal] = False
            allowed[goal[:, None], self.atoms] = states.balance[goal] == 1  # the others are zero
        return allowed

    def _balance_last(self, states: States, words: Ints, allowed: Bools) -> None:
        """Forbid what would complete the last token's type without balancing the frame."""
        rows = np.flatnonzero((states.turn == words) & (states.due == 1))
        if len(rows) == 0:
            return
        balance, sign = states.balance[rows], (2 * (states.signs[rows] & 1) - 1)[:, None]
        size, total = np.abs(balance).sum(1), balance.sum(1)
        fits = (size[:, None] - np.abs(balance) + np.abs(balance + sign) == 1) & (total[:, None] + sign == 1)
        allowed[rows[:, None], self.atoms] &= fits
        allowed[rows[:, None], [self.nothing, self.more]] &= ((size == 1) & (total == 1))[:, None]

    def free(self, late: Bools) -> Bools:
        """(rows, symbols): what may come next if the grammar is not kept; where it is late, nothing."""
        free: Bools = self._anything & ~late[:, None]
        return free

    def after(self, states: States, symbols: Ints, words: Ints) -> States:
        """The states behind one more symbol each, in sentences of so many tokens."""
        arity, separates = self.arity[symbols], symbols == self.sep
        marks = (symbols == self.nothing) | (symbols == self.more)
        sign = states.signs & 1
        rest = states.signs >> 1
        signs = np.where(arity == 2, (rest << 2) | (sign << 1) | (1 - sign), np.where(arity == 1, states.signs, rest))
        last = states.turn >= words
        balance = states.balance.copy()
        atoms = np.flatnonzero(self.is_atom[symbols])
        balance[atoms, self._place[symbols[atoms]]] += 2 * sign[atoms] - 1
        misplaced = marks & ((states.length > 0) | (states.turn == 0))
        if self.backwards:
            misplaced |= np.where(symbols == self.more, last, (symbols == self.nothing) & states.begun)
            begun = np.where(separates, states.begun, symbols == self.more)
        else:
            misplaced |= (symbols == self.more) & ~states.begun
            begun = np.where(marks, states.begun & (symbols == self.more), states.begun | ~separates)
        too_much = (states.due <= 0) | (states.length >= LONGEST_TYPE) | misplaced
        wrong = np.where(separates, (states.due != 0) | (states.turn == 0), too_much)
        return States(
            np.where(separates, np.where(last | (states.turn == 0), 0, states.turn + 1), states.turn),
            np.where(separates, 1, np.where(marks, 0, states.due - 1 + np.maximum(arity, 0))),
            np.where(separates, np.where(last, 0, 1), signs),
            np.where(separates, 0, states.length + 1),
            balance,
            begun,
            states.broken | wrong,
        )

    def is_done(self, states: States) -> Bools:
        """Whether the goal is typed, or nothing good can come any more."""
        done: Bools = (states.turn == 0) & ((states.due <= 0) | states.broken)
        return done

    def tokens(self, turns: Ints, words: Ints) -> Ints:
        """The tokens that are typed in these turns, counted from 1, in sentences of so many; 0 is the goal."""
        return np.where(turns > 0, words + 1 - turns, 0) if self.backwards else turns

    def turned(self, frame: Sequence[int]) -> tuple[int, ...]:
        """A finished frame with its tokens in the other order, or the same frame if they are typed from the first."""
        if not self.backwards:
            return tuple(frame)
        types: list[list[int]] = [[]]
        for symbol in frame[1:]:
            types[-1].append(symbol)
            if symbol == self.sep:
                types.append([])
        return (frame[0], *(symbol for type_ in types[-2::-1] for symbol in type_), *types[-1])

    def balance_of(self, symbols: Sequence[int]) -> Ints:
        """What the symbols of a token's type add to the balance."""
        balance, due = np.zeros(len(self.atoms), dtype=np.int64), [True]
        for symbol in symbols:
            sign = due.pop()
            if self.arity[symbol] == 2:
                due += [sign, not sign]
            elif self.arity[symbol] == 1:
                due.append(sign)
            elif self.is_atom[symbol]:
                balance[self._place[symbol]] += 1 if sign else -1
        return balance

    def spelled(self, frame: Sequence[int]) -> tuple[int, ...]:
        """The token that each symbol of a finished frame types, counted from 1; 0 is the goal."""
        typed, word = [], 1
        for symbol in frame:
            typed.append(word)
            word += symbol == self.sep
        return tuple(0 if token == word else token for token in typed)

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
