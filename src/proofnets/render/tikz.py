"""Pictures in TikZ: an SVG drawing, translated.

What our drawings are made of is little: groups that are moved, lines, arcs of corners, circles, and labels. So one
translation serves all of them, and LaTeX has what the SVG picture has, in the fonts of the document around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from proofnets.render.drawing import Drawing
from proofnets.render.tex import tex_text

_START = (
    r"\begin{tikzpicture}[x=.45pt,y=-.45pt,every node/.style={anchor=base,inner sep=0pt,font=\scriptsize},"
    "baseline=(current bounding box.north)]"
)
_ANCHORS = {"middle": "", "start": "anchor=base west", "end": "anchor=base east"}
_SMALL = 12
"""Labels of at most this size are set in the smallest letters."""
_COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_NUMBER = re.compile(r"-?[\d.]+")


def tikz(drawing: Drawing) -> list[str]:
    """A drawing in TikZ, a picture for each row, so that it can go on on another page.

    Its document must load tikz, amsmath and amssymb, and define the colours `hue0`, `hue1`, …

    >>> (picture,) = tikz(Drawing("net", 9, 9, '<path stroke="currentColor" d="M0 1H5"/>', ""))
    >>> print(picture.splitlines()[1])
    \\draw (0,1) -- (5,1);
    """
    rows = ElementTree.fromstring(f"<svg>{drawing.body}</svg>")
    return ["\n".join([_START, *_elements(row), r"\end{tikzpicture}"]) for row in rows]


def _elements(root: ElementTree.Element) -> Iterator[str]:
    """The elements in order, each where its groups move it, and in their colour."""
    todo = [(root, 0.0, 0.0, "")]
    while todo:
        element, x, y, hue = todo.pop()
        if moved := re.fullmatch(r"translate\((\S+) (\S+)\)", element.get("transform", "")):
            x, y = x + float(moved[1]), y + float(moved[2])
        hue = _hue(element) or hue
        match element.tag:
            case "path":
                yield _path(element, x, y, hue)
            case "circle":
                centre = _point(x + float(element.attrib["cx"]), y + float(element.attrib["cy"]))
                yield rf"\fill {centre} circle [radius={float(element.attrib['r']) * 0.45:.2f}pt];"
            case "text":
                yield _text(element, x, y, hue)
            case _:
                todo += [(child, x, y, hue) for child in reversed(element)]


def _hue(element: ElementTree.Element) -> str:
    match = re.search(r"\bhue\d+", element.get("class", ""))
    return match[0] if match else ""


def _point(x: float, y: float) -> str:
    return f"({x:.1f},{y:.1f})".replace(".0", "")


def _path(element: ElementTree.Element, dx: float, dy: float, hue: str) -> str:
    """A line, or the head of an arrow; corners are rounded as the drawing has them."""
    out = ""
    x, y = 0.0, 0.0
    for command, rest in _COMMAND.findall(element.attrib["d"]):
        values = [float(number) for number in _NUMBER.findall(rest)]
        match command, values:
            case "z", []:
                out += " -- cycle"
                continue
            case "q", [cx, cy, ex, ey]:
                out += f" .. controls {_point(x + dx + cx, y + dy + cy)} .. {_point(x + dx + ex, y + dy + ey)}"
                x, y = x + ex, y + ey
                continue
            case "M" | "L", [to_x, to_y]:
                x, y = to_x, to_y
            case "l", [to_x, to_y]:
                x, y = x + to_x, y + to_y
            case "H", [to_x]:
                x = to_x
            case "h", [to_x]:
                x += to_x
            case "V", [to_y]:
                y = to_y
        out += ("" if command == "M" else " -- ") + _point(x + dx, y + dy)
    options = [hue] if hue else []
    if dashes := element.get("stroke-dasharray", "").split():
        pattern = " ".join(
            f"{state} {float(d) * 0.45:.2f}pt" for state, d in zip(["on", "off"] * 2, dashes, strict=False)
        )
        options.append(f"dash pattern={pattern}")
    drawn = "draw" if element.get("stroke") else "fill"
    return rf"\{drawn}{_options(options)} {out};"


def _text(element: ElementTree.Element, dx: float, dy: float, hue: str) -> str:
    """A label: its pieces, raised and lowered as they are in the drawing."""
    size = float(element.attrib["font-size"])
    shift = 0.0
    italic = element.get("font-style") == "italic"
    pieces = [tex_text(element.text or "", italic=italic)]
    for span in element:
        shift += float(span.get("dy", 0))
        script = 0 if not shift else 1 if shift < 0 else -1
        small = not shift and "font-size" in span.attrib
        italics = italic or span.get("font-style") == "italic"
        pieces += [tex_text(span.text or "", script, italics, small, _hue(span)), tex_text(span.tail or "")]
    options = [hue] if hue else []
    options += [anchor] if (anchor := _ANCHORS[element.get("text-anchor", "middle")]) else []
    options += [r"font=\tiny"] if size <= _SMALL else []
    place = _point(float(element.attrib["x"]) + dx, float(element.attrib["y"]) + dy)
    return rf"\node{_options(options)} at {place} {{{''.join(pieces)}}};"


def _options(options: list[str]) -> str:
    return f"[{','.join(options)}]" if options else ""
