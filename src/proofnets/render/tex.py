"""What LaTeX needs to print labels, and letters that pdflatex does not know."""

from __future__ import annotations

import re
import unicodedata

from proofnets.logic.term_notation import escape_tex
from proofnets.render.labels import Label

PREAMBLE = r"""\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{lmodern,amsmath,amssymb}
\newcommand{\codepoint}[1]{\text{\tiny U+#1}} % a letter that these fonts do not have
"""

_SIGNS = {"◇": r"\Diamond ", "□": r"\Box ", "⊸": r"\multimap ", "⊢": r"\vdash "}
_NAME = re.compile(r"\\mathrm\{((?:\w|\\_)+)\}")
_UNKNOWN = re.compile(
    "[^\n -~\u00a1-\u00b7\u00b9-\u0125\u0128-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u0165\u0168-\u017e\u0218-\u021b"
    "\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u20ac\u2122]"
)
"""What pdflatex cannot print: all but ASCII, the letters of its T1 encoding, and quotes, dashes and some signs."""


def tex_label(label: Label) -> str:
    """A type's label for a formula.

    >>> from proofnets.logic import parse_type
    >>> from proofnets.render.labels import type_label
    >>> print(tex_label(type_label(parse_type("◇su np ⊸ s_main"))))
    \\Diamond ^{\\mathrm{su}}\\mathrm{np} \\multimap  \\mathrm{s}_{\\mathrm{main}}
    """
    out = ""
    for run in label:
        named = any(c.isalnum() or c == "_" for c in run.text)
        text = rf"\mathrm{{{escape_tex(run.text)}}}" if named else "".join(_SIGNS.get(c, c) for c in run.text)
        out += {0: text, 1: f"^{{{text}}}", -1: f"_{{{text}}}"}[run.script]
    return out


def printable(tex: str) -> str:
    """A part of a document with all that pdflatex cannot print, or not in a formula, put in a way that it can."""
    text = _NAME.sub(lambda found: found[0] if found[0].isascii() else rf"\text{{{found[1]}}}", tex)
    return _UNKNOWN.sub(_substitute, unicodedata.normalize("NFC", text))


def _substitute(found: re.Match[str]) -> str:
    letter = found[0]
    if letter in "₀₁₂₃₄₅₆₇₈₉":
        return rf"\textsubscript{{{unicodedata.digit(letter)}}}"
    return r"\ldots{}" if letter == "…" else rf"\codepoint{{{ord(letter):04X}}}"
