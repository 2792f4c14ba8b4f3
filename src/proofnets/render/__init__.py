"""Rendering: proofs to what people look at. One module a format, one function each, and this table of them.

A format takes the nets of one judgement or sentence, and gives a text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module

from proofnets.logic import Net

Format = Callable[[Sequence[Net]], str]

FORMATS = {
    "term": "the term, in one line and as a tree",
    "typed": "the term with the words' types",
    "types": "the words with their types, as a table",
    "proof": "the natural deduction, as a tree of sequents",
    "deps": "the dependency graph, as a table",
    "conllu": "the dependency graph in CoNLL-U",
    "json": "everything, as one JSON object",
    "latex": "the natural deduction and the term, as a LaTeX document",
    "svg": "the picture of the proof net",
}


def renderer(name: str) -> Format:
    """The function that renders a format; its module is imported only now."""
    function: Format = getattr(import_module(f"proofnets.render.{name}"), f"render_{name}")
    return function
