"""What a notebook shows of parses, nets, proofs, terms and types.

Every value has a picture (SVG), markup that a notebook prefers (HTML), a formula (LaTeX) and plain text. The HTML needs
no style sheet or script but its own. The LaTeX is what MathJax and a document with amsmath and amssymb can set; the
fragments for papers, which need more packages, are formats of their own (`latex-net` and the like).
"""

from __future__ import annotations

from html import escape

from proofnets.derivation.analyses import Analysis, Parse, parse_of_tokens
from proofnets.display import Svg
from proofnets.errors import ProofNetsError
from proofnets.logic import LATEX, Net, Proof, Term, Type, Word, show_term, show_type
from proofnets.logic.deduction import steps
from proofnets.logic.term_notation import escape_tex
from proofnets.logic.terms import words
from proofnets.render.deduction import rule_label
from proofnets.render.deps_svg import draw_deps
from proofnets.render.drawing import MARGIN, Drawing, clean_run, draw_label, label_width, token_numbers
from proofnets.render.formats import FORMATS, views
from proofnets.render.html import label_markup, types_markup, unsure_markup
from proofnets.render.labels import Label, term_label, type_label
from proofnets.render.net_svg import draw_net
from proofnets.render.palette import HUES
from proofnets.render.proof import proof_tree
from proofnets.render.proof_svg import draw_deduction, draw_proof
from proofnets.render.sentences import doubts, fault, readings, text_of
from proofnets.render.svg import draw_links
from proofnets.render.term_svg import draw_term_tree
from proofnets.render.tex import tex_signs
from proofnets.table import visible

_SIZE = 15
_STYLE = (
    "<style>.proofnets { overflow-x: auto } .proofnets svg { max-width: none } .proofnets summary { cursor: pointer } "
    ".proofnets span.unsure { text-decoration: underline wavy 1px } "
    ".proofnets :is(sup, sub, .index) { font-size: .7em; line-height: 0 } "
    + " ".join(f".proofnets .hue{number} {{ color: {hue.light} }}" for number, hue in enumerate(HUES))
    + "</style>"
)


def picture(value: object, view: str) -> Svg:
    """The picture of a parse or an analysis."""
    pictures = views("svg")
    if view not in pictures:
        raise ProofNetsError(f"there is no picture {view!r}: choose {', '.join(pictures)}")
    return Svg("".join(pictures[view].render([_parse(value)])))


def mime_bundle(value: object) -> dict[str, str]:
    """What Jupyter is given of a value, by media type."""
    match value:
        case Type():
            label = type_label(value)
            drawing, body, tex, text = _line(label), label_markup(label, {}), _tex(value), str(value)
        case Term():
            numbers = {word.position: str(word.position) for word in words(value)}
            drawing, body = draw_term_tree(value, numbers), label_markup(term_label(value), numbers)
            tex, text = _tex(value), str(value)
        case Net():
            drawing, goal = draw_net(value), value.frame.judgement.goal
            body = _typed(value) + drawing.element()
            tex, text = f"{_tex(value.term)} : {_tex(goal)}", f"{value.term} : {goal}"
        case Proof():
            drawing, text = draw_deduction(value), proof_tree(value)
            body, tex = drawing.element(), _fractions(value)
        case _:
            return _sentence(_parse(value))
    return _bundle(drawing.document(), body, f"$\\displaystyle {tex}$", text)


def _bundle(svg: str, body: str, tex: str, text: str) -> dict[str, str]:
    html = f'<div class="proofnets">{_STYLE}{body}</div>'
    return {"text/plain": text, "text/html": html, "text/latex": tex, "image/svg+xml": svg}


def _parse(value: object) -> Parse:
    """A parse; an analysis is that of its tokens."""
    if isinstance(value, Parse):
        return value
    assert isinstance(value, Analysis)
    return parse_of_tokens(value.derivation.tokens, [value])


def _sentence(parse: Parse) -> dict[str, str]:
    """A sentence with its readings."""
    nets = [analysis.net for analysis in parse.analyses if analysis.net]
    why = f"<p><em>{escape(clean_run(fault(parse)))}</em></p>" if fault(parse) else ""
    body = f"<p><strong>{escape(clean_run(text_of(parse)))}</strong></p>{why}{''.join(map(_reading, readings(parse)))}"
    formulas = "\n\n".join(f"${_tex(net.term)} : {_tex(net.frame.judgement.goal)}$" for net in nets)
    tex = formulas or rf"\textit{{{escape_tex(visible(fault(parse)))}}}"
    text = "".join(FORMATS["term"].render([parse])).rstrip("\n")
    return _bundle(picture(parse, "net"), body, tex, text)


def _reading(analysis: Analysis) -> str:
    """A reading: its term and its net, and all else for those who open it."""
    parts = [draw_links(analysis).element()]
    sample, net = analysis.derivation, analysis.net
    if net:
        sure = f" <small>({analysis.confidence.whole:.0%} sure)</small>" if analysis.confidence else ""
        numbers = token_numbers(net.frame, sample)
        term = label_markup(term_label(net.term), numbers)
        parts.insert(0, f"<p>{term} : {label_markup(type_label(sample.goal), {})}{sure}</p>")
        parts += [
            _folded("natural deduction", draw_proof(net, sample, doubts(analysis)).element()),
            _folded("dependencies", draw_deps(net, sample, doubts(analysis)).element()),
        ]
    return "".join([*parts, unsure_markup(analysis), _folded("types", types_markup(sample))])


def _folded(title: str, body: str) -> str:
    return f"<details><summary>{title}</summary>{body}</details>"


def _typed(net: Net) -> str:
    term = label_markup(term_label(net.term), token_numbers(net.frame, None))
    return f"<p>{term} : {label_markup(type_label(net.frame.judgement.goal), {})}</p>"


def _line(label: Label) -> Drawing:
    """A label by itself, as a picture."""
    body = draw_label(label, MARGIN, MARGIN + _SIZE, _SIZE, {}, ' text-anchor="start"')
    title = "".join(run.text for run in label)
    return Drawing("type", label_width(label, _SIZE) + 2 * MARGIN, 2 * MARGIN + _SIZE, body, title)


def _tex(value: Type | Term) -> str:
    return show_type(value, LATEX) if isinstance(value, Type) else show_term(value, latex=True)


def _fractions(proof: Proof) -> str:
    """A proof as fractions: premises over conclusions, words over their types, hypotheses in brackets."""
    done: list[str] = []
    for step in reversed(list(steps(proof))):
        above = r" \quad ".join([done.pop() for _ in step.premises]) or _leaf(step)
        below = f"{_tex(step.term)} : {_tex(step.type)}" if step is proof else _tex(step.type)
        rule = rf"\,{{\scriptstyle {tex_signs(rule_label(step, full=True))}}}" if step.premises else ""
        done.append(rf"\dfrac{{{above}}}{{{below}}}{rule}")
    return done.pop()


def _leaf(step: Proof) -> str:
    return _tex(step.term) if isinstance(step.term, Word) else f"[{_tex(step.term)}]"
