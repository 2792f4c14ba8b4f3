"""Tables: comparisons counted, as the paper's Table 1, its appendix's table by length, and tables beyond it.

Every figure is a share: so many right of so many. A table has a row for each thing that is counted and a column for
each beam. All functions are pure, and the order of the sentences does not matter to them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from proofnets.derivation import judgement
from proofnets.evaluation.comparison import Comparison
from proofnets.logic import Type
from proofnets.treebank import SYMBOL_LIMIT, Sample, symbols

LENGTHS = ((5, "1–5 words"), (10, "6–10 words"), (15, "11–15 words"), (20, "16–20 words"), (math.inf, "more words"))
"""The groups of the appendix, by the greatest length of each. Its own overlap: a length of 5 is in two of them."""

FREQUENCIES = ((0, "never seen"), (10, "1–10 times"), (100, "11–100 times"), (math.inf, "more often"))
"""Groups of types, by the greatest number of words that have one of them in training."""

T = TypeVar("T")
Columns: TypeAlias = Mapping[str, Sequence[T]]
"""Something for each sentence, such as a comparison, by the column that it is counted in."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many right, of so many.

    >>> Share(2, 3).percent
    66.67
    """

    right: int
    of: int

    @property
    def percent(self) -> float | None:
        """The share in percent, to two decimals; None of nothing."""
        return round(100 * self.right / self.of, 2) if self.of else None


@dataclass(frozen=True, slots=True)
class Row:
    """A share for every column, and what it is a share of."""

    name: str
    unit: str
    shares: tuple[Share, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of shares. The name is for machines, the title for people."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def report(
    first: Columns[Comparison],
    best: Columns[Sequence[Comparison]] | None = None,
    oracle: Sequence[Comparison] | None = None,
    seen: Mapping[Type, int] | None = None,
) -> tuple[Table, ...]:
    """All tables: of the first valid analyses, and if they are given of all analyses in the beam, and of the oracle.

    `seen` says how many words have a type in training.
    """
    one_each = {name: [(comparison,) for comparison in column] for name, column in first.items()}
    limit = f"at most {SYMBOL_LIMIT} symbols"
    tables = [
        table_one("first_valid", "First valid analysis", one_each),
        table_one("first_valid_short", f"First valid analysis, {limit}", _short(one_each)),
    ]
    if best is not None:
        tables += [
            table_one("best_in_beam", "Best in beam: any analysis right", best),
            table_one("best_in_beam_short", f"Best in beam: any analysis right, {limit}", _short(best)),
        ]
    tables += [proof_table(first), length_table(first)]
    if seen is not None:
        tables.append(frequency_table(first, seen))
    if oracle is not None:
        tables.append(oracle_table(oracle))
    return tuple(tables)


def table_one(name: str, title: str, columns: Columns[Sequence[Comparison]]) -> Table:
    """The rows of the paper's Table 1. If a sentence has several comparisons, the best counts, row by row.

    - types correct: words that are right, of all words of the gold samples;
    - invariance correct: sentences whose frame balances, right or not;
    - frame correct: sentences with every type and the goal right;
    - term correct: sentences with a proof whose term is right; without types, whatever the frame is; with types and
      dependencies, if the frame is right as well.

    All but the first are shares of all sentences, also of those without an analysis.
    """
    types = _summed(columns, lambda some: (max(sum(comparison.words) for comparison in some), len(some[0].words)))
    rows = (
        Row("types correct", "words", types),
        Row(
            "invariance correct",
            "sentences",
            _where(columns, lambda some: any(comparison.balanced for comparison in some)),
        ),
        Row("frame correct", "sentences", _where(columns, lambda some: any(comparison.frame for comparison in some))),
        Row("term correct (without types)", "sentences", _where(columns, lambda some: any(c.plain_term for c in some))),
        Row(
            "term correct (with types and dependencies)",
            "sentences",
            _where(columns, lambda some: any(comparison.term for comparison in some)),
        ),
    )
    return Table(name, title, tuple(columns), rows)


def proof_table(columns: Columns[Comparison]) -> Table:
    """Beyond the paper: coverage, tokens with punctuation, and precision, recall and F1 of the dependency graphs.

    - coverage: sentences with a proof, right or not;
    - tokens correct: tokens that have the right type, rightly continue a word or rightly bring nothing, of all tokens;
    - precision: edges that are right, of those found; recall: of those of the gold samples, where each word has one,
      be it from the root. F1 is twice the edges that are right, of those found and those of the gold samples taken
      together. Labelled, an edge's head and label must be right, unlabelled only its head. A sentence without a proof
      has no edges.
    """
    rows = (
        Row("coverage", "sentences", _where(columns, lambda comparison: comparison.proved)),
        Row(
            "tokens correct",
            "tokens",
            _summed(columns, lambda comparison: (comparison.tokens, len(comparison.gold.sample.tokens))),
        ),
        *_edge_rows(columns, "unlabelled", _heads_right),
        *_edge_rows(columns, "labelled", _edges_right),
    )
    return Table("proofs", "Proofs and dependencies, first valid analysis", tuple(columns), rows)


def length_table(columns: Columns[Comparison]) -> Table:
    """The appendix's table: sentences whose term is correct without types, of those with so many words."""
    rows = tuple(
        Row(label, "sentences", _where(_grouped(columns, label), lambda comparison: comparison.plain_term))
        for _, label in LENGTHS
    )
    return Table("lengths", "Term correct (without types) by sentence length", tuple(columns), rows)


def frequency_table(columns: Columns[Comparison], seen: Mapping[Type, int]) -> Table:
    """Words that are right, of those whose gold type so many words have in training."""
    words = {
        name: [
            (_group(seen.get(type_, 0), FREQUENCIES), right)
            for comparison in column
            for type_, right in zip(comparison.gold.words.values(), comparison.words, strict=True)
        ]
        for name, column in columns.items()
    }
    rows = tuple(
        Row(
            label,
            "words",
            _where({name: [right for group, right in cases if group == label] for name, cases in words.items()}, bool),
        )
        for _, label in FREQUENCIES
    )
    return Table("frequencies", "Types correct by frequency in training", tuple(columns), rows)


def oracle_table(comparisons: Sequence[Comparison]) -> Table:
    """The paper's oracle setting: types and goal are those of the gold sample, the links the model's.

    The rows are as elsewhere. Since the frame is right, so is a term with its types if it is right without them.
    """
    columns = {"given types": comparisons}
    brief = {"given types": [comparison for comparison in comparisons if is_short(comparison)]}
    rows = (
        Row("term correct", "sentences", _where(columns, lambda comparison: comparison.term)),
        Row(
            f"term correct, at most {SYMBOL_LIMIT} symbols",
            "sentences",
            _where(brief, lambda comparison: comparison.term),
        ),
        Row("coverage", "sentences", _where(columns, lambda comparison: comparison.proved)),
        *_edge_rows(columns, "unlabelled", _heads_right),
        *_edge_rows(columns, "labelled", _edges_right),
    )
    return Table("oracle", "Oracle: types given, links by the model", tuple(columns), rows)


def frequencies(samples: Iterable[Sample]) -> Counter[Type]:
    """How many words of the samples have each type."""
    return Counter(type_ for sample in samples for type_ in judgement(sample).types)


def is_short(comparison: Comparison) -> bool:
    """Whether the paper's filter lets a sentence pass: it keeps samples of at most 100 primitive symbols."""
    return symbols(comparison.gold.sample) <= SYMBOL_LIMIT


def _short(columns: Columns[Sequence[Comparison]]) -> Columns[Sequence[Comparison]]:
    return {name: [some for some in column if is_short(some[0])] for name, column in columns.items()}


def _grouped(columns: Columns[Comparison], label: str) -> Columns[Comparison]:
    """The sentences of a group by length."""
    return {
        name: [comparison for comparison in column if _group(len(comparison.words), LENGTHS) == label]
        for name, column in columns.items()
    }


def _group(value: int, groups: Sequence[tuple[float, str]]) -> str:
    return next(label for most, label in groups if value <= most)


def _edge_rows(columns: Columns[Comparison], kind: str, right: Callable[[Comparison], int]) -> list[Row]:
    precision = _summed(columns, lambda comparison: (right(comparison), len(comparison.edges)))
    recall = _summed(columns, lambda comparison: (right(comparison), len(comparison.gold.edges)))
    both = tuple(Share(2 * f.right, f.of + g.of) for f, g in zip(precision, recall, strict=True))
    return [
        Row(f"{kind} dependency precision", "edges found", precision),
        Row(f"{kind} dependency recall", "gold edges", recall),
        Row(f"{kind} dependency F1", "found and gold edges", both),
    ]


def _heads_right(comparison: Comparison) -> int:
    gold = comparison.gold.edges
    return sum(word in gold and gold[word].head == edge.head for word, edge in comparison.edges.items())


def _edges_right(comparison: Comparison) -> int:
    return sum(comparison.gold.edges.get(word) == edge for word, edge in comparison.edges.items())


def _where(columns: Columns[T], is_right: Callable[[T], bool]) -> tuple[Share, ...]:
    """The share of a column that is right, for each column."""
    return _summed(columns, lambda comparison: (is_right(comparison), 1))


def _summed(columns: Columns[T], counts: Callable[[T], tuple[int, int]]) -> tuple[Share, ...]:
    """What is right and what there is, summed over a column, for each column."""
    counted = ([counts(comparison) for comparison in column] for column in columns.values())
    return tuple(Share(sum(right for right, _ in some), sum(of for _, of in some)) for some in counted)
