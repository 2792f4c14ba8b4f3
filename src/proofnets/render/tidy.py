"""Trees laid out side by side: as close together as their labels allow, level by level.

A subtree is known by its outlines: how far it reaches to the left and right on each level, from the farthest to the
root's. To put two subtrees side by side takes time in proportion to the lower one, so a whole tree takes linear time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """A node: how wide its label is, its children, and what room it needs on its right besides."""

    width: float
    children: tuple[int, ...] = ()
    tail: float = 0.0


@dataclass(frozen=True, slots=True)
class _Outline:
    """One side of a subtree, farthest level first, as distances from a place that is `origin` away from the root."""

    values: list[float]
    origin: float = 0.0

    def moved(self, distance: float) -> _Outline:
        return _Outline(self.values, self.origin + distance)

    def over(self, other: _Outline) -> _Outline:
        """This outline, and the other where that goes farther."""
        farther = len(other.values) - len(self.values)
        if farther <= 0:
            return self
        change = self.origin - other.origin
        other.values[farther:] = [value + change for value in self.values]
        return other

    def add(self, value: float) -> _Outline:
        """The outline with a root below it."""
        self.values.append(value - self.origin)
        return self


def tidy(boxes: Sequence[Box], gap: float, ruled: bool = False) -> list[float]:
    """The middle of every label, the leftmost edge at 0; boxes come in prefix order, the root first.

    A parent is in the middle of its children; if there is to be a rule between them, in the middle of the rule, which
    is as wide as their labels together.
    """
    places: list[float] = [0.0] * len(boxes)  # relative to the parent's, for now
    outlines: dict[int, tuple[_Outline, _Outline]] = {}
    for node in range(len(boxes) - 1, -1, -1):
        box = boxes[node]
        cover = box.width / 2
        left, right = _Outline([]), _Outline([])
        for child in box.children:
            near, far = outlines.pop(child)
            shift = max(
                (
                    r + right.origin - n - near.origin + gap
                    for r, n in zip(reversed(right.values), reversed(near.values), strict=False)
                ),
                default=0.0,
            )
            places[child] = shift
            left, right = left.over(near.moved(shift)), far.moved(shift).over(right)
        if box.children:
            first, last = box.children[0], box.children[-1]
            start = places[first] - (boxes[first].width / 2 if ruled else 0)
            end = places[last] + (boxes[last].width / 2 if ruled else 0)
            middle = (start + end) / 2
            for child in box.children:
                places[child] -= middle
            left, right = left.moved(-middle), right.moved(-middle)
            cover = max(cover, (end - start) / 2) if ruled else cover
        outlines[node] = left.add(-cover), right.add(cover + box.tail)
    left, _ = outlines[0]
    places[0] = -min(left.values) - left.origin
    for node, box in enumerate(boxes):
        for child in box.children:
            places[child] += places[node]
    return places
