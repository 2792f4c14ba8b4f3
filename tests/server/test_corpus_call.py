"""`POST /api/search`: a parsed corpus, searched over HTTP."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from proofnets.parser.parser import Parser
from proofnets.server import create_app

pytest.importorskip("duckdb", reason="the extra `corpus` is not installed")

SAMPLES = [
    {"tokens": ["Ze", "slapen"], "types": ["pron", "◇su pron ⊸ s"], "goal": "s", "links": [[0, 1], [2, 3]]},
    {"tokens": ["Jan", "slaapt"], "types": ["n", "◇su n ⊸ s"], "goal": "s", "links": [[0, 1], [2, 3]]},
]
PATTERN = "pattern { V -[su]-> S }"


@pytest.fixture(scope="module")
def client(parser: Parser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    corpus: Path = tmp_path_factory.mktemp("corpus") / "small.jsonl"
    lines = (json.dumps({"id": f"a/{number}", **sample}) for number, sample in enumerate(SAMPLES))
    corpus.write_text("\n".join(lines) + "\n")
    with TestClient(create_app(parser, corpus=corpus)) as service:
        yield service


def test_matches_and_how_many_there_are(client: TestClient) -> None:
    answer = client.post("/api/search", json={"pattern": PATTERN, "limit": 1.0}).json()  # JSON's 1.0 is 1
    assert answer["total"] == 2
    (match,) = answer["matches"]
    assert match["parse"]["text"] == "Ze slapen"
    assert match["parse"]["status"] == "proved"
    assert match["nodes"] == {"V": 2, "S": 1}
    assert client.get("/api/model").json()["corpus"] == "small.jsonl"


def test_counts(client: TestClient) -> None:
    answer = client.post("/api/search", json={"pattern": PATTERN, "by": ["S.type"]}).json()
    assert answer["matches"] == []
    assert sorted(row["S.type"] for row in answer["counts"]) == ["n", "pron"]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"pattern": "pattern { V"}, "column 12"),
        ({"pattern": PATTERN, "limit": 1.5}, "limit"),
        ({"pattern": PATTERN, "by": ["X.word"]}, "X"),
    ],
)
def test_what_is_wrong_is_one_sentence(client: TestClient, body: dict[str, object], told: str) -> None:
    answer = client.post("/api/search", json=body)
    assert answer.status_code == 422
    assert told in answer.json()["error"]


def test_searches_are_counted_and_described(client: TestClient) -> None:
    client.post("/api/search", json={"pattern": PATTERN})
    assert 'proofnets_requests_total{call="search",status="2xx"}' in client.get("/metrics").text
    described = client.get("/api/openapi.json").json()["paths"]["/api/search"]["post"]["responses"]
    assert {"200", "401", "413", "422", "429", "503", "504"} <= set(described)
