"""The processes of a run. There is one, or as many as torchrun has started: then each works on its share of a batch."""

from __future__ import annotations

import os
from collections.abc import Iterable

import torch
from torch import Tensor, distributed, nn


def join() -> None:
    """Under torchrun, find the other processes."""
    if int(os.environ.get("WORLD_SIZE", "1")) > 1 and not distributed.is_initialized():
        if torch.cuda.is_available():
            torch.cuda.set_device(int(os.environ.get("LOCAL_RANK", "0")))
            distributed.init_process_group("cpu:gloo,cuda:nccl")
        else:
            distributed.init_process_group("gloo")


def leave() -> None:
    """Say goodbye to the other processes."""
    if distributed.is_initialized():
        distributed.destroy_process_group()


def rank() -> int:
    """The number of this process; 0 is the one that writes files."""
    return distributed.get_rank() if distributed.is_initialized() else 0


def world() -> int:
    """How many processes there are."""
    return distributed.get_world_size() if distributed.is_initialized() else 1


def device() -> torch.device:
    """Where this process computes."""
    return torch.device("cuda", torch.cuda.current_device()) if torch.cuda.is_available() else torch.device("cpu")


def total(numbers: Iterable[float]) -> list[float]:
    """The sums of the numbers over all processes. All must call it; none goes on before the last has."""
    sums = torch.tensor(list(numbers), dtype=torch.float64)
    if world() > 1:
        distributed.all_reduce(sums)
    return [float(number) for number in sums]


def sum_gradients(parameters: Iterable[nn.Parameter]) -> None:
    """Give every process the sum of all processes' gradients, in one message."""
    if world() == 1:
        return
    gradients: list[Tensor] = []
    for parameter in parameters:
        if parameter.requires_grad:
            if parameter.grad is None:
                parameter.grad = torch.zeros_like(parameter)
            gradients.append(parameter.grad)
    message = torch.cat([gradient.flatten() for gradient in gradients])
    distributed.all_reduce(message)
    start = 0
    for gradient in gradients:
        gradient.copy_(message[start : start + gradient.numel()].view_as(gradient))
        start += gradient.numel()
