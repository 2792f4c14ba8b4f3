"""Writing: the frame that a decoder prefers, symbol by symbol the likeliest, for one sentence.

It is greedy decoding, but most symbols are guessed before the decoder is asked: [SEP] follows a type that is complete,
a type goes on as one that began in the same way, and where another decoder has typed the sentence already, this one
will mostly agree. A step of a decoder takes hardly longer for some symbols than for one, since most of its time goes
into reading its weights. So guesses are given to it together, and it tells how far they are what it would have written;
the first that is not is put right, and what was remembered of those after it is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from proofnets.deadline import Deadline
from proofnets.parser.decoding import Constraints, KnownHere, Logs, Path, Stepper, leant, log_softmax
from proofnets.parser.grammar import Grammar, States
from proofnets.parser.runtime import Encoded, shortened

LEAST_AHEAD, MOST_AHEAD = 6, 48
"""How many symbols are guessed at a time: guesses that turn out wrong are not free. Where all were right, twice as many
are guessed next, and where one was wrong, few."""

Type = tuple[int, ...]
"""The symbols of a token's type."""


@dataclass(slots=True)
class Guesses:
    """What a decoder will probably write."""

    types: Sequence[Type] = ()
    """In its own order, as far as there is any reason to expect them."""
    endings: dict[Type, Type] = field(default_factory=dict)
    """The type that a beginning led to when it last occurred."""

    def learn(self, types: Iterable[Type]) -> None:
        """Expect that what begins like these types goes on like them."""
        for type_ in types:
            for length in range(1, len(type_)):
                self.endings[type_[:length]] = type_

    def ending(self, begun: Type) -> list[int]:
        """What may follow the beginning of a type, up to the end of it."""
        return list(self.endings.get(begun, ())[len(begun) :])

    def after(self, turn: int, words: int, begun: Type, ended: bool, sep: int, most: int) -> list[int]:
        """What may follow the beginning of the type of this turn, in a sentence of so many words."""
        ahead: list[int] = []
        while 0 < turn <= words and len(ahead) < most:
            expected = self.types[turn - 1] if turn <= len(self.types) else ()
            rest = list(expected[len(begun) :]) if expected[: len(begun)] == begun else self.ending(begun)
            if not rest and not ended:
                break
            ahead += [sep] if ended else [*rest, sep]
            turn, begun, ended = turn + 1, (), False
        return ahead[:most]


def write(
    decoder: Stepper,
    grammar: Grammar,
    seen: Encoded,
    words: int,
    constraints: Constraints,
    guesses: Guesses,
    deadline: Deadline,
    start: Path | None = None,
    one_type: bool = False,
    known: KnownHere | None = None,
) -> tuple[Path, bool]:
    """The likeliest symbols in succession, and whether they are a finished frame.

    They are none at a dead end, where nothing that is allowed is likely enough, and when time is up. With a path to
    start from, its last symbol is the first that is new to the decoder. With `one_type` it stops where the type of the
    token is complete that the path leads into. If it is known what the words have had, it leans to that.
    """
    symbols = list(start.symbols) if start else [grammar.sos]
    tables = [start.states.table] if start else []
    logs = [start.log] if start else []
    cache = start.cache if start else decoder.first_cache(1)
    here = grammar.along(start.states.take(slice(-1, None)), symbols[-1:]) if start else grammar.first([words])
    begun, most_ahead = grammar.types(symbols)[-1], LEAST_AHEAD
    while True:
        ended = bool(grammar.has_ended(here)[0])
        finished = ended if one_type else bool(grammar.is_done(here)[0])
        if finished or deadline.passed:
            break
        if one_type:
            ahead = guesses.ending(begun)[:-1]  # what the last symbol of the type leads to is not asked
        else:
            ahead = guesses.after(int(here.turn[0]), words, begun, ended, grammar.sep, most_ahead)
        states = States(np.concatenate([here.table, grammar.along(here, ahead).table]))
        typed = grammar.tokens(states.turn, states.words)
        fed = np.array([symbols[-1], *ahead])
        raw, grown = decoder.step(fed[None], states.length[None], typed[None], seen, cache)
        log = log_softmax(raw[0])
        past = cache[1].shape[2]
        choices = preferred(grammar, states, log, constraints, [*symbols, *ahead], past + 1, known)
        right = 0
        while right < len(ahead) and choices[right] == ahead[right]:
            right += 1
        if ahead:
            most_ahead = min(2 * most_ahead, MOST_AHEAD) if right == len(ahead) else LEAST_AHEAD
        cache = shortened(grown, past + 1 + right)
        tables.append(states.table[: right + 1])
        logs.append(log[: right + 1])
        symbols += ahead[:right]
        if choices[right] < 0:
            break
        symbols.append(choices[right])
        here = grammar.along(states.take(slice(right, right + 1)), symbols[-1:])
        *complete, begun = grammar.types([grammar.sep, *begun, *symbols[-1 - right :]])
        guesses.learn(complete)
    if not tables:
        return Path(tuple(symbols), here.take(slice(0)), np.zeros((0, len(grammar.symbols))), cache), finished
    read = slice(len(symbols) - 1)
    return Path(tuple(symbols), States(np.concatenate(tables)[read]), np.concatenate(logs)[read], cache), finished


def preferred(
    grammar: Grammar,
    states: States,
    log: Logs,
    constraints: Constraints,
    written: Sequence[int],
    position: int,
    known: KnownHere | None = None,
) -> list[int]:
    """The likeliest symbol behind each of several states in succession, -1 if none is allowed and likely enough.

    The states are those behind the symbols that are written, the first one behind so many of them.
    """
    allowed = grammar.allowed(states, constraints.balanced, np.arange(position, position + len(log)))
    masked = np.where(allowed & (log >= constraints.floor), log, -np.inf)
    lean = masked
    if known:
        lean = leant(
            grammar,
            states,
            masked,
            lambda row: written[: position + row],
            lambda _, token, begun: known(token, begun),
        )
    choices = lean.argmax(1)
    symbols: list[int] = np.where(masked.max(1) > -np.inf, choices, -1).tolist()
    return symbols
