"""Settings of all tests, and what the rooms of the network share."""

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("default", deadline=None)  # machines are noisy, and a slow run is no failure
settings.register_profile("few", deadline=None, max_examples=20)  # for more Pythons than the first
settings.load_profile("default")


@pytest.fixture(scope="session")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny encoder."""
    from tests.network import tiny  # torch is slow to import, and most tests do without

    return tiny.bert(tmp_path_factory.mktemp("encoder"))


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder of twenty sentences."""
    from tests.network import tiny

    return tiny.data(tmp_path_factory.mktemp("data"))
