"""Terms: equality, substitution, normal forms and linearity, against recursive twins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofnets.errors import TermError
from proofnets.logic import (
    Abstraction,
    Application,
    Modal,
    Term,
    Variable,
    Word,
    alpha_equal,
    check_linear,
    free_variables,
    normalise,
    parse_term,
    show_term,
    strip,
    substitute,
)
from proofnets.logic.terms import INVERSE, Lambda, Mark, build, renumber, symbols, words
from tests.logic.strategies import linear_terms, terms

variables = st.integers(0, 6)


def nameless(term: Term, binders: Sequence[int] = ()) -> object:
    """A term with de Bruijn indices, as nested tuples: alike for α-equivalent terms and for no others."""
    match term:
        case Variable(number) if number in binders:
            return ("bound", binders.index(number))
        case Application(function, argument):
            return (nameless(function, binders), nameless(argument, binders))
        case Abstraction(variable, body, label):
            return ("λ", label, nameless(body, (variable, *binders)))
        case Modal(rule, label, body):
            return (rule, label, nameless(body, binders))
    return term


def slow_free(term: Term) -> frozenset[int]:
    match term:
        case Variable(number):
            return frozenset({number})
        case Application(function, argument):
            return slow_free(function) | slow_free(argument)
        case Abstraction(variable, body):
            return slow_free(body) - {variable}
        case Modal(_, _, body):
            return slow_free(body)
    return frozenset()


def renamed(term: Term, fresh: Iterator[int], new: dict[int, int] | None = None) -> Term:
    """A term whose bound variables are given the fresh numbers, from left to right."""
    new = new or {}
    match term:
        case Variable(number):
            return Variable(new.get(number, number))
        case Application(function, argument):
            return Application(renamed(function, fresh, new), renamed(argument, fresh, new))
        case Abstraction(variable, body, label):
            number = next(fresh)
            return Abstraction(number, renamed(body, fresh, {**new, variable: number}), label)
        case Modal(rule, label, body):
            return Modal(rule, label, renamed(body, fresh, new))
    return term


def put(term: Term, variable: int, replacement: Term) -> Term:
    """Substitution that renames nothing: right only for terms that share no names."""
    match term:
        case Variable(number):
            return replacement if number == variable else term
        case Application(function, argument):
            return Application(put(function, variable, replacement), put(argument, variable, replacement))
        case Abstraction(bound, body, label):
            return Abstraction(bound, put(body, variable, replacement), label)
        case Modal(rule, label, body):
            return Modal(rule, label, put(body, variable, replacement))
    return term


def reducts(term: Term) -> Iterator[Term]:
    """What a term becomes by contracting one of its redexes, the leftmost outermost one first."""
    match term:
        case Application(Abstraction(variable, body), argument):
            yield substitute(body, variable, argument)
        case Modal("◇E" | "□E" as rule, label, Modal(inner, inner_label, body)) if (inner, inner_label) == (
            INVERSE[rule],
            label,
        ):
            yield body
    match term:
        case Application(function, argument):
            yield from (Application(reduct, argument) for reduct in reducts(function))
            yield from (Application(function, reduct) for reduct in reducts(argument))
        case Abstraction(variable, body, label):
            yield from (Abstraction(variable, reduct, label) for reduct in reducts(body))
        case Modal(rule, label, body):
            yield from (Modal(rule, label, reduct) for reduct in reducts(body))


def size(term: Term) -> int:
    return len(symbols(term))


class TestSymbols:
    @given(terms())
    def test_build_undoes_symbols(self, term: Term) -> None:
        assert nameless(build(symbols(term))) == nameless(term)
        assert build(symbols(term)) == term

    @given(terms(), terms())
    def test_terms_are_equal_just_if_their_symbols_are(self, one: Term, other: Term) -> None:
        assert (one == other) == (symbols(one) == symbols(other))
        assert one != other or hash(one) == hash(other)

    @given(terms())
    def test_equal_terms_are_the_same_key(self, term: Term) -> None:
        assert {build(symbols(term)): 1}[term] == 1

    def test_symbols_come_in_prefix_order(self) -> None:
        term = parse_term("λx^su.▿su(x) (f_mod)")
        expected = [Lambda(0, "su"), "@", Mark("◇E", "su"), Variable(0), Mark("□E", "mod"), Word("f", 1)]
        assert symbols(term) == expected

    def test_a_term_is_told_from_its_like(self) -> None:
        f, x = Word("f", 1), Variable(0)
        alike = [f, x, Word("f", 2), Application(f, x), Application(x, f), Abstraction(0, x), Abstraction(0, x, "su")]
        alike += [Modal(rule, label, x) for rule in INVERSE for label in ("su", "mod")]
        assert len(set(alike)) == len(alike)
        assert f != "f"

    @given(terms())
    def test_words_come_from_left_to_right(self, term: Term) -> None:
        assert words(term) == [symbol for symbol in symbols(term) if isinstance(symbol, Word)]


class TestNames:
    @given(terms())
    def test_free_variables_are_those_of_the_definition(self, term: Term) -> None:
        assert free_variables(term) == slow_free(term)

    @given(terms(), st.sets(variables))
    def test_renumbering_gives_each_binder_its_own_number_in_order(self, term: Term, avoid: set[int]) -> None:
        result = renumber(term, avoid)
        taken = slow_free(term) | avoid
        fresh = (number for number in count() if number not in taken)
        assert result == renamed(term, fresh)

    @given(terms(), st.integers(5, 50))
    def test_renaming_binders_keeps_a_term_alpha_equal(self, term: Term, first: int) -> None:
        assert alpha_equal(term, renamed(term, count(first)))
        assert alpha_equal(term, renumber(term))

    @given(terms(), terms())
    def test_alpha_equality_is_equality_without_names(self, one: Term, other: Term) -> None:
        assert alpha_equal(one, other) == (nameless(one) == nameless(other))

    @given(terms(), variables, variables)
    def test_renaming_a_free_variable_keeps_a_term_alpha_equal_just_if_it_changes_nothing(
        self, term: Term, old: int, new: int
    ) -> None:
        changed = substitute(term, old, Variable(new))
        assert alpha_equal(term, changed) == (old == new or old not in slow_free(term))

    def test_bindings_in_another_order_are_not_alpha_equal(self) -> None:
        assert not alpha_equal(parse_term("λx.λy.g x y"), parse_term("λx.λy.g y x"))
        assert alpha_equal(parse_term("λx.λy.g x y"), parse_term("λy.λx.g y x"))
        assert alpha_equal(parse_term("λx.λx.x"), parse_term("λx.λy.y"))
        assert not alpha_equal(parse_term("λx.λx.x"), parse_term("λx.λy.x"))
        assert not alpha_equal(parse_term("x"), parse_term("y"))
        assert not alpha_equal(parse_term("λx^su.x"), parse_term("λx^obj.x"))


class TestSubstitution:
    @given(terms(), variables, terms())
    def test_substitution_is_the_naive_one_on_terms_without_common_names(
        self, term: Term, variable: int, replacement: Term
    ) -> None:
        expected = put(renamed(term, count(100)), variable, replacement)
        assert nameless(substitute(term, variable, replacement)) == nameless(expected)

    @given(terms(), variables, terms())
    def test_free_variables_of_a_substitution(self, term: Term, variable: int, replacement: Term) -> None:
        free = free_variables(term)
        expected = (free - {variable}) | free_variables(replacement) if variable in free else free
        assert free_variables(substitute(term, variable, replacement)) == expected

    @pytest.mark.parametrize(
        ("term", "replacement", "expected"),
        [
            ("λx.x y", "f x", "λz.z (f x)"),
            ("λy.f y", "g", "λy.f y"),
            ("f y (λy.y) y", "x", "f x (λz.z) x"),
            ("λx.λz.y", "g x z", "λx1.λy1.g x z"),
            ("y", "λx.x y", "λx.x y"),
        ],
    )
    def test_substituting_for_y_captures_nothing(self, term: str, replacement: str, expected: str) -> None:
        assert alpha_equal(substitute(parse_term(term), 1, parse_term(replacement)), parse_term(expected))


class TestNormalForms:
    @given(linear_terms())
    def test_normal_forms_are_those_of_leftmost_reduction(self, term: Term) -> None:
        slow, steps = term, 0
        while (following := next(reducts(slow), None)) is not None:
            assert size(following) < size(slow)
            slow, steps = following, steps + 1
        result = normalise(term)
        assert nameless(result) == nameless(slow)
        assert next(reducts(result), None) is None
        assert size(result) <= size(term) - 2 * steps

    @given(linear_terms(), st.data())
    def test_any_order_of_reduction_leads_to_the_same_normal_form(self, term: Term, data: st.DataObject) -> None:
        expected = nameless(normalise(term))
        while choices := list(reducts(term)):
            term = data.draw(st.sampled_from(choices))
            assert nameless(normalise(term)) == expected
        assert nameless(term) == expected

    @given(linear_terms())
    def test_normalising_twice_changes_nothing(self, term: Term) -> None:
        assert alpha_equal(normalise(normalise(term)), normalise(term))

    @given(linear_terms())
    def test_normal_forms_stay_linear_and_keep_the_words(self, term: Term) -> None:
        check_linear(normalise(term))
        assert sorted(word.position for word in words(normalise(term))) == sorted(w.position for w in words(term))

    @given(linear_terms())
    def test_normalising_commutes_with_stripping(self, term: Term) -> None:
        assert alpha_equal(normalise(strip(normalise(term))), normalise(strip(term)))

    @pytest.mark.parametrize(
        ("term", "expected"),
        [
            ("(λx.x) f", "f"),
            ("(λx.λy.x y) (λz.f z) g", "f g"),
            ("λx.(λy.y) x", "λx.x"),
            ("f ((λx.x) g)", "f g"),
            ("(λx.λy.g x y) y", "λx.g y x"),
            ("(λx.x z) (λz.f z)", "f z"),
            ("▿d(f^d)", "f"),
            ("(▴m(f))_m", "f"),
            ("(λx.▿d(x)) (f^d)", "f"),
            ("(▴m(λx.x))_m f", "f"),
            ("▿d((λx.x^d) f)", "f"),
            ("▿d(f) (▿d(g^d))", "▿d(f) g"),
            ("(f_m)^d", "(f_m)^d"),
            ("▴m(▿d(f))", "▴m(▿d(f))"),
            ("λx^su.f x", "λx^su.f x"),
            ("▿b(▿a(f x)) y", "▿b(▿a(f x)) y"),
        ],
    )
    def test_redexes_contract(self, term: str, expected: str) -> None:
        sentence = ["f", "g"]
        assert alpha_equal(normalise(parse_term(term, sentence)), parse_term(expected, sentence))

    @pytest.mark.parametrize(
        ("term", "message"),
        [
            ("λx.f x x", "a variable is used twice"),
            ("f x x", "a variable is used twice"),
            ("▿a(f^b)", "what ◇I b makes is used as something else"),
            ("▿a(▴a(f))", "what □I a makes is used as something else"),
            ("(f^a) g", "what ◇I a makes is used as something else"),
            ("▿a(λx.x)", "a function is no ◇ a, so ◇E cannot apply"),
            ("(λx.x)_a", "a function is no □ a, so □E cannot apply"),
        ],
    )
    def test_terms_that_have_no_normal_form_here_are_refused(self, term: str, message: str) -> None:
        with pytest.raises(TermError, match=message):
            normalise(parse_term(term))


class TestLinearity:
    @given(linear_terms())
    def test_linear_terms_are_accepted(self, term: Term) -> None:
        check_linear(term)

    @given(terms())
    def test_just_the_linear_terms_are_accepted(self, term: Term) -> None:
        leaves = [s for s in symbols(renamed(term, count(100))) if isinstance(s, Word | Variable)]
        binders = [Variable(s.variable) for s in symbols(renamed(term, count(100))) if isinstance(s, Lambda)]
        used = [leaf for leaf in leaves if isinstance(leaf, Variable)]
        linear = len(leaves) == len(set(leaves)) and set(used) == set(binders)
        try:
            check_linear(term)
        except TermError:
            assert not linear
        else:
            assert linear

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("f y", "y is not bound"),
            ("(λx.x) x", "x is not bound"),
            ("λx.f", "x is bound but not used"),
            ("λx.λx.x", "x is bound but not used"),
            ("λx.f x x", "x is used twice"),
            ("f₁ f₁", "f is used twice"),
            ("f₁ g₁", "g stands where f does"),
            ("λz.f z z", "z is used twice"),
            ("λx.f x (λz.g)", "z is bound but not used"),
        ],
    )
    def test_terms_that_are_not_linear_are_told_why_in_their_own_names(self, text: str, message: str) -> None:
        with pytest.raises(TermError) as caught:
            check_linear(parse_term(text))
        assert str(caught.value) == message

    def test_a_word_that_is_twice_the_same_object_is_used_twice(self) -> None:
        f = Word("f", 1)
        with pytest.raises(TermError, match="f is used twice"):
            check_linear(Application(f, f))

    def test_a_name_may_be_bound_twice_and_a_text_occur_twice(self) -> None:
        check_linear(parse_term("f₁ (λx.x) (λx.f₂ x)"))


class TestStrip:
    @given(terms())
    def test_stripping_leaves_neither_marks_nor_labels(self, term: Term) -> None:
        plain = symbols(strip(term))
        assert not any(isinstance(symbol, Mark) for symbol in plain)
        assert not any(symbol.label for symbol in plain if isinstance(symbol, Lambda))
        assert strip(strip(term)) == strip(term)

    @given(terms())
    def test_stripping_keeps_words_variables_and_applications(self, term: Term) -> None:
        kept = [symbol for symbol in symbols(term) if not isinstance(symbol, Mark | Lambda)]
        assert [symbol for symbol in symbols(strip(term)) if not isinstance(symbol, Lambda)] == kept

    def test_example(self) -> None:
        assert strip(parse_term("λx^obj.▿obj(x) ▴mod(is_mod eeuwenoud^predc)")) == parse_term("λx.x (is eeuwenoud)")


DEEP = 10_000


def nested(leaf: Term, around: Callable[[int, Term], Term]) -> Term:
    term = leaf
    for number in range(1, DEEP + 1):
        term = around(number, term)
    return term


def mixed_redex(number: int, term: Term) -> Term:
    """A redex of one of three kinds that contracts to the term."""
    match number % 3:
        case 0:
            return Application(Abstraction(number, Variable(number)), term)
        case 1:
            return Application(Abstraction(number, term), Word(f"w{number}", number))
    return Modal("◇E", "su", Modal("◇I", "su", term))


def marked(number: int, term: Term) -> Term:
    """A mark that makes no redex: eliminations inside, introductions outside."""
    rules = ("◇E", "□E") if number <= DEEP // 2 else ("◇I", "□I")
    return Modal(rules[number % 2], "mod", term)


DEEP_TERMS: dict[str, Callable[[int, Term], Term]] = {
    "applications to the left": lambda number, term: Application(term, Word(f"w{number}", number)),
    "applications to the right": lambda number, term: Application(Word(f"w{number}", number), term),
    "abstractions": lambda number, term: Abstraction(number, term, "su"),
    "marks": marked,
    "redexes": mixed_redex,
}


@pytest.mark.parametrize("kind", DEEP_TERMS)
def test_terms_ten_thousand_deep_are_handled_without_recursion(kind: str) -> None:
    term, twin = (nested(Word("f", DEEP + 1), DEEP_TERMS[kind]) for _ in range(2))
    assert term == twin
    assert hash(term) == hash(twin)
    sentence = [*(f"w{number}" for number in range(1, DEEP + 1)), "f"]
    for latex in (False, True):
        assert parse_term(show_term(term, latex=latex), sentence) == term
    assert free_variables(term) == frozenset()
    assert alpha_equal(renumber(term, avoid=range(10)), term)
    assert size(substitute(term, 0, term)) == size(term)
    assert size(normalise(term)) == (1 if kind == "redexes" else size(term))
    assert not any(isinstance(symbol, Mark) for symbol in symbols(strip(term)))
