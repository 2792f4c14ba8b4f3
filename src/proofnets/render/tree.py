"""Trees drawn with lines for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def draw_tree(root: T, show: Callable[[T], str], children: Callable[[T], Sequence[T]]) -> str:
    """Draw a tree, one line a node.

    >>> print(draw_tree("ab", show=str, children=lambda node: list(node) if len(node) > 1 else []))
    ab
    ├─ a
    └─ b
    """
    lines: list[str] = []
    stack = [(root, "", "")]  # a node, what stands in front of it, and in front of what is below it
    while stack:
        node, before, below = stack.pop()
        lines.append(before + show(node))
        parts = children(node)
        for number, part in reversed(list(enumerate(parts, 1))):
            last = number == len(parts)
            stack.append((part, below + ("└─ " if last else "├─ "), below + ("   " if last else "│  ")))
    return "\n".join(lines)
