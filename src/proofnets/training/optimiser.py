"""AdamW with the paper's groups of parameters, and the schedules of the learning rate."""

from __future__ import annotations

import torch
from torch import nn

from proofnets.network.config import OptimisationConfig
from proofnets.network.network import Network


def optimiser_of(network: Network, config: OptimisationConfig) -> torch.optim.AdamW:
    """The encoder learns more slowly and does not decay; its embedding layer is frozen if its scale is zero."""
    lowest = {id(parameter) for parameter in network.encoder.embedding().parameters()}
    embedding: list[nn.Parameter] = []
    encoder: list[nn.Parameter] = []
    rest: list[nn.Parameter] = []
    for name, parameter in network.named_parameters():
        if id(parameter) in lowest:
            parameter.requires_grad_(config.lr_scale_encoder_embedding > 0)
            embedding.append(parameter)
        else:
            (encoder if name.startswith("encoder.model.") else rest).append(parameter)
    groups = [
        {"params": rest, "scale": 1.0, "weight_decay": config.weight_decay},
        {"params": encoder, "scale": config.lr_scale_encoder, "weight_decay": config.weight_decay_encoder},
    ]
    if config.lr_scale_encoder_embedding > 0:
        scale, decay = config.lr_scale_encoder_embedding, config.weight_decay_encoder
        groups.append({"params": embedding, "scale": scale, "weight_decay": decay})
    return torch.optim.AdamW(groups, lr=0.0, betas=(0.9, 0.98), eps=1e-9, fused=True)


def learning_rate(step: int, steps_an_epoch: int, config: OptimisationConfig) -> float:
    """The learning rate at a step, counted from 1.

    >>> round(learning_rate(100, 20, OptimisationConfig()), 6)  # the peak, after five epochs of twenty steps
    0.003608
    """
    warmup = max(1.0, config.warmup_epochs * steps_an_epoch)
    if config.schedule == "vaswani":
        return float(config.lr_dimensionality**-0.5 * min(step**-0.5, step * warmup**-1.5))
    last = config.epochs * steps_an_epoch
    return config.peak_lr * min(step / warmup, max(0.0, (last - step) / max(1.0, last - warmup)))


def set_learning_rate(optimiser: torch.optim.Optimizer, rate: float) -> None:
    """Give every group its share of a learning rate."""
    for group in optimiser.param_groups:
        group["lr"] = rate * group["scale"]
