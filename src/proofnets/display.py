"""The one way up: a value that is asked to show itself asks the room that draws.

A room imports only rooms above it, and `render` lies below all that it draws. But a notebook asks a value itself how to
show it, and people ask a parse for its picture. So such values have the methods of this module, which imports `render`
when one of them is called, and not before: whoever asks for no picture loads nothing that draws.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

View: TypeAlias = Literal["net", "proof", "deps", "term"]
"""What can be drawn of a sentence: the proof net, the natural deduction, the dependency graph, the term as a tree."""


class Displayed:
    """What Jupyter shows as a picture or a formula."""

    __slots__ = ()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        from proofnets.render.notebook import mime_bundle

        return mime_bundle(self)


class Pictured(Displayed):
    """What can be drawn in several ways, too."""

    __slots__ = ()

    def svg(self, view: View = "net") -> Svg:
        """The picture of the proof net, or `proof`, `deps` or `term`."""
        from proofnets.render.notebook import picture

        return picture(self, view)


class Svg(str):
    """A picture as SVG: a text to keep in a file, which a notebook shows as the picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)
