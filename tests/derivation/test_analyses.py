"""Analyses: proved just if their own links are a net of their own types, whatever way they came into being."""

import copy
import json
import pickle
from dataclasses import replace
from math import inf, nan
from typing import Any

import pytest

from proofnets.derivation.analyses import Analysis, Belief, Confidence, Parse, Token, from_dict, to_dict
from proofnets.derivation.derivations import Derivation, net
from proofnets.errors import ProofNetsError
from proofnets.logic import Atom, parse_judgement, parse_type, proofs

NP, VERB, S = Atom("np"), parse_type("◇su np ⊸ s"), Atom("s")
SAMPLE = Derivation(("Den", "Haag", "slaapt", "."), (NP, "+", VERB, None), S, ((0, 1), (2, 3)))
BELIEFS = (Belief("np", (1,), (0,), ((1.0,),)), Belief("s", (3,), (2,), ((0.5,),)))
OTHERS = (((parse_type("n"), 0.125), (None, 0.0)), (), (("+", 0.5),), ())
SURE = Confidence(0.75, (0.5, 0.25, 1.0, 0.0), (0.5, 1.0), (0.25, 0.5), OTHERS)
PARSE = Parse(
    "Den Haag slaapt.",
    (Token("Den", 0, 3), Token("Haag", 4, 8), Token("slaapt", 9, 15), Token(".", 15, 16)),
    (
        Analysis(SAMPLE, -0.5, 0.25, BELIEFS, SURE),
        Analysis(replace(SAMPLE, links=()), None, confidence=Confidence(0.0, (0.5,) * 4)),
    ),
)
OTHER = next(proofs(parse_judgement("ze:np, slapen:◇su np ⊸ s ⊢ s")))


def edited(**changes: Any) -> dict[str, Any]:
    """The parse as JSON, with its first analysis changed, or the parse itself."""
    answer: dict[str, Any] = json.loads(json.dumps(to_dict(PARSE)))
    for name, value in changes.items():
        (answer if name in ("text", "tokens", "offsets", "analyses", "error") else answer["analyses"][0])[name] = value
    return answer


def is_honest(analysis: Analysis) -> bool:
    """Whether an analysis that says that it is proved is so."""
    try:
        proof = net(analysis.derivation)
    except ProofNetsError:
        return not analysis.proved and analysis.net is None
    return analysis.proved and analysis.net == proof


def test_an_analysis_is_proved_just_if_its_links_are_a_net():
    proved, unproved = PARSE.analyses
    assert proved.proved
    assert not unproved.proved
    assert all(map(is_honest, PARSE.analyses))
    assert PARSE.status == "proved"
    assert replace(PARSE, analyses=(unproved,)).status == "unproved"


def test_a_net_cannot_be_given():
    make: Any = Analysis
    with pytest.raises(TypeError):
        make(SAMPLE, None, net=OTHER)
    with pytest.raises((TypeError, ValueError), match="net"):  # from Python 3.13 on it is the former
        replace(PARSE.analyses[0], net=OTHER)


@pytest.mark.parametrize(
    "changes",
    [
        {"links": ((0, 3), (2, 1))},
        {"links": ((0, 1),)},
        {"links": ((0, 1), (2, 3), (2, 3))},
        {"goal": NP},
        {"types": (NP, None, VERB, None)},
        {"types": (NP, "+", NP, None)},
        {"tokens": ("De", "man", "slaapt", ".")},
    ],
)
def test_an_analysis_of_another_sample_has_its_own_net_or_none(changes: dict[str, Any]):
    proved = replace(PARSE.analyses[0], confidence=None)
    other = replace(proved, derivation=replace(SAMPLE, **changes))
    assert is_honest(other)
    assert is_honest(pickle.loads(pickle.dumps(other)))


@pytest.mark.parametrize("what", ["words", "links", "dependencies", "others"])
def test_a_confidence_is_that_of_the_analysis(what: str):
    proved = PARSE.analyses[0]
    assert proved.confidence is not None
    longer = replace(proved.confidence, **{what: (*getattr(proved.confidence, what), () if what == "others" else 0.5)})
    with pytest.raises(ValueError, match="a confidence for each of"):
        replace(proved, confidence=longer)


def test_copies_and_pickles_are_made_by_the_constructor():
    for analysis in PARSE.analyses:
        assert copy.copy(analysis) is copy.deepcopy(analysis) is analysis
        assert pickle.loads(pickle.dumps(analysis)) == analysis
        with pytest.raises(TypeError, match="call Analysis"):
            analysis.__setstate__([SAMPLE, None, None, (), OTHER])  # type: ignore[attr-defined]


def test_json_comes_back_as_the_parse():
    assert from_dict(json.loads(json.dumps(to_dict(PARSE)))) == PARSE
    rejected = replace(PARSE, analyses=(), error="there are no words in it")
    assert from_dict(json.loads(json.dumps(to_dict(rejected)))) == rejected


def test_json_tells_how_sure_it_is():
    answer = to_dict(PARSE)
    first = answer["analyses"][0]
    assert answer["confidence"] == first["confidence"] == PARSE.confidence == 0.75
    assert first["type_confidence"] == [0.5, 0.25, 1.0, 0.0]
    assert [edge["confidence"] for edge in first["dependencies"]] == [0.25, 0.5]
    assert first["other_types"][0][0] == {"type": "n", "confidence": 0.125}
    unasked = replace(PARSE, analyses=(Analysis(SAMPLE, None),))
    assert unasked.confidence is None
    assert "confidence" not in json.dumps(to_dict(unasked))


@pytest.mark.parametrize("chance", [-0.1, 1.1, nan])
def test_what_is_no_probability_is_no_confidence(chance: float):
    for given in ((chance, (0.5,)), (0.5, (chance,)), (0.5, (), (), (), (((None, chance),),))):
        with pytest.raises(ValueError, match="is no probability"):
            Confidence(*given)


def test_json_does_not_say_what_is_proved():
    lying = from_dict(edited(proved=True, links=[[0, 3], [2, 1]], term="slaapt 'Den Haag'"))
    assert not lying.analyses[0].proved
    assert from_dict(edited(proved=False)).analyses[0].proved


def test_an_error_that_is_null_is_none():
    assert from_dict(edited(error=None)).status == "proved"
    assert from_dict(edited(error="it is too long")).status == "rejected"


@pytest.mark.parametrize(
    "links", [[[0.0, 1], [2, 3]], [[0.9, 1.9], [2, 3]], [[inf, 1]], [[nan, 1]], [["0", 1]], [[True, 1]]]
)
def test_links_that_are_not_whole_numbers_are_refused(links: Any):
    with pytest.raises(ProofNetsError, match="is not a whole number"):
        from_dict(edited(links=links))


@pytest.mark.parametrize(
    "changes",
    [
        {"offsets": [[0, inf], [4, 8], [9, 15], [15, 16]]},
        {"offsets": [[0.5, 3], [4, 8], [9, 15], [15, 16]]},
        {"offsets": [[0, 3]]},
        {"text": None},
        {"tokens": "Den Haag"},
        {"tokens": [1, 2, 3, 4]},
        {"error": 3},
        {"analyses": None},
        {"analyses": [3]},
        {"analyses": ["types"]},
        {"types": "np"},
        {"types": ["np", "+", 3, None]},
        {"types": ["np", "+", "np ⊸", None]},
        {"types": ["np"]},
        {"goal": None},
        {"links": [[0, 1, 2]]},
        {"links": 3},
        {"score": "-0.5"},
        {"score": inf},
        {"score": nan},
        {"score": 10**400},
        {"frequency": True},
        {"confidence": 1.5},
        {"confidence": "high"},
        {"type_confidence": None},
        {"type_confidence": [0.5]},
        {"other_types": [[]]},
        {"type_confidence": [2, 0, 0, 0]},
        {"link_confidence": ["1"]},
        {"other_types": [[["n", 0.5]]]},
        {"other_types": [[{"type": 3, "confidence": 0.5}]]},
        {"beliefs": [{"atom": "np", "negative": [1.5], "positive": [0], "probabilities": [[1.0]]}]},
        {"beliefs": [{"atom": "np", "negative": [1], "positive": [inf], "probabilities": [[1.0]]}]},
        {"beliefs": [{"atom": 3, "negative": [1], "positive": [0], "probabilities": [[1.0]]}]},
        {"beliefs": [{"atom": "np", "negative": [1], "positive": [0], "probabilities": [["1.0"]]}]},
        {"beliefs": [{"atom": "np", "negative": [1], "positive": [0], "probabilities": [[inf]]}]},
        {"beliefs": [{"atom": "np"}]},
    ],
)
def test_what_is_not_the_parser_s_json_is_refused(changes: dict[str, Any]):
    with pytest.raises(ProofNetsError):
        from_dict(edited(**changes))
