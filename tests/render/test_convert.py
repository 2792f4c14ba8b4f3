"""Pictures as PDF and PNG."""

from __future__ import annotations

import pytest

from proofnets.render import FORMATS
from proofnets.render.convert import convert
from tests.render.pictures import hostile, paper, parse_of

pytest.importorskip("typst", reason="typst is not installed")


@pytest.mark.parametrize("name", [name for name, row in FORMATS.items() if row.ending == "svg"])
def test_every_picture_becomes_a_pdf_and_a_png(name: str) -> None:
    for net in (paper(), hostile()):
        svg = "".join(FORMATS[name].render([parse_of(net)]))
        assert convert(svg, "pdf").startswith(b"%PDF-")
        assert convert(svg, "png").startswith(b"\x89PNG")


def test_a_png_has_twice_the_pixels_of_the_picture() -> None:
    png = convert('<svg xmlns="http://www.w3.org/2000/svg" width="96" height="48"></svg>', "png")
    assert [int.from_bytes(png[place : place + 4], "big") for place in (16, 20)] == [192, 96]
