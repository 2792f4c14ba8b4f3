"""The mean of a network's weights over its last steps: right more often than the weights after the last of them.

Each step of the optimiser overshoots a little; the mean does not. It is a moving mean, so that there is one at any
moment of a run: early steps fade from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import torch
from torch import Tensor

from proofnets.network.network import Network


def mean_of(network: Network) -> dict[str, Tensor]:
    """The mean of one set of weights: those that learn, by name."""
    return {name: weights.detach().clone() for name, weights in _learning(network).items()}


@torch.no_grad()
def add_to_mean(mean: Mapping[str, Tensor], network: Network, share: float) -> None:
    """Let the weights as they are now make up this share of the mean."""
    for name, weights in _learning(network).items():
        mean[name].lerp_(weights, share)


@contextmanager
def with_mean(network: Network, mean: Mapping[str, Tensor]) -> Iterator[None]:
    """The network has the mean for its weights, and afterwards its own again. An empty mean changes nothing."""
    learning = _learning(network)
    own = {name: learning[name].detach().clone() for name in mean}
    try:
        _set(learning, mean)
        yield
    finally:
        _set(learning, own)


def _learning(network: Network) -> dict[str, Tensor]:
    return {name: weights for name, weights in network.named_parameters() if weights.requires_grad}


@torch.no_grad()
def _set(weights: Mapping[str, Tensor], values: Mapping[str, Tensor]) -> None:
    for name, value in values.items():
        weights[name].copy_(value)
