"""Readings: what means the same is one, and counts together."""

from dataclasses import replace

import pytest

from proofnets.derivation import Analysis, Confidence, Derivation
from proofnets.derivation.readings import differences, merged, phrase
from proofnets.logic import Dependency, parse_type

VERB = "◇obj {0} ⊸ ◇su {0} ⊸ s"


def seeing(kind: str, swapped: bool = False, **told: float) -> Analysis:
    """Jan ziet Piet, or the other way round, with names of some type."""
    np, verb = parse_type(kind), parse_type(VERB.format(kind))
    links = ((0, 1), (4, 2), (3, 5)) if swapped else ((4, 1), (0, 2), (3, 5))
    sure = Confidence(told["sure"], (0.5,) * 3) if "sure" in told else None
    derivation = Derivation(("Jan", "ziet", "Piet"), (np, verb, np), parse_type("s"), links)
    return Analysis(derivation, told.get("score", -0.5), told.get("often"), confidence=sure)


def worth(analysis: Analysis) -> tuple[float, float]:
    return analysis.confidence.whole if analysis.confidence else 0.0, analysis.score or 0.0


def test_analyses_with_the_same_term_are_one_reading():
    readings = merged([seeing("np", sure=0.25), seeing("np", True, sure=0.375), seeing("n", sure=0.25)], worth)
    assert [each.confidence and each.confidence.whole for each in readings] == [0.5, 0.375]
    assert readings[0].derivation == seeing("np").derivation
    often = merged([seeing("np", True, often=0.25), seeing("np", often=0.2), seeing("n", often=0.3)], worth)
    assert [each.frequency for each in often] == [0.5, 0.25]
    assert often[0].derivation == seeing("n").derivation


def test_readings_cannot_be_more_than_certain():
    readings = merged([seeing("np", sure=0.9), seeing("np", True, sure=0.9), seeing("n", sure=0.5)], worth)
    chances = [each.confidence.whole for each in readings if each.confidence]
    assert sum(chances) <= 1
    assert chances == sorted(chances, reverse=True)
    assert chances[0] == pytest.approx(1.0 / 1.9, abs=1e-3)


def test_without_confidence_the_better_score_comes_first_and_what_is_no_proof_last():
    unproved = replace(seeing("np"), derivation=replace(seeing("np").derivation, links=()), score=0.0)
    better = seeing("np", True, score=-0.1)
    assert merged([unproved, seeing("np"), better], worth) == [better, seeing("np"), unproved]
    assert merged([better, better], worth) == [better]


def test_what_differs():
    one, other = differences([seeing("np"), seeing("np", True)])
    assert {(edge.dependent, edge.label) for edge in one} == {(1, "su"), (3, "obj")}
    assert {(edge.dependent, edge.label) for edge in other} == {(3, "su"), (1, "obj")}
    assert differences([seeing("np"), seeing("n")]) == [[], []]


def test_a_phrase_of_a_graph_that_goes_round_in_circles_ends():
    assert phrase([Dependency(1, 2, "x"), Dependency(2, 1, "x")], 3) == [3]
