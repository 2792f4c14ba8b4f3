"""Tables in plain text, columns aligned."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import combining, east_asian_width

_UNRULY = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Control characters and line breaks, and what UTF-8 cannot write."""


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
    return "".join(c if c.isprintable() else _escape(c) for c in text)


def on_one_line(text: str) -> str:
    """A text for a file with a line for each: as it is, soft hyphens and the like too, but for what would break it.

    >>> on_one_line("co\\u00adop\\n") == "co\\u00adop\\\\n"
    True
    """
    return _UNRULY.sub(lambda found: _escape(found[0]), text)


def in_lines(text: str) -> str:
    """A text of several lines for a terminal: control characters are shown, not obeyed."""
    return "\n".join(map(on_one_line, text.split("\n")))


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode()
