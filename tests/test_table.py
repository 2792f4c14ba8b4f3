"""Tables: columns stay aligned whatever is in them, and no word leaves its cell."""

from hypothesis import given, settings
from hypothesis import strategies as st

from proofnets.table import show_table, visible, width

CELLS = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=6)


@settings(max_examples=50)
@given(st.text(max_size=20))
def test_a_word_in_a_table_stays_on_its_line(word: str):
    assert "\n" not in visible(word)
    assert "\t" not in visible(word)
    assert width(visible(word)) <= 12 * max(1, len(word))


@given(st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=5))
def test_columns_are_aligned_by_the_cells_of_a_terminal(rows: list[tuple[str, str, str]]):
    lines = show_table(rows, "<><").split("\n")
    first, second = (max(width(row[place]) for row in rows) for place in (0, 1))
    for row, line in zip(rows, lines, strict=True):
        assert line.startswith(row[0] + " ")
        assert line.endswith("  " + row[2])
        assert width(line) == first + second + 4 + width(row[2])
        assert line.removesuffix("  " + row[2]).endswith(" " + row[1])


def test_columns_are_left_aligned_unless_told():
    assert show_table([("a", "日"), ("bc", "e\u0301"), ("", "")]) == "a   日\nbc  e\u0301\n"
    assert show_table([]) == ""
