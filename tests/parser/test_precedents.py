"""What stood in training is no news; what did not is, of its kind."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from proofnets.derivation import Derivation
from proofnets.derivation.derivations import Entry
from proofnets.derivation.spelling import SPECIAL, entry_symbols
from proofnets.logic import Atom, parse_type
from proofnets.modelfolder import Logistic
from proofnets.parser.decoding import DecodedFrame
from proofnets.parser.grammar import Grammar
from proofnets.parser.precedents import BITS, KINDS, LEAST, Precedents, news, news_of, remembered, spell

NP, S, VERB = Atom("np"), Atom("s"), parse_type("◇su np ⊸ s")
SYMBOLS = (*SPECIAL, "np", "s", "◇su", "⊸")
WORDS = st.lists(st.tuples(st.sampled_from(["ze", "Ze", "slapen", "."]), st.sampled_from([NP, VERB, None])), max_size=6)


def typed(words: Sequence[tuple[str, Entry]]) -> Derivation:
    tokens, types = zip(*words, strict=True) if words else ((), ())
    return Derivation(tuple(tokens), tuple(types), S, ())


def slow_news(seen: Sequence[Sequence[tuple[str, Entry]]], words: Sequence[tuple[str, Entry]]) -> list[list[bool]]:
    """The same by looking through all that was seen."""
    lower = [[(word.lower(), entry) for word, entry in each] for each in seen]
    alone = [word for each in lower for word in each]
    pairs = [pair for each in lower for pair in pairwise(each)]
    answer = [[(word.lower(), entry) not in alone, False, False] for word, entry in words]
    for place, ((one, first), (other, second)) in enumerate(pairwise(words)):
        together = [(a, b) for (x, a), (y, b) in pairs if (x, y) == (one.lower(), other.lower())]
        if len(together) >= LEAST:
            answer[place][1] = first not in [a for a, _ in together]
            answer[place + 1][2] = second not in [b for _, b in together]
    return answer


@given(st.lists(WORDS, max_size=6), WORDS)
def test_news_are_what_was_not_seen(seen, words):
    table = remembered(map(typed, seen))
    found = news_of(table, typed(words))
    assert found.shape == (len(words), KINDS)
    assert found.astype(bool).tolist() == slow_news(seen, words)


@given(st.lists(WORDS, max_size=6))
def test_nothing_that_was_seen_is_new(seen):
    table = remembered(map(typed, seen))
    assert not any(news_of(table, typed(words)).any() for words in seen)


@given(st.lists(WORDS, max_size=4), st.lists(st.integers(2, len(SYMBOLS) - 1), max_size=4), st.integers(1, 4))
def test_beginnings_of_types_are_known(seen, begun, place):
    tokens = ["Ze", "slapen", ".", "nu"]
    known = Precedents(remembered(map(typed, seen)), Logistic(0.0, (1.0,) * 5), Grammar(SYMBOLS), [tokens])
    wanted = [SYMBOLS[number] for number in begun]
    spelled = [
        entry_symbols(entry) for words in seen for word, entry in words if word.lower() == tokens[place - 1].lower()
    ]
    assert known.known(0, place, begun) == any(wanted and list(each[: len(wanted)]) == wanted for each in spelled)


def test_frames_are_worth_their_score_less_what_is_new():
    table, tokens = remembered([typed([("ze", NP), ("slapen", VERB)])] * LEAST), ["Ze", "slapen"]
    known = Precedents(table, Logistic(0.0, (1.0, 0.1, -1.0, -2.0, -4.0)), Grammar(SYMBOLS), [tokens])
    spelled = {entry: [SYMBOLS.index(symbol) for symbol in entry_symbols(entry)] for entry in (NP, VERB, S)}

    def worth(*types: Entry) -> float:
        frame = (1, *(number for entry in types for number in (*spelled[entry], 2)), *spelled[S])
        return known.worth(0, DecodedFrame(frame, -0.5)) - 0.1 * len(frame)

    assert np.isclose(worth(NP, VERB), -0.5)
    assert np.isclose(worth(VERB, VERB), -0.5 - 1 - 2)
    assert np.isclose(worth(NP, NP), -0.5 - 1 - 4)
    assert np.isclose(worth(VERB, NP), -0.5 - 2 - 2 - 4)


def test_to_who_saw_nothing_every_word_is_new_and_no_pair():
    found = news(bytes(BITS // 8), ["Ze", "slapen"], [spell(NP), spell(VERB)])
    assert np.array_equal(found, [[1, 0, 0], [1, 0, 0]])
