"""The natural deduction as a picture.

Without terms, it is as in the paper's first figure, words above their types and the term under the last line; modal
steps have no line of their own, and their rules stand together with the next. With terms, every step is there. A
hypothesis is in brackets, and ⊸I tells which one it discharges. A wide deduction is cut into lemmas, one below the
other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import inf

from proofnets.derivation.derivations import Derivation
from proofnets.logic import Net, Proof, Word, context, deduce, show_judgement
from proofnets.render.brackets import fold
from proofnets.render.deduction import Part, bare, cut, leaf_label, rule_label
from proofnets.render.drawing import (
    MARGIN,
    NO_DOUBTS,
    WIDTH,
    Doubts,
    Drawing,
    Numbers,
    draw_label,
    label_width,
    mark_unsure,
    stack,
    token_numbers,
)
from proofnets.render.labels import Label, Run, isolate, term_label, type_label, variable_label, word_number
from proofnets.render.tidy import Box, tidy

_SIZE = 14
_RULE_SIZE = 10
_LEVEL = 34
_RULE_HEIGHT = 21
"""How far a rule lies above the baseline of what is below it."""
_LINE = 22
_GAP = 22
_TAIL = 8
"""The room besides the names of rules."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """A conclusion as it is shown: one line or, for the last, several; the rule and premises that it comes by."""

    lines: tuple[Label, ...]
    width: float
    rule: Label
    word: int
    level: int
    children: list[int]

    @property
    def tail(self) -> float:
        """The room for the names of rules on its right."""
        return label_width(self.rule, _RULE_SIZE) + _TAIL if self.rule else 0


def draw_proof(
    net: Net,
    sample: Derivation | None = None,
    doubts: Doubts = NO_DOUBTS,
    terms: bool = False,
    width: float = WIDTH,
) -> Drawing:
    """The picture of a net's deduction; the sample tells which tokens the words are, the doubts which are unsure.

    >>> from proofnets.logic import parse_judgement, proofs
    >>> draw_proof(next(proofs(parse_judgement("ze:pron ⊢ pron")))).title
    'Natural deduction: ze'
    """
    judgement = net.frame.judgement
    words = [(Run(isolate(name), word=position),) for position, name in enumerate(judgement.names, 1)]
    numbers = token_numbers(net.frame, sample)
    return _drawing(deduce(net), words, numbers, doubts, show_judgement(judgement), terms, width)


def draw_deduction(proof: Proof) -> Drawing:
    """The picture of a proof by itself, or of a part of one: it may have hypotheses, and any words of a sentence."""
    leaves = context(proof)
    labels: list[Label] = [
        (Run(isolate(leaf.text), word=leaf.position),) if isinstance(leaf, Word) else variable_label(leaf.number)
        for leaf, _ in leaves
    ]
    numbers = {leaf.position: str(leaf.position) for leaf, _ in leaves if isinstance(leaf, Word)}
    given = ", ".join(f"{leaf}:{type_}" for leaf, type_ in leaves)
    return _drawing(proof, labels, numbers, NO_DOUBTS, f"{given} ⊢ {proof.type}", False, WIDTH)


def _drawing(
    proof: Proof, words: Sequence[Label], numbers: Numbers, doubts: Doubts, judgement: str, terms: bool, width: float
) -> Drawing:
    title = f"Natural deduction: {' '.join(''.join(run.text for run in word) for word in words)}"
    drawings = []
    for part in lemmas(proof, terms, width):
        shown = _shown(part.proof, terms, _last_lines(words, part, terms, width))
        drawings.append(Drawing("proof", *_draw(shown, numbers, doubts), title, judgement))
    return stack(drawings)


def lemmas(proof: Proof, terms: bool, width: float) -> list[Part]:
    """A deduction, cut into parts that are no wider than this when they are drawn."""
    if width == inf:
        return [Part("", proof)]
    return cut(proof, lambda part: _width(part, terms), width - 2 * MARGIN)


def _width(proof: Proof, terms: bool) -> float:
    shown = _shown(proof, terms, (_typed(proof),))
    return max(place + box.width / 2 for place, box in zip(_places(shown), shown, strict=True))


def _places(shown: list[_Shown]) -> list[float]:
    boxes = [Box(box.width, tuple(box.children), box.tail) for box in shown]
    return tidy(boxes, _GAP, ruled=True)


def _typed(proof: Proof) -> Label:
    return (*term_label(proof.term), Run(" : "), *type_label(proof.type))


def _last_lines(words: Sequence[Label], part: Part, terms: bool, width: float) -> tuple[Label, ...]:
    """What stands under the last rule: a lemma's name, or the sentence in as many lines as it takes; and the term."""
    if part.name:
        return ((Run(f"{part.name} = "), *_typed(part.proof)),)
    if terms:
        return (_typed(part.proof),)
    spaced: list[Label] = [(*word, Run(" ")) for word in words]
    whole = (*chain.from_iterable(spaced), Run("⊢ "), *_typed(part.proof))
    if label_width(whole, _SIZE) <= width:
        return (whole,)
    rows = fold([label_width(word, _SIZE) for word in spaced], width - 2 * MARGIN)
    lines = [tuple(chain.from_iterable(spaced[row.start : row.stop])) for row in rows]
    return (*lines, (Run("⊢ "), *_typed(part.proof)))


def _shown(proof: Proof, terms: bool, last: tuple[Label, ...]) -> list[_Shown]:
    """The steps that are shown, in prefix order, the words above theirs if there are no terms."""
    shown: list[_Shown] = []
    todo = [(proof, -1)]
    while todo:
        found, below = todo.pop()
        step = found if terms else bare(found)
        if below >= 0:
            shown[below].children.append(len(shown))
        level = shown[below].level + 1 if below >= 0 else 0
        word = word_number(step.term) if isinstance(step.term, Word) else 0
        lines = last if below < 0 else (_conclusion(step) if terms else type_label(step.type),)
        here = len(shown)
        rule = rule_label(step if below >= 0 else found, terms)  # marks above others are in the name of their rule
        shown.append(_Shown(lines, _widest(lines), rule, word, level, []))
        if not step.premises and not terms:
            shown[here].children.append(len(shown))
            leaf = (leaf_label(step),)
            shown.append(_Shown(leaf, _widest(leaf), (), word, level + 1, []))
        todo += [(premise, here) for premise in reversed(step.premises)]
    return shown


def _widest(lines: tuple[Label, ...]) -> float:
    return max(label_width(line, _SIZE) for line in lines)


def _conclusion(step: Proof) -> Label:
    """A step with its term and type; a hypothesis is in brackets."""
    term = term_label(step.term) if step.premises or isinstance(step.term, Word) else leaf_label(step)
    return (*term, Run(" : "), *type_label(step.type))


def _draw(shown: list[_Shown], numbers: Numbers, doubts: Doubts) -> tuple[float, float, str]:
    places = _places(shown)
    top = MARGIN + _SIZE + _LEVEL * max(box.level for box in shown)
    lines = [f'<g transform="translate({MARGIN} {top})">']
    for node in range(len(shown)):
        lines += _draw_step(shown, places, node, numbers, doubts)
    width = max(_rule(shown, places, node)[1] + shown[node].tail for node in range(len(shown))) + 2 * MARGIN
    height = top + _LINE * (len(shown[0].lines) - 1) + MARGIN
    return width, height, "\n".join([*lines, "</g>"])


def _rule(shown: list[_Shown], places: list[float], node: int) -> tuple[float, float]:
    """From where to where the rule above a conclusion goes: it covers this and the premises."""
    around = [node, *shown[node].children[:1], *shown[node].children[-1:]]
    left = min(places[index] - shown[index].width / 2 for index in around)
    return left, max(places[index] + shown[index].width / 2 for index in around)


def _draw_step(shown: list[_Shown], places: list[float], node: int, numbers: Numbers, doubts: Doubts) -> Iterator[str]:
    """A conclusion, the rule above it, and the rule's name."""
    here, x = shown[node], places[node]
    y = -_LEVEL * here.level
    tokens = numbers[here.word] if here.word else ""
    mark = f' data-word="{tokens}"' if tokens else ""
    for line, label in enumerate(here.lines):
        text = draw_label(label, x, y + _LINE * line, _SIZE, numbers, mark)
        yield text if here.children else mark_unsure(text, x, y, here.width, tokens, doubts)
    if here.children:
        left, right = _rule(shown, places, node)
        rule = y - _RULE_HEIGHT
        yield f'<path class="rule" stroke="currentColor"{mark} d="M{left:.1f} {rule}H{right:.1f}"/>'
        if here.rule:
            yield draw_label(here.rule, right + 3, rule + 3, _RULE_SIZE, numbers, ' class="name" text-anchor="start"')
