"""Splits: which samples a parser is trained on, chosen with and tested on, when a treebank has no splits of its own.

The sentence's text alone decides, by a hash, so that every machine makes the same splits, a sentence is never in two
of them, and more data moves none that was there before.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable
from typing import Literal, TypeAlias

Split: TypeAlias = Literal["train", "dev", "test"]


def split_of(tokens: Iterable[str]) -> Split:
    """The split of a sentence: 5% are for testing and 5% for development.

    >>> split_of(["Ze", "slapen", "."])
    'train'
    """
    text = unicodedata.normalize("NFC", " ".join(tokens))
    number = int(hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()[:8], 16) % 100
    return "test" if number < 5 else "dev" if number < 10 else "train"
