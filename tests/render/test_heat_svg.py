"""Heat maps: a cell a link, framed where it was chosen, and words that it belongs to."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from proofnets.derivation.analyses import Belief
from proofnets.errors import ProofNetsError
from proofnets.logic import Net, tables
from proofnets.render.drawing import Drawing
from proofnets.render.heat_svg import draw_heat
from tests.render.pictures import NETS, SVG, check_layout, hostile, paper, parse, parse_of, words_of


def beliefs(net: Net) -> list[Belief]:
    """As if the model were nearly sure."""
    return [
        Belief(t.atom, t.rows, t.columns, tuple(tuple(0.9 if c else 0.1 / len(row) for c in row) for row in t.matrix))
        for t in tables(net.frame, net.links)
    ]


def picture(net: Net) -> Drawing:
    return draw_heat(beliefs(net), parse_of(net).analyses[0].derivation)


@given(NETS)
@settings(max_examples=40)
def test_a_cell_a_link_and_a_frame_a_chosen_one(net: Net) -> None:
    root = parse(picture(net))
    cells = [rect.attrib["class"] for rect in root.iter(f"{SVG}rect")]
    size = sum(len(belief.negative) * len(belief.positive) for belief in beliefs(net))
    assert sum(kind.startswith("cell ") for kind in cells) == size
    assert sum(kind.startswith("cell chosen ") for kind in cells) == cells.count("frame") == len(net.links)
    check_layout(root)


def test_rows_and_columns_are_named() -> None:
    root = parse(picture(paper()))
    names = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    assert {"5 die", "12 is", "1 De", "6 die", "15 ⊢", "90"} <= set(names)
    assert "3 1" in words_of(root)  # np 5 of die with np 1 of De
    parse(picture(hostile()))


def test_what_does_not_fit_together_is_refused() -> None:
    sample = parse_of(paper()).analyses[0].derivation
    with pytest.raises(ProofNetsError, match="no probabilities of links"):
        draw_heat([], sample)
    with pytest.raises(ValueError, match="a row of probabilities for each negative atom"):
        draw_heat([Belief("np", (5,), (1, 6), ((0.5,),))], sample)
    with pytest.raises(ProofNetsError, match="numbered 0 to 15"):
        draw_heat([Belief("np", (99,), (1,), ((0.5,),))], sample)
