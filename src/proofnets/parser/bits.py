"""Tables of bits: which of very many texts were seen, in little room.

A text is one bit, in a table in which a few texts fall on the same bit (a Bloom filter with one hash function): what
was seen is always found, and what was not is found now and then. A table is kept packed, as the gaps between its bits.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable

import numpy as np

_FULL = 255


def table_of(texts: Iterable[str], bits: int) -> bytes:
    """The table of some texts; bits are a multiple of eight.

    >>> table = table_of(["ze", "slapen"], 800)
    >>> holds(table, "ze"), holds(table, "de")
    (True, False)
    """
    table = bytearray(bits // 8)
    for text in texts:
        place = _place(table, text)
        table[place >> 3] |= 1 << (place & 7)
    return bytes(table)


def holds(table: bytes, text: str) -> bool:
    """Whether a text was seen."""
    place = _place(table, text)
    return bool(table[place >> 3] >> (place & 7) & 1)


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


def unpacked(data: bytes, bits: int) -> bytes | None:
    """The table of so many bits that was packed; None if none was."""
    stream = zlib.decompressobj()
    try:
        read = stream.decompress(data, bits + 1)
    except zlib.error:
        return None
    counted = np.frombuffer(read, dtype=np.uint8)
    is_set = counted < _FULL
    places = np.cumsum(counted + is_set.astype(np.int64))[is_set] - 1
    if not stream.eof or (len(places) and places[-1] >= bits):
        return None
    table = np.zeros(bits, dtype=np.uint8)
    table[places] = 1
    return np.packbits(table, bitorder="little").tobytes()


def _place(table: bytes | bytearray, text: str) -> int:
    return zlib.crc32(text.encode("utf-8", "replace")) % (8 * len(table))
