"""Exported graphs in fewer bits.

Inputs and outputs stay as they are, and so do small weights and the embeddings of symbols: their frequencies are
multiplied by positions, and small errors would grow along the frame.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import NodeProto, TensorProto, helper, numpy_helper

from proofnets.errors import ProofNetsError

PRECISIONS = ("float32", "float16", "int8")
TABLE = 1000
"""Tables of so many rows are those of the encoder's pieces; those of symbols are smaller."""


def check_precision(precision: str) -> None:
    """An error that lists the precisions there are, if this is none of them."""
    if precision not in PRECISIONS:
        raise ProofNetsError(f"no precision {precision!r}: choose {', '.join(PRECISIONS)}")


def change_precision(path: Path, precision: str) -> None:
    """Store the weights of a graph in another precision.

    float16 is for the disk: weights are made float32 again when the graph is loaded, as CPUs compute in that.
    int8 is for speed too: most products of states and weights are computed in whole numbers. Those that narrow the
    states to half their width or less are not: the second map of a feed-forward layer sees outliers that leave few
    of the 256 steps to the rest, and most of the error would be theirs.
    """
    if precision == "float16":
        _store(path, precision)
    elif precision == "int8":
        _multiply_in_int8(path)
        _store(path, precision)


def _multiply_in_int8(path: Path) -> None:
    from onnxruntime.quantization import QuantType, quantize_dynamic  # type: ignore[import-untyped]

    graph = onnx.load(str(path)).graph
    shapes = {weight.name: tuple(weight.dims) for weight in graph.initializer}
    products = [node for node in graph.node if node.op_type == "MatMul"]
    narrow = [node.name for node in products if _narrows(shapes.get(node.input[1], ()))]
    quantize_dynamic(
        str(path),
        str(path),
        op_types_to_quantize=["MatMul"],
        nodes_to_exclude=narrow,
        per_channel=True,
        weight_type=QuantType.QInt8,
        reduce_range=True,  # CPUs without VNNI add two products in 16 bits, which must not overflow
    )


def _narrows(shape: tuple[int, ...]) -> bool:
    return len(shape) == 2 and shape[0] >= 2 * shape[1]


def _store(path: Path, precision: str) -> None:
    """Store the weights of products and the table of the encoder's pieces in fewer bits; loading undoes it."""
    model = onnx.load(str(path))
    chosen = {node.input[1] for node in model.graph.node if node.op_type == "MatMul"}
    tables = {node.input[0] for node in model.graph.node if node.op_type == "Gather"}
    weights, nodes = list(model.graph.initializer), list(model.graph.node)
    del model.graph.initializer[:], model.graph.node[:]
    for weight in weights:
        table = weight.name in tables and weight.dims[0] >= TABLE
        if weight.data_type == TensorProto.FLOAT and len(weight.dims) == 2 and (table or weight.name in chosen):
            pack = _halved if precision == "float16" else _scaled
            packed, unpacking = pack(weight.name, numpy_helper.to_array(weight), axis=1 if table else 0)
            model.graph.initializer.extend(packed)
            model.graph.node.extend(unpacking)
        else:
            model.graph.initializer.append(weight)
    model.graph.node.extend(nodes)
    onnx.save(model, str(path))


def _halved(name: str, array: Any, axis: int) -> tuple[list[TensorProto], list[NodeProto]]:
    half = numpy_helper.from_array(array.clip(-65504, 65504).astype(np.float16), f"{name}_half")
    return [half], [helper.make_node("Cast", [half.name], [name], to=TensorProto.FLOAT)]


def _scaled(name: str, array: Any, axis: int) -> tuple[list[TensorProto], list[NodeProto]]:
    """Whole numbers, with a scale for each row of a table or column of a product's weights."""
    scale = np.maximum(np.abs(array).max(axis, keepdims=True), 1e-12) / 127
    whole = numpy_helper.from_array(np.rint(array / scale).astype(np.int8), f"{name}_whole")
    scales = numpy_helper.from_array(scale.astype(np.float32), f"{name}_scale")
    cast = helper.make_node("Cast", [whole.name], [f"{name}_cast"], to=TensorProto.FLOAT)
    return [whole, scales], [cast, helper.make_node("Mul", [cast.output[0], scales.name], [name])]
