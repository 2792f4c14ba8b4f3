"""What was seen in training is familiar, and the rest hardly ever is."""

from hypothesis import given
from hypothesis import strategies as st

from proofnets.parser.familiarity import BITS, familiarity, parts_of, remembered

TOKENS = st.lists(st.text(max_size=8), max_size=8)


@given(st.lists(TOKENS, max_size=5))
def test_what_occurs_twice_is_remembered(sentences):
    table = remembered([*sentences, *sentences])
    assert len(table) == BITS // 8
    for tokens in sentences:
        assert not any(familiarity(table, tokens)[1::2])  # nothing is unknown


@given(TOKENS)
def test_nothing_is_familiar_to_who_saw_nothing(tokens):
    found = familiarity(remembered([tokens]) if tokens == [] else bytes(BITS // 8), tokens)
    assert not any(found[::2])
    assert [bool(each) for each in found[1::2]] == [bool(parts) for parts in parts_of(tokens)]


def test_case_and_punctuation_do_not_matter():
    table = remembered([["ze", "slapen", "nu"]] * 2)
    assert familiarity(table, ["Ze", "slapen", ",", "nu", "."]) == familiarity(table, ["ze", "slapen", "nu"])
