"""Regions of a partial term: the tree of its leaves that introduce hypotheses.

A region is named by its leaf. A hypothesis may be used in the region of the leaf that introduces it, and in the regions
inside that one. Which region is inside which is asked at every step of a search, and terms may be deep: so each region
knows one around it that is far out, and the way out is found in a number of steps that is logarithmic in the depth.
"""

from __future__ import annotations

from collections.abc import Iterator

OUTSIDE = -1
"""What is around the outermost region."""


class Regions:
    """The regions that are there now.

    >>> regions = Regions()
    >>> for region, around in ((7, OUTSIDE), (3, 7), (5, 3), (4, 7)):
    ...     regions.add(region, around)
    >>> list(regions.outwards(5))
    [5, 3, 7]
    >>> regions.inside(5, 3), regions.inside(5, 4), regions.inside(5, 5)
    (True, False, True)
    """

    def __init__(self) -> None:
        self.depth = {OUTSIDE: -1}
        """How many regions are around a region."""
        self._around: dict[int, int] = {}
        self._jump = {OUTSIDE: OUTSIDE}  # a region further out, so that few steps lead to any

    def add(self, region: int, around: int) -> None:
        """Add a region, inside one that is there."""
        depth, jump = self.depth, self._jump[around]  # the jumps of a path are as the digits of a skew binary number
        even = depth[around] - depth[jump] == depth[jump] - depth[self._jump[jump]]
        self._around[region] = around
        self._jump[region] = self._jump[jump] if even else around
        depth[region] = depth[around] + 1

    def remove(self, region: int) -> None:
        """Remove a region that has none inside."""
        del self._around[region], self._jump[region], self.depth[region]

    def outwards(self, region: int) -> Iterator[int]:
        """A region, the one around it, and so on."""
        while region != OUTSIDE:
            yield region
            region = self._around[region]

    def inside(self, region: int, outer: int) -> bool:
        """Whether a region is inside another, or the same."""
        depth = self.depth[outer]
        while self.depth[region] > depth:
            jump = self._jump[region]
            region = jump if self.depth[jump] >= depth else self._around[region]
        return region == outer
