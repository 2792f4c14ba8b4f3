"""Sources: files of texts, in any of several formats and encodings, also compressed, as blocks.

A block is a piece of a file that is cut into sentences by itself: a paragraph of a text, a line of it, a row of a
table, a sentence of CoNLL-U. Files are read block by block, so little of them is in memory.
"""

from __future__ import annotations

import codecs
import csv
import glob
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import BufferedReader
from itertools import chain
from pathlib import Path
from typing import BinaryIO, Literal, TypeAlias

from proofnets.derivation.places import NOWHERE, Place
from proofnets.errors import ProofNetsError
from proofnets.packed import PackedError, unpacked
from proofnets.parser.layout import Layout, layout_of

Cut: TypeAlias = Literal["text", "lines", "tokens", "conllu"]
"""How sentences and tokens are found: by the rules of the language; a line each, and by the rules; a line each, with
tokens that stand apart; as CoNLL-U."""
Kind: TypeAlias = Literal["text", "conllu", "json", "csv", "tsv"]

STANDARD_INPUT = Path("-")
LONGEST_PARAGRAPH = 1_000_000
"""Characters that are read before anything is done with them."""
_CHUNK = 65_536
_HEAD = 200_000
"""Characters at the beginning of a file that tell its layout."""
_PACKED = (".gz", ".xz", ".bz2")
_KINDS: dict[str, Kind] = {
    ".txt": "text",
    ".conllu": "conllu",
    ".jsonl": "json",
    ".ndjson": "json",
    ".csv": "csv",
    ".tsv": "tsv",
}
"""What is in a file, by how its name ends; anything else is text."""
_NO_TEXTS = {b"%PDF-": "a PDF", b"PK\x03\x04": "a zip file, as those of Word are", b"{\\rtf": "in RTF"}
"""What people give for texts now and then, by its first bytes."""


@dataclass(frozen=True, slots=True)
class InputOptions:
    """How files are to be read."""

    cut: Cut = "text"
    """How texts are cut. Files that are named *.conllu are CoNLL-U in any case."""
    column: str = ""
    """The column of CSV and TSV, or the field of JSON lines, that has the text; of JSON, it is `text` if not said."""
    encoding: str = "utf-8"


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of text that is cut into sentences by itself."""

    text: str
    cut: Cut
    place: Place = NOWHERE
    """Its document and where it begins; what has no number of a paragraph may have several of them."""
    layout: Layout | None = None
    line: int = 1
    """The number of its first line in the file."""


def find_files(paths: Iterable[str | Path]) -> list[Path]:
    """The files that names stand for: files, all texts in folders and below them, and what matches a pattern with `*`.

    Of a folder, these are files whose names tell that they are texts; what is hidden is left out.
    """
    found: list[Path] = []
    for path in map(Path, paths):
        if path.is_dir():
            inside = [each for each in sorted(path.rglob("*")) if each.is_file() and _ending(each) in _KINDS]
            texts = [e for e in inside if not any(p.startswith(".") for p in e.relative_to(path).parts)]
            if not texts:
                raise ProofNetsError(f"there is no text in the folder {path}: no file named {', '.join(_KINDS)}")
            found += texts
        elif path == STANDARD_INPUT or path.exists():
            found.append(path)
        else:
            matching = sorted(glob.glob(str(path), recursive=True)) if glob.has_magic(str(path)) else []
            if not matching:
                raise ProofNetsError(f"{path}: there is no such file")
            found += [file for match in matching for file in find_files([match])]
    return list(dict.fromkeys(found))


def is_named_like_a_text(name: str) -> bool:
    """Whether a name is that of a file which is there, or can only be that of one.

    >>> is_named_like_a_text("brieven/a.txt.gz"), is_named_like_a_text("Zie a.txt"), is_named_like_a_text("Ja.")
    (True, False, False)
    """
    if "\0" in name or "\n" in name or len(name) > 1000:
        return False
    return Path(name).is_file() or (len(name.split()) == 1 and _ending(Path(name)) in _KINDS)


def _ending(path: Path) -> str:
    return (path.with_suffix("") if path.suffix.lower() in _PACKED else path).suffix.lower()


def read_blocks(path: Path, options: InputOptions, document: str = "") -> Iterator[Block]:
    """The blocks of a file, or of standard input. A file in which there is nothing has one, which is empty.

    The document goes by the name of the file, if it is not given another.
    """
    kind = _KINDS.get(_ending(path), "text")
    cut: Cut = "conllu" if kind == "conllu" else options.cut
    document = document or ("" if path == STANDARD_INPUT else str(path))
    with _opened(path) as file:
        lines = _lines(_decoded(file, path, options.encoding))
        if kind in ("csv", "tsv"):
            blocks = _rows_of_table(lines, path, document, "\t" if kind == "tsv" else ",", options.column)
            yield from (Block(text, cut, Place(name)) for name, text in blocks)
        elif kind == "json":
            rows = _rows_of_json(lines, path, document, options.column or "text")
            yield from (Block(text, cut, Place(name)) for name, text in rows)
        elif cut == "conllu":
            yield from conllu_blocks(lines, document)
        elif cut == "text":
            yield from _text_blocks(lines, document)
        else:
            start = 0
            for number, line in enumerate(lines, 1):
                yield Block(line, cut, Place(document, sentence=number, start=start))
                start += len(line)


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    """A file, uncompressed on the way; whatever is wrong with it is told with its name."""
    try:
        raw = sys.stdin.buffer if path == STANDARD_INPUT else open(path, "rb")  # noqa: SIM115  # closed below
        with unpacked(BufferedReader(raw)) as file:  # type: ignore[arg-type]  # any stream of bytes will do
            yield file
    except PackedError as error:
        raise ProofNetsError(f"{name_of(path)} cannot be read: {error}") from None
    except OSError as error:
        raise ProofNetsError(f"{name_of(path)} cannot be read: {error.strerror or error}") from None


def name_of(path: Path) -> str:
    """What messages call a file."""
    return "standard input" if path == STANDARD_INPUT else str(path)


def _decoded(file: BinaryIO, path: Path, encoding: str) -> Iterator[str]:
    """The text of a file, piece by piece; an error that names the place if it is in another encoding."""
    try:
        name = codecs.lookup("utf-8-sig" if codecs.lookup(encoding).name == "utf-8" else encoding).name
        with suppress(UnicodeError):
            b"x".decode(name)  # some that are no encodings of text are found as well, but not used
        decoder = codecs.getincrementaldecoder(name)()
    except LookupError:
        raise ProofNetsError(f"there is no encoding {encoding!r}: utf-8, latin-1, cp1252 and utf-16 are some") from None
    taken, newlines = 0, 0
    while True:
        chunk = file.read(_CHUNK)
        for first, what in _NO_TEXTS.items() if not taken else ():
            if chunk.startswith(first):
                raise ProofNetsError(f"{name_of(path)} is {what}: save its text in a .txt file, and give that")
        nuls = chunk.count(0) if not taken and name == "utf-8-sig" else 0
        if chunk[:2] not in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) and len(chunk) < 4 * nuls <= 2 * len(chunk):
            # By its bytes, UTF-16 without a mark may be UTF-8 as well: letters with NUL between them.
            likely = "utf-16-le" if chunk[1] == 0 else "utf-16-be"
            raise ProofNetsError(f"{name_of(path)} is not UTF-8 but looks like UTF-16: give --encoding {likely}")
        kept = len(decoder.getstate()[0])  # of a character that came in half
        try:
            text = decoder.decode(chunk, final=not chunk)
        except UnicodeError as error:
            start = max(0, error.start) if isinstance(error, UnicodeDecodeError) else 0
            byte, line = taken - kept + start + 1, newlines + chunk[: max(0, start - kept)].count(b"\n") + 1
            where = f"{name_of(path)} is not {encoding.upper()} at byte {byte:,}, in line {line:,}"
            marked = not taken and chunk.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
            likely = "utf-16" if marked else "latin-1"
            raise ProofNetsError(f"{where}: give its encoding, for example --encoding {likely}") from None
        if not chunk:
            yield text
            return
        taken += len(chunk)
        newlines += text.count("\n")
        yield text


def _lines(pieces: Iterable[str]) -> Iterator[str]:
    """Lines with their ends; one that goes on and on is cut: memory is not endless."""
    rest = ""
    for piece in pieces:
        *whole, rest = (rest + piece).split("\n")
        for line in whole:
            yield from _cut(f"{line}\n")
        *cut, rest = _cut(rest)
        yield from cut
    if rest:
        yield rest


def _cut(line: str) -> list[str]:
    return [line[start : start + LONGEST_PARAGRAPH] for start in range(0, max(1, len(line)), LONGEST_PARAGRAPH)]


def _text_blocks(lines: Iterator[str], document: str) -> Iterator[Block]:
    """The paragraphs of a text."""
    head, size = list[str](), 0
    for line in lines:
        head.append(line)
        size += len(line)
        if size >= _HEAD:
            break
    layout, number = layout_of("".join(head)), 0
    for number, (start, text) in enumerate(paragraphs(chain(head, lines)), 1):
        yield Block(text, "text", Place(document, number, start=start), layout)
    if not number:
        yield Block("", "text", Place(document))


def paragraphs(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The paragraphs of a text, each with the number of characters before it; blank lines stand between them.

    One that goes on and on is cut where a line ends a sentence, or in the end anywhere.
    """
    gathered, start, end = list[str](), 0, 0
    for line in lines:
        end += len(line)
        if not line.isspace():
            gathered.append(line)
            full = len(gathered) >= 100 and line.rstrip().endswith((".", "!", "?"))
            if not full and len(gathered) < 10_000 and end - start < LONGEST_PARAGRAPH:
                continue
        if gathered:
            yield start, "".join(gathered)
            gathered = []
        start = end
    if gathered:
        yield start, "".join(gathered)


def conllu_blocks(lines: Iterable[str], document: str) -> Iterator[Block]:
    """The sentences of CoNLL-U, as their lines. Comments tell where documents and paragraphs begin, and have names."""
    gathered, offset, start, first = list[str](), 0, 0, 1
    file, paragraph, sentence = document, 0, 0
    for number, line in enumerate(chain(lines, [""]), 1):
        if line.strip():
            first, start = (first, start) if gathered else (number, offset)
            gathered.append(line.rstrip("\r\n"))
        elif gathered:
            comments = conllu_comments(gathered)
            if "newdoc" in comments or "newdoc id" in comments:
                document, paragraph, sentence = comments.get("newdoc id") or file, 0, 0
            if "newpar" in comments or "newpar id" in comments:
                paragraph, sentence = paragraph + 1, 0
            sentence += 1
            place = Place(document, paragraph or None, sentence, start, offset, comments.get("sent_id", ""))
            yield Block("\n".join(gathered), "conllu", place, line=first)
            gathered = []
        offset += len(line)


def conllu_comments(lines: Iterable[str]) -> dict[str, str]:
    """What the comments of a sentence say, by name.

    >>> conllu_comments(["# newdoc", "# sent_id = a-1", "1\\tJa"])
    {'newdoc': '', 'sent_id': 'a-1'}
    """
    pairs = (line[1:].partition("=") for line in lines if line.startswith("#"))
    return {name.strip(): value.strip() for name, _, value in pairs}


def _rows_of_json(lines: Iterable[str], path: Path, document: str, field: str) -> Iterator[tuple[str, str]]:
    """The texts of JSON lines, each with its name: its `id`, or the file and the number of the line."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        where = f"{name_of(path)}, line {number:,}"
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise ProofNetsError(f"{where} is not JSON: {error}") from None
        if not isinstance(row, dict) or not isinstance(row.get(field), str):
            raise ProofNetsError(f"{where} has no text: it must be an object with a text {field!r}")
        yield _name(row.get("id"), document, number), row[field]


def _rows_of_table(
    lines: Iterator[str], path: Path, document: str, mark: str, column: str
) -> Iterator[tuple[str, str]]:
    """The texts of a table, each with its name: what is in the column `id`, or the file and the number of the row.

    Spreadsheets put semicolons for commas where, as in Dutch, a comma stands in numbers: the header tells.
    """
    csv.field_size_limit(LONGEST_PARAGRAPH)
    header = next(lines, "")
    if mark == "," and "," not in header and ";" in header:
        mark = ";"
    rows = csv.reader(chain([header], lines), delimiter=mark, strict=True)
    number = 0
    try:
        names = [name.strip() for name in next(rows, [])]
        if column not in names:
            given = f"there is no column {column!r}" if column else "name the column that has the text, with --column"
            raise ProofNetsError(f"{name_of(path)}: {given}; it has {', '.join(names) or 'none'}")
        place, ids = names.index(column), names.index("id") if "id" in names else None
        for number, row in enumerate(rows, 1):
            if row and place >= len(row):
                raise ProofNetsError(f"{name_of(path)}, row {number:,} has no column {column!r}")
            if row:
                yield _name(row[ids] if ids is not None and ids < len(row) else None, document, number), row[place]
    except csv.Error as error:
        raise ProofNetsError(f"{name_of(path)} is no table behind row {number:,}: {error}") from None


def _name(given: object, document: str, number: int) -> str:
    """The name of a row: the one that it has, or its file and number."""
    if isinstance(given, str | int) and str(given).strip():
        return str(given)
    return f"{document}#{number}"
