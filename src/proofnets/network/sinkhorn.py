"""Sinkhorn: scores to almost a permutation, in log space (section 3.2 of the paper)."""

from __future__ import annotations

import torch
from torch import Tensor


def sinkhorn(scores: Tensor, iterations: int) -> Tensor:
    """Normalise rows and columns in turn; scores are (…, n, n), and so are the log-probabilities that come back."""
    for _ in range(iterations):
        scores = scores - torch.logsumexp(scores, -1, keepdim=True)
        scores = scores - torch.logsumexp(scores, -2, keepdim=True)
    return scores


def gumbel(scores: Tensor, scale: float) -> Tensor:
    """Add Gumbel noise, so that Sinkhorn samples permutations instead of finding the best."""
    uniform = torch.rand_like(scores).clamp(1e-9, 1 - 1e-9)
    return scores - scale * torch.log(-torch.log(uniform))
