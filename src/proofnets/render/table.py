"""Tables in plain text, columns aligned."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import combining, east_asian_width


def width(text: str) -> int:
    """How many cells of a terminal a text takes.

    >>> width("⊸ 日")
    4
    """
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def show_table(rows: Sequence[Sequence[str]]) -> str:
    """Align columns to the left, two spaces apart.

    >>> print(show_table([["a", "np"], ["bc", "s"]]))
    a   np
    bc  s
    """
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(c + " " * (w - width(c)) for c, w in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def visible(text: str) -> str:
    """A word fit for one cell of a table: control characters and line breaks are shown, not obeyed.

    >>> visible("a\\tb")
    'a\\\\tb'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
