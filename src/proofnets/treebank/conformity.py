"""Conformity: does our extraction give what Æthel has for the same trees?

Æthel cuts a sentence into the parts of its discourse and makes a sample of each, without punctuation; we have one
sample of all of it. Its samples are laid beside ours by position, and the types of the words that both have are
compared. A word whose type differs only because Æthel cut the sentence there is counted by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from proofnets.logic import Box, Diamond, Implication, Type
from proofnets.treebank.graph import DISCOURSE
from proofnets.treebank.samples import Sample


@dataclass(frozen=True, slots=True)
class Difference:
    """A word to which ours and theirs give different types."""

    id: str
    token: int
    word: str
    ours: Type
    theirs: Type


@dataclass(slots=True)
class Conformity:
    """Counts over the words that both have, and over the samples that are of a whole sentence in both."""

    words: int = 0
    same: int = 0
    cut: int = 0
    """Words whose types differ only because Æthel cut the sentence there; they are not among `words`."""
    lost: int = 0
    """Words of theirs that are no word of ours, or that are not found in the sentence."""
    whole: int = 0
    frames: int = 0
    nets: int = 0
    differences: list[Difference] = field(default_factory=list)


def conformity(pairs: Iterable[tuple[Sample, Sequence[Sample]]]) -> Conformity:
    """Compare samples of ours, each with those that Æthel has of the same tree."""
    found = Conformity()
    for ours, theirs in pairs:
        _compare(ours, theirs, found)
    return found


def _compare(ours: Sample, theirs: Sequence[Sample], found: Conformity) -> None:
    taken: set[int] = set()
    for sample in sorted(theirs, key=lambda sample: -len(sample.tokens)):
        places = align(sample.tokens, ours.tokens, taken)
        taken |= {place for place in places if place is not None}
        for place, entry in zip(places, sample.types, strict=True):
            if not isinstance(entry, Type):
                continue
            mine = ours.types[place] if place is not None else None
            if place is None or not isinstance(mine, Type):
                found.lost += 1
            elif mine is entry:
                found.words += 1
                found.same += 1
            elif without_discourse(mine, sample.goal) is entry:
                found.cut += 1
            else:
                found.words += 1
                found.differences.append(Difference(ours.id, place, ours.tokens[place], mine, entry))
    if len(theirs) == 1:
        words, others = ([entry for entry in sample.types if isinstance(entry, Type)] for sample in (ours, theirs[0]))
        if len(words) == len(others):
            found.whole += 1
            if words == others and ours.goal is theirs[0].goal:
                found.frames += 1
                found.nets += set(ours.links) == set(theirs[0].links)


def align(part: Sequence[str], whole: Sequence[str], taken: set[int]) -> list[int | None]:
    """Where the tokens of a part stand in the whole, in order: with as few gaps as possible, and not where another is.

    >>> align(["de", "man"], ["De", "vrouw", "en", "de", "man"], set())
    [3, 4]
    >>> align(["ja"], ["ja", ",", "ja"], {0})
    [2]
    """
    missing, used, gap = 1000, 30, 1
    # best[j]: the cost and places of the tokens so far, the last of them at j - 1 (or none at all, at 0)
    best: dict[int, tuple[int, list[int | None]]] = {0: (0, [])}
    for token in part:
        following: dict[int, tuple[int, list[int | None]]] = {}
        for end, (cost, places) in best.items():
            skipped = (cost + missing, [*places, None])
            if end not in following or skipped[0] < following[end][0]:
                following[end] = skipped
            for place in range(end, len(whole)):
                if whole[place].lower() == token.lower():
                    price = cost + (gap if place > end > 0 else 0) + (used if place in taken else 0)
                    if place + 1 not in following or price < following[place + 1][0]:
                        following[place + 1] = price, [*places, place]
        best = following
    return min(best.items(), key=lambda item: (item[1][0], item[0]))[1][1]


def without_discourse(type_: Type, goal: Type) -> Type:
    """A type with a goal in the place of what makes the part of a sentence an adjunct of another part."""
    match type_:
        case Box(label, _) if label in DISCOURSE:
            return goal
        case Box(label, body):
            return Box(label, without_discourse(body, goal))
        case Diamond(label, body):
            return Diamond(label, without_discourse(body, goal))
        case Implication(argument, result):
            return Implication(without_discourse(argument, goal), without_discourse(result, goal))
    return type_
