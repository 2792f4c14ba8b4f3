"""What the decoder and the bi-modal encoder are made of: self-attention, attention to the sentence, feed-forward.

Keys and values can be kept from step to step (self-attention) and for the whole sentence (attention to it).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from proofnets.network.config import DecoderConfig


def taken(states: Tensor, places: Tensor) -> Tensor:
    """Of (batch, length, width) states those at (batch, some) places."""
    return torch.gather(states, 1, places.unsqueeze(-1).expand(-1, -1, states.shape[-1]))


class Rates(NamedTuple):
    """The rates of dropout."""

    states: float
    attention: float


class Attention(nn.Module):
    """Multi-head attention to keys and values that are computed apart, so that they can be cached."""

    def __init__(self, width: int, source: int, heads: int, dropout: float) -> None:
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.query = nn.Linear(width, width)
        self.key_value = nn.Linear(source, 2 * width)
        self.out = nn.Linear(width, width)

    def remember(self, states: Tensor) -> Tensor:
        """(batch, length, source) to keys and values: (2, batch, heads, length, width / heads)."""
        batch, length, _ = states.shape
        both: Tensor = self.key_value(states).view(batch, length, 2, self.heads, -1)
        return both.permute(2, 0, 3, 1, 4)

    def forward(self, states: Tensor, memory: Tensor, mask: Tensor | None = None) -> Tensor:
        """States attend to the memory where the mask is true; the mask fits (batch, heads, length, memory's length)."""
        return self.attend(states, memory[0].transpose(-1, -2), memory[1], mask)

    def attend(self, states: Tensor, keys: Tensor, values: Tensor, mask: Tensor | None) -> Tensor:
        """The same with keys that are turned already: (batch, heads, width / heads, length).

        Written out: in bfloat16 on a CPU, the way back through torch's own function for it is slow.
        """
        batch, length, width = states.shape
        query = self.query(states).view(batch, length, self.heads, -1).transpose(1, 2)
        scores = query * float(query.shape[-1] ** -0.5) @ keys
        if mask is not None:
            scores = scores + torch.where(mask, 0.0, -1e9).to(scores.dtype)
        weights = functional.dropout(torch.softmax(scores, -1), self.dropout, self.training)
        out = weights @ values
        result: Tensor = self.out(out.transpose(1, 2).reshape(batch, length, width))
        return result


class Layer(nn.Module):
    """One layer: each part's output is added to its input and normalised."""

    def __init__(self, config: DecoderConfig, source: int, dropout: Rates) -> None:
        super().__init__()
        width, hidden = config.input_output_dimensionality, config.feed_forward_dimensionality
        self.self_attention = Attention(width, width, config.self_attention_heads, dropout.attention)
        self.cross_attention = Attention(width, source, config.encoder_attention_heads, dropout.attention)
        self.feed_forward = nn.Sequential(
            nn.Linear(width, hidden), nn.GELU(), nn.Dropout(dropout.states), nn.Linear(hidden, width)
        )
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(3))
        self.dropout = nn.Dropout(dropout.states)

    def forward(self, x: Tensor, memory: Tensor, mask: Tensor | None, cross: Tensor, words: Tensor) -> Tensor:
        """x attends to `memory` (its own keys and values) and to `cross` (the sentence's), where the masks are true."""
        x = self.norms[0](x + self.dropout(self.self_attention(x, memory, mask)))
        x = self.norms[1](x + self.dropout(self.cross_attention(x, cross, words)))
        result: Tensor = self.norms[2](x + self.dropout(self.feed_forward(x)))
        return result


class Stack(nn.Module):
    """Several layers."""

    def __init__(self, config: DecoderConfig, source: int, dropout: Rates) -> None:
        super().__init__()
        self.layers = nn.ModuleList(Layer(config, source, dropout) for _ in range(config.layers))

    def __iter__(self) -> Iterator[Layer]:
        for layer in self.layers:
            assert isinstance(layer, Layer)
            yield layer

    def cross(self, states: Tensor) -> Tensor:
        """The keys and values of the sentence for every layer: (layers, 2, batch, heads, words, width / heads)."""
        return torch.stack([layer.cross_attention.remember(states) for layer in self])

    def empty_cache(self, batch: int) -> Tensor:
        """The keys and values of no positions: (layers, 2, batch, heads, 0, width / heads)."""
        query, heads = next(iter(self)).self_attention.query, next(iter(self)).self_attention.heads
        return query.weight.new_zeros(len(self.layers), 2, batch, heads, 0, query.out_features // heads)

    def forward(
        self, x: Tensor, cross: Tensor, words: Tensor, mask: Tensor | None, wanted: Tensor | None = None
    ) -> Tensor:
        """All positions at once. `words` is true at the words that are there, `mask` where a position may look.

        Only some positions may be wanted, (batch, some): the last layer has nothing to do for the others.
        """
        for number, (layer, memory) in enumerate(zip(self, cross, strict=True), 1):
            own = layer.self_attention.remember(x)
            if wanted is not None and number == len(self.layers):
                x = taken(x, wanted)
            x = layer(x, own, mask, memory, words)
        return x

    def step(self, x: Tensor, cross: Tensor, words: Tensor, cache: Tensor) -> tuple[Tensor, Tensor]:
        """One more position, (batch, 1, width). The cache of keys and values grows by it along its length."""
        grown = []
        for layer, memory, before in zip(self, cross, cache, strict=True):
            after = torch.cat([before, layer.self_attention.remember(x)], -2)
            grown.append(after)
            x = layer(x, after, None, memory, words)
        return x, torch.stack(grown)
