"""Decoding with a model that knows nothing: whatever the scores are, frames are well-formed."""

from itertools import pairwise, product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from proofnets.logic import Judgement, Type, atoms, decompose, imbalance
from proofnets.parser.decoding import decode
from proofnets.parser.grammar import MORE, NOTHING, PAD, SEP, SOS, Grammar
from proofnets.parser.runtime import Encoded

SYMBOLS = (PAD, SOS, SEP, NOTHING, MORE, "np", "s", "n", "◇su", "□mod", "⊸", "◇x.")
GRAMMAR = Grammar(SYMBOLS)


class RandomModel:
    """Scores that depend on the seed, the beam's history and the sentence only, as those of a real model do."""

    def __init__(self, seed: int, spread: float = 3.0) -> None:
        self.seed, self.spread = seed, spread

    def first_cache(self, rows: int) -> np.ndarray:
        return np.zeros((1, 2, rows, 1, 0, 1), dtype=np.float32)

    def step(self, symbols, position, typed, encoded, cache):
        mark = (symbols * 31 + typed * 7 + position).astype(np.float32)
        grown = np.concatenate(
            [cache, np.broadcast_to(mark[None, None, :, None, None, None], (1, 2, len(mark), 1, 1, 1))], 4
        )
        history = grown[0, 0, :, 0, :, 0]
        scores = [self.scores(tuple(row), float(s)) for row, s in zip(history, encoded.states[:, 0, 0], strict=True)]
        return np.array(scores, dtype=np.float32), grown

    def scores(self, history: tuple[float, ...], sentence: float) -> np.ndarray:
        seed = hash((self.seed, history, sentence)) % 2**32
        scores = np.random.default_rng(seed).normal(size=len(SYMBOLS)) * self.spread
        scores[8:] -= 1.0  # else types grow without end
        return scores


def sentences_of(lengths: list[int]) -> Encoded:
    rows, longest = len(lengths), 1 + max(lengths)
    states = np.arange(rows, dtype=np.float32)[:, None, None] * np.ones((1, longest, 1), dtype=np.float32)
    mask = np.arange(longest)[None] <= np.array(lengths)[:, None]
    return Encoded(states, np.zeros((1, 2, rows, 1, longest, 1), dtype=np.float32), states, mask)


@given(st.integers(0, 10**6), st.lists(st.integers(1, 6), min_size=1, max_size=4), st.integers(1, 4), st.booleans())
def test_frames_have_one_type_a_token_and_a_goal(seed, lengths, width, balanced):
    found = decode(RandomModel(seed), GRAMMAR, sentences_of(lengths), lengths, width, balanced)
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
                assert not imbalance(decompose(Judgement(("w",) * len(words), tuple(words), goal)))


@given(st.integers(0, 10**6), st.lists(st.integers(1, 4), min_size=2, max_size=4), st.integers(1, 3))
def test_sentences_do_not_disturb_each_other(seed, lengths, width):
    model, encoded = RandomModel(seed), sentences_of(lengths)
    together = decode(model, GRAMMAR, encoded, lengths, width)
    for row, length in enumerate(lengths):
        alone = decode(model, GRAMMAR, encoded.take(np.array([row])), [length], width)[0]
        assert alone == together[row]


def test_a_wide_beam_finds_the_best_frame_there_is():
    symbols = (PAD, SOS, SEP, NOTHING, MORE, "a", "b")
    grammar = Grammar(symbols)

    class Model(RandomModel):
        def scores(self, history, sentence):
            return super().scores(history, sentence)[: len(symbols)]

    for seed in range(30):
        model = Model(seed)
        (best,) = decode(model, grammar, sentences_of([3]), [3], width=64)
        exhaustive = []
        for choice in product(range(3, 7), repeat=3):
            score = walk(model, grammar, choice)
            if score is not None:
                exhaustive.append(score)
        assert np.allclose([f.score for f in best[:3]], sorted(exhaustive, reverse=True)[: len(best[:3])])


def walk(model, grammar, choice):
    """The score of a frame with these symbols for its three tokens, or None if it cannot be."""
    state, encoded, cache = grammar.first(), sentences_of([3]), model.first_cache(1)
    symbol, score, left, position = grammar.sos, 0.0, list(choice), 0
    while not grammar.is_done(state):
        scores, cache = model.step(np.array([symbol]), position, np.array([state.word]), encoded, cache)
        position += 1
        allowed = np.flatnonzero(grammar.allowed(state))
        if len(allowed) == 0:
            return None
        if len(allowed) == 1:
            symbol = int(allowed[0])
        else:
            symbol = left.pop(0)
            if symbol not in allowed:
                return None
            row = scores[0].astype(float)
            score += row[symbol] - np.logaddexp.reduce(row[allowed])
        state = grammar.after(state, symbol, 3)
    return score


@given(st.integers(0, 10**6))
def test_the_balance_is_that_of_the_atoms(seed):
    (frames,) = decode(RandomModel(seed), GRAMMAR, sentences_of([4]), [4], 1, balanced=False)
    for frame in frames:
        state = GRAMMAR.first()
        for symbol in frame.symbols[1:]:
            state = GRAMMAR.after(state, symbol, 4)
        entries, goal = GRAMMAR.entries(frame.symbols)
        signs = [a for entry in entries if isinstance(entry, Type) for a in atoms(entry)] + atoms(goal, False)
        counts = {SYMBOLS[a]: state.balance[i] for a, i in GRAMMAR.atom_index.items()}
        for name, count in counts.items():
            assert count == sum(1 if sign else -1 for atom, sign in signs if atom == name)
