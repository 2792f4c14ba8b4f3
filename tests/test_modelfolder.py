"""Model folders that are damaged in every way: a `ModelError` of one sentence, and no sentence is ever blamed."""

import copy
import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from onnx import TensorProto

from proofnets.modelfolder import FORMAT, METADATA, ModelError, checksum, read_metadata, sealed, write_metadata
from proofnets.parser import Parser
from tests import modelfolders as made

FILES = ("encode.onnx", "link.onnx", "step.onnx", "step_back.onnx", "tokenizer.json")
SENTENCES = ["de man slaapt .", "man"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made.model_folder(tmp_path_factory.mktemp("models") / "whole")


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    """A copy to spoil."""
    return Path(shutil.copytree(whole, tmp_path / "model"))


def use(folder: Path) -> None:
    """Load a model and parse with it; fails if a sentence is rejected, as it would be if it were to blame."""
    for (parse,) in Parser(folder, threads=1).parse(SENTENCES):
        assert not parse.error
        assert parse.analyses


def refused(folder: Path) -> str:
    with pytest.raises(ModelError) as error:
        use(folder)
    message = str(error.value)
    assert "\n" not in message
    assert len(message) < 500
    return message


def test_a_whole_folder_is_read_as_it_was_written_and_used(whole: Path, tmp_path: Path) -> None:
    use(whole)
    metadata = read_metadata(whole)
    write_metadata(tmp_path, metadata)
    assert (tmp_path / METADATA).read_bytes() == (whole / METADATA).read_bytes()
    assert metadata.symbols == made.SYMBOLS
    assert metadata.decoders[1].backwards
    assert metadata.files == {name: checksum(whole / name) for name in FILES}


# Damage that nobody meant: what was exported is no longer what it was.


@pytest.mark.parametrize("name", [METADATA, *FILES])
def test_a_file_that_is_not_what_was_exported(folder: Path, name: str) -> None:
    content = (folder / name).read_bytes()
    flipped = bytearray(content)
    flipped[len(flipped) // 2] ^= 1
    other = (folder / ("link.onnx" if name != "link.onnx" else "step.onnx")).read_bytes()
    for damaged in (b"", content[:-3], content[: len(content) // 2], content + b" x", bytes(flipped), other):
        (folder / name).write_bytes(damaged)
        message = refused(folder)
        assert name in message or "model.json" in message
    (folder / name).unlink()
    assert "model.json" in refused(folder) if name == METADATA else f"{name} is missing" in refused(folder)
    (folder / name).mkdir()
    refused(folder)
    (folder / name).rmdir()
    os.mkfifo(folder / name)  # whoever reads it waits for ever
    refused(folder)


def test_every_key_is_sealed(folder: Path) -> None:
    metadata = made.keys(folder)
    for key in metadata:
        for changed in ({k: v for k, v in metadata.items() if k != key}, {**metadata, key: "another"}):
            (folder / METADATA).write_text(json.dumps(changed))
            message = refused(folder)
            assert "is damaged: model.json is not what was exported" in message or (key == "format" in message)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"model"',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"format": NaN}',
        b'{"format": ' + b"9" * 5000 + b"}",
        b'{"format": 4, "made_by": "\\ud800"}',
    ],
)
def test_what_is_no_metadata(folder: Path, content: bytes) -> None:
    (folder / METADATA).write_bytes(content)
    assert "is not the metadata of a model" in refused(folder)


@pytest.mark.parametrize("version", [6, 8, "7", None, [], 7.5])
def test_another_format(folder: Path, version: object) -> None:
    made.change(folder, lambda keys: keys.update(format=version))
    assert f"reads {FORMAT}: export it again" in refused(folder)


def test_no_folder(tmp_path: Path) -> None:
    assert "it has no model.json" in refused(tmp_path)


# Damage that is sealed: whoever made the folder made it wrong, or means harm.


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where all values of nested data are."""
    yield path
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from places(value, (*path, key))


def set_at(data: Any, path: tuple[Any, ...], value: Any) -> None:
    for key in path[:-1]:
        data = data[key]
    if value is KeyError:
        del data[path[-1]]
    else:
        data[path[-1]] = value


OTHERS = (KeyError, None, True, -1, 7, 10**30, 0.5, "x", "../x", [], ["x"], {})


def test_values_of_any_other_kind_do_no_harm(folder: Path) -> None:
    """Each value of the metadata, at any depth, is taken out or becomes another: the model is refused, or works."""
    metadata = made.keys(folder)
    tried = harmless = 0
    for path in places(metadata):
        for value in OTHERS if path and path[0] not in ("format", "checksum") else ():
            changed = copy.deepcopy(metadata)
            set_at(changed, path, value)
            (folder / METADATA).write_text(json.dumps(sealed(changed)))
            tried += 1
            with suppress(ModelError):
                use(folder)
                harmless += 1
    assert tried > 600
    assert 30 < harmless < 120  # such as another text in the card


def sealed_so(change: Callable[[dict[str, Any]], object], message: str) -> Any:
    return pytest.param(change, message, id=message)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        sealed_so(lambda keys: keys.pop("symbols"), "it must have just these keys: made_by, precision, symbols"),
        sealed_so(lambda keys: keys.update(language="nl"), "it must have just these keys"),
        sealed_so(lambda keys: keys.update(word_aware=1), "word_aware must be true or false, not 1"),
        sealed_so(lambda keys: keys.update(precision="int4"), "precision must be one of float32, float16, int8"),
        sealed_so(lambda keys: keys["symbols"].reverse(), "symbols must begin with [PAD] [SOS] [SEP] ∅ +"),
        sealed_so(lambda keys: keys["symbols"].append("np"), "symbols must be different from each other"),
        sealed_so(lambda keys: keys["symbols"].__setitem__(6, "s s"), "'s s' is not a prefix symbol"),
        sealed_so(lambda keys: keys.update(symbols=[*made.SPECIAL, "⊸"]), "symbols must have an atom among them"),
        sealed_so(lambda keys: keys["counts"].pop(), "counts must be a number from 0 on for each symbol"),
        sealed_so(lambda keys: keys["counts"].__setitem__(2, -1), "counts must be a number from 0 on"),
        sealed_so(lambda keys: keys.update(pieces=0), "pieces must be at least 1"),
        sealed_so(lambda keys: keys.update(longest=2), "longest at least 3"),
        sealed_so(
            lambda keys: keys.update(sinkhorn_iterations=10**9), "sinkhorn_iterations must be between 0 and 1000"
        ),
        sealed_so(lambda keys: keys["decoders"].clear(), "decoders must have the graphs step and step_back"),
        sealed_so(lambda keys: keys["decoders"].reverse(), "decoders must have the graphs"),
        sealed_so(lambda keys: keys["decoders"][1].update(backwards=False), "the second goes backwards"),
        sealed_so(lambda keys: keys["decoders"][1].update(graph="../step"), "decoders must have the graphs"),
        sealed_so(lambda keys: keys["decoders"][0].update(layers=10**9), "layers must be between 1 and 1000"),
        sealed_so(lambda keys: keys["decoders"].pop(), "files must be encode.onnx, link.onnx, step.onnx, tokenizer"),
        sealed_so(lambda keys: keys["runs"].clear(), "runs must be at least one"),
        sealed_so(lambda keys: keys["runs"][0].update(steps=-1), "of steps and seconds from 0 on"),
        sealed_so(lambda keys: keys["runs"][0]["weights"].update(w=["no", "x", True]), "weights must be in one of"),
        sealed_so(lambda keys: keys["runs"][0]["weights"].update(w=["link", "x"]), "weights: w must be a list of 3"),
        sealed_so(lambda keys: keys["runs"][0]["validation"].update(frames="x"), "frames must be a number, not 'x'"),
        sealed_so(
            lambda keys: keys["files"].pop("link.onnx"), "files must be encode.onnx, link.onnx, step.onnx, step_"
        ),
        sealed_so(lambda keys: keys["files"].update({"../../etc/passwd": "0" * 64}), "files must be encode.onnx"),
        sealed_so(lambda keys: keys["files"].update({"/etc/passwd": "0" * 64}), "files must be encode.onnx"),
        sealed_so(lambda keys: keys["files"].update({"link.onnx": "x"}), "files must have a SHA-256 each"),
        sealed_so(lambda keys: keys["files"].update({"link.onnx": "0" * 64}), "link.onnx is not what was exported"),
        sealed_so(lambda keys: keys["decoders"][0].update(layers=2), "encode.onnx does not compute what a model"),
        sealed_so(lambda keys: keys.update(padding="[NONE]"), "tokenizer.json has other pieces than the model"),
        sealed_so(lambda keys: keys.update(pieces=5), "tokenizer.json has other pieces than the model"),
    ],
)
def test_what_is_wrong_is_said(folder: Path, change: Callable[[dict[str, Any]], object], message: str) -> None:
    made.change(folder, change)
    assert message in refused(folder)


@pytest.mark.parametrize("name", FILES)
def test_files_that_are_no_graph_or_tokeniser(folder: Path, name: str) -> None:
    content = (folder / name).read_bytes()
    for damaged in (b"", b"of another version", content[: len(content) // 2], content[: len(content) // 3], b"{}"):
        made.exchange(folder, name, damaged)
        assert name in refused(folder)
    for other in FILES:  # each is a good file, but in another's place
        made.exchange(folder, name, content)
        if other != name and {name, other} != {"step.onnx", "step_back.onnx"}:
            made.exchange(folder, name, (folder / other).read_bytes())
            assert name in refused(folder)


NAN = np.full((len(made.PIECES), made.WIDTH), np.nan, dtype=np.float32)
TABLE = np.ones((len(made.SYMBOLS), made.WIDTH), dtype=np.float32)
ONE_BATCH = [("pieces", made.WHOLE, [9, 9]), ("mask", made.WHOLE, [9, 9]), ("pooling", made.FLOAT, [9, "words", 9])]
OTHER_NAMES = [
    ("ids", made.WHOLE, [1, "p"]),
    ("pieces", made.WHOLE, ["b", "p"]),
    ("pooling", made.FLOAT, ["b", "w", "p"]),
]
OTHER_KIND = [("pieces", TensorProto.INT32, ["b", "p"]), *ONE_BATCH[1:]]


@pytest.mark.parametrize(
    ("name", "graph", "message"),
    [
        ("encode", made.encode(NAN), "computes no sensible numbers"),
        ("encode", made.encode(np.full_like(NAN, np.inf)), "computes no sensible numbers"),
        ("encode", made.encode(np.full_like(NAN, 1e30)), "computes no sensible numbers"),
        ("encode", made.encode(np.ones((5, made.WIDTH), np.float32)), "does not take what a model is given"),
        ("encode", made.encode(np.ones((8, 7), np.float32)), "step.onnx does not take"),
        ("encode", made.encode(outputs=4), "does not compute what a model computes"),
        ("encode", made.encode(outputs=1), "does not compute what a model computes"),
        ("encode", made.encode(inputs=ONE_BATCH), "does not take what a model is given"),
        ("encode", made.encode(inputs=OTHER_NAMES), "does not take what a model is given"),
        ("encode", made.encode(inputs=OTHER_KIND), "does not take what a model is given"),
        ("step", made.step(1, vocabulary=5), "does not compute what a model computes"),
        ("step", made.step(1, vocabulary=99), "does not compute what a model computes"),
        ("step", made.step(1, spoil=lambda table: table * np.nan), "computes no sensible numbers"),
        ("step_back", made.step(1, spoil=lambda table: table * np.inf), "computes no sensible numbers"),
        ("step", made.step(1, renamed={"symbols": "letters"}), "does not take what a model is given"),
        ("step", made.step(1, renamed={"cache0": "cache9"}), "remembers other things"),
        ("step_back", made.step(1, renamed={"cache0": "past0", "cache1": "past1"}), "remembers other things"),
        ("step", made.step(1, past=(["batch", 3, 4, "length"], made.PAST_VALUES)), "cannot be loaded"),
        ("step", made.step(1, past=(["batch", 2**40, 4, "length"], made.PAST_VALUES)), "cannot be loaded"),
        ("step", made.step(1, past=(["batch", "length"], made.PAST_VALUES)), "cannot be loaded"),
        ("step", made.step(1, past=(None, None)), "remembers other things"),
        ("step", made.step(1, past=([], [])), "cannot be loaded"),
        ("step", made.step(1, outputs=2), "does not compute what a model computes"),
        ("link", made.link(TABLE * np.nan), "computes no sensible numbers"),
        ("link", made.link(TABLE * np.float32(1e20)), "computes no sensible numbers"),
        ("link", made.link(TABLE[:3]), "does not take what a model is given"),
        ("link", made.link(parts=1), "does not compute what a model computes"),
        ("link", made.link(kind=TensorProto.INT64), "does not compute what a model computes"),
        ("link", made.link(kind=TensorProto.DOUBLE), "does not compute what a model computes"),
        ("link", made.link(states=made.WIDTH + 1), "does not take what a model is given"),
    ],
)
def test_graphs_that_compute_something_else(folder: Path, name: str, graph: Any, message: str) -> None:
    made.exchange(folder, f"{name}.onnx", graph)
    assert message in refused(folder)


@pytest.mark.parametrize(
    ("tokenizer", "message"),
    [
        (made.tokenizer((*made.PIECES, "more")), "has other pieces than the model"),
        (made.tokenizer([piece for piece in made.PIECES if piece != "[PAD]"]), "has other pieces than the model"),
        (made.tokenizer([p for p in made.PIECES if p != "man"], unknown="[NO]"), "cannot cut words into pieces"),
        (made.tokenizer(template="$A"), "puts no piece before a sentence"),
    ],
)
def test_another_tokeniser(folder: Path, tokenizer: Any, message: str) -> None:
    made.exchange(folder, "tokenizer.json", tokenizer)
    assert message in refused(folder)
