"""Symbol embeddings as continuous functions of the position (section 3.3 of the paper, after Wang et al. 2020).

Each symbol has a magnitude r and a frequency ω, and at position p the vector `r·e^{jωp}`, real and imaginary parts side
by side. The output layer is tied to it: the scores of a position are products with all symbols' vectors there.
A network that is told which word it types counts positions anew at each word (see `network.positions`).
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

LONGEST_WAVE = 600
"""In positions; the shortest is 2."""


class SymbolEmbedding(nn.Module):
    """Vectors of `width` numbers: half of them real, half imaginary.

    Frequencies begin spread over all scales. When all are low, a symbol looks alike at neighbouring positions, the tied
    output of an untrained decoder repeats the symbol that comes in, and learning begins more slowly.
    """

    def __init__(self, symbols: int, width: int) -> None:
        super().__init__()
        half = width // 2
        self.magnitude = nn.Parameter(torch.empty(symbols, half).normal_(std=half**-0.5))
        waves = 2 * (LONGEST_WAVE / 2) ** torch.rand(symbols, half)
        signs = torch.randint(0, 2, (symbols, half)) * 2 - 1
        self.frequency = nn.Parameter(signs * 2 * torch.pi / waves)

    @property
    def width(self) -> int:
        """How many numbers a vector has."""
        return 2 * self.magnitude.shape[1]

    @torch.no_grad()
    def reorder(self, numbers: Sequence[int]) -> None:
        """Number the symbols anew: the first gets the vectors that the symbol `numbers[0]` had, and so on."""
        for table in (self.magnitude, self.frequency):
            table.copy_(table[list(numbers)])

    def forward(self, symbols: Tensor, positions: Tensor) -> Tensor:
        """(batch, length) symbols and positions to (batch, length, width)."""
        magnitude, angle = self.magnitude[symbols], self.frequency[symbols] * positions.unsqueeze(-1)
        vectors = torch.cat([magnitude * torch.cos(angle), magnitude * torch.sin(angle)], -1)
        return vectors * float(magnitude.shape[-1] ** 0.5)

    def scores(self, states: Tensor, positions: Tensor) -> Tensor:
        """(batch, length, width) states to (batch, length, symbols) scores of what stands at those positions.

        `r·cos(ωp)` and `r·sin(ωp)` are linear in the state, so the vectors of all symbols need not be kept for each
        position of the batch: the (length,) positions are the same in every row, and one table for each is enough. A
        single position stands for all.
        """
        angle = self.frequency * positions.view(-1, 1, 1)
        table = torch.cat([self.magnitude * torch.cos(angle), self.magnitude * torch.sin(angle)], -1)
        return torch.einsum("btd,tvd->btv", states, table)
