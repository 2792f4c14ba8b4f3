"""Familiarity: how much of a text was seen in training: its words, parts of words, and pairs of neighbours.

A proof can be found for any nonsense, and the decoders are hardly less sure of it. What tells nonsense is the text
itself. All that occurs at least twice in training is remembered as one bit each (`bits`): two thirds of a megabyte, a
fifth of that where it is kept packed, and some microseconds a sentence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import sqrt

from proofnets.parser.bits import holds, table_of

BITS = 5_600_000
LEAST = 2
"""How often something must occur in training to be remembered: what occurs once may be a slip, or foreign."""
LONG = 5
"""The number of words from which on they tell enough."""
PART = 5
"""How many characters a part of a word has."""


def parts_of(tokens: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """The parts of the words of a sentence, the words, and the pairs of neighbours; tokens without a letter are none.

    >>> parts_of(["Ze", "slapen", "."])
    (['/<ze>', '/<slap', '/slape', '/lapen', '/apen>'], ['ze', 'slapen'], [' ze', 'ze slapen'])
    """
    words = [token.lower() for token in tokens if any(map(str.isalpha, token))]
    bounded = [f"<{word}>" for word in words]
    parts = [f"/{word[i : i + PART]}" for word in bounded for i in range(max(1, len(word) - PART + 1))]
    return parts, words, [f"{one} {other}" for one, other in pairwise(["", *words])]


def remembered(sentences: Iterable[Sequence[str]]) -> bytes:
    """The table of what occurs often enough in sentences."""
    counts = Counter(part for tokens in sentences for parts in parts_of(tokens) for part in parts)
    return table_of((part for part, count in counts.items() if count >= LEAST), BITS)


def familiarity(table: bytes, tokens: Sequence[str]) -> list[float]:
    """Of parts, words and pairs, how many are remembered and how many are not.

    Each is divided by the square root of the words: what is said of neighbours is not said twice over. Of few words,
    which may be names or headings, it counts for less.
    """
    kinds = parts_of(tokens)
    size = max(1, len(kinds[1]))
    scale = min(1.0, (size / LONG) ** 2) / sqrt(size)
    answer = []
    for parts in kinds:
        seen = sum(holds(table, part) for part in parts)
        answer += [seen * scale, (len(parts) - seen) * scale]
    return answer
