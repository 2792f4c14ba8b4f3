"""Regression: logistic, of a case or of a choice, and isotonic, on a few numbers each. What models are calibrated with.

All are small enough to be written out; scikit-learn is not worth its size for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from proofnets.modelfolder import Logistic

Floats = NDArray[np.float64]

PENALTY = 1e-3
"""Of the squared weights, for each case: so little that it only matters where cases can be told apart without fault."""
MOST_STEPS = 100


def logistic_regression(features: Floats, right: Floats) -> Logistic:
    """The weights under which cases are likeliest to be right where they are, by Newton's method.

    >>> fitted = logistic_regression(np.array([[0.0], [0.0], [1.0], [1.0]] * 9), np.array([0.0, 0, 0, 1] * 9))
    >>> fitted.weights[0] > 0
    True
    """
    centre, spread = features.mean(0), features.std(0)
    spread = np.where(spread > 0, spread, 1.0)
    rows = np.column_stack([np.ones(len(features)), (features - centre) / spread])
    penalty = np.full(rows.shape[1], PENALTY)
    penalty[0] = 0.0
    weights = np.zeros(rows.shape[1])
    for _ in range(MOST_STEPS):
        chance = _sigmoid(rows @ weights)
        gradient = rows.T @ (right - chance) / len(rows) - penalty * weights
        curvature = (rows * (chance * (1 - chance))[:, None]).T @ rows / len(rows) + np.diag(penalty + 1e-9)
        step = _limited(np.linalg.solve(curvature, gradient))
        weights += step
        if np.abs(step).max() < 1e-9:
            break
    slopes = weights[1:] / spread
    return Logistic(float(weights[0] - slopes @ centre), tuple(slopes.tolist()))


def choice_regression(choices: Sequence[tuple[Floats, int]]) -> Logistic:
    """The weights under which what is right is likeliest to be chosen: the conditional logit, by Newton's method.

    A choice is a row of numbers for each of several things, and which of them is right.

    >>> fitted = choice_regression([(np.array([[0.0], [1.0]]), 1)] * 3 + [(np.array([[0.0], [1.0]]), 0)])
    >>> round(fitted.weights[0], 1)  # log 3
    1.1
    """
    rows = np.concatenate([features - features.mean(0) for features, _ in choices])
    spread = np.sqrt((rows**2).mean(0))
    spread = np.where(spread > 0, spread, 1.0)
    rows /= spread
    sizes = [len(features) for features, _ in choices]
    starts = np.cumsum([0, *sizes[:-1]])
    right = rows[starts + [place for _, place in choices]].sum(0)
    weights = np.zeros(rows.shape[1])
    for _ in range(MOST_STEPS):
        worth = rows @ weights
        chance = np.exp(worth - np.repeat(np.maximum.reduceat(worth, starts), sizes))
        chance /= np.repeat(np.add.reduceat(chance, starts), sizes)
        expected = np.add.reduceat(rows * chance[:, None], starts)
        gradient = (right - expected.sum(0)) / len(choices) - PENALTY * weights
        curvature = ((rows * chance[:, None]).T @ rows - expected.T @ expected) / len(choices)
        step = _limited(np.linalg.solve(curvature + np.eye(len(weights)) * PENALTY, gradient))
        weights += step
        if np.abs(step).max() < 1e-9:
            break
    return Logistic(0.0, tuple((weights / spread).tolist()))


def _limited(step: Floats) -> Floats:
    """A step that is not too long: from far away, Newton's method leaps too far."""
    return step * min(1.0, 5.0 / max(float(np.abs(step).max()), 1e-12))


def _sigmoid(values: Floats) -> Floats:
    answer: Floats = 0.5 * (1 + np.tanh(values / 2))
    return answer


def isotonic_regression(values: Sequence[float], right: Sequence[float], least: int = 1) -> list[tuple[float, float]]:
    """The rising curve that is nearest to what is right, as points: the mean value and share of each level part.

    Neighbours that fall are put together until none does (the pool-adjacent-violators algorithm). Parts of fewer cases
    than `least` are then put together with the next.

    >>> isotonic_regression([0.1, 0.2, 0.3, 0.4], [0, 1, 0, 1])
    [(0.1, 0.0), (0.25, 0.5), (0.4, 1.0)]
    """
    blocks: list[_Block] = []
    for value, is_right in sorted(zip(map(float, values), map(float, right), strict=True)):
        block = _Block(value, is_right, 1)
        while blocks and (blocks[-1].share > block.share or blocks[-1].mean >= block.mean):
            block = _joined(blocks.pop(), block)
        blocks.append(block)
    large: list[_Block] = []
    for block in blocks:
        if large and min(large[-1].cases, block.cases) < least:
            block = _joined(large.pop(), block)
        large.append(block)
    return [(block.mean, block.share) for block in large]


class _Block(NamedTuple):
    """Cases side by side: the sums of their values and of what is right, and how many they are."""

    value: float
    right: float
    cases: int

    @property
    def mean(self) -> float:
        return self.value / self.cases

    @property
    def share(self) -> float:
        return self.right / self.cases


def _joined(block: _Block, other: _Block) -> _Block:
    return _Block(block.value + other.value, block.right + other.right, block.cases + other.cases)
