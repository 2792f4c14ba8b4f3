"""The store: parses in Parquet files, a row for each reading of a sentence (docs/formats.md has the columns).

A file is written aside and takes its name when all of it is there. What is read back are the same values, nets verified
anew. All columns are plain: numbers, texts, and lists with an entry for each token, so that every tool reads them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from proofnets.corpus.records import Reading, Record, readings, record
from proofnets.errors import ProofNetsError
from proofnets.files import replacing

ROWS_A_GROUP = 4096
"""Rows that are kept in memory, written and read together: some fifty thousand words."""

_TEXTS, _NUMBERS, _PROBABILITIES = pa.list_(pa.string()), pa.list_(pa.int32()), pa.list_(pa.float64())
SCHEMA = pa.schema(
    [
        pa.field("document", pa.string(), nullable=False),
        pa.field("paragraph", pa.int32()),
        pa.field("sentence", pa.int32()),
        pa.field("start", pa.int64()),
        pa.field("end", pa.int64()),
        pa.field("name", pa.string(), nullable=False),
        pa.field("text", pa.string(), nullable=False),
        pa.field("status", pa.string(), nullable=False),
        pa.field("error", pa.string(), nullable=False),
        pa.field("timed_out", pa.bool_(), nullable=False),
        pa.field("reading", pa.int32(), nullable=False),
        pa.field("proved", pa.bool_(), nullable=False),
        pa.field("score", pa.float64()),
        pa.field("frequency", pa.float64()),
        pa.field("confidence", pa.float64()),
        pa.field("goal", pa.string()),
        pa.field("term", pa.string()),
        pa.field("tokens", _TEXTS, nullable=False),
        pa.field("starts", _NUMBERS, nullable=False),
        pa.field("ends", _NUMBERS, nullable=False),
        pa.field("lemmas", _TEXTS, nullable=False),
        pa.field("types", _TEXTS, nullable=False),
        pa.field("heads", _NUMBERS, nullable=False),
        pa.field("labels", _TEXTS, nullable=False),
        pa.field("type_confidences", _PROBABILITIES, nullable=False),
        pa.field("head_confidences", _PROBABILITIES, nullable=False),
        pa.field("links", pa.list_(pa.struct([("positive", pa.int32()), ("negative", pa.int32())])), nullable=False),
        pa.field("link_confidences", _PROBABILITIES, nullable=False),
    ]
)
COLUMNS = tuple(field.name for field in fields(Reading))
_GROWING = ("starts.list.element", "ends.list.element")
"""Numbers that grow along a sentence: their differences take less room than they do."""
_REPEATED = [
    *("document", "text", "status", "error", "goal", "tokens.list.element", "lemmas.list.element"),
    *("types.list.element", "heads.list.element", "labels.list.element", "links.list.element.positive"),
    *("links.list.element.negative", "confidence", "type_confidences.list.element"),
    *("head_confidences.list.element", "link_confidences.list.element"),
]


def write_records(records: Iterable[Record], path: str | Path) -> int:
    """Write records to a Parquet file, which changes only when all are written; returns how many there were."""
    count = 0

    def rows() -> Iterator[Reading]:
        nonlocal count
        for each in records:
            yield from readings(each)
            count += 1

    write_readings(rows(), path)
    return count


def write_readings(rows: Iterable[Reading], path: str | Path) -> None:
    """Write rows to a Parquet file, which changes only when all are written."""
    encodings = dict.fromkeys(_GROWING, "DELTA_BINARY_PACKED")
    settings = {
        "compression": "zstd",
        "compression_level": 9,
        "use_dictionary": _REPEATED,
        "column_encoding": encodings,
    }
    remaining = iter(rows)
    with replacing(Path(path)) as unfinished, pq.ParquetWriter(unfinished, SCHEMA, **settings) as writer:
        while group := list(islice(remaining, ROWS_A_GROUP)):
            writer.write_table(_table(group), row_group_size=ROWS_A_GROUP)


def _table(rows: list[Reading]) -> Any:
    columns = {name: list(map(attrgetter(name), rows)) for name in COLUMNS}
    columns["links"] = [[{"positive": p, "negative": n} for p, n in row.links] for row in rows]
    try:
        return pa.table(columns, schema=SCHEMA)
    except (pa.ArrowException, UnicodeEncodeError) as error:  # half a character
        raise ProofNetsError(f"these parses cannot be written as Parquet: {error}") from None


def read_records(path: str | Path) -> Iterator[Record]:
    """The records of a Parquet file, or of all in a folder, in their order; nets are verified anew."""
    for file in store_files(path):
        rows: list[Reading] = []
        for row in read_readings(file):
            last = rows[-1] if rows else None
            if last and (row.reading <= max(1, last.reading) or (row.place, row.text) != (last.place, last.text)):
                yield _verified(file, rows)
                rows = []
            rows.append(row)
        if rows:
            yield _verified(file, rows)


def _verified(file: Path, rows: list[Reading]) -> Record:
    try:
        return record(rows)
    except (ProofNetsError, TypeError, ValueError) as error:
        raise ProofNetsError(f"{file}: the sentence {rows[0].text[:80]!r} is not as we write it: {error}") from None


def store_files(path: str | Path) -> list[Path]:
    """The Parquet files that a name stands for: the file, or all in the folder and below it, by name.

    What is hidden is left out: it may be half written.
    """
    path = Path(path)
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise ProofNetsError(f"{path} is not there: give a Parquet file of parses, or a folder of such files")
    inside = ((file, file.relative_to(path)) for file in sorted(path.rglob("*.parquet")))
    files = [file for file, name in inside if not any(part.startswith(".") for part in name.parts)]
    if not files:
        raise ProofNetsError(f"there is no Parquet file in {path}: `parse -o {path}/a.parquet` writes one")
    return files


def read_readings(file: Path, wanted: Iterable[int] | None = None) -> Iterator[Reading]:
    """The rows of a file, or those with the numbers wanted, which count from 0 and must grow."""
    numbers = None if wanted is None else iter(wanted)
    following = None if numbers is None else next(numbers, None)
    with _opened(file) as stored:
        start = 0
        for group in range(stored.metadata.num_row_groups):
            end = start + stored.metadata.row_group(group).num_rows
            chosen: list[int] | None = None
            if numbers is not None:
                chosen = []
                while following is not None and following < end:
                    chosen.append(following - start)
                    following = next(numbers, None)
            if chosen is None or chosen:
                table = stored.read_row_group(group, columns=COLUMNS)
                yield from _rows(table if chosen is None else table.take(chosen))
            start = end


@contextmanager
def _opened(file: Path) -> Iterator[Any]:
    try:
        with pq.ParquetFile(file) as stored:
            missing = [name for name in COLUMNS if name not in stored.schema_arrow.names]
            if missing:
                raise ProofNetsError(f"{file} has no parses: there is no column {missing[0]!r}")
            yield stored
    except (pa.ArrowException, OSError) as error:
        reason = str(error).splitlines()[0]
        raise ProofNetsError(f"{file} cannot be read as Parquet: {reason}") from None


def _rows(table: Any) -> Iterator[Reading]:
    for values in table.select(COLUMNS).cast(SCHEMA).to_pylist():
        links = [(link["positive"], link["negative"]) for link in values.pop("links")]
        plain: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in values.items()}
        yield Reading(**plain, links=tuple(links))
