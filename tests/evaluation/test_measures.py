"""Confidence beside truth: against brute force, and on analyses made by hand."""

from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from proofnets.derivation import Confidence
from proofnets.evaluation import compare, gold_of, reliabilities, reliability, reliability_svg
from tests.evaluation.sentences import GOLD, RIGHT, SEE, SWAPPED

CASES = st.lists(st.tuples(st.sampled_from([0.0, 0.05, 0.3, 0.35, 0.7, 1.0]), st.booleans()), min_size=1, max_size=30)


@given(CASES, st.sampled_from([0.5, 0.8, 0.95]))
def test_what_can_be_kept_is_the_most_that_can(cases, target):
    thresholds = {said for said, _ in cases}
    kept = ([right for said, right in cases if said >= least] for least in thresholds)
    most = max((len(some) for some in kept if np.mean(some) >= target), default=0)
    assert np.isclose(dict(reliability("words", cases, [target]).kept)[target], most / len(cases))


@given(CASES)
def test_errors_are_between_nothing_and_all(cases):
    measured = reliability("words", cases)
    assert 0 <= measured.ece <= 1
    assert 0 <= measured.brier <= 1
    assert sum(each.cases for each in measured.bins) == measured.cases == len(cases)
    perfect = reliability("words", [(float(right), right) for _, right in cases])
    assert perfect.ece == perfect.brier == 0


def test_of_analyses():
    right = RIGHT[SEE.tokens][0]
    told = Confidence(0.9, (0.9,) * 4, (0.8,) * 3, (0.7,) * 3)
    compared = [compare(gold_of(SEE), replace(each, confidence=told)) for each in (right, SWAPPED)]
    measured = {each.name: each for each in reliabilities(compared)}
    assert [measured[name].cases for name in ("words", "links", "dependencies", "sentences")] == [8, 6, 6, 2]
    assert measured["words"].right == 1  # the links alone are wrong
    assert measured["links"].right == 4 / 6
    assert measured["sentences"].right == 0.5
    assert reliabilities([compare(gold_of(gold), None) for gold in GOLD]) == ()
    root = ElementTree.fromstring(reliability_svg([*measured.values()]))
    assert len(root.findall(".//{*}circle")) == 4
