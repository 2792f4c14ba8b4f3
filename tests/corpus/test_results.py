"""What results are written as, and `proofnets search` and `parse -o x.parquet` from end to end."""

import csv
import json
from pathlib import Path
from typing import get_type_hints
from xml.etree import ElementTree

import pyarrow.parquet as pq
import pytest

from proofnets.commands import search as commands
from proofnets.corpus import Record, read_records, record_of_sample, search, write_records
from proofnets.corpus.results import RESULT_FORMATS, TextFormat
from proofnets.derivation import Parse, Place
from proofnets.treebank.samples import from_json
from tests.commands.running import Terminal, assert_one_sentence, run
from tests.corpus.corpora import tokens_of
from tests.corpus.test_store import PAPER

GAP = "pattern { term R (λx^obj.[V x])^body }"
HOSTILE = ("<script>alert(1)</script>", "a\x1b[2J", "\x00", "]]>", '"')


@pytest.fixture
def parsed(tmp_path: Path) -> Path:
    """The paper's sentence, and one of words that try to break out of a format."""
    path = tmp_path / "parsed.parquet"
    place = Place("<b>\x1b", sentence=1)
    hostile = Record(Parse(" ".join(HOSTILE), tokens_of(*HOSTILE), (), "too odd", place=place))
    write_records([record_of_sample(from_json(PAPER)), hostile], path)
    return path


def test_sentences_have_their_match_marked(parsed: Path) -> None:
    shown = run("search", parsed, GAP)
    assert shown.out == "cdb/1048  De strategie [R die] ze [V volgen] is eeuwenoud .\n"
    assert (shown.code, shown.err) == (0, "1 match\n")
    coloured = run("search", parsed, GAP, stream=Terminal).out
    assert "\x1b[1;33mdie\x1b[0m\x1b[36m/R\x1b[0m ze" in coloured


def test_counts(parsed: Path) -> None:
    keys = ("pattern { H -> D }", "--by", "H.word", "--by", "D.label", "--limit", "2")
    assert (
        run("search", parsed, *keys).out == "H.word  D.label  count\ndie     body         1\nis      predc        1\n"
    )
    assert run("search", parsed, *keys, "--format", "csv").out == "H.word,D.label,count\ndie,body,1\nis,predc,1\n"
    first = json.loads(run("search", parsed, *keys, "--format", "json").out.splitlines()[0])
    assert first == {"H.word": "die", "D.label": "body", "count": 1}
    assert "<td><bdi>body</bdi></td>" in run("search", parsed, *keys, "--format", "html").out
    assert_one_sentence(run("search", parsed, *keys, "--format", "svg"), "counts cannot be written as svg")


def test_json_and_csv_say_the_same(parsed: Path) -> None:
    match = json.loads(run("search", parsed, GAP, "--format", "json").out)
    assert (match["document"], match["reading"], match["status"]) == ("cdb/1048", 1, "proved")
    volgen = {"word": "volgen", "lemma": None, "type": "◇obj pron ⊸ ◇su pron ⊸ s_sub", "label": "body", "index": 5}
    assert match["nodes"]["V"] == volgen | {"confidence": None}
    (row,) = csv.DictReader(run("search", parsed, GAP, "--format", "csv").out.splitlines())
    assert (row["V.word"], row["V.index"], row["R.type"]) == ("volgen", "5", match["nodes"]["R"]["type"])


def test_files(parsed: Path, tmp_path: Path) -> None:
    table, again = tmp_path / "table.parquet", tmp_path / "again.parquet"
    assert run("search", parsed, "pattern { H -> D }", "--format", "parquet", "-o", table).code == 0
    assert pq.read_table(table).equals(search(parsed, "pattern { H -> D }").table())
    run("search", parsed, "pattern { H -> D }", "--by", "H.word", "--format", "parquet", "-o", table)
    assert pq.read_table(table).column_names == ["H.word", "count"]
    assert run("search", parsed, "pattern { H -> D }", "--format", "parses", "-o", again).code == 0
    assert list(read_records(again)) == [record_of_sample(from_json(PAPER))]
    assert_one_sentence(run("search", parsed, GAP, "--format", "parses"), "parses is no text", "--output")


def test_pictures(parsed: Path) -> None:
    root = ElementTree.fromstring(run("search", parsed, GAP, "--format", "svg").out)
    styles = [element.text or "" for element in root.iter() if element.tag.endswith("style")]
    assert any('.match0 text[data-word~="3"], .match0 text[data-word~="5"]' in style for style in styles)
    page = run("search", parsed, GAP, "--format", "html").out
    assert "<mark>volgen<sub>V</sub></mark>" in page
    assert "<svg" in page


@pytest.mark.parametrize("name", [name for name, row in RESULT_FORMATS.items() if isinstance(row, TextFormat)])
def test_no_word_breaks_out_of_a_format(parsed: Path, name: str) -> None:
    out = run("search", parsed, "pattern { A [index=1] } global { status=rejected }", "--format", name).out
    assert "\x1b" not in out
    assert "\x00" not in out
    if name in ("html", "svg"):
        assert "<script>" not in out


def test_wrong_use_is_told_in_one_sentence(parsed: Path) -> None:
    wrong = run("search", parsed, "pattern { V -[su]-> }")
    assert (wrong.code, wrong.out) == (2, "")
    assert wrong.err.startswith("proofnets: column 21: expected the name of a node, found '}'\n")
    assert wrong.err.splitlines()[2] == " " * 20 + "^"  # below what is wrong
    assert_one_sentence(run("search", parsed, "pattern { }", "--format", "pdf"), "no format 'pdf': choose text, json")
    assert_one_sentence(run("search", "nowhere.parquet", "pattern { }"), "nowhere.parquet is not there")
    nothing = run("search", parsed, "pattern { A [word=zzz] }")
    assert (nothing.code, nothing.out, nothing.err) == (1, "", "no match\n")
    unknown = run("search", parsed, "pattern { V -[obj1|su]-> O; O << V; V -[det]-> D }")
    assert (unknown.code, unknown.out) == (1, "")
    assert unknown.err == "no match: no dependency here is labelled obj1, but body, det, mod, predc, su\n"


def test_parses_are_kept_and_found_again(tmp_path: Path) -> None:
    text, kept = tmp_path / "a.txt", tmp_path / "a.parquet"
    text.write_text("Ze slapen. Ze slapen niet.")
    assert run("parse", "-i", text, "-o", kept).code == 0
    first, second = read_records(kept)
    assert (first.parse.place, second.parse.place) == (Place(str(text), 1, 1, 0, 10), Place(str(text), 1, 2, 11, 26))
    assert first.parse.analyses[0].proved
    assert (
        run("search", kept, "pattern { V -[su]-> S } global { sentence=1 }").out
        == f"{text}:1.1:0–10  [S Ze] [V slapen].\n"
    )
    assert_one_sentence(run("parse", "Ja", "-o", kept, "--format", "json"), "leave out --format json")
    assert_one_sentence(run("parse", "\n", "-o", kept), "there is no sentence in the input")
    assert len(list(read_records(kept))) == 2


def test_the_help_of_search_names_every_format() -> None:
    """The command cannot read them from where they stand, which needs pyarrow."""
    (option,) = get_type_hints(commands.search, include_extras=True)["format"].__metadata__
    assert option.help == f"What to write: {', '.join([*RESULT_FORMATS][:-1])} or {[*RESULT_FORMATS][-1]}."
