"""Files that may be compressed with xz, read piece by piece: however much is in one, little of it is in memory."""

from __future__ import annotations

import io
import lzma
from pathlib import Path
from typing import BinaryIO

from proofnets.errors import ProofNetsError

MEMORY = 100 * 2**20
"""What xz may ask for, in bytes. Its strongest preset asks for 65 MB; a file made for it could ask for 4 GB."""
LARGEST_RATIO = 1_000
"""How many times its own size a file may hold. Samples are ten times as large as their compressed file."""
_MAGIC = b"\xfd7zXZ\x00"
_CHUNK = 65_536
_FREE = 10_000_000
"""So many bytes may come out of any file."""


class PackedError(ProofNetsError):
    """Why no more can be read of a compressed file."""


def open_packed(path: str | Path) -> BinaryIO:
    """A file to read, uncompressed on the way if its first bytes say that it is compressed with xz."""
    file = open(path, "rb")  # noqa: SIM115  # whoever called closes it
    if file.peek(len(_MAGIC))[: len(_MAGIC)] != _MAGIC:
        return file
    return io.BufferedReader(_Unpacked(file), _CHUNK)


class _Unpacked(io.RawIOBase):
    """What is in a compressed file."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.stream = lzma.LZMADecompressor(lzma.FORMAT_XZ, MEMORY)
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
                self.stream = lzma.LZMADecompressor(lzma.FORMAT_XZ, MEMORY)
            elif self.stream.needs_input:
                piece = self._read()
                if not piece:
                    raise PackedError("it ends in the middle of its compressed content")
            try:
                content = self.stream.decompress(piece, len(buffer))
            except lzma.LZMAError as error:
                raise PackedError(f"its compressed content is damaged ({error})") from None
            if content:
                break
        self.given += len(content)
        if self.given > _FREE + LARGEST_RATIO * self.taken:
            raise PackedError(f"it holds more than {LARGEST_RATIO:,} times its own size, which no samples do")
        buffer[: len(content)] = content
        return len(content)

    def _read(self) -> bytes:
        piece = self.file.read(_CHUNK)
        self.taken += len(piece)
        return piece
