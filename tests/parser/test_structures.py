"""Ranked nets against brute force over all matchings."""

from collections import Counter
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofnets.deadline import Deadline
from proofnets.errors import StructureError
from proofnets.logic import Frame, Net, occurrences, parse_judgement
from proofnets.parser.sampling import sampled_nets
from proofnets.parser.structures import ranked_structures, sinkhorn
from tests.logic.derivations import matchings

JUDGEMENTS = [
    "a:s, b:s ⊸ s, c:s ⊸ s, d:s ⊸ s ⊢ s",
    "np, np, np ⊸ np, np ⊸ np, np ⊸ np ⊸ s ⊢ s",
    "n, n ⊸ np, (np ⊸ s) ⊸ np ⊸ np, np ⊸ np ⊸ s, np, np ⊸ s ⊢ s",
    "(np ⊸ s) ⊸ s, (np ⊸ s) ⊸ s, np ⊸ np ⊸ s ⊢ s",
    "(a ⊸ a) ⊸ b, a ⊸ a ⊢ b",
]
GENERATOR = np.random.default_rng
EVER = Deadline()


def random_scores(frame, seed):
    rng = GENERATOR(seed)
    return {name: rng.normal(size=(len(n), len(p))) for name, (n, p) in occurrences(frame).items()}


def totals(frame, scores):
    """All matchings, each with the sum of its scores."""
    places = {}
    for name, (negative, positive) in occurrences(frame).items():
        places |= {(p, n): scores[name][r, c] for r, n in enumerate(negative) for c, p in enumerate(positive)}
    return [(sum(places[link] for link in links), links) for links in matchings(frame)]


def brute_force(frame, scores):
    found = []
    for total, links in totals(frame, scores):
        with suppress(StructureError):
            found.append((total, Net(frame, links).links))
    return sorted(found, reverse=True)


@pytest.mark.parametrize("text", JUDGEMENTS)
@given(seed=st.integers(0, 1000))
def test_nets_come_out_best_first_and_all_of_them_do(text, seed):
    frame = Frame(parse_judgement(text))
    scores = random_scores(frame, seed)
    found = [(score, net.links) for score, _, net in ranked_structures(frame, scores, 10_000, EVER) if net]
    expected = brute_force(frame, scores)
    assert [links for _, links in found] == [links for _, links in expected]
    assert np.allclose([score for score, _ in found], [score for score, _ in expected])


@pytest.mark.parametrize("text", JUDGEMENTS)
def test_samples_are_as_frequent_as_the_best_matchings_under_noise(text):
    frame, samples = Frame(parse_judgement(text)), 3000
    scores = random_scores(frame, 1)
    found = {
        net.links: (score, times) for score, net, times in sampled_nets(frame, scores, samples, GENERATOR(2), EVER)
    }
    rng, drawn = GENERATOR(3), Counter()
    for _ in range(samples):
        noisy = {name: matrix + rng.gumbel(size=matrix.shape) for name, matrix in scores.items()}
        drawn[frozenset(max(totals(frame, noisy))[1])] += 1
    nets = {links: score for score, links in brute_force(frame, scores)}
    assert found.keys() <= nets.keys()
    for links, expected in nets.items():
        score, times = found.get(links, (expected, 0))
        assert np.isclose(score, expected)
        assert abs(times - drawn[frozenset(links)]) < 5 * (2 * samples * 0.25) ** 0.5  # five standard deviations


def test_samples_depend_on_the_seed():
    frame = Frame(parse_judgement(JUDGEMENTS[0]))
    scores = random_scores(frame, 1)
    one, same, other = (sampled_nets(frame, scores, 100, GENERATOR(seed), EVER) for seed in (1, 1, 2))
    assert one == same
    assert sorted(times for _, _, times in one) != sorted(times for _, _, times in other)


def test_when_time_is_up_there_are_as_many_draws_as_were_made():
    frame = Frame(parse_judgement(JUDGEMENTS[0]))
    asked = iter(range(50))
    deadline = Deadline(cancelled=lambda: next(asked, None) is None)
    nets = sampled_nets(frame, random_scores(frame, 1), 10**9, GENERATOR(1), deadline)
    assert 0 < sum(times for _, _, times in nets) <= 50
    assert sampled_nets(frame, random_scores(frame, 1), 10**9, GENERATOR(1), Deadline.after(0)) == []


def test_when_time_is_up_the_best_structure_is_told_all_the_same():
    frame = Frame(parse_judgement(JUDGEMENTS[0]))
    scores = random_scores(frame, 1)
    (first, *_) = ranked_structures(frame, scores, 100, EVER)
    assert list(ranked_structures(frame, scores, 100, Deadline.after(0))) == [first]


@given(seed=st.integers(0, 1000), links=st.integers(1, 6))
def test_forbidden_links_are_in_no_structure(seed, links):
    """A score of minus infinity is as good as a link that cannot be."""
    frame = Frame(parse_judgement(JUDGEMENTS[0]))
    scores, rng = random_scores(frame, seed), GENERATOR(seed)
    (negative, positive) = occurrences(frame)["s"]
    rows, columns = rng.integers(0, 4, links), rng.integers(0, 4, links)
    scores["s"][rows, columns] = -np.inf
    forbidden = {(positive[column], negative[row]) for row, column in zip(rows, columns, strict=True)}
    expected = [links for total, links in totals(frame, scores) if total > -np.inf]
    found = [frozenset(links) for _, links, _ in ranked_structures(frame, scores, 10_000, EVER)]
    assert len(found) == len(set(found))
    assert set(found) <= {frozenset(links) for links in expected}
    assert bool(found) == bool(expected)
    assert not any(forbidden & links for links in found)


def test_the_conflict_cuts_the_search_down():
    frame = Frame(parse_judgement("s, " + ", ".join(["s ⊸ s"] * 7) + " ⊢ s"))
    rng = np.random.default_rng(0)
    scores = {"s": rng.normal(size=(8, 8)) + 3 * np.eye(8)}  # each modifier prefers itself: far from any net
    looked_at = 0
    for _, _, net in ranked_structures(frame, scores, 5_000, EVER):
        looked_at += 1
        if net is not None:
            break
    assert net is not None
    assert looked_at < 2_000


def test_a_bound_is_kept_and_an_unbalanced_frame_has_no_structure():
    frame = Frame(parse_judgement(JUDGEMENTS[0]))
    assert len(list(ranked_structures(frame, random_scores(frame, 1), 3, EVER))) == 3
    unbalanced = Frame(parse_judgement("np, np ⊢ np"))
    assert list(ranked_structures(unbalanced, random_scores(unbalanced, 1), 3, EVER)) == []


def test_sinkhorn_ends_near_a_doubly_stochastic_matrix():
    log = sinkhorn(np.random.default_rng(2).normal(size=(6, 6)) * 5, 200)
    assert np.allclose(np.exp(log).sum(0), 1)
    assert np.allclose(np.exp(log).sum(1), 1, atol=1e-3)
