"""An atom looks the same wherever it is, and is legible on paper and on a dark screen."""

from __future__ import annotations

import json
import re
from itertools import combinations, pairwise
from pathlib import Path

import pytest

import proofnets
from proofnets.logic import parse_judgement, proofs
from proofnets.render import FORMATS
from proofnets.render.heat_svg import DARKEST, LIGHTEST
from proofnets.render.palette import ATOMS, DARK_INK, DARK_PAPER, HUES, INK, PAPER, Hue, hue_style, kind_of
from proofnets.server.documents import FORMATS as PAGE_FORMATS
from tests.render.pictures import paper, parse_of

PAGE = Path(proofnets.__file__).parent / "server" / "page"
ENOUGH = 4.5
"""The contrast that text must have, by the Web Content Accessibility Guidelines 2."""


def channels(colour: str) -> list[float]:
    return [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]


def mixed(colour: str, opacity: float, behind: str) -> list[float]:
    pairs = zip(channels(colour), channels(behind), strict=True)
    return [opacity * above + (1 - opacity) * below for above, below in pairs]


def luminance(rgb: list[float]) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: list[float], other: list[float]) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def page_colour(name: str, dark: bool) -> str:
    """A colour of the page's own style sheet."""
    found = re.search(rf"--{name}: light-dark\((#\w+), (#\w+)\)", (PAGE / "page.css").read_text(encoding="utf-8"))
    assert found
    return found[2 if dark else 1]


@pytest.mark.parametrize("hue", HUES)
def test_every_hue_is_legible_on_every_paper(hue: Hue) -> None:
    for dark, shade, papers in ((False, hue.light, [PAPER]), (True, hue.dark, [DARK_PAPER])):
        for behind in (*papers, *(page_colour(name, dark) for name in ("paper", "card"))):
            assert contrast(channels(shade), channels(behind)) >= ENOUGH


@pytest.mark.parametrize("opacity", [LIGHTEST, DARKEST])
@pytest.mark.parametrize("hue", HUES)
def test_figures_are_legible_in_every_cell_of_a_heat_map(hue: Hue, opacity: float) -> None:
    schemes = ((hue.light, PAPER, INK), (hue.dark, DARK_PAPER, DARK_INK))
    page = ((getattr(hue, s), page_colour("card", d), page_colour("ink", d)) for s, d in (("light", 0), ("dark", 1)))
    for shade, behind, ink in (*schemes, *page):
        assert contrast(mixed(shade, opacity, behind), channels(ink)) >= ENOUGH


def test_every_atom_of_the_model_has_a_kind_to_itself() -> None:
    card = json.loads((Path(proofnets.__file__).parent / "models" / "nl" / "model.json").read_text(encoding="utf-8"))
    atoms = [symbol for symbol in card["symbols"] if re.fullmatch(r"\w+", symbol)]
    assert len(atoms) > 30
    kinds = [kind_of(atom) for atom in atoms]
    assert len(set(kinds)) == len(atoms)
    assert len(set(map(kind_of, ATOMS))) == len(ATOMS)


def test_frequent_atoms_are_told_apart_by_colour_and_neighbours_in_black_and_white_too() -> None:
    assert len({kind_of(atom).hue for atom in ATOMS[: len(HUES)]}) == len(HUES)
    assert all(kind_of(one).dashes != kind_of(other).dashes for one, other in pairwise(ATOMS))
    assert all(one != other for one, other in combinations((hue.light for hue in HUES), 2))


def test_an_atom_has_one_colour_whatever_is_around_it() -> None:
    nets = [paper(), *(next(proofs(parse_judgement(text))) for text in ("x:np ⊢ np", "a:pp, f:pp ⊸ np ⊢ np"))]
    for name in ("svg", "svg-proof", "html"):
        for net in nets:
            text = "".join(FORMATS[name].render([parse_of(net)]))
            hues = set(re.findall(r'class="hue(\d+)"[^>]*>np<', text))
            assert hues == {str(kind_of("np").hue)}, name
    for net in nets:
        tex = "".join(FORMATS["latex"].render([parse_of(net)]))
        assert set(re.findall(r"\\textcolor\{hue(\d+)\}\{(?:\\mathrm\{)?np\}", tex)) == {str(kind_of("np").hue)}
        labels = json.loads("".join(PAGE_FORMATS["labels"].render([parse_of(net)])))
        runs = [run for analysis in labels for type_ in analysis["types"] for run in type_]
        assert {run["hue"] for run in runs if run["text"] == "np"} == {kind_of("np").hue}


def test_the_style_sheet_has_every_hue_in_light_and_dark() -> None:
    light, _, dark = hue_style().partition("@media")
    for number, hue in enumerate(HUES):
        assert f".hue{number} {{ color: {hue.light} }}" in light
        assert f".hue{number} {{ color: {hue.dark} }}" in dark
