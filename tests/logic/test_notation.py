"""Types and judgements as text: what is printed is read back, and what is wrong is named."""

from __future__ import annotations

import copy
import gc
import pickle
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from proofnets.errors import NotationError, ProofNetsError
from proofnets.logic import (
    ASCII,
    LATEX,
    UNICODE,
    Atom,
    Box,
    Diamond,
    Implication,
    Judgement,
    Type,
    atoms,
    from_prefix,
    order,
    parse_judgement,
    parse_term,
    parse_type,
    prefix,
    show_judgement,
    show_type,
)
from proofnets.logic.notation import Style
from tests.logic.strategies import judgements, types

STYLES = pytest.mark.parametrize("style", [UNICODE, ASCII, LATEX], ids=["unicode", "ascii", "latex"])
PARSERS = pytest.mark.parametrize("parse", [parse_type, parse_judgement, parse_term])
ALPHABET = [*'()[]<>{}⊸◇□⊢▿▴λ\\.,:;"^_|->xyzabd019ˢᵘ₁ \n!', "\\texttt{", "\\mathrm{", "\\vdash", "\\ud8"]
np, s = Atom("np"), Atom("s")


class TestTypes:
    @STYLES
    @given(type_=types())
    def test_what_is_printed_is_read_back(self, style: Style, type_: Type) -> None:
        assert parse_type(show_type(type_, style)) is type_

    @STYLES
    @given(type_=types())
    def test_white_space_does_not_matter(self, style: Style, type_: Type) -> None:
        spaced = show_type(type_, style).replace("(", " \t( ").replace(")", " )\n").replace(" ", r"  \, ")
        assert parse_type(f"\n {spaced} ") is type_

    @given(types(), types(), types())
    def test_notations_mix(self, one: Type, two: Type, three: Type) -> None:
        text = rf"(<su>({show_type(one, LATEX)}) ⊸ \left({show_type(two, ASCII)}\right)) -> □mod({show_type(three)})"
        assert parse_type(text) is Implication(Implication(Diamond("su", one), two), Box("mod", three))

    @given(types())
    def test_needless_brackets_do_not_matter(self, type_: Type) -> None:
        assert parse_type(f"(({type_}))") is type_

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("np -> np -> s", Implication(np, Implication(np, s))),
            ("(np -> np) -> s", Implication(Implication(np, np), s)),
            ("<su>np -> s", Implication(Diamond("su", np), s)),
            ("<su>(np -> s)", Diamond("su", Implication(np, s))),
            ("[a]<b>np -> s", Implication(Box("a", Diamond("b", np)), s)),
            ("[a]<b>(np -> s)", Box("a", Diamond("b", Implication(np, s)))),
            ("np -> <su>np -> s", Implication(np, Implication(Diamond("su", np), s))),
            ("np->s", Implication(np, s)),
            ("◇su(np)⊸s", Implication(Diamond("su", np), s)),
            ("◇ su np", Diamond("su", np)),
            ("< su > np", Diamond("su", np)),
            (r"\Diamond^{su} np \multimap s", Implication(Diamond("su", np), s)),
            (r"\Box^{\mathrm{s\_main}}\type{np}\li\text{s\_main}", Implication(Box("s_main", np), Atom("s_main"))),
        ],
    )
    def test_modalities_bind_tighter_than_implication_which_associates_to_the_right(
        self, text: str, expected: Type
    ) -> None:
        assert parse_type(text) is expected

    @pytest.mark.parametrize(
        ("text", "unicode", "ascii_", "latex"),
        [
            (
                "((np->s))->(np->(s))",
                "(np ⊸ s) ⊸ np ⊸ s",
                "(np -> s) -> np -> s",
                r"(\mathrm{np} \multimap \mathrm{s}) \multimap \mathrm{np} \multimap \mathrm{s}",
            ),
            (
                "[mod](<x>[x]np->s_main)",
                "□mod(◇x□x np ⊸ s_main)",
                "[mod](<x>[x]np -> s_main)",
                r"\Box^{\mathrm{mod}}(\Diamond^{\mathrm{x}}\Box^{\mathrm{x}}\mathrm{np} \multimap \mathrm{s\_main})",
            ),
        ],
    )
    def test_printed_forms(self, text: str, unicode: str, ascii_: str, latex: str) -> None:
        type_ = parse_type(text)
        assert (str(type_), show_type(type_, ASCII), show_type(type_, LATEX)) == (unicode, ascii_, latex)


class TestJudgements:
    @STYLES
    @given(judgement=judgements())
    @example(judgement=Judgement(("|-",), (np,), np))
    @example(judgement=Judgement(("\\vdash",), (np,), np))
    @example(judgement=Judgement(("\\!a",), (np,), np))
    @example(judgement=Judgement((), (), np))
    def test_what_is_printed_is_read_back(self, style: Style, judgement: Judgement) -> None:
        assert parse_judgement(show_judgement(judgement, style)) == judgement

    def test_words_are_printed_in_quotes_only_where_they_must_be(self) -> None:
        words = ("ze", "", "été", "12:30", '12"', "a b", "😀", "x", "λ", "ˢᵘ")
        judgement = Judgement(words, (np,) * len(words), Implication(np, s))
        premises = r'ze:np, np, été:np, "12:30":np, "12\"":np, "a b":np, 😀:np, x:np, λ:np, ˢᵘ:np'
        assert str(judgement) == f"{premises} ⊢ np ⊸ s"

    def test_ascii_and_no_premises(self) -> None:
        judgement = Judgement(("ze", ""), (np, Diamond("su", np)), s)
        assert show_judgement(judgement, ASCII) == "ze:np, <su>np |- s"
        assert show_judgement(Judgement((), (), s)) == "⊢ s"

    def test_notations_and_spaces_mix(self) -> None:
        text = ' ze : np,"a b" :\n<su> np⊸s , np \\vdash s '
        expected = Judgement(("ze", "a b", ""), (np, Implication(Diamond("su", np), s), np), s)
        assert parse_judgement(text) == expected

    def test_unnamed_words_are_called_by_their_position(self) -> None:
        assert parse_judgement("np, ze:np, np |- s").names == ("w1", "ze", "w3")

    def test_as_many_words_as_types(self) -> None:
        with pytest.raises(ProofNetsError, match="2 words cannot have 1 types"):
            Judgement(("a", "b"), (np,), s)


class TestErrors:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "column 1: expected a type, found the end"),
            ("   ", "column 4: expected a type, found the end"),
            ("np ⊸", "column 5: expected a type, found the end"),
            ("⊸ np", "column 1: expected a type, found '⊸'"),
            ("(np", "column 4: expected ⊸ or ), found the end"),
            ("((np ⊸ s)", "column 10: expected ⊸ or ), found the end"),
            ("(np s)", "column 5: expected ⊸ or ), found 's'"),
            ("np)", "column 3: expected ⊸ or the end of the type, found ')'"),
            ("()", "column 2: expected a type, found ')'"),
            ("np ⊸ ?", "column 6: expected a type, found '?'"),
            ("np → s", "column 4: expected ⊸ or the end of the type, found '→'"),
            ("np s", "column 4: expected ⊸ or the end of the type, found 's'"),
            ("np, s", "column 3: expected ⊸ or the end of the type, found ','"),
            ("◇su", "column 4: expected a type, found the end"),
            ("◇(np)", "column 1: expected a modality with its label, as in ◇su or <su>, found '◇'"),
            ("<su np", "column 1: expected a modality with its label, as in ◇su or <su>, found '<'"),
            (r"np \multimap \foo{s}", "column 14: expected a type, found '\\\\'"),
        ],
    )
    def test_bad_types_are_told_where_and_why(self, text: str, message: str) -> None:
        with pytest.raises(NotationError) as caught:
            parse_type(text)
        assert str(caught.value) == message

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "column 1: expected a type, found the end"),
            ("⊢", "column 2: expected a type, found the end"),
            ("np", "column 3: expected ⊸ (->), a comma or ⊢ (|-), found the end"),
            ("np, np -> s", "column 12: expected ⊸ (->), a comma or ⊢ (|-), found the end"),
            ("np | s", "column 4: expected ⊸ (->), a comma or ⊢ (|-), found '|'"),
            ("np,, s |- s", "column 4: expected a type, found ','"),
            (", np |- s", "column 1: expected a type, found ','"),
            ("np, |- s", "column 5: expected a type, found '|'"),
            ("ze: |- s", "column 5: expected a type, found '|'"),
            ("a:b:np |- s", "column 4: expected ⊸ (->), a comma or ⊢ (|-), found ':'"),
            ("(np |- s", "column 5: expected ⊸ or ), found '|'"),
            ("np |- s s", "column 9: expected ⊸ or the end of the judgement, found 's'"),
            ("np |- s, s", "column 8: expected ⊸ or the end of the judgement, found ','"),
            ("np |- s |- s", "column 9: expected ⊸ or the end of the judgement, found '|'"),
            ('"ze:np |- s', "column 1: expected a type, found '\"'"),
            (r'"\q":np |- s', "column 1: expected a word in quotes as JSON writes it, found '\"'"),
            (r'np, "\ud800" : np |- s', "column 5: expected a word in quotes as JSON writes it, found '\"'"),
        ],
    )
    def test_bad_judgements_are_told_where_and_why(self, text: str, message: str) -> None:
        with pytest.raises(NotationError) as caught:
            parse_judgement(text)
        assert str(caught.value) == message

    @PARSERS
    @given(text=st.text() | st.text(st.characters()) | st.lists(st.sampled_from(ALPHABET)).map("".join))
    def test_any_text_is_read_or_refused(self, parse: Callable[[str], object], text: str) -> None:
        with suppress(ProofNetsError):
            parse(text)

    @pytest.mark.parametrize(
        ("parse", "noise"),
        [
            *product((parse_type, parse_judgement, parse_term), ("<", '"\\', "\\", " ", "é\x00)")),
            *product((parse_type,), ("◇a", "\\mathrm{")),
            *product((parse_judgement,), ("a:", "aaaaaa,")),
            *product((parse_term,), ("λx.", "\\texttt{")),
        ],
    )
    def test_a_million_characters_of_noise_are_refused_fast(self, parse: Callable[[str], object], noise: str) -> None:
        text = noise * (1_000_000 // len(noise)) + "("
        start = time.perf_counter()
        with pytest.raises(NotationError):
            parse(text)
        assert time.perf_counter() - start < 30


DEEP = 10_000


def left() -> Type:
    type_: Type = np
    for _ in range(DEEP):
        type_ = Implication(type_, s)
    return type_


def right() -> Type:
    type_: Type = np
    for _ in range(DEEP):
        type_ = Implication(s, type_)
    return type_


def modal() -> Type:
    type_: Type = np
    for _ in range(DEEP // 2):
        type_ = Diamond("su", Box("mod", type_))
    return type_


@pytest.mark.parametrize(("build", "expected_order"), [(left, DEEP), (right, 1), (modal, 0)])
def test_types_nested_ten_thousand_deep_are_handled_without_recursion(
    build: Callable[[], Type], expected_order: int
) -> None:
    type_ = build()
    assert build() is type_
    assert hash(build()) == hash(type_)
    assert type_ != Implication(type_, type_)
    for style in (UNICODE, ASCII, LATEX):
        assert parse_type(show_type(type_, style)) is type_
    assert pickle.loads(pickle.dumps(type_)) is type_
    assert copy.deepcopy(type_) is type_
    assert order(type_) == expected_order
    assert len(atoms(type_)) == (1 if build is modal else DEEP + 1)
    assert from_prefix(prefix(type_)) is type_
    assert parse_judgement(f"w:{type_} ⊢ {type_}").goal is type_
    del type_
    gc.collect()
