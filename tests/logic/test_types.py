"""Types: interning, polarity, order and prefix symbols."""

from __future__ import annotations

import copy
import gc
import pickle
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError
from threading import Barrier
from weakref import ref

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofnets.errors import NotationError, ProofNetsError
from proofnets.logic import (
    Atom,
    Box,
    Diamond,
    Implication,
    Type,
    arity,
    atoms,
    from_prefix,
    order,
    parse_type,
    prefix,
    subformulas,
)
from proofnets.logic.types import fold
from tests.logic.strategies import names, types


def rebuilt(type_: Type) -> Type:
    """The type built again from its names."""
    return fold(type_, lambda name: Atom("".join(list(name))), Implication, Diamond, Box)


def slow_order(type_: Type) -> int:
    match type_:
        case Implication(argument, result):
            return max(slow_order(argument) + 1, slow_order(result))
        case Diamond(_, body) | Box(_, body):
            return slow_order(body)
    return 0


def slow_subformulas(type_: Type, positive: bool) -> list[tuple[Type, bool]]:
    match type_:
        case Implication(argument, result):
            inner = slow_subformulas(argument, not positive) + slow_subformulas(result, positive)
        case Diamond(_, body) | Box(_, body):
            inner = slow_subformulas(body, positive)
        case _:
            inner = []
    return [(type_, positive), *inner]


def slow_prefix(type_: Type) -> str:
    match type_:
        case Atom(name):
            return name
        case Implication(Diamond(label, argument), result):
            return f"◇{label} {slow_prefix(argument)} {slow_prefix(result)}"
        case Implication(argument, result):
            return f"⊸ {slow_prefix(argument)} {slow_prefix(result)}"
        case Box(label, Implication(argument, result)):
            return f"□{label} {slow_prefix(argument)} {slow_prefix(result)}"
        case Diamond(label, body):
            return f"◇{label}. {slow_prefix(body)}"
        case Box(label, body):
            return f"□{label}. {slow_prefix(body)}"
    raise AssertionError(type_)


@pytest.fixture
def hasty_threads() -> Iterator[None]:
    """Threads that take turns so often that a race shows."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


class TestInterning:
    @given(types())
    def test_building_copying_pickling_and_reading_give_the_same_object(self, type_: Type) -> None:
        assert rebuilt(type_) is type_
        assert copy.copy(type_) is type_
        assert copy.deepcopy([type_]) == [type_]
        assert pickle.loads(pickle.dumps(type_)) is type_  # this is how processes hand types to each other
        assert repr(type_) == f"parse_type({str(type_)!r})"
        assert parse_type(str(type_)) is type_

    @given(types(), types())
    def test_types_are_equal_just_if_they_are_spelled_alike(self, one: Type, other: Type) -> None:
        assert (one == other) == (slow_prefix(one) == slow_prefix(other))
        assert one != other or hash(one) == hash(other)

    def test_constructors_are_told_apart(self) -> None:
        np, s = Atom("np"), Atom("s")
        distinct = {np, s, Diamond("x", np), Box("x", np), Diamond("y", np), Implication(np, s), Implication(s, np)}
        assert len(distinct) == 7
        assert np != "np"

    def test_threads_that_build_the_same_types_get_the_same_objects(self, hasty_threads: None) -> None:
        workers, rounds = 8, 200
        barrier = Barrier(workers)

        def build(_: int) -> list[Type]:
            made = []
            for number in range(rounds):
                barrier.wait()
                made.append(Implication(Atom(f"thread{number}"), Atom("np")))
            return made

        with ThreadPoolExecutor(workers) as pool:
            first, *others = pool.map(build, range(workers))
        assert all(one is other for made in others for one, other in zip(first, made, strict=True))

    def test_types_that_nobody_holds_are_freed(self) -> None:
        type_ = Implication(Atom("forgotten"), Diamond("su", Atom("remembered")))
        remembered, gone = type_.result.body, [ref(type_), ref(type_.argument), ref(type_.result)]
        del type_
        gc.collect()
        assert [reference() for reference in gone] == [None, None, None]
        assert Atom("remembered") is remembered

    def test_types_cannot_be_changed(self) -> None:
        with pytest.raises(FrozenInstanceError):
            Atom("np").name = "s"

    @pytest.mark.parametrize("name", ["", " ", "a b", "a-b", "a.b", "np\n", "◇x", "(", "e\u0301"])
    @pytest.mark.parametrize(
        "build", [Atom, lambda name: Diamond(name, Atom("np")), lambda name: Box(name, Atom("np"))]
    )
    def test_names_of_other_characters_than_letters_digits_and_underscores_are_refused(self, build, name: str) -> None:
        with pytest.raises(ProofNetsError, match="cannot name an atom or a label: letters, digits and _ only"):
            build(name)

    @given(names)
    def test_names_of_letters_digits_and_underscores_are_accepted(self, name: str) -> None:
        assert Atom(name).name == name


class TestMeasures:
    @given(types())
    def test_order_is_that_of_the_definition(self, type_: Type) -> None:
        assert order(type_) == slow_order(type_)

    @given(types(), st.booleans())
    def test_subformulas_and_their_polarities_are_those_of_the_definition(self, type_: Type, positive: bool) -> None:
        assert list(subformulas(type_, positive)) == slow_subformulas(type_, positive)

    @given(types(), st.booleans())
    def test_atoms_are_the_atomic_subformulas(self, type_: Type, positive: bool) -> None:
        expected = [(part.name, p) for part, p in slow_subformulas(type_, positive) if isinstance(part, Atom)]
        assert atoms(type_, positive) == expected

    def test_modalities_turn_no_polarity(self) -> None:
        assert atoms(parse_type("◇a(◇b np ⊸ s) ⊸ □c(n ⊸ pp)")) == [
            *[("np", True), ("s", False), ("n", False), ("pp", True)],
        ]


class TestPrefix:
    @given(types())
    def test_prefix_spells_the_type_as_defined(self, type_: Type) -> None:
        assert " ".join(prefix(type_)) == slow_prefix(type_)

    @given(types())
    def test_from_prefix_undoes_prefix(self, type_: Type) -> None:
        assert from_prefix(prefix(type_)) is type_

    @given(types())
    def test_arities_add_up_just_at_the_end(self, type_: Type) -> None:
        missing = [1]
        for symbol in prefix(type_):
            missing.append(missing[-1] + arity(symbol) - 1)
        assert missing[-1] == 0
        assert all(missing[:-1])

    @given(types())
    def test_a_prefix_cut_short_misses_a_type(self, type_: Type) -> None:
        for length in range(len(prefix(type_))):
            with pytest.raises(NotationError, match="expected one more type, found the end"):
                from_prefix(prefix(type_)[:length])

    @given(types(), types())
    def test_a_second_type_behind_the_first_is_refused(self, one: Type, other: Type) -> None:
        with pytest.raises(NotationError, match=f"^column {len(slow_prefix(one)) + 2}: expected the end of the type"):
            from_prefix(prefix(one) + prefix(other))

    @pytest.mark.parametrize(
        "symbol", ["", "?", "◇", "◇.", "np.", "⊸.", "◇x..", "a b", "◇x y", "<x", "[x>", " np", "np\n"]
    )
    def test_unknown_symbols_are_refused_by_name(self, symbol: str) -> None:
        for refuse in (arity, lambda symbol: from_prefix(["⊸", symbol, "np"])):
            with pytest.raises(ProofNetsError) as caught:
                refuse(symbol)
            assert str(caught.value) == f"{symbol!r} is not a prefix symbol such as np, ⊸, ◇su, □mod or ◇x."

    @pytest.mark.parametrize(
        ("text", "spelled"),
        [
            ("np", "np"),
            ("np ⊸ s_main", "⊸ np s_main"),
            ("◇su np ⊸ s_main", "◇su np s_main"),
            ("□mod(np ⊸ np)", "□mod np np"),
            ("◇body(◇obj pron ⊸ s_sub) ⊸ □mod(np ⊸ np)", "◇body ◇obj pron s_sub □mod np np"),
            ("◇x np", "◇x. np"),
            ("□x np", "□x. np"),
            ("◇x(np ⊸ s)", "◇x. ⊸ np s"),
            ("□x np ⊸ s", "⊸ □x. np s"),
            ("np ⊸ ◇x s", "⊸ np ◇x. s"),
            ("□a□b(np ⊸ s)", "□a. □b np s"),
            ("◇a◇b np ⊸ s", "◇a ◇b. np s"),
        ],
    )
    def test_a_modality_merges_with_the_implication_that_it_marks(self, text: str, spelled: str) -> None:
        assert " ".join(prefix(parse_type(text))) == spelled

    def test_ascii_symbols_are_read_as_well(self) -> None:
        assert from_prefix(["<body>", "->", "np", "s", "[mod]", "<x>.", "[x].", "n", "np"]) is parse_type(
            "◇body(np ⊸ s) ⊸ □mod(◇x□x n ⊸ np)"
        )
