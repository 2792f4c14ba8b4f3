"""Search: the matches of a pattern in parses that are kept, or in the samples of a treebank."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from glob import escape
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any, Literal

import duckdb
import pyarrow as pa

from proofnets.corpus.holes import match_type
from proofnets.corpus.notation import parse_pattern
from proofnets.corpus.patterns import NODE_FEATURES, Edge, Pattern, Regex, Test
from proofnets.corpus.records import Reading, record, record_of_sample
from proofnets.corpus.shapes import find
from proofnets.corpus.sql import ROWS_A_FILE, Query, ShapeTable, TypeTable, compile_pattern, parse_key
from proofnets.corpus.store import read_readings, store_files, write_records
from proofnets.deadline import Deadline, TimeUpError
from proofnets.derivation import Parse
from proofnets.derivation.derivations import groups
from proofnets.errors import ProofNetsError
from proofnets.logic import Type, parse_term, parse_type, show_type
from proofnets.treebank.samples import SampleError, read_samples

SECONDS = 60.0
"""The time that a search may take, if nothing else is said."""
_BETWEEN_LOOKS = 0.05
"""How many seconds pass until it is asked again whether a query is to stop."""


@dataclass(frozen=True, slots=True)
class Match:
    """A reading that a pattern matches, and the number of the token that each of its nodes is, counted from 1."""

    reading: Reading
    nodes: Mapping[str, int]

    def feature(self, node: str, feature: str) -> str | int | float | None:
        """What the token of a node has: its word, lemma, type, label, index or confidence."""
        index = self.nodes[node]
        if feature == "index":
            return index
        column = {"word": "tokens", "confidence": "type_confidences"}.get(feature, f"{feature}s")
        value: str | float | None = getattr(self.reading, column)[index - 1]
        return None if feature == "type" and value == "+" else value

    @property
    def parse(self) -> Parse:
        """The sentence with this reading, which is verified anew."""
        return record([self.reading]).parse


@dataclass(frozen=True, slots=True)
class Matches:
    """The matches of a pattern. Each of `iter`, `count`, `counts` and `table` searches anew."""

    path: Path
    pattern: Pattern
    limit: int | None = None
    """On matches, and on rows of `counts`."""
    seconds: float | None = SECONDS
    """How long a search may take."""
    deadline: Deadline = field(default_factory=Deadline)
    """When to stop besides that, for all searches together."""

    def __iter__(self) -> Iterator[Match]:
        """The matches, in the order of the corpus."""
        with _Corpus.opened(self) as corpus:
            rows = corpus.fetch(compile_pattern(self.pattern, limit=self.limit), "matches")
            for number, same_file in groupby(rows, lambda row: row[0] // ROWS_A_FILE):
                yield from self._matches(corpus.files[number], same_file)

    def _matches(self, file: Path, rows: Iterator[Sequence[int]]) -> Iterator[Match]:
        by_row = {key % ROWS_A_FILE: list(same) for key, same in groupby(rows, lambda row: row[0])}
        for number, reading in zip(by_row, read_readings(file, by_row), strict=True):
            for row in by_row[number]:
                yield Match(reading, dict(zip(self.pattern.body.nodes, row[1:], strict=True)))

    def count(self) -> int:
        """How many matches there are, whatever the limit."""
        with _Corpus.opened(self) as corpus:
            ((number,),) = corpus.fetch(compile_pattern(self.pattern), "counts")
        return int(number)

    def counts(self, *keys: str) -> Any:
        """How many matches there are of each combination of keys (`V.word`, `document`): an Arrow table, most first."""
        parsed = [parse_key(key, self.pattern) for key in keys]
        if len(set(parsed)) != len(parsed):
            raise ProofNetsError(f"matches are counted by each key once, not by {', '.join(map(str, parsed))}")
        with _Corpus.opened(self) as corpus:
            rows = corpus.fetch(compile_pattern(self.pattern, parsed, self.limit), "counts")
        names = [*map(str, parsed), "count"]
        return _table({name: [row[number] for row in rows] for number, name in enumerate(names)})

    def table(self) -> Any:
        """The matches as an Arrow table, a row each: where it is, the sentence, and the features of each node."""
        return match_table(self.pattern.body.nodes, self)


_PLACE = ("document", "paragraph", "sentence", "start", "end", "reading")
_WHOLE_NUMBERS = {"paragraph", "sentence", "start", "end", "reading", "length", "index", "count"}
_DECIMALS = {"score", "confidence"}


def columns(nodes: Iterable[str]) -> list[str]:
    """The columns of a table of matches."""
    return [*_PLACE, "text", *(f"{node}.{feature}" for node in nodes for feature in NODE_FEATURES)]


def row(match: Match) -> list[str | int | float | None]:
    """A match as a row of the table."""
    of_nodes = [match.feature(node, feature) for node in match.nodes for feature in NODE_FEATURES]
    return [*(getattr(match.reading, name) for name in _PLACE), match.reading.text, *of_nodes]


def match_table(nodes: Iterable[str], matches: Iterable[Match]) -> Any:
    """Matches of a pattern with these nodes, as an Arrow table."""
    values: dict[str, list[Any]] = {name: [] for name in columns(nodes)}
    for match in matches:
        for column, value in zip(values.values(), row(match), strict=True):
            column.append(value)
    return _table(values)


def _table(values: Mapping[str, list[Any]]) -> Any:
    """An Arrow table of features, `V.word` and the like: the last part of a column's name tells its type."""

    def kind(name: str) -> Any:
        feature = name.rpartition(".")[2]
        return pa.int64() if feature in _WHOLE_NUMBERS else pa.float64() if feature in _DECIMALS else pa.string()

    return pa.table(values, schema=pa.schema([(name, kind(name)) for name in values]))


def search(
    path: str | Path,
    pattern: str | Pattern,
    limit: int | None = None,
    seconds: float | None = SECONDS,
    deadline: Deadline | None = None,
) -> Matches:
    """The matches of a pattern in a Parquet file of parses, a folder of such files, or a file of samples.

    It is an iterator of matches; `count()`, `counts("V.word")` and `table()` give numbers and tables.
    """
    parsed = parse_pattern(pattern) if isinstance(pattern, str) else pattern
    if limit is not None and limit < 0:
        raise ProofNetsError(f"a limit of {limit} makes no sense: give a number from 0 on")
    Deadline.after(seconds)  # refuses what is no time
    _check_regexes(parsed)
    return Matches(Path(path), parsed, limit, seconds, deadline or Deadline())


@dataclass(frozen=True, slots=True)
class _Corpus:
    """A corpus while it is searched: its files, a connection, and the moment when time is up."""

    files: list[Path]
    connection: duckdb.DuckDBPyConnection
    deadline: Deadline

    @staticmethod
    @contextmanager
    def opened(matches: Matches) -> Iterator[_Corpus]:
        path, seconds, deadline = matches.path, matches.seconds, matches.deadline.within(matches.seconds)
        with TemporaryDirectory() as folder:
            offline = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
            try:
                is_store = path.is_dir() or path.suffix == ".parquet"
                files = store_files(path) if is_store else [_of_samples(path, folder, deadline)]
                with duckdb.connect(config={"temp_directory": folder, **offline}) as connection:
                    yield _Corpus(files, connection, deadline)
            except (TimeUpError, duckdb.InterruptException):
                took = "too long" if seconds is None else f"longer than {seconds:g} seconds"
                raise ProofNetsError(f"the search took {took}: narrow the pattern, or give it more time") from None
            except duckdb.OutOfMemoryException:
                raise ProofNetsError("there are more matches than memory can hold: narrow the pattern") from None
            except duckdb.Error as error:
                raise ProofNetsError(f"{path} cannot be searched: {str(error).splitlines()[0]}") from None

    def fetch(self, query: Query, which: Literal["matches", "counts"]) -> list[Any]:
        """The rows of one of the queries, when the tables that it needs are made."""
        if query.types:
            types = [_parse(text) for (text,) in self.execute(query.distinct_types, {}) if text not in (None, "+")]
            for table in query.types:
                self.connection.register(table.name, _fitting(table, types))
        for shape in query.shapes:
            self.connection.register(shape.name, self.shaped(shape, query.parameters))
        return self.execute(query.matches if which == "matches" else query.counts, query.parameters)

    def execute(self, sql: str, parameters: Mapping[str, str | float]) -> list[Any]:
        """The rows of a query; it is interrupted when time is up."""
        self.deadline.check()
        known = {**parameters, "files": [escape(str(file)) for file in self.files]}
        used = {name: known[name] for name in set(re.findall(r"\$(\w+)", sql))}
        finished = Event()
        watcher = Thread(target=self._watch, args=(finished,), daemon=True)
        watcher.start()
        try:
            rows: list[Any] = self.connection.execute(sql, used).fetchall()
        finally:
            finished.set()
            watcher.join()
        return rows

    def _watch(self, finished: Event) -> None:
        """Interrupt a query as soon as time is up, and again if it had not begun by then."""
        while not finished.wait(_BETWEEN_LOOKS):
            if self.deadline.passed:
                self.connection.interrupt()

    def shaped(self, table: ShapeTable, parameters: Mapping[str, str | float]) -> Any:
        """The table of readings whose term fits a shape."""
        columns: dict[str, list[int]] = {"key": [], **{f"c{number}": [] for number in range(len(table.nodes))}}
        for key, tokens, types, term in self.execute(table.candidates, parameters):
            units = [group for group, word in groups(types).items() if word]
            words = [" ".join(tokens[number - 1] for number in unit) for unit in units]
            for positions in find(table.shape, parse_term(term, words), self.deadline):
                numbers = (units[positions[node] - 1][0] for node in table.nodes)
                for column, value in zip(columns.values(), (key, *numbers), strict=True):
                    column.append(value)
        return pa.table(columns, schema=pa.schema([(name, pa.int64()) for name in columns]))


def _of_samples(path: Path, folder: str, deadline: Deadline) -> Path:
    """The samples of a file as a Parquet file in a folder."""
    file = Path(folder, "samples.parquet")
    try:
        write_records(map(record_of_sample, deadline.checking(read_samples(path))), file)
    except SampleError as error:
        hint = f"is it a text? Then search what `parse -i {path} -o parsed.parquet` writes"
        raise SampleError(f"{error}; {hint}") from None
    return file


@lru_cache(maxsize=100_000)
def _parse(text: str) -> Type:
    return parse_type(text)


def _fitting(table: TypeTable, types: Iterable[Type]) -> Any:
    """The types that fit one of those with holes, and what the variables stand for in them."""
    columns: dict[str, list[str]] = {"type": [], **{f"v{number}": [] for number in range(len(table.variables))}}
    for type_ in types:
        binding = next((binding for each in table.types if (binding := match_type(each, type_)) is not None), None)
        if binding is not None:
            values = (show_type(type_), *(binding[variable] for variable in table.variables))
            for column, value in zip(columns.values(), values, strict=True):
                column.append(value)
    return pa.table(columns, schema=pa.schema([(name, pa.string()) for name in columns]))


def _check_regexes(pattern: Pattern) -> None:
    """Refuse what DuckDB takes for no regular expression."""
    values: list[object] = [value for test in pattern.tests for value in test.values]
    for clause in (clause for body in pattern.bodies for clause in body.clauses):
        values += clause.values if isinstance(clause, Test) else clause.labels if isinstance(clause, Edge) else ()
    with duckdb.connect() as connection:
        for regex in (value for value in values if isinstance(value, Regex)):
            try:
                connection.execute("SELECT regexp_full_match('', $regex)", {"regex": regex.text}).fetchall()
            except duckdb.Error as error:
                reason = str(error).splitlines()[0].removeprefix("Invalid Input Error: ")
                raise ProofNetsError(f"column {regex.column}: expected a regular expression: {reason}") from None
