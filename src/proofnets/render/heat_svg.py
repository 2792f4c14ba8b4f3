"""Sinkhorn matrices as heat maps, one an atomic type: what the model believed, and the links that were chosen.

Rows are the negative atoms, columns the positive ones, as in the paper's table. A cell is the darker, the more probable
its link, with the probability in percent; the chosen ones have a frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from proofnets.derivation.analyses import Belief
from proofnets.derivation.derivations import Derivation, judgement
from proofnets.errors import ProofNetsError
from proofnets.logic import Frame
from proofnets.render.brackets import fold
from proofnets.render.drawing import (
    MARGIN,
    WIDTH,
    Drawing,
    clean,
    colour,
    decimal,
    draw_label,
    label_width,
    stack,
    text_width,
    token_numbers,
)
from proofnets.render.labels import Run, atom_label, isolate

_CELL = 26
_SIZE = 12
_TITLE_SIZE = 15
_VALUE_SIZE = 10
_GAP = 28
_SLANT = 0.71
"""Columns are named at an angle of 45°: what a name takes of height and width, as a part of its length."""
LIGHTEST, DARKEST = 0.05, 0.45
"""How much colour an impossible and a certain link have: the text on it must stay legible."""
_SHOWN = 0.005
"""The least probability whose figure is shown."""


@dataclass(frozen=True, slots=True)
class _Atom:
    """A row or a column: its name, and what `data-word` says of it."""

    index: int
    name: str
    word: str


def draw_heat(beliefs: Sequence[Belief], sample: Derivation, width: float = WIDTH) -> Drawing:
    """The heat maps of a sentence, side by side as far as there is room; the chosen links are the sample's."""
    if not beliefs:
        raise ProofNetsError("there are no probabilities of links to draw")
    frame = Frame(judgement(sample))
    maps = [_draw_map(belief, frame, sample) for belief in beliefs]
    title = f"Probabilities of links: {' '.join(sample.tokens)}"
    rows = []
    for row in fold([heat_map.width + _GAP for heat_map in maps], width):
        height = max(maps[place].height for place in row)
        x, pieces = 0.0, []
        for place in row:
            y = height - maps[place].height
            pieces.append(f'<g transform="translate({decimal(x)} {decimal(y)})">\n{maps[place].body}\n</g>')
            x += maps[place].width + _GAP
        rows.append(Drawing("heat", x - _GAP, height, "\n".join(pieces), title))
    return stack(rows)


def _draw_map(belief: Belief, frame: Frame, sample: Derivation) -> Drawing:
    rows, columns = (_atoms(indices, frame, sample) for indices in (belief.negative, belief.positive))
    before = max((text_width(label.name, _SIZE) for label in rows), default=0) + 8
    above = max((text_width(label.name, _SIZE) for label in columns), default=0) * _SLANT + 12
    beyond = max(above - _CELL / 2, 0.0)  # the last column's name leans over the edge
    left, top = MARGIN + before, MARGIN + _TITLE_SIZE + above
    title = atom_label(belief.atom)
    width = max(left + _CELL * len(columns) + beyond, MARGIN + label_width(title, _TITLE_SIZE)) + MARGIN
    chosen = set(sample.links)
    lines = [
        draw_label(title, MARGIN, MARGIN + _TITLE_SIZE - 3, _TITLE_SIZE, {}, ' text-anchor="start"'),
        f'<g transform="translate({decimal(left)} {decimal(top)})">',
        *_draw_names(rows, columns),
    ]
    for y, (row, values) in enumerate(zip(rows, belief.probabilities, strict=True)):
        for x, (column, value) in enumerate(zip(columns, values, strict=True)):
            words = f' data-word="{" ".join(dict.fromkeys((row.word, column.word)))}"'
            chosen_here = (column.index, row.index) in chosen
            lines += _draw_cell(belief.atom, _CELL * x, _CELL * y, value, chosen_here, words)
    return Drawing("heat", width, top + _CELL * len(rows) + MARGIN, "\n".join([*lines, "</g>"]), "")


def _atoms(indices: Sequence[int], frame: Frame, sample: Derivation) -> list[_Atom]:
    if not all(0 <= index < len(frame.atoms) for index in indices):
        raise ProofNetsError(f"probabilities of no such atom: the atoms are numbered 0 to {len(frame.atoms) - 1}")
    numbers, names = token_numbers(frame, sample), ("⊢", *frame.judgement.names)
    owners = [frame.owners[frame.atoms[index]] for index in indices]
    return [
        _Atom(index, clean(f"{index} {names[owner]}"), numbers[owner])
        for index, owner in zip(indices, owners, strict=True)
    ]


def _draw_names(rows: Sequence[_Atom], columns: Sequence[_Atom]) -> Iterator[str]:
    for place, row in enumerate(rows):
        marks = f' text-anchor="end" data-word="{row.word}"'
        yield draw_label((Run(isolate(row.name)),), -6, _CELL * (place + 0.5) + 4, _SIZE, {}, marks)
    for place, column in enumerate(columns):
        x = _CELL * (place + 0.5)
        marks = f' text-anchor="start" transform="rotate(-45 {decimal(x)} -5)" data-word="{column.word}"'
        yield draw_label((Run(isolate(column.name)),), x, -5, _SIZE, {}, marks)


def _draw_cell(atom: str, x: int, y: int, value: float, chosen: bool, words: str) -> Iterator[str]:
    opacity = LIGHTEST + (DARKEST - LIGHTEST) * min(max(value, 0.0), 1.0)
    square = f'x="{x + 1}" y="{y + 1}" width="{_CELL - 2}" height="{_CELL - 2}"'
    yield f'<rect {colour(atom, "cell chosen" if chosen else "cell")}{words} {square} fill-opacity="{opacity:.2f}"/>'
    if chosen:
        yield f'<rect class="frame" fill="none" stroke="currentColor" stroke-width="2" {square}/>'
    if value >= _SHOWN:
        text = (Run(f"{100 * value:.0f}"),)
        yield draw_label(text, x + _CELL / 2, y + _CELL / 2 + 3.5, _VALUE_SIZE, {}, words)
