"""The mean of the weights over the last steps."""

from pathlib import Path

import pytest
import torch

from proofnets.network.encoder import load_encoder
from proofnets.network.network import Network
from proofnets.training.averages import add_to_mean, mean_of, with_mean
from proofnets.training.checkpoint import weights_of
from proofnets.training.optimiser import optimiser_of
from tests.network import tiny


@pytest.fixture
def network(encoder: Path) -> Network:
    """A network whose embeddings of pieces do not learn."""
    config = tiny.recipe(encoder)
    network = Network(config, load_encoder(config)[0], 12)
    optimiser_of(network, config.optimisation)
    return network


@torch.no_grad()
def learn(network: Network) -> dict[str, torch.Tensor]:
    """Change all that learns, and tell what it has become."""
    for parameter in network.parameters():
        if parameter.requires_grad:
            parameter += torch.randn_like(parameter)
    return {name: p.detach().clone() for name, p in network.named_parameters() if p.requires_grad}


def test_shares_of_a_half_a_third_and_so_on_make_the_mean_of_all(network: Network) -> None:
    mean, seen = mean_of(network), []
    for count in range(1, 6):
        seen.append(learn(network))
        add_to_mean(mean, network, 1 / count)
    assert mean.keys() == seen[0].keys()
    for name, found in mean.items():
        torch.testing.assert_close(found, torch.stack([weights[name] for weights in seen]).mean(0))


def test_early_weights_fade_from_the_mean(network: Network) -> None:
    first, mean = mean_of(network), mean_of(network)
    last = learn(network)
    for _ in range(3):
        add_to_mean(mean, network, 0.5)
    for name, found in mean.items():
        torch.testing.assert_close(found, first[name] / 8 + last[name] * 7 / 8, atol=1e-6, rtol=1e-4)


def test_the_mean_is_of_what_learns(network: Network) -> None:
    frozen = {name for name, parameter in network.named_parameters() if not parameter.requires_grad}
    assert frozen
    assert mean_of(network).keys() == {name for name, _ in network.named_parameters()} - frozen


def has(network: Network, weights: dict[str, torch.Tensor]) -> bool:
    return all(torch.equal(weights_of(network)[name], tensor) for name, tensor in weights.items())


def test_a_network_has_the_mean_for_a_while_and_then_its_own_weights_again(network: Network) -> None:
    mean = mean_of(network)
    own = learn(network)

    def stopped() -> None:
        with with_mean(network, mean):
            assert has(network, mean)
            raise KeyboardInterrupt  # as in a validation that is stopped

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert has(network, own)
    assert not has(network, mean)
    with with_mean(network, {}):
        assert has(network, own)
