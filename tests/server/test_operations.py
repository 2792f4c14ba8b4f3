"""What operators and proxies need: methods, headers, packing, readiness, figures, the log, who may ask."""

import re
import sys
from typing import Any

import pytest
from fastapi.testclient import TestClient

from proofnets.parser.parser import Parser
from proofnets.server import Access, Limits, create_app
from tests.server.calls import assert_failure
from tests.server.parsers import Gated, Unloadable


def test_headers(client: TestClient) -> None:
    for address in ("/", "/page/page.js", "/api/health", "/nothing"):
        headers = client.get(address).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "set-cookie" not in headers
        assert "access-control-allow-origin" not in headers


def test_what_answers_get_answers_head(client: TestClient) -> None:
    for address in ("/", "/page/page.js", "/api/health", "/api/formats"):
        head, get = client.head(address), client.get(address)
        assert head.status_code == get.status_code == 200
        assert head.headers["content-type"] == get.headers["content-type"]
    assert_head = client.head("/api/parse")
    assert assert_head.status_code == 405
    assert assert_head.headers["allow"] == "POST"


def test_nothing_is_redirected_to_the_host_of_the_request(client: TestClient) -> None:
    for address in ("/api/health/", "/api/parse/", "/page", "/page/", "/metrics/"):
        answer = client.get(address, headers={"Host": "evil.example"}, follow_redirects=False)
        assert answer.status_code in (404, 405), address
        assert "location" not in answer.headers


def test_answers_are_packed_for_who_can_unpack_them(client: TestClient) -> None:
    plain = client.get("/api/openapi.json", headers={"Accept-Encoding": "identity"})
    packed = client.get("/api/openapi.json", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["vary"]
    assert packed.json() == plain.json()
    assert 3 * int(packed.headers["content-length"]) < len(plain.content)
    assert "content-encoding" not in client.get("/api/health", headers={"Accept-Encoding": "gzip"}).headers


def test_a_request_has_an_id(client: TestClient) -> None:
    assert client.get("/api/health", headers={"X-Request-ID": "mine-1"}).headers["x-request-id"] == "mine-1"
    made = {client.get("/nothing").headers["x-request-id"] for _ in range(2)}
    assert len(made) == 2
    for wrong in ("a b", "x" * 65, '"', ""):
        assert client.get("/api/health", headers={"X-Request-ID": wrong}).headers["x-request-id"] != wrong


def test_it_is_ready_when_the_model_is_loaded_and_as_long_as_its_threads_are_there() -> None:
    parser: Any = Gated()
    with TestClient(create_app(parser)) as client:
        assert parser.begun.wait(30)
        assert_failure(client.get("/api/ready"), 503, "being loaded")
        assert client.get("/api/health").status_code == 200
        parser.open.set()
        client.post("/api/parse", json={"text": "Ja."})
        assert client.get("/api/ready").json() == {"status": "ready"}
        assert "\nproofnets_ready 1\n" in client.get("/metrics").text
        parser.parse_window = lambda *given: sys.exit("gone")
        assert_failure(client.post("/api/parse", json={"text": "Ja."}), 500)
        client.app.state.service.worker.lanes[0]._threads[0].join(30)
        assert_failure(client.get("/api/ready"), 503, "a thread of the service has ended")
        assert_failure(client.post("/api/parse", json={"text": "Ja."}), 500)
        assert client.get("/api/health").status_code == 200
        assert "\nproofnets_ready 0\n" in client.get("/metrics").text


def test_a_parser_that_does_not_come_back_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    parser = Gated()
    parser.open.set()
    with TestClient(create_app(parser, Limits(seconds=0.2))) as client:
        while client.get("/api/ready").status_code != 200:
            pass
        parser.open.clear()
        assert client.post("/api/parse", json={"text": "Ja."}).status_code == 504
        while (answer := client.get("/api/ready")).status_code == 200:  # the parser may not have begun yet
            pass
        assert_failure(answer, 503, "does not come back")
        parser.open.set()


def test_a_model_that_cannot_be_loaded_is_not_ready() -> None:
    with TestClient(create_app(Unloadable())) as client:
        while "being loaded" in (answer := client.get("/api/ready")).text:
            pass
        assert_failure(answer, 503, "cannot be loaded")


def test_requests_are_counted(client: TestClient) -> None:
    def figure(name: str) -> float:
        found = re.search(rf"^{re.escape(name)} (\S+)$", client.get("/metrics").text, re.MULTILINE)
        assert found
        return float(found[1])

    names = [
        'proofnets_requests_total{call="parse",status="2xx"}',
        'proofnets_requests_total{call="parse",status="4xx"}',
        'proofnets_request_seconds_bucket{call="parse",le="+Inf"}',
        'proofnets_request_seconds_count{call="parse"}',
        "proofnets_sentences_total",
    ]
    before = [figure(name) for name in names]
    client.post("/api/parse", json={"text": "Ja. Nee."})
    client.post("/api/parse", json={})
    assert [figure(name) - old for name, old in zip(names, before, strict=True)] == [1, 1, 2, 2, 2]
    assert figure("process_resident_memory_bytes") > 1e6


def test_requests_are_logged_and_texts_are_not(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "proofnets.access")
    client.post("/api/parse?geheim", json={"text": "Geheim."}, headers={"X-Request-ID": "log-1"})
    client.get("/api/nothing/regel%0Atwee")
    lines = [record.getMessage() for record in caplog.records if record.name == "proofnets.access"]
    assert re.fullmatch(r'testclient POST "/api/parse" 200 \d+ bytes [\d.]+ s', lines[0])
    assert "\n" not in lines[1]
    assert "eheim" not in caplog.text


def test_tokens_hosts_and_rates() -> None:
    parser, token = Parser(threads=1), "a-token-of-some-length"
    access = Access(hosts=("nets.example",), tokens=(token,), rate=2)
    with TestClient(create_app(parser, access=access), base_url="http://nets.example:8000") as client:
        mine = {"Authorization": f"Bearer {token}"}
        for wrong in (
            {},
            {"Authorization": "Bearer no"},
            {"Authorization": token},
            {"Authorization": f"Basic {token}"},
        ):
            refused = client.get("/api/model", headers=wrong)
            assert_failure(refused, 401, "token")
            assert refused.headers["www-authenticate"] == "Bearer"
        assert client.get("/metrics").status_code == 401
        assert client.get("/api/model", headers=mine).status_code == 200
        assert client.get("/").status_code == 200
        assert_failure(client.get("/api/model", headers=mine | {"Host": "evil.example"}), 421)
        assert client.get("/api/ready", headers={"Host": "10.0.0.7"}).status_code in (200, 503)
        body = {"judgement": "s |- s"}
        statuses = [client.post("/api/prove", json=body, headers=mine).status_code for _ in range(3)]
        assert statuses == [200, 200, 429]
        late = client.post("/api/prove", json=body, headers=mine)
        assert_failure(late, 429, "2 calls a minute")
        assert 1 <= int(late.headers["retry-after"]) <= 30
