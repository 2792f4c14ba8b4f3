"""Decoding: sentences to their most likely frames, by beam search over the model's step function.

All beams of all sentences of a batch take a step together; sentences that are done leave. Scores are log-probabilities
among the symbols that the grammar allows, so that what is forced costs nothing, and no beam is ever spent on what is no
type. Frames that do not balance die at the goal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from proofnets.parser.grammar import Grammar, State
from proofnets.parser.runtime import Encoded, Floats, Model

SYMBOLS_A_WORD = 12
"""Frames may have this many symbols for each token on average, and some more for all."""
SPARE_SYMBOLS = 80


@dataclass(frozen=True, slots=True)
class DecodedFrame:
    """A finished frame: its symbols with [SOS], the token that each types, and its log-probability."""

    symbols: tuple[int, ...]
    typed: tuple[int, ...]
    score: float


@dataclass(frozen=True, slots=True)
class _Beam:
    state: State
    symbols: tuple[int, ...]
    typed: tuple[int, ...]
    score: float


def decode(
    model: Model, grammar: Grammar, encoded: Encoded, lengths: Sequence[int], width: int, balanced: bool = True
) -> list[list[DecodedFrame]]:
    """The best frames of every sentence, best first, `width` of them at most. If balanced, others are left out."""
    finished: list[list[DecodedFrame]] = [[] for _ in lengths]
    start = _Beam(grammar.first(), (grammar.sos,), (1,), 0.0)
    beams: list[tuple[int, _Beam]] = [(sentence, start) for sentence in range(len(lengths))]
    limits = [SYMBOLS_A_WORD * n + SPARE_SYMBOLS for n in lengths]
    rows = np.arange(len(lengths))
    current, cache = encoded, model.first_cache(len(lengths))
    position = 0
    while beams:
        symbols = np.array([beam.symbols[-1] for _, beam in beams], dtype=np.int64)
        typed = np.array([beam.state.word for _, beam in beams], dtype=np.int64)
        scores, cache = model.step(symbols, position, typed, current, cache)
        position += 1
        grown: list[tuple[int, _Beam, int]] = []
        for sentence, group in _by_sentence(beams):
            alive = position < limits[sentence]
            children = _extend(grammar, [(row, beams[row][1]) for row in group], scores, width, balanced)
            for row, beam, symbol, score in children:
                state = grammar.after(beam.state, symbol, lengths[sentence])
                child = _Beam(
                    state, (*beam.symbols, symbol), (*beam.typed, _typed(beam.state, state, symbol, grammar)), score
                )
                if grammar.is_done(state):
                    finished[sentence].append(DecodedFrame(child.symbols, child.typed, child.score))
                elif alive:
                    grown.append((sentence, child, row))
        grown = [entry for entry in grown if not _is_beaten(finished[entry[0]], entry[1], width)]
        parents = np.array([row for _, _, row in grown], dtype=np.int64)
        beams = [(sentence, beam) for sentence, beam, _ in grown]
        cache = cache[:, :, parents]
        sentences = np.array([sentence for sentence, _ in beams], dtype=np.int64)
        if not np.array_equal(sentences, rows):  # only if the sentences of the rows have changed
            current, rows = encoded.take(sentences), sentences
    return [sorted(frames, key=lambda f: -f.score)[:width] for frames in finished]


def _typed(before: State, after: State, symbol: int, grammar: Grammar) -> int:
    """The token that a symbol types; [SEP] belongs to the token before it."""
    return before.word if symbol == grammar.sep else after.word


def _by_sentence(beams: Sequence[tuple[int, _Beam]]) -> list[tuple[int, list[int]]]:
    groups: dict[int, list[int]] = {}
    for row, (sentence, _) in enumerate(beams):
        groups.setdefault(sentence, []).append(row)
    return list(groups.items())


def _extend(
    grammar: Grammar, beams: Sequence[tuple[int, _Beam]], scores: Floats, width: int, balanced: bool
) -> list[tuple[int, _Beam, int, float]]:
    """The best symbols behind the beams of one sentence."""
    found: list[tuple[float, int, int, _Beam]] = []
    for row, beam in beams:
        allowed = grammar.allowed(beam.state, balanced)
        options = np.flatnonzero(allowed)
        if len(options) == 1:
            found.append((beam.score, row, int(options[0]), beam))
            continue
        if len(options) == 0:
            continue
        some = scores[row, options].astype(np.float64)
        log = some - np.logaddexp.reduce(some)
        best = np.argpartition(-log, min(width, len(log)) - 1)[:width]
        found += [(beam.score + float(log[i]), row, int(options[i]), beam) for i in best]
    found.sort(key=lambda item: (-item[0], item[1], item[2]))
    return [(row, beam, symbol, score) for score, row, symbol, beam in found[:width]]


def _is_beaten(finished: list[DecodedFrame], beam: _Beam, width: int) -> bool:
    """Whether enough frames are finished that are better than a beam can become, since scores only fall."""
    return sum(frame.score >= beam.score for frame in finished) >= width
