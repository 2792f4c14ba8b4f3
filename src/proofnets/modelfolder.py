"""The model folder: what `export`, which writes and unpacks it, and `parser.runtime`, which reads it, agree on.

| file | what it is |
|---|---|
| `encode.onnx`, `link.onnx`, `step.onnx`, `step_back.onnx` or one of these two | the graphs (see `export.graphs`) |
| `tokenizer.json` | how words are cut into pieces |
| `text.bits` | which text was seen in training, if the model is calibrated (see `parser.familiarity`) |
| `types.bits` | which words were seen in training with which types, likewise (see `parser.precedents`) |
| `model.json` | all else: `Metadata`, with the checksum of each file and one of itself |

Whatever is wrong with a folder is a `ModelError` that says so in one sentence, before anything is parsed with it.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, asdict, dataclass, fields, is_dataclass
from itertools import pairwise
from pathlib import Path
from types import UnionType
from typing import Any, NoReturn, TypeAlias, get_args, get_origin, get_type_hints

from proofnets.derivation.spelling import SPECIAL
from proofnets.errors import ProofNetsError
from proofnets.logic import arity

FORMAT = 7
"""The version of the folder's format."""
METADATA = "model.json"
TOKENIZER = "tokenizer.json"
TEXT = "text.bits"
TYPES = "types.bits"
STEPS = ("step", "step_back")
"""The graphs of the decoders: of those that type the first word first, and the last."""
PRECISIONS = ("float32", "float16", "int8")
MOST_LAYERS = 1000
MOST_ITERATIONS = 1000
LARGEST_WEIGHT = 1e6
"""A model that asks for more of any was not made by `export`, and could keep a parser busy for ever."""


class ModelError(ProofNetsError):
    """A folder that is no model, or a damaged one."""


Place: TypeAlias = tuple[str, str, bool]
"""Where a weight of a network is: the graph, the name in it, and whether it is turned there."""


@dataclass(frozen=True, slots=True)
class DecoderInfo:
    """One decoder: supertaggers that type a sentence in the same direction."""

    graph: str
    backwards: bool
    """Whether it types the last word first."""
    layers: int
    """Of all its supertaggers: each remembers two arrays."""


@dataclass(frozen=True, slots=True)
class RunInfo:
    """What a model says of a run that it is made of: all that `unpack` needs to write it again."""

    recipe: dict[str, Any]
    encoder_shape: dict[str, Any]
    """The encoder's own configuration."""
    data: dict[str, Any]
    steps: int
    seconds: int
    validation: dict[str, float]
    weights: dict[str, Place]


@dataclass(frozen=True, slots=True)
class Logistic:
    """A probability whose log-odds are a weighted sum of some numbers."""

    bias: float
    weights: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """A probability, and what it is in truth: points of a rising curve, straight between them."""

    raw: Logistic
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Calibration:
    """How what a model says becomes probabilities (`parser.confidence`); made by `proofnets calibrate`."""

    samples: int
    """How many it was fitted on."""
    ranking: Logistic
    """Of the frames of a sentence, that a frame is the right one: the odds between any two."""
    words: Scale
    others: Scale
    """Of a type that a word may have instead, that it is the right one."""
    links: Scale
    dependencies: Scale
    sentence: Logistic
    """Of a sentence of the language, that all is right."""
    text: Logistic
    """That a text is a sentence of the language at all; the whole is right with the product of both."""


INPUTS = {"ranking": 5, "words": 6, "others": 2, "links": 3, "dependencies": 3, "sentence": 4, "text": 6}
"""How many numbers each part of a calibration weighs."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a model says of itself."""

    made_by: str
    precision: str
    symbols: tuple[str, ...]
    """The decoders' vocabulary; what they write are numbers of these."""
    counts: tuple[int, ...]
    """How often each symbol occurs in training."""
    tokenizer_config: dict[str, Any]
    padding: str
    """The piece that fills up short sentences."""
    pieces: int
    """How many pieces the encoders know."""
    longest: int
    """The most pieces of a sentence that the encoders take."""
    word_aware: bool
    decoders: tuple[DecoderInfo, ...]
    sinkhorn_iterations: int
    runs: tuple[RunInfo, ...]
    card: dict[str, Any]
    """What whoever exported it says of data, licences and attribution."""
    files: dict[str, str]
    """The SHA-256 of each file."""
    calibration: Calibration | None = None
    """None if it was not calibrated: then it gives no confidence."""


def graph_names(decoders: tuple[DecoderInfo, ...]) -> list[str]:
    """The graphs of a model with these decoders."""
    return ["encode", *(decoder.graph for decoder in decoders), "link"]


def graph_file(name: str) -> str:
    """The file of a graph."""
    return f"{name}.onnx"


def checksum(path: Path) -> str:
    """The SHA-256 of a file, read a part at a time: memory for all of it would take longer to find than the sum."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while part := file.read(2**18):
            digest.update(part)
    return digest.hexdigest()


def write_metadata(folder: Path, metadata: Metadata) -> None:
    """Write the metadata of a folder whose other files are there already."""
    for fault in _faults(metadata):
        _refuse(folder, fault)
    told = {key: value for key, value in asdict(metadata).items() if value is not None}
    keys = sealed({"format": FORMAT, **told})
    lines = ",\n".join(f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in keys.items())
    (folder / METADATA).write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


def sealed(keys: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of a `model.json` with the checksum of all the others.

    >>> sealed({"format": 7})["checksum"][:8]
    '1d5e68de'
    """
    others = {key: value for key, value in keys.items() if key != "checksum"}
    content = json.dumps(others, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return others | {"checksum": hashlib.sha256(content.encode()).hexdigest()}


def read_metadata(folder: Path) -> Metadata:
    """The metadata of a model folder whose files are all there and as they were written."""
    path = folder / METADATA
    if not path.is_file():  # a pipe would keep us waiting
        raise ModelError(f"{folder} is no model folder: it has no {METADATA}")
    try:
        keys = json.loads(path.read_text(encoding="utf-8"), parse_constant=_refuse_constant)
        expected = sealed(keys)["checksum"]
    except OSError as error:
        raise ModelError(f"{path} cannot be read: {error.strerror or error}") from None
    except (ValueError, AttributeError, RecursionError):
        raise ModelError(f"{path} is not the metadata of a model") from None
    if (version := keys.pop("format", None)) != FORMAT:
        raise ModelError(
            f"{folder} has the format {version!r:.40}, and this version of proofnets reads {FORMAT}: export it again"
        )
    if keys.pop("checksum", None) != expected:
        raise ModelError(f"{folder} is damaged: {METADATA} is not what was exported")
    metadata: Metadata = _typed(Metadata, keys, "it", folder)
    for fault in _faults(metadata):
        _refuse(folder, fault)
    for name in metadata.files:
        _check_file(folder, name, metadata)
    return metadata


def _check_file(folder: Path, name: str, metadata: Metadata) -> None:
    """An error if a file is not there as it was exported."""
    if not (folder / name).is_file():
        raise ModelError(f"{folder} is damaged: {name} is missing")
    try:
        found = checksum(folder / name)
    except OSError as error:
        raise ModelError(f"{folder / name} cannot be read: {error.strerror or error}") from None
    if found != metadata.files[name]:
        raise ModelError(f"{folder} is damaged: {name} is not what was exported")


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)  # NaN and Infinity are no JSON


def _refuse(folder: Path, fault: str) -> NoReturn:
    raise ModelError(f"{folder / METADATA} is not as `proofnets export` writes it: {fault}")


_KINDS = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}


def _typed(kind: Any, given: Any, name: str, folder: Path) -> Any:
    """What is given as data of a kind: lists as tuples, objects as records; an error if it is of another."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any:
        return given
    if origin is UnionType:  # what may be left out
        return _typed(inner[0], given, name, folder)
    if isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind)
        needed = {each.name for each in fields(kind) if each.default is MISSING}
        if not isinstance(given, dict) or not needed <= given.keys() <= hints.keys():
            _refuse(folder, f"{name} must have just these keys: {', '.join(hints)}")
        values = {key: _typed(hints[key], value, key, folder) for key, value in given.items()}
        return kind(**values)
    if origin is dict:
        if not isinstance(given, dict):
            _refuse(folder, f"{name} must be an object")
        return {key: _typed(inner[1], value, f"{name}: {key}", folder) for key, value in given.items()}
    if origin is tuple:
        if not isinstance(given, list):
            _refuse(folder, f"{name} must be a list")
        kinds = inner[:1] * len(given) if inner[-1] is Ellipsis else inner
        if len(given) != len(kinds):
            _refuse(folder, f"{name} must be a list of {len(kinds)}")
        return tuple(_typed(each, value, name, folder) for each, value in zip(kinds, given, strict=True))
    if kind is float and type(given) is int and abs(given) < 2**53:
        given = float(given)
    if type(given) is not kind or (kind is float and not math.isfinite(given)):
        _refuse(folder, f"{name} must be {_KINDS[kind]}, not {given!r:.40}")
    return given


def _faults(metadata: Metadata) -> Iterator[str]:
    """What is wrong with metadata whose keys and types are right."""
    if metadata.precision not in PRECISIONS:
        yield f"precision must be one of {', '.join(PRECISIONS)}"
    special, others = metadata.symbols[: len(SPECIAL)], metadata.symbols[len(SPECIAL) :]
    if special != SPECIAL:
        yield f"symbols must begin with {' '.join(SPECIAL)}"
    if len(set(metadata.symbols)) != len(metadata.symbols):
        yield "symbols must be different from each other"
    try:
        arities = [arity(symbol) for symbol in others]
    except ProofNetsError as error:
        yield f"symbols: {error}"
        return
    if 0 not in arities:
        yield "symbols must have an atom among them"
    if len(metadata.counts) != len(metadata.symbols) or min(metadata.counts, default=0) < 0:
        yield "counts must be a number from 0 on for each symbol"
    if metadata.pieces < 1 or metadata.longest < 3:
        yield "pieces must be at least 1, and longest at least 3"
    if not 0 <= metadata.sinkhorn_iterations <= MOST_ITERATIONS:
        yield f"sinkhorn_iterations must be between 0 and {MOST_ITERATIONS}"
    told = [(decoder.graph, decoder.backwards) for decoder in metadata.decoders]
    if not told or told != [each for each in zip(STEPS, (False, True), strict=True) if each in told]:
        yield f"decoders must have the graphs {' and '.join(STEPS)}, or one of them; the second goes backwards"
    if not all(1 <= decoder.layers <= MOST_LAYERS for decoder in metadata.decoders):
        yield f"layers must be between 1 and {MOST_LAYERS}"
    if not metadata.runs or any(run.steps < 0 or run.seconds < 0 for run in metadata.runs):
        yield "runs must be at least one, of steps and seconds from 0 on"
    names = graph_names(metadata.decoders)
    if not {graph for run in metadata.runs for graph, _, _ in run.weights.values()} <= set(names):
        yield f"weights must be in one of the graphs {', '.join(names)}"
    wanted = {*map(graph_file, names), TOKENIZER, *([TEXT, TYPES] if metadata.calibration else [])}
    if metadata.files.keys() != wanted:
        yield f"files must be {', '.join(sorted(wanted))}"
    if not all(re.fullmatch("[0-9a-f]{64}", digest) for digest in metadata.files.values()):
        yield "files must have a SHA-256 each"
    if metadata.calibration:
        yield from _calibration_faults(metadata.calibration)


def _calibration_faults(calibration: Calibration) -> Iterator[str]:
    """What is wrong with a calibration whose keys and types are right."""
    again = "make it again with `proofnets calibrate`"
    for name, size in INPUTS.items():
        part = getattr(calibration, name)
        raw = part.raw if isinstance(part, Scale) else part
        if len(raw.weights) != size or not all(abs(number) <= LARGEST_WEIGHT for number in (raw.bias, *raw.weights)):
            yield f"calibration: {name} must have {size} weights of at most {LARGEST_WEIGHT:g}: {again}"
        points = part.points if isinstance(part, Scale) else ((0.0, 0.0), (1.0, 1.0))
        rises = all(x < y and p <= q for (x, p), (y, q) in pairwise(points))
        if not points or not rises or not all(0 <= number <= 1 for point in points for number in point):
            yield f"calibration: {name} must have points that rise from 0 to 1 at most: {again}"
    if calibration.samples < 1:
        yield f"calibration must be of at least one sample: {again}"
