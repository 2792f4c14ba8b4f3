"""Random patterns, their notation, and the slow twin of the search: the definition of a match, tried on everything."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import permutations
from operator import eq, ge, gt, le, lt, ne
from types import MappingProxyType
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from proofnets.corpus import Record
from proofnets.corpus.holes import TypePattern, variables
from proofnets.corpus.patterns import (
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
from proofnets.corpus.shapes import Abstracted, AnyTerm, Applied, Bound, GivenWord, Marked, NodeWord, Shape, Within
from proofnets.corpus.shapes import nodes as nodes_of_shape
from proofnets.derivation import Analysis, to_dict, units
from proofnets.logic import (
    Abstraction,
    Application,
    Atom,
    Box,
    Diamond,
    Implication,
    Modal,
    Term,
    Type,
    Variable,
    Word,
)
from proofnets.logic.scanner import quote
from proofnets.logic.terms import words

NODES = ("A", "B", "C")
WORDS = ("de", "man", "die", "x", "een man", ",", "Haag", "';--")
LABELS = ("d", "m", "dep", "root", "mwp")
OPERATORS = {"=": eq, "<>": ne, "<": lt, "<=": le, ">": gt, ">=": ge}

# Patterns

_names = st.sampled_from(("a", "b", "c", "_", "_", "_v"))
_labels = st.sampled_from(("d", "m", "_", "_l"))
_types: st.SearchStrategy[Type] = st.recursive(
    st.builds(Atom, _names),
    lambda types: (
        st.builds(Implication, types, types)
        | st.builds(Implication, st.builds(Diamond, _labels, types), types)
        | st.builds(Diamond, _labels, types)
        | st.builds(Box, _labels, types)
    ),
    max_leaves=4,
)
TYPE_PATTERNS = st.builds(TypePattern, _types)
_texts = st.sampled_from(WORDS) | st.sampled_from(("d.*", "(de|man)", "[a-z]+", "(?i)DE", ".")).map(Regex)
_equal = st.sampled_from(["=", "<>"])
_numbers = st.sampled_from([-1.5, -0.5, 0.0, 0.25, 0.3, 0.5, 1.0, 2.0, 3.0])


def _tests(node: st.SearchStrategy[Any]) -> st.SearchStrategy[Test]:
    def of(features: list[str], values: st.SearchStrategy[Any], operators: st.SearchStrategy[Any], most: int) -> Any:
        several = st.lists(values, min_size=1, max_size=most).map(tuple)
        return st.builds(Test, node, st.sampled_from(features), operators, several)

    compared = st.sampled_from(["<", "<=", ">", ">="])
    return (
        of(["word", "lemma"], _texts, _equal, 2)
        | of(["label"], st.sampled_from(LABELS), _equal, 2)
        | of(["type"], TYPE_PATTERNS | st.just(Regex(".*◇.*")), _equal, 2)
        | of(["index", "confidence"], _numbers, _equal, 2)
        | of(["index", "confidence"], _numbers, compared, 1)
    )


def _global_tests() -> st.SearchStrategy[Test]:
    whole, some = st.none(), lambda values: st.lists(values, min_size=1, max_size=2).map(tuple)
    return (
        st.builds(Test, whole, st.just("status"), _equal, some(st.sampled_from(["proved", "unproved", "rejected"])))
        | st.builds(Test, whole, st.sampled_from(["document", "text"]), _equal, some(_texts | st.just("a.txt")))
        | st.builds(Test, whole, st.just("goal"), _equal, some(TYPE_PATTERNS))
        | st.builds(
            Test,
            whole,
            st.sampled_from(["paragraph", "sentence", "reading", "length", "score", "confidence"]),
            st.sampled_from([*OPERATORS]),
            _numbers.map(lambda number: (number,)),
        )
    )


def shapes(nodes: tuple[str, ...]) -> st.SearchStrategy[Shape]:
    """Shapes; a leaf is a hole, a word, a node, or x, which stands for a variable where a λ binds it."""
    rules, labels = st.sampled_from(["◇I", "◇E", "□I", "□E"]), st.sampled_from(["d", "m", "_"])
    leaves: st.SearchStrategy[Shape] = st.sampled_from(
        [AnyTerm(), AnyTerm(), GivenWord("de"), GivenWord("een man"), *map(NodeWord, nodes)]
    )
    bodies = st.sampled_from([AnyTerm(), Bound("x"), Within(Bound("x")), Within(Applied(AnyTerm(), Bound("x")))])
    gaps = st.builds(Abstracted, st.just("x"), st.none() | labels, bodies)
    return st.recursive(
        leaves | gaps,
        lambda inner: (
            st.builds(Applied, inner, inner) | st.builds(Marked, rules, labels, inner) | st.builds(Within, inner)
        ),
        max_leaves=3,
    )


def _clauses(nodes: tuple[str, ...]) -> st.SearchStrategy[Clause]:
    node = st.sampled_from(nodes)
    features = st.sampled_from([*NODE_FEATURES])
    texts, numbers = st.sampled_from(["word", "lemma", "label", "type"]), st.sampled_from(["index", "confidence"])
    edge_labels = st.lists(st.sampled_from(LABELS) | st.just(Regex("d.*")), max_size=2).map(tuple)
    edges = st.builds(Edge, node, node, edge_labels, st.booleans())
    return (
        _tests(node)
        | edges.map(lambda edge: edge if edge.labels else Edge(edge.head, edge.dependent))
        | edges.map(lambda edge: edge if edge.labels else Edge(edge.head, edge.dependent))
        | st.builds(Presence, node, features, st.booleans())
        | st.builds(Comparison, node, texts, _equal, node, texts)
        | st.builds(Comparison, node, numbers, st.sampled_from([*OPERATORS]), node, numbers)
        | st.builds(Order, node, node, st.booleans())
        | st.builds(TermShape, shapes(nodes))
    )


@st.composite
def patterns(draw: st.DrawFn) -> Pattern:
    """Patterns of up to three nodes, those of `without` among them."""
    own = NODES[: draw(st.integers(0, 2))]
    tests = tuple(draw(st.lists(_global_tests(), max_size=2)))
    without = []
    for _ in range(draw(st.integers(0, 2))):
        without.append(_body(draw, own, NODES[: draw(st.integers(len(own), len(own) + 1))]))
    pattern = Pattern(_body(draw, (), own), tuple(without), tests)
    shared = [name for _, value in type_tests(pattern) for name in variables(value)]
    free = {name for test, value in type_tests(pattern) if not can_share(test) for name in variables(value)}
    assume(not any(shared.count(name) > 1 for name in free))
    return pattern


def _body(draw: st.DrawFn, outer: tuple[str, ...], nodes: tuple[str, ...]) -> Body:
    """A body whose new nodes are named in the order in which they first occur, as a reader would find them."""
    new = [node for node in nodes if node not in outer]
    clauses: list[Clause] = [Test(node, "index", ">", (0.0,)) for node in new]
    more = _clauses(nodes) if nodes else st.builds(TermShape, shapes(()))
    return Body(tuple(new), (*clauses, *draw(st.lists(more, max_size=3))))


# Their notation


def show_pattern(pattern: Pattern) -> str:
    blocks = [f"pattern {_show_body(pattern.body)}", *(f"without {_show_body(body)}" for body in pattern.without)]
    tests = "; ".join(_show_test(test) for test in pattern.tests)
    return " ".join([*blocks, f"global {{ {tests} }}"])


def _show_body(body: Body) -> str:
    return f"{{ {'; '.join(map(_show_clause, body.clauses))} }}"


def _show_clause(clause: Clause) -> str:
    match clause:
        case Test(node):
            return f"{node} [{_show_test(clause)}]"
        case Presence(node, feature, present):
            return f"{node} [{'' if present else '!'}{feature}]"
        case Comparison(node, feature, operator, other, other_feature):
            return f"{node}.{feature} {operator} {other}.{other_feature}"
        case Edge(head, dependent, labels, negated):
            inside = "|".join(map(_show_value, labels))
            return f"{head} -[{'^' * negated}{inside}]-> {dependent}" if labels else f"{head} -> {dependent}"
        case Order(first, second, immediate):
            return f"{first} {'<' if immediate else '<<'} {second}"
        case TermShape(shape):
            return f"term {_show_shape(shape)}"


def _show_test(test: Test) -> str:
    return f"{test.feature} {test.operator} {' | '.join(map(_show_value, test.values))}"


def _show_value(value: Value) -> str:
    if isinstance(value, Regex):
        return "re" + f'"{value.text}"'
    return str(value) if isinstance(value, float) else quote(str(value))


def _show_shape(shape: Shape) -> str:
    match shape:
        case AnyTerm():
            return "_"
        case NodeWord(name) | Bound(name):
            return name
        case GivenWord(text):
            return quote(text)
        case Applied(function, argument):
            return f"({_show_shape(function)} {_show_shape(argument)})"
        case Abstracted(name, label, body):
            return f"(λ{name}{f'^{label}' if label else ''}.{_show_shape(body)})"
        case Marked("◇I" | "□E" as rule, label, body):
            return f"({_show_shape(body)}){'^' if rule == '◇I' else '_'}{label}"
        case Marked(rule, label, body):
            return f"{'▿' if rule == '◇E' else '▴'}{label}({_show_shape(body)})"
        case Within(part):
            return f"[{_show_shape(part)}]"


# The slow twin


def naive_matches(pattern: Pattern, records: list[Record]) -> Iterator[tuple[int, int, dict[str, int]]]:
    """The number of the record, that of the reading, and the nodes of each match."""
    for number, record in enumerate(records):
        for reading, analysis in list(enumerate(record.parse.analyses, 1)) or [(0, None)]:
            sentence = _Sentence(record, reading, analysis)
            for nodes, bindings in sentence.ways(pattern.body, {}, {}):
                free = not any(any(sentence.ways(body, nodes, bindings)) for body in pattern.without)
                if free and all(sentence.holds(test, {}, {}) is not None for test in pattern.tests):
                    yield number, reading, nodes


class _Sentence:
    """A reading of a record, with its features worked out in the plainest way."""

    def __init__(self, record: Record, reading: int, analysis: Analysis | None) -> None:
        parse, size = record.parse, len(record.parse.tokens)
        self.analysis = analysis
        confidence = analysis and analysis.confidence
        self.whole: Mapping[str, Any] = {
            **{name: getattr(parse.place, name) for name in ("document", "paragraph", "sentence")},
            "text": parse.text,
            "status": parse.status,
            "reading": reading,
            "length": size,
            "goal": analysis and analysis.derivation.goal,
            "score": analysis and analysis.score,
            "confidence": confidence and confidence.whole,
        }
        self.tokens: list[dict[str, Any]] = []
        edges = {}
        if analysis:
            shown = to_dict(parse)["analyses"][reading - 1]
            edges = {edge["dependent"]: (edge["head"], edge["label"]) for edge in shown.get("dependencies", [])}
            if analysis.proved:
                edges |= {n: (unit[0], "mwp") for unit in units(analysis.derivation).values() for n in unit[1:]}
        for index, token in enumerate(parse.tokens, 1):
            entry = analysis.derivation.types[index - 1] if analysis else None
            head, label = edges.get(index, (None, None))
            self.tokens.append(
                {
                    "word": token.text,
                    "index": index,
                    "head": head,
                    "label": label,
                    "lemma": record.lemmas[index - 1] if record.lemmas else None,
                    "type": entry if isinstance(entry, Type) else None,
                    "confidence": confidence and confidence.words[index - 1],
                }
            )

    def ways(
        self, body: Body, outer: dict[str, int], bindings: dict[str, Any]
    ) -> Iterator[tuple[dict[str, int], dict[str, Any]]]:
        """Every injective choice of tokens for the new nodes of which all clauses hold."""
        taken = set(outer.values())
        left = [index for index in range(1, len(self.tokens) + 1) if index not in taken]
        for chosen in permutations(left, len(body.nodes)):
            nodes, bound = outer | dict(zip(body.nodes, chosen, strict=True)), dict(bindings)
            if all(self.adds(clause, nodes, bound) for clause in body.clauses):
                yield nodes, bound

    def adds(self, clause: Clause, nodes: dict[str, int], bound: dict[str, Any]) -> bool:
        found = self.holds(clause, nodes, bound)
        if found is not None:
            bound |= found
        return found is not None

    def holds(self, clause: Clause, nodes: dict[str, int], bound: dict[str, Any]) -> dict[str, Any] | None:
        """What variables stand for if a clause holds, or None."""
        truth: bool | None = False
        match clause:
            case Test(node, feature, operator, values):
                here = self.whole if node is None else self.tokens[nodes[node] - 1]
                if here[feature] is None:
                    return None
                if can_share(clause) and isinstance(values[0], TypePattern):
                    return naive_fit(values[0].type, here[feature], bound)
                if operator in ("=", "<>"):
                    truth = any(_equals(value, here[feature]) for value in values) == (operator == "=")
                else:
                    truth = OPERATORS[operator](here[feature], values[0])
            case Presence(node, feature, present):
                truth = (self.tokens[nodes[node] - 1][feature] is not None) == present
            case Comparison(node, feature, operator, other, other_feature):
                one, two = self.tokens[nodes[node] - 1][feature], self.tokens[nodes[other] - 1][other_feature]
                one, two = (str(value) if isinstance(value, Type) else value for value in (one, two))
                truth = one is not None and two is not None and OPERATORS[operator](one, two)
            case Edge(head, dependent, labels, negated):
                token = self.tokens[nodes[dependent] - 1]
                truth = token["head"] == nodes[head]
                if labels and truth:
                    truth = any(_equals(label, token["label"]) for label in labels) != negated
            case Order(first, second, immediate):
                distance = nodes[second] - nodes[first]
                truth = distance == 1 if immediate else distance > 0
            case TermShape(shape):
                truth = self.has_shape(shape, nodes)
        return {} if truth else None

    def has_shape(self, shape: Shape, nodes: dict[str, int]) -> bool:
        if self.analysis is None or self.analysis.net is None:
            return False
        firsts = {unit[0]: word for word, unit in units(self.analysis.derivation).items()}
        positions = {node: firsts.get(index, 0) for node, index in nodes.items()}
        return any(_has(shape, part, positions, {}) for part in _subterms(self.analysis.net.term))


def _equals(value: Value, other: Any) -> bool:
    if isinstance(value, TypePattern):
        return naive_fit(value.type, other, {}) is not None
    if isinstance(value, Regex):
        return re.fullmatch(value.text, str(other)) is not None
    return bool(value == other)


def naive_fit(pattern: Type, type_: Type, bound: Mapping[str, Any] = MappingProxyType({})) -> dict[str, Any] | None:
    """What the variables of a type with holes stand for, if it fits and they agree with those bound already."""
    found = dict(bound)

    def name(one: str, other: str) -> bool:
        return one == "_" or (found.setdefault(one, other) == other if one.startswith("_") else one == other)

    def walk(one: Type, other: Type) -> bool:
        if isinstance(one, Atom):
            return name(one.name, str(other)) if one.name.startswith("_") else one is other
        if isinstance(one, Implication) and isinstance(other, Implication):
            return walk(one.argument, other.argument) and walk(one.result, other.result)
        if isinstance(one, Diamond | Box) and type(one) is type(other):
            return name(one.label, other.label) and walk(one.body, other.body)
        return False

    return found if walk(pattern, type_) else None


def _subterms(term: Term) -> Iterator[Term]:
    yield term
    match term:
        case Application(function, argument):
            yield from _subterms(function)
            yield from _subterms(argument)
        case Abstraction(_, body) | Modal(_, _, body):
            yield from _subterms(body)


def _has(shape: Shape, term: Term, positions: Mapping[str, int], scope: Mapping[str, int]) -> bool:
    """Whether a term fits a shape whose nodes are known."""
    match shape, term:
        case AnyTerm(), _:
            return True
        case Within(part), _:
            return any(_has(part, inner, positions, scope) for inner in _subterms(term))
        case NodeWord(node), Word(_, position):
            return positions[node] == position
        case GivenWord(text), Word(word):
            return text == word
        case Bound(name), Variable(number):
            return scope[name] == number
        case Applied(function, argument), Application(other, another):
            return _has(function, other, positions, scope) and _has(argument, another, positions, scope)
        case Abstracted(name, label, body), Abstraction(variable, inner, other_label):
            return label in ("_", other_label) and _has(body, inner, positions, {**scope, name: variable})
        case Marked(rule, label, body), Modal(other_rule, other_label, inner):
            return rule == other_rule and label in ("_", other_label) and _has(body, inner, positions, scope)
    return False


def naive_shape(shape: Shape, term: Term) -> list[list[tuple[str, int]]]:
    """All positions of a shape's nodes with which a part of a term fits it."""
    names = nodes_of_shape(shape)
    positions = [word.position for word in words(term)]
    ways = (dict(zip(names, chosen, strict=True)) for chosen in permutations(positions, len(names)))
    return sorted(sorted(way.items()) for way in ways if any(_has(shape, part, way, {}) for part in _subterms(term)))
