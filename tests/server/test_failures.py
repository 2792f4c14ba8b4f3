"""Every way to fail: bad requests, too much at once, clients that go, parsers that break."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient

from proofnets.parser.inputs import from_text
from proofnets.parser.parser import Parser
from proofnets.parser.settings import Settings
from proofnets.server import Limits, create_app
from proofnets.server.limits import MOST_SENTENCES, MOST_TEXTS, MOST_WORDS, WIDEST_BEAM
from tests.server.calls import DEEP, JSON, TYPED, UNREAD, assert_failure
from tests.server.parsers import Gated, Unloadable


def believed(*places: list[int], atom: str = "s") -> dict[str, Any]:
    """A word that is linked to the goal, with probabilities: pairs of negative and positive atoms."""
    beliefs = [
        {"atom": atom, "negative": n, "positive": p, "probabilities": [[0.5] * len(p)] * len(n)}
        for n, p in zip(places[::2], places[1::2], strict=True)
    ]
    return UNREAD | {"analyses": [{"goal": "s", "types": ["s"], "links": [[0, 1]], "beliefs": beliefs}]}


@pytest.mark.parametrize(
    ("call", "body", "part"),
    [
        ("parse", {}, "text: field required"),
        ("parse", {"text": ""}, "at least 1 character"),
        ("parse", {"text": " \n"}, "no sentence"),
        ("parse", {"text": []}, "text: list should have at least 1 item"),
        ("parse", {"text": ["ja"] * (MOST_TEXTS + 1)}, f"text: list should have at most {MOST_TEXTS} items"),
        ("parse", {"text": ["ja", ""]}, "text.1: string should have at least 1 character"),
        ("parse", {"text": "Ja.", "beam": 1.5}, "beam: input should be a valid integer"),
        ("parse", {"text": "Ja.", "beam": True}, "beam: input should be a valid integer"),
        ("parse", {"text": "Ja.", "beam": "2"}, "beam: input should be a valid integer"),
        ("parse", {"text": "Ja.", "beam": 1e300}, "beam"),
        ("parse", {"text": 7}, "text"),
        ("parse", {"text": "Ja.", "beem": 2}, "beem"),
        ("parse", {"text": "Ja.", "beam": 0}, "beam"),
        ("parse", {"text": "Ja.", "beam": WIDEST_BEAM + 1}, "beam"),
        ("parse", {"text": "Ja.", "readings": 1000}, "readings"),
        ("parse", {"text": "Ja.", "samples": 10**9}, "samples"),
        ("parse", {"text": "Ja. " * (MOST_SENTENCES + 1)}, "sentences"),
        ("parse", {"text": "ja " * (MOST_WORDS + 1)}, "words"),
        ("parse", {"text": "a." * 1000}, "more than 500 letters"),
        ("parse", {"text": "\ud800 ja"}, "text"),
        ("prove", {"judgement": "(np"}, "column 4"),
        ("prove", {"judgement": "s |- s", "seconds": 1e9}, "seconds"),
        ("prove", {"judgement": "s |- s", "limit": 0}, "limit"),
        ("prove", {"judgement": "s, " * 300 + "s |- s"}, "301 words"),
        ("prove", {"judgement": "s -> " * 1100 + "s |- s"}, "1,102 atoms"),
        ("prove", {"judgement": "s" * 20_000}, "judgement"),
        ("link", TYPED | {"types": ["pron"]}, "3 tokens"),
        ("link", TYPED | {"types": ["pron", ")", None]}, "')' is no type"),
        ("link", TYPED | {"types": ["+", "s", None]}, "no word before it"),
        ("link", TYPED | {"goal": ""}, "goal"),
        ("link", TYPED | {"tokens": [""], "types": ["s"]}, "tokens"),
        ("render/svg-heat", UNREAD, "no analysis"),
        ("render/pdf", UNREAD, "no format 'pdf': choose term, typed"),
        (
            "render/svg",
            UNREAD | {"analyses": [{"goal": "s", "types": ["s"], "links": [[0, 9]]}]},
            "no atom",
        ),
        (
            "render/svg",
            UNREAD | {"analyses": [{"goal": "s", "types": ["s"], "links": [[0, 0]]}]},
            "link",
        ),
        ("render/svg-heat", believed([0], [0, 0]), "all its atoms in order"),
        ("render/svg-heat", believed([1], [0], [1], [0]), "all its atoms in order, and once"),
        ("render/svg-heat", believed([1], [0], atom="np"), "the probabilities of np"),
        ("link", DEEP, "66,201 atoms, arrows and modalities, and 5,000 are allowed"),
    ],
)
def test_bad_requests(client: TestClient, call: str, body: dict[str, Any], part: str) -> None:
    content = json.dumps(body).encode()  # as ASCII, so that half a character can be sent
    assert_failure(client.post(f"/api/{call}", content=content, headers=JSON), 422, part)


def test_bad_bodies_and_addresses(client: TestClient) -> None:
    for content in (b"{", b"\xff", b"[" * 100_000, b"1" * 5000, b'{"text": "a", }'):
        assert_failure(client.post("/api/parse", content=content, headers=JSON), 400, "not JSON")
    for content in (b"", b"null", b"[]", b"7"):
        assert_failure(client.post("/api/parse", content=content, headers=JSON), 422)
    for wrong in ({"Content-Type": "text/plain"}, {"Content-Type": ""}, {"Content-Type": "application/jsonp"}, {}):
        answer = client.post("/api/parse", content=b'{"text": "Ja."}', headers=wrong)
        assert_failure(answer, 415, "Content-Type application/json")
    for right in ("application/json; charset=utf-8", "Application/JSON", "application/vnd.api+json"):
        assert client.post("/api/parse", content=b'{"text": "Ja."}', headers={"Content-Type": right}).status_code == 200
    assert_failure(client.get("/api/nothing"), 404)
    assert_failure(client.get("/page/../app.py"), 404)
    assert_failure(client.get("/page/%2e%2e/app.py"), 404)
    answer = client.get("/api/parse")
    assert_failure(answer, 405)
    assert answer.headers["allow"] == "POST"


def test_a_body_that_is_too_large(client: TestClient) -> None:
    for size in (1_000_001, 3_000_000, 30_000_000):
        assert_failure(client.post("/api/parse", content=b" " * size), 413, "1,000,000 bytes")
    pieces = (b" " * 1000 for _ in range(2000))
    assert_failure(client.post("/api/parse", content=pieces, headers=JSON), 413, "1,000,000 bytes")


def test_a_full_queue_is_503_and_what_was_taken_is_done() -> None:
    parser = Gated()
    with TestClient(create_app(parser, Limits(queue=0.01))) as client, ThreadPoolExecutor() as clients:
        assert parser.begun.wait(30)
        taken = clients.submit(client.post, "/api/parse", json={"text": "Ja."})
        while client.get("/api/health").json()["waiting"] < 2:
            pass
        refused = client.post("/api/parse", json={"text": "Nee."})
        assert_failure(refused, 503, "try again")
        assert f"{refused.headers['retry-after']} s" in refused.json()["error"]
        assert int(refused.headers["retry-after"]) >= 1
        parser.open.set()
        assert taken.result().json()[0]["text"] == "Ja."
        assert client.post("/api/parse", json={"text": "Nee."}).status_code == 200


def test_a_time_out_is_504_and_nobody_works_on_it_any_more() -> None:
    parser = Gated()
    with TestClient(create_app(parser, Limits(seconds=0.2))) as client:
        assert parser.begun.wait(30)  # it is at the sentence that loads the model
        assert_failure(client.post("/api/parse", json={"text": "Ja."}), 504, "not ready in time")
        parser.open.set()
        while client.get("/api/health").json()["waiting"]:
            pass
        assert parser.batches == [1]


def test_nobody_works_for_a_client_that_has_gone() -> None:
    parser = Gated()
    with TestClient(create_app(parser)) as client:
        assert parser.begun.wait(30)
        worker = client.app.state.service.worker
        sent: list[Any] = []
        messages = iter([{"type": "http.request", "body": b'{"text": "Ja."}'}])

        async def receive() -> Any:
            if message := next(messages, None):
                return message
            while worker.waiting < 2:
                await asyncio.sleep(0.01)
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        headers = [(b"content-type", b"application/json")]
        scope = {"type": "http", "method": "POST", "path": "/api/parse", "query_string": b"", "headers": headers}
        asyncio.run(client.app(scope, receive, send))
        parser.open.set()
        while worker.waiting:
            pass
    assert sent == []
    assert parser.batches == [1]


def test_the_end_finishes_what_was_taken() -> None:
    parser = Gated()
    with ThreadPoolExecutor() as clients:
        with TestClient(create_app(parser)) as client:
            service = client.app.state.service
            future = service.worker.parse(list(from_text("Ja. Nee.")), Settings())
            clients.submit(service.close)
            while not service.worker.lanes[0]._closed:
                pass
            assert_failure(client.post("/api/parse", json={"text": "Ja."}), 503)
            parser.open.set()
        assert [parse.text for parse in future.result(30)] == ["Ja.", "Nee."]


class Broken(Parser):
    """A parser that fails in a way that nobody thought of."""

    def parse_window(self, *given: Any) -> list[Any]:
        raise RuntimeError("secret")


def test_an_error_inside_is_one_sentence_and_the_service_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    with TestClient(create_app(Broken())) as client:
        for _ in range(2):
            answer = client.post("/api/parse", json={"text": "Geheim."})
            assert_failure(answer, 500, "inside the service")
            assert "secret" not in answer.text
            assert "Content-Security-Policy" in answer.headers
        assert client.get("/api/health").status_code == 200
    assert "Geheim" not in caplog.text


def test_a_model_that_cannot_be_loaded_is_no_fault_of_the_request(caplog: pytest.LogCaptureFixture) -> None:
    with TestClient(create_app(Unloadable())) as client:
        for call, body in (("parse", {"text": "Ja."}), ("link", TYPED)):
            answer = client.post(f"/api/{call}", json=body)
            assert_failure(answer, 500, "inside the service")
            assert "secret" not in answer.text
    assert "step.onnx cannot be loaded" in caplog.text
