"""Regressions, against what defines them and against slow twins."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from proofnets.evaluation.regression import PENALTY, choice_regression, isotonic_regression, logistic_regression
from proofnets.parser.confidence import probability

CASES = st.lists(st.tuples(st.floats(0, 1, width=16), st.booleans()), min_size=1, max_size=12)


def slow_isotonic(right: list[float]) -> list[float]:
    """The rising sequence nearest to one: the greatest, over all beginnings, of the least mean from there."""
    size = len(right)
    return [
        max(min(float(np.mean(right[a : b + 1])) for b in range(i, size)) for a in range(i + 1)) for i in range(size)
    ]


@given(CASES)
def test_isotonic_regression_is_the_nearest_rising_curve(cases):
    values = [value + number * 1e-3 for number, (value, _) in enumerate(sorted(cases))]  # none equal
    right = [float(is_right) for _, is_right in sorted(cases)]
    points = isotonic_regression(values, right)
    slow = slow_isotonic(right)
    levels = list(dict.fromkeys(np.round(slow, 9).tolist()))
    assert np.allclose(sorted({round(share, 9) for _, share in points}), levels)


@given(CASES, st.integers(1, 5))
def test_points_rise_and_keep_the_mean(cases, least):
    values, right = [value for value, _ in cases], [float(is_right) for _, is_right in cases]
    points = isotonic_regression(values, right, least)
    xs, shares = [x for x, _ in points], [share for _, share in points]
    assert all(one < other for one, other in pairwise(xs))
    assert all(one <= other for one, other in pairwise(shares))
    assert all(0 <= share <= 1 for share in shares)
    assert len(points) <= max(1, len(cases) // least)
    if least == 1 or len(points) == 1:
        assert min(right) <= min(shares)
        assert max(shares) <= max(right)


@given(st.integers(0, 10**6), st.integers(1, 3), st.integers(20, 60))
def test_no_other_weights_are_better(seed, width, size):
    """At the best weights the slope is nothing but that of the penalty."""
    random = np.random.default_rng(seed)
    features = random.normal(size=(size, width)) * [1, 10, 0.1][:width] + 3
    right = (random.random(size) < 0.5).astype(float)
    fitted = logistic_regression(features, right)
    error = right - probability(fitted, features)
    spread = features.std(0)
    slope = ((features - features.mean(0)) / spread).T @ error / size - PENALTY * np.array(fitted.weights) * spread
    assert abs(error.mean()) < 1e-6
    assert np.abs(slope).max() < 1e-6


def test_cases_that_are_all_right_or_told_apart_without_fault_do_no_harm():
    features = np.array([[0.0], [1.0]] * 20)
    sure = logistic_regression(features, np.array([0.0, 1.0] * 20))
    assert probability(sure, np.array([[0.0], [1.0]])).round(1).tolist() == [0.0, 1.0]
    always = logistic_regression(features, np.ones(40))
    assert probability(always, features).min() > 0.99
    assert np.isfinite([always.bias, *always.weights]).all()
    flat = logistic_regression(np.ones((10, 2)), np.array([0.0, 1.0] * 5))
    assert np.allclose(probability(flat, np.ones((1, 2))), 0.5)


@given(st.integers(0, 10**6), st.integers(1, 3))
def test_no_other_weights_make_right_choices_likelier(seed, size):
    random = np.random.default_rng(seed)
    choices = []
    for _ in range(20):
        rows = random.normal(size=(random.integers(1, 5), size))
        choices.append((rows, int(random.integers(len(rows)))))
    centred = np.concatenate([rows - rows.mean(0) for rows, _ in choices])
    spread = np.sqrt((centred**2).mean(0))

    def likelihood(weights):
        chosen = sum(rows[right] @ weights - np.log(np.exp(rows @ weights).sum()) for rows, right in choices)
        return chosen / len(choices) - PENALTY / 2 * ((weights * spread) ** 2).sum()

    best = np.array(choice_regression(choices).weights)
    for step in (*np.eye(size), *-np.eye(size), random.normal(size=size)):
        assert likelihood(best) >= likelihood(best + 1e-3 * step)
