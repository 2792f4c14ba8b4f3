"""What the decoder may write next: the grammar of types, and count invariance, symbol by symbol.

The grammar is an automaton over symbols. Where the type of a token has got to is one number: the polarities of the
types that are still due, as bits below a leading 1, the next one lowest. `np ⊸ s` begins at 0b11 (one type, positive),
is at 0b110 behind its `⊸` (next a negative one, then a positive one), at 0b11 behind `np`, and complete at 0b1. Around
this are the few states in which a token begins or has ended. So all that the grammar knows is one table, and frames in
the making are rows of `States`, which also know how much more often each atom has occurred positive than negative.

Tokens are typed in turn, from the first to the last or backwards; finished frames are always spelled from the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from proofnets.derivation.derivations import Derivation
from proofnets.derivation.spelling import MORE, NOTHING, SEP, SOS, SPECIAL, entry_of
from proofnets.errors import ProofNetsError
from proofnets.logic import arity, from_prefix

LONGEST_TYPE = 60
"""The most symbols of a type."""
LONGEST_LAST_TYPE = 15
"""The most symbols of the type that is written last, if it has to bring the frame into balance. Of the treebank's first
and last tokens, one in ten thousand has more; and a decoder that must balance what is out of balance wanders."""
MOST_DUE = 10
"""The most types that may be due at a time. The treebank's types need six."""
SYMBOLS_A_WORD = 5
"""Frames have no more symbols for each token so far than this, and some to spare: of the treebank's, one in a thousand
has more. Beams that wander cost the square of what they write, so from there on types can only be brought to an end."""
SPARE_SYMBOLS = 60

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

_BROKEN = 0
"""What was written is no frame; never so under the grammar."""
_FREE, _TIED = 1, 2
"""A token begins. It is tied to its neighbour that was typed before it if that is a word that it may continue or,
backwards, a continuation of which it must be the word or a continuation too."""
_ENDED_FREE, _ENDED_TIED = 3, 4
"""A token is complete, and behind [SEP] the next one is free or tied."""
_INSIDE = 3
"""Added to the bits of what is due."""
_GOAL = _INSIDE + 0b10


@dataclass(frozen=True, slots=True)
class States:
    """Where frames have got to, a row each. It is one table, so that taking rows is one copy."""

    table: Ints

    @property
    def turn(self) -> Ints:
        """Which of the tokens, in the order in which they are typed, is being typed, counted from 1; 0 is the goal."""
        return self.table[:, 0]

    @property
    def words(self) -> Ints:
        """How many tokens the sentence has."""
        return self.table[:, 1]

    @property
    def state(self) -> Ints:
        """The automaton's state."""
        return self.table[:, 2]

    @property
    def length(self) -> Ints:
        """Symbols of the type so far."""
        return self.table[:, 3]

    @property
    def balance(self) -> Ints:
        """(rows, atoms): how often each atom is positive less how often it is negative."""
        return self.table[:, 4:]

    def take(self, rows: Ints | slice) -> States:
        """Some of the rows."""
        return States(self.table[rows])


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
        self.is_atom = self.arity == 0
        self.atoms = np.flatnonzero(self.is_atom)
        self._place = 4 + np.cumsum(self.is_atom) - 1  # of an atom's count in the table of states
        self._following = self._automaton()
        self._masks = self._following != _BROKEN
        bits = np.arange(len(self._following)) - _INSIDE
        self._sign = np.where(bits > 1, 2 * (bits & 1) - 1, 0)
        self._sign[[_FREE, _TIED]] = 1
        self._due = np.zeros(len(bits), dtype=np.int64)
        self._due[_INSIDE + 2 :] = np.floor(np.log2(bits[_INSIDE + 2 :]))
        self._due[[_FREE, _TIED]] = 1
        self._anything = self.arity >= 0
        self._anything[[self.nothing, self.more, self.sep]] = True
        self._ends = self._anything & (self.arity <= 0)

    def _automaton(self) -> NDArray[np.int16]:
        """(states, symbols): the state behind each symbol."""
        table = np.zeros((_INSIDE + 2 ** (MOST_DUE + 1), len(self.symbols)), dtype=np.int16)
        due = np.arange(2, 2 ** (MOST_DUE + 1))
        rest, sign = due >> 1, due & 1
        complete = _ENDED_FREE if self.backwards else _ENDED_TIED
        opened = (rest << 2) + 1 + sign  # the argument, of the other polarity, before the result
        inside = table[_INSIDE + 2 :]
        inside[:, self.arity == 0] = np.where(rest > 1, _INSIDE + rest, complete)[:, None]
        inside[:, self.arity == 1] = (_INSIDE + due)[:, None]
        inside[:, self.arity == 2] = np.where(opened <= due[-1], _INSIDE + opened, _BROKEN)[:, None]
        table[[_FREE, _TIED]] = table[_INSIDE + 0b11]
        table[[_FREE, _TIED], self.nothing] = _ENDED_FREE, _BROKEN if self.backwards else _ENDED_FREE
        table[[_FREE, _TIED], self.more] = _ENDED_TIED if self.backwards else _BROKEN, _ENDED_TIED
        table[[_ENDED_FREE, _ENDED_TIED], self.sep] = _FREE, _TIED
        return table

    def first(self, words: Sequence[int]) -> States:
        """The states behind [SOS], of sentences of so many tokens."""
        table = np.zeros((len(words), 4 + len(self.atoms)), dtype=np.int64)
        table[:, 0], table[:, 1], table[:, 2] = 1, words, _FREE
        return States(table)

    def allowed(self, states: States, balanced: bool, position: int | Ints) -> Bools:
        """(rows, symbols): which may come next, behind so many symbols of the frame.

        If frames must balance, the last token cannot be completed but so that one atom is left over, and the goal has
        no choice but that atom.
        """
        allowed: Bools = self._masks[states.state]
        if len(allowed) == 0:
            return allowed
        if states.length.max() + MOST_DUE + 1 >= LONGEST_TYPE:
            long = states.length + self._due[states.state] + 1 >= LONGEST_TYPE
            allowed[long] &= self._ends
        if np.max(position) > SPARE_SYMBOLS:
            allowed[is_late(states, position)] &= self._ends
        last = states.turn == states.words
        if self.backwards and last.any():  # the first token cannot continue a word
            allowed[last, self.more] = False
        if balanced and (last.any() or not states.turn.all()):
            self._balance(states, last, allowed)
        return allowed

    def _balance(self, states: States, last: Bools, allowed: Bools) -> None:
        """Forbid what cannot balance the frame any more: in the last token's type, and as the goal."""
        due = self._due[states.state]
        rows = np.flatnonzero(last & (due > 0))
        balance, due_here, left = states.balance[rows], due[rows], LONGEST_LAST_TYPE - states.length[rows]
        size, total = np.abs(balance).sum(1), balance.sum(1)
        missing = np.where(
            (balance > 0).any(1), size - 1, size + 1
        )  # so many atoms at least, to leave one for the goal
        allowed[rows[missing > (left + due_here) // 2]] = False  # not even if every second symbol is one
        allowed[rows[left <= due_here]] &= self._ends
        closing = np.flatnonzero(due_here == 1)
        rows, balance, size, total = rows[closing], balance[closing], size[closing], total[closing]
        sign = self._sign[states.state[rows]][:, None]
        fits = (size[:, None] - np.abs(balance) + np.abs(balance + sign) == 1) & (total[:, None] + sign == 1)
        allowed[rows[:, None], self.atoms] &= fits
        allowed[rows[:, None], [self.nothing, self.more]] &= ((size == 1) & (total == 1))[:, None]
        goal = np.flatnonzero((states.turn == 0) & (due > 0))
        allowed[goal] = False
        allowed[goal[:, None], self.atoms] = states.balance[goal] == 1  # the others are zero

    def free(self, states: States, position: int) -> Bools:
        """(rows, symbols): what may come next if the grammar is not kept; where it is late, nothing."""
        free: Bools = self._anything & ~is_late(states, position)[:, None]
        return free

    def after(self, states: States, symbols: Ints) -> States:
        """The states behind one more symbol each."""
        table = states.table.copy()
        turn, words, state, length = states.turn, states.words, states.state, states.length
        separates, last = symbols == self.sep, turn == words
        following = np.where(separates & last, _GOAL, self._following[state, symbols])
        wrong = (state == _BROKEN) | (separates & (self._due[state] > 0)) | (length >= LONGEST_TYPE) & ~separates
        if self.backwards:
            wrong |= last & (symbols == self.more)
        table[:, 0] = np.where(separates, np.where(last | (turn == 0), 0, turn + 1), turn)
        table[:, 2] = np.where(wrong, _BROKEN, following)
        table[:, 3] = np.where(separates, 0, length + 1)
        atoms = np.flatnonzero(self.is_atom[symbols])
        table[atoms, self._place[symbols[atoms]]] += self._sign[state[atoms]]
        return States(table)

    def along(self, states: States, symbols: Sequence[int]) -> States:
        """The states behind each of several symbols that follow one state, under the grammar: a row a symbol.

        It says the same as `after`, symbol by symbol, in a fraction of the time.
        """
        turn, words, state, length = states.table[0, :4].tolist()
        table = np.zeros((len(symbols), states.table.shape[1]), dtype=np.int64)
        for row, symbol in enumerate(symbols):
            if symbol == self.sep:
                turn, state, length = (0, _GOAL, 0) if turn == words else (turn + 1, self._next(state, symbol), 0)
            else:
                if self.is_atom[symbol]:
                    table[row, self._place[symbol]] = self._sign[state]
                state, length = self._next(state, symbol), length + 1
            table[row, :4] = turn, words, state, length
        table[:, 4:] = states.balance[0] + table[:, 4:].cumsum(0)
        return States(table)

    def _next(self, state: int, symbol: int) -> int:
        return int(self._following[state, symbol])

    def is_done(self, states: States) -> Bools:
        """Whether the goal is typed, or nothing good can come any more."""
        done: Bools = (states.turn == 0) & (states.state <= _ENDED_TIED)
        return done

    def is_frame(self, states: States) -> Bools:
        """Of states that are done: whether what was written is a frame."""
        frame: Bools = states.state != _BROKEN
        return frame

    def has_ended(self, states: States) -> Bools:
        """Whether a token's type is complete, so that nothing but [SEP] can follow."""
        ended: Bools = (states.state == _ENDED_FREE) | (states.state == _ENDED_TIED)
        return ended & (states.turn > 0)

    def tokens(self, turns: Ints, words: Ints) -> Ints:
        """The tokens that are typed in these turns, counted from 1, in sentences of so many; 0 is the goal."""
        return np.where(turns > 0, words + 1 - turns, 0) if self.backwards else turns

    def turned(self, frame: Sequence[int]) -> tuple[int, ...]:
        """A finished frame with its tokens in the other order, or the same frame if they are typed from the first."""
        if not self.backwards:
            return tuple(frame)
        *types, goal = self.types(frame)
        return (frame[0], *(symbol for type_ in reversed(types) for symbol in (*type_, self.sep)), *goal)

    def turned_logs(self, frame: Sequence[int], logs: NDArray[np.float64]) -> NDArray[np.float64]:
        """Numbers of the symbols behind [SOS], in the order in which `turned` has the symbols."""
        if not self.backwards:
            return logs
        ends = np.flatnonzero(np.array(frame[1:]) == self.sep) + 1
        *types, goal = np.split(logs, ends)
        return np.concatenate([*reversed(types), goal])

    def types(self, frame: Sequence[int]) -> list[tuple[int, ...]]:
        """The symbols of each token's type, and last those of the goal, which an unfinished frame does not have yet."""
        types: list[list[int]] = [[]]
        for symbol in frame[1:]:
            if symbol == self.sep:
                types.append([])
            else:
                types[-1].append(symbol)
        return [tuple(type_) for type_ in types]

    def spellings(self, frame: Sequence[int]) -> list[str]:
        """The type of each token, and last the goal, of a finished frame, each as one text."""
        return [" ".join(self.symbols[number] for number in type_) for type_ in self.types(frame)]

    def by_token(self, written: Sequence[int], words: int) -> list[tuple[int, ...]]:
        """The symbols of each token's type, from the first token on, as far as they are written in this order."""
        types = self.types(written)[:words]
        types += [()] * (words - len(types))
        return types[::-1] if self.backwards else types

    def balance_of(self, symbols: Sequence[int]) -> Ints:
        """What the symbols of a token's type add to the balance."""
        balance, state = np.zeros(4 + len(self.atoms), dtype=np.int64), _FREE
        for symbol in symbols:
            if self.is_atom[symbol]:
                balance[self._place[symbol]] += self._sign[state]
            state = self._next(state, symbol)
        return balance[4:]

    def spelled(self, frame: Sequence[int]) -> tuple[int, ...]:
        """The token that each symbol of a finished frame types, counted from 1; 0 is the goal."""
        typed, word = [], 1
        for symbol in frame:
            typed.append(word)
            word += symbol == self.sep
        return tuple(0 if token == word else token for token in typed)

    def derivation(self, words: Sequence[str], frame: Sequence[int]) -> Derivation:
        """What the numbers of a finished frame's symbols say of a sentence; there are no links yet."""
        *spelled, goal = ([self.symbols[number] for number in type_] for type_ in self.types(frame))
        return Derivation(tuple(words), tuple(map(entry_of, spelled)), from_prefix(goal), ())


def is_late(states: States, position: int | Ints) -> Bools:
    """Where so much is written that types should come to an end."""
    late: Bools = position > SYMBOLS_A_WORD * np.where(states.turn, states.turn, states.words) + SPARE_SYMBOLS
    return late
