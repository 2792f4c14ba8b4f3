"""Words that look like markup, any JSON at all, and any analysis."""

import json
from typing import Any
from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st

from proofnets.derivation.analyses import from_dict
from proofnets.logic import occurrences
from proofnets.server.answers import sample_of
from proofnets.server.documents import FORMATS
from tests.server.calls import JSON, assert_failure

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


@settings(max_examples=100)
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


@settings(max_examples=100)
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


@settings(max_examples=100)
@given(st.sampled_from(list(FORMATS)), drawable())
def test_what_can_be_drawn_is(client: TestClient, name: str, body: dict[str, Any]) -> None:
    answer = client.post(f"/api/render/{name}", content=json.dumps(body).encode(), headers=JSON)
    assert answer.status_code == 200, answer.text
    if name.startswith("svg"):
        ElementTree.fromstring(answer.text)
