"""A LaTeX document, to compile or to copy from: natural deductions, proof nets and terms.

Every net has four sheets: the deduction as in the paper's first figure (words above their types, no rule names, modal
steps left out, the term under the last line); the deduction in full, with terms, every step and the names of the rules;
the proof net; and the term. What is too wide is cut into lemmas or folded, as in the SVG pictures.

It needs the packages standalone, lmodern, amsmath, amssymb, bussproofs and tikz, which common TeX installations have.
It is made for pdflatex, and prints letters that the fonts of this do not have as their code points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from proofnets.derivation.analyses import Parse
from proofnets.logic import Frame, Judgement, Net, Proof, show_term
from proofnets.logic.term_notation import escape_tex
from proofnets.render.brackets import fold
from proofnets.render.deduction import Part, bare, plain_type
from proofnets.render.drawing import WIDTH, text_width
from proofnets.render.labels import type_label
from proofnets.render.net_tikz import TIKZ_COLOURS, net_tikz
from proofnets.render.proof_svg import lemmas
from proofnets.render.sentences import fault, proved, text_of
from proofnets.render.tex import PREAMBLE, printable, tex_label
from proofnets.table import visible

_PREAMBLE = rf"""\documentclass[multi=sheet,border=8pt]{{standalone}}
{PREAMBLE}\usepackage{{bussproofs,tikz}}
{TIKZ_COLOURS}
\newenvironment{{sheet}}{{}}{{}}
\begin{{document}}
"""

_RULES = {
    "⊸E": r"\multimap E",
    "⊸I": r"\multimap I",
    "◇I": r"\Diamond I",
    "◇E": r"\Diamond E",
    "□I": r"\Box I",
    "□E": r"\Box E",
}
_SIZE = 14
_LINE = 650
"""How wide a line of words or of a term may be, if it were set in letters of this size."""


def render_latex(parses: Iterable[Parse]) -> Iterator[str]:
    """A document with four sheets for every reading; a sentence without a proof has a sheet that says so."""
    yield _PREAMBLE
    for parse in parses:
        if why := fault(parse):
            yield printable(_sheet(_paragraph(escape_tex(visible(f"{text_of(parse)}: {why}")))))
        for found, _ in proved(parse):
            net = _visible(found)
            sheets = [*deduction(net), *deduction(net, terms=True), net_tikz(net, WIDTH), _term(net)]
            yield printable("".join(map(_sheet, sheets)))
    yield "\\end{document}\n"


def deduction(net: Net, terms: bool = False) -> list[str]:
    """The deduction of a net for bussproofs, lemma by lemma, as in the paper's first figure or in full."""
    return [_proof(net, part, terms) for part in lemmas(net, terms, WIDTH)]


def _proof(net: Net, part: Part, terms: bool) -> str:
    lines: list[str] = []
    shown = _premises_first(part.proof, terms)
    for step in shown:
        below = _typed(step) if terms else tex_label(type_label(plain_type(step)))
        if step is shown[-1]:
            below = _conclusion(net, part, terms)
        if step.premises:
            lines += [rf"\RightLabel{{\scriptsize ${_RULES[step.rule]}$}}"] if terms else []
            lines.append(rf"\{'Unary' if len(step.premises) == 1 else 'Binary'}InfC{{${below}$}}")
        elif terms:
            lines.append(rf"\AxiomC{{${below}$}}")
        else:
            lines += [rf"\AxiomC{{${show_term(step.term, latex=True)}$}}", rf"\UnaryInfC{{${below}$}}"]
    return "\n".join([*lines, r"\DisplayProof"])


def _premises_first(proof: Proof, terms: bool) -> list[Proof]:
    """The steps that are shown from left to right, each behind its premises: the order in which bussproofs has them."""
    order: list[Proof] = []
    stack = [proof if terms else bare(proof)]
    while stack:
        step = stack.pop()
        order.append(step)
        stack += step.premises if terms else map(bare, step.premises)
    return order[::-1]


def _typed(proof: Proof) -> str:
    return f"{show_term(proof.term, latex=True)} : {tex_label(type_label(proof.type))}"


def _conclusion(net: Net, part: Part, terms: bool) -> str:
    """What stands under the last line: a lemma with its name, or the sentence, in lines that are not too long."""
    typed = _typed(part.proof)
    if part.name:
        return rf"\texttt{{{part.name}}} = {typed}"
    if terms:
        return typed
    words = net.frame.judgement.names
    rows = fold([text_width(f"{word} ", _SIZE) for word in words], _LINE)
    lines = [rf"\text{{{escape_tex(' '.join(words[row.start : row.stop]))}}}" for row in rows]
    if len(lines) == 1:
        return rf"{lines[0]} \vdash {typed}"
    return r"\begin{array}{c}" + r"\\".join([*lines, rf"{{}}\vdash {typed}"]) + r"\end{array}"


def _term(net: Net) -> str:
    """The term, broken where it is too long for a line."""
    return _paragraph(f"${show_term(net.term, latex=True)}$".replace(r"\ ", r"\ \allowbreak "), str(net.term))


def _paragraph(tex: str, plain: str = "") -> str:
    """A text in lines that are not too long; its plain form tells about how long it is."""
    return rf"\parbox{{13cm}}{{\raggedright {tex}}}" if text_width(plain or tex, _SIZE) > _LINE else tex


def _sheet(body: str) -> str:
    return f"\\begin{{sheet}}\n{body}\n\\end{{sheet}}\n"


def _visible(net: Net) -> Net:
    """The net with its control characters, line breaks and the like made visible."""
    judgement = net.frame.judgement
    words = tuple(map(visible, judgement.names))
    return Net(Frame(Judgement(words, judgement.types, judgement.goal)), net.links)
