"""What a search must know of a frame: which atoms bring which, the kinds of atoms, and which kinds may be linked.

The kind of an atom is its name. In a strict search it is also that part of its formula that the rules for modalities
look at (see `strict`).
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from proofnets.deadline import Deadline
from proofnets.logic.frames import Frame, Link
from proofnets.logic.nets import identity_links
from proofnets.logic.strict import fixed_part, spine
from proofnets.logic.types import Atom, Box, Diamond, Implication, Type

Kind = int
Marks = tuple[str, ...]


class Plan:
    """What a search must know of a balanced frame, worked out once. Atoms are named by their indices."""

    def __init__(self, frame: Frame, strict: bool, deadline: Deadline) -> None:
        self.frame = frame
        self.strict = strict
        self.index = {node: atom for atom, node in enumerate(frame.atoms)}
        self.needs: list[list[int]] = [[] for _ in frame.atoms]
        """The negative atoms that a positive one brings with it: one for each argument on the way to its head."""
        self.opener: dict[int, int] = {}
        """The negative atom that brings a hypothesis into scope, by the hypothesis's positive atom."""
        end = [0] * len(frame.nodes)  # the atom at the end of a formula: its result's result's …
        for node in deadline.checking(reversed(range(len(frame.nodes)))):
            type_ = frame.nodes[node]
            if isinstance(type_, Atom):
                end[node] = self.index[node]
            elif isinstance(type_, Implication):
                end[node] = end[frame.results[node]]
                if frame.positive[node]:
                    self.needs[end[node]].append(end[node + 1])
                else:
                    self.opener[end[node + 1]] = end[node]
            else:
                end[node] = end[node + 1]
        self.goal = end[frame.roots[-1]]
        """The negative atom at the end of the goal."""
        self.opens: dict[int, list[int]] = {}
        """The hypotheses that a negative atom brings into scope, each by its positive atom, in order."""
        for hypothesis in deadline.checking(sorted(self.opener)):
            self.opens.setdefault(self.opener[hypothesis], []).append(hypothesis)
        self.marks = [_marks(frame, node) for node in deadline.checking(frame.atoms)]
        """The modalities right above every atom."""
        shapes = self._shapes(deadline)
        numbers = {shape: number for number, shape in enumerate(dict.fromkeys(shapes))}
        self.kinds: list[Kind] = [numbers[shape] for shape in shapes]
        """The kind of every atom. Positive and negative ones have different kinds."""
        self.fixed = [shape.fixed for shape in numbers]
        self.takes: dict[Kind, list[Kind]] = {}
        """The kinds of positive atoms that a negative one may be linked to."""
        self.taken: dict[Kind, list[Kind]] = {kind: [] for shape, kind in numbers.items() if shape.positive}
        """The kinds of negative atoms that a positive one may be linked to."""
        self._match(numbers, deadline)

    def _shapes(self, deadline: Deadline) -> list[_Shape]:
        """The shape of every atom."""
        frame = self.frame
        spines: list[tuple[Type, ...]] = []
        fixed: list[int] = []
        heights: defaultdict[tuple[str, bool], set[int]] = defaultdict(set)  # at which formulas are compared
        for atom, node in enumerate(deadline.checking(frame.atoms)):
            spines.append(spine(frame, node) if self.strict else ())
            fixed.append(fixed_part(spines[-1], frame.positive[node]))
            heights[frame.name(atom), frame.positive[node]].add(fixed[-1])
        shapes = []
        for atom, node in enumerate(deadline.checking(frame.atoms)):
            name, positive, formulas = frame.name(atom), frame.positive[node], spines[atom]
            least = max(fixed[atom], 1)
            compared = sorted(h for h in {fixed[atom]} | heights[name, not positive] if least <= h <= len(formulas))
            shapes.append(_Shape(name, positive, fixed[atom], tuple((h, formulas[h - 1]) for h in compared)))
        return shapes

    def _match(self, numbers: dict[_Shape, Kind], deadline: Deadline) -> None:
        """Find which kinds may be linked: those that are the same formula as far as either is fixed."""
        like: defaultdict[tuple[str, int, Type | None], list[Kind]] = defaultdict(list)  # positive, fixed up to there
        fixed_there: defaultdict[tuple[str, int, Type | None], list[Kind]] = defaultdict(list)  # or just there
        for shape, kind in deadline.checking(numbers.items()):
            if shape.positive:
                if not shape.fixed:
                    like[shape.name, 0, None].append(kind)
                for height, formula in shape.formulas:
                    like[shape.name, height, formula].append(kind)
                    if height == shape.fixed:
                        fixed_there[shape.name, height, formula].append(kind)
        for shape, kind in deadline.checking(numbers.items()):
            if not shape.positive:
                takes = list(like[shape.name, shape.fixed, dict(shape.formulas).get(shape.fixed)])
                for height, formula in shape.formulas:
                    if height > shape.fixed:
                        takes += fixed_there[shape.name, height, formula]
                self.takes[kind] = takes
                for given in takes:
                    self.taken[given].append(kind)

    def links(self, p: int, n: int) -> list[Link]:
        """The links that are made when a leaf takes an atom: that one, and those without which it is not strict."""
        height = max(self.fixed[self.kinds[p]], self.fixed[self.kinds[n]])
        if not height:
            return [(p, n)]
        above, below = self.frame.atoms[p], self.frame.atoms[n]
        for _ in range(height):
            above, below = self.frame.parents[above], self.frame.parents[below]
        links = identity_links(self.frame, self.index, above, below)
        assert links is not None
        return links


class _Shape(NamedTuple):
    """What tells kinds of atoms apart."""

    name: str
    positive: bool
    fixed: int
    """How much of the formula that ends in the atom a strict link leaves as it is, counted from the atom."""
    formulas: tuple[tuple[int, Type], ...]
    """The parts of that formula which strict links compare, by the same count."""


def _marks(frame: Frame, node: int) -> Marks:
    marks = []
    while (node := frame.parents[node]) >= 0 and isinstance(type_ := frame.nodes[node], Diamond | Box):
        marks.append(("◇" if isinstance(type_, Diamond) else "□") + type_.label)
    return tuple(marks)
