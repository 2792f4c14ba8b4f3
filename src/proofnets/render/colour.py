"""Colours for trees on a terminal: lines dim, labels and rules in colour."""

from __future__ import annotations

import re

_LINE = re.compile(r"^(?P<guides>[│├└─ ]*)(?P<label>\w+:(?= ))?(?P<rest>.*?)(?P<rule>\[[^\[\]]+\])?$")
_DIM, _CYAN, _YELLOW, _PLAIN = "\x1b[2m", "\x1b[36m", "\x1b[33m", "\x1b[0m"


def colour_tree(text: str) -> str:
    """A drawn tree with colours.

    >>> colour_tree("└─ su: ze")
    '\\x1b[2m└─ \\x1b[0m\\x1b[36msu:\\x1b[0m ze'
    """
    return "\n".join(map(_colour_line, text.split("\n")))


def _colour_line(line: str) -> str:
    found = _LINE.match(line)
    assert found is not None
    guides, label, rest, rule = (part or "" for part in found.groups())
    paint = [(_DIM, guides), (_CYAN, label), ("", rest), (_YELLOW, rule)]
    return "".join(f"{colour}{part}{_PLAIN}" if colour and part else part for colour, part in paint)
