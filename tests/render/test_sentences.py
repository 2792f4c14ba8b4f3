"""Parses in every format: proved, unproved and rejected, with multi-word units, punctuation and hostile words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from xml.etree import ElementTree

import pytest

from proofnets.derivation.analyses import Analysis, Parse, Token, to_dict
from proofnets.derivation.derivations import Derivation
from proofnets.logic import Atom, parse_judgement, proofs
from proofnets.render import FORMATS
from proofnets.render.sentences import parse_of_nets, pieces, text_of

NET = next(proofs(parse_judgement('"Den Haag":np, slaapt:◇su np ⊸ s ⊢ s')))
NP, VERB = NET.frame.judgement.types
SAMPLE = Derivation(("Den", "Haag", "<slaapt>", "."), (NP, "+", VERB, None), Atom("s"), NET.links)
TEXT = "Den  Haag <slaapt>."
TOKENS = (Token("Den", 0, 3), Token("Haag", 5, 9), Token("<slaapt>", 10, 18), Token(".", 18, 19))
PROVED = Parse(TEXT, TOKENS, (Analysis(SAMPLE, -0.5),))
UNPROVED = Parse(TEXT, TOKENS, (Analysis(Derivation(SAMPLE.tokens, SAMPLE.types, Atom("s"), ()), -0.5),))
REJECTED = Parse("xxx", (), (), "there are no words in it")
LONG = Parse("de de", (Token("de", 0, 2), Token("de", 3, 5)), (), "it is too long")
PARSES = [PROVED, UNPROVED, REJECTED, LONG]


def render(format: str, *parses: Parse) -> str:
    return "".join(FORMATS[format].render(parses))


@pytest.mark.parametrize("format", FORMATS)
def test_every_parse_in_every_format(format: str) -> None:
    whole = render(format, *PARSES)
    assert whole.endswith("\n")
    for parse in PARSES:
        assert isinstance(render(format, parse), str)
    if format in ("term", "proof", "typed", "deps", "html") or format.startswith("svg"):
        assert "there are no words in it" in whole
        assert "no proof was found" in whole
    if format.startswith("svg"):
        ElementTree.fromstring(whole)


def test_json_is_a_line_a_sentence() -> None:
    lines = render("json", *PARSES).splitlines()
    assert [json.loads(line) for line in lines] == [to_dict(parse) for parse in PARSES]


def test_conllu_has_every_token_once() -> None:
    sentences = render("conllu", *PARSES).rstrip("\n").split("\n\n")
    rows = [[line.split("\t") for line in one.splitlines() if line[0] != "#"] for one in sentences]
    assert [len(row) for sentence in rows for row in sentence] == [10] * 10
    assert [(row[6], row[7]) for row in rows[0]] == [("3", "su"), ("1", "mwp"), ("0", "root"), ("3", "punct")]
    assert {(row[6], row[7]) for sentence in rows[1:] for row in sentence} == {("_", "_")}
    assert "# status = unproved" in sentences[1]
    assert "# error = it is too long" in sentences[2]


def test_conllu_keeps_what_is_no_break_of_a_line() -> None:
    words = ("co\u00adop", "10\u00a0km", "a\u200db", "c\td\u2028e\x1b\x85")
    text = " ".join(words)
    parse = Parse(text, tuple(Token(word, 0, 0) for word in words), (), "no\x1b")
    lines = render("conllu", parse).splitlines()
    shown = [*words[:3], "c\\td\\u2028e\\x1b\\x85"]
    assert lines[0] == f"# text = {' '.join(shown)}"
    assert lines[2] == "# error = no\\x1b"
    assert [line.split("\t")[1] for line in lines[3:7]] == shown


def test_preferred_types_are_told_of_only_where_there_are_some() -> None:
    assert render("term", UNPROVED).splitlines()[1] == "no proof was found; the types that the model prefers are"
    assert render("term", Parse("ja", (Token("ja", 0, 2),))) == "ja\nno proof was found\n"


def test_the_table_of_dependencies() -> None:
    lines = [line.split() for line in render("deps", PROVED).splitlines()]
    assert lines == [
        ["1", "Den", "su", "3", "<slaapt>"],
        ["2", "Haag", "mwp", "1", "Den"],
        ["3", "<slaapt>", "root"],
        ["4", ".", "punct", "3", "<slaapt>"],
    ]


def test_a_blank_line_stands_between_paragraphs_only() -> None:
    assert render("types", PROVED, PROVED) == "\n".join([render("types", PROVED)] * 2)
    assert render("typed", PROVED, PROVED) == render("typed", PROVED) * 2


@pytest.mark.parametrize("format", [name for name in FORMATS if not name.startswith("svg")])
def test_pieces_come_as_soon_as_their_sentences(format: str) -> None:
    taken = 0

    def endless() -> Iterator[Parse]:
        nonlocal taken
        while True:
            taken += 1
            yield PROVED

    assert len(list(islice(FORMATS[format].render(endless()), 5))) == 5
    assert taken <= 5


def test_the_text_of_a_sentence_is_kept_with_its_tokens_in_place() -> None:
    assert text_of(PROVED) == TEXT
    assert [number for _, number in pieces(PROVED) if number] == [1, 2, 3, 4]
    elsewhere = Parse(TEXT, tuple(Token(t.text, t.start + 7, t.end + 7) for t in TOKENS), PROVED.analyses)
    assert text_of(elsewhere) == "Den Haag <slaapt> ."
    assert text_of(REJECTED) == "xxx"


def test_every_reading_is_shown() -> None:
    """Two proofs of one judgement, in all formats; types, which are the same, once."""
    nets = list(proofs(parse_judgement("a:s, b:s ⊸ s, c:s ⊸ s ⊢ s")))
    judgement = nets[0].frame.judgement
    both = parse_of_nets(Derivation(judgement.names, judgement.types, judgement.goal, ()), nets)
    assert [analysis.net for analysis in both.analyses] == nets
    assert render("types", both).count("⊢") == 1
    assert render("typed", both).count("\n") == 2
    assert sum(line[0] not in "├└│ " for line in render("proof", both).split("\n") if line) == 2
    assert render("deps", both).count("root") == 2
    assert [line for line in render("conllu", both).splitlines() if "reading" in line] == [
        "# reading = 1",
        "# reading = 2",
    ]
    assert "reading" not in render("conllu", PROVED)
    assert len(json.loads(render("json", both))["analyses"]) == 2


def test_a_judgement_without_a_proof_has_its_types() -> None:
    parse = parse_of_nets(Derivation(("a", "b"), (NP, NP), NP, ()), [])
    assert (parse.status, parse.text, [(t.start, t.end) for t in parse.tokens]) == ("unproved", "a b", [(0, 1), (2, 3)])
    assert json.loads(render("json", parse))["analyses"] == [
        {"score": None, "proved": False, "goal": "np", "types": ["np", "np"], "links": []}
    ]


def test_one_document_of_nothing() -> None:
    assert render("html").endswith("</html>\n")
    assert render("term") == render("svg") == ""
