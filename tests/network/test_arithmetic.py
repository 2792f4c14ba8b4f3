"""Fast arithmetic gives what slow arithmetic gives."""

import pytest
import torch

from proofnets.network.arithmetic import Dropout


@pytest.mark.parametrize("rate", [0.1, 0.5])
@pytest.mark.parametrize("kind", [torch.float32, torch.bfloat16])
def test_dropout_keeps_the_mean(rate: float, kind: torch.dtype) -> None:
    torch.manual_seed(3)
    dropped = Dropout(rate)(torch.ones(101, 997, dtype=kind))
    assert dropped.dtype == kind
    assert abs((dropped == 0).float().mean() - rate) < 0.005
    assert abs(dropped.float().mean() - 1) < 0.01
    assert len(dropped.unique()) == 2


def test_dropout_is_random_by_the_seed_and_off_when_not_training() -> None:
    layer, x = Dropout(0.3), torch.randn(7, 5)

    def drawn(seed: int) -> torch.Tensor:
        torch.manual_seed(seed)
        return layer(x)

    assert torch.equal(drawn(1), drawn(1))
    assert not torch.equal(drawn(1), drawn(2))
    assert layer.eval()(x) is x
    assert Dropout(0.0)(x) is x


def test_what_is_dropped_has_no_gradient() -> None:
    x = torch.ones(1000, requires_grad=True)
    dropped = Dropout(0.5)(x)
    dropped.sum().backward()
    assert torch.equal(x.grad, dropped.detach())
