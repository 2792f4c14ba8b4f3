"""Attacks on what is said of a sentence: an analysis is of its own words, types and links, a parse of its tokens."""

import copy
import pickle
from contextlib import suppress
from dataclasses import FrozenInstanceError, fields, replace
from math import inf, nan
from typing import Any

import pytest

import proofnets.derivation
from proofnets.derivation.analyses import Analysis, Belief, Confidence, Parse, Token
from proofnets.derivation.derivations import Derivation, judgement, net
from proofnets.derivation.places import Place
from proofnets.errors import ProofNetsError
from proofnets.logic import Atom, parse_judgement, parse_type, proofs
from proofnets.treebank import Sample
from tests.attacks import check_fields, check_pickles, dataclasses_of, empty, fields_conform, lookalike
from tests.derivation.test_analyses import PARSE, SAMPLE

OTHER = next(proofs(parse_judgement("ze:np, slapen:◇su np ⊸ s ⊢ s")))
UNPROVED = replace(SAMPLE, links=())
NAMED = Sample(SAMPLE.tokens, SAMPLE.types, SAMPLE.goal, SAMPLE.links, "x/1")
ANALYSIS = Analysis(SAMPLE, -0.5)
SPECIMENS: list[Any] = [
    SAMPLE,
    NAMED,
    ANALYSIS,
    PARSE,
    PARSE.tokens[0],
    *PARSE.analyses[0].beliefs[:1],
    PARSE.analyses[0].confidence,
    Place("a.txt", 1, 2, 3, 4, "x"),
]


def foreigners() -> list[Any]:
    """What a field may be given by mistake or in malice, in good order and in none."""
    simple = [None, True, 0, 3, -1, 1.5, nan, inf, -inf, 1j, "np", "", "+", "a b", b"np", object(), str, Derivation]
    several = [(), [], {}, ("np",), ("",), (Atom("np"),), ((0, 1),), [(0, 1), (2, 3)], ((0.0, 1.0),), ([0, 1], [2, 3])]
    types = [
        list(SAMPLE.types),
        ("np", "+", parse_type("◇su np ⊸ s"), None),
        list(SAMPLE.tokens),
        (None, "+", None, None),
    ]
    wrong = [OTHER, OTHER.frame, Atom("np"), UNPROVED, Derivation(("a",), (Atom("np"),), Atom("np"), ((0, 1),))]
    alike = [lookalike(specimen) for specimen in SPECIMENS]
    return (
        simple
        + several
        + types
        + wrong
        + alike
        + [(each,) for each in alike]
        + SPECIMENS
        + [(each,) for each in SPECIMENS]
    )


def is_sound(value: Any) -> bool:
    """Whether all that a value's class promises of its fields is so, whatever its constructor did."""
    if type(value) in (type(OTHER), type(OTHER.frame)) or not type(value).__module__.startswith("proofnets.derivation"):
        return True  # the attacks on the kernel are in tests/logic
    if not fields_conform(value, is_sound):
        return False
    match value:
        case Derivation():
            return len(value.tokens) == len(value.types) and all(token.strip() for token in value.tokens)
        case Analysis():
            return is_honest(value)
        case Parse():
            texts = tuple(token.text for token in value.tokens)
            return all(analysis.derivation.tokens == texts for analysis in value.analyses)
        case Belief():
            return [len(row) for row in value.probabilities] == [len(value.positive)] * len(value.negative)
        case Confidence():
            chances = (value.whole, *value.words, *value.links, *value.dependencies)
            return all(0 <= chance <= 1 for chance in chances)
    return True


def is_honest(analysis: Analysis) -> bool:
    """Whether an analysis has the net of its own words, types and links, if they have one."""
    try:
        proof = net(analysis.derivation)
    except ProofNetsError:
        return not analysis.proved and analysis.net is None
    return analysis.net == proof and proof.frame.judgement == judgement(analysis.derivation)


def test_there_is_a_specimen_of_every_dataclass():
    assert {type(specimen) for specimen in SPECIMENS} == {*dataclasses_of(proofnets.derivation), Sample}


@pytest.mark.parametrize("specimen", SPECIMENS, ids=lambda specimen: type(specimen).__name__)
def test_no_field_holds_what_it_must_not(specimen: Any):
    check_fields(specimen, foreigners(), is_sound)


@pytest.mark.parametrize("specimen", SPECIMENS, ids=lambda specimen: type(specimen).__name__)
def test_nothing_fills_or_makes_it_but_its_constructor(specimen: Any):
    check_pickles(specimen)
    with suppress(TypeError):  # of a place, all fields may be left out
        assert is_sound(pickle.loads(empty(type(specimen))))
    for field in fields(specimen):
        with pytest.raises(FrozenInstanceError):
            setattr(specimen, field.name, getattr(specimen, field.name))
    assert copy.copy(specimen) is copy.deepcopy(specimen) is specimen
    assert pickle.loads(pickle.dumps(specimen)) == specimen


def test_a_proved_analysis_cannot_be_given_other_words():
    analysis = Analysis(Derivation(("ze", "slapen"), OTHER.frame.judgement.types, Atom("s"), OTHER.links), None)
    assert analysis.proved
    with suppress(TypeError):
        analysis.derivation.__init__(("hij", "slaapt"), (None, None), Atom("np"), ())  # type: ignore[misc]
    with suppress(TypeError):
        analysis.derivation.__setstate__([("hij", "slaapt"), (None, None), Atom("np"), ()])  # type: ignore[attr-defined]
    assert is_honest(analysis)
    assert analysis.derivation.tokens == ("ze", "slapen")


def test_a_parse_takes_no_analysis_of_another_sentence():
    with pytest.raises(ValueError, match="of its own tokens"):
        Parse("a", (Token("a", 0, 1),), (ANALYSIS,))
    with pytest.raises(ValueError, match="of its own tokens"):
        replace(PARSE, tokens=PARSE.tokens[1:])


def test_an_analysis_is_of_a_derivation_and_leaves_the_name_of_a_sample():
    assert type(Analysis(NAMED, None).derivation) is Derivation
    assert Analysis(NAMED, -0.5) == ANALYSIS
    with pytest.raises(TypeError, match="what an analysis is of must be a Derivation"):
        Analysis(lookalike(SAMPLE), None)  # type: ignore[arg-type]
