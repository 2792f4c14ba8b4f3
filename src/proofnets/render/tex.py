"""What LaTeX needs to print labels, the colours of atoms, and letters that pdflatex does not know."""

from __future__ import annotations

import re
import unicodedata

from proofnets.logic.term_notation import escape_tex
from proofnets.render.labels import Label
from proofnets.render.palette import HUES, kind_of

_SIGNS = {"◇": r"\Diamond ", "□": r"\Box ", "⊸": r"\multimap ", "⊢": r"\vdash "}
_RULE_SIGNS = {sign: f"{{{tex.strip()}}}" for sign, tex in _SIGNS.items()} | {
    "E": r"\mathrm{E}",
    "I": r"\mathrm{I}",
    " ": r"\ ",
}
_TEXT_SIGNS = {sign: f"${tex.strip()}$" for sign, tex in _SIGNS.items()} | {
    "λ": r"$\lambda$",
    "−": "$-$",
    "+": "$+$",
    "▿": r"$\triangledown$",
    "▴": r"$\blacktriangle$",
    "\u2068": "",
    "\u2069": "",
}
CODE_POINT = r"\providecommand{\codepoint}[1]{\text{\tiny U+#1}} % a letter that pdflatex has no sign for"
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
    >>> print(tex_label(type_label(parse_type("◇su np ⊸ n"))))
    \\Diamond ^{\\mathrm{su}}\\textcolor{hue0}{\\mathrm{np}} \\multimap  \\textcolor{hue2}{\\mathrm{n}}
    """
    out = ""
    for run in label:
        named = any(c.isalnum() or c == "_" for c in run.text)
        text = rf"\mathrm{{{escape_tex(run.text)}}}" if named else "".join(_SIGNS.get(c, c) for c in run.text)
        text = rf"\textcolor{{hue{kind_of(run.atom).hue}}}{{{text}}}" if run.atom else text
        out += {0: text, 1: f"^{{{text}}}", -1: f"_{{{text}}}"}[run.script]
    return out


def tex_signs(label: Label) -> str:
    """The names of rules for a formula: signs, letters, and variables.

    >>> from proofnets.render.labels import Run
    >>> print(tex_signs((Run("◇I"), Run(" "), Run("⊸E"))))
    {\\Diamond}\\mathrm{I}\\ {\\multimap}\\mathrm{E}
    """
    out = ""
    for run in label:
        text = "".join(_RULE_SIGNS.get(c, c) for c in run.text)
        out += f"_{{{text}}}" if run.script else text
    return out


def tex_text(text: str, script: int = 0, italic: bool = False, small: bool = False, hue: str = "") -> str:
    """A piece of a label outside of formulas: raised (1), lowered (-1) or on the line (0).

    >>> print(tex_text("◇") + tex_text("su", 1))
    $\\Diamond$\\textsuperscript{su}
    """
    out = "".join(_TEXT_SIGNS[c] if c in _TEXT_SIGNS else escape_tex(c) for c in (text.strip() if small else text))
    if not out:
        return ""
    out = rf"\textit{{{out}}}" if italic else out
    out = rf"{{\tiny\kern.3em{out}}}" if small else out
    out = {0: out, 1: rf"\textsuperscript{{{out}}}", -1: rf"\textsubscript{{{out}}}"}[script]
    return rf"\textcolor{{{hue}}}{{{out}}}" if hue else out


def colours(tex: str) -> str:
    """Definitions of the colours that a text uses, unless its document has given them others."""
    used = sorted(set(re.findall(r"\bhue(\d+)\b", tex)), key=int)
    return "".join(rf"\providecolor{{hue{hue}}}{{HTML}}{{{HUES[int(hue)].light[1:].upper()}}}" + "\n" for hue in used)


def printable(tex: str) -> str:
    """A part of a document with all that pdflatex cannot print, or not in a formula, put in a way that it can."""
    text = _NAME.sub(lambda match: match[0] if match[0].isascii() else rf"\text{{{match[1]}}}", tex)
    return _UNKNOWN.sub(_substitute, unicodedata.normalize("NFC", text))


def _substitute(match: re.Match[str]) -> str:
    letter = match[0]
    if letter in "₀₁₂₃₄₅₆₇₈₉":
        return rf"\textsubscript{{{unicodedata.digit(letter)}}}"
    return r"\ldots{}" if letter == "…" else rf"\codepoint{{{ord(letter):04X}}}"
