"""Patterns as text: what is printed is read back, and whatever else is given is an error that names its column."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofnets.corpus import parse_pattern
from proofnets.corpus.holes import match_type, parse_type_pattern
from proofnets.corpus.notation import DEEPEST_SHAPE, MOST_CHARACTERS, MOST_NODES
from proofnets.corpus.patterns import Pattern
from proofnets.corpus.shapes import find, necessary
from proofnets.corpus.sql import compile_pattern
from proofnets.errors import NotationError, ProofNetsError
from tests.corpus.patterns import TYPE_PATTERNS, naive_fit, naive_shape, patterns, shapes, show_pattern
from tests.logic.derivations import Derivation, derivations
from tests.logic.strategies import types

EXAMPLE = (
    'pattern { V [type="◇obj _ ⊸ _", word<>"a"|re"b"]; V -[^su|obj]-> S; S << V; S.word = V.lemma; '
    'term (R_mod (λx^obj.[V x "de"])^body) } without { V -> M } global { confidence>0.9 }'
)


@given(patterns())
def test_what_is_printed_is_read_back(pattern: Pattern) -> None:
    assert parse_pattern(show_pattern(pattern)) == pattern


@given(st.data())
def test_anything_else_is_an_error_with_a_column(data: st.DataObject) -> None:
    """Texts like patterns: the example with pieces taken out, doubled, or replaced."""
    text = EXAMPLE
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 8)))
        other = data.draw(st.sampled_from(["", text[start:end] * 2, "λ", '"', "}", "[", "-[", "?a", "\\", "\x00", "é"]))
        text = text[:start] + other + text[end:]
    error = refused(text)
    assert error is None or 1 <= error.column <= len(text) + 1


def refused(text: str) -> NotationError | None:
    """The error that a text is, or None if it is a pattern, which then can be compiled."""
    try:
        compile_pattern(parse_pattern(text))
    except NotationError as error:
        return error
    return None


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    for whole in (text, f"pattern {{ {text} }}", f"pattern {{ term {text} }}", f'pattern {{ A [type="{text}"] }}'):
        error = refused(whole)
        assert error is None or str(error).startswith(f"column {error.column}: expected ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "column 1: expected pattern, without or global, found the end"),
        ("pattern { V -[su]-> }", "column 21: expected the name of a node, found '}'"),
        ("pattern { V -[su|]-> S }", "column 18: expected a label, found ']'"),
        ("pattern { V -[su S }", "column 18: expected | or ]->, found 'S'"),
        ("pattern { V }", "column 13: expected [, ., -[, ->, < or <<, found '}'"),
        ('pattern { V [type="np ⊸ )"] }', "column 25: expected a type, found ')'"),
        ('pattern { V [type="np ⊸"] }', "column 24: expected a type, found '\"'"),
        ("pattern { V [pos=x] }", "column 14: expected one of word, lemma, type, label, index, confidence, found 'p'"),
        ("pattern { V [index=a] }", "column 20: expected a number, found 'a'"),
        ("pattern { V [word<3] }", "column 18: expected = or <>, found '<'"),
        ("pattern { term λx^obj }", "column 23: expected . behind the λ's variable, found '}'"),
        ("pattern { term λx.λx._ }", "column 20: expected a name that stands for nothing else, found 'x'"),
        ("pattern { } pattern { }", "column 13: expected one pattern, and before each without, found 'p'"),
        ("global { colour=1 }", "column 10: expected one of document, paragraph, "),
    ],
)
def test_errors_name_the_column_and_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_pattern(text)
    assert str(caught.value).startswith(message)


def test_variables_are_shared_by_types_that_stand_alone() -> None:
    parse_pattern('pattern { A [type="?a ⊸ _"]; B [type="?a"] }')
    parse_pattern('pattern { A [type="?a ⊸ ?a"|"?b"]; B [type<>"?c"] }')
    for text in ('A [type="?a"|"?b"]; B [type="?a"]', 'A [type="?a"]; B [type<>"?a"]'):
        with pytest.raises(NotationError, match=r"expected no \?a, which other types have"):
            parse_pattern(f"pattern {{ {text} }}")
    with pytest.raises(NotationError, match="column "):
        parse_pattern('pattern { A [type="?a"] } global { goal="?a" }')


def test_patterns_have_limits() -> None:
    with pytest.raises(ProofNetsError, match=r"a pattern can have 10,000 characters, and this has 10,001"):
        parse_pattern(" " * (MOST_CHARACTERS + 1))
    with pytest.raises(ProofNetsError, match="a pattern can have 20 nodes"):
        parse_pattern("pattern { " + "; ".join(f"N{number} []" for number in range(MOST_NODES + 1)) + " }")
    for deep in (
        "(" * 4000,
        "[" * 4000,
        "_ " * 4000,
        "_" + "^d" * 4000,
        "λx" + ".λx".join(map(str, range(900))) + "._",
    ):
        with pytest.raises(NotationError, match=str(DEEPEST_SHAPE)):
            parse_pattern(f"pattern {{ term {deep} }}")


@given(TYPE_PATTERNS, types(max_size=5))
def test_types_with_holes_are_matched_as_trees(pattern, type_) -> None:
    expected = naive_fit(pattern.type, type_)
    assert match_type(pattern, type_) == (None if expected is None else {k[1:]: v for k, v in expected.items()})
    assert match_type(parse_type_pattern(str(type_)), type_) is not None


@given(shapes(("A", "B")), derivations(6))
def test_shapes_are_found_and_the_sieve_lets_them_through(shape, derivation: Derivation) -> None:
    found = find(shape, derivation.term)
    assert sorted(sorted(way.items()) for way in found) == naive_shape(shape, derivation.term)
    if found:
        assert all(piece in str(derivation.term) for piece in necessary(shape))
