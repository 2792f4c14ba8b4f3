"""Files that may be compressed (xz, gzip, bzip2), read piece by piece: however much they hold, memory has little."""

from __future__ import annotations

import bz2
import io
import lzma
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, Protocol

from proofnets.errors import ProofNetsError

MEMORY = 100 * 2**20
"""What xz may ask for, in bytes. Its strongest preset asks for 65 MB; a file made for it could ask for 4 GB."""
LARGEST_RATIO = 1_000
"""How many times its own size a file may hold. Texts and samples are at most ten times as large as when compressed."""
_CHUNK = 65_536
_FREE = 10_000_000
"""So many bytes may come out of any file."""


class PackedError(ProofNetsError):
    """Why no more can be read of a compressed file."""


class _Stream(Protocol):
    """What uncompresses one stream; a file may have several, one behind the other."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int, /) -> bytes: ...


class _Gzip:
    """One stream of gzip, with the interface that Python has for the others."""

    def __init__(self) -> None:
        self._stream = zlib.decompressobj(zlib.MAX_WBITS | 16)

    @property
    def eof(self) -> bool:
        return self._stream.eof

    @property
    def needs_input(self) -> bool:
        return not self._stream.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._stream.unused_data

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        return self._stream.decompress(self._stream.unconsumed_tail + data, max_length)


_KINDS: Mapping[bytes, Callable[[], _Stream]] = {
    b"\xfd7zXZ\x00": lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, MEMORY),
    b"\x1f\x8b": _Gzip,
    b"BZh": bz2.BZ2Decompressor,
}
"""How each kind is uncompressed, by the bytes that it begins with."""


def open_packed(path: str | Path) -> BinaryIO:
    """A file to read, uncompressed on the way if its first bytes say that it is compressed."""
    return unpacked(open(path, "rb"))  # whoever called closes it


def lines_of(path: Path) -> Iterator[str]:
    """The lines of a text that are not empty, without the white space around them."""
    try:
        with open_packed(path) as file:
            yield from filter(None, (line.decode().strip() for line in file))
    except OSError as error:
        raise ProofNetsError(f"{path} cannot be read: {error.strerror or error}") from None
    except (UnicodeDecodeError, PackedError):
        raise ProofNetsError(f"{path} is no UTF-8 text of one sentence a line, plain or .xz") from None


def unpacked(file: io.BufferedReader) -> BinaryIO:
    """What is in a file, uncompressed on the way if its first bytes say that it is compressed."""
    start = file.peek(6)
    for magic, kind in _KINDS.items():
        if start.startswith(magic):
            return io.BufferedReader(_Unpacked(file, kind), _CHUNK)
    return file


class _Unpacked(io.RawIOBase):
    """What is in a compressed file."""

    def __init__(self, file: BinaryIO, kind: Callable[[], _Stream]) -> None:
        self.file = file
        self.kind = kind
        self.stream = kind()
        self.taken = self.given = 0

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        self.file.close()
        super().close()

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # of io's own caller
        while True:
            piece = b""
            if self.stream.eof:  # another stream may follow, with zeros between
                piece = self.stream.unused_data.lstrip(b"\0")
                while not piece and (more := self._read()):
                    piece = more.lstrip(b"\0")
                if not piece:
                    return 0
                self.stream = self.kind()
            elif self.stream.needs_input:
                piece = self._read()
                if not piece:
                    raise PackedError("it ends in the middle of its compressed content")
            try:
                content = self.stream.decompress(piece, len(buffer))
            except (lzma.LZMAError, zlib.error, OSError) as error:
                raise PackedError(f"its compressed content is damaged ({error})") from None
            if content:
                break
        self.given += len(content)
        if self.given > _FREE + LARGEST_RATIO * self.taken:
            raise PackedError(f"it holds more than {LARGEST_RATIO:,} times its own size, which no text does")
        buffer[: len(content)] = content
        return len(content)

    def _read(self) -> bytes:
        piece = self.file.read(_CHUNK)
        self.taken += len(piece)
        return piece
