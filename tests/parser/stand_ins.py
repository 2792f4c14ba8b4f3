"""Models that know nothing, for tests of what is done with a model."""

import numpy as np

from proofnets.derivation.spelling import MORE, NOTHING, PAD, SEP, SOS
from proofnets.parser.grammar import Grammar
from proofnets.parser.runtime import Encoded

SYMBOLS = (PAD, SOS, SEP, NOTHING, MORE, "np", "s", "n", "◇su", "□mod", "⊸", "◇x.")
GRAMMAR = Grammar(SYMBOLS)
BACKWARDS = Grammar(SYMBOLS, backwards=True)
FEW_SYMBOLS = (PAD, SOS, SEP, NOTHING, MORE, "a", "b")


class RandomModel:
    """Scores that depend on the seed, the row's history and the sentence only, as those of a real model do.

    What it remembers of a symbol is one number, kept once as keys are and once as values are.
    """

    def __init__(self, seed: int, spread: float = 3.0, symbols: tuple[str, ...] = SYMBOLS) -> None:
        self.seed, self.spread, self.size, self.calls = seed, spread, len(symbols), 0

    def sees(self, encoded: Encoded) -> Encoded:
        return encoded

    def first_cache(self, rows: int) -> tuple[np.ndarray, ...]:
        return np.zeros((rows, 1, 1, 0), dtype=np.float32), np.zeros((rows, 1, 0, 1), dtype=np.float32)

    def step(self, symbols, lengths, typed, seen, cache):
        self.calls += 1
        assert symbols.shape == lengths.shape == typed.shape
        assert len(symbols) == len(seen.states) == len(cache[0])
        marks = (symbols * 31 + typed * 7 + lengths).astype(np.float32)
        keys = np.concatenate([cache[0], marks[:, None, None]], 3)
        values = np.concatenate([cache[1], marks[:, None, :, None]], 2)
        assert np.array_equal(keys[:, 0, 0], values[:, 0, :, 0])
        past = cache[0].shape[3]
        scores = np.zeros((*symbols.shape, self.size), dtype=np.float32)
        for row, new in np.ndindex(*symbols.shape):
            scores[row, new] = self.scores(tuple(keys[row, 0, 0, : past + new + 1]), float(seen.states[row, 0, 0]))
        return scores, (keys, values)

    def scores(self, history: tuple[float, ...], sentence: float) -> np.ndarray:
        seed = hash((self.seed, history, sentence)) % 2**32
        scores = np.random.default_rng(seed).normal(size=self.size) * self.spread
        scores[8:] -= 1.0  # else types grow without end
        return scores


class Wishes(RandomModel):
    """A model that wants the same symbols at every step: `wanted` has the scores of some, all others have 0."""

    def __init__(self, **wanted: float) -> None:
        super().__init__(0)
        self.wanted = np.array([wanted.get({"⊸": "arrow"}.get(symbol, symbol), 0.0) for symbol in SYMBOLS])

    def scores(self, history, sentence):
        return self.wanted


def sentences_of(lengths: list[int]) -> Encoded:
    rows, longest = len(lengths), 1 + max(lengths)
    states = np.arange(rows, dtype=np.float32)[:, None, None] * np.ones((1, longest, 1), dtype=np.float32)
    mask = np.arange(longest)[None] <= np.array(lengths)[:, None]
    return Encoded(states, mask, (states,), ((),))


def known_to(seed: int):
    """Who knows some beginnings of types of some words: by chance, but always the same."""
    return lambda row, token, begun: hash((seed, row, token, *begun)) % 3 > 0
