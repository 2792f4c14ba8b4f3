"""Patterns to SQL for DuckDB.

A query is put together from fixed text and whole numbers: nodes are `n0`, `n1`, …; what a pattern says, texts and
numbers alike, is handed over as parameters. What SQL cannot do is done in Python beforehand, and its outcome joined: a
table `types_k` has the distinct types of the corpus that fit a type with holes, and `shapes_k` the readings whose term
fits a shape.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from proofnets.corpus.holes import TypePattern, variables
from proofnets.corpus.patterns import (
    GLOBAL_FEATURES,
    NODE_FEATURES,
    Body,
    Clause,
    Comparison,
    Edge,
    Order,
    Pattern,
    Presence,
    Regex,
    TermShape,
    Test,
    Value,
    can_share,
    type_tests,
)
from proofnets.corpus.shapes import Shape, necessary
from proofnets.corpus.shapes import nodes as nodes_of_shape
from proofnets.errors import ProofNetsError

ROWS_A_FILE = 1 << 40
"""A row's key is the number of its file times this, and its number in the file."""

_TOKEN_COLUMNS = {
    "word": "unnest(tokens)",
    "lemma": "unnest(lemmas)",
    "type": "nullif(unnest(types), '+')",
    "head": "unnest(heads)",
    "label": "unnest(labels)",
    "confidence": "unnest(type_confidences)",
    "index": "generate_subscripts(tokens, 1)",
}


@dataclass(frozen=True, slots=True)
class Key:
    """What matches are counted by: a feature of a node, or of the reading as a whole."""

    node: str | None
    feature: str

    def __str__(self) -> str:
        return f"{self.node}.{self.feature}" if self.node else self.feature


def parse_key(text: str, pattern: Pattern) -> Key:
    """Read a key, `V.word` or `document`, of a pattern.

    >>> parse_key("V.word", Pattern(Body(("V",))))
    Key(node='V', feature='word')
    """
    node, dot, feature = text.strip().rpartition(".")
    if not dot and feature in GLOBAL_FEATURES:
        return Key(None, feature)
    if node in pattern.body.nodes and feature in NODE_FEATURES:
        return Key(node, feature)
    known = " or ".join(f"{name}.word" for name in pattern.body.nodes[:3])
    raise ProofNetsError(
        f"matches cannot be counted by {text!r}: give a node's feature{f', such as {known}' * bool(known)} "
        f"({', '.join(NODE_FEATURES)}), or the sentence's ({', '.join(GLOBAL_FEATURES)})"
    )


@dataclass(frozen=True, slots=True)
class TypeTable:
    """A table that a query needs: the types that fit one of some types with holes, and what their variables are."""

    name: str
    types: tuple[TypePattern, ...]
    variables: tuple[str, ...]
    """Those that other types have as well, in the order of the columns v0, v1, …"""


@dataclass(frozen=True, slots=True)
class ShapeTable:
    """A table that a query needs: the keys of readings that fit a shape, and the numbers of its nodes' tokens."""

    name: str
    shape: Shape
    nodes: tuple[str, ...]
    """In the order of the columns c0, c1, …"""
    candidates: str
    """The query for what may be in it: key, tokens, types and term of readings."""


@dataclass(frozen=True, slots=True)
class Query:
    """A pattern as SQL."""

    parameters: dict[str, str | float]
    """All but `files`, the names of the Parquet files."""
    types: tuple[TypeTable, ...]
    shapes: tuple[ShapeTable, ...]
    distinct_types: str
    """The query for the types of the corpus, which type tables are made from."""
    matches: str
    """The query for all matches: the key of the reading, and the number of each node's token."""
    counts: str
    """The query for how many matches there are, of each combination of the keys if there are keys."""


def compile_pattern(pattern: Pattern, keys: Sequence[Key] = (), limit: int | None = None) -> Query:
    """The SQL of a pattern; with keys, `counts` counts by them. A limit is on matches, and on rows of counts."""
    compiler = _Compiler(pattern)
    own = compiler.body(pattern.body, _Compiled({}, {}, [], [], []))
    conditions = [*own.conditions, *own.shapes]
    for body in pattern.without:
        inner = compiler.body(body, own)
        held = " AND ".join([*inner.conditions, *inner.shapes]) or "true"
        tables = ", ".join(inner.tables)
        conditions.append(f"NOT EXISTS (SELECT 1 FROM {tables} WHERE {held})" if tables else f"({held}) IS NOT TRUE")
    if any(key.node is None for key in keys) and own.nodes:
        own.tables.append("reading r")
        conditions.append(f"r.key = {compiler.key}")
    counted = [compiler.column(own.nodes[key.node] if key.node else "r", key.feature) for key in keys]
    shown = [compiler.key, *(f"{alias}.index" for alias in own.nodes.values())]

    tables, where = ", ".join(own.tables), " AND ".join(conditions) or "true"
    most = "" if limit is None else f" LIMIT {limit:d}"
    columns = ", ".join(map(str, range(1, len(keys) + 1)))
    grouped = f" GROUP BY {columns} ORDER BY {len(keys) + 1} DESC, {columns}" if keys else ""
    narrowed = ""
    if own.conditions:  # a term is looked at only where the rest of the pattern has a match
        narrowed = f" AND key IN (SELECT {compiler.key} FROM {tables} WHERE {' AND '.join(own.conditions)})"
    sieves = [" AND ".join(compiler.sieve(shape)) for _, shape in compiler.shapes]
    source = compiler.source()
    return Query(
        compiler.parameters,
        tuple(compiler.types),
        tuple(
            ShapeTable(
                name,
                shape,
                tuple(nodes_of_shape(shape)),
                f"{source} SELECT key, tokens, types, term FROM reading WHERE {sieve}{narrowed}",
            )
            for (name, shape), sieve in zip(compiler.shapes, sieves, strict=True)
        ),
        "SELECT DISTINCT unnest(list_append(types, goal)) FROM read_parquet($files)",
        f"{source} SELECT {', '.join(shown)} FROM {tables} WHERE {where} ORDER BY {', '.join(shown)}{most}",
        f"{source} SELECT {', '.join([*counted, 'count(*)'])} FROM {tables} WHERE {where}{grouped}{most}",
    )


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A body as SQL."""

    nodes: dict[str, str]
    """The alias of each node that can be named in it."""
    variables: dict[str, str]
    """The column that has what each variable stands for."""
    tables: list[str]
    conditions: list[str]
    shapes: list[str]
    """The conditions on terms."""


class _Compiler:
    """A pattern on its way to SQL: parameters, tables and columns as they come to be needed."""

    def __init__(self, pattern: Pattern) -> None:
        uses = Counter(name for _, value in type_tests(pattern) for name in variables(value))
        self.shared = {name for name, count in uses.items() if count > 1}
        self.parameters: dict[str, str | float] = {}
        self.types: list[TypeTable] = []
        self.shapes: list[tuple[str, Shape]] = []
        self.columns = {"index"}
        self.key = "n0.key" if pattern.body.nodes else "r.key"
        self.nodes = 0
        self.tests = [self.test(test, test.feature) for test in pattern.tests]

    def source(self) -> str:
        """Readings, and their tokens with the columns that are needed."""
        columns = ", ".join(f"{_TOKEN_COLUMNS[name]} AS {name}" for name in sorted(self.columns))
        key = f"file_index * {ROWS_A_FILE} + file_row_number AS key"
        return (
            f"WITH stored AS NOT MATERIALIZED (SELECT *, len(tokens) AS length, {key} FROM read_parquet($files)), "
            f"reading AS NOT MATERIALIZED (SELECT * FROM stored WHERE {' AND '.join(self.tests) or 'true'}), "
            f"token AS NOT MATERIALIZED (SELECT key, {columns} FROM reading)"
        )

    def parameter(self, value: str | float) -> str:
        name = f"p{len(self.parameters)}"
        self.parameters[name] = value
        return f"${name}"

    def column(self, alias: str, feature: str) -> str:
        if alias != "r":
            self.columns.add(feature)
        return f"{alias}.{feature}"

    def body(self, body: Body, outer: _Compiled) -> _Compiled:
        """A body. The nodes and variables outside can be named in it."""
        new = {node: f"n{self.nodes + number}" for number, node in enumerate(body.nodes)}
        self.nodes += len(new)
        made = _Compiled(outer.nodes | new, dict(outer.variables), [f"token {alias}" for alias in new.values()], [], [])
        if self.key == "r.key" and not outer.tables:
            made.tables.append("reading r")
        made.conditions.extend(f"{alias}.key = {self.key}" for alias in new.values() if f"{alias}.key" != self.key)
        pairs = combinations(made.nodes.values(), 2)
        made.conditions.extend(f"{left}.index <> {right}.index" for left, right in pairs if right in new.values())
        for clause in body.clauses:
            self.clause(clause, made)
        return made

    def clause(self, clause: Clause, made: _Compiled) -> None:
        """Add a clause to what is made of its body."""
        alias = made.nodes
        match clause:
            case Test(str(node), "type", _, (TypePattern() as value,)) if can_share(clause) and self.holds_shared(
                value
            ):
                self.sharing_test(value, self.column(alias[node], "type"), made)
            case Test(str(node), feature):
                made.conditions.append(self.test(clause, self.column(alias[node], feature)))
            case Presence(node, feature, present):
                made.conditions.append(f"{self.column(alias[node], feature)} IS {'NOT ' * present}NULL")
            case Comparison(node, feature, operator, other, other_feature):
                left, right = self.column(alias[node], feature), self.column(alias[other], other_feature)
                made.conditions.append(f"{left} {operator} {right}")
            case Edge(head, dependent, labels, negated):
                made.conditions.append(f"{self.column(alias[dependent], 'head')} = {alias[head]}.index")
                label = self.column(alias[dependent], "label")
                if labels:
                    made.conditions.append(f"{'NOT ' * negated}({self.any_of(labels, label)})")
            case Order(first, second, immediate):
                step, sign = (" + 1", "=") if immediate else ("", "<")
                made.conditions.append(f"{alias[first]}.index{step} {sign} {alias[second]}.index")
            case TermShape(shape):
                name = f"shapes_{len(self.shapes)}"
                self.shapes.append((name, shape))
                named = [f"{name}.c{n} = {alias[node]}.index" for n, node in enumerate(nodes_of_shape(shape))]
                same = " AND ".join([f"{name}.key = {self.key}", *named])
                made.shapes.append(f"EXISTS (SELECT 1 FROM {name} WHERE {same})")

    def holds_shared(self, value: TypePattern) -> bool:
        return bool(variables(value) & self.shared)

    def sharing_test(self, value: TypePattern, column: str, made: _Compiled) -> None:
        """A type whose variables must agree with those of other types: its table is joined."""
        table = TypeTable(f"types_{len(self.types)}", (value,), tuple(sorted(variables(value) & self.shared)))
        self.types.append(table)
        made.tables.append(table.name)
        made.conditions.append(f"{table.name}.type = {column}")
        for number, variable in enumerate(table.variables):
            here = f"{table.name}.v{number}"
            if made.variables.setdefault(variable, here) != here:
                made.conditions.append(f"{here} = {made.variables[variable]}")

    def test(self, test: Test, column: str) -> str:
        """The condition that a test is, given the column of its feature."""
        if test.operator not in ("=", "<>"):
            return f"{column} {test.operator} {self.parameter(float(str(test.values[0])))}"
        any_of = f"({self.any_of(test.values, column)})"
        return any_of if test.operator == "=" else f"{column} IS NOT NULL AND NOT {any_of}"

    def any_of(self, values: Sequence[Value], column: str) -> str:
        """The condition that a column has one of some values; unknown or false, as in SQL, if it has none at all."""
        types = tuple(value for value in values if isinstance(value, TypePattern))
        conditions = [
            f"regexp_full_match({column}, {self.parameter(value.text)})"
            if isinstance(value, Regex)
            else f"{column} = {self.parameter(value)}"
            for value in values
            if not isinstance(value, TypePattern)
        ]
        if types:
            table = TypeTable(f"types_{len(self.types)}", types, ())
            self.types.append(table)
            conditions.append(f"{column} IN (SELECT type FROM {table.name})")
        return " OR ".join(conditions)

    def sieve(self, shape: Shape) -> list[str]:
        """Conditions that hold of every reading whose term fits a shape."""
        pieces = (f"contains(term, {self.parameter(piece)})" for piece in sorted(necessary(shape)))
        return ["term IS NOT NULL", *pieces]
