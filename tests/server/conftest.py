"""A parser and a service on the packaged model, made once."""

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from proofnets.parser.parser import Parser
from proofnets.server import create_app
from tests.server.calls import SENTENCE


@pytest.fixture(scope="session")
def parser() -> Parser:
    return Parser(threads=1)


@pytest.fixture(scope="session")
def client(parser: Parser) -> Iterator[TestClient]:
    with TestClient(create_app(parser)) as service:
        yield service


@pytest.fixture(scope="session")
def parsed(client: TestClient) -> dict[str, Any]:
    """What the service answers to a sentence."""
    (answer,) = client.post("/api/parse", json={"text": SENTENCE, "beliefs": True}).json()
    return answer
