"""The store: what is written comes back, whatever it is; nothing else is taken for it."""

import os
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofnets.corpus import Record, read_records, write_records
from proofnets.corpus.records import readings, record, record_of_sample
from proofnets.corpus.store import SCHEMA, read_readings
from proofnets.derivation import Parse, Place
from proofnets.errors import ProofNetsError
from proofnets.treebank.samples import from_json
from tests.corpus.corpora import random_record, records, tokens_of

PAPER = (
    '{"id": "cdb/1048", "tokens": ["De", "strategie", "die", "ze", "volgen", "is", "eeuwenoud", "."],'
    ' "types": ["□det(n ⊸ np)", "n", "◇body(◇obj pron ⊸ s_sub) ⊸ □mod(np ⊸ np)", "pron",'
    ' "◇obj pron ⊸ ◇su pron ⊸ s_sub", "◇predc adj ⊸ ◇su np ⊸ s_main", "adj", null], "goal": "s_main",'
    ' "links": [[2, 0], [1, 5], [7, 9], [3, 8], [10, 4], [6, 12], [14, 11], [13, 15]]}'
)


@given(st.lists(records(), max_size=4))
@settings(max_examples=25)
def test_what_is_written_comes_back(tmp_path_factory: pytest.TempPathFactory, given_records: list[Record]) -> None:
    path = tmp_path_factory.mktemp("store") / "a.parquet"
    assert write_records(given_records, path) == len(given_records)
    back = list(read_records(path))
    assert back == given_records
    proved = [[analysis.proved for analysis in each.parse.analyses] for each in given_records]
    assert [[analysis.proved for analysis in each.parse.analyses] for each in back] == proved


def test_a_sentence_without_reading_and_one_with_are_two_though_their_place_and_words_are_the_same(
    tmp_path: Path,
) -> None:
    sentence = record_of_sample(from_json(PAPER))
    without = replace(sentence, parse=replace(sentence.parse, analyses=(), error="too long"))
    write_records([without, sentence, without, without, sentence, sentence], tmp_path / "a.parquet")
    back = [each.parse.analyses for each in read_records(tmp_path / "a.parquet")]
    assert [len(analyses) for analyses in back] == [0, 1, 0, 0, 1, 1]


def test_texts_may_be_anything_but_half_characters(tmp_path: Path) -> None:
    odd = "\x00 \u202e 😀 ' \" ; -- \n"
    place = Place("a\nb", start=2**40, end=2**40)
    sentence = Record(Parse(odd, tokens_of("\x00", "😀", "';--"), (), "why: \t", place=place))
    write_records([sentence], tmp_path / "a.parquet")
    assert list(read_records(tmp_path / "a.parquet")) == [sentence]
    with pytest.raises(ProofNetsError, match="cannot be written as Parquet"):
        write_records([Record(Parse("\ud800", ()))], tmp_path / "a.parquet")
    assert list(read_records(tmp_path / "a.parquet")) == [sentence]


def test_the_columns_of_the_papers_sentence() -> None:
    (row,) = readings(record_of_sample(from_json(PAPER)))
    assert (row.document, row.status, row.reading, row.proved, row.goal) == ("cdb/1048", "proved", 1, True, "s_main")
    assert row.term == "is eeuwenoudᵖʳᵉᵈᶜ ((die (λxᵒᵇʲ.volgen x zeˢᵘ)ᵇᵒᵈʸ)_mod (De_det strategie))ˢᵘ"
    assert row.heads == (2, 6, 2, 5, 3, 0, 6, None)
    assert row.labels == ("det", "su", "mod", "su", "body", "root", "predc", None)


def test_many_rows_are_read_in_their_order_and_by_their_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("proofnets.corpus.store.ROWS_A_GROUP", 7)
    written = [Record(Parse(str(number), ())) for number in range(50)]
    write_records(written, tmp_path / "a.parquet")
    assert pq.ParquetFile(tmp_path / "a.parquet").metadata.num_row_groups == 8
    assert list(read_records(tmp_path / "a.parquet")) == written
    chosen = [0, 6, 7, 20, 49]
    assert [row.text for row in read_readings(tmp_path / "a.parquet", chosen)] == [str(number) for number in chosen]


def test_a_folder_is_all_its_files_but_hidden_ones(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name in ("b.parquet", "a.parquet", "in/c.parquet", ".half.parquet"):
        write_records([Record(Parse(name, ()))], tmp_path / name)
    (tmp_path / "plan.json").write_text("{}")
    assert [each.parse.text for each in read_records(tmp_path)] == ["a.parquet", "b.parquet", "in/c.parquet"]


def test_a_file_changes_only_when_all_is_written(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    write_records([Record(Parse("old", ()))], path)

    def failing():
        yield Record(Parse("new", ()))
        raise KeyError

    with pytest.raises(KeyError):
        write_records(failing(), path)
    assert [each.parse.text for each in read_records(path)] == ["old"]
    assert os.listdir(tmp_path) == ["a.parquet"]


def test_what_is_no_store_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ProofNetsError, match="is not there"):
        list(read_records(tmp_path / "nowhere"))
    with pytest.raises(ProofNetsError, match="there is no Parquet file in"):
        list(read_records(tmp_path))
    (tmp_path / "a.parquet").write_text("no parquet")
    with pytest.raises(ProofNetsError, match=r"a\.parquet cannot be read as Parquet"):
        list(read_records(tmp_path))
    pq.write_table(pa.table({"document": ["x"]}), tmp_path / "a.parquet")
    with pytest.raises(ProofNetsError, match="no parses: there is no column 'paragraph'"):
        list(read_records(tmp_path))


def test_a_net_is_verified_when_it_is_read(tmp_path: Path) -> None:
    """Whoever changes links in the file gets an analysis that is not proved, and a type that is none is an error."""
    path = tmp_path / "a.parquet"
    write_records([record_of_sample(from_json(PAPER))], path)
    table = pq.read_table(path)
    for column, value, proved in (("links", [{"positive": 0, "negative": 1}], False), ("types", ["np ⊸"] * 8, None)):
        number = table.column_names.index(column)
        changed = table.set_column(number, SCHEMA.field(column), pa.array([value], SCHEMA.field(column).type))
        pq.write_table(changed, path)
        if proved is None:
            with pytest.raises(ProofNetsError, match="is not as we write it"):
                list(read_records(path))
        else:
            (back,) = read_records(path)
            assert [analysis.proved for analysis in back.parse.analyses] == [proved]


def test_rows_of_one_reading_make_a_record() -> None:
    whole = random_record(3, 4)
    rows = list(readings(whole))
    assert record(rows) == whole
