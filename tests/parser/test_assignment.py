"""The best assignment against all assignments there are."""

from itertools import permutations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from proofnets.parser.assignment import assign, cheapest, cheapest_without

FINITE = st.floats(-100, 100)
ANY = st.one_of(FINITE, st.just(-np.inf), st.sampled_from([0.0, 1.0, 2.0]))


def matrices(elements):
    return st.integers(1, 5).flatmap(
        lambda n: st.lists(st.lists(elements, min_size=n, max_size=n), min_size=n, max_size=n).map(np.array)
    )


@given(matrices(ANY))
def test_it_is_the_best_of_all_permutations(scores):
    rows = range(len(scores))
    best = max(sum(scores[row, column] for row, column in zip(rows, p, strict=True)) for p in permutations(rows))
    found = assign(scores)
    if best == -np.inf:
        assert found is None
    else:
        assert sorted(found) == list(rows)
        assert np.isclose(sum(scores[row, column] for row, column in zip(rows, found, strict=True)), best)


@given(st.integers(1, 40), st.integers(0, 10**6))
def test_no_exchange_of_two_rows_is_better_in_large_ones(size, seed):
    scores = np.random.default_rng(seed).normal(size=(size, size))
    found = assign(scores)
    kept = scores[range(size), found]
    for one in range(size):
        for other in range(one):
            swapped = scores[one, found[other]] + scores[other, found[one]]
            assert swapped <= kept[one] + kept[other] + 1e-9


@given(st.permutations(range(30)), st.floats(5, 50))
def test_a_clear_preference_is_followed(wanted, strength):
    scores = np.random.default_rng(0).normal(size=(30, 30))
    scores[range(30), list(wanted)] += strength + 10
    assert assign(scores) == list(wanted)


@given(matrices(ANY.map(lambda value: -value)), st.data())
def test_what_is_mended_is_as_good_as_what_is_found_anew(costs, data):
    """One pair of the best assignment after the other is forbidden, and some others with it."""
    found = cheapest(costs)
    while found is not None:
        row = data.draw(st.integers(0, len(costs) - 1))
        costs = costs.copy()
        costs[row, found.columns[row]] = np.inf
        assigned = set(enumerate(found.columns))
        for pair in data.draw(st.lists(st.tuples(*[st.integers(0, len(costs) - 1)] * 2), max_size=3)):
            if pair not in assigned:
                costs[pair] = np.inf
        before = found
        found, anew = cheapest_without(costs, before, row), cheapest(costs)
        assert (found is None) == (anew is None)
        if found is not None and anew is not None:
            assert sorted(found.row_of) == list(range(len(costs)))
            totals = [costs[each.row_of, range(len(costs))].sum() for each in (found, anew)]
            assert np.isclose(*totals)
            reduced = costs - found.row_potential[:, None] - found.column_potential
            assert (reduced >= -1e-6).all()
