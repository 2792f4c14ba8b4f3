"""One page of a batch: every sentence with its status, terms, types and pictures. It needs nothing but itself.

Where the parser tells how sure it is, unsure words have a wavy line, and their other types are there to be unfolded.
Tabs are plain radio buttons, so that the page works without scripts; on paper, all tabs are there. The few lines of
script light up a word wherever it occurs when it is pointed at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from proofnets.derivation.analyses import Analysis, Parse
from proofnets.derivation.derivations import Derivation, Entry
from proofnets.logic import Type
from proofnets.render.deps_svg import draw_deps
from proofnets.render.drawing import Numbers, clean_run, token_numbers
from proofnets.render.heat_svg import draw_heat
from proofnets.render.labels import Label, term_label, type_label
from proofnets.render.palette import DARK_INK, DARK_PAPER, INK, PAPER, hue_style, kind_of
from proofnets.render.proof_svg import draw_proof
from proofnets.render.sentences import choices, doubts, fault, pieces, readings
from proofnets.render.svg import draw_links
from proofnets.render.term_svg import draw_term

_STYLE = (
    f"""
body {{ background: light-dark({PAPER}, {DARK_PAPER}); color: light-dark({INK}, {DARK_INK}) }}
{hue_style()}"""
    + """
:root { color-scheme: light dark; --lit: light-dark(#c02f00, #ff9e64); --soft: #80808040 }
body { font: 16px/1.5 system-ui, 'DejaVu Sans', sans-serif; max-width: 78rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.1rem; font-weight: 500 }
section { border-top: 1px solid var(--soft); padding: 1rem 0 }
h2 { font-size: 1.3rem; font-weight: 500; margin: 0 }
h3 { font-size: 1rem; font-weight: 500; margin: 1rem 0 0 }
.status { margin: 0; font-size: .85rem }
.proved { color: light-dark(#00704f, #3fc59b) }
.unproved { color: light-dark(#b04400, #ff9e64) }
.term { margin: .3rem 0 .6rem; overflow-wrap: anywhere }
.chance { margin: 0; font-size: .85rem }
span.unsure { text-decoration: underline wavy 1px; text-underline-offset: .2em }
details { font-size: .85rem }
summary { cursor: pointer; width: fit-content }
.tabs { display: flex; flex-wrap: wrap; gap: 0 1.2rem }
.tabs > input { position: absolute; opacity: 0; pointer-events: none }
.tabs > label { cursor: pointer; font-size: .9rem; padding: .2rem 0; border-bottom: 2px solid transparent }
.tabs > input:checked + label { border-color: currentColor }
.tabs > input:focus-visible + label { outline: 2px solid Highlight; outline-offset: 2px }
.tabs > div { display: none; flex-basis: 100%; overflow-x: auto; padding: .6rem 0 }
.tabs > input:nth-of-type(1):checked ~ div:nth-of-type(1),
.tabs > input:nth-of-type(2):checked ~ div:nth-of-type(2),
.tabs > input:nth-of-type(3):checked ~ div:nth-of-type(3),
.tabs > input:nth-of-type(4):checked ~ div:nth-of-type(4),
.tabs > input:nth-of-type(5):checked ~ div:nth-of-type(5),
.tabs > input:nth-of-type(6):checked ~ div:nth-of-type(6) { display: block }
svg { display: block }
td { padding: 0 1.5rem 0 0; vertical-align: top }
sub, sup, .index { font-size: .7em; line-height: 0 }
var { font-style: italic }
.lit { color: var(--lit) }
svg .lit text, svg text.lit, svg tspan.lit { fill: var(--lit) }
svg .lit path { stroke-width: 2.6 }
@media print {
  :root { color-scheme: light }
  body { margin: 0; max-width: none }
  .tabs { display: block }
  .tabs > label { display: none }
  .tabs > div { display: block !important; break-inside: avoid; overflow: visible }
  .tabs > div::before { content: attr(data-title); font-size: .8rem; opacity: .7 }
  details::details-content { content-visibility: visible }
  svg { max-width: 100%; height: auto }
}
"""
)
_SCRIPT = """
document.addEventListener("mouseover", event => {
  for (const lit of document.querySelectorAll(".lit")) lit.classList.remove("lit");
  const here = event.target.closest("[data-word]");
  if (!here) return;
  for (const word of here.dataset.word.split(" "))
    for (const part of here.closest("section").querySelectorAll(`[data-word~="${word}"]`)) part.classList.add("lit");
});
"""
_START = f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Proof nets</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>Proof nets</h1>
"""
_END = f"<script>{_SCRIPT}</script>\n</body>\n</html>\n"


def render_html(parses: Iterable[Parse]) -> Iterator[str]:
    """A page of sentences."""
    yield _START
    for number, parse in enumerate(parses, 1):
        yield _section(number, parse)
    yield _END


def _section(number: int, parse: Parse) -> str:
    shown, why = readings(parse), fault(parse)
    unsure = doubts(shown[0]) if shown else {}
    text = "".join(_token(piece, token, unsure.get(token, "")) for piece, token in pieces(parse))
    count = len(shown)
    status = why or ("proved" if count == 1 else f"proved, {count} readings")
    lines = [
        f"<section>\n<h2>{text}</h2>",
        f'<p class="status {"unproved" if why else "proved"}">{escape(clean_run(status))}</p>',
    ]
    for place, analysis in enumerate(shown, 1):
        if count > 1:
            lines.append(f"<h3>Reading {place}{_score(analysis)}</h3>")
        lines += _reading(f"t{number}-{place}", analysis)
    return "\n".join([*lines, "</section>\n"])


def _score(analysis: Analysis) -> str:
    score = None if analysis.confidence else analysis.score  # confidence says more, and stands below
    shown = "" if score is None else f", score {score:.2f}".replace("-", "−")
    return shown if analysis.frequency is None else f"{shown}, {analysis.frequency:.0%} of samples"


def _reading(name: str, analysis: Analysis) -> Iterator[str]:
    """How sure a reading is, its term, and its tabs."""
    sample, net, unsure = analysis.derivation, analysis.net, doubts(analysis)
    tabs = {"Proof net" if net else "Proof structure": draw_links(analysis).element()}
    if analysis.confidence and net:
        yield f'<p class="chance">{analysis.confidence.whole:.0%} sure that all types and the term are right</p>'
    yield unsure_markup(analysis)
    if net:
        numbers = token_numbers(net.frame, sample)
        goal = label_markup(type_label(sample.goal), {})
        yield f'<p class="term">{label_markup(term_label(net.term), numbers)} : {goal}</p>'
        tabs["Natural deduction"] = draw_proof(net, sample, unsure).element()
        tabs["Dependencies"] = draw_deps(net, sample, unsure).element()
        tabs["Term"] = draw_term(net, sample, unsure).element()
    tabs["Types"] = types_markup(sample)
    if analysis.beliefs:
        tabs["Probabilities"] = draw_heat(analysis.beliefs, sample).element()
    yield '<div class="tabs">'
    for place, title in enumerate(tabs):
        chosen = "" if place else " checked"
        yield f'<input type="radio" name="{name}" id="{name}-{place}"{chosen}>'
        yield f'<label for="{name}-{place}">{title}</label>'
    for title, body in tabs.items():
        yield f'<div data-title="{title}">{body}</div>'
    yield "</div>"


def unsure_markup(analysis: Analysis) -> str:
    """The words that are unsure, if any are, to be unfolded: their types, and those that they may have instead."""
    tokens = {number: escape(clean_run(analysis.derivation.tokens[number - 1])) for number in doubts(analysis)}
    if not tokens:
        return ""
    rows = ""
    for number, token in tokens.items():
        for place, (entry, chance) in enumerate(choices(analysis, number)):
            word = "or" if place else f"<bdi>{token}</bdi>"
            rows += f'<tr data-word="{number}"><td>{word}</td><td>{chance:.0%}</td><td>{_entry(entry)}</td></tr>\n'
    names = ", ".join(_word(f'<span class="unsure">{token}</span>', str(number)) for number, token in tokens.items())
    return f"<details><summary>unsure: {names}</summary>\n<table>\n{rows}</table></details>"


def types_markup(sample: Derivation) -> str:
    """The tokens with their types, as a table."""
    rows = ""
    for number, (token, entry) in enumerate(zip(sample.tokens, sample.types, strict=True), 1):
        word = f"<bdi>{escape(clean_run(token))}</bdi>"
        rows += f'<tr data-word="{number}"><td>{word}</td><td>{_entry(entry)}</td></tr>\n'
    goal = label_markup(type_label(sample.goal), {})
    return f'<table>\n{rows}<tr data-word="0"><td>⊢</td><td>{goal}</td></tr>\n</table>'


def _entry(entry: Entry) -> str:
    return label_markup(type_label(entry), {}) if isinstance(entry, Type) else entry or "–"


def label_markup(label: Label, numbers: Numbers) -> str:
    """A label in HTML."""
    out = ""
    for run in label:
        text = escape(clean_run(run.text))
        text = f"<var>{text}</var>" if run.italic else text
        text = f'<span class="index">{text}</span>' if run.index else text
        text = f'<span class="hue{kind_of(run.atom).hue}">{text}</span>' if run.atom else text
        text = {0: text, 1: f"<sup>{text}</sup>", -1: f"<sub>{text}</sub>"}[run.script]
        out += _word(text, numbers[run.word] if run.word else "")
    return out


def _token(piece: str, number: int, doubt: str) -> str:
    """A piece of the sentence; if it is a token that is unsure, with what is said of it."""
    text = escape(clean_run(piece))
    return _word(
        f'<span class="unsure" title="{escape(clean_run(doubt))}">{text}</span>' if doubt else text, str(number or "")
    )


def _word(markup: str, numbers: str) -> str:
    return f'<bdi data-word="{numbers}">{markup}</bdi>' if numbers else markup
