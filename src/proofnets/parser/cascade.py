"""The cascade: from the tokens of sentences to their analyses, in steps that each try harder than the one before.

Every step makes frames, which are linked and verified. The first takes all sentences of a batch together. What it finds
no net for goes on to the next step, a sentence at a time, as long as there is time: sentences that are left are few,
and what is tried for one must not be at the cost of another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from time import monotonic
from typing import TypeAlias

import numpy as np

from proofnets.deadline import Deadline
from proofnets.derivation.analyses import Analysis
from proofnets.derivation.readings import merged
from proofnets.derivation.spelling import entry_of
from proofnets.modelfolder import Logistic
from proofnets.parser.confidence import Assess, Choices, with_others
from proofnets.parser.decoding import DecodedFrame
from proofnets.parser.grammar import Grammar
from proofnets.parser.inputs import Joined
from proofnets.parser.linking import Linker, best_analyses, preference
from proofnets.parser.precedents import Precedents
from proofnets.parser.repair import lattice, preferred, repaired
from proofnets.parser.runtime import Encoded, Model
from proofnets.parser.sampling import drawn_analyses
from proofnets.parser.settings import Settings
from proofnets.parser.units import UnitAware, known_units
from proofnets.parser.voices import Voice, decode_together, judged
from proofnets.parser.writing import Type

MOST_REPAIRS = 8
"""How many repaired frames of a sentence to link until one is proved."""
WIDE_BEAM = 16
"""How many frames to keep at each step for a sentence of which nothing else gave a proof."""
WIDE_BEAM_EFFORT = 25_600
"""How much may be spent on it: the frames that are kept, times the square of the tokens. From 40 tokens on fewer frames
are kept, and from 160 on a wide beam is none any more: what a few more frames of a long sentence differ in is its
end."""


@dataclass(slots=True)
class Task:
    """A sentence under way."""

    words: Sequence[str]
    deadline: Deadline
    """When its caller wants it to stop, whatever time it has left."""
    left: float
    """How many seconds may still be spent on it."""
    analyses: list[Analysis] = field(default_factory=list)
    """The best that was found so far."""
    types: Sequence[Type] = ()
    """What the first step wrote for its tokens."""
    timed_out: bool = False
    """Whether time was up while something was done for it, or before all was tried."""

    @property
    def proved(self) -> bool:
        """Whether one of its analyses is a net."""
        return any(analysis.proved for analysis in self.analyses)

    def runs_out(self) -> bool:
        """Whether there is no time left, where there is something to be done for it. If so, that is noted."""
        self.timed_out = self.timed_out or self.left <= 0 or self.deadline.passed
        return self.timed_out


@contextmanager
def sharing(tasks: Sequence[Task]) -> Iterator[Deadline]:
    """A deadline for work on several sentences together: their time is added up, and they pay for it in equal parts."""
    start = monotonic()
    left = sum(max(0.0, task.left) for task in tasks)
    try:
        yield Deadline(start + left, lambda: all(task.deadline.passed for task in tasks))
    finally:
        for task in tasks:
            task.left -= (monotonic() - start) / len(tasks)
            task.runs_out()


Step: TypeAlias = Callable[["Cascade", Encoded, Sequence[Task], Settings, Deadline], list[list[DecodedFrame]]]
"""Makes frames of some sentences, which are encoded in the same order; in time, or as many as there are by then."""


def decoded(
    cascade: Cascade, encoded: Encoded, tasks: Sequence[Task], settings: Settings, deadline: Deadline
) -> list[list[DecodedFrame]]:
    """What the decoders find together."""
    sentences = [task.words for task in tasks]
    known, lengths = cascade.precedents(sentences), [*map(len, sentences)]
    results = decode_together(cascade.voices, encoded, lengths, settings.beam, settings.constraints, deadline, known)
    for task, result in zip(tasks, results, strict=True):
        task.types = result.types
    return [result.frames for result in results]


def repaired_types(
    cascade: Cascade, encoded: Encoded, tasks: Sequence[Task], settings: Settings, deadline: Deadline
) -> list[list[DecodedFrame]]:
    """Frames that were made to balance, of the first decoder that has any; without any, the one that the first decoder
    prefers, as something to show."""
    most = max(MOST_REPAIRS, settings.readings)
    frames: list[list[DecodedFrame]] = []
    for row, task in enumerate(tasks):
        alone = encoded.take(np.array([row]))
        shown: list[DecodedFrame] = []
        for voice in cascade.voices:
            choices = lattice(voice, alone, len(task.words), task.types, deadline)
            if choices is None:
                break
            if balanced := repaired(choices, voice.grammar, most):
                shown = balanced
                break
            shown = shown or [preferred(choices, voice.grammar)]
        frames.append(judged(cascade.voices, alone, shown))
    return frames


def widened(
    cascade: Cascade, encoded: Encoded, tasks: Sequence[Task], settings: Settings, deadline: Deadline
) -> list[list[DecodedFrame]]:
    """What a wide beam finds; the longer the sentence, the fewer frames can be kept."""
    sentences = [task.words for task in tasks]
    known, lengths = cascade.precedents(sentences), [*map(len, sentences)]
    width = min(WIDE_BEAM, WIDE_BEAM_EFFORT // max(lengths) ** 2)
    if settings.beam >= width:
        return [[] for _ in tasks]
    results = decode_together(cascade.voices, encoded, lengths, width, settings.constraints, deadline, known)
    return [result.frames for result in results]


class Cascade:
    """The steps, with the parts of a model that they use."""

    def __init__(
        self, model: Model, assess: Assess | None = None, seen: bytes = b"", ranking: Logistic | None = None
    ) -> None:
        """Take a model. If it is calibrated: what tells how sure it is, which types words had, and what that counts."""
        self.model = model
        self.grammar = Grammar(model.symbols)
        grammars = [Grammar(model.symbols, each.backwards) for each in model.decoders]
        self.voices = [Voice(UnitAware(each, g), g) for each, g in zip(model.decoders, grammars, strict=True)]
        self.linker = Linker(model, self.grammar, assess)
        self.precedents: Callable[[Sequence[Sequence[str]]], Precedents | None] = lambda sentences: None
        if ranking:
            self.precedents = partial(Precedents, seen, ranking, self.grammar)
        self.steps: list[Step] = [decoded, repaired_types, widened]

    def analyse(
        self,
        sentences: Sequence[Sequence[str]],
        settings: Settings,
        deadlines: Sequence[Deadline],
        joined: Sequence[Joined | None] = (),
    ) -> list[Task]:
        """The best analyses of each sentence that can be found in its time, with the units of those that have them."""
        seconds = inf if settings.seconds is None else settings.seconds
        tasks = [Task(words, deadline, seconds) for words, deadline in zip(sentences, deadlines, strict=True)]
        first, *others = self.steps if settings.constrained else self.steps[:1]
        with sharing(tasks) as deadline:
            encoded = self.model.encode(sentences)
            if (units := known_units(joined, encoded.mask.shape[1] - 1)) is not None:
                encoded = replace(encoded, units=units)
            frames = first(self, encoded, tasks, settings, deadline)
        self._link(encoded, tasks, frames, settings)
        for row, task in enumerate(tasks):
            for step in others:
                if task.proved or task.runs_out():
                    break
                alone = encoded.take(np.array([row]))
                with sharing([task]) as deadline:
                    frames = step(self, alone, [task], settings, deadline)
                self._link(alone, [task], frames, settings)
            if settings.alternatives and not task.runs_out():
                with sharing([task]) as deadline:
                    self._tell_others(encoded.take(np.array([row])), task, settings.alternatives, deadline)
        return tasks

    def choices(self, encoded: Encoded, words: int, types: Sequence[Type], deadline: Deadline) -> Choices | None:
        """What each token of one sentence may have, by the first decoder, which is expected to write these types; None
        if time is up before."""
        choices = lattice(self.voices[0], encoded, words, types, deadline)
        if choices is None:
            return None
        spell = self.grammar.symbols.__getitem__
        return [[(entry_of([*map(spell, each.symbols)]), each.score) for each in word] for word in choices.words]

    def _tell_others(self, encoded: Encoded, task: Task, most: int, deadline: Deadline) -> None:
        """Add to the analyses of a sentence what else its tokens may have, if the model is calibrated."""
        calibration = self.model.metadata.calibration
        choices = calibration and self.choices(encoded, len(task.words), task.types, deadline)
        if calibration and choices:
            task.analyses = [with_others(each, choices, most, calibration.others) for each in task.analyses]

    def _link(
        self, encoded: Encoded, tasks: Sequence[Task], frames: Sequence[Sequence[DecodedFrame]], settings: Settings
    ) -> None:
        """Add the analyses of frames. If one is asked for, frames are tried in order until one is proved."""
        one_by_one = settings.readings == 1 and not settings.samples
        rounds = max(map(len, frames), default=0) if one_by_one else 1
        for number in range(rounds):
            part = slice(number, number + 1) if one_by_one else slice(None)
            rows = [i for i, task in enumerate(tasks) if frames[i][part] and not task.proved and not task.runs_out()]
            listed = [(row, frame) for row in rows for frame in frames[row][part]]
            with sharing([tasks[row] for row in rows]):
                derivations = [self.grammar.derivation(tasks[row].words, frame.symbols) for row, frame in listed]
                linked = self.linker.link(encoded, listed, derivations)
            for row in rows:
                mine = [each for (other, _), each in zip(listed, linked, strict=True) if other == row]
                with sharing([tasks[row]]) as deadline:
                    analyses = drawn_analyses(mine, settings, deadline) if settings.samples else []
                    analyses = analyses or [a for each in mine for a in best_analyses(each, settings, deadline)]
                tasks[row].analyses = merged([*tasks[row].analyses, *analyses], preference)[: settings.readings]
        for task, mine_unlinked in zip(tasks, frames, strict=True):
            if mine_unlinked and not task.analyses:  # time was up before there was any
                derivation = self.grammar.derivation(task.words, mine_unlinked[0].symbols)
                task.analyses = [Analysis(derivation, mine_unlinked[0].score / len(mine_unlinked[0].symbols))]
