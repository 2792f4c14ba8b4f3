"""What is rendered: every format, pictures, and what the page asks for."""

import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient

from proofnets import render
from proofnets.derivation.analyses import SURE, UNSURE, from_dict
from proofnets.render.formats import views
from proofnets.render.palette import hue_style, kind_of
from proofnets.server import app, documents
from proofnets.server.documents import FORMATS
from tests.server.calls import DEEP, UNREAD, assert_failure


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


def test_what_has_no_proof_says_so_in_its_picture(client: TestClient) -> None:
    structure = UNREAD | {"analyses": [{"goal": "s", "types": ["s"], "links": []}]}
    for body, words in ((structure, "no proof was found"), (UNREAD, "a: no proof was found")):
        root = ElementTree.fromstring(client.post("/api/render/svg", json=body).text)
        assert words in ["".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")]


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
    assert [row["name"] for row in told if not row["inner"]] == list(render.FORMATS)
    assert {"name": "latex", "media_type": "application/x-latex", "ending": "tex"}.items() <= told[7].items()
    paths = client.get("/api/openapi.json").json()["paths"]["/api/render/{format}"]["post"]
    assert paths["parameters"][0]["schema"]["enum"] == list(FORMATS)


def test_the_page_asks_for_formats_that_there_are() -> None:
    scripts = "".join(path.read_text(encoding="utf-8") for path in app.PAGE.glob("*.js"))
    asked = re.findall(r'(?:format: |documentOf\(\w+, \w+, )"([^"]+)"', scripts)
    assert {"svg", "svg-heat", "labels", "steps"} <= set(asked) <= set(FORMATS)


def test_the_panels_of_the_page_are_what_their_formats_are(client: TestClient, parsed: dict[str, Any]) -> None:
    script = (app.PAGE / "pictures.js").read_text(encoding="utf-8")
    panels = [
        dict(re.findall(r'(\w+): "?([\w-]+)', panel)) for panel in re.findall(r"\{ (format: .*?) \}", script, re.DOTALL)
    ]
    assert {panel["format"] for panel in panels} == {row.name for row in FORMATS.values() if row.ending == "svg"}
    for panel in panels:
        row = FORMATS[panel["format"]]
        assert panel.get("latex") == (views("tex")[row.view].name if row.view else None)
        wide, narrow = (client.post(f"/api/render/{row.name}{to}", json=parsed).text for to in ("", "?width=450"))
        assert ("folds" in panel) == (wide != narrow)


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
