"""Patterns as text, in the syntax of Grew: `pattern { V -[su]-> S; S [word="kinderen"] } without { V -[mod]-> M }`.

docs/corpora.md describes it. Errors name the column and what was expected there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import cast

from proofnets.corpus.holes import HOLE, parse_type_pattern, variables
from proofnets.corpus.patterns import (
    GLOBAL_FEATURES,
    NODE_FEATURES,
    Body,
    Clause,
    Comparison,
    Edge,
    Kind,
    Operator,
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
from proofnets.corpus.shapes import Abstracted, AnyTerm, Applied, Bound, GivenWord, Marked, NodeWord, Shape, Within
from proofnets.errors import NotationError, ProofNetsError
from proofnets.logic.scanner import Scanner
from proofnets.logic.term_notation import RAISED, UNRAISE

MOST_CHARACTERS = 10_000
MOST_NODES = 20
DEEPEST_SHAPE = 50
"""Limits: what is larger was not written by hand."""

KEYWORDS = frozenset({"pattern", "without", "global", "term"})

_NAME = re.compile(r"[^\W_]+")
_FEATURE = re.compile(r"\w+")
_BLOCK = re.compile(r"(pattern|without|global)\b")
_TERM = re.compile(r"term\b")
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_REGEX = re.compile(r're"((?:[^"\\]|\\.)*)"', re.DOTALL)
_BARE = re.compile(r"\w[\w-]*")
_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,15})?(?![\w.])")
_COMPARE = re.compile(r"<=|>=|<>|=|<|>")
_OTHER_FEATURE = re.compile(r"([^\W_]+)\s*\.\s*(?=[^\W\d])")
_LABEL = re.compile(r"\w+")
_EDGE_OPEN = re.compile(r"-\[(\^?)")
_EDGE_CLOSE = re.compile(r"\]->")
_ANY_EDGE = re.compile(r"->")
_BEFORE = re.compile(r"<<|<")
_LAMBDA = re.compile(r"λ|\\")
_RAISED = re.compile(rf"\^(\w+)|([{RAISED}]+)")
_LOWERED = re.compile(r"_(\w+)")
_HOLE = re.compile(HOLE)
_PREFIXED = re.compile(r"([▿▴])(\w+)\s*\(")


def parse_pattern(text: str) -> Pattern:
    """Read a pattern.

    >>> parse_pattern('pattern { V -[su|obj]-> S }').body.clauses
    (Edge(head='V', dependent='S', labels=('su', 'obj'), negated=False),)
    >>> parse_pattern('pattern { V -[su]-> }')
    Traceback (most recent call last):
    proofnets.errors.NotationError: column 21: expected the name of a node, found '}'
    """
    if len(text) > MOST_CHARACTERS:
        raise ProofNetsError(f"a pattern can have {MOST_CHARACTERS:,} characters, and this has {len(text):,}")
    return _Reader(text).pattern()


class _Reader(Scanner):
    """A pattern that is being read, from left to right."""

    space = re.compile(r"(?:\s|%[^\n]*)*")  # comments too

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.nodes: list[str] = []  # of the body that is being read, and of the pattern's

    def taken(self, mark: str) -> bool:
        self.skip()
        there = self.text.startswith(mark, self.position)
        self.position += len(mark) if there else 0
        return there

    def expect(self, mark: str, expected: str = "") -> None:
        if not self.taken(mark):
            raise self.fail(expected or mark)

    # Blocks

    def pattern(self) -> Pattern:
        body: Body | None = None
        tests: list[Test] = []
        bodies: list[Body] = []
        own: list[str] = []
        while block := self.take(_BLOCK):
            if block[1] == "global":
                tests += self.tests()
            elif block[1] == "pattern":
                if body is not None or bodies:
                    raise self.fail("one pattern, and before each without", block.start())
                body, own = self.body([]), self.nodes
            else:
                bodies.append(self.body(own))
        self.skip()
        if self.position < len(self.text) or not self.text.strip():
            raise self.fail("pattern, without or global")
        pattern = Pattern(body or Body(), tuple(bodies), tuple(tests))
        if sum(len(each.nodes) for each in pattern.bodies) > MOST_NODES:
            raise ProofNetsError(f"a pattern can have {MOST_NODES} nodes: this one has more")
        self.check_variables(pattern)
        return pattern

    def check_variables(self, pattern: Pattern) -> None:
        """A variable that several types have must be in types that can share it."""
        uses = Counter(name for _, value in type_tests(pattern) for name in variables(value))
        for test, value in type_tests(pattern):
            shared = sorted(name for name in variables(value) if uses[name] > 1)
            if shared and not can_share(test):
                raise self.fail(
                    f"no ?{shared[0]}, which other types have: a type shares it if it stands alone, behind =",
                    value.column - 1,
                )

    def body(self, own: list[str]) -> Body:
        """A body; `own` are the nodes of the pattern, if this is a `without`."""
        self.nodes = list(own)
        self.expect("{")
        clauses: list[Clause] = []
        while not self.taken("}"):
            clauses += self.clause()
            if not self.taken(";"):
                self.expect("}", "; or }")
                break
        return Body(tuple(self.nodes[len(own) :]), tuple(clauses))

    def tests(self) -> list[Test]:
        self.expect("{")
        tests = []
        while not self.taken("}"):
            feature = self.feature(GLOBAL_FEATURES)
            tests.append(self.test(None, feature, GLOBAL_FEATURES[feature]))
            if not self.taken(";"):
                self.expect("}", "; or }")
                break
        return tests

    # Clauses

    def clause(self) -> list[Clause]:
        if self.take(_TERM):
            return [TermShape(self.shape())]
        node = self.node("the name of a node, term or }")
        if self.taken("["):
            return self.features(node)
        if self.taken("."):
            return [self.feature_clause(node)]
        if match := self.take(_EDGE_OPEN):
            labels = self.labels()
            return [Edge(node, self.node(), labels, negated=bool(match[1]))]
        if self.take(_ANY_EDGE):
            return [Edge(node, self.node())]
        if match := self.take(_BEFORE):
            return [Order(node, self.node(), immediate=match[0] == "<")]
        raise self.fail("[, ., -[, ->, < or <<")

    def node(self, expected: str = "the name of a node") -> str:
        self.skip()
        start = self.position
        match = self.take(_NAME)
        if not match or match[0] in KEYWORDS:
            raise self.fail(expected, start)
        if match[0] not in self.nodes:
            self.nodes.append(match[0])
        return match[0]

    def feature(self, features: Mapping[str, Kind]) -> str:
        self.skip()
        start = self.position
        match = self.take(_FEATURE)
        if not match or match[0] not in features:
            raise self.fail(f"one of {', '.join(features)}", start)
        return match[0]

    def features(self, node: str) -> list[Clause]:
        """What stands between the brackets behind a node."""
        clauses: list[Clause] = []
        while not self.taken("]"):
            absent = self.taken("!")
            feature = self.feature(NODE_FEATURES)
            self.skip()
            compared = not absent and _COMPARE.match(self.text, self.position)
            kind = NODE_FEATURES[feature]
            clauses.append(self.test(node, feature, kind) if compared else Presence(node, feature, not absent))
            if not self.taken(","):
                self.expect("]", ", or ]" if absent or compared else "=, <>, a comma or ]")
                break
        return clauses

    def feature_clause(self, node: str) -> Clause:
        """What stands behind a node and a dot: a feature, compared with values or with another node's feature."""
        feature = self.feature(NODE_FEATURES)
        kind = NODE_FEATURES[feature]
        before = self.position
        operator = self.operator(kind)
        self.skip()
        other = _OTHER_FEATURE.match(self.text, self.position)
        if not other:
            self.position = before
            return self.test(node, feature, kind)
        name = self.node()
        self.expect(".")
        start = self.position
        other_feature = self.feature(NODE_FEATURES)
        if (NODE_FEATURES[other_feature] == "number") != (kind == "number"):
            raise self.fail(f"a feature that can be compared with {feature}", start)
        return Comparison(node, feature, operator, name, other_feature)

    def operator(self, kind: Kind) -> Operator:
        self.skip()
        start = self.position
        match = self.take(_COMPARE)
        if not match or (kind != "number" and match[0] not in ("=", "<>")):
            raise self.fail("= or <>" if kind != "number" else "=, <>, <, <=, > or >=", start)
        return cast(Operator, match[0])  # the expression has no others

    def test(self, node: str | None, feature: str, kind: Kind) -> Test:
        operator = self.operator(kind)
        values = [self.value(kind)]
        while operator in ("=", "<>") and self.taken("|"):
            values.append(self.value(kind))
        return Test(node, feature, operator, tuple(values))

    # Values

    def value(self, kind: Kind) -> Value:
        if kind == "number":
            match = self.take(_NUMBER)
            if not match:
                raise self.fail("a number")
            return float(match[0])
        if regex := self.regex():
            return regex
        self.skip()
        start = self.position
        if match := self.take(_STRING):
            text, places = _unescape(match[1], match.start(1))
        elif match := self.take(_BARE):
            text, places = match[0], list(range(match.start(), match.end()))
        else:
            raise self.fail('a word, "…" or re"…"' if kind == "text" else 'a type in quotes, or re"…"')
        if kind == "text":
            return text
        try:
            return parse_type_pattern(text, start + 1)
        except NotationError as error:
            raise self.fail(error.expected, [*places, match.end(match.lastindex or 0)][error.column - 1]) from None

    def regex(self) -> Regex | None:
        match = self.take(_REGEX)
        return Regex(_unescape_quotes(match[1]), match.start() + 1) if match else None

    def labels(self) -> tuple[str | Regex, ...]:
        labels: list[str | Regex] = []
        while True:
            if regex := self.regex():
                labels.append(regex)
            elif match := self.take(_STRING):
                labels.append(_unescape(match[1], 0)[0])
            elif match := self.take(_LABEL):
                labels.append(match[0])
            else:
                raise self.fail("a label")
            if not self.taken("|"):
                if not self.take(_EDGE_CLOSE):
                    raise self.fail("| or ]->")
                return tuple(labels)

    # Terms

    def shape(self, bound: tuple[str, ...] = (), depth: int = 1) -> Shape:
        """A term with holes, as much as there is: a λ, or parts that are applied to each other."""
        if depth > DEEPEST_SHAPE:
            raise self.fail(f"a term with less in it (it nests more than {DEEPEST_SHAPE} deep)")
        shape: Shape | None = None
        while True:
            self.skip()
            start = self.position
            if self.take(_LAMBDA):
                following: Shape | None = self.abstraction(bound, depth + 1)
            else:
                following = self.operand(bound, depth + 1)
            if following is None:
                if shape is None:
                    raise self.fail('a term: a node, "…", _, λ, ( or [', start)
                return shape
            shape = following if shape is None else Applied(shape, following)
            depth += 1
            if depth > DEEPEST_SHAPE:
                raise self.fail(f"a term with less in it (it nests more than {DEEPEST_SHAPE} deep)")

    def abstraction(self, bound: tuple[str, ...], depth: int) -> Shape:
        name = self.take(_NAME)
        if not name:
            raise self.fail("a variable behind λ")
        if name[0] in bound or name[0] in self.nodes:
            raise self.fail("a name that stands for nothing else", name.start())
        label = self.take(_RAISED)
        self.expect(".", ". behind the λ's variable" if label else "^ with a label, or . behind the λ's variable")
        return Abstracted(name[0], _raised(label) if label else None, self.shape((*bound, name[0]), depth))

    def operand(self, bound: tuple[str, ...], depth: int) -> Shape | None:
        """A leaf or what stands in brackets, with the marks behind it; None if there is neither."""
        shape: Shape
        if match := self.take(_STRING):
            shape = GivenWord(_unescape(match[1], 0)[0])
        elif self.take(_HOLE):
            shape = AnyTerm()
        elif match := self.take(_PREFIXED):
            shape = Marked("◇E" if match[1] == "▿" else "□I", match[2], self.closed(")", bound, depth))
        elif self.taken("("):
            shape = self.closed(")", bound, depth)
        elif self.taken("["):
            shape = Within(self.closed("]", bound, depth))
        else:
            self.skip()
            match = _NAME.match(self.text, self.position)
            if not match:
                return None
            if match[0] in bound:
                self.position = match.end()
                shape = Bound(match[0])
            else:
                shape = NodeWord(self.node())
        marks = 0
        while marks < DEEPEST_SHAPE:
            if match := self.take_here(_RAISED):
                shape = Marked("◇I", _raised(match), shape)
            elif match := self.take_here(_LOWERED):
                shape = Marked("□E", match[1], shape)
            else:
                return shape
            marks += 1
        raise self.fail(f"at most {DEEPEST_SHAPE} marks")

    def closed(self, end: str, bound: tuple[str, ...], depth: int) -> Shape:
        shape = self.shape(bound, depth)
        self.expect(end, f"a term or {end}")
        return shape


def _raised(match: re.Match[str]) -> str:
    return match[1] or match[2].translate(UNRAISE)


def _unescape(text: str, start: int) -> tuple[str, list[int]]:
    """A text in quotes as it is meant, and where each character of it stands."""
    pieces = [(match.start() + start, match[1] or match[0]) for match in re.finditer(r"\\(.)|.", text, re.DOTALL)]
    return "".join(piece for _, piece in pieces), [place for place, _ in pieces]


def _unescape_quotes(text: str) -> str:
    """A regular expression as it is meant: its own escapes are left to it."""
    return text.replace('\\"', '"')
