"""Reading a text from left to right: what the parsers of types, judgements and terms share."""

from __future__ import annotations

import json
import re

from proofnets.errors import NotationError

QUOTED = r'"(?:[^"\\]|\\.)*"'


class Scanner:
    """A text and a position in it."""

    space = re.compile(r"(?:\s|\\[ ,;!])*")
    """What is stepped past: white space, LaTeX's thin and thick spaces too."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Match a pattern behind any white space and step past it; stay put if it does not match."""
        self.skip()
        return self.take_here(pattern)

    def take_here(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The same without any white space before it."""
        match = pattern.match(self.text, self.position)
        if match:
            self.position = match.end()
        return match

    def skip(self) -> None:
        """Step past white space."""
        match = self.space.match(self.text, self.position)
        assert match is not None
        self.position = match.end()

    def fail(self, expected: str, position: int | None = None) -> NotationError:
        """The error that something else was expected, here or at another position."""
        if position is None:
            self.skip()
            position = self.position
        return NotationError(expected, self.text, position)

    def end(self, expected: str) -> None:
        """Make sure that nothing is left."""
        self.skip()
        if self.position < len(self.text):
            raise self.fail(expected)


def quote(word: str) -> str:
    """A word in double quotes, as JSON writes it.

    >>> print(quote('12" vinyl'))
    "12\\" vinyl"
    """
    return json.dumps(word, ensure_ascii=False)


def unquote(scanner: Scanner, quoted: str, start: int) -> str:
    """The word that a quoted one, which starts there, stands for."""
    try:
        word = str(json.loads(quoted, strict=False))
        word.encode()  # half a surrogate pair is no text
        return word
    except ValueError:
        scanner.position = start
        raise scanner.fail("a word in quotes as JSON writes it") from None
