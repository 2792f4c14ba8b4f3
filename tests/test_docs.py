"""The documentation holds together: links lead somewhere, every page is found, and the glossary knows every name."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proofnets.logic import Atom, Box, Diamond, Type, parse_type, subformulas
from proofnets.parser.parser import find_model
from proofnets.treebank.alpino import CGN_CLASSES
from proofnets.treebank.derive import OBLIQUENESS
from proofnets.treebank.graph import ADJUNCTS, ATOMS
from tests.treebank.cases import CASES
from tests.treebank.trees import Case

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [*ROOT.glob("*.md"), *sorted(DOCS.rglob("*.md"))]
FENCE = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def links(page: Path) -> Iterator[tuple[Path, str]]:
    """The files that a page leads to, with the heading within, if there is one."""
    text = re.sub(r"`[^`\n]*`", "", FENCE.sub("", page.read_text(encoding="utf-8")))
    for target in (markdown or html for markdown, html in LINK.findall(text)):
        if "://" not in target:
            path, _, heading = target.partition("#")
            yield (page.parent / path if path else page).resolve(), heading


def anchors(page: Path) -> set[str]:
    """The names of a page's headings, as the site and code hosts make them."""
    headings = HEADING.findall(FENCE.sub("", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target, heading in links(page):
        assert target.exists(), f"{target} is not there"
        assert not heading or heading in anchors(target), f"{target.name} has no heading {heading}"


def test_there_are_links_to_follow() -> None:
    assert sum(1 for page in PAGES for _ in links(page)) > 100


def test_pages_of_the_site_lead_to_pages_of_the_site() -> None:
    outside = [(page.name, target) for page in PAGES for target, _ in links(page) if page.parent == DOCS]
    assert [(name, target) for name, target in outside if not target.is_relative_to(DOCS)] == []


def test_the_navigation_has_every_page_once() -> None:
    def leaves(entry: Any) -> Iterator[str]:
        if isinstance(entry, str):
            yield entry
        else:
            for part in entry.values() if isinstance(entry, dict) else entry:
                yield from leaves(part)

    config = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))
    pages = sorted(str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md"))
    assert sorted(leaves(config["project"]["nav"])) == pages


def defined(*titles: str) -> set[str]:
    """The names in the first column of the tables under headings of the glossary."""
    found: set[str] = set()
    for title in titles:
        names = re.findall(r"^\| `(\w+)` \|", section(title), re.MULTILINE)
        assert len(names) == len(set(names)) > 0
        found |= set(names)
    return found


def section(title: str) -> str:
    _, found, rest = (DOCS / "glossary.md").read_text(encoding="utf-8").partition(f"\n## {title}\n")
    assert found
    return rest.partition("\n## ")[0]


def types_of(case: Case) -> list[Type]:
    """The types that a case of extraction expects."""
    return [parse_type(text) for text in (*(text for _, text in case.lines), case.goal) if text not in (None, "+")]


SYMBOLS: list[str] = json.loads((find_model("nl") / "model.json").read_text(encoding="utf-8"))["symbols"]
EXTRACTED = {formula for case in CASES for type_ in types_of(case) for formula, _ in subformulas(type_)}


def test_the_glossary_has_every_atom_and_no_other() -> None:
    words = {ATOMS.get(name, name) for name in CGN_CLASSES}
    written = {symbol for symbol in SYMBOLS if symbol.replace("_", "").isalnum()}
    known = defined("Atoms of words", "Atoms of phrases")
    assert known == words | set(ATOMS.values()) | written
    assert {formula.name for formula in EXTRACTED if isinstance(formula, Atom)} <= known
    assert words <= defined("Atoms of words")


def test_the_glossary_has_every_label_and_no_other() -> None:
    def written(mark: str) -> set[str]:
        return {symbol[1:].removesuffix(".") for symbol in SYMBOLS if symbol[0] == mark}

    complements, adjuncts = defined("Labels of complements (◇)"), defined("Labels of adjuncts and determiners (□)")
    assert complements == set(OBLIQUENESS) | written("◇")
    assert adjuncts == {*ADJUNCTS, "det", "cnj"} - {"--"} | written("□")
    assert {formula.label for formula in EXTRACTED if isinstance(formula, Diamond)} <= complements
    assert {formula.label for formula in EXTRACTED if isinstance(formula, Box)} <= adjuncts
