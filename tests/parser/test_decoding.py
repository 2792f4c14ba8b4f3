"""Decoding with a model that knows nothing: whatever the scores are, frames are well-formed, and the best are found."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofnets.deadline import Deadline
from proofnets.derivation.derivations import Derivation, DerivationError, judgement
from proofnets.derivation.spelling import SEP
from proofnets.logic import Atom, Frame, Judgement, imbalance
from proofnets.parser.decoding import LEANING, Constraints, Path, decode, log_softmax, read
from proofnets.parser.grammar import Grammar
from tests.parser.stand_ins import (
    BACKWARDS,
    FEW_SYMBOLS,
    GRAMMAR,
    SYMBOLS,
    RandomModel,
    Wishes,
    known_to,
    sentences_of,
)

EVER = Deadline()
FREE = Constraints(balanced=False, floor=-np.inf, margin=np.inf)
GRAMMARS = st.sampled_from([GRAMMAR, BACKWARDS])


def frames_of(model, grammar, lengths, width, constraints):
    found = decode(model, grammar, sentences_of(lengths), lengths, width, constraints, EVER)
    return [decoded.frames for decoded in found]


@given(
    st.integers(0, 10**6),
    st.lists(st.integers(1, 6), min_size=1, max_size=4),
    st.integers(1, 4),
    st.booleans(),
    GRAMMARS,
)
def test_frames_have_one_type_a_token_and_a_goal(seed, lengths, width, balanced, grammar):
    constraints = replace(FREE, balanced=balanced)
    found = frames_of(RandomModel(seed), grammar, lengths, width, constraints)
    assert len(found) == len(lengths)
    for length, frames in zip(lengths, found, strict=True):
        assert len(frames) <= width
        assert [f.score for f in frames] == sorted((f.score for f in frames), reverse=True)
        for frame in frames:
            derivation = grammar.derivation(["w"] * length, frame.symbols)  # or an error: + first, or behind nothing
            if balanced:
                assert not imbalance(Frame(judgement(derivation)))


@given(st.integers(0, 10**6), st.lists(st.integers(1, 4), min_size=2, max_size=4), st.integers(1, 3), GRAMMARS)
def test_sentences_do_not_disturb_each_other(seed, lengths, width, grammar):
    model, encoded = RandomModel(seed), sentences_of(lengths)
    together = decode(model, grammar, encoded, lengths, width, Constraints(), EVER)
    for row, length in enumerate(lengths):
        alone = decode(model, grammar, encoded.take(np.array([row])), [length], width, Constraints(), EVER)[0]
        assert alone == together[row]


def greedily(model, grammar, encoded, words, known):
    """The symbols that are written one after the other, each asked for by itself; none at a dead end."""
    written, state = [grammar.sos], grammar.first([words])
    while not grammar.is_done(state)[0]:
        states = [grammar.first([words])]
        for symbol in written[1:]:
            states.append(grammar.after(states[-1], np.array([symbol])))
        lengths = np.array([[int(each.length[0]) for each in states]])
        typed = np.array([[int(grammar.tokens(each.turn, each.words)[0]) for each in states]])
        raw, _ = model.step(np.array([written]), lengths, typed, encoded, model.first_cache(1))
        log = log_softmax(raw[0, -1])
        worth = {}
        token, begun = int(typed[0, -1]), tuple(written[len(written) - int(state.length[0]) :])
        for symbol in np.flatnonzero(grammar.allowed(state, False, len(written))[0]).tolist():
            leaves = (not begun or known(0, token, begun)) and not known(0, token, (*begun, symbol))
            worth[symbol] = log[symbol] - (LEANING if leaves and state.turn[0] else 0.0)
        best = max(worth, key=worth.get)
        written.append(best)
        state = grammar.after(state, np.array([best]))
    return grammar.turned(written)


@given(st.integers(0, 10**6), st.integers(1, 4), GRAMMARS)
def test_greedy_decoding_leans_to_types_that_words_have_had(seed, words, grammar):
    model, encoded, known = RandomModel(seed), sentences_of([words]), known_to(seed)
    (found,) = decode(model, grammar, encoded, [words], 1, FREE, EVER, known)
    assert [frame.symbols for frame in found.frames] == [greedily(model, grammar, encoded, words, known)]
    (judged,) = read(model, grammar, encoded, [(0, found.frames[0].symbols)])
    assert np.isclose(judged.logs.sum(), found.frames[0].score)  # to lean changes what is written, not its probability


@given(st.integers(0, 10**6), st.lists(st.integers(1, 4), min_size=1, max_size=3), GRAMMARS, st.booleans())
def test_who_knows_nothing_or_everything_leans_to_nothing(seed, lengths, grammar, everything):
    model, encoded = RandomModel(seed), sentences_of(lengths)
    plain = decode(model, grammar, encoded, lengths, 1, Constraints(), EVER)
    assert decode(model, grammar, encoded, lengths, 1, Constraints(), EVER, lambda *_: everything) == plain


def enumerated(model: RandomModel, grammar: Grammar, words: int, balanced: bool) -> dict[tuple[int, ...], float]:
    """Every frame there is of two atoms, ∅ and +, by what a sample may have, with its probability symbol by symbol."""
    found = {}
    for entries in product((None, "+", Atom("a"), Atom("b")), repeat=words):
        for goal in (Atom("a"), Atom("b")):
            try:
                Derivation(("w",) * words, entries, goal, ())
            except DerivationError:
                continue
            typed = [entry for entry in entries if isinstance(entry, Atom)]
            if balanced and imbalance(Frame(Judgement(("w",) * len(typed), tuple(typed), goal))):
                continue
            spelled = [{None: "∅"}.get(entry, str(entry)) for entry in entries]
            numbers = tuple(grammar.numbers[s] for entry in spelled for s in (entry, SEP))
            frame = (grammar.sos, *numbers, grammar.numbers[str(goal)])
            found[frame] = slowly(model, grammar.backwards, frame, words)
    return found


def slowly(model: RandomModel, backwards: bool, frame: tuple[int, ...], words: int) -> float:
    """The log-probability of a frame of atoms, each symbol given those before it in the decoder's order."""
    pairs = [frame[place : place + 2] for place in range(1, 2 * words, 2)]
    order = [frame[0], *(symbol for pair in (pairs[::-1] if backwards else pairs) for symbol in pair), frame[-1]]
    tokens = [token for token in range(1, words + 1) for _ in range(2)]
    typed = [words + 1 - token for token in tokens] if backwards else tokens
    history, total = (), 0.0
    for place, symbol in enumerate(order[:-1]):
        history += (np.float32(symbol * 31 + [*typed, 0][place] * 7 + place % 2),)
        scores = model.scores(history, 0.0).astype(np.float32).astype(float)
        total += scores[order[place + 1]] - np.logaddexp.reduce(scores)
    return total


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("balanced", [False, True])
def test_a_wide_beam_finds_all_frames_that_there_are_and_nothing_else(balanced: bool, backwards: bool) -> None:
    grammar = Grammar(FEW_SYMBOLS, backwards)
    for seed in range(5):
        model = RandomModel(seed, symbols=FEW_SYMBOLS)
        (frames,) = frames_of(model, grammar, [3], 200, replace(FREE, balanced=balanced))
        expected = enumerated(model, grammar, 3, balanced)
        assert {frame.symbols for frame in frames} == expected.keys()
        assert np.allclose([frame.score for frame in frames], [expected[frame.symbols] for frame in frames])


@given(st.integers(0, 10**6), st.lists(st.integers(1, 5), min_size=1, max_size=3), st.integers(1, 3), GRAMMARS)
def test_judging_gives_the_score_that_decoding_gave(seed, lengths, width, grammar):
    model, encoded = RandomModel(seed), sentences_of(lengths)
    found = decode(model, grammar, encoded, lengths, width, FREE, EVER)
    flat = [(row, frame) for row, decoded in enumerate(found) for frame in decoded.frames]
    paths = read(model, grammar, encoded, [(row, frame.symbols) for row, frame in flat])
    for path, (_, frame) in zip(paths, flat, strict=True):
        assert np.isclose(path.logs.sum(), frame.score)
        assert np.allclose(grammar.turned_logs(path.symbols, path.logs), frame.logs[0])


@given(st.integers(0, 10**6), st.integers(1, 4))
def test_both_orders_judge_the_frames_of_the_other(seed, words):
    encoded, models = sentences_of([words]), {GRAMMAR: RandomModel(seed), BACKWARDS: RandomModel(seed + 1)}
    few = {grammar: Grammar(FEW_SYMBOLS, grammar.backwards) for grammar in models}
    for grammar, model in models.items():
        small = RandomModel(model.seed, symbols=FEW_SYMBOLS)
        for other in few.values():
            (frames,) = frames_of(RandomModel(seed + 2, symbols=FEW_SYMBOLS), other, [words], 2, FREE)
            paths = read(small, few[grammar], encoded, [(0, frame.symbols) for frame in frames])
            judged = [path.logs.sum() for path in paths]
            assert np.allclose(judged, [slowly(small, grammar.backwards, f.symbols, words) for f in frames])


@given(st.integers(0, 10**6), st.integers(1, 4), GRAMMARS)
def test_what_is_read_is_known_symbol_by_symbol(seed, length, grammar):
    model, encoded = RandomModel(seed), sentences_of([length])
    (frames,) = frames_of(model, grammar, [length], 1, FREE)
    (path,) = read(model, grammar, encoded, [(0, frames[0].symbols)])
    assert isinstance(path, Path)
    assert grammar.turned(path.symbols) == frames[0].symbols
    assert len(path.states.table) == len(path.log) == len(path.symbols) - 1 == path.cache[0].shape[-1]
    assert np.allclose(np.exp(path.log).sum(1), 1)
    assert np.isclose(path.logs.sum(), frames[0].score)


def test_nothing_to_judge_takes_no_step():
    model = RandomModel(0)
    assert read(model, GRAMMAR, sentences_of([1]), []) == []
    assert model.calls == 0


@given(st.integers(0, 10**6), st.lists(st.integers(1, 4), min_size=1, max_size=3), st.integers(1, 3), GRAMMARS)
def test_without_the_grammar_only_frames_come_out_too(seed, lengths, width, grammar):
    """Anything may be written, and what is no frame is dropped, so there may be none."""
    found = frames_of(RandomModel(seed), grammar, lengths, width, replace(FREE, grammatical=False))
    for length, frames in zip(lengths, found, strict=True):
        for frame in frames:
            assert grammar.derivation(["w"] * length, frame.symbols)
            assert len(grammar.spelled(frame.symbols)) == len(frame.symbols)


@pytest.mark.parametrize("grammar", [GRAMMAR, BACKWARDS])
def test_an_unlikely_symbol_is_not_tried(grammar):
    """A model that wants nothing but np: two words cannot balance, and the wrong turn is given up, but remembered."""
    (decoded,) = decode(Wishes(np=50.0), grammar, sentences_of([2]), [2], 1, Constraints(), EVER)
    assert decoded.frames == []
    np_ = (grammar.numbers["np"],)
    assert decoded.types == ([(), np_] if grammar.backwards else [np_, ()])
    (decoded,) = decode(Wishes(np=50.0), grammar, sentences_of([2]), [2], 3, replace(FREE, balanced=True), EVER)
    assert decoded.frames
    assert decoded.types == grammar.types(decoded.frames[0].symbols)[:-1]


@given(st.integers(0, 10**6))
def test_a_beam_that_falls_behind_is_given_up(seed):
    """Without any margin only the best is gone on with, as in greedy decoding, and others can but end beside it."""
    (greedy,) = frames_of(RandomModel(seed), GRAMMAR, [3], 1, FREE)
    (near,) = frames_of(RandomModel(seed), GRAMMAR, [3], 200, replace(FREE, margin=0.0))
    assert set(greedy) <= set(near)
    best = greedy[0].symbols
    assert all(frame.symbols[:-1] == best[: len(frame.symbols) - 1] for frame in near)


@given(st.integers(0, 10**6), st.integers(1, 5))
def test_spelled_is_the_token_of_each_symbol(seed, length):
    (frames,) = frames_of(RandomModel(seed), GRAMMAR, [length], 1, replace(FREE, balanced=True))
    for frame in frames:
        typed, word = [1], 1
        for symbol in frame.symbols[1:]:
            typed.append(word if word <= length else 0)
            word += SYMBOLS[symbol] == SEP
        assert GRAMMAR.spelled(frame.symbols) == tuple(typed)


def test_frames_end_whatever_the_model_wants():
    """A model that opens types without end: in time they can only be closed."""
    for length in (1, 7):
        ((frame,),) = frames_of(Wishes(arrow=9.0), GRAMMAR, [length], 1, FREE)
        assert GRAMMAR.derivation(["w"] * length, frame.symbols)
        assert frames_of(Wishes(arrow=9.0), GRAMMAR, [length], 1, replace(FREE, grammatical=False)) == [[]]


@pytest.mark.parametrize("width", [1, 3])
def test_when_time_is_up_what_is_finished_is_the_answer(width):
    """The short sentence is done after some steps, the long one is not: it has types as far as nobody knows."""
    model, lengths = RandomModel(3), [1, 6]
    whole = frames_of(RandomModel(3), GRAMMAR, lengths, width, FREE)
    steps = max(len(frame.symbols) for frame in whole[0])
    deadline = Deadline(cancelled=lambda: model.calls >= steps)
    short, long = decode(model, GRAMMAR, sentences_of(lengths), lengths, width, FREE, deadline)
    assert model.calls == steps
    assert short.frames == whole[0]
    assert long.frames == []
    assert decode(model, GRAMMAR, sentences_of([1]), [1], width, FREE, Deadline.after(0))[0].frames == []
    assert model.calls == steps
