"""Symbol embeddings, against complex numbers."""

import math

import torch

from proofnets.model.embedding import LONGEST_WAVE, SymbolEmbedding


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


def test_waves_begin_between_two_positions_and_the_longest_frame() -> None:
    frequency = SymbolEmbedding(50, 64).frequency.abs()
    assert 2 * math.pi / LONGEST_WAVE <= frequency.min() < 0.02
    assert 3 < frequency.max() <= math.pi + 1e-6
