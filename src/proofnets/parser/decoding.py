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
    """What decoding needs: see `runtime.Decoder`."""

    def sees(self, encoded: Encoded) -> Encoded:
        """What it needs of encoded sentences."""

    def first_cache(self, rows: int) -> Memory:
        """The memory of no symbols."""

    def step(self, history: Ints, typed: Ints, seen: Encoded, cache: Memory) -> tuple[Floats, Memory]:
        """The scores of what may follow (beams, length) symbols, and the memory with the last of them.

        `typed` is the word that the next symbol types.
        """

    def scores(self, symbols: Ints, typed: Ints, seen: Encoded) -> Floats:
        """The scores of what may follow each of (frames, length) symbols, given those before it."""


@dataclass(frozen=True, slots=True)
class DecodedFrame:
    """A finished frame: its symbols with [SOS], from the first token on, and its log-probability."""

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


Voices = Sequence[tuple[Stepper, Grammar]]
"""The decoders of a model, each with the grammar of its own order."""


def decode_together(
    voices: Voices, encoded: Encoded, lengths: Sequence[int], width: int, constraints: Constraints
) -> list[list[DecodedFrame]]:
    """The best frames of every sentence by all decoders together, best first, `width` of them at most.

    Each finds frames by itself, and all judge each other's: the score of a frame is the mean of what they say of it.
    A decoder that goes on from a wrong type makes the rest fit to it; one that comes from the other end will not.
    """
    found = [decode(decoder, grammar, encoded, lengths, width, constraints) for decoder, grammar in voices]
    if len(voices) == 1:
        return found[0]
    said: list[dict[tuple[int, ...], list[float]]] = [{} for _ in lengths]
    for number, frames in enumerate(found):
        for row, mine in enumerate(frames):
            for frame in mine:
                said[row].setdefault(frame.symbols, [np.nan] * len(voices))[number] = frame.score
    for number, (decoder, grammar) in enumerate(voices):
        unjudged = [(row, key) for row, each in enumerate(said) for key in each if np.isnan(each[key][number])]
        for (row, symbols), score in zip(unjudged, judge(decoder, grammar, encoded, unjudged), strict=True):
            said[row][symbols][number] = score
    together = [[DecodedFrame(symbols, float(np.mean(scores))) for symbols, scores in each.items()] for each in said]
    return [sorted(frames, key=lambda frame: -frame.score)[:width] for frames in together]


def judge(
    decoder: Stepper, grammar: Grammar, encoded: Encoded, frames: Sequence[tuple[int, tuple[int, ...]]]
) -> list[float]:
    """The log-probabilities of finished frames, each with the row of its sentence."""
    if not frames:
        return []
    turned = [grammar.turned(symbols) for _, symbols in frames]
    longest = max(map(len, turned))
    symbols, typed = (np.zeros((len(frames), longest), dtype=np.int64) for _ in range(2))
    for row, frame in enumerate(turned):
        symbols[row, : len(frame)] = frame
        turns = np.array(grammar.spelled(frame))
        typed[row, : len(frame)] = grammar.tokens(turns, turns.max(keepdims=True))
    seen = decoder.sees(encoded).take(np.array([row for row, _ in frames]))
    log = log_softmax(decoder.scores(symbols[:, :-1], typed[:, 1:], seen))
    chosen = np.take_along_axis(log, symbols[:, 1:, None], 2)[..., 0]
    return np.where(symbols[:, 1:] != 0, chosen, 0.0).sum(1).tolist()  # type: ignore[no-any-return]


def decode(
    model: Stepper, grammar: Grammar, encoded: Encoded, lengths: Sequence[int], width: int, constraints: Constraints
) -> list[list[DecodedFrame]]:
    """The best frames of every sentence by one decoder, best first, `width` of them at most."""
    encoded = model.sees(encoded)
    words = np.array(lengths, dtype=np.int64)
    finished: list[list[DecodedFrame]] = [[] for _ in lengths]
    bounds = np.full(len(lengths), -np.inf)  # what a beam must beat, once enough frames of its sentence are finished
    sentence = rows = np.arange(len(lengths))
    states, scores = grammar.first(len(lengths)), np.zeros(len(lengths))
    history = np.full((len(lengths), 1), grammar.sos, dtype=np.int64)
    current, cache = encoded, model.first_cache(len(lengths))
    while len(sentence):
        raw, cache = model.step(history, grammar.tokens(states.turn, words[sentence]), current, cache)
        log = log_softmax(raw)
        late = is_late(history.shape[1], states.turn, words[sentence])
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
            frames.append(DecodedFrame(grammar.turned(history[row].tolist()), float(scores[row])))
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


def is_late(position: int, turn: Ints, words: Ints) -> Bools:
    """Where so much is written that types should come to an end."""
    late: Bools = position > SYMBOLS_A_WORD * np.where(turn, turn, words) + SPARE_SYMBOLS
    return late


def log_softmax(scores: Floats) -> NDArray[np.float64]:
    """Scores as log-probabilities, along the last axis."""
    shifted = scores.astype(np.float64) - scores.max(-1, keepdims=True)
    result: NDArray[np.float64] = shifted - np.log(np.exp(shifted).sum(-1, keepdims=True))
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
