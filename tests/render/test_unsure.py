"""Unsure words stand out in all pictures and in HTML, with their other types, and nothing else does."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from proofnets.derivation.analyses import SURE, UNSURE, Analysis, Confidence, Parse
from proofnets.derivation.derivations import Derivation
from proofnets.logic import Frame, parse_judgement, parse_type, proofs
from proofnets.parser.inputs import from_tokens
from proofnets.render import FORMATS
from proofnets.render.colour import colour_tree
from proofnets.render.net_svg import draw_structure
from proofnets.render.sentences import doubts
from tests.render.pictures import HOSTILE, SVG, check_layout, hostile, parse, parse_of
from tests.render.test_html import Page

NET = next(proofs(parse_judgement('"Den Haag":np, slaapt:◇su np ⊸ s_main, nu:□mod(s_main ⊸ s_main) ⊢ s_main')))
NP, VERB, ADVERB = NET.frame.judgement.types
SAMPLE = Derivation(
    ("Den", "Haag", "slaapt", "nu", "."), (NP, "+", VERB, ADVERB, None), parse_type("s_main"), NET.links
)
OTHERS = ((), ((NP, 0.3), (None, 0.002)), (), ((parse_type("b"), 0.25), (None, 0.1)), ())
ANALYSIS = Analysis(SAMPLE, -0.1, confidence=Confidence(0.4, (0.8, 0.6, UNSURE, 0.5, SURE), others=OTHERS))
SENTENCE = from_tokens(SAMPLE.tokens)
PARSE = Parse(SENTENCE.text, SENTENCE.tokens, (ANALYSIS,))
PICTURES = ["svg", "svg-proof", "svg-deps", "svg-term"]
HAAG, NU = "Haag is unsure: + 60%, or np 30%", "nu is unsure: □mod(s_main ⊸ s_main) 50%, or b 25%, or – 10%"


def without_confidence(parse: Parse) -> Parse:
    return replace(parse, analyses=tuple(replace(each, confidence=None) for each in parse.analyses))


def render(name: str, parse: Parse) -> str:
    return "".join(FORMATS[name].render([parse]))


def marked(picture: str) -> dict[str, str]:
    """The words that have a wavy line, and what their titles say."""
    root = ElementTree.fromstring(picture)
    groups = root.findall(f".//{SVG}g[@class='unsure']")
    assert len(groups) == len(root.findall(f".//{SVG}path[@class='wave']"))
    return {group.findtext(f"{SVG}text", ""): group.findtext(f"{SVG}title", "") for group in groups}


def test_what_is_said_of_unsure_tokens() -> None:
    assert doubts(ANALYSIS) == {2: HAAG, 4: NU}
    assert doubts(replace(ANALYSIS, confidence=None)) == {}
    plain = replace(ANALYSIS, confidence=Confidence(0.4, (0.1, 1.0, 1.0, 1.0, 1.0)))
    assert doubts(plain) == {1: "Den is unsure: np 10%"}


@pytest.mark.parametrize("name", PICTURES)
def test_unsure_words_have_a_wavy_line(name: str) -> None:
    haag = "Haag" if name == "svg-deps" else "Den Haag"
    assert marked(render(name, PARSE)) == {haag: HAAG, "nu": NU}


@pytest.mark.parametrize("name", PICTURES)
def test_nothing_else_of_a_picture_changes(name: str) -> None:
    bare = without_confidence(PARSE)
    assert marked(render(name, bare)) == {}
    sizes = [ElementTree.fromstring(render(name, each)).attrib for each in (PARSE, bare)]
    assert sizes[0] == sizes[1]
    sure = replace(PARSE, analyses=(replace(ANALYSIS, confidence=Confidence(0.9, (UNSURE,) * 5)),))
    assert render(name, sure) == render(name, bare)


def test_a_structure_without_a_proof_is_marked_as_well() -> None:
    unproved = replace(ANALYSIS, derivation=replace(SAMPLE, links=()))
    assert marked(render("svg", replace(PARSE, analyses=(unproved,)))) == {"Den Haag": HAAG, "nu": NU}
    check_layout(parse(draw_structure(Frame(NET.frame.judgement), NET.links, SAMPLE, doubts(ANALYSIS))))


@pytest.mark.parametrize("name", [*PICTURES, "html"])
def test_unsure_words_that_try_to_break_out(name: str) -> None:
    (analysis,) = parse_of(hostile()).analyses
    told = replace(analysis, confidence=Confidence(0.1, (0.1,) * len(analysis.derivation.tokens)))
    text = render(name, replace(parse_of(hostile()), analyses=(told,)))
    assert "<script>alert" not in text
    if name == "html":
        assert Page(text).count("span", **{"class": "unsure"}) == 2 * len(told.derivation.tokens)
    else:
        assert len(marked(text)) == len(HOSTILE) + 1


def test_html_says_how_sure_it_is() -> None:
    page = Page(render("html", PARSE))
    assert "40% sure that all types and the term are right" in page.text
    titles = [found.get("title") for tag, found in page.seen if (tag, found.get("class")) == ("span", "unsure")]
    assert titles == [HAAG, NU, None, None]  # in the sentence, and to be unfolded
    assert page.count("details") == page.count("summary") == 1
    table = page.text.partition("unsure: Haag, nu\n")[2].split("\n")[1:6]
    assert table == ["Haag60%+", "or30%np", "nu50%□mod(smain ⊸ smain)", "or25%b", "or10%–"]
    assert page.count("g", **{"class": "unsure"}) == 8


def test_html_without_confidence_or_doubts() -> None:
    bare = Page(render("html", without_confidence(PARSE)))
    assert "% sure" not in bare.text
    certain = replace(PARSE, analyses=(replace(ANALYSIS, confidence=Confidence(0.99, (0.99,) * 5)),))
    page = Page(render("html", certain))
    assert "99% sure" in page.text
    assert page.count("details") == bare.count("details") == 0


def test_a_reading_has_confidence_in_the_place_of_a_score() -> None:
    other = replace(ANALYSIS, confidence=None)
    page = Page(render("html", replace(PARSE, analyses=(ANALYSIS, other))))
    assert page.text.count("score −0.10") == 1
    assert page.text.count("40% sure") == 1


def test_the_terminal_calls_the_same_words_unsure() -> None:
    told = replace(ANALYSIS, confidence=Confidence(0.4, (0.8, 0.6, UNSURE, 0.5, SURE)))
    lines = render("term", replace(PARSE, analyses=(told,))).splitlines()
    assert [line.split()[1] for line in lines if line.startswith("unsure")] == ["nu", "Haag"]
    colours = [colour_tree(f"confidence  {100 * chance:.0f}%")[12:17] for chance in (SURE, UNSURE, UNSURE - 0.01)]
    assert colours == ["\x1b[32m", "\x1b[33m", "\x1b[31m"]
