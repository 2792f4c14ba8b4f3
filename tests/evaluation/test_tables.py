"""Every figure of the tables, computed by hand."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofnets.derivation.analyses import Analysis
from proofnets.evaluation import Comparison, Share, Table, compare, frequencies, gold_of, report
from proofnets.evaluation.tables import is_short, length_table
from proofnets.logic import parse_type
from proofnets.treebank import Sample, symbols
from tests.evaluation.sentences import (
    GOLD,
    MAN,
    NAP,
    OTHER_TYPES,
    RIGHT,
    SEE,
    SLEEP,
    SWAPPED,
    UNBALANCED,
    WRONG,
    analysis,
    compared,
    sleeping,
)


def figures(tables: Sequence[Table], name: str) -> dict[str, list[tuple[int, int]]]:
    """The shares of a table, row by row."""
    (table,) = (table for table in tables if table.name == name)
    return {row.name: [(share.right, share.of) for share in row.shares] for row in table.rows}


def test_the_papers_table() -> None:
    # Words: SLEEP 0 of 2, SEE 3 of 3, MAN 3 of 4, NAP 0 of 2. SLEEP and SEE balance, the frame of SEE is right, and
    # the term of SLEEP without its types.
    tables = report({"1": compared(WRONG), "5": compared(RIGHT)})
    assert figures(tables, "first_valid") == {
        "types correct": [(6, 11), (11, 11)],
        "invariance correct": [(2, 4), (4, 4)],
        "frame correct": [(1, 4), (4, 4)],
        "term correct (without types)": [(1, 4), (4, 4)],
        "term correct (with types and dependencies)": [(0, 4), (4, 4)],
    }
    assert [table.name for table in tables] == ["first_valid", "first_valid_short", "proofs", "lengths"]
    assert all(table.columns == ("1", "5") for table in tables)


def test_proofs_and_dependencies() -> None:
    # Tokens: SLEEP 1 of 3, SEE 4 of 4, MAN 3 of 4, NAP 0 of 2. Edges found: 2 of SLEEP, both right, and 3 of SEE, with
    # the right heads, but only the root with the right label; there should be 2 + 3 + 4 + 2.
    assert figures(report({"1": compared(WRONG)}), "proofs") == {
        "coverage": [(2, 4)],
        "tokens correct": [(8, 13)],
        "unlabelled dependency precision": [(5, 5)],
        "unlabelled dependency recall": [(5, 11)],
        "unlabelled dependency F1": [(10, 16)],
        "labelled dependency precision": [(3, 5)],
        "labelled dependency recall": [(3, 11)],
        "labelled dependency F1": [(6, 16)],
    }


def test_an_edge_from_another_head() -> None:
    # De man slaapt vaak, with vaak a modifier of man: one of four heads is wrong, all labels are right
    types = ["□det(n ⊸ np)", "n", "◇su np ⊸ s_main", "□mod(np ⊸ np)"]
    other = analysis(MAN, types, "s_main", [(2, 0), (1, 5), (6, 3), (4, 7)])
    found = figures(report({"1": [compare(gold_of(MAN), other)]}), "proofs")
    assert found["coverage"] == [(1, 1)]
    assert found["unlabelled dependency recall"] == found["labelled dependency recall"] == [(3, 4)]


def test_best_in_beam() -> None:
    # SEE is right in its second analysis. SLEEP is right in the types of one and in the term of the other.
    untyped = analysis(SLEEP, ["pron", "pron", None], "s_main", [])
    analyses = {SLEEP: [OTHER_TYPES, untyped], SEE: [SWAPPED, *RIGHT[SEE.tokens]], MAN: [UNBALANCED], NAP: [None]}
    beam = [[compare(gold_of(gold), one) for one in some] for gold, some in analyses.items()]
    tables = report({"2": [some[0] for some in beam]}, {"2": beam})
    assert figures(tables, "first_valid")["types correct"] == [(6, 11)]
    assert figures(tables, "best_in_beam") == {
        "types correct": [(7, 11)],
        "invariance correct": [(2, 4)],
        "frame correct": [(1, 4)],
        "term correct (without types)": [(2, 4)],
        "term correct (with types and dependencies)": [(1, 4)],
    }
    assert figures(tables, "best_in_beam_short") == figures(tables, "best_in_beam")


def test_the_filter_of_long_sentences() -> None:
    at, over = sleeping(32), sleeping(33)
    assert (symbols(at), symbols(over)) == (100, 103)
    limit = [compare(gold_of(at), Analysis(at, 0.0)), compare(gold_of(over), None)]
    assert [is_short(one) for one in limit] == [True, False]
    tables = report({"1": limit}, {"1": [[one] for one in limit]}, oracle=limit)
    assert figures(tables, "first_valid")["frame correct"] == [(1, 2)]
    assert figures(tables, "first_valid")["types correct"] == [(34, 69)]
    assert figures(tables, "first_valid_short")["frame correct"] == [(1, 1)]
    assert figures(tables, "best_in_beam_short")["types correct"] == [(34, 34)]
    oracle = figures(tables, "oracle")
    assert (oracle["term correct"], oracle["term correct, at most 100 symbols"]) == ([(1, 2)], [(1, 1)])


def test_the_oracle() -> None:
    # The links of SEE are wrong, and of NAP the model does not know a symbol.
    found = figures(report({"1": compared(RIGHT)}, oracle=compared(WRONG, [SEE, NAP])), "oracle")
    assert found == {
        "term correct": [(0, 2)],
        "term correct, at most 100 symbols": [(0, 2)],
        "coverage": [(1, 2)],
        "unlabelled dependency precision": [(3, 3)],
        "unlabelled dependency recall": [(3, 5)],
        "unlabelled dependency F1": [(6, 8)],
        "labelled dependency precision": [(1, 3)],
        "labelled dependency recall": [(1, 5)],
        "labelled dependency F1": [(2, 8)],
    }


def test_groups_by_length() -> None:
    words = [2, 5, 6, 10, 11, 15, 16, 20, 21, 40]
    golds = [gold_of(sleeping(count - 2, str(count))) for count in words]
    right = [compare(gold, Analysis(gold.sample, 0.0) if len(gold.words) % 5 else None) for gold in golds]
    assert figures([length_table({"1": right})], "lengths") == {
        "1–5 words": [(1, 2)],
        "6–10 words": [(1, 2)],
        "11–15 words": [(1, 2)],
        "16–20 words": [(1, 2)],
        "more words": [(1, 2)],
    }


def test_the_length_table_is_of_terms_without_types() -> None:
    assert figures(report({"1": compared(WRONG)}), "lengths")["1–5 words"] == [(1, 4)]
    assert figures(report({"1": compared(WRONG)}), "lengths")["6–10 words"] == [(0, 0)]


def test_types_by_frequency() -> None:
    # Words by gold type: pron 2 (none right), ◇su pron ⊸ s_main 2 (none right), np 2 (both right), n 1 (wrong); one
    # each of the types of ziet, De, slaapt and vaak (right).
    counts = {"pron": 101, "n": 1, "◇su pron ⊸ s_main": 100, "np": 11, "□det(n ⊸ np)": 10}
    seen = {parse_type(text): count for text, count in counts.items()}
    assert figures(report({"1": compared(WRONG)}, seen=seen), "frequencies") == {
        "never seen": [(3, 3)],
        "1–10 times": [(1, 2)],
        "11–100 times": [(2, 4)],
        "more often": [(0, 2)],
    }


def test_frequencies_count_words() -> None:
    found = frequencies(GOLD)
    assert found[parse_type("np")] == 2
    assert found[parse_type("pron")] == 2
    assert sum(found.values()) == 11


def test_shares() -> None:
    assert Share(1, 8).percent == 12.5
    assert Share(0, 0).percent is None


COMPARISONS = [*compared(WRONG), *compared(RIGHT)]


@given(st.permutations(COMPARISONS))
def test_the_order_of_the_sentences_does_not_matter(shuffled: list[Comparison]) -> None:
    seen = frequencies([SLEEP])
    assert report({"1": shuffled}, {"1": [[one] for one in shuffled]}, shuffled, seen) == report(
        {"1": COMPARISONS}, {"1": [[one] for one in COMPARISONS]}, COMPARISONS, seen
    )


@pytest.mark.parametrize("golds", [GOLD, [sleeping(often, str(often)) for often in range(30)]])
def test_gold_against_itself_has_all_right(golds: Sequence[Sample]) -> None:
    right = [compare(gold_of(gold), Analysis(gold, 0.0)) for gold in golds]
    for table in report({"1": right}, {"1": [[one] for one in right]}, right, frequencies(golds[:1])):
        for row in table.rows:
            assert all(share.right == share.of for share in row.shares), row
