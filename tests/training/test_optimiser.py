"""Groups of parameters, and schedules of the learning rate."""

from dataclasses import replace
from pathlib import Path

import pytest

from proofnets.network.config import Config, OptimisationConfig
from proofnets.training.optimiser import learning_rate, optimiser_of, set_learning_rate
from tests.network import tiny
from tests.training.everything import everything


@pytest.fixture
def config(encoder: Path) -> Config:
    return tiny.recipe(encoder)


def test_the_paper_s_schedule_by_hand() -> None:
    settings = OptimisationConfig()  # five epochs of warm-up; with 1,000 steps each, 5,000 steps
    assert learning_rate(1, 1000, settings) == pytest.approx(768**-0.5 / 5000**1.5)
    assert learning_rate(5000, 1000, settings) == pytest.approx(5.1031e-4, rel=1e-4)
    assert learning_rate(20000, 1000, settings) == pytest.approx(2.5516e-4, rel=1e-4)
    rates = [learning_rate(step, 1000, settings) for step in range(1, 10000)]
    assert rates.index(max(rates)) == 4999


def test_the_linear_schedule_by_hand() -> None:
    settings = OptimisationConfig(epochs=4, schedule="linear", warmup_epochs=0.5, peak_lr=0.01)
    assert [round(learning_rate(step, 100, settings), 6) for step in (25, 50, 225, 400, 500)] == [
        0.005, 0.01, 0.005, 0, 0,
    ]  # fmt: skip


def test_parameters_learn_at_their_own_rates(config: Config) -> None:
    network, _, _ = everything(config)
    optimiser = optimiser_of(network, OptimisationConfig())
    set_learning_rate(optimiser, 1.0)
    rates = {id(p): (group["lr"], group["weight_decay"]) for group in optimiser.param_groups for p in group["params"]}
    for name, parameter in network.named_parameters():
        if name.startswith("encoder.model.embeddings"):
            assert not parameter.requires_grad
            assert id(parameter) not in rates
        else:
            assert parameter.requires_grad
            assert rates[id(parameter)] == ((0.1, 0.0) if name.startswith("encoder.model.") else (1.0, 1e-5)), name
    thawed = optimiser_of(network, replace(OptimisationConfig(), lr_scale_encoder_embedding=0.01))
    assert len(thawed.param_groups) == 3
    assert all(parameter.requires_grad for parameter in network.parameters())
