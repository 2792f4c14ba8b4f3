"""The calls of the service: answers, limits, and every way to fail."""

import asyncio
import json
import re
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event, Thread, current_thread
from typing import Any
from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from proofnets import render
from proofnets.derivation.analyses import SURE, UNSURE, Analysis, from_dict, to_dict
from proofnets.logic import occurrences
from proofnets.modelfolder import ModelError
from proofnets.parser.inputs import Sentence, from_text
from proofnets.parser.languages import tokeniser
from proofnets.parser.parser import Parser
from proofnets.parser.settings import Settings
from proofnets.render.palette import hue_style, kind_of
from proofnets.server import Access, Limits, app, create_app, documents
from proofnets.server.answers import sample_of
from proofnets.server.documents import FORMATS
from proofnets.server.limits import MOST_SENTENCES, MOST_TEXTS, MOST_WORDS, WIDEST_BEAM
from tests.server.conftest import SENTENCE

JSON = {"Content-Type": "application/json"}
TYPED = {"tokens": ["Ze", "slapen", "."], "types": ["pron", "<su>pron -> s_main", None], "goal": "s_main"}
UNREAD = {"text": "", "tokens": ["a"], "analyses": []}
DEEP = {"tokens": ["a"] * 200, "types": ["<a>" * 330 + "s"] * 200, "goal": "s"}


def believed(*places: list[int], atom: str = "s") -> dict[str, Any]:
    """A word that is linked to the goal, with probabilities: pairs of negative and positive atoms."""
    beliefs = [
        {"atom": atom, "negative": n, "positive": p, "probabilities": [[0.5] * len(p)] * len(n)}
        for n, p in zip(places[::2], places[1::2], strict=True)
    ]
    return UNREAD | {"analyses": [{"goal": "s", "types": ["s"], "links": [[0, 1]], "beliefs": beliefs}]}


def assert_failure(answer: Any, status: int, *parts: str) -> None:
    """One sentence that says what is wrong."""
    assert answer.status_code == status, answer.text
    assert list(answer.json()) == ["error"]
    error = answer.json()["error"]
    assert error
    assert "\n" not in error
    assert len(error) < 400
    for part in parts:
        assert part in error


@pytest.fixture(scope="module")
def parsed(client: TestClient) -> dict[str, Any]:
    (answer,) = client.post("/api/parse", json={"text": SENTENCE, "beliefs": True}).json()
    return answer


# Answers


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


def test_a_sentence_that_is_too_long_is_rejected_and_the_rest_goes_on(client: TestClient) -> None:
    long, short = client.post("/api/parse", json={"text": ["ja " * 201, "Ja."]}).json()
    assert long["status"] == "rejected"
    assert "201 tokens" in long["error"]
    assert short["status"] != "rejected"


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


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_rendered(client: TestClient, parsed: dict[str, Any], name: str) -> None:
    answer = client.post(f"/api/render/{name}", json=parsed)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == f"{FORMATS[name].media_type}; charset=utf-8"
    if name.startswith("svg"):
        root = ElementTree.fromstring(answer.text)
        words = {word for part in root.iter() for word in part.get("data-word", "").split()}
        assert words >= set("1234567")
    elif FORMATS[name].media_type == "application/json":
        json.loads(answer.text)
    else:
        assert "eeuwenoud" in answer.text


def test_the_command_line_and_the_service_write_the_same(client: TestClient, parsed: dict[str, Any]) -> None:
    for name, format in render.FORMATS.items():
        assert client.post(f"/api/render/{name}", json=parsed).text == "".join(format.render([from_dict(parsed)]))


def test_several_parses_are_one_document(client: TestClient, parsed: dict[str, Any]) -> None:
    assert client.post("/api/render/conllu", json=[parsed, UNREAD]).text.count("# text = ") == 2
    assert client.post("/api/render/conllu", json=[]).status_code == 422


def test_a_confidence_without_those_of_dependencies_is_enough(client: TestClient, parsed: dict[str, Any]) -> None:
    analyses = [{name: value for name, value in parsed["analyses"][0].items() if name != "dependencies"}]
    told = client.post("/api/render/conllu", json=parsed | {"analyses": analyses}).text
    assert "TypeConf" in told
    assert "DepConf" not in told
    assert "DepConf" in client.post("/api/render/conllu", json=parsed).text


@pytest.mark.parametrize("name", ["svg", "svg-proof", "svg-deps"])
def test_pictures_are_folded_to_a_width(client: TestClient, parsed: dict[str, Any], name: str) -> None:
    wide, narrow = (
        ElementTree.fromstring(client.post(f"/api/render/{name}?width={width}", json=parsed).text)
        for width in (2000, 450)
    )
    assert float(wide.get("width", 0)) > float(narrow.get("width", 0))
    assert float(wide.get("height", 0)) < float(narrow.get("height", 0))


def test_steps_come_after_their_premises(client: TestClient, parsed: dict[str, Any]) -> None:
    (steps,) = client.post("/api/render/steps", json=parsed).json()
    assert all(premise < place for place, step in enumerate(steps) for premise in step["premises"])
    assert steps[-1]["term"] == parsed["analyses"][0]["term"]
    assert steps[-1]["words"] == "1 2 3 4 5 6 7"


def test_a_strict_search(client: TestClient) -> None:
    judgement = {"judgement": "x:<su>np |- np"}
    assert client.post("/api/prove", json=judgement).json()["status"] == "proved"
    answer = client.post("/api/prove", json=judgement | {"strict": True}).json()
    assert answer["status"] == "unproved"
    assert answer["note"]


def test_other_types_are_told_if_asked_for(client: TestClient) -> None:
    (answer,) = client.post("/api/parse", json={"text": "Ze slapen.", "alternatives": 3}).json()
    assert [len(others) <= 3 for others in answer["analyses"][0]["other_types"]] == [True] * 3


@pytest.mark.parametrize("name", ["svg", "svg-proof", "svg-deps", "svg-term", "svg?width=450", "svg-deps?width=450"])
def test_unsure_words_stand_out_in_pictures(client: TestClient, parsed: dict[str, Any], name: str) -> None:
    told = {"type_confidence": [0.4] + [0.9] * 7, "other_types": [[{"type": "np", "confidence": 0.3}]] + [[]] * 7}
    unsure = parsed | {"analyses": [parsed["analyses"][0] | told]}
    picture = client.post(f"/api/render/{name}", json=unsure).text
    assert picture.count('<path class="wave"') == 1
    assert "<title>De is unsure: □det(n ⊸ np) 40%, or np 30%</title>" in picture


def test_the_page_calls_the_same_unsure() -> None:
    script = (app.PAGE / "dom.js").read_text(encoding="utf-8")
    assert f"export const SURE = {SURE}, UNSURE = {UNSURE};" in script


def test_formats_are_told_of(client: TestClient) -> None:
    told = client.get("/api/formats").json()
    assert [row["name"] for row in told] == [*render.FORMATS, "svg-heat", "labels", "steps"]
    assert {"name": "latex", "media_type": "application/x-latex", "ending": "tex"}.items() <= told[7].items()
    paths = client.get("/api/openapi.json").json()["paths"]["/api/render/{format}"]["post"]
    assert paths["parameters"][0]["schema"]["enum"] == list(FORMATS)


def test_the_page_asks_for_formats_that_there_are() -> None:
    scripts = "".join(path.read_text(encoding="utf-8") for path in app.PAGE.glob("*.js"))
    asked = re.findall(r'(?:format: |documentOf\(\w+, \w+, )"([^"]+)"', scripts)
    assert {"svg", "svg-heat", "labels", "steps"} <= set(asked) <= set(FORMATS)


def test_what_has_no_proof_says_so_in_its_picture(client: TestClient) -> None:
    structure = UNREAD | {"analyses": [{"goal": "s", "types": ["s"], "links": []}]}
    for body, words in ((structure, "no proof was found"), (UNREAD, "a: no proof was found")):
        root = ElementTree.fromstring(client.post("/api/render/svg", json=body).text)
        assert words in ["".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")]


def test_labels_tell_words_apart(client: TestClient, parsed: dict[str, Any]) -> None:
    (labels,) = client.post("/api/render/labels", json=parsed).json()
    assert {run["words"] for run in labels["term"]} == {"", *"1234567"}
    assert "".join(run["text"] for run in labels["types"][0]) == parsed["analyses"][0]["types"][0]
    assert labels["types"][-1] is None
    hues = {run["text"]: run["hue"] for type_ in labels["types"][:-1] for run in type_}
    assert (hues["np"], hues["◇"]) == (kind_of("np").hue, None)
    style = client.get("/palette.css")
    assert (style.headers["content-type"], style.text) == ("text/css; charset=utf-8", hue_style())
    assert 'href="palette.css"' in client.get("/").text


def test_what_is_rendered_is_verified_again(client: TestClient, parsed: dict[str, Any]) -> None:
    analysis = {key: value for key, value in parsed["analyses"][0].items() if "confidence" not in key}
    links = [[analysis["links"][0][0], analysis["links"][1][1]], *analysis["links"][2:]]
    forged = parsed | {"analyses": [analysis | {"links": links, "proved": True}]}
    assert "no proof was found" in client.post("/api/render/term", json=forged).text
    assert client.post("/api/render/svg", json=forged).status_code == 200


def test_what_was_rejected_stays_so(client: TestClient) -> None:
    (rejected,) = client.post("/api/parse", json={"text": "ja " * 201}).json()
    shown = rejected | {"tokens": ["ja"], "offsets": [[0, 2]]}
    assert client.post("/api/render/json", json=shown).json() == shown
    assert "# status = rejected\n# error = it has 201 tokens" in client.post("/api/render/conllu", json=shown).text


def test_too_much_is_refused_before_it_is_verified(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    verified: list[Any] = []
    monkeypatch.setattr(documents, "from_dict", verified.append)
    body = {"text": "", "tokens": DEEP["tokens"], "analyses": [DEEP | {"links": []}]}
    assert_failure(client.post("/api/render/term", json=body), 422, "5,000 are allowed")
    assert verified == []


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


# Failures and limits


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


class Gated(Parser):
    """A parser that waits until it is let go on."""

    def __init__(self) -> None:
        super().__init__(threads=1)
        self.open = Event()
        self.begun = Event()
        self.batches: list[int] = []

    def parse_window(self, window: Sequence[Sentence], settings: Settings, *deadlines: Any) -> list[Any]:
        self.batches.append(len(window))
        self.begun.set()
        assert self.open.wait(30)
        return super().parse_window(window, settings, *deadlines)


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


class Unloadable(Parser):
    """A parser whose model cannot be loaded."""

    def parse_window(self, *given: Any) -> list[Any]:
        raise ModelError("/secret/step.onnx cannot be loaded")

    def link(self, *given: Any, **more: Any) -> list[Any]:
        raise ModelError("/secret/step.onnx cannot be loaded")


def test_a_model_that_cannot_be_loaded_is_no_fault_of_the_request(caplog: pytest.LogCaptureFixture) -> None:
    with TestClient(create_app(Unloadable())) as client:
        for call, body in (("parse", {"text": "Ja."}), ("link", TYPED)):
            answer = client.post(f"/api/{call}", json=body)
            assert_failure(answer, 500, "inside the service")
            assert "secret" not in answer.text
    assert "step.onnx cannot be loaded" in caplog.text


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


# What operators and proxies need


def test_integers_are_those_of_json(client: TestClient) -> None:
    answer = client.post("/api/parse", content=b'{"text": "Ja.", "beam": 2.0, "readings": 2e0}', headers=JSON)
    assert answer.status_code == 200
    assert answer.json() == client.post("/api/parse", json={"text": "Ja.", "beam": 2, "readings": 2}).json()


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
    parser = Gated()
    with TestClient(create_app(parser)) as client:
        assert parser.begun.wait(30)
        assert_failure(client.get("/api/ready"), 503, "being loaded")
        assert client.get("/api/health").status_code == 200
        parser.open.set()
        client.post("/api/parse", json={"text": "Ja."})
        assert client.get("/api/ready").json() == {"status": "ready"}
        assert "\nproofnets_ready 1\n" in client.get("/metrics").text
        parser.parse_window = lambda *given: sys.exit("gone")  # type: ignore[method-assign, assignment]
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


# The headers, and hostile words

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</text><script>",
    "]]>",
    "&amp;",
    "\\input{/etc/passwd}",
    "\\end{document}",
    "$x^2_",
    "%",
    "javascript:alert(1)",
    "'\"`",
    "\u202eevil",
    "\x00\x1b[31m",
    "a\tb\nc",
]


def test_headers(client: TestClient) -> None:
    for address in ("/", "/page/page.js", "/api/health", "/nothing"):
        headers = client.get(address).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "set-cookie" not in headers
        assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize("name", FORMATS)
def test_hostile_words_are_nothing_but_text(client: TestClient, name: str) -> None:
    count = len(HOSTILE)
    links = [[0, 1], *([2 * n, 2 * n + 1] for n in range(1, count))]
    even, odd = list(range(0, 2 * count, 2)), list(range(1, 2 * count, 2))
    beliefs = [{"atom": "s", "negative": odd, "positive": even, "probabilities": [[0.5] * count] * count}]
    analysis = {"goal": "s", "types": ["s", *["s -> s"] * (count - 1)], "links": links, "beliefs": beliefs}
    text = " ".join(HOSTILE)
    answer = client.post(f"/api/render/{name}", json={"text": text, "tokens": HOSTILE, "analyses": [analysis]})
    assert answer.status_code == 200, answer.text
    if name.startswith("svg"):
        root = ElementTree.fromstring(answer.text)  # it is XML, and has no elements but these
        tags = {part.tag.rpartition("}")[2] for part in root.iter()}
        assert tags <= {"svg", "title", "desc", "style", "g", "text", "tspan", "path", "rect", "circle", "line"}
        assert not [key for part in root.iter() for key in part.attrib if key.startswith("on") or key.endswith("href")]
    elif name == "html":
        assert "<script>alert" not in answer.text
        assert "<img" not in answer.text
    elif name == "latex":
        assert "\\input{" not in answer.text
        assert answer.text.count("\\end{document}") == 1
    elif name == "conllu":
        lines = [line for line in answer.text.splitlines() if line and not line.startswith("#")]
        assert len(lines) == count
        assert all(line.count("\t") == 9 for line in lines)


def test_hostile_text_goes_through_the_parser(client: TestClient) -> None:
    (parse, *_) = client.post("/api/parse", json={"text": " ".join(HOSTILE), "pretokenised": True}).json()
    assert from_dict(parse).status == parse["status"]


# Any JSON at all

ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["np", "s", "+", "a b."]),
    lambda part: st.lists(part, max_size=4) | st.dictionaries(st.text(max_size=5), part, max_size=3),
    max_leaves=8,
)
KEYS = {
    "parse": ["text", "beam", "readings", "samples", "seed", "pretokenised", "unconstrained", "beliefs"],
    "prove": ["judgement", "limit", "seconds"],
    "link": ["tokens", "types", "goal", "readings"],
    "render/svg": ["text", "tokens", "offsets", "analyses"],
}


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_no_json_makes_it_fail(client: TestClient, data: st.DataObject) -> None:
    call = data.draw(st.sampled_from(list(KEYS)))
    body = data.draw(st.dictionaries(st.sampled_from(KEYS[call]), ANYTHING) | ANYTHING)
    content = json.dumps(body).encode()
    answer = client.post(f"/api/{call}", content=content, headers=JSON)
    assert answer.status_code in (200, 400, 422), answer.text
    if answer.status_code != 200:
        assert_failure(answer, answer.status_code)


NUMBERS = st.integers(-1, 5)
TYPES = st.sampled_from(["s", "s -> s", "<su>np -> s", "np", None, "[m](n -> n)"])


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(list(FORMATS)),
    st.lists(st.text(min_size=1, max_size=4), min_size=1, max_size=3),
    st.lists(TYPES | st.just("+"), min_size=1, max_size=3),
    st.lists(st.tuples(NUMBERS, NUMBERS), max_size=4),
    st.lists(st.lists(NUMBERS, max_size=3), max_size=2),
)
def test_no_analysis_makes_it_fail(
    client: TestClient, name: str, tokens: list[str], types: list[str | None], links: list[Any], matrix: list[Any]
) -> None:
    beliefs = [{"atom": "np", "negative": [0], "positive": [1, 2], "probabilities": matrix}]
    analysis = {"goal": "s", "types": types, "links": links, "beliefs": beliefs}
    body = {"text": "".join(tokens), "tokens": tokens, "analyses": [analysis]}
    answer = client.post(f"/api/render/{name}", content=json.dumps(body).encode(), headers=JSON)
    assert answer.status_code in (200, 422), answer.text


@st.composite
def drawable(draw: st.DrawFn) -> dict[str, Any]:
    """A parse that can be drawn, whatever its words and links are; some are long enough to be folded."""
    tokens = draw(st.lists(st.text(min_size=1, max_size=9).filter(str.strip), min_size=1, max_size=60))
    types = draw(st.just([None] * len(tokens)) | st.lists(TYPES, min_size=len(tokens), max_size=len(tokens)))
    goal = draw(st.sampled_from(["s", "np -> np"]))
    _, frame = sample_of(tokens, types, goal)
    atoms = draw(st.permutations(range(len(frame.atoms))) | st.just(range(len(frame.atoms))))
    links = list(zip(atoms[::2], atoms[1::2], strict=False))
    beliefs = [
        {"atom": name, "negative": n, "positive": p, "probabilities": [[0.5] * len(p)] * len(n)}
        for name, (n, p) in occurrences(frame).items()
    ]
    analysis = {"goal": goal, "types": types, "links": links, "beliefs": beliefs}
    return {"text": " ".join(tokens), "tokens": tokens, "analyses": [analysis]}


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(list(FORMATS)), drawable())
def test_what_can_be_drawn_is(client: TestClient, name: str, body: dict[str, Any]) -> None:
    answer = client.post(f"/api/render/{name}", content=json.dumps(body).encode(), headers=JSON)
    assert answer.status_code == 200, answer.text
    if name.startswith("svg"):
        ElementTree.fromstring(answer.text)
