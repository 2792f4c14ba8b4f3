"""Frames: a judgement decomposed into its atoms, each with an index and a polarity.

The decomposition trees of all types lie side by side in flat tuples, node after node in prefix order, the goal's
last. A word's type is positive (a resource we have), the goal negative (a resource we seek). Atoms are
indexed in the same order, as in the paper's figure of a proof net.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from proofnets.errors import ProofNetsError
from proofnets.logic.judgement import Judgement
from proofnets.logic.sealed import check_kind, check_tuple, sealed
from proofnets.logic.types import Atom, Box, Diamond, Implication, Type

Link = tuple[int, int]
"""The indices of a positive and a negative atom of one atomic type."""


@sealed
@dataclass(frozen=True, slots=True)
class Frame:
    """A judgement with its decomposition, which the constructor works out.

    >>> from proofnets.logic import parse_judgement
    >>> frame = Frame(parse_judgement("ze:pron, slapen:◇su pron ⊸ s ⊢ s"))
    >>> [(frame.name(i), frame.positive[node]) for i, node in enumerate(frame.atoms)]
    [('pron', True), ('pron', False), ('s', True), ('s', False)]
    """

    judgement: Judgement
    nodes: tuple[Type, ...] = field(init=False, repr=False, compare=False)
    """The subformula at every node. The first child of node `i` is node `i + 1`."""
    positive: tuple[bool, ...] = field(init=False, repr=False, compare=False)
    parents: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The node above every node, -1 above a root."""
    results: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The node of an implication's result, -1 for nodes that are no implication."""
    owners: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The word that a node belongs to, counted from 1; 0 is the goal."""
    roots: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The root of every word's type, and last of the goal's."""
    atoms: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The node of every atom, by the atom's index."""

    def __post_init__(self) -> None:
        check_kind(self.judgement, Judgement, "what a frame decomposes")
        nodes: list[Type] = []
        positive: list[bool] = []
        parents: list[int] = []
        results: list[int] = []
        owners: list[int] = []
        roots: list[int] = []
        atoms: list[int] = []
        for owner, root in [*enumerate(self.judgement.types, 1), (0, self.judgement.goal)]:
            roots.append(len(nodes))
            stack = [(root, owner > 0, -1)]
            while stack:
                type_, sign, parent = stack.pop()
                here = len(nodes)
                nodes.append(type_)
                positive.append(sign)
                parents.append(parent)
                results.append(-1)
                owners.append(owner)
                if parent >= 0 and parent != here - 1:  # not the first child, so an implication's result
                    results[parent] = here
                if isinstance(type_, Atom):
                    atoms.append(here)
                elif isinstance(type_, Implication):
                    stack.append((type_.result, sign, here))
                    stack.append((type_.argument, not sign, here))
                elif isinstance(type_, (Diamond, Box)):
                    stack.append((type_.body, sign, here))
        object.__setattr__(self, "nodes", tuple(nodes))
        object.__setattr__(self, "positive", tuple(positive))
        object.__setattr__(self, "parents", tuple(parents))
        object.__setattr__(self, "results", tuple(results))
        object.__setattr__(self, "owners", tuple(owners))
        object.__setattr__(self, "roots", tuple(roots))
        object.__setattr__(self, "atoms", tuple(atoms))

    def name(self, atom: int) -> str:
        """The atomic type of the atom with this index."""
        type_ = self.nodes[self.atoms[atom]]
        assert isinstance(type_, Atom)
        return type_.name

    def describe(self, atom: int) -> str:
        """An atom as a reader would look for it: `np 5 of 'die'`."""
        owner = self.owners[self.atoms[atom]]
        place = f"'{self.judgement.names[owner - 1]}'" if owner else "the goal"
        return f"{self.name(atom)} {atom} of {place}"


def occurrences(frame: Frame) -> dict[str, tuple[list[int], list[int]]]:
    """The indices of the negative and of the positive atoms of each atomic type, types as they first occur."""
    atoms: dict[str, tuple[list[int], list[int]]] = {}
    for atom, node in enumerate(frame.atoms):
        atoms.setdefault(frame.name(atom), ([], []))[frame.positive[node]].append(atom)
    return atoms


def imbalance(frame: Frame) -> str | None:
    """Which atoms fail count invariance, in words; None if every atom occurs as often positive as negative.

    >>> from proofnets.logic import parse_judgement
    >>> print(imbalance(Frame(parse_judgement("np, np, np ⊸ s ⊢ s"))))
    np occurs 2 times positive and 1 time negative
    """

    def times(count: int) -> str:
        return "1 time" if count == 1 else f"{count} times"

    faults = [
        f"{name} occurs {times(len(positive))} positive and {times(len(negative))} negative"
        for name, (negative, positive) in occurrences(frame).items()
        if len(positive) != len(negative)
    ]
    return "; ".join(faults) or None


@sealed
@dataclass(frozen=True, slots=True)
class Table:
    """The links of one atomic type as the paper's table: a permutation matrix.

    Rows are the negative atoms and columns the positive ones, both by index; `matrix[r][c]` is 1 where they are linked.
    """

    atom: str
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    matrix: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        check_kind(self.atom, str, "the atom of a table")
        check_tuple(self.rows, int, "the rows of a table")
        check_tuple(self.columns, int, "the columns of a table")
        check_tuple(self.matrix, tuple, "the matrix of a table")
        for row in self.matrix:
            check_tuple(row, int, "a row of a matrix")
        if len(self.matrix) != len(self.rows) or any(len(row) != len(self.columns) for row in self.matrix):
            raise ProofNetsError(f"the matrix of {self.atom} must have a cell for each row and column")


def tables(frame: Frame, links: Iterable[Link]) -> list[Table]:
    """The permutation matrix of every atomic type, types as they first occur.

    >>> from proofnets.logic import parse_judgement
    >>> tables(Frame(parse_judgement("n, n ⊸ np ⊢ np")), [(0, 1), (2, 3)])[0]
    Table(atom='n', rows=(1,), columns=(0,), matrix=((1,),))
    """
    linked = set(links)
    return [
        Table(
            name,
            tuple(negative),
            tuple(positive),
            tuple(tuple(int((p, n) in linked) for p in positive) for n in negative),
        )
        for name, (negative, positive) in occurrences(frame).items()
    ]


def links_of(tables: Iterable[Table]) -> list[Link]:
    """The links that permutation matrices stand for, by negative atom; the inverse of `tables`."""
    links = []
    for table in tables:
        lines = [*table.matrix, *zip(*table.matrix, strict=True)]
        if any(sorted(line) != [0] * (len(line) - 1) + [1] for line in lines):
            raise ProofNetsError(f"the table of {table.atom} is no permutation matrix")
        for row, cells in zip(table.rows, table.matrix, strict=True):
            links.append((table.columns[cells.index(1)], row))
    return sorted(links, key=lambda link: link[1])
