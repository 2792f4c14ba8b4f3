"""Sinkhorn, against the same in plain space."""

import numpy as np
import pytest
import torch

from proofnets.network.sinkhorn import gumbel, sinkhorn


def plain(scores: np.ndarray, iterations: int) -> np.ndarray:
    """The twin: rows and columns divided by their sums, in exp space."""
    matrix = np.exp(scores.astype(np.float64))
    for _ in range(iterations):
        for row in range(len(matrix)):
            matrix[row] /= matrix[row].sum()
        for column in range(len(matrix)):
            matrix[:, column] /= matrix[:, column].sum()
    return matrix


@pytest.mark.parametrize("size", [1, 2, 3, 7, 30, 200])
@pytest.mark.parametrize("iterations", [0, 1, 5])
def test_like_the_plain_one(size: int, iterations: int) -> None:
    scores = torch.randn(size, size, generator=torch.Generator().manual_seed(size)) * 3
    found = sinkhorn(scores, iterations).exp().double().numpy()
    np.testing.assert_allclose(found, plain(scores.numpy(), iterations), rtol=1e-4, atol=1e-9)


@pytest.mark.parametrize("size", [1, 2, 20, 200])
def test_rows_and_columns_sum_to_one(size: int) -> None:
    found = sinkhorn(torch.randn(4, size, size, generator=torch.Generator().manual_seed(1)), 50).exp()
    torch.testing.assert_close(found.sum(-1), torch.ones(4, size), atol=1e-3, rtol=0)
    torch.testing.assert_close(found.sum(-2), torch.ones(4, size), atol=1e-3, rtol=0)


def test_large_scores_stay_finite_and_pick_the_assignment() -> None:
    scores = torch.randn(30, 30, generator=torch.Generator().manual_seed(2)) * 100
    wanted = torch.randperm(30, generator=torch.Generator().manual_seed(3))
    scores[torch.arange(30), wanted] += 1e4
    scores.requires_grad_()
    found = sinkhorn(scores, 5)
    assert torch.equal(found.argmax(-1), wanted)
    found[torch.arange(30), wanted].sum().backward()  # type: ignore[no-untyped-call]
    assert torch.isfinite(found).all()
    assert scores.grad is not None
    assert torch.isfinite(scores.grad).all()


def test_one_by_one_is_certain() -> None:
    assert sinkhorn(torch.tensor([[-1e6]]), 5).item() == 0


def test_gumbel_noise_has_the_right_mean_and_spread() -> None:
    torch.manual_seed(0)
    noise = gumbel(torch.zeros(400, 400), 2.0)
    assert abs(noise.mean().item() - 2 * 0.5772) < 0.02
    assert abs(noise.std().item() - 2 * np.pi / 6**0.5) < 0.02
