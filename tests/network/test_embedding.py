"""Symbol embeddings, against complex numbers."""

import math

import torch

from proofnets.network.embedding import LONGEST_WAVE, SymbolEmbedding
from proofnets.network.network import positions


def test_the_vectors_are_complex_exponentials() -> None:
    embedding = SymbolEmbedding(7, 12)
    symbols, positions = torch.randint(0, 7, (3, 5)), torch.arange(5.0)[None]
    found = embedding(symbols, positions)
    for row in range(3):
        for column in range(5):
            r, w = embedding.magnitude[symbols[row, column]], embedding.frequency[symbols[row, column]]
            wave = r * torch.exp(torch.complex(torch.zeros(6), w * column)) * math.sqrt(6)
            torch.testing.assert_close(found[row, column], torch.cat([wave.real, wave.imag]))


def test_the_scores_are_products_with_the_vectors_at_that_position() -> None:
    embedding = SymbolEmbedding(7, 12)
    states = torch.randn(3, 5, 12)
    found = embedding.scores(states, torch.arange(5.0) + 1)
    everything = torch.arange(7)[None].expand(5, 7)
    tables = embedding(everything, torch.arange(1.0, 6.0)[:, None]) / math.sqrt(6)
    for row in range(3):
        for column in range(5):
            torch.testing.assert_close(found[row, column], tables[column] @ states[row, column])


def test_a_single_position_stands_for_all() -> None:
    embedding, states = SymbolEmbedding(7, 12), torch.randn(3, 5, 12)
    torch.testing.assert_close(
        embedding.scores(states, torch.ones(1)), embedding.scores(states, torch.ones(5)), rtol=1e-4, atol=1e-5
    )


def test_positions_are_counted_in_the_frame_or_anew_at_each_word() -> None:
    symbols = torch.tensor([[1, 7, 8, 9, 2, 7, 2, 2, 9], [1, 2, 9, 8, 7, 2, 7, 0, 0]])
    assert positions(symbols, word_aware=False).tolist() == [list(range(9))]
    assert positions(symbols, word_aware=True).tolist() == [[0, 1, 2, 3, 0, 1, 0, 0, 1], [0, 0, 1, 2, 3, 0, 1, 2, 3]]


def test_waves_begin_between_two_positions_and_the_longest_frame() -> None:
    frequency = SymbolEmbedding(50, 64).frequency.abs()
    assert 2 * math.pi / LONGEST_WAVE <= frequency.min() < 0.02
    assert 3 < frequency.max() <= math.pi + 1e-6
