"""Arithmetic that is fast on the machine at hand; but for rounding, what is computed stays the same.

On a CPU these are products in bfloat16 where there are instructions for it, and dropout from random bytes.
`benchmarks.model` compares it with torch's defaults.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import Tensor, nn


def has_bfloat16(device: torch.device) -> bool:
    """Whether a device multiplies bfloat16 faster than float32."""
    if device.type != "cpu":
        return device.type == "cuda" and torch.cuda.get_device_capability(device) >= (8, 0)
    abilities: dict[str, object] = getattr(torch.cpu, "get_capabilities", dict)()  # an older torch cannot tell
    return bool(abilities.get("avx512_bf16") or abilities.get("amx_bf16"))


@contextmanager
def fast(device: torch.device) -> Iterator[None]:
    """Where to compute losses; the way back may be outside of it."""
    with torch.autocast(device.type, torch.bfloat16, enabled=has_bfloat16(device)):
        yield


class Dropout(nn.Dropout):
    """Dropout that, on a CPU, has a random byte decide of each number: the rate is rounded to 256ths.

    torch's own draws a number between 0 and 1 for each, one after the other.
    """

    def forward(self, x: Tensor) -> Tensor:
        """In training, some numbers are zero, and the others larger in proportion."""
        if x.device.type != "cpu":
            return super().forward(x)
        dropped = min(255, round(256 * self.p))
        if not self.training or not dropped:
            return x
        bits = torch.empty(x.numel() // 8 + 1, dtype=torch.int64).random_(-(2**63), None)
        kept = bits.view(torch.uint8)[: x.numel()].view(x.shape) >= dropped
        return x * (kept.to(x.dtype) * (256 / (256 - dropped)))


def quicken_dropout(network: nn.Module) -> None:
    """Put this dropout in the place of torch's, everywhere in a network."""
    for module in network.modules():
        for name, part in module.named_children():
            if type(part) is nn.Dropout:
                setattr(module, name, Dropout(part.p).train(part.training))
