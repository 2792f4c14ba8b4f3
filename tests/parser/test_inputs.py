"""Sentences from text, lines and CoNLL-U."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofnets.commands.console import paragraphs
from proofnets.errors import ProofNetsError
from proofnets.parser.inputs import from_conllu, from_lines, from_text, from_tokens


def words(sentence):
    return [token.text for token in sentence.tokens]


@given(st.lists(st.text(min_size=0, max_size=60), max_size=4))
def test_places_are_those_of_the_words_in_the_text(texts):
    for read in (from_text, from_lines):
        for sentence in read(texts):
            assert sentence.tokens
            assert all(sentence.text[t.start : t.end] == t.text for t in sentence.tokens)
            assert [t.start for t in sentence.tokens] == sorted(t.start for t in sentence.tokens)


@given(st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=6))
def test_tokens_stand_a_space_apart(tokens):
    sentence = from_tokens(tokens)
    assert sentence.text == " ".join(tokens)
    assert words(sentence) == tokens
    assert all(sentence.text[t.start : t.end] == t.text for t in sentence.tokens)


def row(number, form):
    return "\t".join([str(number), form, *"________"])


def test_conllu():
    lines = ["# sent_id = 1", "# text = In het huis.", "1-2\tIn't" + "\t_" * 8, row(1, "In"), row(2, "het")]
    lines += ["2.1\tleeg" + "\t_" * 8, row(3, "huis"), row(4, "."), "", "", row(1, "Ja"), row(2, "!")]
    one, other = from_conllu(["\r\n".join(lines)])
    assert one.text == "In het huis."
    assert words(one) == ["In", "het", "huis", "."]
    assert [t.start for t in one.tokens] == [0, 3, 7, 11]
    assert other == from_tokens(["Ja", "!"])


def test_conllu_that_comes_in_parts_is_the_same(tmp_path):
    file = tmp_path / "long.conllu"
    long = [row(number, "ja") for number in range(1, 151)]
    file.write_text("\n".join([row(1, "Nee"), "", *long, "", row(1, "Ja"), ""]))
    assert [len(sentence.tokens) for sentence in from_conllu(paragraphs(file))] == [1, 150, 1]
    file.write_text("\n".join([row(1, "Nee"), "", *long, "", "wat"]))
    with pytest.raises(ProofNetsError, match="line 154 is not"):
        list(from_conllu(paragraphs(file)))


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path):
    file = tmp_path / "marked.conllu"
    file.write_text(row(1, "Ja"), encoding="utf-8-sig")
    assert [words(sentence) for sentence in from_conllu(paragraphs(file))] == [["Ja"]]


def test_a_line_ends_where_it_does_in_a_file():
    assert [words(sentence) for sentence in from_lines(["Ze\u2028slapen\x0c.\r\nJa"])] == [
        ["Ze", "slapen", "."],
        ["Ja"],
    ]


def test_no_sentence_is_cut_where_a_paragraph_is_long(tmp_path):
    file = tmp_path / "long.txt"
    file.write_text("Ze slapen nu\nal lang .\n" * 1000)
    found = [words(sentence) for sentence in from_text(paragraphs(file))]
    assert found == [["Ze", "slapen", "nu", "al", "lang", "."]] * 1000


def test_a_line_without_end_is_cut(tmp_path, monkeypatch):
    monkeypatch.setattr("proofnets.commands.console.LONGEST_PARAGRAPH", 10)
    file = tmp_path / "long.txt"
    file.write_text("é" * 25 + "\nja\r\nnee\n\nja")
    assert list(paragraphs(file)) == ["é" * 10, "é" * 10, "ééééé\nja\r\n", "nee\n\n", "ja"]


def test_a_text_that_is_not_that_of_the_words_is_left_aside():
    (sentence,) = from_conllu(["# text = iets anders\n" + row(1, "Ja") + "\n"])
    assert sentence == from_tokens(["Ja"])


@pytest.mark.parametrize("line", ["Ja", "1\tJa", "x\tJa" + "\t_" * 8, "1\tJa" + "\t_" * 9])
def test_what_is_no_conllu_is_refused_with_its_line(line):
    with pytest.raises(ProofNetsError, match="line 3 is not CoNLL-U"):
        list(from_conllu([row(1, "Ja") + "\n\n" + line + "\n"]))


@given(st.text())
def test_conllu_is_read_or_refused(text):
    try:
        sentences = list(from_conllu([text]))
    except ProofNetsError:
        return
    assert all(sentence.tokens for sentence in sentences)
