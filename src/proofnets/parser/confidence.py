"""Confidence: what the decoders and the linker said of an analysis, as probabilities that it is right.

The model's own probabilities are no such thing: they come from networks that were taught to be a little unsure of
everything, and know nothing of what they have not seen. What they are worth is measured on samples that are right
(`evaluation.calibration`), and the model folder has what came of it. All that is needed was computed on the way to the
analysis, so that confidence costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import exp, log
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from proofnets.derivation.analyses import Analysis, Confidence
from proofnets.derivation.derivations import Derivation, Entry
from proofnets.derivation.edges import word_edges
from proofnets.logic import Dependency, Net
from proofnets.modelfolder import TEXT, TYPES, Calibration, Logistic, ModelError, Scale
from proofnets.parser import familiarity, precedents
from proofnets.parser.bits import unpacked
from proofnets.parser.decoding import Logs

LEAST_DOUBT = 1e-3
"""No probability is taken to be nearer to 1 or to 0 than this."""

Floats = NDArray[np.float64]
Owners = Sequence[int]
"""The token of each atom, counted from 1; 0 is the goal."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was said of an analysis."""

    logs: tuple[Logs, ...]
    """By each decoder, the log-probability of every symbol of the frame."""
    ends: Sequence[int]
    """Where the symbols of each token's type end, [SEP] among them; behind the last is the goal."""
    owners: Owners
    links: Sequence[float]
    """The log-probability of every link of the derivation."""


Assess: TypeAlias = Callable[[Derivation, Net | None, Evidence], Confidence | None]
"""Tells how likely an analysis is to be right."""
Choices: TypeAlias = Sequence[Sequence[tuple[Entry, float]]]
"""What each token may have, with its log-probability by a decoder."""


def probability(logistic: Logistic, features: Floats) -> Floats:
    """Probabilities of cases, a row of numbers each."""
    odds = np.clip(features @ np.array(logistic.weights) + logistic.bias, -50, 50)
    answer: Floats = 1 / (1 + np.exp(-odds))
    return answer


def scaled(scale: Scale, features: Floats) -> Floats:
    """The same, and as they are in truth."""
    points = np.array(scale.points)
    answer: Floats = np.interp(probability(scale.raw, features), points[:, 0], points[:, 1])
    return answer


def certainty(logs: Floats) -> Floats:
    """How sure something is whose log-probability is known: −log of what is left for all else.

    >>> certainty(np.log([0.5, 0.9])).round(1).tolist()
    [0.7, 2.3]
    """
    answer: Floats = -np.log(np.maximum(-np.expm1(np.minimum(logs, 0.0)), LEAST_DOUBT))
    return answer


def word_features(evidence: Evidence, new: Floats) -> Floats:
    """For each token, and last the goal: how sure the least sure symbol of its type is, by the decoder that is least
    sure and by the one that is most so; that of its neighbours which is less sure; and which kinds of news it is."""
    lowest = np.array([np.minimum.reduceat(logs, [0, *evidence.ends]) for logs in evidence.logs])
    sure = certainty(lowest)
    least = sure.min(0)
    around = np.full(len(least) + 2, -log(LEAST_DOUBT))
    around[1:-1] = least
    nothing_new = np.zeros((1, new.shape[1]))  # of the goal
    return np.column_stack(
        [least, sure.max(0), np.minimum(around[:-2], around[2:]), np.concatenate([new, nothing_new])]
    )


def link_features(links: Sequence[tuple[int, int]], evidence: Evidence, words: Floats) -> Floats:
    """For each link: the log-probabilities of the types at its ends, and how sure it is if these are given."""
    logs, owners = _logs(words), np.array(evidence.owners, dtype=np.int64)
    ends = owners[np.array(links, dtype=np.int64).reshape(-1, 2)] - 1  # the goal is last
    return np.column_stack([logs[ends], certainty(np.array(evidence.links, dtype=np.float64))])


def edge_features(
    edges: Sequence[Dependency], derivation: Derivation, owners: Owners, words: Floats, links: Floats
) -> Floats:
    """For each edge: the log-probabilities of both types, dependent first, and of the dependent's least sure link."""
    least = np.zeros(len(words))
    for (positive, negative), chance in zip(derivation.links, _logs(links).tolist(), strict=True):
        for atom in (positive, negative):
            token = owners[atom] - 1
            least[token] = min(least[token], chance)
    logs = _logs(words)
    dependents = [edge.dependent - 1 for edge in edges]
    return np.column_stack([logs[dependents], logs[[edge.head - 1 for edge in edges]], least[dependents]])


def sentence_features(evidence: Evidence, words: Floats) -> Floats:
    """The log-odds that all types are right if each is by itself, the least sure word, the links, and the length."""
    logs = _logs(words)
    together = float(logs.sum())
    return np.array([log_odds(np.exp(together)), logs.min(), min(0.0, sum(evidence.links)), log(len(words))])


def log_odds(chance: float) -> float:
    """The log-odds of a probability, within reason."""
    within = min(max(chance, LEAST_DOUBT**2), 1 - LEAST_DOUBT**2)
    return log(within) - log(1 - within)


def _logs(chances: Floats) -> Floats:
    logs: Floats = np.log(np.clip(chances, LEAST_DOUBT, 1.0))
    return logs


def other_shares(entry: Entry, choices: Sequence[tuple[Entry, float]]) -> dict[Entry, float]:
    """What a token may have instead of this, and what share of the chance that this is wrong a decoder gives to each;
    choices come with their log-probabilities."""
    chances: dict[Entry, float] = {}
    for other, score in choices:
        chances[other] = max(chances.get(other, 0.0), exp(score))
    rest = max(1.0 - chances.pop(entry, 0.0), sum(chances.values()), LEAST_DOUBT)
    return {other: chance / rest for other, chance in chances.items()}


def other_features(chance: float, shares: Iterable[float]) -> Floats:
    """For each other type of a token: the log-probability that its own is wrong, and of the other one if that is so."""
    logs = _logs(np.array([*shares]))
    return np.column_stack([np.full(len(logs), _logs(np.array(1 - chance))), logs])


def with_others(analysis: Analysis, choices: Choices, most: int, scale: Scale) -> Analysis:
    """An analysis with what else each token may have, the likeliest; together not more than its own type leaves."""
    sure = analysis.confidence
    if sure is None:
        return analysis
    others = []
    for entry, chance, some in zip(analysis.derivation.types, sure.words, choices, strict=True):
        shares = other_shares(entry, some)
        chances = scaled(scale, other_features(chance, shares.values()))
        chances *= min(1.0, (1 - chance) / max(chances.sum(), LEAST_DOUBT))
        likeliest = sorted(zip(shares, chances.tolist(), strict=True), key=lambda each: -each[1])
        others.append(tuple(likeliest[:most]))
    return replace(analysis, confidence=replace(sure, others=tuple(others)))


class Assessor:
    """A calibrated model's way to tell how sure it is."""

    def __init__(self, calibration: Calibration, folder: Path) -> None:
        self.calibration, self.folder = calibration, folder

    @cached_property
    def text(self) -> bytes:
        """Which text was seen in training."""
        return _table(self.folder / TEXT, familiarity.BITS)

    @cached_property
    def types(self) -> bytes:
        """Which words were seen in training with which types."""
        return _table(self.folder / TYPES, precedents.BITS)

    def assess(self, derivation: Derivation, net: Net | None, evidence: Evidence) -> Confidence:
        """How likely an analysis is to be right, in its parts and as a whole."""
        known = self.calibration
        words = scaled(known.words, word_features(evidence, precedents.news_of(self.types, derivation)))
        links = scaled(known.links, link_features(derivation.links, evidence, words))
        edges = np.zeros(0)
        whole = 0.0  # what is no proof is not right
        if net:
            listed = word_edges(derivation, net.term)
            features = edge_features(listed, derivation, evidence.owners, words, links)
            edges = scaled(known.dependencies, features)
            right = float(probability(known.sentence, sentence_features(evidence, words)[None])[0])
            seen = familiarity.familiarity(self.text, derivation.tokens)
            whole = right * float(probability(known.text, np.array([seen]))[0])
        return Confidence(whole, *(tuple(each.tolist()) for each in (words[:-1], links, edges)))


def _table(path: Path, bits: int) -> bytes:
    table = unpacked(path.read_bytes(), bits)
    if table is None:
        raise ModelError(f"{path} is not what `proofnets calibrate` writes: calibrate the model again")
    return table
