"""XML by expat, piece by piece, for all readers of treebanks: what they refuse, and how they say so.

Declarations of types and entities are refused: nothing expands, and nothing is fetched.
"""

from __future__ import annotations

from collections.abc import Callable
from xml.parsers import expat

from proofnets.errors import ProofNetsError

TAG_BYTES = 1_000_000
"""The longest tag, which expat reads again from its start whenever it gets more of it."""


class FileError(ProofNetsError):
    """What is wrong with a file, the rest of which is not read."""


class Markup:
    """A parser that calls back where elements start and end."""

    def __init__(self, start: Callable[[str, dict[str, str]], None], end: Callable[[str], None]) -> None:
        self.fed = 0
        """How many bytes it has been given."""
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = start
        self.parser.EndElementHandler = end
        self.parser.StartDoctypeDeclHandler = _refuse_declarations
        self.parser.EntityDeclHandler = _refuse_declarations

    def feed(self, piece: bytes | str) -> None:
        """Read a piece of a document; a text says why there is no more of it."""
        if isinstance(piece, str):
            raise FileError(piece)
        self.fed += len(piece)
        self._parse(piece, False)
        if self.fed - self.parser.CurrentByteIndex > TAG_BYTES:
            raise FileError(f"a tag or comment of more than {TAG_BYTES // 1_000_000} MB")

    def close(self) -> None:
        """Say that the document ends here."""
        self._parse(b"", True)

    def _parse(self, piece: bytes, last: bool) -> None:
        try:
            self.parser.Parse(piece, last)
        except expat.ExpatError as error:
            where = f"line {error.lineno}, column {error.offset + 1}"
            raise FileError(f"broken XML at {where}: {expat.ErrorString(error.code)}") from None
        except (ValueError, LookupError) as error:  # an encoding that Python has not, or that expat cannot read
            raise FileError(f"this text encoding cannot be read: {error}") from None


def _refuse_declarations(*_: object) -> None:
    raise FileError("the file declares a document type or entities, which are not read for safety")
