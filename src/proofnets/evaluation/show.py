"""Evaluations as people and machines read them: text, LaTeX and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from proofnets.evaluation.measures import BINS, Reliability
from proofnets.evaluation.passes import Evaluation
from proofnets.evaluation.tables import Row, Share, Table
from proofnets.logic.term_notation import escape_tex
from proofnets.table import show_table

_PREAMBLE = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{lmodern,booktabs}
\begin{document}
"""


def show_evaluation(evaluation: Evaluation) -> str:
    """The tables as text, in percent, with what the shares are of in the last column, and the times."""
    grids = (
        f"{title}\n" + show_table(rows, "<" + ">" * (len(rows[0]) - 2) + "<") for title, rows in _grids(evaluation)
    )
    return "\n\n".join([_head(evaluation), *grids])


def evaluation_latex(evaluation: Evaluation) -> str:
    """A document with the same tables, to compile or to copy from. It needs the packages booktabs and lmodern."""
    tables = (_tex_table(*grid) for grid in _grids(evaluation))
    return _PREAMBLE + "\n".join([escape_tex(_head(evaluation)), *tables]) + "\n\\end{document}\n"


def evaluation_json(evaluation: Evaluation) -> dict[str, Any]:
    """The tables as plain data, table → row → column → share. What differs from run to run is under `seconds`."""
    return {
        "sentences": evaluation.sentences,
        "unconstrained": evaluation.unconstrained,
        "units": evaluation.units,
        "tables": {
            table.name: {
                row.name: {
                    column: {"right": share.right, "of": share.of, "percent": share.percent}
                    for column, share in zip(table.columns, row.shares, strict=True)
                }
                for row in table.rows
            }
            for table in evaluation.tables
        },
        "confidence": {
            str(beam): {each.name: asdict(each) for each in measured}
            for beam, measured in evaluation.reliability.items()
        },
        "seconds": {str(beam): asdict(seconds) for beam, seconds in evaluation.seconds.items()},
    }


def _head(evaluation: Evaluation) -> str:
    """On what all tables stand."""
    return (
        f"{evaluation.sentences:,} sentences, decoded {'without' if evaluation.unconstrained else 'with'} constraints"
        + (", multi-word units given" if evaluation.units else "")
    )


def _grids(evaluation: Evaluation) -> Iterator[tuple[str, list[list[str]]]]:
    """Titles and tables, every cell a text, the first row the heads of the columns."""
    for table in evaluation.tables:
        yield table.title, _grid(table)
    for beam, measured in evaluation.reliability.items():
        if measured:
            yield f"Confidence, beam {beam}", _confidence_grid(measured)
            yield f"Right in % of those with this confidence, beam {beam}", _reliability_grid(measured)
    yield (
        "Seconds a sentence",
        [
            ["beam", *map(str, evaluation.seconds), ""],
            ["wall", *(f"{seconds.wall:.3f}" for seconds in evaluation.seconds.values()), ""],
            ["CPU, all cores", *(f"{seconds.cpu:.3f}" for seconds in evaluation.seconds.values()), ""],
        ],
    )


def _grid(table: Table) -> list[list[str]]:
    head = ["beam" if all(map(str.isdigit, table.columns)) else "", *table.columns, "% of"]
    return [head, *([row.name, *(_percent(share) for share in row.shares), _of(row)] for row in table.rows)]


def _confidence_grid(measured: Sequence[Reliability]) -> list[list[str]]:
    """How good confidence is, and what can be kept so that most of it is right."""
    rows = [["", *(each.name for each in measured), ""]]
    rows.append(["how many", *(f"{each.cases:,}" for each in measured), ""])
    rows.append(["right, %", *(f"{100 * each.right:.1f}" for each in measured), ""])
    rows.append(["expected calibration error", *(f"{each.ece:.3f}" for each in measured), ""])
    rows.append(["Brier score", *(f"{each.brier:.3f}" for each in measured), ""])
    for number, (target, _) in enumerate(measured[-1].kept):
        kept = (f"{100 * each.kept[number][1]:.1f}" if each.kept else "–" for each in measured)
        rows.append([f"can be kept so that {100 * target:g}% are right, %", *kept, ""])
    return rows


def _reliability_grid(measured: Sequence[Reliability]) -> list[list[str]]:
    """A row for each bin: what is right, and of how many."""
    lows = sorted({each.low for some in measured for each in some.bins})
    cells = [{each.low: f"{100 * each.right:.1f} of {each.cases:,}" for each in some.bins} for some in measured]
    rows = [[f"{low:.1f} to {low + 1 / BINS:.1f}", *(each.get(low, "–") for each in cells), ""] for low in lows]
    return [["", *(each.name for each in measured), ""], *rows]


def _percent(share: Share) -> str:
    return f"{100 * share.right / share.of:.1f}" if share.of else "–"


def _of(row: Row) -> str:
    """What the shares of a row are of; how many edges are found, for one, may differ from beam to beam."""
    least, most = (pick(share.of for share in row.shares) for pick in (min, max))
    return f"{least:,} {row.unit}" if least == most else f"{least:,}–{most:,} {row.unit}"


def _tex_table(title: str, rows: list[list[str]]) -> str:
    head, *body = (" & ".join(map(escape_tex, row)) + r" \\" for row in rows)
    form = "l" + "r" * (len(rows[0]) - 2) + "l"
    lines = [
        r"\begin{table}[htbp]\centering\small",
        rf"\caption{{{escape_tex(title)}}}",
        rf"\begin{{tabular}}{{@{{}}{form}@{{}}}}",
        r"\toprule",
        head,
        r"\midrule",
        *body,
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(lines)
