"""Writing against greedy decoding step by step, which must come to the same, whatever is guessed."""

from dataclasses import replace
from functools import partial

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from proofnets.deadline import Deadline
from proofnets.parser.decoding import Constraints, Path, decode
from proofnets.parser.grammar import States
from proofnets.parser.writing import LEAST_AHEAD, MOST_AHEAD, Guesses, write
from tests.parser.stand_ins import BACKWARDS, GRAMMAR, SYMBOLS, RandomModel, Wishes, known_to, sentences_of

EVER = Deadline()
FREE = Constraints(balanced=False, floor=-np.inf, margin=np.inf)
TYPES = st.lists(st.integers(3, len(SYMBOLS) - 1), max_size=5).map(tuple)
"""Without [SEP], but also such as are no types."""
KINDS = st.sampled_from([FREE, Constraints(), replace(FREE, balanced=True), Constraints(balanced=False)])


@given(
    st.integers(0, 10**6),
    st.integers(1, 6),
    st.lists(TYPES, max_size=7),
    KINDS,
    st.sampled_from([GRAMMAR, BACKWARDS]),
    st.sampled_from([1.0, 6.0]),
    st.booleans(),
)
def test_guesses_change_nothing_but_the_number_of_steps(seed, words, types, constraints, grammar, spread, leaning):
    model, encoded = RandomModel(seed, spread), sentences_of([words])
    known = known_to(seed) if leaning else None
    (slow,) = decode(model, grammar, encoded, [words], 1, constraints, EVER, known)
    guesses = Guesses(types)
    guesses.learn(types)
    path, finished = write(
        model, grammar, encoded, words, constraints, guesses, EVER, known=known and partial(known, 0)
    )
    assert finished == bool(slow.frames)
    if finished:
        assert grammar.turned(path.symbols) == slow.frames[0].symbols
        assert np.isclose(path.logs.sum(), slow.frames[0].score)
        assert path.cache[0].shape[-1] == len(path.symbols) - 1
    else:
        assert grammar.by_token(path.symbols, words) == slow.types
    assert len(path.log) == len(path.states.table) == len(path.symbols) - 1


@given(st.integers(0, 10**6), st.integers(2, 6), st.sampled_from([GRAMMAR, BACKWARDS]))
def test_right_guesses_spare_most_steps(seed, words, grammar):
    model, encoded = RandomModel(seed), sentences_of([words])
    path, _ = write(model, grammar, encoded, words, FREE, Guesses(), EVER)
    model.calls = 0
    again, _ = write(model, grammar, encoded, words, FREE, Guesses(grammar.types(path.symbols)[:-1]), EVER)
    assert again.symbols == path.symbols
    doublings = int(np.log2(MOST_AHEAD / LEAST_AHEAD))
    goal = grammar.types(path.symbols)[-1]  # which is not guessed
    assert model.calls <= 1 + doublings + len(path.symbols) // MOST_AHEAD + len(goal)


def test_a_word_that_comes_again_and_again_takes_one_step_each():
    """◇x.np: two symbols and [SEP], of which but the first must be waited for."""
    model = Wishes(**{"◇x.": 0.0, "np": 3.0})
    write(model, GRAMMAR, sentences_of([20]), 20, FREE, Guesses(), EVER)
    assert model.calls == 21


@given(st.integers(0, 10**6), st.integers(1, 5), st.data())
def test_it_goes_on_from_where_another_left_off(seed, words, data):
    model, encoded = RandomModel(seed), sentences_of([words])
    whole, _ = write(model, GRAMMAR, encoded, words, FREE, Guesses(), EVER)
    cut = data.draw(st.integers(1, len(whole.symbols) - 1))
    memory = (whole.cache[0][..., :cut], whole.cache[1][:, :, :cut])
    start = Path(whole.symbols[: cut + 1], States(whole.states.table[:cut]), whole.log[:cut], memory)
    path, finished = write(model, GRAMMAR, encoded, words, FREE, Guesses(), EVER, start)
    assert finished
    assert path.symbols == whole.symbols
    assert np.allclose(path.log, whole.log)
    assert path.states.table.tolist() == whole.states.table.tolist()


def test_when_time_is_up_it_stops_where_it_is():
    model = RandomModel(5)
    whole, _ = write(model, GRAMMAR, sentences_of([6]), 6, FREE, Guesses(), EVER)
    model.calls = 0
    some = Deadline(cancelled=lambda: model.calls == 4)
    path, finished = write(model, GRAMMAR, sentences_of([6]), 6, FREE, Guesses(), some)
    assert not finished
    assert model.calls == 4
    assert path.symbols == whole.symbols[: len(path.symbols)]
    assert len(path.log) == len(path.symbols) - 1
    path, finished = write(model, GRAMMAR, sentences_of([6]), 6, FREE, Guesses(), Deadline.after(0))
    assert (path.symbols, finished, model.calls) == ((GRAMMAR.sos,), False, 4)
    assert path.logs.sum() == 0
