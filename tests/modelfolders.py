"""A model folder made by hand: graphs of a few products, which take and give what real ones do, and mean nothing.

It is there in milliseconds, and can be spoiled in any way.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import NodeProto, TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from proofnets.derivation.spelling import SPECIAL
from proofnets.modelfolder import DecoderInfo, Metadata, RunInfo, checksum, sealed, write_metadata

SYMBOLS = (*SPECIAL, "np", "s", "◇su", "⊸")
PIECES = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "de", "man", "slaapt", ".")
WIDTH = 4

FLOAT, WHOLE, TRUTH = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL
KEYS, VALUES = ["batch", 1, WIDTH, "words"], ["batch", 1, "words", WIDTH]
PAST_KEYS, PAST_VALUES = ["batch", 1, WIDTH, "length"], ["batch", 1, "length", WIDTH]


def model_folder(folder: Path) -> Path:
    """Write one with two decoders, of one layer each."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, graph in (("encode", encode()), ("step", step(1)), ("step_back", step(2)), ("link", link())):
        onnx.save(graph, str(folder / f"{name}.onnx"))
    tokenizer().save(str(folder / "tokenizer.json"))
    run = RunInfo({}, {}, {}, 1, 1, {"frames": 0.5}, {"weight": ("link", "table", False)})
    metadata = Metadata(
        made_by="hand",
        precision="float32",
        symbols=SYMBOLS,
        counts=(1,) * len(SYMBOLS),
        tokenizer_config={},
        padding="[PAD]",
        pieces=len(PIECES),
        longest=64,
        word_aware=True,
        decoders=(DecoderInfo("step", False, 1), DecoderInfo("step_back", True, 1)),
        sinkhorn_iterations=3,
        runs=(run,),
        card={"licence": "none"},
        files={file.name: checksum(file) for file in folder.iterdir()},
    )
    write_metadata(folder, metadata)
    return folder


def keys(folder: Path) -> dict[str, Any]:
    """What is in its model.json."""
    found: dict[str, Any] = json.loads((folder / "model.json").read_text(encoding="utf-8"))
    return found


def change(folder: Path, spoil: Callable[[dict[str, Any]], object]) -> None:
    """Change its metadata, and seal them as if they had been exported so."""
    metadata = keys(folder)
    spoil(metadata)
    (folder / "model.json").write_text(json.dumps(sealed(metadata)), encoding="utf-8")


def exchange(folder: Path, name: str, content: bytes | onnx.ModelProto | Tokenizer) -> None:
    """Put another file in the place of one, as if it had been exported."""
    if isinstance(content, Tokenizer):
        content.save(str(folder / name))
    else:
        data = content if isinstance(content, bytes) else content.SerializeToString()
        (folder / name).write_bytes(data)
    change(folder, lambda metadata: metadata["files"].update({name: checksum(folder / name)}))


def weights(seed: int, *shape: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=shape).astype(np.float32)


def tokenizer(pieces: Sequence[str] = PIECES, unknown: str = "[UNK]", template: str = "[CLS] $A [SEP]") -> Tokenizer:
    """A tokeniser that takes words whole."""
    made = Tokenizer(models.WordLevel({piece: i for i, piece in enumerate(pieces)}, unk_token=unknown))
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    made.post_processor = processors.TemplateProcessing(
        single=template, special_tokens=[(piece, pieces.index(piece)) for piece in ("[CLS]", "[SEP]")]
    )
    return made


def encode(table: np.ndarray | None = None, inputs: Sequence[Any] = (), outputs: int = 7) -> onnx.ModelProto:
    """Words are the means of rows of a table."""
    nodes = [
        helper.make_node("Gather", ["table", "pieces"], ["rows"]),
        helper.make_node("MatMul", ["pooling", "rows"], ["states"]),
        helper.make_node("Transpose", ["states"], ["turned"], perm=[0, 2, 1]),
    ]
    declared = [("states", FLOAT, ["batch", "words", WIDTH])]
    for number in (0, 1):
        nodes += [
            helper.make_node("Identity", ["states"], [f"words{number}"]),
            helper.make_node("Unsqueeze", ["turned", "one"], [f"keys{number}"]),
            helper.make_node("Unsqueeze", ["states", "one"], [f"values{number}"]),
        ]
        declared += [
            (f"words{number}", FLOAT, ["batch", "words", WIDTH]),
            (f"keys{number}", FLOAT, KEYS),
            (f"values{number}", FLOAT, VALUES),
        ]
    given = inputs or [
        ("pieces", WHOLE, ["batch", "pieces"]),
        ("mask", WHOLE, ["batch", "pieces"]),
        ("pooling", FLOAT, ["batch", "words", "pieces"]),
    ]
    stored = {"table": weights(0, len(PIECES), WIDTH) if table is None else table, "one": np.array([1])}
    return _graph(nodes, given, declared[:outputs], stored)


def step(
    seed: int,
    vocabulary: int = len(SYMBOLS),
    renamed: dict[str, str] | None = None,
    spoil: Callable[[np.ndarray], np.ndarray] = lambda table: table,
    past: tuple[Sequence[Any], Sequence[Any]] = (PAST_KEYS, PAST_VALUES),
    outputs: int = 3,
) -> onnx.ModelProto:
    """What follows a symbol depends on it alone, but what was before is remembered."""
    nodes = [
        helper.make_node("Gather", ["table", "symbols"], ["vectors"]),
        helper.make_node("MatMul", ["vectors", "out"], ["scores"]),
        helper.make_node("Transpose", ["vectors"], ["turned"], perm=[0, 2, 1]),
        helper.make_node("Unsqueeze", ["turned", "one"], ["key"]),
        helper.make_node("Unsqueeze", ["vectors", "one"], ["value"]),
        helper.make_node("Concat", ["cache0", "key"], ["keys"], axis=3),
        helper.make_node("Concat", ["cache1", "value"], ["values"], axis=2),
    ]
    given: list[Any] = [(name, WHOLE, ["batch", "new"]) for name in ("symbols", "typed")]
    given += [
        ("positions", FLOAT, ["batch", "new"]),
        ("words", FLOAT, ["batch", "words", WIDTH]),
        ("mask", TRUTH, ["batch", "words"]),
        ("cross0", FLOAT, KEYS),
        ("cross1", FLOAT, VALUES),
        ("cache0", FLOAT, past[0]),
        ("cache1", FLOAT, past[1]),
    ]
    names = renamed or {}
    for node in nodes:
        node.input[:] = [names.get(name, name) for name in node.input]
    given = [(names.get(name, name), kind, shape) for name, kind, shape in given]
    declared = [("scores", FLOAT, None), ("keys", FLOAT, None), ("values", FLOAT, None)][:outputs]
    stored = {
        "table": weights(seed, len(SYMBOLS), WIDTH),
        "out": spoil(weights(seed + 1, WIDTH, vocabulary)),
        "one": np.array([1]),
    }
    return _graph(nodes, given, declared, stored)


def link(
    table: np.ndarray | None = None, width: int = WIDTH, kind: int = FLOAT, parts: int = 2, states: int = WIDTH
) -> onnx.ModelProto:
    """Atoms are rows of a table, whatever the words are."""
    nodes = [
        helper.make_node("Gather", ["table", "symbols"], ["every"]),
        helper.make_node("MatMul", ["every", "turn"], ["turned"]),
        helper.make_node("Unsqueeze", ["places", "last"], ["columns"]),
        helper.make_node("Split", ["columns"], ["split0", "split1"], axis=0, num_outputs=2),
        *(
            node
            for sign in "01"
            for node in (
                helper.make_node("Squeeze", [f"split{sign}", "first"], [f"asked{sign}"]),
                helper.make_node("GatherND", ["turned", f"asked{sign}"], [f"vectors{sign}"], batch_dims=1),
                helper.make_node("Unsqueeze", [f"vectors{sign}", "first"], [f"part{sign}"]),
            )
        ),
        helper.make_node("Concat", ["part0", "part1"][:parts], ["floats"], axis=0),
        helper.make_node("Cast", ["floats"], ["atoms"], to=kind),
    ]
    given = [
        ("symbols", WHOLE, ["batch", "length"]),
        ("typed", WHOLE, ["batch", "length"]),
        ("states", FLOAT, ["batch", "words", states]),
        ("mask", TRUTH, ["batch", "words"]),
        ("frame", TRUTH, ["batch", "length"]),
        ("places", WHOLE, [2, "batch", "atoms"]),
    ]
    stored = {
        "table": weights(5, len(SYMBOLS), width) if table is None else table,
        "turn": np.eye(width, dtype=np.float32),
        "first": np.array([0]),
        "last": np.array([-1]),
    }
    return _graph(nodes, given, [("atoms", kind, None)], stored)


def _graph(
    nodes: list[NodeProto], inputs: Sequence[Any], outputs: Sequence[Any], stored: dict[str, np.ndarray]
) -> onnx.ModelProto:
    graph = helper.make_graph(
        nodes,
        "by hand",
        [helper.make_tensor_value_info(*each) for each in inputs],
        [helper.make_tensor_value_info(*each) for each in outputs],
        [numpy_helper.from_array(array, name) for name, array in stored.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
