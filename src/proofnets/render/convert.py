"""SVG pictures as PDF, with lines and letters that stay sharp at any size, and as PNG, in pixels on white.

Typst does it, one package for both that needs nothing from the system but a font such as DejaVu Sans.
"""

from __future__ import annotations

import re
from typing import Literal

from proofnets.render.palette import PAPER

_PIXELS_AN_INCH = 192
"""Twice as many as the SVG picture has."""


def convert(svg: str, ending: Literal["pdf", "png"]) -> bytes:
    """A picture as a file of another kind: `pdf` or `png`."""
    import typst

    paper = f'rgb("{PAPER}")' if ending == "png" else "none"
    picture = re.sub("<style>[^<]*</style>", "", svg)  # that is for screens
    quoted = picture.replace("\\", "\\\\").replace('"', '\\"')
    page = f"#set page(width: auto, height: auto, margin: 0pt, fill: {paper})\n"
    source = f'{page}#image(bytes("{quoted}"), format: "svg")'
    return typst.compile(source.encode(), format=ending, ppi=_PIXELS_AN_INCH)
