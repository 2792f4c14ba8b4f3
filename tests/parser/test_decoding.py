"""Decoding with a model that knows nothing: whatever the scores are, frames are well-formed."""

from dataclasses import replace
from itertools import pairwise, product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from proofnets.logic import Frame, Judgement, Type, atoms, imbalance
from proofnets.parser.decoding import Constraints, decode, decode_together, judge
from proofnets.parser.grammar import Grammar
from proofnets.parser.runtime import Encoded
from proofnets.treebank.spelling import MORE, NOTHING, PAD, SEP, SOS

SYMBOLS = (PAD, SOS, SEP, NOTHING, MORE, "np", "s", "n", "◇su", "□mod", "⊸", "◇x.")
GRAMMAR, BACKWARDS = Grammar(SYMBOLS), Grammar(SYMBOLS, backwards=True)
ANYTHING = Constraints(floor=-np.inf, margin=np.inf)


class RandomModel:
    """Scores that depend on the seed, the beam's history and the sentence only, as those of a real model do."""

    def __init__(self, seed: int, spread: float = 3.0) -> None:
        self.seed, self.spread = seed, spread

    def sees(self, encoded):
        return encoded

    def first_cache(self, rows: int) -> np.ndarray:
        return (np.zeros((rows, 0), dtype=np.float32),)

    def step(self, history, typed, encoded, cache):
        mark = (history[:, -1] * 31 + typed * 7 + history.shape[1] - 1).astype(np.float32)
        marks = np.concatenate([cache[0], mark[:, None]], 1)
        scores = [self.guess(tuple(row), float(s)) for row, s in zip(marks, encoded.states[:, 0, 0], strict=True)]
        return np.array(scores, dtype=np.float32), (marks,)

    def scores(self, symbols, typed, encoded):
        """One symbol after the other, as a slow twin of a model that looks at all of them at once."""
        cache, found = self.first_cache(len(symbols)), []
        for end in range(1, symbols.shape[1] + 1):
            scores, cache = self.step(symbols[:, :end], typed[:, end - 1], encoded, cache)
            found.append(scores)
        return np.stack(found, 1)

    def guess(self, history: tuple[float, ...], sentence: float) -> np.ndarray:
        seed = hash((self.seed, history, sentence)) % 2**32
        scores = np.random.default_rng(seed).normal(size=len(SYMBOLS)) * self.spread
        scores[8:] -= 1.0  # else types grow without end
        return scores


def sentences_of(lengths: list[int]) -> Encoded:
    rows, longest = len(lengths), 1 + max(lengths)
    states = np.arange(rows, dtype=np.float32)[:, None, None] * np.ones((1, longest, 1), dtype=np.float32)
    mask = np.arange(longest)[None] <= np.array(lengths)[:, None]
    return Encoded(states, mask, (states,), ((),))


@given(
    st.integers(0, 10**6),
    st.lists(st.integers(1, 6), min_size=1, max_size=4),
    st.integers(1, 4),
    st.booleans(),
    st.sampled_from([GRAMMAR, BACKWARDS]),
)
def test_frames_have_one_type_a_token_and_a_goal(seed, lengths, width, balanced, grammar):
    constraints = replace(ANYTHING, balanced=balanced)
    found = decode(RandomModel(seed), grammar, sentences_of(lengths), lengths, width, constraints)
    assert len(found) == len(lengths)
    for length, frames in zip(lengths, found, strict=True):
        assert len(frames) <= width
        assert [f.score for f in frames] == sorted((f.score for f in frames), reverse=True)
        for frame in frames:
            entries, goal = GRAMMAR.entries(frame.symbols)
            assert len(entries) == length
            assert isinstance(goal, Type)
            assert entries[0] != MORE
            assert all(b != MORE or a is not None for a, b in pairwise(entries))
            words = [entry for entry in entries if isinstance(entry, Type)]
            if balanced:
                assert not imbalance(Frame(Judgement(("w",) * len(words), tuple(words), goal)))


@given(st.integers(0, 10**6), st.lists(st.integers(1, 4), min_size=2, max_size=4), st.integers(1, 3))
def test_sentences_do_not_disturb_each_other(seed, lengths, width):
    model, encoded = RandomModel(seed), sentences_of(lengths)
    together = decode(model, GRAMMAR, encoded, lengths, width, Constraints())
    for row, length in enumerate(lengths):
        alone = decode(model, GRAMMAR, encoded.take(np.array([row])), [length], width, Constraints())[0]
        assert alone == together[row]


def test_a_wide_beam_finds_the_best_frame_there_is():
    symbols = (PAD, SOS, SEP, NOTHING, MORE, "a", "b")
    grammar = Grammar(symbols)

    class Model(RandomModel):
        def guess(self, history, sentence):
            return super().guess(history, sentence)[: len(symbols)]

    for seed in range(30):
        model = Model(seed)
        (best,) = decode(model, grammar, sentences_of([3]), [3], 64, Constraints(floor=-np.inf, margin=np.inf))
        exhaustive = []
        for choice in product(range(3, 7), repeat=3):
            score = walk(model, grammar, choice)
            if score is not None:
                exhaustive.append(score)
        assert np.allclose([f.score for f in best[:3]], sorted(exhaustive, reverse=True)[: len(best[:3])])


def walk(model, grammar, choice):
    """The score of a frame with these symbols for its three tokens, or None if it cannot be."""
    words = np.array([3])
    states, encoded, cache = grammar.first(1), sentences_of([3]), model.first_cache(1)
    history, score, left = [grammar.sos], 0.0, list(choice)
    while not grammar.is_done(states)[0]:
        scores, cache = model.step(np.array([history]), states.turn, encoded, cache)
        allowed = np.flatnonzero(grammar.allowed(states, words, True, np.array([False]))[0])
        goal_or_end = states.turn[0] == 0 or states.due[0] == 0
        symbol = (int(allowed[0]) if len(allowed) else -1) if goal_or_end else left.pop(0)
        if symbol not in allowed:
            return None
        score += scores[0, symbol].astype(float) - np.logaddexp.reduce(scores[0].astype(float))
        history.append(symbol)
        states = grammar.after(states, np.array([symbol]), words)
    return score


@given(st.integers(0, 10**6))
def test_the_balance_is_that_of_the_atoms(seed):
    constraints = Constraints(balanced=False, floor=-np.inf, margin=np.inf)
    (frames,) = decode(RandomModel(seed), GRAMMAR, sentences_of([4]), [4], 1, constraints)
    for frame in frames:
        states = GRAMMAR.first(1)
        for symbol in frame.symbols[1:]:
            states = GRAMMAR.after(states, np.array([symbol]), np.array([4]))
        entries, goal = GRAMMAR.entries(frame.symbols)
        signs = [a for entry in entries if isinstance(entry, Type) for a in atoms(entry)] + atoms(goal, False)
        for atom, count in zip(GRAMMAR.atoms, states.balance[0], strict=True):
            assert count == sum(1 if sign else -1 for name, sign in signs if name == SYMBOLS[atom])


@given(st.integers(0, 10**6), st.lists(st.integers(1, 4), min_size=1, max_size=3), st.integers(1, 3))
def test_without_the_grammar_only_frames_come_out_too(seed, lengths, width):
    """Anything may be written, and what is no frame is dropped, so there may be none."""
    constraints = Constraints(grammatical=False, balanced=False, floor=-np.inf, margin=np.inf)
    found = decode(RandomModel(seed), GRAMMAR, sentences_of(lengths), lengths, width, constraints)
    for length, frames in zip(lengths, found, strict=True):
        for frame in frames:
            entries, goal = GRAMMAR.entries(frame.symbols)
            assert len(entries) == length
            assert isinstance(goal, Type)
            assert len(GRAMMAR.spelled(frame.symbols)) == len(frame.symbols)


def test_an_unlikely_symbol_is_not_tried():
    """A model that wants nothing but np: two words cannot balance, and the wrong turn is given up."""

    class Sure(RandomModel):
        def guess(self, history, sentence):
            return np.where(np.array(SYMBOLS) == "np", 50.0, 0.0)

    model, encoded = Sure(0), sentences_of([2])
    assert decode(model, GRAMMAR, encoded, [2], 3, Constraints()) == [[]]
    (frames,) = decode(model, GRAMMAR, encoded, [2], 3, Constraints(floor=-np.inf, margin=np.inf))
    assert frames


@given(st.integers(0, 10**6))
def test_a_beam_that_falls_behind_is_given_up(seed):
    """Without any margin only the best is gone on with, as in greedy decoding, and others can but end beside it."""
    model, encoded = RandomModel(seed), sentences_of([3])
    free = Constraints(balanced=False, floor=-np.inf, margin=np.inf)
    (greedy,) = decode(model, GRAMMAR, encoded, [3], 1, free)
    (near,) = decode(model, GRAMMAR, encoded, [3], 200, replace(free, margin=0.0))
    assert set(greedy) <= set(near)
    best = greedy[0].symbols
    assert all(frame.symbols[:-1] == best[: len(frame.symbols) - 1] for frame in near)


@given(st.integers(0, 10**6), st.integers(1, 5))
def test_spelled_is_the_token_of_each_symbol(seed, length):
    (frames,) = decode(
        RandomModel(seed), GRAMMAR, sentences_of([length]), [length], 1, Constraints(floor=-np.inf, margin=np.inf)
    )
    for frame in frames:
        typed, word = [1], 1
        for symbol in frame.symbols[1:]:
            typed.append(word if word <= length else 0)
            word += SYMBOLS[symbol] == SEP
        assert GRAMMAR.spelled(frame.symbols) == tuple(typed)


def test_frames_end_whatever_the_model_wants():
    """A model that opens types without end: in time they can only be closed."""

    class Endless(RandomModel):
        def guess(self, history, sentence):
            return np.where(np.array(SYMBOLS) == "⊸", 9.0, 0.0)

    for length in (1, 7):
        constraints = Constraints(balanced=False, floor=-np.inf, margin=np.inf)
        ((frame,),) = decode(Endless(0), GRAMMAR, sentences_of([length]), [length], 1, constraints)
        assert len(GRAMMAR.entries(frame.symbols)[0]) == length
        free = Constraints(grammatical=False, balanced=False, floor=-np.inf, margin=np.inf)
        assert decode(Endless(0), GRAMMAR, sentences_of([length]), [length], 1, free) == [[]]


@given(st.integers(0, 10**6), st.integers(1, 5), st.sampled_from([GRAMMAR, BACKWARDS]))
def test_a_decoder_judges_its_own_frames_as_it_wrote_them(seed, length, grammar):
    model, encoded = RandomModel(seed), sentences_of([length])
    (frames,) = decode(model, grammar, encoded, [length], 3, ANYTHING)
    judged = judge(model, grammar, encoded, [(0, frame.symbols) for frame in frames])
    assert np.allclose(judged, [frame.score for frame in frames])


@given(st.integers(0, 10**6), st.lists(st.integers(1, 4), min_size=1, max_size=3), st.integers(1, 3))
def test_decoders_from_both_ends_rank_by_what_both_say(seed, lengths, width):
    voices = [(RandomModel(seed), GRAMMAR), (RandomModel(seed + 1), BACKWARDS)]
    encoded = sentences_of(lengths)
    together = decode_together(voices, encoded, lengths, width, ANYTHING)
    apart = [decode(model, grammar, encoded, lengths, width, ANYTHING) for model, grammar in voices]
    for row, frames in enumerate(together):
        candidates = {frame.symbols for found in apart for frame in found[row]}
        said = [judge(model, grammar, encoded, [(row, each) for each in candidates]) for model, grammar in voices]
        best = sorted(np.mean(said, 0), reverse=True)[:width] if candidates else []
        assert np.allclose([frame.score for frame in frames], best)
        assert {frame.symbols for frame in frames} <= candidates


def test_one_decoder_is_not_asked_to_judge():
    model, encoded = RandomModel(3), sentences_of([3])
    assert decode_together([(model, GRAMMAR)], encoded, [3], 2, ANYTHING) == decode(
        model, GRAMMAR, encoded, [3], 2, ANYTHING
    )


@given(st.integers(0, 10**6), st.integers(1, 5))
def test_frames_are_turned_and_back(seed, length):
    (frames,) = decode(RandomModel(seed), BACKWARDS, sentences_of([length]), [length], 1, ANYTHING)
    for frame in frames:
        turned = BACKWARDS.turned(frame.symbols)
        assert BACKWARDS.turned(turned) == frame.symbols
        assert GRAMMAR.turned(frame.symbols) == frame.symbols
        assert GRAMMAR.entries(turned)[0] == GRAMMAR.entries(frame.symbols)[0][::-1]
