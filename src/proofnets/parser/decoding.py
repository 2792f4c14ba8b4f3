"""Decoding: sentences to their most likely frames, by beam search over the model's step function.

All beams of all sentences of a batch take a step together; sentences that are done leave. Under the grammar no beam is
ever spent on what is no type, and none on a last token that leaves the frame unbalanced. Without it this is the paper's
own procedure: anything may be written, and what turns out to be no balanced frame is dropped at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from proofnets.parser.grammar import Bools, Grammar, Ints
from proofnets.parser.runtime import Encoded, Floats, Memory, taken

SYMBOLS_A_WORD = 5
"""Frames have no more symbols for each token so far than this, and some to spare: of the treebank's, one in a thousand
has more. Beams that wander cost the square of what they write, so from there on types can only be brought to an end."""
SPARE_SYMBOLS = 60
UNLIKELY = -7.0
"""Symbols whose log-probability is lower are not tried: a beam that has nothing better to go on with has taken a wrong
turn."""
MARGIN = 6.0
"""Frames whose log-probability is so much lower than that of the best are not gone on with: they seldom catch up."""


class Stepper(Protocol):
    """The part of a model that decoding needs."""

    def first_cache(self, rows: int) -> Memory:
        """The memory of no symbols."""

    def step(self, history: Ints, typed: Ints, encoded: Encoded, cache: Memory) -> tuple[Floats, Memory]:
        """The scores of what may follow (beams, length) symbols, and the memory with the last of them.

        `typed` is the word that the next symbol types.
        """


@dataclass(frozen=True, slots=True)
class DecodedFrame:
    """A finished frame: its symbols with [SOS], and its log-probability."""

    symbols: tuple[int, ...]
    score: float


@dataclass(frozen=True, slots=True)
class Constraints:
    """What a frame must be as it is written."""

    grammatical: bool = True
    """Whether only types are written; else anything is, and what is no frame is dropped at the end."""
    balanced: bool = True
    """Whether frames that do not balance are left out."""
    floor: float = UNLIKELY
    """The least log-probability of a symbol that is tried."""
    margin: float = MARGIN
    """How much less likely than the best frame another may become."""


def decode(
    model: Stepper, grammar: Grammar, encoded: Encoded, lengths: Sequence[int], width: int, constraints: Constraints
) -> list[list[DecodedFrame]]:
    """The best frames of every sentence, best first, `width` of them at most."""
    words = np.array(lengths, dtype=np.int64)
    finished: list[list[DecodedFrame]] = [[] for _ in lengths]
    bounds = np.full(len(lengths), -np.inf)  # what a beam must beat, once enough frames of its sentence are finished
    sentence = rows = np.arange(len(lengths))
    states, scores = grammar.first(len(lengths)), np.zeros(len(lengths))
    history = np.full((len(lengths), 1), grammar.sos, dtype=np.int64)
    current, cache = encoded, model.first_cache(len(lengths))
    while len(sentence):
        raw, cache = model.step(history, states.word, current, cache)
        log = log_softmax(raw)
        late = is_late(history.shape[1], states.word, words[sentence])
        if constraints.grammatical:
            allowed = grammar.allowed(states, words[sentence], constraints.balanced, late)
        else:
            allowed = grammar.free(late)
        totals = np.where(allowed & (log >= constraints.floor), scores[:, None] + log, -np.inf)
        parents, symbols, scores = _best(sentence, totals, width)
        sentence = sentence[parents]
        states = grammar.after(states.take(parents), symbols, words[sentence])
        history = np.concatenate([history[parents], symbols[:, None]], 1)
        done = grammar.is_done(states)
        good = done & ~states.broken
        if constraints.balanced:
            good &= ~states.balance.any(1)
        for row in np.flatnonzero(good):
            frames = finished[sentence[row]]
            frames.append(DecodedFrame(tuple(history[row].tolist()), float(scores[row])))
            if len(frames) >= width:
                bounds[sentence[row]] = sorted(frame.score for frame in frames)[-width]
        leading = np.full(len(lengths), -np.inf)
        np.maximum.at(leading, sentence, scores)
        near = scores >= leading[sentence] - constraints.margin
        alive = np.flatnonzero(~done & near & (scores > bounds[sentence]))
        states, scores, history, sentence = states.take(alive), scores[alive], history[alive], sentence[alive]
        if not np.array_equal(parents[alive], np.arange(len(cache[0]))):
            cache = taken(cache, parents[alive])
        if not np.array_equal(sentence, rows):
            current, rows = encoded.take(sentence), sentence
    return [sorted(frames, key=lambda frame: -frame.score)[:width] for frames in finished]


def is_late(position: int, token: Ints, words: Ints) -> Bools:
    """Where so much is written that types should come to an end."""
    late: Bools = position > SYMBOLS_A_WORD * np.where(token, token, words) + SPARE_SYMBOLS
    return late


def log_softmax(scores: Floats) -> NDArray[np.float64]:
    """Scores as log-probabilities, row by row."""
    shifted = scores.astype(np.float64) - scores.max(1, keepdims=True)
    result: NDArray[np.float64] = shifted - np.log(np.exp(shifted).sum(1, keepdims=True))
    return result


def _best(sentence: Ints, totals: NDArray[np.float64], width: int) -> tuple[Ints, Ints, NDArray[np.float64]]:
    """The `width` best continuations of every sentence: which row each continues, with which symbol, and its score."""
    count = min(width, totals.shape[1])
    symbols = np.sort(np.argpartition(-totals, count - 1, 1)[:, :count], 1)
    scores = np.take_along_axis(totals, symbols, 1)
    rows, columns = np.nonzero(scores > -np.inf)
    symbols, scores = symbols[rows, columns], scores[rows, columns]
    best = best_rows(sentence[rows], scores, width)
    return rows[best], symbols[best], scores[best]


def best_rows(sentence: Ints, scores: NDArray[np.float64], most: int) -> Ints:
    """The best rows of every sentence, so many at most: sentences in order, and the rows of each, best first."""
    order = np.lexsort((-scores, sentence))
    groups = sentence[order]
    return order[np.arange(len(order)) - np.searchsorted(groups, groups) < most]
