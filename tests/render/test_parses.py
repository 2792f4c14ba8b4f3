"""Parses in every format: proved, unproved and rejected, with multi-word units, punctuation and hostile words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from xml.etree import ElementTree

import pytest

from proofnets.logic import Atom, parse_judgement, proofs
from proofnets.parser.analyses import Analysis, Parse, to_dict
from proofnets.parser.tokens import Token
from proofnets.render import FORMATS
from proofnets.render.entries import entry_of_parse
from proofnets.render.parses import render_parse, render_parses
from proofnets.treebank.samples import Sample

NET = next(proofs(parse_judgement('"Den Haag":np, slaapt:◇su np ⊸ s ⊢ s')))
NP, VERB = NET.frame.judgement.types
SAMPLE = Sample("", ("Den", "Haag", "<slaapt>", "."), (NP, "+", VERB, None), Atom("s"), NET.links)
TEXT = "Den  Haag <slaapt>."
TOKENS = (Token("Den", 0, 3), Token("Haag", 5, 9), Token("<slaapt>", 10, 18), Token(".", 18, 19))
PROVED = Parse(TEXT, TOKENS, (Analysis(SAMPLE, -0.5),))
UNPROVED = Parse(TEXT, TOKENS, (Analysis(Sample("", SAMPLE.tokens, SAMPLE.types, Atom("s"), ()), -0.5),))
REJECTED = Parse("xxx", (), (), "there are no words in it")
LONG = Parse("de de", (Token("de", 0, 2), Token("de", 3, 5)), (), "it is too long")
PARSES = [PROVED, UNPROVED, REJECTED, LONG]


@pytest.mark.parametrize("format", FORMATS)
def test_every_parse_in_every_format(format: str) -> None:
    whole = "".join(render_parses(PARSES, format))
    assert whole.endswith("\n")
    for parse in PARSES:
        assert isinstance(render_parse(parse, format), str)
    if format in ("term", "proof", "typed", "deps", "html") or format.startswith("svg"):
        assert "there are no words in it" in whole
        assert "no proof was found" in whole
    if format.startswith("svg"):
        ElementTree.fromstring(whole)


def test_json_is_a_line_a_sentence() -> None:
    lines = "".join(render_parses(PARSES, "json")).splitlines()
    assert [json.loads(line) for line in lines] == [to_dict(parse) for parse in PARSES]


def test_conllu_has_every_token_once() -> None:
    sentences = "".join(render_parses(PARSES, "conllu")).rstrip("\n").split("\n\n")
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
    lines = render_parse(parse, "conllu").splitlines()
    shown = [*words[:3], "c\\td\\u2028e\\x1b\\x85"]
    assert lines[0] == f"# text = {' '.join(shown)}"
    assert lines[2] == "# error = no\\x1b"
    assert [line.split("\t")[1] for line in lines[3:7]] == shown


def test_preferred_types_are_told_of_only_where_there_are_some() -> None:
    assert render_parse(UNPROVED, "term").splitlines()[1] == "no proof was found; the types that the model prefers are"
    assert render_parse(Parse("ja", (Token("ja", 0, 2),)), "term") == "ja\nno proof was found\n"


def test_the_table_of_dependencies() -> None:
    lines = [line.split() for line in render_parse(PROVED, "deps").splitlines()]
    assert lines == [
        ["1", "Den", "su", "3", "<slaapt>"],
        ["2", "Haag", "mwp", "1", "Den"],
        ["3", "<slaapt>", "root"],
        ["4", ".", "punct", "3", "<slaapt>"],
    ]


def test_a_blank_line_stands_between_paragraphs_only() -> None:
    assert "".join(render_parses([PROVED] * 2, "types")) == "\n".join([render_parse(PROVED, "types")] * 2)
    assert "".join(render_parses([PROVED] * 2, "typed")) == render_parse(PROVED, "typed") * 2


@pytest.mark.parametrize("format", [name for name in FORMATS if not name.startswith("svg")])
def test_pieces_come_as_soon_as_their_sentences(format: str) -> None:
    taken = 0

    def endless() -> Iterator[Parse]:
        nonlocal taken
        while True:
            taken += 1
            yield PROVED

    assert len(list(islice(render_parses(endless(), format), 5))) == 5
    assert taken <= 5


def test_the_text_of_a_sentence_is_kept_with_its_tokens_in_place() -> None:
    entry = entry_of_parse(PROVED)
    assert entry.text == TEXT
    assert [number for _, number in entry.pieces if number] == [1, 2, 3, 4]
    elsewhere = Parse(TEXT, tuple(Token(t.text, t.start + 7, t.end + 7) for t in TOKENS), PROVED.analyses)
    assert entry_of_parse(elsewhere).text == "Den Haag <slaapt> ."
    assert entry_of_parse(REJECTED).text == "xxx"


def test_one_document_of_nothing() -> None:
    assert "".join(render_parses([], "html")).endswith("</html>\n")
    assert "".join(render_parses([], "term")) == "".join(render_parses([], "svg")) == ""
