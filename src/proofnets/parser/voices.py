"""Voices: the decoders of a model, which come from both ends of a sentence and judge each other's frames.

A decoder that goes on from a wrong type makes the rest fit to it; one that comes from the other end will not. So each
finds frames by itself, and the score of a frame is the mean of what all say of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from proofnets.deadline import Deadline
from proofnets.parser.decoding import Constraints, Decoded, DecodedFrame, Path, Stepper, decode, judge, read
from proofnets.parser.grammar import Grammar
from proofnets.parser.runtime import Encoded, shortened
from proofnets.parser.writing import Guesses, Type, preferred, write

FEW = 2
"""Sentences that are decoded greedily are written one by one if they are so few, and else all together."""


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
    ) -> tuple[Path, bool]:
        """What it writes for one sentence, for which these types are expected; and whether that is a finished frame."""
        guesses = Guesses(types[::-1] if self.grammar.backwards else types)
        guesses.learn(types)
        seen = self.decoder.sees(encoded)
        return write(self.decoder, self.grammar, seen, words, constraints, guesses, deadline, start)

    def frame(self, path: Path) -> DecodedFrame:
        """What it has written as a frame."""
        return DecodedFrame(self.grammar.turned(path.symbols), path.score)


def decode_together(
    voices: Sequence[Voice],
    encoded: Encoded,
    lengths: Sequence[int],
    width: int,
    constraints: Constraints,
    deadline: Deadline,
) -> list[Decoded]:
    """The best frames of every sentence by all decoders together, best first, `width` of them at most."""
    first, *others = voices
    greedy = width == 1 and constraints.grammatical
    if greedy and len(lengths) <= FEW:
        found = _written(first, encoded, lengths, constraints, deadline)
    else:
        found = decode(*first, encoded, lengths, width, constraints, deadline)
    if not others:
        return found
    said = [{frame.symbols: {0: frame.score} for frame in decoded.frames} for decoded in found]
    for number, voice in enumerate(others, 1):
        if greedy:
            answers = _answers(voice, encoded, lengths, found, constraints, deadline)
        else:
            decoded = decode(*voice, encoded, lengths, width, constraints, deadline)
            answers = [each.frames for each in decoded]
        for each, frames in zip(said, answers, strict=True):
            for frame in frames:
                each.setdefault(frame.symbols, {})[number] = frame.score
    for number, voice in enumerate(voices):
        unjudged = [(row, symbols) for row, each in enumerate(said) for symbols in each if number not in each[symbols]]
        if not deadline.passed:
            for (row, symbols), score in zip(unjudged, judge(*voice, encoded, unjudged), strict=True):
                said[row][symbols][number] = score
    means = [[DecodedFrame(symbols, float(np.mean([*each[symbols].values()]))) for symbols in each] for each in said]
    ranked = [sorted(frames, key=lambda frame: -frame.score)[:width] for frames in means]
    return [Decoded(frames, decoded.types) for frames, decoded in zip(ranked, found, strict=True)]


def _written(
    voice: Voice, encoded: Encoded, lengths: Sequence[int], constraints: Constraints, deadline: Deadline
) -> list[Decoded]:
    """What greedy decoding finds, one sentence after the other."""
    found = []
    for row, words in enumerate(lengths):
        path, finished = voice.writes(encoded.take(np.array([row])), words, constraints, (), deadline)
        types = voice.grammar.by_token(path.symbols, words)
        found.append(Decoded([voice.frame(path)] if finished else [], types))
    return found


def _answers(
    voice: Voice,
    encoded: Encoded,
    lengths: Sequence[int],
    before: Sequence[Decoded],
    constraints: Constraints,
    deadline: Deadline,
) -> list[list[DecodedFrame]]:
    """What a voice says of the frames that another wrote before it, and the frames that it would have written itself.

    It reads each frame. As far as it would have written the same, it has nothing to write.
    """
    answers: list[list[DecodedFrame]] = [[] for _ in lengths]
    frames = [(row, decoded.frames[0].symbols) for row, decoded in enumerate(before) if decoded.frames]
    paths = {row: path for (row, _), path in zip(frames, read(*voice, encoded, frames), strict=True)}
    for row, words in enumerate(lengths):
        start = None
        if row in paths:
            path = paths[row]
            answers[row].append(voice.frame(path))
            choices = preferred(voice.grammar, path.states, path.log, constraints, 1)
            wrong = next((i for i, choice in enumerate(choices) if choice != path.symbols[i + 1]), None)
            if wrong is None or choices[wrong] < 0:
                continue
            symbols, known = (*path.symbols[: wrong + 1], choices[wrong]), slice(wrong + 1)
            cache = shortened(path.cache, wrong + 1)
            start = Path(symbols, path.states.take(known), path.log[known], cache)
        alone = encoded.take(np.array([row]))
        path, finished = voice.writes(alone, words, constraints, before[row].types, deadline, start)
        if finished:
            answers[row].append(voice.frame(path))
    return answers
