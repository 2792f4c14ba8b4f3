"""Tables of bits hold what was put into them, hardly anything else, and survive being packed."""

from hypothesis import given
from hypothesis import strategies as st

from proofnets.parser.bits import holds, packed, table_of, unpacked

BITS = 80_000


@given(st.sets(st.text(max_size=9), max_size=40))
def test_what_was_seen_is_found(texts):
    table = table_of(texts, BITS)
    assert len(table) == BITS // 8
    assert all(holds(table, text) for text in texts)
    assert sum(each.bit_count() for each in table) <= len(texts)


def test_what_was_not_seen_is_found_as_often_as_bits_are_set():
    table = table_of(map(str, range(10_000)), BITS)
    wrong = sum(holds(table, f"not {number}") for number in range(10_000)) / 10_000
    full = sum(each.bit_count() for each in table) / BITS
    assert abs(wrong - full) < 0.02


@given(st.sets(st.text(max_size=9), max_size=40), st.binary(max_size=20))
def test_a_table_is_packed_and_unpacked(texts, other):
    table = table_of(texts, BITS)
    assert unpacked(packed(table), BITS) == table
    assert unpacked(packed(table)[:-1], BITS) is None
    assert unpacked(packed(table + b"0"), BITS) is None
    assert unpacked(other, BITS) is None
