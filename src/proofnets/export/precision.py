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
from proofnets.modelfolder import PRECISIONS

TABLE = 256
"""Tables of so many rows are those of the encoder's pieces and positions; those of symbols are smaller."""


def check_precision(precision: str) -> None:
    """An error that lists the precisions there are, if this is none of them."""
    if precision not in PRECISIONS:
        raise ProofNetsError(f"no precision {precision!r}: choose {', '.join(PRECISIONS)}")


def change_precision(path: Path, precision: str) -> None:
    """Store the weights of a graph in another precision.

    This is for the disk: they are made float32 again when the graph is loaded, and all is computed in that. To multiply
    in int8 would be a little faster, but states would have to be scaled by what is in the batch, so that a sentence
    could be parsed in another way beside other sentences, and more of them wrongly.
    """
    if precision != "float32":
        _store(path, precision)


def _store(path: Path, precision: str) -> None:
    """Store the weights of products and the encoder's tables in fewer bits.

    Loading undoes it for weights; for tables it is undone row by row, as rows are looked up: to undo it for all pieces
    would take longer than all else that loading does.
    """
    model = onnx.load(str(path))
    pack = _halved if precision == "float16" else _scaled
    chosen = {node.input[1] for node in model.graph.node if node.op_type == "MatMul"}
    looked_up: dict[str, list[NodeProto]] = {}
    for node in model.graph.node:
        if node.op_type == "Gather":
            looked_up.setdefault(node.input[0], []).append(node)
    weights, nodes = list(model.graph.initializer), list(model.graph.node)
    del model.graph.initializer[:], model.graph.node[:]
    for weight in weights:
        plain = weight.data_type == TensorProto.FLOAT and len(weight.dims) == 2
        if plain and weight.name in looked_up and weight.dims[0] >= TABLE:
            packed = pack(weight.name, numpy_helper.to_array(weight), axis=1)
            for lookup in looked_up[weight.name]:
                place = nodes.index(lookup)
                rows = [f"{tensor.name}_rows_{lookup.output[0]}" for tensor in packed]
                gathers = [
                    helper.make_node("Gather", [tensor.name, lookup.input[1]], [row])
                    for tensor, row in zip(packed, rows, strict=True)
                ]
                nodes[place : place + 1] = [*gathers, *_unpacked(rows, lookup.output[0])]
        elif plain and weight.name in chosen:
            packed = pack(weight.name, numpy_helper.to_array(weight), axis=0)
            model.graph.node.extend(_unpacked([tensor.name for tensor in packed], weight.name))
        else:
            packed = [weight]
        model.graph.initializer.extend(packed)
    model.graph.node.extend(nodes)
    onnx.save(model, str(path))


def _halved(name: str, array: Any, axis: int) -> list[TensorProto]:
    return [numpy_helper.from_array(array.clip(-65504, 65504).astype(np.float16), f"{name}_half")]


def _scaled(name: str, array: Any, axis: int) -> list[TensorProto]:
    """Whole numbers, with a scale for each row of a table or column of a product's weights."""
    scale = np.maximum(np.abs(array).max(axis, keepdims=True), 1e-12) / 127
    whole = numpy_helper.from_array(np.rint(array / scale).astype(np.int8), f"{name}_whole")
    return [whole, numpy_helper.from_array(scale.astype(np.float32), f"{name}_scale")]


def _unpacked(packed: list[str], name: str) -> list[NodeProto]:
    """The numbers that packed ones stand for, under their name in the graph."""
    whole, *scales = packed
    if not scales:
        return [helper.make_node("Cast", [whole], [name], to=TensorProto.FLOAT)]
    cast = helper.make_node("Cast", [whole], [f"{name}_cast"], to=TensorProto.FLOAT)
    return [cast, helper.make_node("Mul", [f"{name}_cast", scales[0]], [name])]
