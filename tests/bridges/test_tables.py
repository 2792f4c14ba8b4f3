"""Other people's tables: a folder of parses as pandas, Polars, DuckDB and Hugging Face datasets read it, without us."""

from collections.abc import Callable
from dataclasses import asdict
from glob import glob
from pathlib import Path
from typing import Any

import pytest

from proofnets.corpus import Record, write_records
from proofnets.corpus.records import readings
from proofnets.parser import Parser, Settings
from tests.bridges.tools import package
from tests.corpus.corpora import random_record

Rows = list[dict[str, Any]]


def pandas(files: str, _: Path) -> Rows:
    rows: Rows = package("pandas").read_parquet(sorted(glob(files))).to_dict("records")
    return [{name: without_nan(value) for name, value in row.items()} for row in rows]


def without_nan(value: Any) -> Any:
    """A value of pandas, which has arrays for lists, and numbers that are none for what is missing."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list):
        return [without_nan(each) for each in value]
    return None if value != value else value


def polars(files: str, _: Path) -> Rows:
    rows: Rows = package("polars").read_parquet(files).to_dicts()
    return rows


def duckdb(files: str, _: Path) -> Rows:
    with package("duckdb").connect() as connection:
        answer = connection.execute("SELECT * FROM read_parquet($files)", {"files": files})
        names = [column[0] for column in answer.description]
        return [dict(zip(names, row, strict=True)) for row in answer.fetchall()]


def datasets(files: str, cache: Path) -> Rows:
    rows = package("datasets").load_dataset("parquet", data_files=files, split="train", cache_dir=str(cache))
    return list(rows)


def expected(record: Record) -> Rows:
    rows = [asdict(reading) for reading in readings(record)]
    for row in rows:
        row["links"] = [{"positive": positive, "negative": negative} for positive, negative in row["links"]]
    return [{name: list(value) if isinstance(value, tuple) else value for name, value in row.items()} for row in rows]


@pytest.mark.filterwarnings("default")  # those of the packages are not ours
@pytest.mark.parametrize("read", [pandas, polars, duckdb, datasets], ids=lambda read: read.__name__)
def test_a_folder_of_parses_is_read_without_us(read: Callable[[str, Path], Rows], tmp_path: Path) -> None:
    """All columns with all values: numbers, texts, lists with an entry for each token, pairs, and what is missing."""
    texts = ["De strategie die ze volgen is eeuwenoud. Jan ziet de man met de verrekijker.", ""]
    answers = Parser().parse(texts, Settings(beam=3, readings=2))
    parsed = [Record(parse) for answer in answers for parse in answer]
    drawn = [random_record(seed, 4) for seed in range(30)]
    folder = tmp_path / "parsed"
    folder.mkdir()
    write_records(parsed, folder / "000000.parquet")
    write_records(drawn, folder / "000001.parquet")
    (folder / "plan.json").write_text("{}")
    rows = [row for record in [*parsed, *drawn] for row in expected(record)]
    for column in ("paragraph", "score", "confidence", "term"):
        assert 0 < sum(row[column] is None for row in rows) < len(rows), column
    assert read(f"{folder}/*.parquet", tmp_path / "cache") == rows
