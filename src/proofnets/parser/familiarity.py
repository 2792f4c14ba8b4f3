"""Familiarity: how much of a text was seen in training: its words, parts of words, and pairs of neighbours.

A proof can be found for any nonsense, and the decoders are hardly less sure of it. What tells nonsense is the text
itself. All that occurs at least twice in training is remembered as one bit each, in a table in which a few of them fall
on the same bit (a Bloom filter with one hash function): two thirds of a megabyte, a fifth of that where it is kept
packed, and some microseconds a sentence.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import sqrt

import numpy as np

BITS = 5_600_000
LEAST = 2
"""How often something must occur in training to be remembered: what occurs once may be a slip, or foreign."""
LONG = 5
"""The number of words from which on they tell enough."""
PART = 5
"""How many characters a part of a word has."""
_FULL = 255


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
    table = bytearray(BITS // 8)
    for part, count in counts.items():
        if count >= LEAST:
            place = _place(part)
            table[place >> 3] |= 1 << (place & 7)
    return bytes(table)


def packed(table: bytes) -> bytes:
    """A table as it is kept in the model folder: a byte for each bit that is set, which counts those before it that are
    not; of 255 or more of these, a byte of 255 for each 255. Huffman's code makes it smaller still.
    """
    places = np.flatnonzero(np.unpackbits(np.frombuffer(table, dtype=np.uint8), bitorder="little"))
    gaps = np.diff(places, prepend=-1) - 1
    ends = np.cumsum(gaps // _FULL + 1)
    counted = np.full(ends[-1] if len(ends) else 0, _FULL, dtype=np.uint8)
    counted[ends - 1] = gaps % _FULL
    stream = zlib.compressobj(9, strategy=zlib.Z_HUFFMAN_ONLY)
    return stream.compress(counted.tobytes()) + stream.flush()


def unpacked(data: bytes) -> bytes | None:
    """The table that was packed; None if none was."""
    stream = zlib.decompressobj()
    try:
        read = stream.decompress(data, BITS + 1)
    except zlib.error:
        return None
    counted = np.frombuffer(read, dtype=np.uint8)
    is_set = counted < _FULL
    places = np.cumsum(counted + is_set.astype(np.int64))[is_set] - 1
    if not stream.eof or (len(places) and places[-1] >= BITS):
        return None
    bits = np.zeros(BITS, dtype=np.uint8)
    bits[places] = 1
    return np.packbits(bits, bitorder="little").tobytes()


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
        places = map(_place, parts)
        seen = sum(table[place >> 3] >> (place & 7) & 1 for place in places)
        answer += [seen * scale, (len(parts) - seen) * scale]
    return answer


def _place(part: str) -> int:
    return zlib.crc32(part.encode("utf-8", "replace")) % BITS
