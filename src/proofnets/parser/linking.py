"""Linking: frames of sentences to their analyses, by what the model says of their links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from proofnets.deadline import Deadline
from proofnets.derivation.analyses import Analysis, Belief
from proofnets.derivation.derivations import Derivation, judgement
from proofnets.logic import Frame, Link, Net, is_strict, occurrences
from proofnets.parser.confidence import Assess, Evidence, Owners
from proofnets.parser.decoding import DecodedFrame
from proofnets.parser.grammar import Grammar
from proofnets.parser.runtime import Encoded, Floats, Ints, Model, alike
from proofnets.parser.settings import Settings
from proofnets.parser.structures import Scores, ranked_structures, sinkhorn

STRICTNESS = 0.01
"""How much better the score of a net must be, or its confidence, to be preferred to a strict one: about the
log-probability of one link that is none too sure."""


@dataclass(frozen=True, slots=True)
class LinkedFrame:
    """A frame of a sentence, with what the model believes of its links."""

    derivation: Derivation
    decoded: DecodedFrame
    frame: Frame
    scores: Scores
    owners: Owners = ()
    ends: Sequence[int] = ()
    assess: Assess | None = None

    def analysis(
        self, score: float, links: tuple[Link, ...], net: Net | None, frequency: float | None = None
    ) -> Analysis:
        """The analysis with these links, and the net that they make, if any; its score is the mean over all that was
        chosen."""
        derivation = replace(self.derivation, links=links)
        mean = (self.decoded.score + score) / (len(self.decoded.symbols) + len(links))
        sure = None
        if self.assess and self.decoded.logs:
            evidence = Evidence(self.decoded.logs, self.ends, self.owners, self._logs(links))
            sure = self.assess(derivation, net, evidence)
        return Analysis(derivation, mean, frequency, confidence=sure)

    def _logs(self, links: Sequence[Link]) -> list[float]:
        """What the model says of each link."""
        places = {
            atom: (name, place)
            for name, both in occurrences(self.frame).items()
            for atoms in both
            for place, atom in enumerate(atoms)
        }
        cells = ((places[negative], places[positive][1]) for positive, negative in links)
        return [float(self.scores[name][row, column]) for (name, row), column in cells]

    def beliefs(self) -> tuple[Belief, ...]:
        """The probabilities of all links."""
        return tuple(
            Belief(name, tuple(negative), tuple(positive), tuple(map(tuple, np.exp(self.scores[name]).tolist())))
            for name, (negative, positive) in occurrences(self.frame).items()
            if name in self.scores
        )


class Linker:
    """The part of a model that links frames."""

    def __init__(self, model: Model, grammar: Grammar, assess: Assess | None = None) -> None:
        """Take the parts, and what tells how sure an analysis is, if the model is calibrated."""
        self.model, self.grammar, self.assess = model, grammar, assess

    def link(
        self, encoded: Encoded, frames: Sequence[tuple[int, DecodedFrame]], derivations: Sequence[Derivation]
    ) -> list[LinkedFrame]:
        """Frames, each with the row of its sentence, and what they spell; with the scores of their links."""
        linked: dict[int, LinkedFrame] = {}
        unlinked = [Frame(judgement(derivation)) for derivation in derivations]
        choices = [self._choices(decoded, frame) for (_, decoded), frame in zip(frames, unlinked, strict=True)]
        for group in alike([len(frame.symbols) for _, frame in frames]):
            shape = len(group), max(len(frames[place][1].symbols) for place in group)
            symbols, typed = (np.zeros(shape, dtype=np.int64) for _ in range(2))
            there = np.zeros(shape, dtype=np.bool_)
            atoms = np.zeros((2, len(group), max(1, *(choices[place].shape[1] for place in group))), dtype=np.int64)
            for number, place in enumerate(group):
                _, decoded = frames[place]
                length = len(decoded.symbols)
                symbols[number, :length] = decoded.symbols
                typed[number, :length] = self.grammar.spelled(decoded.symbols)
                there[number, :length] = True
                atoms[:, number, : choices[place].shape[1]] = choices[place]
            rows = encoded.take(np.array([frames[place][0] for place in group]))
            vectors = self.model.link(symbols, typed, rows, there, atoms)
            for number, place in enumerate(group):
                _, decoded = frames[place]
                linked[place] = self._scored(decoded, derivations[place], unlinked[place], vectors[:, number])
        return [linked[place] for place in range(len(frames))]

    def _choices(self, decoded: DecodedFrame, frame: Frame) -> Ints:
        """Where in a frame's symbols the atoms stand that can be linked in more than one way: the negative and the
        positive ones, name by name, (2, atoms)."""
        places = np.flatnonzero(self.grammar.is_atom[list(decoded.symbols)])
        paired = [both for both in occurrences(frame).values() if len(both[0]) == len(both[1]) > 1]
        atoms: list[list[int]] = [[atom for both in paired for atom in both[sign]] for sign in (0, 1)]
        return places[np.array(atoms, dtype=np.int64)]

    def _scored(self, decoded: DecodedFrame, derivation: Derivation, frame: Frame, vectors: Floats) -> LinkedFrame:
        """A frame with the scores of its links; the vectors are those of the atoms that have a choice."""
        scores: dict[str, NDArray[np.floating]] = {}
        start = 0
        for name, (negative, positive) in occurrences(frame).items():
            if len(negative) == len(positive) == 1:
                scores[name] = np.zeros((1, 1))
            elif len(negative) == len(positive):
                rows, columns = vectors[:, start : start + len(negative)]
                scores[name] = sinkhorn((rows @ columns.T).astype(np.float64), self.model.iterations)
                start += len(negative)
        places = np.flatnonzero(self.grammar.is_atom[list(decoded.symbols)])
        owners = np.array(self.grammar.spelled(decoded.symbols))[places].tolist()
        ends = np.flatnonzero(np.array(decoded.symbols[1:]) == self.grammar.sep) + 1
        return LinkedFrame(derivation, decoded, frame, scores, owners, ends.tolist(), self.assess)


def best_analyses(linked: LinkedFrame, settings: Settings, deadline: Deadline) -> list[Analysis]:
    """The analyses of one frame, best first: its nets, or if it has none its best structure.

    A strict net is preferred to one that is not if their scores are near.
    """
    best: tuple[float, tuple[Link, ...]] = 0.0, ()
    proved: list[tuple[float, Analysis]] = []
    attempts = settings.attempts if settings.constrained else 1
    any_strict = False
    for score, links, net in ranked_structures(linked.frame, linked.scores, attempts, deadline):
        if net is not None:
            analysis, strict = linked.analysis(score, links, net), is_strict(net)
            any_strict = any_strict or strict
            proved.append((_preference(analysis, strict), analysis))
            far = (analysis.score or 0.0) < proved[0][0] - STRICTNESS
            if len(proved) >= settings.readings and (any_strict or far):
                break
        elif not best[1]:
            best = score, links
    proved.sort(key=lambda each: -each[0])
    analyses = [analysis for _, analysis in proved[: settings.readings]] or [linked.analysis(*best, None)]
    return with_beliefs(analyses, linked, settings)


def preference(analysis: Analysis) -> tuple[float, float]:
    """How sure an analysis is, if that is known, and its score; each with what it is worth that its net is strict."""
    strict = analysis.net is not None and is_strict(analysis.net)
    sure = analysis.confidence.whole + (STRICTNESS if strict else 0.0) if analysis.confidence else 0.0
    return sure, _preference(analysis, strict)


def _preference(analysis: Analysis, strict: bool) -> float:
    return (analysis.score or 0.0) + (STRICTNESS if strict else 0.0)


def with_beliefs(analyses: list[Analysis], linked: LinkedFrame, settings: Settings) -> list[Analysis]:
    """The analyses of a frame with what the model believes of its links, if that was asked for."""
    if not settings.beliefs:
        return analyses
    beliefs = linked.beliefs()
    return [replace(analysis, beliefs=beliefs) for analysis in analyses]
