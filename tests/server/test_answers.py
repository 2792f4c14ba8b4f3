"""What the service answers: sentences parsed, judgements proved, given types linked."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Thread, current_thread
from typing import Any

import pytest
from fastapi.testclient import TestClient

from proofnets.derivation.analyses import Analysis, from_dict, to_dict
from proofnets.parser.inputs import from_text
from proofnets.parser.languages import tokeniser
from proofnets.parser.parser import Parser
from proofnets.parser.settings import Settings
from proofnets.server import app
from proofnets.server.limits import WIDEST_BEAM
from tests.server.calls import JSON, SENTENCE, TYPED


def test_parse_answers_what_the_parser_says(client: TestClient, parser: Parser) -> None:
    answer = client.post("/api/parse", json={"text": [SENTENCE, "Ja. Nee."], "beam": 2, "readings": 2})
    parses = parser.parse_window(list(from_text([SENTENCE, "Ja. Nee."])), Settings(beam=2, readings=2))
    assert answer.status_code == 200
    assert answer.json() == [to_dict(parse) for parse in parses]
    assert [parse["text"] for parse in answer.json()] == [SENTENCE, "Ja.", "Nee."]


def test_pretokenised_lines(client: TestClient) -> None:
    answer = client.post("/api/parse", json={"text": "Ze slapen .\nN.V. Philips groeit .", "pretokenised": True})
    assert [parse["tokens"] for parse in answer.json()] == [["Ze", "slapen", "."], ["N.V.", "Philips", "groeit", "."]]


def test_samples_have_frequencies(client: TestClient) -> None:
    (parse,) = client.post("/api/parse", json={"text": "Ze slapen.", "samples": 5, "readings": 3}).json()
    assert all(0 < analysis["frequency"] <= 1 for analysis in parse["analyses"])


def test_other_types_are_told_if_asked_for(client: TestClient) -> None:
    (answer,) = client.post("/api/parse", json={"text": "Ze slapen.", "alternatives": 3}).json()
    assert [len(others) <= 3 for others in answer["analyses"][0]["other_types"]] == [True] * 3


def test_a_sentence_that_is_too_long_is_rejected_and_the_rest_goes_on(client: TestClient) -> None:
    long, short = client.post("/api/parse", json={"text": ["ja " * 201, "Ja."]}).json()
    assert long["status"] == "rejected"
    assert "201 tokens" in long["error"]
    assert short["status"] != "rejected"


def test_integers_are_those_of_json(client: TestClient) -> None:
    answer = client.post("/api/parse", content=b'{"text": "Ja.", "beam": 2.0, "readings": 2e0}', headers=JSON)
    assert answer.status_code == 200
    assert answer.json() == client.post("/api/parse", json={"text": "Ja.", "beam": 2, "readings": 2}).json()


def test_many_clients_each_get_their_own_answer(client: TestClient) -> None:
    names = ["Jan", "Piet", "Anna", "Els", "Kees", "Truus"]
    texts = [f"{one} ziet {other}." for one in names for other in names]

    def ask(number: int) -> None:
        text = texts[number]
        options = {"beam": 1 + number % 2, "readings": 1 + number % 3}
        (parse,) = client.post("/api/parse", json={"text": text, **options}).json()
        assert parse["text"] == text
        assert parse["tokens"] == [token.text for token in tokeniser("Dutch").tokenise(text)]
        assert 1 <= len(parse["analyses"]) <= options["readings"]
        assert all(len(analysis["types"]) == len(parse["tokens"]) for analysis in parse["analyses"])

    with ThreadPoolExecutor(12) as clients:
        for _ in clients.map(ask, range(len(texts))):  # raises what failed
            pass


def test_prove_gives_all_proofs(client: TestClient) -> None:
    answer = client.post("/api/prove", json={"judgement": "a:s, b:s -> s, c:s -> s |- s"}).json()
    assert (answer["status"], answer["stopped"]) == ("proved", None)
    assert [analysis["term"] for analysis in answer["analyses"]] == ["c (b a)", "b (c a)"]
    assert all(analysis["score"] is None for analysis in answer["analyses"])
    assert [analysis.proved for analysis in from_dict(answer).analyses] == [True, True]
    first = client.post("/api/prove", json={"judgement": "a:s, b:s -> s, c:s -> s |- s", "limit": 1}).json()
    assert first["stopped"] == "limit"


def test_prove_says_why_there_is_none(client: TestClient) -> None:
    def note(judgement: str, **options: float) -> str:
        answer = client.post("/api/prove", json={"judgement": judgement, **options}).json()
        assert answer["status"] == "unproved"
        assert [analysis["links"] for analysis in answer["analyses"]] == [[]]
        return answer["note"]

    assert note("ze:np, np -> s |- np") == (
        "s is brought once (by w2) and never needed; np is brought once (by ze) and needed 2 times "
        "(by w2 and the goal). With the goal s, all would balance."
    )
    assert "no way to link them" in note("s -> s |- np -> np")
    hard = ", ".join(["(((a -> a) -> a) -> a) -> a"] * 20 + ["a"]) + " |- (a -> a) -> a"
    assert note(hard, seconds=0.05)


def test_a_strict_search(client: TestClient) -> None:
    judgement = {"judgement": "x:<su>np |- np"}
    assert client.post("/api/prove", json=judgement).json()["status"] == "proved"
    answer = client.post("/api/prove", json=judgement | {"strict": True}).json()
    assert answer["status"] == "unproved"
    assert answer["note"]


def test_link_verifies_given_types(client: TestClient) -> None:
    answer = client.post("/api/link", json=TYPED).json()
    assert answer["status"] == "proved"
    (analysis,) = answer["analyses"]
    assert analysis["links"] == [[0, 1], [2, 3]]
    assert analysis["score"] <= 0
    (believed,) = client.post("/api/link", json=TYPED | {"beliefs": True}).json()["analyses"]
    assert {belief["atom"] for belief in believed["beliefs"]} == {"pron", "s_main"}


def test_link_leaves_the_event_loop_free(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[Thread] = []

    def recorded(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            threads.append(current_thread())
            return function(*given)

        return call

    for name in ("sample_of", "linked"):
        monkeypatch.setattr(app, name, recorded(getattr(app, name)))
    assert client.post("/api/link", json=TYPED).json()["status"] == "proved"
    assert len(threads) == 2
    assert client.portal.call(current_thread) not in threads


def test_link_says_what_is_out_of_balance(client: TestClient) -> None:
    answer = client.post("/api/link", json=TYPED | {"types": ["np", "<su>pron -> s_main", None]}).json()
    assert answer["status"] == "unproved"
    assert "np is brought once (by Ze) and never needed" in answer["note"]
    assert answer["analyses"][0]["links"] == []


def test_link_searches_where_the_model_does_not_know_the_types(client: TestClient) -> None:
    answer = client.post("/api/link", json=TYPED | {"types": ["xyz", "xyz -> s_main", None]}).json()
    assert answer["status"] == "proved"
    assert "the model does not know the symbol xyz" in answer["note"]
    assert answer["analyses"][0]["score"] is None


def test_link_searches_where_the_model_finds_no_net(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    link = Parser.link

    def unlinked(*given: Any) -> list[Analysis]:
        return [replace(analysis, derivation=replace(analysis.derivation, links=())) for analysis in link(*given)]

    monkeypatch.setattr(Parser, "link", unlinked)
    answer = client.post("/api/link", json=TYPED).json()
    assert answer["status"] == "proved"
    assert "none of the links that the model prefers is a net" in answer["note"]


def test_health_and_model(client: TestClient) -> None:
    assert client.get("/api/health").json()["status"] == "ok"
    model = client.get("/api/model").json()
    assert model["name"] == "nl"
    assert "np" in model["symbols"]
    assert model["limits"]["beam"] == WIDEST_BEAM


def test_answers_are_as_described(client: TestClient) -> None:
    from proofnets.server import messages

    for parse in client.post("/api/parse", json={"text": "Ja. Ze slapen.", "beliefs": True, "samples": 2}).json():
        messages.Parse.model_validate(parse, strict=False, extra="forbid")
    for call, body in (("prove", {"judgement": "np |- s"}), ("prove", {"judgement": "s |- s"}), ("link", TYPED)):
        messages.Proofs.model_validate(client.post(f"/api/{call}", json=body).json(), extra="forbid")
    description = client.get("/api/openapi.json").json()
    for row in client.get("/api/formats").json():
        messages.Format.model_validate(row, extra="forbid")
    assert set(description["paths"]) == {
        "/api/formats",
        "/api/health",
        "/api/link",
        "/api/model",
        "/api/parse",
        "/api/prove",
        "/api/ready",
        "/api/render/{format}",
    }
