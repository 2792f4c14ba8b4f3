"""The grammar's automaton against types and sentences as the rest of the project knows them."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofnets.derivation.derivations import Derivation, DerivationError
from proofnets.derivation.spelling import SPECIAL, frame_symbols
from proofnets.errors import ProofNetsError
from proofnets.logic import Atom, Type, arity, atoms, from_prefix
from proofnets.parser.grammar import LONGEST_TYPE, MOST_DUE, SPARE_SYMBOLS, SYMBOLS_A_WORD, Grammar, States
from tests.logic.strategies import types as any_types
from tests.parser.stand_ins import BACKWARDS, FEW_SYMBOLS, GRAMMAR, SYMBOLS

TYPE_SYMBOLS = [symbol for symbol in SYMBOLS if symbol not in SPECIAL]


def numbers(grammar: Grammar, symbols: list[str]) -> list[int]:
    return [grammar.numbers[symbol] for symbol in symbols]


def walk(grammar: Grammar, symbols: list[int], words: int) -> list[States]:
    """The states behind [SOS] and behind each symbol."""
    states = [grammar.first([words])]
    for symbol in symbols:
        states.append(grammar.after(states[-1], np.array([symbol])))
    return states


def is_sentence(entries: tuple[str, ...]) -> bool:
    """Whether a sample may have these entries; the twin of what the grammar knows about ∅ and +."""
    known = {"∅": None, "+": "+"}
    types = tuple(known[entry] if entry in known else Atom(entry) for entry in entries)
    try:
        Derivation(("w",) * len(types), types, Atom("a"), ())
    except DerivationError:
        return False
    return True


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("words", [1, 2, 3, 4])
def test_what_tokens_may_have_is_what_a_sample_may_have(words: int, backwards: bool) -> None:
    grammar = Grammar(FEW_SYMBOLS, backwards)
    for entries in product(("∅", "+", "a", "b"), repeat=words):
        order = entries[::-1] if backwards else entries
        written = [symbol for entry in order for symbol in numbers(grammar, [entry, "[SEP]"])]
        states = grammar.first([words])
        possible = True
        for position, symbol in enumerate(written, 1):
            possible = possible and bool(grammar.allowed(states, False, position)[0, symbol])
            states = grammar.after(states, np.array([symbol]))
        assert possible == is_sentence(entries), entries
        states = grammar.after(states, grammar.atoms[:1])
        assert grammar.is_done(states)[0]
        assert grammar.is_frame(states)[0] == possible, entries


@given(st.lists(st.sampled_from(TYPE_SYMBOLS), min_size=1, max_size=14), st.booleans())
def test_a_type_goes_on_until_nothing_is_missing_from_it(symbols: list[str], backwards: bool) -> None:
    grammar = BACKWARDS if backwards else GRAMMAR
    states, missing = grammar.first([2]), 1
    for position, symbol in enumerate(symbols, 1):
        allowed = {SYMBOLS[number] for number in np.flatnonzero(grammar.allowed(states, False, position)[0])}
        if missing == 0:
            assert allowed == {"[SEP]"}
            assert grammar.has_ended(states)[0]
            return
        assert allowed & {*TYPE_SYMBOLS} == {each for each in TYPE_SYMBOLS if missing < MOST_DUE or arity(each) < 2}
        assert "[SEP]" not in allowed
        assert ("∅" in allowed) == (position == 1)
        if symbol not in allowed:
            return
        states, missing = grammar.after(states, np.array([grammar.numbers[symbol]])), missing + arity(symbol) - 1


@given(any_types(max_size=9))
def test_the_balance_is_that_of_the_atoms(type_: Type) -> None:
    sample = Derivation(("w",), (type_,), type_, ())
    spelled = [symbol for symbol, _ in frame_symbols(sample)]
    grammar = Grammar((*SPECIAL, *sorted({*spelled} - {*SPECIAL})))
    written = numbers(grammar, spelled)
    entry = written[1 : written.index(grammar.sep)]
    counts = {grammar.symbols[atom]: 0 for atom in grammar.atoms}
    for name, positive in atoms(type_):
        counts[name] += 1 if positive else -1
    assert grammar.balance_of(entry).tolist() == list(counts.values())
    behind = walk(grammar, written[1:], 1)
    assert behind[len(entry)].balance[0].tolist() == list(counts.values())
    assert not behind[-1].balance.any()
    assert grammar.is_done(behind[-1])[0]
    assert grammar.derivation(["w"], written) == Derivation(("w",), (type_,), type_, ())


@given(st.data(), st.integers(1, 4), st.booleans())
def test_several_symbols_at_once_lead_where_they_lead_one_by_one(data, words: int, backwards: bool) -> None:
    grammar = BACKWARDS if backwards else GRAMMAR
    states, written = [grammar.first([words])], []
    for position in range(1, 25):
        if grammar.is_done(states[-1])[0]:
            break
        allowed = np.flatnonzero(grammar.allowed(states[-1], False, position)[0]).tolist()
        written.append(data.draw(st.sampled_from(allowed)))
        states.append(grammar.after(states[-1], np.array(written[-1:])))
    cut = data.draw(st.integers(0, len(written)))
    along = grammar.along(states[cut], written[cut:])
    assert along.table.tolist() == [each.table[0].tolist() for each in states[cut + 1 :]]


@given(st.lists(st.integers(2, len(SYMBOLS) - 1), max_size=30), st.integers(1, 3), st.booleans())
def test_whatever_is_written_what_is_broken_stays_so(symbols: list[int], words: int, backwards: bool) -> None:
    """Without the grammar too: a frame comes out sound just if each of its symbols was allowed."""
    grammar = BACKWARDS if backwards else GRAMMAR
    states, sound = grammar.first([words]), True
    for position, symbol in enumerate(symbols, 1):
        if grammar.is_done(states)[0]:
            break
        sound = sound and bool(grammar.allowed(states, False, position)[0, symbol])
        states = grammar.after(states, np.array([symbol]))
        assert grammar.is_frame(states)[0] == sound


@pytest.mark.parametrize("words", [1, 3])
def test_frames_in_which_too_much_is_written_come_to_an_end(words: int) -> None:
    opens, longest = GRAMMAR.numbers["⊸"], SYMBOLS_A_WORD * words + SPARE_SYMBOLS
    states, position = GRAMMAR.first([words]), 1
    while not GRAMMAR.is_done(states)[0]:
        allowed = GRAMMAR.allowed(states, False, position)[0]
        symbol = opens if allowed[opens] else int(np.flatnonzero(allowed)[-1])
        states, position = GRAMMAR.after(states, np.array([symbol])), position + 1
    assert GRAMMAR.is_frame(states)[0]
    assert position < longest + (MOST_DUE + 2) * (words + 1)


def test_types_have_so_many_symbols_and_no_more() -> None:
    """◇x. can be written without end; a token's type ends all the same, and the last symbol is an atom."""
    states, length, mark = GRAMMAR.first([50]), 0, GRAMMAR.numbers["◇x."]
    states = GRAMMAR.along(states, [GRAMMAR.numbers["np"], GRAMMAR.sep] * 30).take(slice(-1, None))
    while GRAMMAR.allowed(states, False, 61 + length)[0, mark]:
        states, length = GRAMMAR.after(states, np.array([mark])), length + 1
    allowed = np.flatnonzero(GRAMMAR.allowed(states, False, 61 + length)[0])
    assert allowed.tolist() == GRAMMAR.atoms.tolist()
    assert LONGEST_TYPE - 3 <= length < LONGEST_TYPE


@given(st.integers(0, 6), st.booleans())
def test_an_unfinished_frame_has_types_for_the_tokens_that_it_came_to(typed: int, backwards: bool) -> None:
    grammar = BACKWARDS if backwards else GRAMMAR
    entries = [(5,), (9, 7, 7), (3,), (8, 5, 6), (4,), (6,)]
    order = entries[::-1] if backwards else entries
    written = [grammar.sos, *(symbol for entry in order[:typed] for symbol in (*entry, grammar.sep))]
    missing = [()] * (6 - typed)
    assert grammar.by_token(written, 6) == (missing + entries[6 - typed :] if backwards else entries[:typed] + missing)


def test_a_frame_is_turned_and_turned_back() -> None:
    frame = (1, 9, 7, 7, 2, 5, 2, 3, 2, 6)
    assert GRAMMAR.turned(frame) == frame
    assert BACKWARDS.turned(frame) == (1, 3, 2, 5, 2, 9, 7, 7, 2, 6)
    assert BACKWARDS.turned(BACKWARDS.turned(frame)) == frame
    types = from_prefix(["□mod", "n", "n"]), Atom("np"), None
    assert GRAMMAR.derivation("abc", frame) == Derivation(("a", "b", "c"), types, Atom("s"), ())


def test_a_vocabulary_without_the_marks_of_frames_is_refused() -> None:
    with pytest.raises(ProofNetsError, match=r"no symbol '\[SEP\]'"):
        Grammar([symbol for symbol in SYMBOLS if symbol != "[SEP]"])
