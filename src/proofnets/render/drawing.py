"""What all SVG pictures share: labels and how wide they are, colours, and the document around a drawing.

A picture is plain SVG, without scripts, ids or fonts of its own. In a page it is transparent and takes the colour of
the text around it; what has the colour of an atom has a class for it, too (`palette`), which a dark page goes by. What
belongs to a word carries `data-word`: the numbers of its tokens, counted from 1, with spaces between them, and 0 for
the goal; CSS finds the parts of token 3 with `[data-word~="3"]`. A word that is unsure is in a group with the class
`unsure`, with a wavy line, which is seen on paper and in the dark as well.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from types import MappingProxyType

from proofnets.derivation.derivations import Derivation, units
from proofnets.logic import Frame
from proofnets.render.labels import Label
from proofnets.render.palette import DARK_INK, DARK_PAPER, INK, PAPER, hue_style, kind_of
from proofnets.table import shortened

FONTS = "'DejaVu Sans', 'Segoe UI', 'Segoe UI Symbol', 'Apple Symbols', sans-serif"
WIDTH = 1200.0
"""How wide a picture may become if its kind can be folded: at this width a page of paper is still legible."""
MARGIN = 12

STYLE = (
    f"svg:root {{ background: {PAPER}; color: {INK} }}\n{hue_style()}"
    f"@media screen and (prefers-color-scheme: dark) "
    f"{{ svg:root {{ background: {DARK_PAPER}; color: {DARK_INK}; color-scheme: dark }} }}"
)
"""For a picture that is a file of its own and has no text around it. Browsers tell it what the reader prefers, but not
what lies behind it: so there it brings its own paper. Programs that print and convert pictures take no notice."""

_SCRIPT_SIZE = 0.7
_SHIFTS = {1: -0.34, 0: 0.0, -1: 0.2}
"""How large raised and lowered text is, and how far it lies below the line, in ems."""
_STACK_GAP = 24
_LONGEST = 12
"""How many letters of a word are shown where a line goes on in another row."""

_WIDTHS = {
    character: width
    for width, characters in (
        (0.28, "'ijlıł"),
        (0.30, "IJ"),
        (0.32, " ,.‘’·"),
        (0.34, "/:;\\|"),
        (0.36, "f-"),
        (0.40, "()[]t!₀₁₂₃₄₅₆₇₈₉"),
        (0.42, "r"),
        (0.47, '"'),
        (0.53, "*_`–▿▴sz?“”„"),
        (0.60, "cLFkvxyλ"),
        (0.62, "PTYaoeø"),
        (0.64, "EhnuSbdgpq$0123456789{}ß€"),
        (0.70, "KAVXBRCZ"),
        (0.79, "UNHDG&◇OQ"),
        (0.84, "w#+<=>^~⊸−"),
        (0.88, "M⊢"),
        (1.00, "%mW@□æ—…"),
    )
    for character in characters
}
"""In ems, for DejaVu Sans, which is wider than the fonts that may stand in for it."""
_OTHER_WIDTH = 1.1
_WIDE_WIDTH = 1.4
"""Of emoji and the like."""

_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""Control characters, and what else XML 1.0 does not admit."""

Numbers = Mapping[int, str]
"""What stands in `data-word` for every word, by its position."""
Doubts = Mapping[int, str]
"""What is said of the tokens that are unsure, by their numbers."""
NO_DOUBTS: Doubts = MappingProxyType({})
_WAVE_DEPTH, _WAVE = 6, 3
"""How far below its word a wavy line lies, and how long half a wave is."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture: elements that lie between (0, 0) and (width, height), and what to call it."""

    kind: str
    width: float
    height: float
    body: str
    title: str
    description: str = ""

    def document(self) -> str:
        """The picture as a file."""
        described = f"<desc>{escape(clean(self.description))}</desc>\n" if self.description else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {self._attributes()}>\n'
            f"<title>{escape(clean(self.title))}</title>\n{described}<style>{STYLE}</style>\n{self.body}\n</svg>\n"
        )

    def element(self) -> str:
        """The picture as part of a page: its colour is the page's, and its title no tooltip."""
        return f'<svg {self._attributes()} aria-label="{escape(clean(self.title))}">\n{self.body}\n</svg>\n'

    def _attributes(self) -> str:
        width, height = f"{self.width:.0f}", f"{self.height:.0f}"
        return (
            f'class="{self.kind}" role="img" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
            f'font-family="{FONTS}" text-anchor="middle" fill="currentColor" xml:space="preserve"'
        )


def stack(drawings: Sequence[Drawing]) -> Drawing:
    """One picture of several, each below the one before it."""
    if len(drawings) == 1:
        return drawings[0]
    pieces: list[str] = []
    y = 0.0
    for drawing in drawings:
        pieces.append(f'<g transform="translate(0 {decimal(y)})">\n{drawing.body}\n</g>')
        y += drawing.height + _STACK_GAP
    width = max(drawing.width for drawing in drawings)
    titles, descriptions = [d.title for d in drawings], [d.description for d in drawings]
    return Drawing(
        drawings[0].kind, width, y - _STACK_GAP, "\n".join(pieces), _and_more(titles), _and_more(descriptions)
    )


def _and_more(texts: list[str]) -> str:
    different = len(set(texts))
    return texts[0] if different == 1 else f"{texts[0]}, and {different - 1} more"


def clean(text: str) -> str:
    """A text fit for XML, on one line."""
    return " ".join(_UNPRINTABLE.sub("\ufffd", text).split())


def decimal(value: float) -> str:
    """A coordinate.

    >>> decimal(12.04), decimal(0.5)
    ('12', '0.5')
    """
    return f"{value:.1f}".removesuffix(".0")


def text_width(text: str, size: float) -> float:
    """About how wide a text is, rather more than less; accents and other marks take no room."""
    return size * sum(_character_width(c) for c in unicodedata.normalize("NFD", text))


def _character_width(character: str) -> float:
    if known := _WIDTHS.get(character):
        return known
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0.0
    return _WIDE_WIDTH if unicodedata.east_asian_width(character) in "WF" else _OTHER_WIDTH


def shorten(text: str) -> str:
    """A word, cut if it is too long for the end of a line that goes on in another row."""
    return shortened(text, _LONGEST)


def label_width(label: Label, size: float) -> float:
    """About how wide a label is."""
    return sum(text_width(run.text, size * (_SCRIPT_SIZE if run.script or run.index else 1)) for run in label)


def clean_run(text: str) -> str:
    """A piece of a label, fit for XML; spaces at its ends are kept."""
    return re.sub(r"\s+", " ", _UNPRINTABLE.sub("\ufffd", text))


def token_numbers(frame: Frame, sample: Derivation | None) -> Numbers:
    """The numbers of every word's tokens. Without a sample, words are tokens; 0 is the goal."""
    tokens = units(sample) if sample else {word: (word,) for word in range(1, len(frame.roots))}
    return {0: "0"} | {word: " ".join(map(str, unit)) for word, unit in tokens.items()}


def colour(atom: str, also: str = "") -> str:
    """The attributes of what has the colour of an atom, and another class if given.

    >>> colour("np")
    'class="hue0" color="#0a67aa" fill="currentColor"'
    """
    kind = kind_of(atom)
    return f'class="{also}{" " * bool(also)}hue{kind.hue}" color="{kind.light}" fill="currentColor"'


def dashed(dashes: Sequence[float]) -> str:
    """The attribute of a line that is dashed, if it is."""
    return f' stroke-dasharray="{" ".join(f"{length:g}" for length in dashes)}"' if dashes else ""


def draw_label(label: Label, x: float, y: float, size: float, numbers: Numbers, attributes: str = "") -> str:
    """A text element; words in it carry their numbers."""
    out: list[str] = []
    shift = 0.0
    for run in label:
        marks = ""
        if run.script or run.index:
            marks += f' font-size="{decimal(size * _SCRIPT_SIZE)}"'
        if (due := _SHIFTS[run.script] * size) != shift:
            marks += f' dy="{decimal(due - shift)}"'
            shift = due
        if run.italic:
            marks += ' font-style="italic"'
        if run.atom:
            marks += f" {colour(run.atom)}"
        if run.word:
            marks += f' data-word="{numbers[run.word]}"'
        text = escape(clean_run(run.text))
        out.append(f"<tspan{marks}>{text}</tspan>" if marks else text)
    return f'<text x="{decimal(x)}" y="{decimal(y)}" font-size="{decimal(size)}"{attributes}>{"".join(out)}</text>'


def mark_unsure(word: str, x: float, y: float, width: float, tokens: str, doubts: Doubts) -> str:
    """A word that was drawn, whose tokens have these numbers, its middle and its width as told.

    If one of the tokens is unsure, the word has a wavy line, as on the service's page, and a title that says in what.

    >>> print(mark_unsure("<text>ze</text>", 0, 0, 9, "3", {3: "ze is unsure: np 40%"}))
    <g class="unsure"><title>ze is unsure: np 40%</title><text>ze</text><path class="wave" fill="none" \
stroke="currentColor" d="M-4.5 6q1.5 -3 3 0t3 0t3 0"/></g>
    >>> mark_unsure("<text>ze</text>", 0, 0, 9, "2", {3: "ze is unsure: np 40%"})
    '<text>ze</text>'
    """
    said = [doubts[number] for number in map(int, tokens.split()) if number in doubts]
    if not said:
        return word
    halves = max(2, round(width / _WAVE))
    start = f"M{decimal(x - halves * _WAVE / 2)} {decimal(y + _WAVE_DEPTH)}"
    wave = f"{start}q{_WAVE / 2:g} {-_WAVE} {_WAVE} 0" + f"t{_WAVE} 0" * (halves - 1)
    line = f'<path class="wave" fill="none" stroke="currentColor" d="{wave}"/>'
    return f'<g class="unsure"><title>{escape(clean("; ".join(said)))}</title>{word}{line}</g>'
