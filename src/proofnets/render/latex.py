r"""LaTeX: a document to compile, and fragments for a document that is there already.

The document has sheets for every net: the deduction as in the paper's first figure, words above their types and the
term under the last line; the deduction in full, with terms and every step; the proof net; the dependency graph; and the
term. A fragment is one of these (`latex-net`, `latex-proof`, `latex-deps`, `latex-term`), to be read by `\input`.
It names the packages that it needs, and fits where it stands: it has the picture broken for a column and for a page,
if it must be, and takes the one that suits `\linewidth`; what is too wide nevertheless is scaled.

All of it is made for pdflatex, and prints letters that its fonts do not have as their code points. The colours of atoms
are `hue0`, `hue1`, …; a document that defines them first, or `\RightLabel` to print nothing, has it its own way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from proofnets.derivation.analyses import Parse
from proofnets.derivation.derivations import Derivation
from proofnets.logic import Frame, Judgement, Net, Proof, Word, deduce, show_term
from proofnets.logic.term_notation import escape_tex
from proofnets.render.brackets import fold
from proofnets.render.deduction import Part, bare, rule_label
from proofnets.render.deps_svg import draw_deps
from proofnets.render.drawing import WIDTH, text_width
from proofnets.render.labels import type_label
from proofnets.render.net_svg import draw_net
from proofnets.render.proof_svg import lemmas
from proofnets.render.sentences import fault, proved, text_of
from proofnets.render.tex import CODE_POINT, colours, printable, tex_label, tex_signs
from proofnets.render.tikz import tikz
from proofnets.table import visible

_PREAMBLE = rf"""\documentclass[multi=sheet,border=8pt]{{standalone}}
\usepackage[T1]{{fontenc}}
\usepackage[utf8]{{inputenc}}
\usepackage{{lmodern,amsmath,amssymb,bussproofs,tikz}}
{CODE_POINT}
\newenvironment{{sheet}}{{}}{{}}
\begin{{document}}
"""
_FIT = r"""\providecommand{\fitline}[1]{\begingroup\sbox0{#1}%
  \ifdim\wd0>\linewidth\resizebox{\linewidth}{!}{\usebox0}\else\usebox0\fi\endgroup}
"""
_COLUMN, _PAGE = 660.0, 1080.0
"""How wide a picture for a column and for a page may become before it is broken, at the size of the SVG picture."""
_SIZE = 14
_TERM_LINE = 650
"""How wide a line of a term may be on a sheet, if it were set in letters of this size."""

Pieces = Callable[[Net, Derivation, float], list[str]]
"""What a fragment has of a net, if it may become so wide: pictures that stand below each other."""


def render_latex(parses: Iterable[Parse]) -> Iterator[str]:
    """A document with sheets for every reading; a sentence without a proof has a sheet that says so."""
    yield _PREAMBLE
    for parse in parses:
        if why := fault(parse):
            yield printable(_sheet(_paragraph(escape_tex(visible(f"{text_of(parse)}: {why}")))))
        for analysis, sample in proved(parse):
            net = _visible(analysis)
            pictures = [*_proof(net, sample, WIDTH), *deduction(net, True), *_net(net, sample, WIDTH)]
            term = _paragraph(_term(net, sample)[0], str(net.term))
            sheets = "".join(map(_sheet, [*pictures, *_deps(net, sample, WIDTH), term]))
            yield printable(colours(sheets) + sheets)
    yield "\\end{document}\n"


def render_net(parses: Iterable[Parse]) -> Iterator[str]:
    """Proof nets in TikZ."""
    return _fragments(parses, "amsmath,amssymb,tikz", _net)


def render_proof(parses: Iterable[Parse]) -> Iterator[str]:
    """Natural deductions for bussproofs."""
    return _fragments(parses, "amsmath,amssymb,bussproofs,graphicx,xcolor", _proof)


def render_deps(parses: Iterable[Parse]) -> Iterator[str]:
    """Dependency graphs in TikZ."""
    return _fragments(parses, "amsmath,amssymb,tikz", _deps)


def render_term(parses: Iterable[Parse]) -> Iterator[str]:
    """Terms as formulas that are broken where the line ends."""
    return _fragments(parses, "amsmath,amssymb,xcolor", _term, fit=lambda term: f"{{\\raggedright {term}\\par}}\n")


def _fitted(picture: str) -> str:
    return f"\\noindent\\fitline{{%\n{picture}}}\n"


def _fragments(
    parses: Iterable[Parse], packages: str, pieces: Pieces, fit: Callable[[str], str] = _fitted
) -> Iterator[str]:
    yield f"% This needs \\usepackage{{{packages}}} and, for accents, \\usepackage[T1]{{fontenc}}.\n{CODE_POINT}\n"
    yield _FIT if fit is _fitted else ""
    for parse in parses:
        yield printable(f"% {visible(text_of(parse))}{': ' * bool(fault(parse))}{visible(fault(parse))}\n")
        for analysis, sample in proved(parse):
            net = _visible(analysis)
            column, page = ("\\par\\medskip\n".join(map(fit, pieces(net, sample, width))) for width in (_COLUMN, _PAGE))
            body = page if column == page else f"\\ifdim\\linewidth<300pt\n{column}\\else\n{page}\\fi\n"
            yield printable(f"{colours(body)}{body}\n")


def _net(net: Net, sample: Derivation, width: float) -> list[str]:
    return tikz(draw_net(net, sample, width=width))


def _proof(net: Net, sample: Derivation, width: float) -> list[str]:
    return deduction(net, width=width)


def _deps(net: Net, sample: Derivation, width: float) -> list[str]:
    shown = replace(sample, tokens=tuple(map(visible, sample.tokens)))
    return tikz(draw_deps(net, shown, width=width))


def _term(net: Net, sample: Derivation, width: float = WIDTH) -> list[str]:
    """The term and its type, which can be broken behind every function."""
    term = show_term(net.term, latex=True).replace(r"\ ", r"\ \allowbreak ")
    return [f"${term} : {tex_label(type_label(sample.goal))}$"]


def deduction(net: Net, terms: bool = False, width: float = WIDTH) -> list[str]:
    """The deduction of a net for bussproofs, lemma by lemma, as in the paper's first figure or in full."""
    return [_lemma(net, part, terms, width) for part in lemmas(deduce(net), terms, width)]


def _lemma(net: Net, part: Part, terms: bool, width: float) -> str:
    lines: list[str] = [r"\scriptsize\def\defaultHypSeparation{\hskip.12in}\def\ScoreOverhang{1pt}"]
    for step in (shown := _premises_first(part.proof, terms)):
        last = step is shown[-1]
        below = _conclusion(net, part, terms, width) if last else _below(step, terms)
        if not step.premises:
            lines.append(rf"\AxiomC{{${below if terms else _leaf(step)}$}}")
        if step.premises or not terms:
            rule = tex_signs(rule_label(part.proof if last else step, terms))
            lines += [rf"\RightLabel{{\tiny ${rule}$}}"] if rule else []
            lines.append(rf"\{'Binary' if len(step.premises) == 2 else 'Unary'}InfC{{${below}$}}")
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


def _leaf(step: Proof) -> str:
    """A word, or a hypothesis, in brackets since it is discharged."""
    term = show_term(step.term, latex=True)
    return term if isinstance(step.term, Word) else f"[{term}]"


def _below(step: Proof, terms: bool) -> str:
    type_ = tex_label(type_label(step.type))
    return f"{show_term(step.term, latex=True) if step.premises else _leaf(step)} : {type_}" if terms else type_


def _conclusion(net: Net, part: Part, terms: bool, width: float) -> str:
    """What stands under the last line: a lemma with its name, or the sentence, in lines that are not too long."""
    typed = _below(part.proof, terms=True)
    if part.name:
        return rf"\texttt{{{part.name}}} = {typed}"
    if terms:
        return typed
    words = net.frame.judgement.names
    rows = fold([text_width(f"{word} ", _SIZE) for word in words], 0.8 * width)
    lines = [rf"\text{{{escape_tex(' '.join(words[row.start : row.stop]))}}}" for row in rows]
    if text_width(f"{' '.join(words)} {part.proof.term}", _SIZE) < width:
        return rf"{lines[0]} \vdash {typed}"
    return r"\begin{array}{c}" + r"\\".join([*lines, rf"{{}}\vdash {typed}"]) + r"\end{array}"


def _paragraph(tex: str, plain: str = "") -> str:
    """A text in lines that are not too long; its plain form tells about how long it is."""
    return rf"\parbox{{13cm}}{{\raggedright {tex}}}" if text_width(plain or tex, _SIZE) > _TERM_LINE else tex


def _sheet(body: str) -> str:
    return f"\\begin{{sheet}}\n{body}\n\\end{{sheet}}\n"


def _visible(net: Net) -> Net:
    """The net with its control characters, line breaks and the like made visible."""
    judgement = net.frame.judgement
    words = tuple(map(visible, judgement.names))
    return Net(Frame(Judgement(words, judgement.types, judgement.goal)), net.links)
