"""The page is well-formed, needs nothing but itself, has every picture once, and lets no word out of its place."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from proofnets.derivation.analyses import Analysis, Parse
from proofnets.logic import parse_judgement, proofs
from proofnets.render.html import render_html
from tests.render.pictures import HOSTILE, hostile, paper, parse_of
from tests.render.test_heat_svg import beliefs

VOID = {"meta", "input"}


def page_of(*parses: Parse) -> str:
    return "".join(render_html(parses))


class Page(HTMLParser):
    """Checks that elements are closed in order, and keeps what the tests ask for."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert not self.opened

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.opened.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.opened.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def count(self, tag: str, **attributes: str) -> int:
        return sum(name == tag and attributes.items() <= found.items() for name, found in self.seen)


def test_the_papers_sentence() -> None:
    page = Page(page_of(parse_of(paper())))
    assert page.count("svg") == 4
    for kind in ("net", "proof", "deps", "term"):
        assert page.count("svg", **{"class": kind}) == 1
    assert page.count("input", type="radio") == 5
    assert page.count("tr") == 8
    assert [found.get("data-word") for tag, found in page.seen if tag == "bdi"][:7] == list("1234567")


def test_readings_and_sentences() -> None:
    nets = list(proofs(parse_judgement("a:s, b:s ⊸ s, c:s ⊸ s ⊢ s")))
    page = Page(page_of(parse_of(*nets), parse_of(paper())))
    assert page.count("section") == 2
    assert page.count("h3") == 2
    assert page.count("svg", **{"class": "net"}) == 3
    assert "proved, 2 readings" in page.text
    ids = [found["id"] for _, found in page.seen if "id" in found]
    assert len(ids) == len(set(ids)) == 15


def test_nothing_is_fetched() -> None:
    document = page_of(parse_of(hostile()))
    assert not re.search(r"""(?:src|href)=|url\(|@import|https?:""", document)


def test_hostile_words_are_text() -> None:
    page = Page(page_of(parse_of(hostile())))
    assert page.count("script") == 1
    for word in HOSTILE:
        assert " ".join(word.encode(errors="ignore").decode().replace("\x00\x1b", "").split()) in page.text
    assert not any(name.startswith("on") for _, found in page.seen for name in found)


def test_a_sentence_without_a_proof() -> None:
    proved = parse_of(paper())
    unlinked = Analysis(replace(proved.analyses[0].derivation, links=()), -1.0)
    unproved = replace(proved, text="De strategie <b>", analyses=(unlinked,))
    rejected = Parse("<i>", (), (), "it has <no> words")
    page = Page(page_of(unproved, rejected))
    assert "no proof was found" in page.text
    assert "it has <no> words" in page.text
    assert page.count("svg") == 1
    assert page.count("b") == page.count("i") == page.count("no") == 0


def test_scores_and_probabilities() -> None:
    proved = parse_of(paper())
    first = Analysis(proved.analyses[0].derivation, -0.314, beliefs=tuple(beliefs(paper())))
    second = Analysis(proved.analyses[0].derivation, -2.0, frequency=0.25)
    page = Page(page_of(replace(proved, analyses=(first, second))))
    assert "score −0.31" in page.text
    assert "score −2.00, 25% of samples" in page.text
    assert page.count("svg", **{"class": "heat"}) == 1


@pytest.mark.skipif(not shutil.which("chromium"), reason="chromium is not installed")
def test_a_word_lights_up_everywhere(tmp_path: Path) -> None:
    """In a real browser: the script runs, and what is pointed at is lit in the sentence, the term and all pictures."""
    probe = """<script>
    document.querySelector('h2 [data-word="3"]').dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
    document.title = [...document.querySelectorAll("svg")].map(svg => svg.querySelectorAll(".lit").length).join();
    </script></body>"""
    (tmp_path / "page.html").write_text(page_of(parse_of(paper())).replace("</body>", probe), encoding="utf-8")
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/profile"]
    found = subprocess.run(
        [*command, "--dump-dom", f"file://{tmp_path}/page.html"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    title = re.search(r"<title>([\d,]+)</title>", found.stdout)
    assert title, found.stderr[-500:]
    assert all(int(count) > 0 for count in title[1].split(","))
