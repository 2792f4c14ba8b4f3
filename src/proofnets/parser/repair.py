"""Repair: where the types that a model prefers do not balance, the likeliest exchange of some of them that does.

A sentence is written as the model prefers it, balanced or not. Wherever another symbol was likely too, the type is also
finished with that one, which gives tokens a few other types, each with what it costs. Count invariance is a sum over
tokens, so which exchanges balance can be told without running the model again: at most four tokens are exchanged, and
pairs of exchanges that complete each other are looked up by their sums.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from proofnets.deadline import Deadline
from proofnets.parser.decoding import Constraints, DecodedFrame, Logs, Path
from proofnets.parser.grammar import Grammar, Ints
from proofnets.parser.runtime import Encoded, shortened
from proofnets.parser.voices import Voice
from proofnets.parser.writing import Guesses, Type, write

LIKELY = -5.0
"""The least log-probability of a symbol with which another type begins."""
MOST_BRANCHES = 4
"""How many other symbols are tried in one place."""
MOST_TYPES = 80
"""How many other types are written for a sentence: those whose first other symbol is the likeliest."""
MOST_GOALS = 6
"""How many goals are considered: the likeliest."""
PREFERRED = Constraints(balanced=False, floor=-np.inf, margin=np.inf)


@dataclass(frozen=True, slots=True)
class Choice:
    """A type that a token may have: its symbols, its log-probability, and what it adds to the balance."""

    symbols: tuple[int, ...]
    score: float
    balance: Ints


@dataclass(frozen=True, slots=True)
class Lattice:
    """The types that each token may have, the preferred one first; and the log-probability of each atom as the goal."""

    words: list[list[Choice]]
    goals: list[float]


def lattice(voice: Voice, encoded: Encoded, words: int, types: Sequence[Type], deadline: Deadline) -> Lattice | None:
    """What a voice prefers for one sentence, and what else was likely; None if time is up before all is written.

    For tokens for which types are given, these are expected: it takes less time if they are right. If time is up later,
    what else is known by then is the answer.
    """
    path, finished = voice.writes(encoded, words, PREFERRED, types, deadline)
    if not finished:
        return None
    grammar, turn = voice.grammar, path.states.turn
    allowed = grammar.allowed(path.states, False, np.arange(1, len(path.symbols)))
    log = np.where(allowed, path.log, -np.inf)
    starts = np.searchsorted(turn[turn > 0], np.arange(1, words + 2)).tolist()  # where each type begins, and the goal
    turns = [
        [_choice(grammar, type_, log[start : start + len(type_)])]
        for start, type_ in zip(starts, grammar.types(path.symbols), strict=True)
    ][:-1]
    guesses = Guesses()
    guesses.learn(choices[0].symbols for choices in turns)
    seen, cache, known = voice.decoder.sees(encoded), path.cache, -1
    in_types = (turn > 0) & ~grammar.has_ended(path.states)
    for row, symbol in _branches(np.where(in_types[:, None], log, -np.inf), np.array(path.symbols[1:])):
        if row != known:
            cache, known = shortened(path.cache, row + 1), row
        start = starts[turn[row] - 1]
        begun = path.symbols[start + 1 : row + 1]
        branch = Path((grammar.sep, *begun, symbol), path.states.take(slice(row, row + 1)), log[:0], cache)
        other, complete = write(*voice, seen, words, PREFERRED, guesses, deadline, branch, one_type=True)
        if not complete:
            break
        choice = _choice(grammar, other.symbols[1:], np.concatenate([log[start : row + 1], other.log]))
        turns[turn[row] - 1].append(choice)
        guesses.learn([choice.symbols])
    return Lattice(turns[::-1] if grammar.backwards else turns, log[starts[-1], grammar.atoms].tolist())


def _choice(grammar: Grammar, type_: Type, log: Logs) -> Choice:
    """A type of which it is known how likely each symbol was."""
    return Choice(type_, float(log[np.arange(len(type_)), type_].sum()), grammar.balance_of(type_))


def _branches(log: Logs, written: Ints) -> list[tuple[int, int]]:
    """Where another symbol was likely than the one that was written, and which, by place; the likeliest of these."""
    rows = np.arange(len(log))
    others = log.copy()
    others[rows, written] = -np.inf
    count = min(MOST_BRANCHES, log.shape[1])
    symbols = np.argpartition(-others, count - 1, 1)[:, :count]
    likely = np.take_along_axis(others, symbols, 1)
    places, columns = np.nonzero(likely >= LIKELY)
    costs = log[places, written[places]] - likely[places, columns]
    best = np.sort(np.argsort(costs, kind="stable")[:MOST_TYPES])
    return list(zip(places[best].tolist(), symbols[places[best], columns[best]].tolist(), strict=True))


def preferred(lattice: Lattice, grammar: Grammar) -> DecodedFrame:
    """The frame of the types that the model prefers, whether it balances or not."""
    return _frame(lattice, grammar, [0] * len(lattice.words), int(np.argmax(lattice.goals)))


def repaired(lattice: Lattice, grammar: Grammar, most: int) -> list[DecodedFrame]:
    """The likeliest balanced frames that differ from the preferred one in at most four tokens, the likeliest first."""
    exchanges = _exchanges(lattice)
    total = np.sum([choices[0].balance for choices in lattice.words], 0)
    solutions: dict[tuple[tuple[int, int], ...], tuple[float, int]] = {}
    goals = np.array(lattice.goals)
    for goal in np.argsort(-goals)[:MOST_GOALS].tolist():
        wanted = -total.copy()
        wanted[goal] += 1
        for chosen, cost in _solutions(exchanges, wanted, most):
            score = float(goals[goal]) - cost
            if score > solutions.get(chosen, (-np.inf, 0))[0]:
                solutions[chosen] = score, goal
    frames: list[DecodedFrame] = []
    for chosen, (_, goal) in sorted(solutions.items(), key=lambda item: -item[1][0]):
        if len(frames) == most:
            break
        places = [0] * len(lattice.words)
        for word, place in chosen:
            places[word] = place
        if _hangs_together(lattice, grammar, places):
            frames.append(_frame(lattice, grammar, places, goal))
    return frames


def _hangs_together(lattice: Lattice, grammar: Grammar, places: Sequence[int]) -> bool:
    """Whether no token continues one that brings nothing, or none at all."""
    chosen = [choices[place].symbols for choices, place in zip(lattice.words, places, strict=True)]
    written = [(grammar.nothing,), *chosen]
    return all(after != (grammar.more,) or before != (grammar.nothing,) for before, after in pairwise(written))


@dataclass(frozen=True, slots=True)
class _Exchanges:
    """Other types for tokens, and pairs of them for different tokens, sorted by what they do to the balance.

    Changes are told apart by a random linear map to one number, so that sums of changes are sums of numbers.
    """

    words: Ints
    places: Ints
    """Which of the token's choices."""
    changes: Ints
    """(exchanges, atoms): of the balance."""
    costs: Logs
    numbers: Ints
    pairs: Ints
    """(pairs, 2)"""
    pair_costs: Logs
    pair_numbers: Ints

    def number(self, change: Ints) -> int:
        """A change of the balance as one number."""
        return int(change @ _key(len(change)))


def _key(atoms: int) -> Ints:
    return np.random.default_rng(0).integers(1, 2**40, size=atoms)


def _exchanges(lattice: Lattice) -> _Exchanges:
    listed = [
        (word, place, choice.balance - choices[0].balance, choices[0].score - choice.score)
        for word, choices in enumerate(lattice.words)
        for place, choice in enumerate(choices)
        if place
    ]
    atoms = len(lattice.goals)
    words, places = (np.array([item[field] for item in listed], dtype=np.int64) for field in (0, 1))
    changes = np.array([item[2] for item in listed], dtype=np.int64).reshape(-1, atoms)
    costs = np.array([item[3] for item in listed], dtype=np.float64)
    numbers = changes @ _key(atoms)
    pairs = np.stack(np.triu_indices(len(listed), 1), 1)
    pairs = pairs[words[pairs[:, 0]] != words[pairs[:, 1]]]
    pair_costs, pair_numbers = costs[pairs].sum(1), numbers[pairs].sum(1)
    order = np.lexsort((pair_costs, pair_numbers))
    return _Exchanges(words, places, changes, costs, numbers, pairs[order], pair_costs[order], pair_numbers[order])


def _solutions(exchanges: _Exchanges, wanted: Ints, most: int) -> Iterator[tuple[tuple[tuple[int, int], ...], float]]:
    """Sets of exchanges of different tokens whose changes add up to what is wanted, and their costs.

    What one number stands for is added up again.
    """
    goal, numbers, sums = exchanges.number(wanted), exchanges.numbers, exchanges.pair_numbers
    if goal == 0 and not wanted.any():
        yield (), 0.0
    solutions: list[tuple[tuple[int, ...], float]] = [
        ((i,), float(exchanges.costs[i])) for i in np.flatnonzero(numbers == goal).tolist()
    ]
    for i in np.flatnonzero(sums == goal):
        solutions.append((tuple(exchanges.pairs[i].tolist()), float(exchanges.pair_costs[i])))
    for rest, members, spent in (
        (goal - numbers, np.arange(len(numbers))[:, None], exchanges.costs),
        (goal - sums, exchanges.pairs, exchanges.pair_costs),
    ):
        places = np.searchsorted(sums, rest)  # the cheapest pair with that sum
        there = np.flatnonzero(places < len(sums))
        there = there[sums[places[there]] == rest[there]]
        total = spent[there] + exchanges.pair_costs[places[there]]
        for i in np.argsort(total, kind="stable")[: 4 * most].tolist():
            both = (*members[there[i]].tolist(), *exchanges.pairs[places[there[i]]].tolist())
            solutions.append((both, float(total[i])))
    for chosen, cost in sorted(solutions, key=lambda item: item[1]):
        tokens = {int(exchanges.words[i]) for i in chosen}
        if len(tokens) == len(chosen) and (exchanges.changes[list(chosen)].sum(0) == wanted).all():
            yield tuple(sorted((int(exchanges.words[i]), int(exchanges.places[i])) for i in chosen)), cost


def _frame(lattice: Lattice, grammar: Grammar, places: Sequence[int], goal: int) -> DecodedFrame:
    chosen = [choices[place] for choices, place in zip(lattice.words, places, strict=True)]
    symbols = [grammar.sos]
    for choice in chosen:
        symbols += [*choice.symbols, grammar.sep]
    score = sum(choice.score for choice in chosen) + lattice.goals[goal]
    return DecodedFrame((*symbols, int(grammar.atoms[goal])), float(score))
