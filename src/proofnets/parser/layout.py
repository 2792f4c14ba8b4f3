"""Layout: which lines of a text end a sentence: headlines, list items, ends of paragraphs, but not what was wrapped.

A line that goes on in small letters, or ends in a comma, was wrapped. One before a list item was not. What is left are
lines before a capital, a figure or a quote. There it is asked what the text as a whole does: if half of its longer
lines go on in small letters, they were wrapped at some width, and a line was wrapped if the next word did not fit in;
else a line is a sentence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

ITEM = re.compile(r"[ \t]*(?:[-*+•‣◦▪●·–—►]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)])[ \t]+(?=\S)")
"""What a list item begins with, at the beginning of a line."""
_WORD = re.compile(r"\S+")
_ENDS = (".", "!", "?", "…")
_GOES_ON = (",", ";")


@dataclass(frozen=True, slots=True)
class Layout:
    """How the lines of a text end: `width` is where they were wrapped, None if they were not."""

    width: int | None = None


def layout_of(text: str) -> Layout:
    """The layout of a text.

    >>> layout_of("De man slaapt\\nDe vrouw leest een boek\\n")
    Layout(width=None)
    >>> layout_of("De brief\\nDe man die daar ligt te slapen is\\nal jaren de vriend van mevrouw\\nJansen.")
    Layout(width=33)
    """
    lines = [line.strip() for line in text.split("\n")]
    lengths = sorted(len(line) for line in lines if line)
    if not lengths:
        return Layout()
    width = lengths[int(0.9 * len(lengths))]  # some line may be longer than all others
    undecided = [
        following[0].islower()
        for line, following in pairwise(lines)
        if following and 2 * len(line) > width and not line.endswith(_ENDS) and not ITEM.match(following)
    ]
    return Layout(width if undecided and 2 * sum(undecided) >= len(undecided) else None)


def line_ends_sentence(text: str, end: int, start: int, layout: Layout) -> bool:
    """Whether what stands before a line break is a sentence, whatever mark it ends in.

    `end` and `start` are where the last token before the break ends, and where the first behind it begins.
    """
    first = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", start)
    following = text[first : line_end if line_end >= 0 else len(text)]
    if ITEM.match(following):
        return True
    if text[start].islower() or text[end - 1] in _GOES_ON:
        return False
    if layout.width is None:
        return True
    line = text[text.rfind("\n", 0, end) + 1 : end].strip()
    word = _WORD.match(text, start)
    return len(line) + 1 + (word.end() - start if word else 0) <= layout.width
