"""Partial terms: what a search has built of a net, what that forces, and whether it can still be finished.

A partial term is grown from the goal down, as a net is read. Its open leaves are negative atoms; each seeks a positive
atom, which brings its arguments along as new leaves. A word may go anywhere; a hypothesis only below the leaf whose
argument introduces it. So what is built is a tree in which scopes are kept, and cycles cannot arise.

Leaves of one kind and one scope have the same options. So they are kept in groups, by kind and by region, which is the
innermost leaf at or above them that introduces hypotheses. What is asked at every step is a count that a link changes
by one: a link costs no more in a large judgement than in a small one.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from heapq import merge
from itertools import islice

from proofnets.deadline import Deadline
from proofnets.logic.frames import Link
from proofnets.logic.plan import Kind, Marks, Plan
from proofnets.logic.regions import OUTSIDE, Regions

_GROUPS = 50
"""Among how many groups of leaves to look for the one with the fewest options."""
_FEW = 8
"""Up to how many groups of one kind are looked at even where none of them can be short of options."""


class PartialTerm:
    """The links made so far, in order; the leaves that are open; and the positive atoms that are still free."""

    def __init__(self, plan: Plan, deadline: Deadline) -> None:
        self.plan = plan
        self.links: list[Link] = []
        self._fault: Callable[[], str] = str
        self._deadline = deadline
        self._region: dict[int, int] = {}  # of every leaf, open or linked
        self._regions = Regions()  # the goal is the outermost
        self._open: set[int] = set()
        self._groups: dict[Kind, dict[int, list[int]]] = {}  # the open leaves
        self._words: dict[Kind, list[int]] = {kind: [] for kind in plan.taken}  # the free ones
        self._hypotheses: dict[tuple[int, Kind], dict[Marks, list[int]]] = {}  # the free ones in scope, by region
        self._count: dict[Kind, dict[int, int]] = {kind: {} for kind in plan.taken}  # how many these are, if any
        self._free: Counter[Kind] = Counter()  # all positive atoms that are not linked, in scope or not
        self._leads: dict[Kind, Counter[Kind]] = {kind: Counter() for kind in plan.taken}  # to the needs of these
        self._unsettled: dict[Kind, None] = {}  # kinds of leaves that may have lost options
        self._reached: dict[Kind, set[Kind]] = {}  # the kinds of free atoms that may come below a leaf of a kind
        self._all_suspect = True  # whether anything may have come out of reach
        self._goal_suspect = True  # whether something may have come out of the goal's reach
        self._suspects: dict[tuple[int, Kind], None] = {}  # hypotheses that may have come out of reach
        self._witness: dict[tuple[int, Kind], int] = {}  # a leaf below which these hypotheses can be used
        self._watching: defaultdict[int, set[tuple[int, Kind]]] = defaultdict(set)  # and what hangs on each leaf
        for atom, node in enumerate(deadline.checking(plan.frame.atoms)):
            if plan.frame.positive[node]:
                kind = plan.kinds[atom]
                self._free[kind] += 1
                self._leads[kind].update(plan.kinds[need] for need in deadline.checking(plan.needs[atom]))
                if atom not in plan.opener:
                    self._words[kind].append(atom)
        self._grow(plan.goal, OUTSIDE)

    @property
    def fault(self) -> str:
        """Why the term cannot be finished, right after that was found."""
        return self._fault()

    @property
    def finished(self) -> bool:
        """Whether there is nothing left to link."""
        return not self._open

    def take(self, p: int, n: int) -> None:
        """Let an open leaf take a free atom, with whatever links must come with that."""
        for link in self.plan.links(p, n):
            self._link(*link)

    def undo(self, length: int) -> None:
        """Take all links back but the first so many."""
        while len(self.links) > length:
            self._unlink()
        self._unsettled.clear()

    def propagate(self) -> bool:
        """Make all links that are forced; whether that left every leaf an option."""
        while self._unsettled:
            self._deadline.check()
            kind, _ = self._unsettled.popitem()
            if not self._settle(kind):
                return False
        return True

    def possible(self) -> bool:
        """Whether each free atom can still be reached from where it must stand. Without hypotheses, that is exact."""
        self._deadline.check()
        return self._reaches_all() and self._reaches_hypotheses()

    def narrowest(self) -> int:
        """The open leaf that has the fewest options."""
        best, fewest = self.plan.goal, len(self.plan.kinds)
        groups = ((kind, *group) for kind, groups in self._groups.items() for group in groups.items())
        for kind, region, leaves in islice(groups, _GROUPS):
            count = self._options_in(kind, region, fewest + 1)
            if (count, leaves[0]) < (fewest, best):
                best, fewest = leaves[0], count
        return best

    def options(self, n: int) -> Iterator[int]:
        """What an open leaf may take, best first: hypotheses marked for its role, then near atoms.

        It may be asked further when later links were made and undone.
        """
        sought, kind = self.plan.marks[n], self.plan.kinds[n]
        levels: tuple[list[list[int]], ...] = [], [], []
        for given in self.plan.takes[kind]:
            levels[1].append(self._words[given])
            for region in self._scopes(self._region[n], given):
                for marks, atoms in self._hypotheses[region, given].items():
                    levels[2 if marks != sought else 0 if marks else 1].append(atoms)
        for level in levels:
            for _, p in merge(*(_nearest(atoms, n) for atoms in level if atoms)):
                yield p

    def _link(self, p: int, n: int) -> None:
        plan, region = self.plan, self._region[n]
        sought, given = plan.kinds[n], plan.kinds[p]
        self.links.append((p, n))
        self._remove_leaf(sought, region, n)
        atoms = self._free_like(p)
        del atoms[bisect_left(atoms, p)]
        if p in plan.opener:
            self._change_count(plan.opener[p], given, -1)
        self._free[given] -= 1
        leads = self._leads[given]
        for need in self._deadline.checking(plan.needs[p]):
            kind = plan.kinds[need]
            leads[kind] -= 1
            if not leads[kind]:
                self._reached.clear()
                self._all_suspect = True
            self._grow(need, region)
        self._unsettled.update(dict.fromkeys(plan.taken[given]))
        if sought not in self._groups and any(self._free[kind] for kind in plan.takes[sought]):
            self._goal_suspect = True
        self._suspects.update(dict.fromkeys(self._watching.pop(n, ())))

    def _unlink(self) -> None:
        plan = self.plan
        p, n = self.links.pop()
        region, given = self._region[n], plan.kinds[p]
        leads = self._leads[given]
        for need in plan.needs[p]:
            kind = plan.kinds[need]
            if not leads[kind]:
                self._reached.clear()
            leads[kind] += 1
            self._prune(need)
        self._free[given] += 1
        insort(self._free_like(p), p)
        if p in plan.opener:
            self._change_count(plan.opener[p], given, 1)
            self._suspects[plan.opener[p], given] = None
        self._add_leaf(plan.kinds[n], region, n)

    def _grow(self, leaf: int, region: int) -> None:
        """Open a leaf in a region, with the hypotheses that it brings into scope."""
        plan = self.plan
        if leaf in plan.opens or region == OUTSIDE:
            self._regions.add(leaf, region)
            region = leaf
            for hypothesis in self._deadline.checking(plan.opens.get(leaf, ())):
                key = leaf, plan.kinds[hypothesis]
                self._hypotheses.setdefault(key, {}).setdefault(plan.marks[hypothesis], []).append(hypothesis)
                self._change_count(*key, 1)
                self._suspects[key] = None
        self._region[leaf] = region
        kind = plan.kinds[leaf]
        self._add_leaf(kind, region, leaf)
        self._unsettled[kind] = None

    def _prune(self, leaf: int) -> None:
        """Undo the growth of a leaf."""
        plan = self.plan
        region = self._region.pop(leaf)
        self._remove_leaf(plan.kinds[leaf], region, leaf)
        self._suspects.update(dict.fromkeys(self._watching.pop(leaf, ())))
        if region == leaf:
            self._regions.remove(leaf)
            for hypothesis in plan.opens[leaf]:
                key = leaf, plan.kinds[hypothesis]
                self._hypotheses.pop(key, None)
                self._count[key[1]].pop(leaf, None)

    def _add_leaf(self, kind: Kind, region: int, leaf: int) -> None:
        self._open.add(leaf)
        insort(self._groups.setdefault(kind, {}).setdefault(region, []), leaf)

    def _remove_leaf(self, kind: Kind, region: int, leaf: int) -> None:
        self._open.remove(leaf)
        groups = self._groups[kind]
        leaves = groups[region]
        del leaves[bisect_left(leaves, leaf)]
        if not leaves:
            del groups[region]
        if not groups:
            del self._groups[kind]

    def _change_count(self, region: int, kind: Kind, change: int) -> None:
        counts = self._count[kind]
        counts[region] = counts.get(region, 0) + change
        if not counts[region]:
            del counts[region]

    def _free_like(self, p: int) -> list[int]:
        """The list of free atoms that an atom belongs to."""
        kind, opener = self.plan.kinds[p], self.plan.opener.get(p)
        return self._words[kind] if opener is None else self._hypotheses[opener, kind][self.plan.marks[p]]

    def _options_in(self, kind: Kind, region: int, enough: int) -> int:
        """How many options the leaves of a group have; counting stops where there are enough."""
        kinds = self.plan.takes[kind]
        count = sum(len(self._words[given]) for given in kinds)
        for given in kinds:
            for scope in self._scopes(region, given):
                if count >= enough:
                    break
                count += self._count[given][scope]
        return count

    def _scopes(self, region: int, kind: Kind) -> Iterator[int]:
        """The regions at or around a region that have free hypotheses of a kind."""
        counts = self._count[kind]
        if len(counts) <= self._regions.depth[region]:
            yield from (scope for scope in counts if self._regions.inside(region, scope))
        else:
            yield from (scope for scope in self._regions.outwards(region) if scope in counts)

    def _settle(self, kind: Kind) -> bool:
        """Make a link that is forced on a leaf of this kind, if there is one; False if a leaf has too few options."""
        groups = self._groups.get(kind, {})
        if len(groups) > _FEW and self._options_in(kind, self.plan.goal, 2) > 1:
            return True  # all leaves stand below the goal, so none is short of options
        for region, leaves in groups.items():
            count = self._options_in(kind, region, max(2, len(leaves)))
            if count < len(leaves):
                self._fault = partial(self._shortage, leaves[0])
                return False
            if count == 1:
                self.take(next(self.options(leaves[0])), leaves[0])
                self._unsettled[kind] = None
                break
        return True

    def _reach(self, kinds: Iterable[Kind]) -> set[Kind]:
        """The kinds of positive atoms that may come to stand below leaves of some kinds, scopes aside."""
        todo = list(kinds)
        seen = set(todo)
        reached: set[Kind] = set()
        while todo:
            for given in self.plan.takes[todo.pop()]:
                if given not in reached:
                    reached.add(given)
                    further = {sought for sought, count in self._leads[given].items() if count} - seen
                    seen |= further
                    todo += further
        return reached

    def _below(self, kind: Kind) -> set[Kind]:
        """What can be reached from a leaf of one kind, worked out once as long as it stays the same."""
        if kind not in self._reached:
            self._deadline.check()
            self._reached[kind] = self._reach([kind])
        return self._reached[kind]

    def _reaches_all(self) -> bool:
        """Whether all free atoms can be reached from the open leaves."""
        if self._goal_suspect or self._all_suspect or not self._open:
            reached = self._reach(self._groups)
            for kind, count in self._free.items():
                if count and kind not in reached:
                    self._fault = partial(self._left_over, kind)
                    return False
            self._goal_suspect = False
        return True

    def _reaches_hypotheses(self) -> bool:
        """Whether all hypotheses can be reached from the leaves that they belong below."""
        plan = self.plan
        if self._all_suspect:
            for leaf, hypotheses in plan.opens.items():
                for hypothesis in hypotheses if leaf not in self._region else ():
                    if plan.kinds[hypothesis] not in self._below(plan.kinds[leaf]):
                        self._fault = partial(self._useless, hypothesis)
                        return False
            self._suspects.update(dict.fromkeys(self._hypotheses))
            self._all_suspect = False
        while self._suspects:
            key = next(iter(self._suspects))
            region, kind = key
            if self._count[kind].get(region) and not self._has_witness(region, kind):
                hypothesis = next(p for atoms in self._hypotheses[key].values() for p in atoms)
                self._fault = partial(self._useless, hypothesis)
                return False
            del self._suspects[key]
        return True

    def _has_witness(self, region: int, kind: Kind) -> bool:
        """Whether there is an open leaf in a region below which the region's free hypotheses of a kind can be used."""
        self._deadline.check()
        key = region, kind
        leaf = self._witness.get(key)
        if (
            leaf in self._open
            and self._regions.inside(self._region[leaf], region)
            and kind in self._below(self.plan.kinds[leaf])
        ):
            return True
        for sought, groups in self._groups.items():
            if kind in self._below(sought):
                for inner in [region] if region in groups else groups:
                    if self._regions.inside(inner, region):
                        leaf = self._witness[key] = groups[inner][-1]  # a search takes the first leaves first
                        self._watching[leaf].add(key)
                        return True
        return False

    def _shortage(self, leaf: int) -> str:
        plan, frame = self.plan, self.plan.frame
        kinds = set(plan.takes[plan.kinds[leaf]])
        linked = {p for p, _ in self.links}
        outside = [p for p in plan.opener if plan.kinds[p] in kinds and p not in linked]
        if not outside:  # the atoms balance, so it is the kinds that do not
            return f"nothing can fill {frame.describe(leaf)} without a change of marks"
        hypothesis = f"the hypothesis {frame.describe(outside[0])}"
        return f"{frame.describe(leaf)} seeks {hypothesis}, which is of no use outside the argument it belongs to"

    def _left_over(self, kind: Kind) -> str:
        linked = {p for p, _ in self.links}
        atom = next(p for p, other in enumerate(self.plan.kinds) if other == kind and p not in linked)
        return f"{self.plan.frame.describe(atom)} is left over: nothing that the goal leads to can take it"

    def _useless(self, hypothesis: int) -> str:
        described = self.plan.frame.describe(hypothesis)
        return f"the hypothesis {described} is left over: nothing inside the argument that it belongs to can take it"


def _nearest(atoms: list[int], n: int) -> Iterator[tuple[int, int]]:
    """Sorted atoms by how far they are from another, with that distance; of two as far, the left one first."""
    right = bisect_left(atoms, n)
    left = right - 1
    while left >= 0 or right < len(atoms):
        if right == len(atoms) or (left >= 0 and n - atoms[left] <= atoms[right] - n):
            yield n - atoms[left], atoms[left]
            left -= 1
        else:
            yield atoms[right] - n, atoms[right]
            right += 1
