"""Linking frames with a model that gives every symbol a vector of its own."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofnets.deadline import Deadline
from proofnets.derivation.derivations import Derivation, judgement
from proofnets.logic import Frame, is_strict, occurrences, parse_type
from proofnets.parser.decoding import DecodedFrame
from proofnets.parser.linking import STRICTNESS, LinkedFrame, Linker, best_analyses
from proofnets.parser.settings import Settings
from proofnets.parser.structures import sinkhorn
from tests.parser.stand_ins import GRAMMAR, sentences_of

EVER = Deadline()
FRAMES = ["np [SEP] ◇su np s [SEP] s", "n [SEP] ⊸ n np [SEP] ∅ [SEP] np", "np [SEP] + [SEP] np", "s [SEP] np"]


class Vectors:
    """A model whose vectors depend on the symbol, its token and the sentence alone; what is padding has none."""

    iterations = 4

    def link(self, symbols, typed, encoded, frame, places):
        assert (symbols[~frame] == 0).all()
        vectors = np.full((*places.shape, 3), np.nan, dtype=np.float32)
        for sign, row, number in np.ndindex(places.shape):
            place = row, places[sign, row, number]
            assert GRAMMAR.is_atom[symbols[place]] or places[sign, row, number] == 0
            vectors[sign, row, number] = vector(sign, symbols[place], typed[place], encoded.states[row, 0, 0])
        return vectors


def vector(sign: int, symbol: int, token: int, sentence: float) -> np.ndarray:
    """The vector of a symbol as a negative (0) or a positive atom (1)."""
    seed = int(symbol) * 100 + int(token) * 10 + int(sentence)
    return np.random.default_rng(seed).normal(size=(2, 3)).astype(np.float32)[sign]


LINKER = Linker(Vectors(), GRAMMAR)  # type: ignore[arg-type]  # a stand-in


def frame_of(text: str, score: float = -1.0) -> DecodedFrame:
    return DecodedFrame((GRAMMAR.sos, *(GRAMMAR.numbers[symbol] for symbol in text.split())), score)


@given(st.lists(st.sampled_from(FRAMES), min_size=1, max_size=12))
def test_frames_are_linked_together_as_they_are_alone(texts: list[str]) -> None:
    encoded = sentences_of([3] * len(texts))
    frames = [(row, frame_of(text)) for row, text in enumerate(texts)]
    spelled = [GRAMMAR.derivation(["w"] * frame.symbols.count(GRAMMAR.sep), frame.symbols) for _, frame in frames]
    for row, together in enumerate(LINKER.link(encoded, frames, spelled)):
        (alone,) = LINKER.link(encoded, [frames[row]], [spelled[row]])
        assert together.decoded is alone.decoded is frames[row][1]
        assert together.derivation is spelled[row]
        assert together.frame == alone.frame
        assert together.scores.keys() == alone.scores.keys()
        assert all(np.allclose(matrix, alone.scores[name]) for name, matrix in together.scores.items())


def test_only_atoms_that_balance_have_scores_and_one_pair_is_sure() -> None:
    frame = frame_of("s [SEP] np")
    (linked,) = LINKER.link(sentences_of([1]), [(0, frame)], [GRAMMAR.derivation(["w"], frame.symbols)])
    assert linked.scores == {}
    frame = frame_of("np [SEP] ◇su np s [SEP] s")
    (linked,) = LINKER.link(sentences_of([2]), [(0, frame)], [GRAMMAR.derivation(["v", "w"], frame.symbols)])
    assert {name: matrix.tolist() for name, matrix in linked.scores.items()} == {"np": [[0.0]], "s": [[0.0]]}
    (analysis,) = best_analyses(linked, Settings(beliefs=True), EVER)
    assert analysis.proved
    assert analysis.score == -1.0 / (8 + 2)
    assert [belief.probabilities for belief in analysis.beliefs] == [((1.0,),), ((1.0,),)]


def test_every_link_has_the_score_of_its_own_two_atoms() -> None:
    """Of two names that have a choice, beside one that does not balance and a sentence where none has a choice."""
    frame = frame_of("◇su np ⊸ np s [SEP] np [SEP] np [SEP] □mod s s [SEP] n [SEP] s")
    other = frame_of("np [SEP] ◇su np s [SEP] s")
    spelled = [GRAMMAR.derivation(["w"] * each.symbols.count(GRAMMAR.sep), each.symbols) for each in (other, frame)]
    encoded = sentences_of([5, 5])
    _, linked = LINKER.link(encoded, [(0, other), (1, frame)], spelled)
    places = [place for place, symbol in enumerate(frame.symbols) if GRAMMAR.is_atom[symbol]]
    tokens = [1 + frame.symbols[:place].count(GRAMMAR.sep) for place in places]
    tokens[-1] = 0  # of the goal
    atoms = [
        (frame.symbols[place], token, encoded.states[1, 0, 0]) for place, token in zip(places, tokens, strict=True)
    ]
    assert linked.scores.keys() == {"np", "s"}
    for name, scores in linked.scores.items():
        negative, positive = occurrences(linked.frame)[name]
        products = [[vector(0, *atoms[n]) @ vector(1, *atoms[p]) for p in positive] for n in negative]
        assert len(negative) > 1
        assert np.allclose(scores, sinkhorn(np.array(products, dtype=np.float64), Vectors.iterations), atol=1e-5)


def crossing(loose: float) -> LinkedFrame:
    """x fits the slot of its mark, y the other; the other way round it is a net too, but no strict one."""
    types = tuple(map(parse_type, ("◇su np", "np", "◇su np ⊸ np ⊸ s")))
    sample = Derivation(("x", "y", "f"), types, parse_type("s"), ())
    scores = {"np": np.array([[0.0, loose], [0.0, 0.0]]), "s": np.zeros((1, 1))}
    assert list(occurrences(Frame(judgement(sample)))) == ["np", "s"]
    return LinkedFrame(sample, DecodedFrame((0,) * 7, 0.0), Frame(judgement(sample)), scores)


@given(st.floats(0, 1))
def test_a_strict_net_is_preferred_if_its_score_is_near(loose: float) -> None:
    linked = crossing(loose)
    (analysis,) = best_analyses(linked, Settings(), EVER)
    mean = loose / (7 + 3)
    if abs(mean - STRICTNESS) > 1e-9:
        assert is_strict(analysis.net) == (mean < STRICTNESS)
    both = best_analyses(linked, Settings(readings=5), EVER)
    assert len(both) == 2
    assert both[0] == analysis


@given(st.floats(0, 1), st.integers(1, 3))
def test_no_more_readings_are_given_than_were_asked_for(loose: float, readings: int) -> None:
    assert len(best_analyses(crossing(loose), Settings(readings=readings), EVER)) == min(2, readings)


def test_when_time_is_up_the_best_links_are_the_answer() -> None:
    (analysis,) = best_analyses(crossing(1.0), Settings(readings=5), Deadline.after(0))
    assert analysis.proved
    assert not is_strict(analysis.net)
    linked = replace(crossing(0.0), scores={})
    with pytest.raises(KeyError):
        best_analyses(linked, Settings(), EVER)
