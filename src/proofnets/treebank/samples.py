"""Samples: the derivations of a treebank, one JSON object a line, in a file that may be compressed with xz."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from proofnets.derivation.derivations import Derivation, Entry, net
from proofnets.errors import ProofNetsError
from proofnets.files import writing
from proofnets.logic import Link, Type, parse_type, show_type
from proofnets.logic.sealed import check_kind, sealed
from proofnets.packed import PackedError, open_packed
from proofnets.table import shortened
from proofnets.treebank.splits import Split

LINE_BYTES = 1_000_000
"""The longest line that is read. A sentence of a hundred words takes 10,000 bytes."""

LONGEST_CACHED = 1_000
"""The longest type, in characters, that is remembered so that it need not be read again."""


class SampleError(ProofNetsError):
    """Text that is no sample."""


@sealed
@dataclass(frozen=True, slots=True)
class Sample(Derivation):
    """A derivation as it stands in a treebank, under a name of its own."""

    id: str

    def __post_init__(self) -> None:
        Derivation.__post_init__(self)  # `super()` does not know a dataclass with slots
        check_kind(self.id, str, "the id of a sample")


def sample_of(derivation: Derivation, name: str) -> Sample:
    """A derivation under a name."""
    return Sample(derivation.tokens, derivation.types, derivation.goal, derivation.links, name)


def content_key(sample: Sample) -> bytes:
    """A hash that samples have in common if they have the same sentence and the same derivation."""
    content = to_json(replace(sample, id="", links=tuple(sorted(sample.links))))
    return blake2b(content.encode(), digest_size=16).digest()


def to_json(sample: Sample) -> str:
    """A sample as one line of JSON, without the line's end.

    >>> np = parse_type("np")
    >>> print(to_json(Sample(("Haag", "!"), (np, None), np, ((0, 1),), "x/1")))
    {"id": "x/1", "tokens": ["Haag", "!"], "types": ["np", null], "goal": "np", "links": [[0, 1]]}
    """
    fields = {
        "id": sample.id,
        "tokens": sample.tokens,
        "types": [_show(entry) if isinstance(entry, Type) else entry for entry in sample.types],
        "goal": _show(sample.goal),
        "links": sample.links,
    }
    return json.dumps(fields, ensure_ascii=False)


def from_json(text: str) -> Sample:
    """The sample that a line of JSON stands for; an error with the reason if it is none. Other keys are ignored.

    >>> from_json('{"id": "x/1", "tokens": ["Haag"], "types": ["np"], "links": [[0, 1]]}')
    Traceback (most recent call last):
    proofnets.treebank.samples.SampleError: there is no "goal"
    """
    try:
        fields = json.loads(text)
    except json.JSONDecodeError as error:
        raise SampleError(f"not JSON: {error.msg} at column {error.colno}") from None
    except (RecursionError, ValueError):  # nested too deep, or a number of thousands of digits
        raise SampleError("not JSON of a sample: it nests too deep or has a number too long") from None
    if not isinstance(fields, dict):
        raise SampleError("a sample must be a JSON object")
    name = _text(_field(fields, "id"), '"id"')
    return Sample(
        tuple(_text(token, "a token") for token in _list(fields, "tokens")),
        tuple(_entry(entry) for entry in _list(fields, "types")),
        _type(_field(fields, "goal")),
        tuple(_link(link) for link in _list(fields, "links")),
        name,
    )


def _field(fields: dict[str, Any], key: str) -> Any:
    if key not in fields:
        raise SampleError(f'there is no "{key}"')
    return fields[key]


def _list(fields: dict[str, Any], key: str) -> list[Any]:
    value = _field(fields, key)
    if not isinstance(value, list):
        raise SampleError(f'"{key}" must be a list')
    return value


def _text(value: object, what: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise SampleError(f"{what} must be a text that is not empty")
    if any("\ud800" <= char <= "\udfff" for char in value):
        raise SampleError(f"{what} holds half a character (a lone surrogate)")
    return value


def _entry(value: object) -> Entry:
    if value is None or value == "+":
        return value
    return _type(value)


def _type(value: object) -> Type:
    if not isinstance(value, str):
        raise SampleError('a type must be a text such as "np", or "+", or null')
    try:
        return _parse(value) if len(value) < LONGEST_CACHED else parse_type(value)
    except ProofNetsError as error:
        raise SampleError(f"'{shortened(value, 80)}' is no type: {error}") from None


def _link(value: object) -> Link:
    match value:
        case [int(positive), int(negative)] if type(positive) is type(negative) is int:
            return positive, negative
    raise SampleError("a link must be a list of two numbers, a positive and a negative atom's")


@lru_cache(maxsize=100_000)
def _parse(text: str) -> Type:
    return parse_type(text)


@lru_cache(maxsize=100_000)
def _show(type_: Type) -> str:
    return show_type(type_)


def read_samples(path: str | Path) -> Iterator[Sample]:
    """The samples of a file; an error that names file and line at the first that is none. Nets are not verified."""
    for number, line in _lines(path):
        try:
            yield from_json(_decode(line))
        except ProofNetsError as error:
            raise SampleError(f"{path}, line {number}: {error}") from None


def check_samples(path: str | Path) -> Iterator[str]:
    """The faults of a file of samples, `line 12: …` each: lines that are no sample, no net, or have another's id."""
    seen: dict[bytes, int] = {}  # by a hash of the id, since an id may be long
    for number, line in _lines(path):
        try:
            sample = from_json(_decode(line))
            key = blake2b(sample.id.encode(), digest_size=16).digest()
            if key in seen:
                yield f"line {number}: the id {sample.id} is also that of line {seen[key]}"
            seen.setdefault(key, number)
            net(sample)
        except ProofNetsError as error:
            yield f"line {number}: {error}"


def count_samples(path: str | Path) -> int:
    """How many lines of a file are not empty."""
    return sum(1 for _ in _lines(path))


def split_file(folder: str | Path, split: Split) -> Path:
    """The file of a data folder that has a split: `train.jsonl`, or `train.jsonl.xz` if there is no such file."""
    plain, packed = Path(folder, f"{split}.jsonl"), Path(folder, f"{split}.jsonl.xz")
    if plain.exists() and packed.exists():
        raise SampleError(f"{folder} has both {plain.name} and {packed.name}: keep the one that is meant")
    return packed if packed.exists() else plain


def _lines(path: str | Path) -> Iterator[tuple[int, bytes]]:
    """The lines of a file with their numbers, but for empty ones. What is too long is cut just behind the limit."""
    try:
        with open_packed(path) as file:
            number = 0
            while line := file.readline(LINE_BYTES + 1):
                number += 1
                rest = line
                while len(rest) > LINE_BYTES and not rest.endswith(b"\n"):
                    rest = file.readline(LINE_BYTES + 1)
                if line.strip() or len(line) > LINE_BYTES:
                    yield number, line
    except OSError as error:
        raise SampleError(f"{path} cannot be read: {error.strerror or error}") from None
    except PackedError as error:
        raise SampleError(f"{path} cannot be read: {error}") from None


def _decode(line: bytes) -> str:
    if len(line) > LINE_BYTES:
        raise SampleError(f"longer than {LINE_BYTES} bytes")
    try:
        return line.decode("utf-8-sig").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise SampleError(f"not UTF-8 at byte {error.start + 1}") from None


def write_samples(samples: Iterable[Sample], path: str | Path) -> int:
    """Write samples to a file, which changes only when all are written; returns how many there were."""
    count = 0
    with writing(Path(path)) as (file,):
        for sample in samples:
            file.write(to_json(sample) + "\n")
            count += 1
    return count
