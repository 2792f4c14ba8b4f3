"""Multi-word units that are given: analyses keep to them, whatever the model says, and scores are conditional."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from proofnets.deadline import Deadline
from proofnets.derivation.analyses import spaced
from proofnets.errors import ProofNetsError
from proofnets.parser.decoding import Constraints, read
from proofnets.parser.inputs import Sentence, from_tokens
from proofnets.parser.parser import Parser
from proofnets.parser.settings import Settings
from proofnets.parser.units import UnitAware, known_units
from proofnets.parser.voices import Voice, decode_together
from tests.parser.stand_ins import BACKWARDS, GRAMMAR, RandomModel, sentences_of
from tests.parser.test_cascade import EVER, cascade_of

MORE, NOTHING = GRAMMAR.more, GRAMMAR.nothing
GIVEN = st.lists(st.lists(st.booleans(), max_size=4).map(lambda rest: (False, *rest)), min_size=1, max_size=3)


@hypothesis_settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 10**6),
    GIVEN,
    st.sampled_from([Settings(), Settings(beam=2, readings=3), Settings(constrained=False), Settings(samples=5)]),
)
def test_whatever_the_model_says_analyses_have_the_units_that_are_given(seed, joined, settings) -> None:
    sentences = [["w"] * len(flags) for flags in joined]
    tasks = cascade_of(seed).analyse(sentences, settings, [EVER] * len(sentences), joined)
    for task, flags in zip(tasks, joined, strict=True):
        assert task.analyses or not settings.constrained
        for analysis in task.analyses:
            assert [entry == "+" for entry in analysis.derivation.types] == [*flags]


@given(st.integers(0, 10**6), st.lists(st.integers(1, 4), min_size=2, max_size=3), st.integers(1, 2))
def test_other_sentences_of_the_batch_are_free(seed, lengths, width) -> None:
    voices, encoded = cascade_of(seed).voices, sentences_of(lengths)
    joined = [None, *((False,) * length for length in lengths[1:])]
    told = replace(encoded, units=known_units(joined, max(lengths)))
    free, *others = decode_together(voices, told, lengths, width, Constraints(), Deadline())
    untold, *_ = decode_together(voices, encoded, lengths, width, Constraints(), Deadline())
    assert [frame.symbols for frame in free.frames] == [frame.symbols for frame in untold.frames]
    assert not any(MORE in frame.symbols for other in others for frame in other.frames)


def excluded(flags: Sequence[bool], token: int) -> list[int]:
    """What a token cannot begin with; said in another way than the decoder is told."""
    if flags[token - 1]:
        return [symbol for symbol in range(len(GRAMMAR.symbols)) if symbol != MORE]
    return [MORE, NOTHING] if flags[token : token + 1] == (True,) else [MORE]


@given(st.integers(0, 10**6), GIVEN.map(lambda many: many[0]), st.sampled_from([GRAMMAR, BACKWARDS]))
def test_scores_are_those_given_the_units(seed, flags, grammar) -> None:
    """Each first symbol of a token has its share among those that the token may begin with."""
    model, encoded = RandomModel(seed), sentences_of([len(flags)])
    told = replace(encoded, units=known_units([flags], len(flags)))
    voice, free = Voice(UnitAware(model, grammar), grammar), Voice(UnitAware(model, grammar), grammar)
    constraints = Constraints(balanced=False, floor=-np.inf, margin=np.inf)
    (decoded,) = decode_together([voice], told, [len(flags)], 1, constraints, Deadline())
    frame = decoded.frames[0].symbols
    ((with_units,), (without,)) = (read(*each, some, [(0, frame)]) for each, some in ((voice, told), (free, encoded)))
    turn = 1
    for place, symbol in enumerate(with_units.symbols[1:]):
        expected = without.log[place]
        if with_units.symbols[place] in (grammar.sos, grammar.sep) and turn <= len(flags):
            token = len(flags) + 1 - turn if grammar.backwards else turn
            likely = np.exp(expected)
            likely[excluded(flags, token)] = 0
            expected = np.log(likely / likely.sum(), out=np.full(len(likely), -np.inf), where=likely > 0)
        assert np.allclose(with_units.log[place], expected, atol=1e-5)
        turn += symbol == grammar.sep


def test_the_model_in_the_package_can_be_told() -> None:
    words, parser = ["Den", "Haag", "slaapt", "vannacht"], Parser()
    joined = [False, False, False, True]
    told, free = parser.parse_sentences([from_tokens(words, joined), from_tokens(words)])
    assert [entry == "+" for entry in told.analyses[0].types] == joined
    assert [entry == "+" for entry in free.analyses[0].types] == [False, True, False, False]
    assert told.status == free.status == "proved"


@pytest.mark.parametrize("joined", [[], [False], [True, False], [False, True, True], [False, None], [0, 1]])
def test_what_cannot_be_told(joined: list[bool]) -> None:
    with pytest.raises(ProofNetsError, match="joined has True or False for each token"):
        from_tokens(["Den", "Haag"], joined)
    with pytest.raises(ProofNetsError, match="joined has True or False for each token"):
        Sentence("Den Haag", spaced(["Den", "Haag"]), joined=tuple(joined))
