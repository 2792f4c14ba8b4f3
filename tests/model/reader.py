"""A bare parser over a model folder, without torch: greedy frames, the best assignment, and verification."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from scipy.optimize import linear_sum_assignment
from tokenizers import Tokenizer

from proofnets.errors import ProofNetsError
from proofnets.logic import Judgement, Net, Type, arity, decompose, from_prefix, occurrences, verify

LONGEST = 300


def load(folder: Path) -> tuple[dict[str, Any], dict[str, Any], Tokenizer]:
    """Metadata, the three functions and the tokeniser of a model folder."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    functions = {
        name: onnxruntime.InferenceSession(str(folder / f"{name}.onnx"), options) for name in ("encode", "step", "link")
    }
    metadata = json.loads((folder / "model.json").read_text(encoding="utf-8"))
    return metadata, functions, Tokenizer.from_file(str(folder / "tokenizer.json"))


def parse(tokens: tuple[str, ...], model: tuple[dict[str, Any], dict[str, Any], Tokenizer]) -> Net | None:
    """The net that the model finds first, or None if what it finds is no net."""
    metadata, functions, tokenizer = model
    names: list[str] = metadata["symbols"]
    states, cross, words = functions["encode"].run(None, _pieces(tokens, tokenizer))
    mask = np.ones((1, 1 + len(tokens)), dtype=bool)
    stack = metadata["recipe"]["decoder"]
    heads, width = stack["self_attention_heads"], stack["input_output_dimensionality"]
    cache = np.zeros((stack["layers"], 2, 1, heads, 0, width // heads), dtype=np.float32)
    frame, typed, types = [1], [1], []
    for word in [*range(1, len(tokens) + 1), 0]:
        missing, here = 1, []
        while missing and len(frame) < LONGEST:
            scores, cache = _step(functions["step"], frame, word, words, mask, cross, cache)
            allowed = [n for n, name in enumerate(names) if n >= 5 or (n >= 3 and not here and word)]
            best = max(allowed, key=lambda n: scores[0, n])
            missing += (0 if best < 5 else arity(names[best])) - 1
            here.append(names[best])
            frame.append(best)
            typed.append(word)
        if missing:
            return None
        types.append(here)
        if word:
            _, cache = _step(functions["step"], frame, word, words, mask, cross, cache)
            frame.append(2)
            typed.append(word)
    link = {
        "symbols": np.array([frame]),
        "typed": np.array([typed]),
        "states": states,
        "mask": mask,
        "frame": np.ones((1, len(frame)), dtype=bool),
    }
    return _net(tokens, types, frame, names, functions["link"].run(None, link)[0][:, 0])


def _step(function: Any, frame: list[int], word: int, words: Any, mask: Any, cross: Any, cache: Any) -> Any:
    position = np.array([len(frame) - 1], dtype=np.float32)
    inputs = {"symbol": np.array([frame[-1]]), "position": position, "typed": np.array([word]), "words": words}
    return function.run(None, inputs | {"mask": mask, "cross": cross, "cache": cache})


def _pieces(tokens: tuple[str, ...], tokenizer: Tokenizer) -> dict[str, Any]:
    encoding = tokenizer.encode(list(tokens), is_pretokenized=True)
    owners = [0 if i == 0 else -1 if word is None else word + 1 for i, word in enumerate(encoding.word_ids)]
    pooling = np.zeros((1, 1 + len(tokens), len(owners)), dtype=np.float32)
    for piece, word in enumerate(owners):
        if word >= 0:
            pooling[0, word, piece] = 1 / owners.count(word)
    pieces = np.array([encoding.ids])
    return {"pieces": pieces, "mask": np.ones_like(pieces), "pooling": pooling}


def _net(tokens: tuple[str, ...], types: list[list[str]], frame: list[int], names: list[str], atoms: Any) -> Net | None:
    texts: list[str] = []
    formulas: list[Type] = []
    for token, symbols in zip(tokens, types, strict=False):
        if symbols == ["+"] and texts:
            texts[-1] += f" {token}"
        elif symbols not in (["∅"], ["+"]):
            texts.append(token)
            formulas.append(from_prefix(symbols))
    places = [i for i, n in enumerate(frame) if n >= 5 and names[n][0] not in "◇□⊸"]
    structure = decompose(Judgement(tuple(texts), tuple(formulas), from_prefix(types[-1])))
    links = []
    for negative, positive in occurrences(structure).values():
        if len(negative) != len(positive):
            return None
        scores = sinkhorn(atoms[0][[places[n] for n in negative]] @ atoms[1][[places[p] for p in positive]].T)
        links += [
            (positive[column], negative[row]) for row, column in zip(*linear_sum_assignment(-scores), strict=True)
        ]
    try:
        return verify(structure, links)
    except ProofNetsError:
        return None


def sinkhorn(scores: Any, iterations: int = 5) -> Any:
    """In numpy."""
    for _ in range(iterations):
        for axis in (-1, -2):
            top = scores.max(axis, keepdims=True)
            scores = scores - top - np.log(np.exp(scores - top).sum(axis, keepdims=True))
    return scores
