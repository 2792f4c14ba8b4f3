"""Rendering: proofs to what people look at. One module a format, one function each, and this table of them.

A format takes the nets of one judgement or sentence, and gives a text. Those of the SVG pictures are all in one module.
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
    "latex": "the natural deduction, the proof net and the term, as a LaTeX document",
    "html": "the sentence with all its pictures, as a page",
    "svg": "the picture of the proof net",
    "svg-proof": "the picture of the natural deduction",
    "svg-deps": "the picture of the dependency graph",
    "svg-term": "the picture of the term, as a tree",
}


def renderer(name: str) -> Format:
    """The function that renders a format; its module is imported only now."""
    module = import_module(f"proofnets.render.{name.partition('-')[0]}")
    function: Format = getattr(module, f"render_{name.replace('-', '_')}")
    return function
