"""The registry of what the results of a search are written as: its matches or, if they are counted, the counts."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow.parquet as pq

from proofnets.corpus.matches import Match, columns, match_table, row
from proofnets.corpus.patterns import NODE_FEATURES
from proofnets.corpus.store import write_readings
from proofnets.derivation import Parse, Token
from proofnets.errors import ProofNetsError
from proofnets.files import replacing
from proofnets.render.deps_svg import draw_deps
from proofnets.render.drawing import Drawing, clean_run, stack
from proofnets.render.sentences import doubts, pieces
from proofnets.render.svg import draw_links
from proofnets.table import on_one_line, show_table, visible

Nodes: TypeAlias = Sequence[str]
"""The nodes of the pattern."""
Table: TypeAlias = Any
"""An Arrow table: counts, the keys first."""


@dataclass(frozen=True, slots=True)
class TextFormat:
    """A format that is text: what it gives, and the functions that give it, piece by piece."""

    name: str
    help: str
    matches: Callable[[Nodes, Iterable[Match]], Iterator[str]]
    counts: Callable[[Table], Iterator[str]] | None
    on_terminal: Callable[[Nodes, Iterable[Match]], Iterator[str]] | None = None
    """The same as `matches` in colour, if there are colours."""


@dataclass(frozen=True, slots=True)
class FileFormat:
    """A format that is no text: what it gives, and the functions that write a file of it."""

    name: str
    help: str
    matches: Callable[[Nodes, Iterable[Match], Path], None]
    counts: Callable[[Table, Path], None] | None


# Text


def text(nodes: Nodes, matches: Iterable[Match]) -> Iterator[str]:
    """A line for each match: where it is, and the sentence with the nodes' words as `[V volgen]`."""
    return _lines(matches, lambda node, word: f"[{node} {word}]")


def coloured_text(nodes: Nodes, matches: Iterable[Match]) -> Iterator[str]:
    """The same for a terminal, words in colour and with the nodes' names behind them."""
    return _lines(matches, lambda node, word: f"\x1b[1;33m{word}\x1b[0m\x1b[36m/{node}\x1b[0m")


def _lines(matches: Iterable[Match], mark: Callable[[str, str], str]) -> Iterator[str]:
    for match in matches:
        names = _names(match)
        words = ((visible(piece), names.get(number, "")) for piece, number in _pieces(match))
        sentence = "".join(mark(name, word) if name else word for word, name in words)
        place = visible(str(match.reading.place))
        reading = f" ({match.reading.reading})" if match.reading.reading > 1 else ""
        yield f"{place}{reading}  {sentence}\n" if place else f"{sentence}\n"


def text_counts(table: Table) -> Iterator[str]:
    """Aligned columns."""
    rows = [[visible("–" if value is None else str(value)) for value in row] for row in _rows(table)]
    yield show_table([table.column_names, *rows], "<" * (table.num_columns - 1) + ">") + "\n"


def _rows(table: Table) -> Iterator[list[Any]]:
    return (list(row.values()) for row in table.to_pylist())


def _names(match: Match) -> dict[int, str]:
    return {index: node for node, index in match.nodes.items()}


def _pieces(match: Match) -> list[tuple[str, int]]:
    """The sentence in pieces, with the number of the token that each is, or 0."""
    reading = match.reading
    tokens = (Token(*place) for place in zip(reading.tokens, reading.starts, reading.ends, strict=True))
    return pieces(Parse(reading.text, tuple(tokens)))


# Data


def json_lines(nodes: Nodes, matches: Iterable[Match]) -> Iterator[str]:
    """A JSON object a line."""
    for match in matches:
        yield json.dumps(match_to_dict(match), ensure_ascii=False) + "\n"


def match_to_dict(match: Match) -> dict[str, Any]:
    """A match as the JSON object of `search --format json` (docs/formats.md)."""
    reading = match.reading
    return {
        **asdict(reading.place),
        "reading": reading.reading,
        "status": reading.status,
        "text": reading.text,
        "tokens": list(reading.tokens),
        "term": reading.term,
        "nodes": {node: {name: match.feature(node, name) for name in NODE_FEATURES} for node in match.nodes},
    }


def json_counts(table: Table) -> Iterator[str]:
    """A JSON object a line."""
    for values in table.to_pylist():
        yield json.dumps(values, ensure_ascii=False) + "\n"


def csv_rows(nodes: Nodes, matches: Iterable[Match]) -> Iterator[str]:
    """A row for each match, and one with the columns' names before them."""
    yield _csv_row(columns(nodes))
    for match in matches:
        yield _csv_row(row(match))


def csv_counts(table: Table) -> Iterator[str]:
    """A row for each count, and one with the columns' names before them."""
    yield _csv_row(table.column_names)
    yield from map(_csv_row, _rows(table))


def _csv_row(values: Sequence[Any]) -> str:
    line = io.StringIO()
    cells = (on_one_line(value) if isinstance(value, str) else value for value in values)
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue()


def parquet(nodes: Nodes, matches: Iterable[Match], path: Path) -> None:
    """The table of matches."""
    parquet_counts(match_table(nodes, matches), path)


def parquet_counts(table: Table, path: Path) -> None:
    """A table as it is."""
    with replacing(path) as unfinished:
        pq.write_table(table, unfinished, compression="zstd")


def parses(nodes: Nodes, matches: Iterable[Match], path: Path) -> None:
    """The sentences that have a match, as parses that can be searched again."""
    write_readings((reading for reading, _ in groupby(match.reading for match in matches)), path)


# Pictures


def svg(nodes: Nodes, matches: Iterable[Match]) -> Iterator[str]:
    """One picture of the dependency graphs of all matches, the nodes' words in colour."""
    drawings = [picture for number, match in enumerate(matches) for picture in _picture(match, f"match{number}")]
    if drawings:
        yield stack(drawings).document()


def _picture(match: Match, name: str) -> Iterator[Drawing]:
    """The picture of a match, in which its nodes' words stand out; none if the sentence has no analysis."""
    for analysis in match.parse.analyses:
        drawing = (
            draw_deps(analysis.net, analysis.derivation, doubts(analysis)) if analysis.net else draw_links(analysis)
        )
        lit = ", ".join(f'.{name} text[data-word~="{number:d}"]' for number in match.nodes.values())
        style = f"<style>{lit} {{ fill: #c95000; font-weight: bold }}</style>\n" if lit else ""
        body = f'<g class="{name}">\n{style}{drawing.body}\n</g>'
        yield Drawing(drawing.kind, drawing.width, drawing.height, body, drawing.title, drawing.description)


_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Search results</title>
<style>
:root { color-scheme: light dark; --lit: light-dark(#c02f00, #ff9e64); --soft: #80808040 }
body { font: 16px/1.5 system-ui, 'DejaVu Sans', sans-serif; max-width: 78rem; margin: 2rem auto; padding: 0 1rem }
section { border-top: 1px solid var(--soft); padding: .6rem 0 }
p { margin: 0 }
small { opacity: .7 }
mark { background: none; color: var(--lit); font-weight: 600 }
mark sub { font-weight: 400 }
details { overflow-x: auto }
summary { cursor: pointer; font-size: .85rem; opacity: .7 }
td, th { padding: 0 1.5rem 0 0; text-align: start }
td:last-child { text-align: end }
</style>
</head>
<body>
"""


_END = "</body>\n</html>\n"


def html(nodes: Nodes, matches: Iterable[Match]) -> Iterator[str]:
    """A page of matches, each with its picture. It needs nothing but itself."""
    yield _PAGE
    for number, match in enumerate(matches):
        names = _names(match)
        words = ((escape(clean_run(piece)), names.get(token)) for piece, token in _pieces(match))
        sentence = "".join(f"<mark>{word}<sub>{name}</sub></mark>" if name else word for word, name in words)
        place = escape(clean_run(str(match.reading.place)))
        yield f"<section>\n<p><small>{place}</small></p>\n<p>{sentence}</p>\n"
        for picture in _picture(match, f"match{number}"):
            yield f"<details><summary>dependencies</summary>\n{picture.element()}</details>\n"
        yield "</section>\n"
    yield _END


def html_counts(table: Table) -> Iterator[str]:
    """A page with a table."""
    yield _PAGE
    yield f"<table>\n<tr>{''.join(f'<th>{escape(name)}</th>' for name in table.column_names)}</tr>\n"
    for values in _rows(table):
        cells = ("–" if value is None else escape(clean_run(str(value))) for value in values)
        yield f"<tr>{''.join(f'<td><bdi>{cell}</bdi></td>' for cell in cells)}</tr>\n"
    yield f"</table>\n{_END}"


RESULT_FORMATS: Mapping[str, TextFormat | FileFormat] = {
    format.name: format
    for format in (
        TextFormat("text", "the sentences, the match marked", text, text_counts, on_terminal=coloured_text),
        TextFormat("json", "a JSON object for each match", json_lines, json_counts),
        TextFormat("csv", "a row for each match", csv_rows, csv_counts),
        TextFormat("html", "a page of the sentences with their pictures", html, html_counts),
        TextFormat("svg", "the dependency graphs, the match in colour", svg, None),
        FileFormat("parquet", "the rows of csv, as a Parquet file", parquet, parquet_counts),
        FileFormat("parses", "the sentences as a Parquet file of parses, to search again", parses, None),
    )
}


def find_result_format(name: str) -> TextFormat | FileFormat:
    """The format of a name; an error with all names if there is none."""
    if name not in RESULT_FORMATS:
        raise ProofNetsError(f"no format {name!r}: choose {', '.join(RESULT_FORMATS)}")
    return RESULT_FORMATS[name]
