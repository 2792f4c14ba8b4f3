"""The files of a model folder, loaded and watched: what they compute is what a model computes, or a `ModelError`.

A folder can be whole and still be wrong: put together from two models, or exported from a network that has learnt
nothing but NaN. No sentence is to blame for that, so it must not look as if one were.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from proofnets.modelfolder import TOKENIZER, DecoderInfo, Metadata, ModelError, graph_file

LARGEST = 1e9
"""No network that has learnt anything computes larger numbers."""

_FLOAT = np.dtype(np.float32)

Inputs: TypeAlias = Mapping[str, NDArray[Any]]
Shape: TypeAlias = tuple[int | None, ...]
"""What an array must be like; None is any size."""


class Graph:
    """One of the graphs, ready to run.

    ONNX Runtime's own threads are not used: for the small products of decoding they take more time than they save.
    """

    def __init__(self, folder: Path, name: str, metadata: Metadata) -> None:
        # Its newer releases keep an identity in the user's home and tell their maker of every session.
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"
        import onnxruntime  # type: ignore[import-untyped]

        self.path = folder / graph_file(name)
        self._shapes = _shapes(name, metadata)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 3
        there = onnxruntime.get_available_providers()  # the GPU build has both
        providers = [each for each in ("CUDAExecutionProvider", "CPUExecutionProvider") if each in there]
        try:
            self._session = onnxruntime.InferenceSession(str(self.path), options, providers)
        except Exception as error:  # ONNX Runtime has its own errors for each thing that can be wrong with a file
            raise ModelError(f"{self.path} cannot be loaded: {_reason(error)}") from None
        caches = {given.name: given.shape[1:] for given in self._session.get_inputs() if given.name[:5] == "cache"}
        layers = next((told.layers for told in metadata.decoders if told.graph == name), 0)
        names = [f"cache{number}" for number in range(2 * layers)]
        if list(caches) != names or any(len(sizes) != 3 for sizes in caches.values()):
            raise ModelError(f"{self.path} remembers other things than a model does: export it again")
        self._caches = [[size if isinstance(size, int) else 0 for size in shape] for shape in caches.values()]

    def first_cache(self, rows: int) -> tuple[NDArray[np.float32], ...]:
        """The memory of no symbols, as inputs of a step."""
        return tuple(np.zeros((rows, *sizes), dtype=np.float32) for sizes in self._caches)

    def run(self, inputs: Inputs) -> list[NDArray[np.float32]]:
        """What it computes: arrays of the right shapes, and in the first of them numbers that make sense."""
        try:
            outputs: list[NDArray[np.float32]] = self._session.run(None, inputs)
        except Exception as error:  # as above
            if "alloc" in str(error):
                raise MemoryError(_reason(error)) from None
            raise ModelError(f"{self.path} does not take what a model is given: {_reason(error)}") from None
        shapes = self._shapes(inputs)
        begun = "cache0" in inputs and inputs["cache0"].shape[-1]  # later steps are many, and no worse than the first
        if len(outputs) != len(shapes) or not all(map(_fits, outputs[:1] if begun else outputs, shapes)):
            raise ModelError(f"{self.path} does not compute what a model computes: export it again")
        if not begun and not np.abs(outputs[0]).max(initial=0) < LARGEST:
            raise ModelError(f"{self.path} computes no sensible numbers: its weights are damaged, or were never learnt")
        return outputs


def _fits(array: NDArray[Any], shape: Shape) -> bool:
    sizes = array.shape
    return (
        array.dtype == _FLOAT
        and len(sizes) == len(shape)
        and all(wanted is None or wanted == size for wanted, size in zip(shape, sizes, strict=True))
    )


def _shapes(name: str, metadata: Metadata) -> Callable[[Inputs], Sequence[Shape]]:
    """The shapes of what a graph computes, given its inputs (see `export.graphs`)."""
    decoders = {told.graph: told for told in metadata.decoders}

    def memory(rows: int, length: int, told: DecoderInfo) -> list[Shape]:
        return [(rows, None, None, length), (rows, None, length, None)] * told.layers

    def encode(inputs: Inputs) -> list[Shape]:
        rows, words, _ = inputs["pooling"].shape
        of_decoders = ([(rows, words, None), *memory(rows, words, told)] for told in metadata.decoders)
        return [(rows, words, None), *(shape for shapes in of_decoders for shape in shapes)]

    def step(inputs: Inputs) -> list[Shape]:
        (rows, new), before = inputs["symbols"].shape, inputs["cache0"].shape[-1]
        return [(rows, new, len(metadata.symbols)), *memory(rows, before + new, decoders[name])]

    def link(inputs: Inputs) -> list[Shape]:
        return [(*inputs["places"].shape, None)]

    return {"encode": encode, "link": link}.get(name, step)


class Pieces:
    """The tokeniser: how words are cut into sub-word pieces."""

    def __init__(self, folder: Path, metadata: Metadata) -> None:
        from tokenizers import Tokenizer

        self.path = folder / TOKENIZER
        try:
            self._tokenizer = Tokenizer.from_file(str(self.path))
        except Exception as error:  # it has one for all
            raise ModelError(f"{self.path} cannot be loaded: {_reason(error)}") from None
        self._tokenizer.no_truncation()  # it is the parser that rejects what is too long,
        self._tokenizer.no_padding()  # and sentences are put together in `Model.encode`
        padding = self._tokenizer.token_to_id(metadata.padding)
        if padding is None or self._tokenizer.get_vocab_size() > metadata.pieces:
            raise ModelError(f"{self.path} has other pieces than the model: export it again")
        self.padding = int(padding)

    def cut(self, tokens: Sequence[str]) -> tuple[list[int], list[int]]:
        """The pieces of a sentence, and the word of each, counted from 1; 0 is the start, -1 no word."""
        try:
            found = self._tokenizer.encode(list(tokens), is_pretokenized=True)
        except Exception as error:  # as above
            raise ModelError(f"{self.path} cannot cut words into pieces: {_reason(error)}") from None
        owners = [-1 if word is None else word + 1 for word in found.word_ids]
        if not owners or owners[0] != -1:
            raise ModelError(f"{self.path} puts no piece before a sentence: export it again")
        owners[0] = 0
        return found.ids, owners


def _reason(error: Exception) -> str:
    """An error in one line that is not too long."""
    return " ".join(str(error).split())[:200]
