"""Why words with their types do not prove a goal, in a sentence that helps to mend it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from proofnets.deadline import NEVER, Deadline
from proofnets.logic import Frame, obstacle, occurrences

_MOST_NAMED = 4


def explain(frame: Frame, complete: bool = True, strict: bool = False, deadline: Deadline = NEVER) -> str:
    """Why a frame has no net, or none that is strict, in words; `complete` tells whether the search for one was.

    >>> from proofnets.logic import Frame, parse_judgement
    >>> print(explain(Frame(parse_judgement("Jan:np, Piet:np, slaapt:np -> s |- s"))))
    np is brought 2 times (by Jan and Piet) and needed once (by slaapt).
    >>> print(explain(Frame(parse_judgement("slaapt:np -> s |- np -> np -> s"))))
    np is brought 2 times (by the goal) and needed once (by slaapt).
    >>> print(explain(Frame(parse_judgement("de:n -> np, man:n |- n"))))
    np is brought once (by de) and never needed; n is brought once (by man) and needed 2 times (by de and the goal). \
With the goal np, all would balance.
    >>> print(explain(Frame(parse_judgement("Jan:np, slaapt:np -> s, vaak:n -> n |- s"))))
    The atoms balance, but no way to link them is a proof net: n 4 of 'vaak' is left over: nothing that the goal leads \
to can take it.
    """
    faults = _surpluses(frame, range(len(frame.atoms)))
    if not faults:
        if complete:
            reason = obstacle(frame, strict, deadline)
            return f"The atoms balance, but no way to link them is a proof net{f': {reason}' if reason else ''}."
        return "No proof was found in the time allowed, and the search is not complete."
    atoms = occurrences(frame)
    clauses = []
    for name in sorted(faults, key=lambda name: -faults[name]):
        negative, positive = atoms[name]
        clauses.append(f"{name} is {_told(frame, 'brought', positive)} and {_told(frame, 'needed', negative)}")
    return "; ".join(clauses) + "." + _better_goal(frame)


def _surpluses(frame: Frame, atoms: Iterable[int]) -> dict[str, int]:
    """How much more often each kind of atom is brought than needed, where that is not the same."""
    count: Counter[str] = Counter()
    for atom in atoms:
        count[frame.name(atom)] += 1 if frame.positive[frame.atoms[atom]] else -1
    return {name: surplus for name, surplus in count.items() if surplus}


def _told(frame: Frame, verb: str, atoms: Sequence[int]) -> str:
    """How often the atoms occur, and where."""
    if not atoms:
        return f"never {verb}"
    owners = dict.fromkeys(frame.owners[frame.atoms[atom]] for atom in atoms)
    names = [frame.judgement.names[owner - 1] if owner else "the goal" for owner in owners]
    if len(names) > _MOST_NAMED:
        names = [*names[: _MOST_NAMED - 1], f"{len(names) - _MOST_NAMED + 1} more"]
    listed = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
    return f"{verb} {'once' if len(atoms) == 1 else f'{len(atoms)} times'} (by {listed})"


def _better_goal(frame: Frame) -> str:
    """What the goal would have to be, if the words leave one atom and nothing else."""
    words = [atom for atom, node in enumerate(frame.atoms) if frame.owners[node]]
    match list(_surpluses(frame, words).items()):
        case [(name, 1)]:
            return f" With the goal {name}, all would balance."
    return ""
