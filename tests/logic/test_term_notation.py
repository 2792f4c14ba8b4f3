"""Terms as text: every printed form is read back, and no two terms print alike."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofnets.errors import NotationError
from proofnets.logic import (
    Abstraction,
    Application,
    Modal,
    Term,
    Type,
    Variable,
    Word,
    parse_judgement,
    parse_term,
    parse_type,
    parse_typed_term,
    proofs,
    show_term,
    strip,
)
from proofnets.logic.term_notation import escape_tex, variable_name
from proofnets.logic.terms import Rule, symbols, words
from tests.logic.strategies import linear_terms, odd_words, sentence_of, terms, types

FORMS = pytest.mark.parametrize("latex", [False, True], ids=["unicode", "latex"])
EITHER_TERMS = terms() | linear_terms()


@st.composite
def typed_terms(draw: st.DrawFn) -> tuple[Term, list[Type]]:
    """Terms with a type for each word of the sentence."""
    term = draw(EITHER_TERMS)
    length = len(sentence_of(term))
    return term, draw(st.lists(types(max_size=4), min_size=length, max_size=length))


class TestReadingBack:
    @FORMS
    @given(term=EITHER_TERMS)
    def test_what_is_printed_is_read_back(self, latex: bool, term: Term) -> None:
        assert parse_term(show_term(term, latex=latex), sentence_of(term)) == term

    @FORMS
    @given(term=EITHER_TERMS)
    def test_the_plain_form_reads_as_the_stripped_term(self, latex: bool, term: Term) -> None:
        assert parse_term(show_term(strip(term), latex=latex), sentence_of(term)) == strip(term)

    @FORMS
    @given(typed=typed_terms())
    def test_the_typed_form_gives_back_the_term_and_the_types(
        self, latex: bool, typed: tuple[Term, list[Type]]
    ) -> None:
        term, given_types = typed
        expected = {word.position: given_types[word.position - 1] for word in words(term)}
        assert parse_typed_term(show_term(term, given_types, latex), sentence_of(term)) == (term, expected)

    @given(terms())
    def test_without_a_sentence_all_but_the_positions_is_read_back(self, term: Term) -> None:
        again = parse_term(show_term(term))
        assert len(symbols(again)) == len(symbols(term))
        assert all(
            one.text == other.text if isinstance(one, Word) and isinstance(other, Word) else one == other
            for one, other in zip(symbols(again), symbols(term), strict=True)
        )

    @pytest.mark.parametrize(("one", "other"), [("λx.λy.g x y", "λx.λy.g y x"), ("f (g h)", "f g h"), ("f f", "f₂ f₁")])
    def test_different_bindings_and_brackets_print_differently(self, one: str, other: str) -> None:
        assert show_term(parse_term(one)) != show_term(parse_term(other))

    @pytest.mark.parametrize("label", ["m²", "ᵃ"])
    @pytest.mark.parametrize("rule", ["◇I", "◇E", "□I", "□E"])
    def test_labels_with_raised_letters_of_their_own_are_read_back(self, rule: Rule, label: str) -> None:
        term = Abstraction(0, Modal(rule, label, Variable(0)), label)
        assert [parse_term(show_term(term, latex=latex)) for latex in (False, True)] == [term, term]

    @given(odd_words)
    def test_escaped_tex_has_no_active_characters(self, text: str) -> None:
        plain = re.sub(
            r"\\(textbackslash|textascii\w+|textquote\w+|textless|textgreater)\{\}|\\[{}_&%$#]|\{-\}",
            "",
            escape_tex(text),
        )
        assert not set(plain) & set("\\{}_&%$#^~-'`\"<>")


class TestPrinting:
    @pytest.mark.parametrize(
        ("text", "unicode", "latex"),
        [
            (
                "is eeuwenoud^predc (De_det strategie)^su",
                "is eeuwenoudᵖʳᵉᵈᶜ (De_det strategie)ˢᵘ",
                r"\texttt{is}\ \texttt{eeuwenoud}^{\mathrm{predc}}\ "
                r"(\texttt{De}_{\mathrm{det}}\ \texttt{strategie})^{\mathrm{su}}",
            ),
            (
                r"die (\x^obj. zien x ik^su)^body",
                "die (λxᵒᵇʲ.zien x ikˢᵘ)ᵇᵒᵈʸ",
                r"\texttt{die}\ (\lambda x^{\mathrm{obj}}.\texttt{zien}\ x\ \texttt{ik}^{\mathrm{su}})^{\mathrm{body}}",
            ),
            (
                "f^s_main >obj1<(x1) ]mod[(y)",
                "f^s_main ▿obj1(x1) ▴mod(y)",
                r"\texttt{f}^{\mathrm{s\_main}}\ \triangledown^{\mathrm{obj1}}(x_{1}{})\ "
                r"\blacktriangle^{\mathrm{mod}}(y)",
            ),
            ("de man de", "de₁ man de₃", r"\texttt{de}_{1}{}\ \texttt{man}\ \texttt{de}_{3}{}"),
            (
                '"x" "a b" "λ" "it\'s" "50%" "\\"" a_b',
                '"x" "a b" "λ" it\'s 50% "\\"" a_b',
                r"\texttt{x}\ \texttt{a b}\ \texttt{λ}\ \texttt{it\textquotesingle{}s}\ \texttt{50\%}\ "
                r"\texttt{\textquotedbl{}}\ \texttt{a}_{\mathrm{b}}",
            ),
            ("(λx.x) (λy.y) (f g)", "(λx.x) (λy.y) (f g)", r"(\lambda x.x)\ (\lambda y.y)\ (\texttt{f}\ \texttt{g})"),
            ("(x^a)^b (x_a)_b", "(xᵃ)ᵇ (x_a)_b", r"(x^{\mathrm{a}})^{\mathrm{b}}\ (x_{\mathrm{a}})_{\mathrm{b}}"),
        ],
    )
    def test_printed_forms(self, text: str, unicode: str, latex: str) -> None:
        term = parse_term(text)
        assert (show_term(term), show_term(term, latex=True)) == (unicode, latex)

    def test_typed_form(self) -> None:
        term = parse_term("slapen (de_det man)^su", ["de", "man", "slapen"])
        given_types = [parse_type(text) for text in ("□det(n ⊸ np)", "n", "◇su np ⊸ s_main")]
        assert show_term(term, given_types) == "slapen::◇su np ⊸ s_main ((de::□det(n ⊸ np))_det man::n)ˢᵘ"
        assert show_term(parse_term("f x"), [parse_type("◇su np -> s")], latex=True) == (
            r"\texttt{f}::\Diamond^{\mathrm{su}}\mathrm{np} \multimap \mathrm{s}\ x"
        )

    def test_variables_are_called_x_y_z_and_numbered_from_there(self) -> None:
        assert [variable_name(number) for number in [*range(7), 30]] == ["x", "y", "z", "x1", "y1", "z1", "x2", "x10"]

    def test_a_label_may_begin_like_a_number(self) -> None:
        term = next(proofs(parse_judgement("f:a -> b |- [9²](a) -> b"))).term
        assert str(term) == "λx.f x_{9²}"
        assert parse_term(str(term), ["f"]) == term

    def test_text_and_representation(self) -> None:
        term = parse_term("slapen ze^su")
        assert str(term) == "slapen zeˢᵘ"
        assert repr(term) == "parse_term('slapen₁ ze₂ˢᵘ')"


class TestReading:
    @pytest.mark.parametrize(
        ("ascii_", "unicode"),
        [
            (r"\x.x", "λx.x"),
            (r"\x^obj. zien x ik^su", "λxᵒᵇʲ.zien x ikˢᵘ"),
            (">obj<(f)", "▿obj(f)"),
            ("]mod[ (f)", "▴mod(f)"),
            ("( f )^su", "fˢᵘ"),
            ("f^{s_main}_{mod}", "(f^s_main)_mod"),
            ("f^su _mod", "(fˢᵘ)_mod"),
            ("((f)) ((g h))", "f (g h)"),
            ("f λx.g x", "f (λx.g x)"),
            (r"f \x.\y.g y x", "f (λx.λy.g y x)"),
            (r"\lambda x_{1}.\texttt{f}\ x_{1}", "λx1.f x1"),
            ("x1a x' xs", '"x1a" "x\'" "xs"'),
        ],
    )
    def test_ascii_and_loose_forms(self, ascii_: str, unicode: str) -> None:
        assert parse_term(ascii_) == parse_term(unicode)

    def test_abstractions_reach_as_far_as_they_can_and_applications_group_to_the_left(self) -> None:
        f, g, x = Word("f", 1), Word("g", 2), Variable(0)
        assert parse_term("f g x") == Application(Application(f, g), x)
        assert parse_term("f (g x)") == Application(f, Application(g, x))
        assert parse_term("λx.f g x") == Abstraction(0, Application(Application(f, g), x))
        assert parse_term("f g^su") == Application(f, Modal("◇I", "su", g))
        assert parse_term("(f g)_mod") == Modal("□E", "mod", Application(f, g))

    def test_words_that_are_not_placed_take_the_positions_that_are_left(self) -> None:
        assert [word.position for word in words(parse_term("a b₁ c d₃ e"))] == [2, 1, 4, 3, 5]

    def test_the_sentence_tells_the_positions(self) -> None:
        term = parse_term("ziet de₁ de₃ man", ["de", "ziet", "de", "man"])
        assert [word.position for word in words(term)] == [2, 1, 3, 4]

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "column 1: expected a term, found the end"),
            ("λx", "column 3: expected the dot behind a λ's variable, found the end"),
            ("λx^obj x", "column 8: expected the dot behind a λ's variable, found 'x'"),
            ("λx.", "column 4: expected a term, found the end"),
            ("(f", "column 3: expected a term or ), found the end"),
            ("f)", "column 2: expected a term or the end, found ')'"),
            ("f ()", "column 4: expected a term, found ')'"),
            ("f^", "column 2: expected a term or the end, found '^'"),
            ("f x₁", "column 4: expected a term or the end, found '₁'"),
            ("▿d(x", "column 5: expected a term or ), found the end"),
            ("f ▿d x", "column 3: expected a term or the end, found '▿'"),
            ("f . g", "column 3: expected a term or the end, found '.'"),
            ('f "g', "column 3: expected a term or the end, found '\"'"),
            (r'f "\q"', "column 3: expected a word in quotes as JSON writes it, found '\"'"),
            ("f::np ⊸", "column 8: expected a type, found the end"),
            ("f x1234567890", "column 3: expected a variable with a number of at most nine digits, found 'x'"),
        ],
    )
    def test_bad_terms_are_told_where_and_why(self, text: str, message: str) -> None:
        with pytest.raises(NotationError) as caught:
            parse_term(text)
        assert str(caught.value) == message

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("f h", "column 3: expected a word of the sentence, found 'h'"),
            ("f  de", "column 4: expected one of the positions [1, 3] behind 'de', found 'd'"),
            ("f de₂", "column 3: expected one of the positions [1, 3] behind 'de', found 'd'"),
            ("f₁", "column 1: expected one of the positions [2] behind 'f', found 'f'"),
        ],
    )
    def test_words_that_are_not_in_the_sentence_are_told(self, text: str, message: str) -> None:
        with pytest.raises(NotationError) as caught:
            parse_term(text, ["de", "f", "de"])
        assert str(caught.value) == message

    @pytest.mark.parametrize("text", ["λf.f", "f₀", "f₁₂₃₄₅₆₇₈₉₀", "x1_{2}", "f₁::np f₁::s"])
    def test_what_cannot_be_meant_is_refused_rather_than_guessed(self, text: str) -> None:
        with pytest.raises(NotationError):
            parse_typed_term(text)
