"""Clients that hang up: what is under way for them ends, whatever it is."""

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from fastapi.testclient import TestClient

from proofnets.deadline import Deadline, TimeUpError
from proofnets.errors import ProofNetsError
from proofnets.parser.inputs import from_tokens
from proofnets.parser.linking import Linker
from proofnets.parser.parser import Parser
from proofnets.parser.runtime import Decoder
from proofnets.parser.settings import Settings
from proofnets.render import find_format
from proofnets.server import app as app_module
from proofnets.server import create_app
from proofnets.server import search as search_module
from proofnets.server.answers import prove
from proofnets.server.documents import document
from proofnets.server.messages import ProveRequest, RenderRequest
from proofnets.server.worker import Pool

LONG = {"text": "niet " * 150, "beam": 32, "readings": 32}
HARD = ", ".join(["a:(s -> s) -> s -> s", *["b:(n -> s) -> s", "c:n -> s -> s"] * 8, "d:s"]) + " |- s"
SLEEPING: dict[str, Any] = {
    "text": "Ze slapen",
    "tokens": ["Ze", "slapen"],
    "analyses": [{"goal": "s", "types": ["pron", "<su>pron -> s"], "links": [[0, 1], [2, 3]]}],
}


CORPUS = {
    "id": "1",
    "tokens": ["Ze", "slapen"],
    "types": ["pron", "◇su pron ⊸ s"],
    "goal": "s",
    "links": [[0, 1], [2, 3]],
}
PATTERN = "pattern { V -[su]-> S }"


def hang_up(app: Any, path: str, body: Any, begun: Event) -> None:
    """Ask for something, and leave as soon as somebody works on it; when this returns, the service knows."""
    messages = iter([{"type": "http.request", "body": json.dumps(body).encode()}])

    async def receive() -> Any:
        if message := next(messages, None):
            return message
        assert await asyncio.to_thread(begun.wait, 30)
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        pytest.fail(f"there was an answer: {message}")

    headers = [(b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": path, "query_string": b"", "headers": headers}
    asyncio.run(app(scope, receive, send))


def wait_until_idle(client: TestClient) -> None:
    while any(lane.waiting for lane in client.app.state.service.lanes):  # type: ignore[attr-defined]
        pass


@pytest.fixture
def service(parser: Parser) -> Iterator[TestClient]:
    with TestClient(create_app(parser)) as client:
        wait_until_idle(client)
        yield client


def test_a_wide_beam_is_given_up_between_two_steps(service: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, gone, step = Event(), Event(), Decoder.step
    steps: list[int] = []

    def held(decoder: Any, *given: Any) -> Any:
        steps.append(len(given[0]))
        if len(steps) == 5:
            begun.set()
            assert gone.wait(30)
        return step(decoder, *given)

    monkeypatch.setattr(Decoder, "step", held)
    hang_up(service.app, "/api/parse", LONG, begun)
    gone.set()
    wait_until_idle(service)
    assert len(steps) == 5  # of more than 150, and by one decoder of several
    assert service.post("/api/parse", json={"text": "Ja."}).json()[0]["status"] == "proved"


def test_of_a_batch_only_what_somebody_waits_for_is_linked(parser: Parser, monkeypatch: pytest.MonkeyPatch) -> None:
    link, rows = Linker.link, []

    def counted(linker: Linker, encoded: Any, frames: Any, derivations: Any) -> Any:
        rows.extend(row for row, _ in frames)
        return link(linker, encoded, frames, derivations)

    monkeypatch.setattr(Linker, "link", counted)
    batch = [from_tokens(["Ze", "slapen"]), from_tokens(["Hij", "slaapt"])]
    stays, leaves = parser.parse_window(batch, Settings(), [Deadline(), Deadline(cancelled=lambda: True)])
    assert stays.status == "proved"
    assert leaves.timed_out
    assert set(rows) == {0}


@pytest.mark.parametrize(
    ("path", "body", "module", "name"),
    [
        ("/api/prove", {"judgement": HARD}, app_module, "prove"),
        ("/api/link", {"tokens": ["a"], "types": ["gnoe -> s"], "goal": "gnoe -> s"}, app_module, "searched"),
        ("/api/render/svg", SLEEPING, app_module, "document"),
        ("/api/search", {"pattern": PATTERN}, search_module, "_matches"),
    ],
)
def test_so_are_searches_and_pictures(
    parser: Parser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, body: Any, module: Any, name: str
) -> None:
    begun, gone = Event(), Event()
    asked: list[bool] = []

    def held(*given: Any) -> Any:
        deadline: Deadline = given[-1]
        asked.append(deadline.passed)
        begun.set()
        assert gone.wait(30)
        asked.append(deadline.passed)
        return work(*given)

    work: Callable[..., Any] = getattr(module, name)
    monkeypatch.setattr(module, name, held)
    (tmp_path / "corpus.jsonl").write_text(json.dumps(CORPUS) + "\n")
    with TestClient(create_app(parser, corpus=tmp_path / "corpus.jsonl")) as service:
        hang_up(service.app, path, body, begun)
        gone.set()
        wait_until_idle(service)
    assert asked == [False, True]


def given_up(after: int) -> tuple[Deadline, list[int]]:
    """A deadline that comes when it has been asked so many times, and the times that it was."""
    times: list[int] = []

    def cancelled() -> bool:
        times.append(len(times) + 1)
        return len(times) >= after

    return Deadline(cancelled=cancelled), times


def test_a_search_asks_whether_anybody_waits() -> None:
    deadline, times = given_up(after=20)
    answer = prove(ProveRequest(judgement=HARD, seconds=10), deadline)
    assert answer["stopped"] == "time"
    assert len(times) == 20


def test_a_document_asks_so_for_every_sentence() -> None:
    deadline, times = given_up(after=3)
    with pytest.raises(TimeUpError):
        document([RenderRequest(**SLEEPING)] * 9, find_format("svg"), None, deadline)
    assert len(times) == 3


def test_a_corpus_is_not_searched_for_nobody(tmp_path: Path) -> None:
    corpus = pytest.importorskip("proofnets.corpus", reason="the extra `corpus` is not installed")
    file = tmp_path / "corpus.jsonl"
    file.write_text(json.dumps(CORPUS) + "\n")
    assert corpus.search(file, PATTERN).count() == 1
    with pytest.raises(ProofNetsError, match="too long"):
        corpus.search(file, PATTERN, seconds=None, deadline=Deadline(cancelled=lambda: True)).count()


def test_nobody_is_told_that_a_call_was_given_up(caplog: pytest.LogCaptureFixture) -> None:
    pool, begun, gone = Pool("test", threads=1, room=2), Event(), Event()

    def held(deadline: Deadline) -> None:
        begun.set()
        assert gone.wait(30)
        deadline.check()

    future = pool.call(held)
    assert begun.wait(30)
    assert future.cancel()
    gone.set()
    assert pool.call(lambda deadline: deadline.passed).result(30) is False
    pool.close()
    assert caplog.text == ""
