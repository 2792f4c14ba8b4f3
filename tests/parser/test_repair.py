"""Repair against all choices there are, on small lattices."""

from itertools import pairwise, product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from proofnets.parser.decoding import Constraints, decode
from proofnets.parser.grammar import Grammar
from proofnets.parser.repair import Choice, Lattice, lattices, repaired
from tests.parser.test_decoding import GRAMMAR, RandomModel, sentences_of

TYPES = [
    ("∅",),
    ("+",),
    ("np",),
    ("s",),
    ("n",),
    ("⊸", "np", "s"),
    ("◇su", "np", "s"),
    ("□mod", "np", "np"),
    ("⊸", "n", "np"),
]
TYPES += [("⊸", "⊸", "np", "s", "s"), ("◇su", "np", "⊸", "np", "s"), ("◇x.", "np")]
WRITTEN = [tuple(GRAMMAR.numbers[symbol] for symbol in type_) for type_ in TYPES]
SCORES = st.floats(-6, 0)


@st.composite
def small_lattices(draw) -> Lattice:
    words = []
    for _ in range(draw(st.integers(1, 5))):
        some = draw(st.lists(st.sampled_from(WRITTEN), min_size=1, max_size=3, unique=True))
        scores = sorted((draw(SCORES) for _ in some), reverse=True)
        words.append([Choice(w, s, GRAMMAR.balance_of(w)) for w, s in zip(some, scores, strict=True)])
    return Lattice(words, [draw(SCORES) for _ in GRAMMAR.atoms])


def brute_force(lattice: Lattice, grammar: Grammar) -> list[float]:
    """The scores of all balanced frames that exchange at most four tokens."""
    found = []
    for places in product(*(range(len(choices)) for choices in lattice.words)):
        chosen = [choices[place] for choices, place in zip(lattice.words, places, strict=True)]
        balance = sum(choice.balance for choice in chosen)
        written = [choice.symbols for choice in chosen]
        together = all(b != (grammar.more,) or a != (grammar.nothing,) for a, b in pairwise(written))
        if sum(map(bool, places)) <= 4 and together and sorted(balance.tolist()) == [0, 0, 1]:
            found.append(sum(choice.score for choice in chosen) + lattice.goals[int(balance.argmax())])
    return sorted(found, reverse=True)


@given(small_lattices())
def test_the_likeliest_repair_is_found(lattice: Lattice) -> None:
    expected = brute_force(lattice, GRAMMAR)
    frames = repaired(lattice, GRAMMAR, 1000)
    assert bool(frames) == bool(expected)
    if expected:
        assert np.isclose(frames[0].score, expected[0])
    for frame in frames:
        total = sum(GRAMMAR.balance_of(part) for part in parts(frame.symbols)[:-1])
        goal = frame.symbols[-1]
        assert {int(GRAMMAR.atoms[i]): n for i, n in enumerate(total.tolist()) if n} == {goal: 1}
        assert np.isclose(frame.score, max(e for e in expected if np.isclose(e, frame.score)))


def test_what_does_not_hang_together_takes_no_place() -> None:
    """∅ s np does not balance; ∅ + np would, but + continues nothing, so it must be ∅ ∅ np."""
    nothing, more, np_, s = (WRITTEN[TYPES.index((symbol,))] for symbol in ("∅", "+", "np", "s"))
    listed = [[(nothing, 0.0)], [(s, 0.0), (more, -0.1), (nothing, -0.2)], [(np_, 0.0)]]
    words = [[Choice(w, score, GRAMMAR.balance_of(w)) for w, score in each] for each in listed]
    (frame,) = repaired(Lattice(words, [0.0] * len(GRAMMAR.atoms)), GRAMMAR, 1)
    assert parts(frame.symbols)[:-1] == [[*nothing], [*nothing], [*np_]]


def parts(symbols: tuple[int, ...]) -> list[list[int]]:
    found: list[list[int]] = [[]]
    for symbol in symbols[1:]:
        if symbol == GRAMMAR.sep:
            found.append([])
        else:
            found[-1].append(symbol)
    return found


@given(st.integers(0, 10**6), st.lists(st.integers(1, 5), min_size=1, max_size=3))
def test_lattices_have_the_greedy_types_first(seed: int, lengths: list[int]) -> None:
    model, encoded = RandomModel(seed), sentences_of(lengths)
    found = lattices(model, GRAMMAR, encoded, lengths)
    greedy = decode(model, GRAMMAR, encoded, lengths, 1, Constraints(balanced=False, floor=-np.inf, margin=np.inf))
    for lattice, length, (frame, *_) in zip(found, lengths, greedy, strict=True):
        assert len(lattice.words) == length
        assert parts(frame.symbols)[:-1] == [list(choices[0].symbols) for choices in lattice.words]
        for choices in lattice.words:
            written = [choice.symbols for choice in choices]
            assert len(set(written)) == len(written)
            for choice in choices:
                assert choice.score <= 0
                GRAMMAR.entries([GRAMMAR.sos, *choice.symbols, GRAMMAR.sep, GRAMMAR.atoms[0]])
