"""Voices: the decoders of a model, which come from both ends of a sentence and judge each other's frames.

A decoder that goes on from a wrong type makes the rest fit to it; one that comes from the other end will not. So each
finds frames by itself, and the score of a frame is the mean of what all say of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple, TypeAlias

import numpy as np

from proofnets.deadline import Deadline
from proofnets.parser.decoding import (
    Constraints,
    Decoded,
    DecodedFrame,
    Known,
    KnownHere,
    Logs,
    Path,
    Stepper,
    decode,
    finished_frame,
    read,
)
from proofnets.parser.grammar import Grammar
from proofnets.parser.precedents import Precedents
from proofnets.parser.runtime import Encoded, shortened
from proofnets.parser.writing import Guesses, Type, preferred, write

FEW = 2
"""Sentences that are decoded greedily are written one by one if they are so few, and else all together."""


Said: TypeAlias = dict[tuple[int, ...], dict[int, Logs]]
"""Of the frames of a sentence, by their symbols, what each voice says of every symbol; voices go by their number."""


class Voice(NamedTuple):
    """A decoder, with the grammar of its own order."""

    decoder: Stepper
    grammar: Grammar

    def writes(
        self,
        encoded: Encoded,
        words: int,
        constraints: Constraints,
        types: Sequence[Type],
        deadline: Deadline,
        start: Path | None = None,
        known: KnownHere | None = None,
    ) -> tuple[Path, bool]:
        """What it writes for one sentence, for which these types are expected; and whether that is a finished frame."""
        guesses = Guesses(types[::-1] if self.grammar.backwards else types)
        guesses.learn(types)
        seen = self.decoder.sees(encoded)
        return write(self.decoder, self.grammar, seen, words, constraints, guesses, deadline, start, known=known)

    def frame(self, path: Path) -> DecodedFrame:
        """What it has written as a frame."""
        return finished_frame(self.grammar, path.symbols, path.logs)


def decode_together(
    voices: Sequence[Voice],
    encoded: Encoded,
    lengths: Sequence[int],
    width: int,
    constraints: Constraints,
    deadline: Deadline,
    precedents: Precedents | None = None,
) -> list[Decoded]:
    """The best frames of every sentence by all decoders together, best first, `width` of them at most.

    They are ranked by precedents or, without any, by their log-probability, as in the paper's own procedure.
    """
    first, *others = voices
    greedy = width == 1 and constraints.grammatical
    precedents = precedents if constraints.grammatical else None
    known = precedents.known if precedents else None
    if greedy and len(lengths) <= FEW:
        sentences = _written(first, encoded, lengths, constraints, deadline, known)
    else:
        sentences = decode(*first, encoded, lengths, width, constraints, deadline, known)
    said: list[Said] = [{frame.symbols: {0: frame.logs[0]} for frame in sentence.frames} for sentence in sentences]
    for number, voice in enumerate(others, 1):
        if greedy:
            answers = _answers(voice, encoded, lengths, sentences, constraints, deadline, known)
        else:
            answers = [answer.frames for answer in decode(*voice, encoded, lengths, width, constraints, deadline)]
        for judgements, frames in zip(said, answers, strict=True):
            for frame in frames:
                judgements.setdefault(frame.symbols, {})[number] = frame.logs[0]
    for number, voice in enumerate(voices):
        unjudged = [(row, frame) for row, frames in enumerate(said) for frame in frames if number not in frames[frame]]
        if not deadline.passed:
            for (row, symbols), path in zip(unjudged, read(*voice, encoded, unjudged), strict=True):
                said[row][symbols][number] = voice.frame(path).logs[0]
    means = [[_mean(symbols, list(logs.values())) for symbols, logs in frames.items()] for frames in said]
    ranked = [_ranked(row, frames, precedents)[:width] for row, frames in enumerate(means)]
    return [Decoded(frames, sentence.types) for frames, sentence in zip(ranked, sentences, strict=True)]


def _ranked(row: int, frames: list[DecodedFrame], precedents: Precedents | None) -> list[DecodedFrame]:
    """The frames of a sentence, best first."""
    if len(frames) == 1:
        return frames
    return sorted(frames, key=lambda frame: -(precedents.worth(row, frame) if precedents else frame.score))


def _mean(symbols: tuple[int, ...], logs: Sequence[Logs]) -> DecodedFrame:
    """A frame with what several decoders said of it."""
    return DecodedFrame(symbols, float(np.mean([each.sum() for each in logs])), tuple(logs))


def judged(voices: Sequence[Voice], encoded: Encoded, frames: Sequence[DecodedFrame]) -> list[DecodedFrame]:
    """Frames of one sentence with their own scores, and with what all voices say of their symbols."""
    listed = [(0, frame.symbols) for frame in frames]
    said = [[voice.frame(path).logs[0] for path in read(*voice, encoded, listed)] for voice in voices]
    return [replace(frame, logs=logs) for frame, logs in zip(frames, zip(*said, strict=True), strict=True)]


def _written(
    voice: Voice,
    encoded: Encoded,
    lengths: Sequence[int],
    constraints: Constraints,
    deadline: Deadline,
    known: Known | None,
) -> list[Decoded]:
    """What greedy decoding finds, one sentence after the other."""
    sentences = []
    for row, words in enumerate(lengths):
        alone, mine = encoded.take(np.array([row])), partial(known, row) if known else None
        path, finished = voice.writes(alone, words, constraints, (), deadline, known=mine)
        types = voice.grammar.by_token(path.symbols, words)
        sentences.append(Decoded([voice.frame(path)] if finished else [], types))
    return sentences


def _answers(
    voice: Voice,
    encoded: Encoded,
    lengths: Sequence[int],
    before: Sequence[Decoded],
    constraints: Constraints,
    deadline: Deadline,
    known: Known | None,
) -> list[list[DecodedFrame]]:
    """What a voice says of the frames that another wrote before it, and the frames that it would have written itself.

    It reads each frame. As far as it would have written the same, it has nothing to write.
    """
    answers: list[list[DecodedFrame]] = [[] for _ in lengths]
    frames = [(row, decoded.frames[0].symbols) for row, decoded in enumerate(before) if decoded.frames]
    paths = {row: path for (row, _), path in zip(frames, read(*voice, encoded, frames), strict=True)}
    for row, words in enumerate(lengths):
        start, mine = None, partial(known, row) if known else None
        if row in paths:
            path = paths[row]
            answers[row].append(voice.frame(path))
            choices = preferred(voice.grammar, path.states, path.log, constraints, path.symbols, 1, mine)
            wrong = next((i for i, choice in enumerate(choices) if choice != path.symbols[i + 1]), None)
            if wrong is None or choices[wrong] < 0:
                continue
            symbols, agreed = (*path.symbols[: wrong + 1], choices[wrong]), slice(wrong + 1)
            cache = shortened(path.cache, wrong + 1)
            start = Path(symbols, path.states.take(agreed), path.log[agreed], cache)
        alone = encoded.take(np.array([row]))
        path, finished = voice.writes(alone, words, constraints, before[row].types, deadline, start, mine)
        if finished:
            answers[row].append(voice.frame(path))
    return answers
