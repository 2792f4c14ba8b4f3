"""Repair: where the types that a model prefers do not balance, the likeliest exchange of some of them that does.

A sentence is decoded greedily. Wherever another symbol was likely too, the type is also finished with that one, which
gives every token a few other types, each with what it costs. Count invariance is a sum over tokens, so which exchanges
balance can be told without running the model again: at most four tokens are exchanged, and pairs of exchanges that
complete each other are looked up by their sums.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from proofnets.parser.decoding import DecodedFrame, Stepper, best_rows, is_late, log_softmax
from proofnets.parser.grammar import Grammar, Ints
from proofnets.parser.runtime import Encoded, taken

LIKELY = -5.0
"""The least log-probability of a symbol with which another type begins."""
MOST_BRANCHES = 4
"""How many other symbols are tried at a time."""
MOST_ROWS = 12
"""How many types of a sentence are written side by side: the likeliest."""
MOST_EXCHANGES = 160
"""How many exchanges are considered for a sentence: the cheapest."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A type that a token may have: its symbols, its log-probability, and what it adds to the balance."""

    symbols: tuple[int, ...]
    score: float
    balance: Ints


@dataclass(frozen=True, slots=True)
class Lattice:
    """The types that each token may have, the preferred one first; and the log-probability of each atom as the goal."""

    words: list[list[Choice]] = field(default_factory=list)
    goals: list[float] = field(default_factory=list)


def lattices(model: Stepper, grammar: Grammar, encoded: Encoded, lengths: Sequence[int]) -> list[Lattice]:
    """Greedy decoding that keeps what else was likely."""
    found = [Lattice([[] for _ in range(length)]) for length in lengths]
    encoded, words = model.sees(encoded), np.array(lengths, dtype=np.int64)
    sentence = rows = np.arange(len(lengths))
    main = np.ones(len(lengths), dtype=np.bool_)
    states, scores = grammar.first(len(lengths)), np.zeros(len(lengths))
    history = np.full((len(lengths), 1), grammar.sos, dtype=np.int64)
    current, cache = encoded, model.first_cache(len(lengths))
    while len(sentence):
        raw, cache = model.step(history, grammar.tokens(states.turn, words[sentence]), current, cache)
        log = log_softmax(raw)
        late = is_late(history.shape[1], states.turn, words[sentence])
        log[~grammar.allowed(states, words[sentence], False, late)] = -np.inf
        for row in np.flatnonzero(main & (states.turn == 0)):  # all words have their types
            found[sentence[row]].goals.extend(log[row, grammar.atoms].tolist())
        going = np.flatnonzero(states.turn > 0)
        parents, symbols, kept = _branches(log[going], main[going] & (states.due[going] > 0))
        parents = going[parents]
        scores = np.where(states.due[parents] == 0, 0.0, scores[parents] + log[parents, symbols])  # of the type
        main, sentence, turn = kept & main[parents], sentence[parents], states.turn[parents]
        token = grammar.tokens(turn, words[sentence])
        states = grammar.after(states.take(parents), symbols, words[sentence])
        history = np.concatenate([history[parents], symbols[:, None]], 1)
        complete = (states.due == 0) & (states.turn == turn)
        for row in np.flatnonzero(complete):
            written = tuple(history[row, len(history[row]) - int(states.length[row]) :].tolist())
            choices = found[sentence[row]].words[token[row] - 1]
            choice = Choice(written, float(scores[row]), grammar.balance_of(written))
            choices.insert(0 if main[row] else len(choices), choice)
        alive = np.flatnonzero(main | ~complete)
        alive = alive[best_rows(sentence[alive], np.where(main, np.inf, scores)[alive], MOST_ROWS)]
        states, scores, history = states.take(alive), scores[alive], history[alive]
        sentence, main = sentence[alive], main[alive]
        if not np.array_equal(parents[alive], np.arange(len(cache[0]))):
            cache = taken(cache, parents[alive])
        if not np.array_equal(sentence, rows):
            current, rows = encoded.take(sentence), sentence
    return found


def _branches(log: NDArray[np.float64], may_branch: NDArray[np.bool_]) -> tuple[Ints, Ints, NDArray[np.bool_]]:
    """How rows go on: each with its best symbol, some with other likely ones. Rows, symbols, whether it is the best."""
    best = log.argmax(1)
    others = log.copy()
    others[np.arange(len(log)), best] = -np.inf
    others[~may_branch] = -np.inf
    count = min(MOST_BRANCHES, log.shape[1])
    symbols = np.argpartition(-others, count - 1, 1)[:, :count] if len(log) else np.zeros((0, count), dtype=np.int64)
    rows, columns = np.nonzero(np.take_along_axis(others, symbols, 1) >= LIKELY)
    parents = np.concatenate([np.arange(len(log)), rows])
    kept = np.arange(len(parents)) < len(log)
    return parents, np.concatenate([best, symbols[rows, columns]]), kept


def preferred(lattice: Lattice, grammar: Grammar) -> DecodedFrame:
    """The frame of the types that the model prefers, whether it balances or not."""
    return _frame(lattice, grammar, [0] * len(lattice.words), int(np.argmax(lattice.goals)))


def repaired(lattice: Lattice, grammar: Grammar, most: int) -> list[DecodedFrame]:
    """The likeliest balanced frames that differ from the preferred one in at most four tokens, the likeliest first."""
    exchanges = _exchanges(lattice)
    total = np.sum([choices[0].balance for choices in lattice.words], 0)
    found: dict[tuple[tuple[int, int], ...], tuple[float, int]] = {}
    goals = np.array(lattice.goals)
    for goal in np.argsort(-goals)[:6].tolist():
        wanted = -total.copy()
        wanted[goal] += 1
        for chosen, cost in _solutions(exchanges, wanted, most):
            score = float(goals[goal]) - cost
            if score > found.get(chosen, (-np.inf, 0))[0]:
                found[chosen] = score, goal
    frames: list[DecodedFrame] = []
    for chosen, (_, goal) in sorted(found.items(), key=lambda item: -item[1][0]):
        if len(frames) == most:
            break
        places = [0] * len(lattice.words)
        for word, place in chosen:
            places[word] = place
        if _hangs_together(lattice, grammar, places):
            frames.append(_frame(lattice, grammar, places, goal))
    return frames


def _hangs_together(lattice: Lattice, grammar: Grammar, places: Sequence[int]) -> bool:
    """Whether no token continues one that brings nothing."""
    written = [choices[place].symbols for choices, place in zip(lattice.words, places, strict=True)]
    return all(after != (grammar.more,) or before != (grammar.nothing,) for before, after in pairwise(written))


@dataclass(frozen=True, slots=True)
class _Exchanges:
    """Other types for tokens: which token, which of its choices, what that costs and what it does to the balance."""

    words: Ints
    places: Ints
    costs: NDArray[np.float64]
    changes: Ints


def _exchanges(lattice: Lattice) -> _Exchanges:
    listed = [
        (choices[0].score - choice.score, word, place, choice.balance - choices[0].balance)
        for word, choices in enumerate(lattice.words)
        for place, choice in enumerate(choices)
        if place
    ]
    listed.sort(key=lambda item: item[:3])
    listed = listed[:MOST_EXCHANGES]
    width = len(lattice.words[0][0].balance)
    return _Exchanges(
        np.array([item[1] for item in listed], dtype=np.int64),
        np.array([item[2] for item in listed], dtype=np.int64),
        np.array([item[0] for item in listed], dtype=np.float64),
        np.array([item[3] for item in listed], dtype=np.int64).reshape(-1, width),
    )


def _solutions(exchanges: _Exchanges, wanted: Ints, most: int) -> Iterator[tuple[tuple[tuple[int, int], ...], float]]:
    """Sets of exchanges of different tokens whose changes add up to what is wanted, and their costs.

    Changes are told apart by a random linear map to one number, so that sums of changes are sums of numbers; what comes
    out is added up again.
    """
    key = np.random.default_rng(0).integers(1, 2**40, size=len(wanted))
    numbers, goal = exchanges.changes @ key, int(wanted @ key)
    if goal == 0 and not wanted.any():
        yield (), 0.0
    singles = [((int(i),), float(exchanges.costs[i])) for i in np.flatnonzero(numbers == goal)]
    first, second = np.triu_indices(len(numbers), 1)
    apart = exchanges.words[first] != exchanges.words[second]
    first, second = first[apart], second[apart]
    sums, costs = numbers[first] + numbers[second], exchanges.costs[first] + exchanges.costs[second]
    order = np.lexsort((costs, sums))
    first, second, sums, costs = first[order], second[order], sums[order], costs[order]
    pairs = [((int(first[i]), int(second[i])), float(costs[i])) for i in np.flatnonzero(sums == goal)]
    found = singles + pairs
    for rest, members, spent in (
        (goal - numbers, np.arange(len(numbers))[:, None], exchanges.costs),
        (goal - sums, np.stack([first, second], 1), costs),
    ):
        places = np.searchsorted(sums, rest)  # the cheapest pair with that sum
        there = np.flatnonzero(places < len(sums))
        there = there[sums[places[there]] == rest[there]]
        for i in there[np.argsort(spent[there] + costs[places[there]], kind="stable")][: 4 * most].tolist():
            other = places[i]
            members_ = (*members[i].tolist(), int(first[other]), int(second[other]))
            found.append((members_, float(spent[i] + costs[other])))
    for chosen, cost in sorted(found, key=lambda item: item[1]):
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
