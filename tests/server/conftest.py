"""A parser and a service on the packaged model, made once."""

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from proofnets.parser.parser import Parser
from proofnets.server import create_app

SENTENCE = "De strategie die ze volgen is eeuwenoud."


@pytest.fixture(scope="session")
def parser() -> Parser:
    return Parser(threads=1)


@pytest.fixture(scope="session")
def client(parser: Parser) -> Iterator[TestClient]:
    with TestClient(create_app(parser)) as service:
        yield service
