"""The criterion of Danos and Regnier, by brute force: the slow twin of `Net`.

A negative implication is a par link: a switching keeps one of its two edges. A structure is a net just if every
switching leaves a tree, that is, a graph that is acyclic and connected.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from proofnets.logic import Frame, Implication, Link

Edge = tuple[int, int]


def is_net(frame: Frame, links: Iterable[Link]) -> bool:
    """Whether a frame with a perfect matching is a net."""
    fixed: list[Edge] = [(frame.atoms[p], frame.atoms[n]) for p, n in links]
    switches: list[tuple[Edge, Edge]] = []
    for node, type_ in enumerate(frame.nodes):
        children = [child for child, parent in enumerate(frame.parents) if parent == node]
        edges = [(node, child) for child in children]
        if isinstance(type_, Implication) and not frame.positive[node]:
            first, second = edges
            switches.append((first, second))
        else:
            fixed += edges
    return all(_is_tree(len(frame.nodes), [*fixed, *chosen]) for chosen in product(*switches))


def _is_tree(size: int, edges: list[Edge]) -> bool:
    if len(edges) != size - 1:
        return False
    above = list(range(size))

    def top(node: int) -> int:
        while above[node] != node:
            node = above[node]
        return node

    for one, other in edges:
        one, other = top(one), top(other)
        if one == other:
            return False
        above[one] = other
    return True
