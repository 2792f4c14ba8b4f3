"""Tables in plain text, columns aligned; and words made fit for them, and for a terminal."""

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


def show_table(rows: Sequence[Sequence[str]], alignment: str = "") -> str:
    """Rows with their columns aligned, two spaces apart: `<` to the left, `>` to the right; to the left if not said.

    >>> print(show_table([("np", "12"), ("s_main", "3")], "<>"))
    np      12
    s_main   3
    """
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    sides = alignment or "<" * len(widths)
    return "\n".join(
        "  ".join(_padded(*cell) for cell in zip(row, widths, sides, strict=True)).rstrip() for row in rows
    )


def _padded(cell: str, size: int, side: str) -> str:
    room = " " * (size - width(cell))
    return room + cell if side == ">" else cell + room


def shortened(text: str, longest: int) -> str:
    """A text of at most so many characters: what is too long ends in an ellipsis.

    >>> shortened("De strategie die ze volgen", 14)
    'De strategie …'
    """
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


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
