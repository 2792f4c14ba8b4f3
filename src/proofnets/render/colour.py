"""Colours on a terminal: trees dim, labels and rules bold, atoms as in the palette, confidence from green to red."""

from __future__ import annotations

import re

from proofnets.derivation.analyses import SURE, UNSURE
from proofnets.render.palette import HUES, kind_of

_LINE = re.compile(r"^(?P<guides>[│├└─ ]*)(?P<label>\w+:(?= ))?(?P<rest>.*?)(?P<rule>\[[^\[\]]+\])?$")
_SURE = re.compile(r"^(confidence  |unsure  \S+ )(\d+)%(.*)$")
_TYPED = re.compile(r"^(?P<before>.* : |links  )(?P<atoms>.*)$")
_NAME = re.compile(r"[◇□]\w+|(?<!\w)(?!\d)\w+")
"""The label of a modality, or the name of an atom."""
_DIM, _BOLD, _PLAIN = "\x1b[2m", "\x1b[1m", "\x1b[0m"
_SCALE = ((SURE, "\x1b[32m"), (UNSURE, "\x1b[33m"), (0.0, "\x1b[31m"))
"""The colours of confidence, from so much on: green, yellow, red."""


def colour_tree(text: str) -> str:
    """A text with drawn trees and types with colours.

    >>> colour_tree("└─ su: ze")
    '\\x1b[2m└─ \\x1b[0m\\x1b[1msu:\\x1b[0m ze'
    >>> colour_tree("ze : ◇su np")
    'ze : ◇su \\x1b[34mnp\\x1b[0m'
    """
    return "\n".join(map(_colour_line, text.split("\n")))


def _colour_line(line: str) -> str:
    if told := _SURE.match(line):
        name, number, rest = told.groups()
        colour = next(colour for least, colour in _SCALE if int(number) / 100 >= least)
        return f"{name}{colour}{number}%{_PLAIN}{rest}"
    match = _LINE.match(line)
    assert match is not None
    guides, label, rest, rule = (piece or "" for piece in match.groups())
    if typed := _TYPED.match(rest):
        rest = typed["before"] + _NAME.sub(_colour_atom, typed["atoms"])
    paint = [(_DIM, guides), (_BOLD, label), ("", rest), (_BOLD, rule)]
    return "".join(f"{colour}{piece}{_PLAIN}" if colour and piece else piece for colour, piece in paint)


def _colour_atom(match: re.Match[str]) -> str:
    name = match[0]
    return name if name[0] in "◇□" else f"\x1b[{HUES[kind_of(name).hue].terminal}m{name}{_PLAIN}"
