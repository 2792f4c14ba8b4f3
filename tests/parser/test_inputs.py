"""Sentences from text, lines and CoNLL-U, and where they came from."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofnets.derivation import Place
from proofnets.errors import ProofNetsError
from proofnets.parser.inputs import (
    Sentence,
    from_conllu,
    from_lines,
    from_raw_lines,
    from_text,
    from_tokens,
    read_files,
)
from proofnets.parser.sources import InputOptions


def words(sentence: Sentence) -> list[str]:
    return [token.text for token in sentence.tokens]


@given(st.lists(st.text(min_size=0, max_size=60), max_size=4))
def test_places_are_those_of_the_words_in_the_text(texts: list[str]) -> None:
    for read in (from_text, from_lines, from_raw_lines):
        for sentence in read(texts):
            assert all(sentence.text[t.start : t.end] == t.text for t in sentence.tokens)
            assert [t.start for t in sentence.tokens] == sorted(t.start for t in sentence.tokens)
            place = sentence.place
            if sentence.tokens:
                assert texts[int(place.document) - 1][place.start : place.end] == sentence.text
        assert {sentence.place.document for sentence in read(texts)} == {str(n + 1) for n in range(len(texts))}


@given(st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=6))
def test_tokens_stand_a_space_apart(tokens: list[str]) -> None:
    sentence = from_tokens(tokens)
    assert sentence.text == " ".join(tokens)
    assert words(sentence) == tokens
    assert all(sentence.text[t.start : t.end] == t.text for t in sentence.tokens)


def row(number: object, form: str) -> str:
    return "\t".join([str(number), form, *"________"])


def test_conllu() -> None:
    lines = ["# sent_id = 1", "# text = In het huis.", "1-2\tIn't" + "\t_" * 8, row(1, "In"), row(2, "het")]
    lines += ["2.1\tleeg" + "\t_" * 8, row(3, "huis"), row(4, "."), "", "", row(1, "Ja"), row(2, "!")]
    one, other = from_conllu(["\r\n".join(lines)])
    assert one.text == "In het huis."
    assert words(one) == ["In", "het", "huis", "."]
    assert [t.start for t in one.tokens] == [0, 3, 7, 11]
    assert (one.place.name, one.place.sentence, other.place.sentence) == ("1", 1, 2)
    assert one.conllu == tuple(lines[:8])
    assert (other.text, other.tokens) == ("Ja !", from_tokens(["Ja", "!"]).tokens)


def test_conllu_has_documents_and_paragraphs(tmp_path: Path) -> None:
    ja = row(1, "Ja")
    blocks = [["# newdoc id = een", "# newpar"], [], ["# newpar"], ["# newdoc id = twee"], ["# newdoc"]]
    text = "\n\n".join("\n".join([*comments, ja]) for comments in blocks) + "\n"
    file = tmp_path / "a.conllu"
    file.write_text(text)
    places = [sentence.place for sentence in read_files([file])]
    assert [(p.document, p.paragraph, p.sentence) for p in places] == [
        ("een", 1, 1),
        ("een", 1, 2),
        ("een", 2, 1),
        ("twee", None, 1),
        (str(file), None, 1),
    ]
    assert [text[p.start : p.end].rstrip("\n").split("\n")[-1] for p in places] == [ja] * 5


def test_conllu_that_comes_in_parts_is_the_same(tmp_path: Path) -> None:
    file = tmp_path / "long.conllu"
    long = [row(number, "ja") for number in range(1, 151)]
    text = "\n".join([row(1, "Nee"), "", *long, "", row(1, "Ja"), ""])
    file.write_text(text)
    assert [len(sentence.tokens) for sentence in read_files([file])] == [1, 150, 1]
    assert [len(sentence.tokens) for sentence in from_conllu(text.split("\n"))] == [1, 150, 1]
    file.write_text("\n".join([row(1, "Nee"), "", *long, "", "wat"]))
    with pytest.raises(ProofNetsError, match=r"long\.conllu: line 154 is not"):
        list(read_files([file]))


def test_a_line_ends_where_it_does_in_a_file() -> None:
    assert [words(sentence) for sentence in from_lines(["Ze\u2028slapen\x0c.\r\nJa"])] == [
        ["Ze", "slapen", "."],
        ["Ja"],
    ]


def test_no_sentence_is_cut_where_a_paragraph_is_long(tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    file.write_text("Ze slapen nu\nal lang .\n" * 1000)
    found = [words(sentence) for sentence in read_files([file])]
    assert found == [["Ze", "slapen", "nu", "al", "lang", "."]] * 1000


def test_lines_are_sentences_as_they_stand(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("De man slaapt. De vrouw\n\n leest. \r\nJa")
    lines = list(read_files([file], InputOptions("lines")))
    assert [sentence.text for sentence in lines] == ["De man slaapt. De vrouw", "", "leest.", "Ja"]
    assert [sentence.place for sentence in lines] == [
        Place(str(file), None, 1, 0, 23),
        Place(str(file), None, 2, 24, 24),
        Place(str(file), None, 3, 26, 32),
        Place(str(file), None, 4, 35, 37),
    ]
    assert words(lines[0]) == ["De", "man", "slaapt", ".", "De", "vrouw"]


def test_a_text_that_is_not_that_of_the_words_is_left_aside() -> None:
    (sentence,) = from_conllu(["# text = iets anders\n" + row(1, "Ja") + "\n"])
    assert (sentence.text, sentence.tokens) == ("Ja", from_tokens(["Ja"]).tokens)


@pytest.mark.parametrize("line", ["Ja", "1\tJa", "x\tJa" + "\t_" * 8, "1\tJa" + "\t_" * 9])
def test_what_is_no_conllu_is_refused_with_its_line(line: str) -> None:
    with pytest.raises(ProofNetsError, match="line 3 is not CoNLL-U"):
        list(from_conllu([row(1, "Ja") + "\n\n" + line + "\n"]))


@given(st.text())
def test_conllu_is_read_or_refused(text: str) -> None:
    try:
        sentences = list(from_conllu([text]))
    except ProofNetsError:
        return
    assert all(sentence.tokens or sentence.conllu[0].startswith("#") for sentence in sentences)
