"""For the site: what doctest runs in docstrings becomes blocks of code.

An extension of Griffe, which zensical.toml names.
"""

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^( *)>>> .*(?:\n *\S.*)*", re.MULTILINE)


def as_code(text: str) -> str:
    """A docstring with fences around its examples, each of which ends at a blank line."""
    return _EXAMPLE.sub(lambda example: f"{example[1]}```pycon\n{example[0]}\n{example[1]}```", text)


class DoctestsAsCode(griffe.Extension):
    """Changes docstrings as they are loaded."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called for everything that is documented."""
        if obj.docstring:
            obj.docstring.value = as_code(obj.docstring.value)
