"""Files, folders and patterns; formats, compression, encodings; what is wrong with them."""

import bz2
import gzip
import io
import json
import lzma
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofnets.errors import ProofNetsError
from proofnets.parser import sources
from proofnets.parser.inputs import read_files
from proofnets.parser.sources import InputOptions, find_files, is_named_like_a_text, paragraphs

TEXTS = ["Ze slapen. Hij niet.", "", 'De "grote" man,\nja.']


def found(path: Path, options: InputOptions | None = None) -> list[tuple[str, str]]:
    return [(sentence.place.document, sentence.text) for sentence in read_files([path], options)]


def documents(*names: str) -> list[tuple[str, str]]:
    first, second, third = names
    return [(first, "Ze slapen."), (first, "Hij niet."), (second, ""), (third, TEXTS[2])]


@pytest.mark.parametrize("compress", [bytes, gzip.compress, lzma.compress, bz2.compress])
def test_rows_of_json(tmp_path: Path, compress) -> None:
    file = tmp_path / "a.jsonl.xz"
    rows = [{"id": number, "text": text, "more": [1]} for number, text in enumerate(TEXTS, 7)]
    file.write_bytes(compress("\n".join(json.dumps(row) for row in rows).encode()))
    assert found(file) == documents("7", "8", "9")
    rows = [{"body": text} for text in TEXTS]
    file.write_bytes(compress("\n".join(json.dumps(row) for row in rows).encode()))
    assert found(file, InputOptions(column="body")) == documents(f"{file}#1", f"{file}#2", f"{file}#3")


@pytest.mark.parametrize(("name", "mark"), [("a.csv", ","), ("b.csv", ";"), ("a.tsv", "\t"), ("b.CSV.gz", ",")])
def test_rows_of_tables(tmp_path: Path, name: str, mark: str) -> None:
    file = tmp_path / name
    rows = [["id", "body"], ["x", TEXTS[0]], ["y", ""], ["z", '"De ""grote"" man,\nja."']]
    text = "\r\n".join(mark.join(row) for row in rows).encode()
    file.write_bytes(gzip.compress(text) if name.endswith("gz") else text)
    assert found(file, InputOptions(column="body")) == documents("x", "y", "z")


@pytest.mark.parametrize(
    ("name", "content", "options", "message"),
    [
        ("a.txt", b"De man\nis caf\xe9", {}, "a.txt is not UTF-8 at byte 14, in line 2: give its encoding"),
        ("a.txt", "Ja".encode("utf-16"), {}, "at byte 1, in line 1: give its encoding, for example --encoding utf-16"),
        ("a.pdf", b"%PDF-1.7\n%\xe2\xe3", {"encoding": "latin-1"}, "a.pdf is a PDF: save its text in a .txt file"),
        ("a.docx", b"PK\x03\x04\x14\x00", {}, "a.docx is a zip file, as those of Word are: save its text"),
        ("a.txt", "Ja.".encode("utf-16-le"), {}, "a.txt is not UTF-8 but looks like UTF-16: give --encoding utf-16-le"),
        ("a.txt", "Ja.".encode("utf-16-be"), {}, "give --encoding utf-16-be"),
        ("a.txt", b"x" * 65_535 + b"\n\xc3\xa9\xc3", {}, "at byte 65,539, in line 2"),
        ("a.txt", b"Ja", {"encoding": "klingon"}, "there is no encoding 'klingon'"),
        ("a.txt", b"Ja", {"encoding": "rot13"}, "there is no encoding 'rot13'"),
        ("a.csv", b"id,text\n1,Ja\n", {}, "name the column that has the text, with --column; it has id, text"),
        ("a.csv", b"id,text\n1,Ja\n", {"column": "body"}, "there is no column 'body'; it has id, text"),
        ("a.csv", b"id,text\n1\n", {"column": "text"}, "row 1 has no column 'text'"),
        ("a.csv", b'text\n"Ja" nee\n', {"column": "text"}, "is no table behind row 0"),
        ("a.csv", b"", {"column": "text"}, "it has none"),
        ("a.jsonl", b'{"text": "Ja"}\nNee\n', {}, "line 2 is not JSON"),
        ("a.jsonl", b"[" * 100_000, {}, "line 1 is not JSON"),
        ("a.jsonl", b'{"text": 3}', {}, "must be an object with a text 'text'"),
        ("a.txt.gz", gzip.compress(b"Ja. " * 100, mtime=0)[:-9], {}, "cannot be read: it ends in the middle"),
        ("a.txt.xz", lzma.compress(bytes(60_000_000), preset=1), {"cut": "tokens"}, "1,000 times its own size"),
    ],
)
def test_what_is_wrong_is_told_with_its_name(tmp_path: Path, name: str, content: bytes, options, message: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ProofNetsError) as error:
        list(read_files([tmp_path / name], InputOptions(**options)))
    assert message in str(error.value)
    assert name in str(error.value) or "encoding" in options


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16", "utf-8-sig", "cp1252"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "a.txt").write_text("Eén café. Ja!", encoding=encoding)
    sentences = list(read_files([tmp_path / "a.txt"], InputOptions(encoding=encoding)))
    assert [(s.text, s.place.start) for s in sentences] == [("Eén café.", 0), ("Ja!", 10)]


def test_folders_and_patterns(tmp_path: Path) -> None:
    names = ["b.txt", "a.txt.gz", "sub/c.conllu", ".hidden/d.txt", ".e.txt", "f.pdf"]
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("Ja")
    inside = [tmp_path / name for name in ("a.txt.gz", "b.txt", "sub/c.conllu")]
    assert find_files([tmp_path]) == inside
    assert find_files([tmp_path / "f.pdf", tmp_path, tmp_path / "b.txt"]) == [tmp_path / "f.pdf", *inside]
    assert find_files([tmp_path / "**" / "*.conllu"]) == [tmp_path / "sub/c.conllu"]
    (tmp_path / "[x].txt").write_text("Ja")
    assert find_files([tmp_path / "[x].txt"]) == [tmp_path / "[x].txt"]
    for wrong in (tmp_path / "nowhere.txt", tmp_path / "*.doc", tmp_path / ".hidden" / ".."):
        with pytest.raises(ProofNetsError, match="there is no"):
            find_files([wrong / "x"])


def test_an_empty_file_keeps_its_place(tmp_path: Path) -> None:
    for name, text in (("a.txt", "Ja."), ("b.txt", " \n\n"), ("c.txt", "Nee.")):
        (tmp_path / name).write_text(text)
    assert found(tmp_path) == [
        (str(tmp_path / f"{name}.txt"), t) for name, t in (("a", "Ja."), ("b", ""), ("c", "Nee."))
    ]


def test_offsets_are_those_in_the_file(tmp_path: Path) -> None:
    text = "\n\nEen\tzin. Nog een.\r\n\r\n \n  De kop\nTekst é.\n"
    (tmp_path / "a.txt").write_bytes(text.encode("utf-8-sig"))
    places = [sentence.place for sentence in read_files([tmp_path / "a.txt"])]
    assert [text[p.start : p.end] for p in places] == ["Een\tzin.", "Nog een.", "De kop", "Tekst é."]
    assert [(p.paragraph, p.sentence) for p in places] == [(1, 1), (1, 2), (2, 1), (2, 2)]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(b"Ja. Nee."))))
    assert found(Path("-")) == [("", "Ja."), ("", "Nee.")]


def test_a_line_without_end_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "LONGEST_PARAGRAPH", 10)
    file = tmp_path / "long.txt"
    file.write_text("é" * 25 + "\nja\r\nnee\n\nja")
    assert [text for _, text in found(file)] == ["é" * 10, "é" * 10, "ééééé\nja", "nee", "ja"]


@given(st.text(st.sampled_from("a.\n \r"), max_size=30))
def test_paragraphs_are_all_that_is_to_be_seen(text: str) -> None:
    lines = [f"{line}\n" for line in text.split("\n")]
    pieces = list(paragraphs(lines))
    assert all(f"{text}\n"[start : start + len(piece)] == piece for start, piece in pieces)
    assert "".join("".join(piece.split()) for _, piece in pieces) == "".join(text.split())


def test_what_is_named_like_a_text(tmp_path: Path) -> None:
    (tmp_path / "Ja").write_text("Ja")
    names = [
        str(tmp_path / "Ja"),
        "news.txt",
        "a/b.jsonl.gz",
        "Ja.",
        "Zie news.txt",
        str(tmp_path),
        "x" * 5000,
        "a\0.txt",
    ]
    assert [is_named_like_a_text(name) for name in names] == [True, True, True, False, False, False, False, False]
