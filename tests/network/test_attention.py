"""Attention and its layers, against explicit sums, and the cache against the whole pass."""

import pytest
import torch
from torch import Tensor, nn

from proofnets.network.attention import Attention, Rates, Stack
from proofnets.network.config import DecoderConfig

CONFIG = DecoderConfig(
    layers=2,
    self_attention_heads=4,
    encoder_attention_heads=2,
    feed_forward_dimensionality=20,
    input_output_dimensionality=16,
)


def explicit(attention: Attention, queries: Tensor, memory: Tensor, allowed: Tensor) -> Tensor:
    """The twin: for every head and query, weights over the memory, one by one."""
    width = queries.shape[-1] // attention.heads
    keys, values = attention.key_value(memory).chunk(2, -1)
    query = attention.query(queries)
    out = torch.zeros_like(query)
    for row in range(len(queries)):
        for head in range(attention.heads):
            part = slice(head * width, (head + 1) * width)
            for place in range(queries.shape[1]):
                scores = keys[row, :, part] @ query[row, place, part] / width**0.5
                weights = torch.softmax(scores.masked_fill(~allowed[row, place], -torch.inf), 0)
                out[row, place, part] = weights @ values[row, :, part]
    result: Tensor = attention.out(out)
    return result


@torch.no_grad()
def test_attention_is_the_explicit_sum() -> None:
    attention = Attention(16, 10, 4, 0.1).eval()
    queries, memory = torch.randn(3, 5, 16), torch.randn(3, 7, 10)
    allowed = torch.rand(3, 5, 7) < 0.6
    allowed[..., 0] = True
    found = attention(queries, attention.remember(memory), allowed[:, None])
    torch.testing.assert_close(found, explicit(attention, queries, memory, allowed), atol=1e-5, rtol=1e-4)


@torch.no_grad()
def test_self_attention_is_that_of_torch() -> None:
    ours, theirs = Attention(16, 16, 4, 0.0), nn.MultiheadAttention(16, 4, batch_first=True)
    theirs.in_proj_weight.copy_(torch.cat([ours.query.weight, ours.key_value.weight]))
    theirs.in_proj_bias.copy_(torch.cat([ours.query.bias, ours.key_value.bias]))
    theirs.out_proj.load_state_dict(ours.out.state_dict())
    x = torch.randn(2, 6, 16)
    mask = torch.ones(6, 6, dtype=torch.bool).tril()
    wanted = theirs(x, x, x, attn_mask=~mask, need_weights=False)[0]
    torch.testing.assert_close(ours(x, ours.remember(x), mask), wanted, atol=1e-5, rtol=1e-4)


@torch.no_grad()
def test_a_layer_adds_and_normalises_each_part() -> None:
    stack = Stack(CONFIG, 10, Rates(0.1, 0.1)).eval()
    x, states = torch.randn(2, 5, 16), torch.randn(2, 4, 10)
    words = torch.tensor([[True] * 4, [True, True, False, False]])
    causal = torch.ones(5, 5, dtype=torch.bool).tril()
    wanted = x
    for layer in stack:
        self_allowed, word_allowed = causal.expand(2, 5, 5), words[:, None].expand(2, 5, 4)
        wanted = layer.norms[0](wanted + explicit(layer.self_attention, wanted, wanted, self_allowed))
        wanted = layer.norms[1](wanted + explicit(layer.cross_attention, wanted, states, word_allowed))
        wanted = layer.norms[2](wanted + layer.feed_forward(wanted))
    found = stack(x, stack.cross(states), words[:, None, None], causal)
    torch.testing.assert_close(found, wanted, atol=1e-5, rtol=1e-4)


@torch.no_grad()
@pytest.mark.parametrize("length", [1, 2, 9])
def test_steps_with_a_cache_are_the_whole_pass(length: int) -> None:
    stack = Stack(CONFIG, 10, Rates(0.1, 0.1)).eval()
    x, states = torch.randn(3, length, 16), torch.randn(3, 4, 10)
    words = torch.tensor([[True] * 4, [True, True, False, False], [True, False, False, False]])[:, None, None]
    cross = stack.cross(states)
    wanted = stack(x, cross, words, torch.ones(length, length, dtype=torch.bool).tril())
    cache = torch.zeros(2, 2, 3, 4, 0, 4)
    for place in range(length):
        found, cache = stack.step(x[:, place : place + 1], cross, words, cache)
        torch.testing.assert_close(found[:, 0], wanted[:, place], atol=1e-5, rtol=1e-4)
    assert cache.shape == (2, 2, 3, 4, length, 4)


@torch.no_grad()
def test_words_that_are_not_there_have_no_say() -> None:
    stack = Stack(CONFIG, 10, Rates(0.0, 0.0)).eval()
    x, states = torch.randn(1, 5, 16), torch.randn(1, 4, 10)
    words = torch.tensor([[True, True, False, False]])[:, None, None]
    other = states.clone()
    other[:, 2:] = 1e3
    torch.testing.assert_close(stack(x, stack.cross(states), words, None), stack(x, stack.cross(other), words, None))
