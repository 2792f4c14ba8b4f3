"""The one palette: an atom has the same colour and the same dashes in every picture, page, document and terminal.

Colour is for atoms alone. There are nine hues, each in a shade for white paper and one for a dark screen, and four ways
to dash a line. Names that are neighbours in the table differ in both, so that links are told apart in black and white,
too; and the name of an atom always stands at both ends of its link.
"""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

PAPER, DARK_PAPER = "#ffffff", "#17181b"
INK, DARK_INK = "#000000", "#e4e3df"


@dataclass(frozen=True, slots=True)
class Hue:
    """A hue: on white, on dark, and by the number that a terminal has for it, whose own theme chooses the shade."""

    light: str
    dark: str
    terminal: int


HUES = (
    Hue("#0a67aa", "#6cb8f0", 34),  # blue
    Hue("#b04400", "#ff9d5c", 33),  # orange
    Hue("#00704d", "#4fcf9f", 32),  # green
    Hue("#a4347f", "#ee8fcd", 35),  # magenta
    Hue("#7a5c00", "#dcb83c", 93),  # ochre
    Hue("#5a50c8", "#aaa4ff", 94),  # violet
    Hue("#006d7d", "#4cc7d6", 36),  # teal
    Hue("#bb2b38", "#ff8d8d", 31),  # red
    Hue("#5c6066", "#b4b8bd", 90),  # grey
)
DASHES: tuple[tuple[float, ...], ...] = ((), (8, 2.5), (1.6, 2.4), (10, 2.5, 1.6, 2.5))
"""How long a line is drawn and left out, in turn; four of them and nine hues make 36 kinds."""

ATOMS = (
    *("np", "s_main", "n", "pron", "inf", "s_sub", "ppart", "pp", "s_v1", "cp", "ti", "ap", "spec", "adj", "whq"),
    *("ww", "vz", "tw", "bw", "oti", "part", "whsub", "whrel", "adv", "vg", "ppres", "ahi", "tsw", "lid", "svan"),
    *("rel", "detp", "let", "s"),
)
"""The atoms of Æthel and Alpino, about the more frequent before the others, so that these differ most."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What an atom is drawn in: a hue by its number, and dashes."""

    hue: int
    dashes: tuple[float, ...]

    @property
    def light(self) -> str:
        """The colour on white."""
        return HUES[self.hue].light


def kind_of(atom: str) -> Kind:
    """The kind of an atom. It depends on nothing but the name; of names that are not in the table, two may share one.

    >>> kind_of("np"), kind_of("s_main")
    (Kind(hue=0, dashes=()), Kind(hue=1, dashes=(8, 2.5)))
    """
    number = ATOMS.index(atom) if atom in ATOMS else crc32(atom.encode("utf-8", "replace"))
    return Kind(number % len(HUES), DASHES[number % len(DASHES)])


def hue_style() -> str:
    """Style sheet for what has a class `hue0`, `hue1`, …: its colour on white, and on a dark screen."""
    light, dark = (
        " ".join(f".hue{number} {{ color: {getattr(hue, shade)} }}" for number, hue in enumerate(HUES))
        for shade in ("light", "dark")
    )
    return f"{light}\n@media screen and (prefers-color-scheme: dark) {{ {dark} }}\n"
