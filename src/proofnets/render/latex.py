"""A LaTeX document of natural deductions, to compile or to copy from.

Every net has two pages: the deduction as in the paper's first figure (words above their types, no rule names, modal
steps left out, the term under the last line), and in full, with terms, every step and the names of the rules.
It needs the packages standalone, bussproofs, lmodern and amssymb, which common TeX installations have.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofnets.logic import LATEX, Diamond, Net, Proof, Variable, deduce, show_term, show_type
from proofnets.logic.term_notation import escape_tex

_PREAMBLE = r"""\documentclass[multi=deduction,border=8pt]{standalone}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{lmodern,amsmath,amssymb,bussproofs}
\makeatletter\def\UTFviii@undefined@err#1{?}\makeatother % a letter that the fonts of pdflatex do not have
\newenvironment{deduction}{}{}
\begin{document}
"""

_RULES = {
    "⊸E": r"\multimap E",
    "⊸I": r"\multimap I",
    "◇I": r"\Diamond I",
    "◇E": r"\Diamond E",
    "□I": r"\Box I",
    "□E": r"\Box E",
}


def render_latex(nets: Sequence[Net]) -> str:
    """A document with two pages for every net."""
    pages = [page for net in nets for page in (figure(net), full(net))]
    body = "\n".join(f"\\begin{{deduction}}\n{page}\n\\end{{deduction}}" for page in pages)
    return f"{_PREAMBLE}{body}\n\\end{{document}}\n"


def figure(net: Net) -> str:
    """The deduction as the paper's first figure shows it."""
    proof = deduce(net)
    shown = [step for step in _premises_first(proof) if step.rule in ("axiom", "⊸E", "⊸I")]
    sentence = escape_tex(" ".join(net.frame.judgement.names))
    lines: list[str] = []
    for step in shown:
        type_ = step.type
        if step.rule == "axiom":
            lines.append(rf"\AxiomC{{${show_term(step.term, latex=True)}$}}")
            while isinstance(step.term, Variable) and isinstance(type_, Diamond):
                type_ = type_.body  # the figure gives a hypothesis the type below its mark
        below = rf"\text{{{sentence}}} \vdash {_typed(proof)}" if step is shown[-1] else show_type(type_, LATEX)
        lines.append(_inference(len(step.premises) or 1, below))
    return "\n".join([*lines, r"\DisplayProof"])


def full(net: Net) -> str:
    """The deduction with terms, every step and the names of the rules."""
    lines: list[str] = []
    for step in _premises_first(deduce(net)):
        if step.rule == "axiom":
            lines.append(rf"\AxiomC{{${_typed(step)}$}}")
        else:
            lines.append(rf"\RightLabel{{\scriptsize ${_RULES[step.rule]}$}}")
            lines.append(_inference(len(step.premises), _typed(step)))
    return "\n".join([*lines, r"\DisplayProof"])


def _premises_first(proof: Proof) -> list[Proof]:
    """The steps of a proof from left to right, each behind its premises: the order in which bussproofs wants them."""
    order: list[Proof] = []
    stack = [proof]
    while stack:
        step = stack.pop()
        order.append(step)
        stack += step.premises
    return order[::-1]


def _inference(premises: int, below: str) -> str:
    return rf"\{'Unary' if premises == 1 else 'Binary'}InfC{{${below}$}}"


def _typed(proof: Proof) -> str:
    return f"{show_term(proof.term, latex=True)} : {show_type(proof.type, LATEX)}"
