"""The natural deduction as a picture.

Without terms, it is as in the paper's first figure: words above their types, modal steps left out, and the term under
the last line. With terms, every step is there. A wide deduction is cut into lemmas, one below the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from proofnets.derivation.derivations import Derivation
from proofnets.logic import Net, Proof, Word, deduce, show_judgement
from proofnets.render.brackets import fold
from proofnets.render.deduction import Part, bare, cut, plain_type
from proofnets.render.drawing import (
    MARGIN,
    WIDTH,
    Drawing,
    Numbers,
    decimal,
    draw_label,
    label_width,
    stack,
    token_numbers,
)
from proofnets.render.labels import Label, Run, isolate, term_label, type_label, word_number
from proofnets.render.tidy import Box, tidy

_SIZE = 14
_RULE_SIZE = 10
_LEVEL = 34
_RULE_HEIGHT = 21
"""How far a rule lies above the baseline of what is below it."""
_LINE = 22
_GAP = 22
_TAIL = 26
"""The room for the name of a rule."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """A conclusion as it is shown: one line or, for the last, several; the rule and premises that it comes by."""

    lines: tuple[Label, ...]
    width: float
    rule: str
    word: int
    level: int
    children: list[int]


def draw_proof(net: Net, sample: Derivation | None = None, terms: bool = False, width: float = WIDTH) -> Drawing:
    """The picture of a net's deduction; the sample tells which tokens the words are.

    >>> from proofnets.logic import parse_judgement, proofs
    >>> draw_proof(next(proofs(parse_judgement("ze:pron ⊢ pron")))).title
    'Natural deduction: ze'
    """
    numbers = token_numbers(net.frame, sample)
    title = f"Natural deduction: {' '.join(net.frame.judgement.names)}"
    judgement = show_judgement(net.frame.judgement)
    drawings = []
    for part in lemmas(net, terms, width):
        shown = _shown(part.proof, terms, _last_lines(net, part, terms, width))
        drawings.append(Drawing("proof", *_draw(shown, numbers), title, judgement))
    return stack(drawings)


def lemmas(net: Net, terms: bool, width: float) -> list[Part]:
    """The deduction of a net, cut into parts that are no wider than this when they are drawn."""
    proof = deduce(net)
    if width == inf:
        return [Part("", proof)]
    return cut(proof, lambda part: _width(part, terms), width - 2 * MARGIN)


def _width(proof: Proof, terms: bool) -> float:
    shown = _shown(proof, terms, (_typed(proof),))
    return max(place + one.width / 2 for place, one in zip(_places(shown), shown, strict=True))


def _places(shown: list[_Shown]) -> list[float]:
    boxes = [Box(one.width, tuple(one.children), _TAIL if one.rule else 0) for one in shown]
    return tidy(boxes, _GAP, ruled=True)


def _typed(proof: Proof) -> Label:
    return (*term_label(proof.term), Run(" : "), *type_label(proof.type))


def _last_lines(net: Net, part: Part, terms: bool, width: float) -> tuple[Label, ...]:
    """What stands under the last rule: a lemma's name, or the sentence in as many lines as it takes; and the term."""
    if part.name:
        return ((Run(f"{part.name} = "), *_typed(part.proof)),)
    if terms:
        return (_typed(part.proof),)
    words = [Run(isolate(name), word=position) for position, name in enumerate(net.frame.judgement.names, 1)]
    sentence: list[Run] = [run for word in words for run in (word, Run(" "))]
    whole = (*sentence, Run("⊢ "), *_typed(part.proof))
    if label_width(whole, _SIZE) <= width:
        return (whole,)
    rows = fold([label_width((word, Run(" ")), _SIZE) for word in words], width - 2 * MARGIN)
    lines = [tuple(sentence[2 * row.start : 2 * row.stop]) for row in rows]
    return (*lines, (Run("⊢ "), *_typed(part.proof)))


def _shown(proof: Proof, terms: bool, last: tuple[Label, ...]) -> list[_Shown]:
    """The steps that are shown, in prefix order, the words above theirs if there are no terms."""
    shown: list[_Shown] = []
    todo = [(proof if terms else bare(proof), -1)]
    while todo:
        step, below = todo.pop()
        if below >= 0:
            shown[below].children.append(len(shown))
        level = shown[below].level + 1 if below >= 0 else 0
        word = word_number(step.term) if isinstance(step.term, Word) else 0
        lines = last if below < 0 else (_typed(step) if terms else type_label(plain_type(step)),)
        here = len(shown)
        shown.append(_Shown(lines, _widest(lines), step.rule if step.premises else "", word, level, []))
        if not step.premises and not terms:
            shown[here].children.append(len(shown))
            leaf = (_leaf(step),)
            shown.append(_Shown(leaf, _widest(leaf), "", word, level + 1, []))
        premises = step.premises if terms else tuple(map(bare, step.premises))
        todo += [(premise, here) for premise in reversed(premises)]
    return shown


def _widest(lines: tuple[Label, ...]) -> float:
    return max(label_width(line, _SIZE) for line in lines)


def _leaf(step: Proof) -> Label:
    """A word as it stands in the sentence, or a variable."""
    return (Run(isolate(step.term.text)),) if isinstance(step.term, Word) else term_label(step.term)


def _draw(shown: list[_Shown], numbers: Numbers) -> tuple[float, float, str]:
    places = _places(shown)
    top = MARGIN + _SIZE + _LEVEL * max(one.level for one in shown)
    lines = [f'<g transform="translate({MARGIN} {top})">']
    for node in range(len(shown)):
        lines += _draw_step(shown, places, node, numbers)
    width = max(place + s.width / 2 + _TAIL for place, s in zip(places, shown, strict=True)) + 2 * MARGIN
    height = top + _LINE * (len(shown[0].lines) - 1) + MARGIN
    return width, height, "\n".join([*lines, "</g>"])


def _draw_step(shown: list[_Shown], places: list[float], node: int, numbers: Numbers) -> Iterator[str]:
    """A conclusion, the rule above it, and the rule's name."""
    here, x = shown[node], places[node]
    y = -_LEVEL * here.level
    mark = f' data-word="{numbers[here.word]}"' if here.word else ""
    for line, label in enumerate(here.lines):
        yield draw_label(label, x, y + _LINE * line, _SIZE, numbers, mark)
    if here.children:
        first, last = here.children[0], here.children[-1]
        left = min(x - here.width / 2, places[first] - shown[first].width / 2)
        right = max(x + here.width / 2, places[last] + shown[last].width / 2)
        rule = y - _RULE_HEIGHT
        yield f'<path class="rule" stroke="currentColor"{mark} d="M{left:.1f} {rule}H{right:.1f}"/>'
        if here.rule:
            yield (
                f'<text x="{decimal(right + 3)}" y="{rule + 3}" font-size="{_RULE_SIZE}" text-anchor="start">'
                f"{here.rule}</text>"
            )
