"""Search: every net of a judgement, without a model.

The search builds the term from the goal down, as a net is read. What it has built is a tree; each leaf that is
still open seeks an atom, and may take any free one of its type whose head is a word or a hypothesis in scope. So cycles
cannot arise and scopes are kept. A partial tree is given up as soon as some free atom can no longer be reached from an
open leaf. Without hypotheses that test is exact, and the search never backtracks; with them, provability is
NP-complete, and the search may take long: give it a bound.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from proofnets.logic.frames import Frame, Link, imbalance, occurrences
from proofnets.logic.judgement import Judgement
from proofnets.logic.nets import Net
from proofnets.logic.types import Atom, Box, Diamond, Implication

_Marks = list[tuple[type, str]]


def proofs(judgement: Judgement, limit: int | None = None, seconds: float | None = None) -> Search:
    """Every net of a judgement, each once, in an order that depends on the judgement alone: near links come first.

    >>> from proofnets.logic import parse_judgement
    >>> for net in proofs(parse_judgement("a:s, b:s ⊸ s, c:s ⊸ s ⊢ s")):
    ...     print(net.term)
    c (b a)
    b (c a)
    """
    return Search(judgement, limit, seconds)


class Search(Iterator[Net]):
    """The nets of a judgement, found as they are asked for.

    When it is exhausted, `stopped` tells why it ended before all nets were found ("limit" or "time"), or is None.
    """

    def __init__(self, judgement: Judgement, limit: int | None = None, seconds: float | None = None) -> None:
        self.frame = Frame(judgement)
        self.found = 0
        self.stopped: str | None = None
        self._limit = limit
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._states: Iterator[tuple[Link, ...] | None] = iter(())
        if not imbalance(self.frame):
            self._states = _search(_plan(self.frame))

    def __next__(self) -> Net:
        if self.stopped:
            raise StopIteration
        for links in self._states:
            if links is None:
                if self._deadline is not None and time.monotonic() > self._deadline:
                    self.stopped = "time"
                    raise StopIteration
            elif self.found == self._limit:
                self.stopped = "limit"
                raise StopIteration
            else:
                self.found += 1
                return Net(self.frame, links)
        raise StopIteration


@dataclass(frozen=True, slots=True)
class _Plan:
    """What a search must know of a frame, worked out once. Atoms are named by their indices."""

    goal: int
    """The negative atom at the end of the goal."""
    names: list[str]
    needs: list[list[int]]
    """The negative atoms that a positive one brings with it: one for each argument on the way to its head."""
    opens: list[frozenset[int]]
    """The hypotheses that a negative atom brings into scope, each by its positive atom."""
    opener: dict[int, int]
    """The negative atom that brings a hypothesis into scope."""
    positive: dict[str, list[int]]
    """The positive atoms of each name: what a negative one of that name may be linked to."""
    marks: list[_Marks]


def _plan(frame: Frame) -> _Plan:
    index = {node: atom for atom, node in enumerate(frame.atoms)}
    end: list[int] = [0] * len(frame.nodes)  # the atom at the end of a formula: its result's result's …
    needs: list[list[int]] = [[] for _ in frame.atoms]
    opener: dict[int, int] = {}
    for node in reversed(range(len(frame.nodes))):
        match frame.nodes[node]:
            case Atom():
                end[node] = index[node]
            case Implication():
                end[node] = end[frame.results[node]]
                if frame.positive[node]:
                    needs[end[node]].append(end[node + 1])
                else:
                    opener[end[node + 1]] = end[node]
            case _:
                end[node] = end[node + 1]
    opens: list[set[int]] = [set() for _ in frame.atoms]
    for hypothesis, atom in opener.items():
        opens[atom].add(hypothesis)
    marks = [_marks(frame, node) for node in frame.atoms]
    positive = {name: atoms for name, (_, atoms) in occurrences(frame).items()}
    names = [frame.name(atom) for atom in range(len(frame.atoms))]
    return _Plan(end[frame.roots[-1]], names, needs, [frozenset(o) for o in opens], opener, positive, marks)


def _strangeness(is_hypothesis: bool, given: _Marks, sought: _Marks) -> int:
    """How unlikely a link is by its marks: a hypothesis most likely fills the role that it is marked for."""
    return 1 if not is_hypothesis or given == sought == [] else 0 if given == sought else 2


def _marks(frame: Frame, node: int) -> _Marks:
    """The modalities right above a node."""
    marks = []
    while (node := frame.parents[node]) >= 0 and isinstance(type_ := frame.nodes[node], Diamond | Box):
        marks.append((type(type_), type_.label))
    return marks


class _Tree:
    """A partial term: the links made so far, the leaves that are open, and the positive atoms that are still free."""

    def __init__(self, plan: _Plan) -> None:
        self.plan = plan
        self.partner: dict[int, int] = {}
        self.scope = {plan.goal: plan.opens[plan.goal]}  # the hypotheses in scope at every leaf, open or linked
        self.open = {plan.goal}
        self.free = {name: set(atoms) for name, atoms in plan.positive.items()}
        self.ranked: dict[
            int, list[int]
        ] = {}  # what a leaf may be linked to, best first: worked out when it is asked for

    def link(self, p: int, n: int) -> None:
        """Let an open leaf take a free atom; the atom's own needs become leaves."""
        self.partner[n] = p
        self.open.remove(n)
        self.free[self.plan.names[p]].remove(p)
        for leaf in self.plan.needs[p]:
            self.open.add(leaf)
            self.scope[leaf] = self.scope[n] | self.plan.opens[leaf] if self.plan.opens[leaf] else self.scope[n]

    def unlink(self, n: int) -> None:
        """Take the last link back."""
        p = self.partner.pop(n)
        for leaf in self.plan.needs[p]:
            self.open.remove(leaf)
            del self.scope[leaf]
        self.free[self.plan.names[p]].add(p)
        self.open.add(n)

    def options(self, n: int) -> list[int]:
        """What an open leaf may take, best first."""
        free, scope, opener, marks = self.free[self.plan.names[n]], self.scope[n], self.plan.opener, self.plan.marks
        if n not in self.ranked:
            self.ranked[n] = sorted(
                self.plan.positive[self.plan.names[n]],
                key=lambda p: (_strangeness(p in opener, marks[p], marks[n]), abs(p - n), p),
            )
        return [p for p in self.ranked[n] if p in free and (p not in opener or p in scope)]

    def narrowest(self) -> tuple[int, list[int]]:
        """The open leaf that has the fewest options, and these."""
        best: tuple[int, list[int]] | None = None
        for n in sorted(self.open):
            options = self.options(n)
            if best is None or len(options) < len(best[1]):
                best = n, options
            if len(options) < 2:
                break
        assert best is not None
        return best

    def reach(self, leaves: Iterable[int]) -> set[int]:
        """The free atoms that could come to stand below these leaves, scopes aside."""
        names, needs = self.plan.names, self.plan.needs
        todo = {names[n] for n in leaves}
        seen = set(todo)
        reached: set[int] = set()
        while todo:
            atoms = self.free[todo.pop()]
            reached |= atoms
            further = {names[n] for p in atoms for n in needs[p]} - seen
            seen |= further
            todo |= further
        return reached

    def hopeless(self) -> bool:
        """Whether some free atom can no longer be reached from where it must stand."""
        if len(self.reach(self.open)) < sum(map(len, self.free.values())):
            return True
        for hypothesis, opener in self.plan.opener.items():
            if hypothesis not in self.free[self.plan.names[hypothesis]]:
                continue
            below = [n for n in self.open if hypothesis in self.scope[n]] if opener in self.scope else [opener]
            if hypothesis not in self.reach(below):
                return True
        return False


def _search(plan: _Plan) -> Iterator[tuple[Link, ...] | None]:
    """The links of every net; None at every step between them, so that the caller can look at the clock."""
    tree = _Tree(plan)
    choices: list[tuple[int, Iterator[int]]] = []
    while True:
        yield None
        if not tree.hopeless():
            if tree.open:
                n, options = tree.narrowest()
                choices.append((n, iter(options)))
            else:
                yield tuple((p, n) for n, p in tree.partner.items())
        while choices:
            n, left = choices[-1]
            if n in tree.partner:
                tree.unlink(n)
            p = next(left, None)
            if p is not None:
                tree.link(p, n)
                break
            choices.pop()
        else:
            return
