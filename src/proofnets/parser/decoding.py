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
from proofnets.parser.grammar import Bools, Grammar, Ints, States
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


@dataclass(frozen=True, slots=True)
class Step:
    """What all beams wrote in one step. Rows are beams; those of a sentence stand together."""

    parents: Ints
    """Which of the rows of the step before each continues."""
    symbols: Ints
    scores: Logs
    """The log-probability of each beam so far."""

    def take(self, rows: Ints) -> Step:
        """Some of the rows."""
        return Step(self.parents[rows], self.symbols[rows], self.scores[rows])


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
    finished: list[list[DecodedFrame]] = [[] for _ in lengths]
    dead: dict[int, Sequence[tuple[int, ...]]] = {}
    bounds = np.full(len(lengths), -np.inf)  # what a beam must beat, once enough frames of its sentence are finished
    sentence = rows = np.arange(len(lengths))
    states = grammar.first(lengths)
    step = Step(sentence, np.full(len(lengths), grammar.sos), np.zeros(len(lengths)))
    trail = [step]
    seen, cache = decoder.sees(encoded), decoder.first_cache(len(lengths))
    current = seen
    while len(sentence) and not deadline.passed:
        typed = grammar.tokens(states.turn, states.words)
        raw, cache = decoder.step(step.symbols[:, None], states.length[:, None], typed[:, None], current, cache)
        totals = _totals(grammar, states, step.scores, log_softmax(raw[:, 0]), constraints, len(trail))
        if width > 1:
            step = _best(sentence, totals, width)
        elif known:
            here = _of_rows(known, sentence)
            step = _likeliest(totals, leant(grammar, states, totals, lambda row: _written(trail, row)[0], here))
        else:
            step = _likeliest(totals, totals)
        for row in _left_behind(sentence, sentence[step.parents]):
            if not finished[sentence[row]]:
                dead[int(sentence[row])] = grammar.by_token(_written(trail, row)[0], int(states.words[row]))
        sentence, states = sentence[step.parents], grammar.after(states.take(step.parents), step.symbols)
        done = grammar.is_done(states)
        for row in _complete(grammar, states, done, constraints.balanced):
            frames = finished[sentence[row]]
            written, scores = _written([*trail, step], row)
            frames.append(finished_frame(grammar, written, np.diff(scores)))
            if len(frames) >= width:
                bounds[sentence[row]] = sorted(frame.score for frame in frames)[-width]
        alive = ~done
        if width > 1:
            alive &= _promising(sentence, step.scores, bounds, constraints.margin)
        if not alive.all():
            kept = np.flatnonzero(alive)
            sentence, states, step = sentence[kept], states.take(kept), step.take(kept)
        trail.append(step)
        if not np.array_equal(step.parents, np.arange(len(cache[0]))):
            cache = taken(cache, step.parents)
        if not np.array_equal(sentence, rows):
            current, rows = seen.take(sentence), sentence
    ranked = [sorted(frames, key=lambda frame: -frame.score)[:width] for frames in finished]
    types = [grammar.types(frames[0].symbols)[:-1] if frames else dead.get(i, ()) for i, frames in enumerate(ranked)]
    return [Decoded(*each) for each in zip(ranked, types, strict=True)]


def _totals(grammar: Grammar, states: States, scores: Logs, log: Logs, constraints: Constraints, position: int) -> Logs:
    """(rows, symbols): the score of each beam with each symbol behind it; of what is not tried, minus infinity."""
    if constraints.grammatical:
        allowed = grammar.allowed(states, constraints.balanced, position)
    else:
        allowed = grammar.free(states, position)
    return np.where(allowed & (log >= constraints.floor), scores[:, None] + log, -np.inf)


def _complete(grammar: Grammar, states: States, done: Bools, balanced: bool) -> list[int]:
    """The rows, of those that are done, whose symbols are a frame, and one that balances if it must."""
    if not done.any():
        return []
    good = done & grammar.is_frame(states)
    if balanced:
        good &= ~states.balance.any(1)
    return np.flatnonzero(good).tolist()


def _promising(sentence: Ints, scores: Logs, bounds: Logs, margin: float) -> Bools:
    """Which beams are not far behind the best of their sentence, and beat what its finished frames ask for."""
    leading = np.full(len(bounds), -np.inf)
    np.maximum.at(leading, sentence, scores)
    promising: Bools = (scores >= leading[sentence] - margin) & (scores > bounds[sentence])
    return promising


def finished_frame(grammar: Grammar, written: Sequence[int], logs: Logs) -> DecodedFrame:
    """What a decoder has written in its own order as a frame; `logs` are of the symbols behind [SOS]."""
    return DecodedFrame(grammar.turned(written), float(logs.sum()), (grammar.turned_logs(written, logs),))


def _written(trail: Sequence[Step], row: int) -> tuple[tuple[int, ...], list[float]]:
    """The symbols of a beam, and its score after each."""
    symbols, totals = [], []
    for step in reversed(trail):
        symbols.append(int(step.symbols[row]))
        totals.append(float(step.scores[row]))
        row = int(step.parents[row])
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


def _likeliest(totals: Logs, lean: Logs) -> Step:
    """A continuation of each row, if it has one: the best by what we lean to, with its own score."""
    symbols = lean.argmax(1)
    scores = totals[np.arange(len(totals)), symbols]
    rows = np.flatnonzero(scores > -np.inf)
    return Step(rows, symbols[rows], scores[rows])


def _best(sentence: Ints, totals: Logs, width: int) -> Step:
    """The `width` best continuations of every sentence."""
    count = min(width, totals.shape[1])
    symbols = np.sort(np.argpartition(-totals, count - 1, 1)[:, :count], 1)
    scores = np.take_along_axis(totals, symbols, 1)
    rows, columns = np.nonzero(scores > -np.inf)
    symbols, scores = symbols[rows, columns], scores[rows, columns]
    order = np.lexsort((-scores, sentence[rows]))  # sentences in order, and the rows of each, best first
    groups = sentence[rows][order]
    best = order[np.arange(len(order)) - np.searchsorted(groups, groups) < width]
    return Step(rows[best], symbols[best], scores[best])


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
