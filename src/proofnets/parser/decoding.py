"""Decoding: sentences to their most likely frames, by beam search over the model's step function.

All beams of all sentences of a batch take a step together; sentences that are done leave. Under the grammar no beam is
ever spent on what is no type, and none on a last token that leaves the frame unbalanced. Without it this is the paper's
own procedure: anything may be written, and what turns out to be no balanced frame is dropped at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from proofnets.deadline import Deadline
from proofnets.parser.grammar import Grammar, Ints, States
from proofnets.parser.runtime import Encoded, Floats, Memory, alike, taken

UNLIKELY = -7.0
"""Symbols whose log-probability is lower are not tried: a beam that has nothing better to go on with has taken a wrong
turn."""
MARGIN = 6.0
"""Frames whose log-probability is so much lower than that of the best are not gone on with: they seldom catch up."""

LEANING = 2.0
"""How much likelier than others a symbol must be, for a type to be written greedily that its word has never had."""

Logs = NDArray[np.float64]
"""Log-probabilities."""
KnownHere: TypeAlias = Callable[[int, Sequence[int]], bool]
"""Whether a word of a sentence, which goes by its number, has had a type that begins with these symbols."""
Known: TypeAlias = Callable[[int, int, Sequence[int]], bool]
"""The same of several sentences; the first number is that of the sentence."""


class Stepper(Protocol):
    """What decoding needs: see `runtime.Decoder`."""

    def sees(self, encoded: Encoded) -> Encoded:
        """What it needs of encoded sentences."""

    def first_cache(self, rows: int) -> Memory:
        """The memory of no symbols."""

    def step(self, symbols: Ints, lengths: Ints, typed: Ints, seen: Encoded, cache: Memory) -> tuple[Floats, Memory]:
        """The scores of what may follow each of (rows, new) symbols, and the memory with them.

        `lengths` counts the symbols of a type up to each of them; `typed` is the word that the symbol after it types.
        """


@dataclass(frozen=True, slots=True)
class DecodedFrame:
    """A finished frame: its symbols with [SOS], from the first token on, and its log-probability."""

    symbols: tuple[int, ...]
    score: float
    logs: tuple[Logs, ...] = field(default=(), repr=False, compare=False)
    """By each decoder that was asked, the log-probability of every symbol behind [SOS], in the order of `symbols`."""


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


@dataclass(frozen=True, slots=True)
class Decoded:
    """What came of a sentence: its frames, best first."""

    frames: list[DecodedFrame]
    types: Sequence[tuple[int, ...]] = ()
    """The symbols of each token's type, from the first token on: of the best frame, or of one that came to a dead end,
    where tokens that it did not come to have none."""


def decode(
    decoder: Stepper,
    grammar: Grammar,
    encoded: Encoded,
    lengths: Sequence[int],
    width: int,
    constraints: Constraints,
    deadline: Deadline,
    known: Known | None = None,
) -> list[Decoded]:
    """The best frames of every sentence by one decoder, `width` of them at most. When time is up, what is finished.

    If it is known what words have had, greedy decoding leans to that.
    """
    seen = decoder.sees(encoded)
    finished: list[list[DecodedFrame]] = [[] for _ in lengths]
    dead: dict[int, Sequence[tuple[int, ...]]] = {}
    bounds = np.full(len(lengths), -np.inf)  # what a beam must beat, once enough frames of its sentence are finished
    sentence = rows = np.arange(len(lengths))
    states, scores = grammar.first(lengths), np.zeros(len(lengths))
    symbols = np.full(len(lengths), grammar.sos)
    trail = [(sentence, symbols, scores)]
    current, cache = seen, decoder.first_cache(len(lengths))
    while len(sentence) and not deadline.passed:
        typed = grammar.tokens(states.turn, states.words)
        raw, cache = decoder.step(symbols[:, None], states.length[:, None], typed[:, None], current, cache)
        log = log_softmax(raw[:, 0])
        if constraints.grammatical:
            allowed = grammar.allowed(states, constraints.balanced, len(trail))
        else:
            allowed = grammar.free(states, len(trail))
        totals = np.where(allowed & (log >= constraints.floor), scores[:, None] + log, -np.inf)
        if width == 1:  # there is one row of every sentence
            lean = totals
            if known:
                lean = leant(grammar, states, totals, lambda row: _written(trail, row)[0], _of_rows(known, sentence))
            parents, symbols, scores = _likeliest(totals, lean.argmax(1))
        else:
            parents, symbols, scores = _best(sentence, totals, width)
        for row in _left_behind(sentence, sentence[parents]):
            if not finished[sentence[row]]:
                dead[int(sentence[row])] = grammar.by_token(_written(trail, row)[0], int(states.words[row]))
        sentence, states = sentence[parents], grammar.after(states.take(parents), symbols)
        done = grammar.is_done(states)
        alive = ~done
        if done.any():
            good = done & grammar.is_frame(states)
            if constraints.balanced:
                good &= ~states.balance.any(1)
            for row in np.flatnonzero(good).tolist():
                frames = finished[sentence[row]]
                written, totals_before = _written(trail, parents[row])
                logs = np.diff([*totals_before, float(scores[row])])
                frames.append(finished_frame(grammar, (*written, int(symbols[row])), logs))
                if len(frames) >= width:
                    bounds[sentence[row]] = sorted(frame.score for frame in frames)[-width]
        if width > 1:
            leading = np.full(len(lengths), -np.inf)
            np.maximum.at(leading, sentence, scores)
            alive &= (scores >= leading[sentence] - constraints.margin) & (scores > bounds[sentence])
        if not alive.all():
            kept = np.flatnonzero(alive)
            states, scores, sentence = states.take(kept), scores[kept], sentence[kept]
            parents, symbols = parents[kept], symbols[kept]
        trail.append((parents, symbols, scores))
        if not np.array_equal(parents, np.arange(len(cache[0]))):
            cache = taken(cache, parents)
        if not np.array_equal(sentence, rows):
            current, rows = seen.take(sentence), sentence
    ranked = [sorted(frames, key=lambda frame: -frame.score)[:width] for frames in finished]
    types = [grammar.types(frames[0].symbols)[:-1] if frames else dead.get(i, ()) for i, frames in enumerate(ranked)]
    return [Decoded(*each) for each in zip(ranked, types, strict=True)]


def finished_frame(grammar: Grammar, written: Sequence[int], logs: Logs) -> DecodedFrame:
    """What a decoder has written in its own order as a frame; `logs` are of the symbols behind [SOS]."""
    return DecodedFrame(grammar.turned(written), float(logs.sum()), (grammar.turned_logs(written, logs),))


def _written(trail: Sequence[tuple[Ints, Ints, Logs]], row: int) -> tuple[tuple[int, ...], list[float]]:
    """The symbols of a beam, and its score after each.

    Every step knows what each beam wrote, and which of those before it that one continues.
    """
    symbols, totals = [], []
    for parents, last, scores in reversed(trail):
        symbols.append(int(last[row]))
        totals.append(float(scores[row]))
        row = int(parents[row])
    return tuple(reversed(symbols)), totals[::-1]


def _left_behind(before: Ints, after: Ints) -> Iterator[int]:
    """The best row of every sentence that was there before and is not any more; sentences are in order."""
    if len(before) and (len(after) == 0 or not np.array_equal(before, after)):
        firsts = np.flatnonzero(np.diff(before, prepend=-1))
        yield from firsts[~np.isin(before[firsts], after)].tolist()


def log_softmax(scores: Floats) -> Logs:
    """Scores as log-probabilities, along the last axis."""
    shifted: Logs = scores.astype(np.float64) - scores.max(-1, keepdims=True)
    shifted -= np.log(np.exp(shifted).sum(-1, keepdims=True))
    return shifted


def leant(
    grammar: Grammar, states: States, totals: Logs, written: Callable[[int], Sequence[int]], known: Known
) -> Logs:
    """What may follow each state, with less for what makes a type new to its word, where that can make a difference.

    `written` gives the symbols before a state. What makes a type new is its first symbol with which it begins as no
    type does that the word has had; of a word that is not known, no symbol does.
    """
    near = totals > totals.max(1, keepdims=True) - LEANING
    answer, tokens = totals, grammar.tokens(states.turn, states.words)
    for row in np.flatnonzero((near.sum(1) > 1) & (states.turn > 0)).tolist():
        before = written(row)
        begun = before[len(before) - int(states.length[row]) :]
        new = [s for s in np.flatnonzero(near[row]).tolist() if not known(row, int(tokens[row]), (*begun, s))]
        if new and (not begun or known(row, int(tokens[row]), begun)):
            answer = totals.copy() if answer is totals else answer
            answer[row, new] -= LEANING
    return answer


def _of_rows(known: Known, sentences: Ints) -> Known:
    """The same, where rows are of these sentences."""
    return lambda row, token, begun: known(int(sentences[row]), token, begun)


def _likeliest(totals: Logs, symbols: Ints) -> tuple[Ints, Ints, Logs]:
    """A continuation of each row, if it has one: which row it continues, with which symbol, and its score."""
    scores = totals[np.arange(len(totals)), symbols]
    rows = np.flatnonzero(scores > -np.inf)
    return rows, symbols[rows], scores[rows]


def _best(sentence: Ints, totals: Logs, width: int) -> tuple[Ints, Ints, Logs]:
    """The `width` best continuations of every sentence: which row each continues, with which symbol, and its score."""
    count = min(width, totals.shape[1])
    symbols = np.sort(np.argpartition(-totals, count - 1, 1)[:, :count], 1)
    scores = np.take_along_axis(totals, symbols, 1)
    rows, columns = np.nonzero(scores > -np.inf)
    symbols, scores = symbols[rows, columns], scores[rows, columns]
    order = np.lexsort((-scores, sentence[rows]))  # sentences in order, and the rows of each, best first
    groups = sentence[rows][order]
    best = order[np.arange(len(order)) - np.searchsorted(groups, groups) < width]
    return rows[best], symbols[best], scores[best]


@dataclass(frozen=True, slots=True)
class Path:
    """Symbols that a decoder has written or read, in its own order, and what it said of each that follows one."""

    symbols: tuple[int, ...]
    """With [SOS]."""
    states: States
    """Behind every symbol but the last."""
    log: Logs
    """(symbols but the last, vocabulary): how likely each symbol was to follow it."""
    cache: Memory
    """What is remembered of all symbols but the last, of one row."""

    @property
    def logs(self) -> Logs:
        """The log-probability of every symbol behind [SOS]."""
        return self.log[np.arange(len(self.log)), self.symbols[1:]]


def read(
    decoder: Stepper, grammar: Grammar, encoded: Encoded, frames: Sequence[tuple[int, tuple[int, ...]]]
) -> list[Path]:
    """What a decoder says of finished frames that it need not have written, each with the row of its sentence."""
    turned = [grammar.turned(symbols) for _, symbols in frames]
    seen = decoder.sees(encoded)
    paths: dict[int, Path] = {}
    for places in alike([len(frame) for frame in turned]):
        longest = max(len(turned[place]) for place in places) - 1
        symbols, lengths, typed = (np.zeros((len(places), longest), dtype=np.int64) for _ in range(3))
        states = []
        for row, place in enumerate(places):
            frame = turned[place]
            first = grammar.first([frame.count(grammar.sep)])
            states.append(States(np.concatenate([first.table, grammar.along(first, frame[1:-1]).table])))
            symbols[row, : len(frame) - 1] = frame[:-1]
            lengths[row, : len(frame) - 1] = states[-1].length
            typed[row, : len(frame) - 1] = grammar.tokens(states[-1].turn, states[-1].words)
        rows = seen.take(np.array([frames[place][0] for place in places]))
        raw, cache = decoder.step(symbols, lengths, typed, rows, decoder.first_cache(len(places)))
        for row, place in enumerate(places):
            log = log_softmax(raw[row, : len(turned[place]) - 1])
            memory = tuple(part[row : row + 1] for part in cache)
            paths[place] = Path(turned[place], states[row], log, memory)
    return [paths[place] for place in range(len(frames))]
