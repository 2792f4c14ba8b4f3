"""Repair against all choices there are, on small lattices."""

from itertools import pairwise, product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from proofnets.deadline import Deadline
from proofnets.parser.decoding import Constraints, decode
from proofnets.parser.grammar import Grammar
from proofnets.parser.repair import LIKELY, MOST_BRANCHES, MOST_TYPES, Choice, Lattice, lattice, preferred, repaired
from proofnets.parser.voices import Voice
from tests.parser.stand_ins import BACKWARDS, GRAMMAR, RandomModel, sentences_of

EVER = Deadline()
PREFERRED = Constraints(balanced=False, floor=-np.inf, margin=np.inf)

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
        joined = pairwise([(grammar.nothing,), *written])
        together = all(b != (grammar.more,) or a != (grammar.nothing,) for a, b in joined)
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


def slowly(model: RandomModel, grammar: Grammar, words: int) -> list[dict[tuple[int, ...], float]]:
    """The types of each turn: the greedy one, and each that another likely symbol leads to, step by step."""
    encoded, states, history = sentences_of([words]), grammar.first([words]), [grammar.sos]

    def log_of(history: list[int], states) -> np.ndarray:
        """What may follow a history, with all of it given anew."""
        cache, behind = model.first_cache(1), grammar.first([words])
        for place, symbol in enumerate(history):
            behind = grammar.after(behind, np.array([symbol])) if place else behind
            typed = grammar.tokens(behind.turn, behind.words)
            inputs = np.array([[symbol]]), behind.length[None], typed[None]
            scores, cache = model.step(*inputs, encoded, cache)
        log = scores[0, 0].astype(float) - np.logaddexp.reduce(scores[0, 0].astype(float))
        return np.where(grammar.allowed(states, False, len(history))[0], log, -np.inf)

    def finished(history: list[int], states, begun: tuple[int, ...], score: float) -> tuple[tuple[int, ...], float]:
        while not grammar.has_ended(states)[0]:
            log = log_of(history, states)
            symbol = int(log.argmax())
            history, begun, score = [*history, symbol], (*begun, symbol), score + log[symbol]
            states = grammar.after(states, np.array([symbol]))
        return begun, score

    turns: list[dict[tuple[int, ...], float]] = []
    for _ in range(words):
        types: dict[tuple[int, ...], float] = {}
        begun, score = (), 0.0
        best, best_score = finished(history, states, begun, score)
        types[best] = best_score
        for symbol in best:
            log = log_of(history, states)
            for other in [int(s) for s in np.argsort(-log)[: MOST_BRANCHES + 1] if log[s] >= LIKELY and s != symbol]:
                after = grammar.after(states, np.array([other]))
                type_, cost = finished([*history, other], after, (*begun, other), score + log[other])
                types[type_] = cost
            score, begun = score + log[symbol], (*begun, symbol)
            history, states = [*history, symbol], grammar.after(states, np.array([symbol]))
        turns.append(types)
        history, states = [*history, grammar.sep], grammar.after(states, np.array([grammar.sep]))
    return turns


@given(st.integers(0, 10**6), st.integers(1, 3), st.sampled_from([GRAMMAR, BACKWARDS]))
def test_a_lattice_has_the_types_that_other_likely_symbols_lead_to(seed: int, words: int, grammar: Grammar) -> None:
    model = RandomModel(seed, spread=4.0)
    found = lattice(Voice(model, grammar), sentences_of([words]), words, (), EVER)
    assert found is not None
    turns = slowly(model, grammar, words)
    for choices, types in zip(found.words, turns[::-1] if grammar.backwards else turns, strict=True):
        written = {choice.symbols: choice.score for choice in choices}
        assert len(written) == len(choices)
        assert written.keys() <= types.keys()
        assert choices[0].symbols == next(iter(types))
        assert np.allclose([types[type_] for type_ in written], list(written.values()))
        for choice in choices:
            assert np.array_equal(choice.balance, GRAMMAR.balance_of(choice.symbols))
    assert sum(map(len, found.words)) == min(sum(map(len, turns)), words + MOST_TYPES)


@given(st.integers(0, 10**6), st.integers(1, 6), st.sampled_from([GRAMMAR, BACKWARDS]))
def test_the_preferred_frame_is_the_greedy_one(seed: int, words: int, grammar: Grammar) -> None:
    model, encoded = RandomModel(seed), sentences_of([words])
    (greedy,) = decode(model, grammar, encoded, [words], 1, PREFERRED, EVER)
    for types in ((), greedy.types, [(5,)] * words):
        found = lattice(Voice(model, grammar), encoded, words, types, EVER)
        assert found is not None
        assert parts(preferred(found, grammar).symbols)[:-1] == [list(type_) for type_ in greedy.types]
        for frame in repaired(found, grammar, 5):
            grammar.derivation(["w"] * words, frame.symbols)  # or an error: + first, or behind nothing


def test_when_time_is_up_there_are_fewer_types_or_none() -> None:
    model, encoded = RandomModel(4, spread=1.0), sentences_of([5])
    whole = lattice(Voice(model, GRAMMAR), encoded, 5, (), EVER)
    calls, model.calls = model.calls, 0
    some = lattice(Voice(model, GRAMMAR), encoded, 5, (), Deadline(cancelled=lambda: model.calls > calls // 2))
    assert some is not None
    assert whole is not None
    assert sum(map(len, some.words)) < sum(map(len, whole.words))
    assert [choices[0].symbols for choices in some.words] == [choices[0].symbols for choices in whole.words]
    assert lattice(Voice(model, GRAMMAR), encoded, 5, (), Deadline.after(0)) is None
