"""Conformity: does our extraction give what Æthel has for the same trees?

Æthel cuts a sentence into the parts of its discourse and makes a sample of each, without punctuation; we have one
sample of all of it. Its samples are laid beside ours by position, and the types of the words that both have are
compared. Words whose types differ only because Æthel cut the sentence there are counted by themselves.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from proofnets.logic import Atom, Box, Diamond, Implication, Type, prefix
from proofnets.logic.types import atoms, fold
from proofnets.table import show_table
from proofnets.treebank.graph import DISCOURSE
from proofnets.treebank.samples import Sample, read_samples

TORN = "Æthel took a phrase away from the word that it is an argument of"
CUT = "Æthel cut the sentence into other parts than we do"
UNIT = "a unit in two places, which is one word of Æthel's"
ATOM = "another class or category, in the same place"
ROLE = "another relation"


@dataclass(frozen=True, slots=True)
class Difference:
    """A word to which the two give different types."""

    id: str
    word: str
    ours: Type
    theirs: Type
    cause: str


@dataclass(slots=True)
class Conformity:
    """Counts over the words that both have, and over the sentences that are one sample of as many words in both."""

    words: int = 0
    same: int = 0
    cut: int = 0
    """Words whose types differ only because Æthel cut the sentence there. They are not among `words`."""
    lost: int = 0
    """Words of Æthel's that are none of ours."""
    sentences: int = 0
    frames: int = 0
    nets: int = 0
    differences: list[Difference] = field(default_factory=list)


def read_published(path: str | Path) -> dict[str, list[list[Sample]]]:
    """The samples of a file in which each line also has the name of its `tree`: by this name, the parts of a sentence
    together. Some sentences are in Æthel several times, under different names, and there is one tree for all of them.
    """
    with open(path, encoding="utf-8") as file:
        trees = [json.loads(line)["tree"].removesuffix(".xml") for line in file if line.strip()]
    sentences: dict[tuple[str, str], list[Sample]] = {}
    for tree, sample in zip(trees, read_samples(path), strict=True):
        sentences.setdefault((tree, sample.id.rpartition("_")[0]), []).append(sample)
    published: dict[str, list[list[Sample]]] = {}
    for (tree, _), parts in sentences.items():
        published.setdefault(tree, []).append(parts)
    return published


def conformity(pairs: Iterable[tuple[Sample, Sequence[Sample]]]) -> Conformity:
    """Compare samples of ours, each with those that Æthel has of the same sentence."""
    counts = Conformity()
    for ours, theirs in pairs:
        _compare(ours, theirs, counts)
    return counts


def _compare(ours: Sample, theirs: Sequence[Sample], counts: Conformity) -> None:
    places = _align_parts(theirs, ours)
    torn = any(_is_torn(sample, ours, where) for sample, where in zip(theirs, places, strict=True))
    for sample, where in zip(theirs, places, strict=True):
        for place, entry in zip(where, sample.types, strict=True):
            if not isinstance(entry, Type):
                continue
            mine = None if place is None else ours.types[place]
            if place is None or not isinstance(mine, Type):
                counts.lost += 1
            elif mine is not entry and without_discourse(mine, sample.goal) is entry:
                counts.cut += 1
            else:
                counts.words += 1
                counts.same += mine is entry
                if mine is not entry:
                    cause = TORN if torn else CUT if len(theirs) > 1 else _cause(mine, entry)
                    counts.differences.append(Difference(ours.id, ours.tokens[place], mine, entry, cause))
    if len(theirs) == 1:
        _compare_nets(ours, theirs[0], counts)


def _compare_nets(ours: Sample, theirs: Sample, counts: Conformity) -> None:
    frame, other = ([entry for entry in sample.types if isinstance(entry, Type)] for sample in (ours, theirs))
    counts.sentences += len(frame) == len(other)
    if frame == other and ours.goal is theirs.goal:
        counts.frames += 1
        counts.nets += set(ours.links) == set(theirs.links)


def _align_parts(parts: Sequence[Sample], whole: Sample) -> list[list[int | None]]:
    """Where the tokens of each part stand in a sentence. The longest parts choose first."""
    taken: set[int] = set()
    places: dict[str, list[int | None]] = {}
    for part in sorted(parts, key=lambda part: -len(part.tokens)):
        places[part.id] = align(part.tokens, whole.tokens, taken)
        taken |= {place for place in places[part.id] if place is not None}
    return [places[part.id] for part in parts]


def align(part: Sequence[str], whole: Sequence[str], taken: set[int]) -> list[int | None]:
    """Where the tokens of a part stand in the whole, in order: near each other with few gaps, and none where another
    part is if that can be. None stands for a token that is not found.
    """
    again, missing = len(whole), len(whole) ** 2
    best: dict[int, tuple[int, list[int | None]]] = {0: (0, [])}  # what the tokens so far cost, by where they end
    for token in part:
        longer: dict[int, tuple[int, list[int | None]]] = {}
        for end, (cost, places) in best.items():
            choices: list[tuple[int, int, int | None]] = [(end, cost + missing, None)]
            for place in range(end, len(whole)):
                if whole[place].lower() == token.lower():
                    gap = place - end if end else 0
                    choices.append((place + 1, cost + gap + (gap > 0) + again * (place in taken), place))
            for after, price, choice in choices:
                if after not in longer or price < longer[after][0]:
                    longer[after] = price, [*places, choice]
        best = longer
    return min(best.values(), key=lambda candidate: candidate[0])[1]


def _is_torn(part: Sample, whole: Sample, places: Sequence[int | None]) -> bool:
    """Whether a part is an argument in the whole: the word that makes its goal has the same type there."""
    head = _head(part)
    place = places[head]
    return place is not None and part.goal is not whole.goal and whole.types[place] is part.types[head]


def _head(sample: Sample) -> int:
    """The token whose type makes the goal."""
    sizes = [len(atoms(entry)) if isinstance(entry, Type) else 0 for entry in sample.types]
    goal = sum(sizes)
    output = next(positive for positive, negative in sample.links if negative == goal)
    head = 0
    while output >= sizes[head]:
        output -= sizes[head]
        head += 1
    return head


def without_discourse(type_: Type, goal: Type) -> Type:
    """A type with a goal in the place of what makes a part of the sentence an adjunct of another part."""

    def box(label: str, body: Type) -> Type:
        return goal if label in DISCOURSE else Box(label, body)

    # What stands inside such a box is built as well, and then thrown away.
    return fold(type_, Atom, Implication, Diamond, box)


def _cause(ours: Type, theirs: Type) -> str:
    """Why types differ where both have the same sentence."""
    if "◇mwp" in prefix(ours):
        return UNIT
    marks, others = ([symbol if symbol[0] in "◇□⊸" else "" for symbol in prefix(type_)] for type_ in (ours, theirs))
    return ATOM if marks == others else ROLE


def show_conformity(counts: Conformity) -> str:
    """The conformity as text: the figures, then the causes of what differs, with an example of each."""
    total = max(counts.words, 1)
    causes = Counter(difference.cause for difference in counts.differences)
    rows = [("words", "share", "cause", "for example")]
    for cause, count in causes.most_common():
        example = next(difference for difference in counts.differences if difference.cause == cause)
        shown = f"{example.id} {example.word}: {example.theirs} → {example.ours}"
        rows.append((f"{count:,}", f"{count / total:.2%}", cause, shown))
    return (
        f"{counts.words:,} words: the same type {counts.same / total:.2%}; beside them {counts.cut:,} that differ only "
        f"because the sentence is cut there, and {counts.lost:,} that are no word of ours\n"
        f"{counts.sentences:,} sentences of the same words: the same types {counts.frames:,}, and the same links "
        f"{counts.nets:,}\n" + show_table(rows, ">><<")
    )
