"""Exported graphs in fewer bits. Inputs and outputs stay as they are, and so do the frequencies of the symbols: they
are multiplied by positions, and small errors would grow along the frame.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from proofnets.errors import ProofNetsError

PRECISIONS = ("float32", "float16", "int8")
KEPT = ("embedding.frequency", "embedding.magnitude")
"""How the names of the weights end that stay in float32."""


def check_precision(precision: str) -> None:
    """An error that lists the precisions there are, if this is none of them."""
    if precision not in PRECISIONS:
        raise ProofNetsError(f"no precision {precision!r}: choose {', '.join(PRECISIONS)}")


def change_precision(path: Path, precision: str) -> None:
    """Store the weights of a graph in another precision.

    float16 is for the disk: the weights are made float32 again when the graph is loaded, as CPUs compute in that.
    With int8, the products of states and weights are computed in whole numbers, which is also faster.
    """
    if precision == "float16":
        _halve(path)
    elif precision == "int8":
        _quantise(path)


def _halve(path: Path) -> None:
    model = onnx.load(str(path))
    weights = list(model.graph.initializer)
    nodes = list(model.graph.node)
    del model.graph.initializer[:], model.graph.node[:]
    for weight in weights:
        if weight.data_type == TensorProto.FLOAT and not weight.name.endswith(KEPT) and np.prod(weight.dims) >= 256:
            array = numpy_helper.to_array(weight).clip(-65504, 65504).astype(np.float16)
            model.graph.initializer.append(numpy_helper.from_array(array, f"{weight.name}_half"))
            model.graph.node.append(
                helper.make_node("Cast", [f"{weight.name}_half"], [weight.name], to=TensorProto.FLOAT)
            )
        else:
            model.graph.initializer.append(weight)
    model.graph.node.extend(nodes)
    onnx.save(model, str(path))


def _quantise(path: Path) -> None:
    from onnxruntime.quantization import QuantType, quantize_dynamic  # type: ignore[import-untyped]

    excluded = [
        node.name for node in onnx.load(str(path)).graph.node if any(name.endswith(KEPT) for name in node.input)
    ]
    quantize_dynamic(str(path), str(path), per_channel=True, weight_type=QuantType.QInt8, nodes_to_exclude=excluded)
