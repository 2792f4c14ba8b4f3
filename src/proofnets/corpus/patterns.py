"""Patterns: what is searched for, as plain data. `notation` reads them, `sql` turns them into a query."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from proofnets.corpus.holes import TypePattern
from proofnets.corpus.shapes import Shape

Kind: TypeAlias = Literal["text", "type", "number"]
Operator: TypeAlias = Literal["=", "<>", "<", "<=", ">", ">="]

NODE_FEATURES: Mapping[str, Kind] = {
    "word": "text",
    "lemma": "text",
    "type": "type",
    "label": "text",
    "index": "number",
    "confidence": "number",
}
"""What can be said of a node, which is a token: `index` is its number, `label` that of the edge to its head."""

GLOBAL_FEATURES: Mapping[str, Kind] = {
    "document": "text",
    "paragraph": "number",
    "sentence": "number",
    "text": "text",
    "status": "text",
    "reading": "number",
    "goal": "type",
    "length": "number",
    "score": "number",
    "confidence": "number",
}
"""What can be said of a reading as a whole: `length` is how many tokens it has."""


@dataclass(frozen=True, slots=True)
class Regex:
    """A regular expression (RE2's) that the whole of a text must match."""

    text: str
    column: int = field(default=0, compare=False)
    """Where it stands, counted from 1."""


Value: TypeAlias = str | Regex | TypePattern | float


@dataclass(frozen=True, slots=True)
class Test:
    """A feature compared with values: one of them with `=`, none of them with `<>`. Where there is no such feature,
    neither holds.
    """

    __test__ = False  # for pytest: this is no test of ours

    node: str | None
    """None if it is about the reading as a whole."""
    feature: str
    operator: Operator
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether a node has a feature at all."""

    node: str
    feature: str
    present: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """Features of two nodes compared with each other."""

    node: str
    feature: str
    operator: Operator
    other: str
    other_feature: str


@dataclass(frozen=True, slots=True)
class Edge:
    """A dependency. Its label is one of those given or, if negated, none of them; any if none is given."""

    head: str
    dependent: str
    labels: tuple[str | Regex, ...] = ()
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """One node before another; immediately, or anywhere."""

    first: str
    second: str
    immediate: bool


@dataclass(frozen=True, slots=True)
class TermShape:
    """A part of the term has a shape."""

    shape: Shape


Clause: TypeAlias = Test | Presence | Comparison | Edge | Order | TermShape


@dataclass(frozen=True, slots=True)
class Body:
    """Nodes and what holds of them."""

    nodes: tuple[str, ...] = ()
    """Those that are new here: in a `without`, none of the pattern's."""
    clauses: tuple[Clause, ...] = ()


@dataclass(frozen=True, slots=True)
class Pattern:
    """What is searched for: a pattern, without any of some others, in readings of which some tests hold."""

    body: Body = Body()
    without: tuple[Body, ...] = ()
    tests: tuple[Test, ...] = ()

    @property
    def bodies(self) -> tuple[Body, ...]:
        """The pattern's own body, and those that must not match."""
        return self.body, *self.without


def type_tests(pattern: Pattern) -> Iterator[tuple[Test, TypePattern]]:
    """The types with holes of a pattern, each with the test that it stands in."""
    clauses = [clause for body in pattern.bodies for clause in body.clauses]
    for test in [*(clause for clause in clauses if isinstance(clause, Test)), *pattern.tests]:
        for value in test.values:
            if isinstance(value, TypePattern):
                yield test, value


def can_share(test: Test) -> bool:
    """Whether the variables of a test's type may stand in other types as well, and must then agree with those."""
    return test.node is not None and test.operator == "=" and len(test.values) == 1
