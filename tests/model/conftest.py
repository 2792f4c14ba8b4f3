"""What the tests of the network share."""

from pathlib import Path

import pytest
import torch

from tests.model import tiny


@pytest.fixture(autouse=True, scope="session")
def _one_thread() -> None:
    torch.set_num_threads(1)  # the networks are tiny, and threads would only wait for each other


@pytest.fixture(scope="session")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny.bert(tmp_path_factory.mktemp("encoder"))


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny.data(tmp_path_factory.mktemp("data"))
