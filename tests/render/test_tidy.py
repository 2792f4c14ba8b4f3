"""Trees are laid out without overlaps, close together, with parents in the middle; as a slow and simple twin does."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from proofnets.render.tidy import Box, tidy

GAP = 5.0


@st.composite
def trees(draw: st.DrawFn) -> list[Box]:
    """Boxes in prefix order."""
    arities = draw(st.lists(st.integers(0, 3), max_size=25))
    children: list[list[int]] = [[]]
    open_ = [0]
    for arity in arities:
        if not open_:
            break
        parent = open_.pop()
        for _ in range(arity):
            children[parent].append(len(children))
            children.append([])
        open_ += reversed(children[parent])
    order: list[int] = []
    stack = [0]
    while stack:
        node = stack.pop()
        order.append(node)
        stack += reversed(children[node])
    rank = {node: place for place, node in enumerate(order)}
    widths = [draw(st.floats(1, 50)) for _ in order]
    tails = [draw(st.sampled_from([0.0, 8.0])) for _ in order]
    return [
        Box(widths[place], tuple(rank[child] for child in children[node]), tails[place])
        for place, node in enumerate(order)
    ]


def levels(boxes: list[Box]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    stack = [(0, 0)]
    while stack:
        node, level = stack.pop()
        found.setdefault(level, []).append(node)
        stack += [(child, level + 1) for child in reversed(boxes[node].children)]
    return found


def twin(boxes: list[Box], ruled: bool) -> list[float]:
    """The same by recursion, with whole outlines copied at every node."""
    places = [0.0] * len(boxes)

    def lay(node: int) -> list[tuple[float, float]]:
        """How far the subtree reaches left and right of its root on each level, the root's first."""
        box = boxes[node]
        merged: list[tuple[float, float]] = []
        for child in box.children:
            reach = lay(child)
            shift = max((m[1] - r[0] + GAP for m, r in zip(merged, reach, strict=False)), default=0.0)
            places[child] = shift
            moved = [(r[0] + shift, r[1] + shift) for r in reach]
            both = [(m[0], r[1]) for m, r in zip(merged, moved, strict=False)]
            merged = both + merged[len(both) :] + moved[len(both) :]
        half = box.width / 2
        if not box.children:
            return [(-half, half + box.tail)]
        first, last = box.children[0], box.children[-1]
        start = places[first] - (boxes[first].width / 2 if ruled else 0)
        end = places[last] + (boxes[last].width / 2 if ruled else 0)
        for child in box.children:
            places[child] -= (start + end) / 2
        cover = max(half, (end - start) / 2) if ruled else half
        return [(-cover, cover + box.tail)] + [(a - (start + end) / 2, b - (start + end) / 2) for a, b in merged]

    places[0] = -min(a for a, _ in lay(0))
    for node, box in enumerate(boxes):
        for child in box.children:
            places[child] += places[node]
    return places


@given(trees(), st.booleans())
def test_it_agrees_with_its_twin(boxes: list[Box], ruled: bool) -> None:
    for one, other in zip(tidy(boxes, GAP, ruled), twin(boxes, ruled), strict=True):
        assert abs(one - other) < 1e-6


@given(trees(), st.booleans())
def test_labels_of_a_level_keep_apart(boxes: list[Box], ruled: bool) -> None:
    places = tidy(boxes, GAP, ruled)
    assert min(place - box.width / 2 for place, box in zip(places, boxes, strict=True)) > -1e-6
    for nodes in levels(boxes).values():
        for one, other in pairwise(nodes):
            end = places[one] + boxes[one].width / 2 + boxes[one].tail
            assert end + GAP <= places[other] - boxes[other].width / 2 + 1e-6


def test_a_deep_tree() -> None:
    count = 20_000
    boxes: list[Box] = []
    for node in range(count):
        boxes += [Box(10.0, (2 * node + 1, 2 * node + 2)), Box(5.0)]
    boxes.append(Box(5.0))
    places = tidy(boxes, GAP)
    assert len(places) == 2 * count + 1
