"""Grafts: sentences made of sentences, to train on.

A run of tokens from which a single link leads out, from a positive atom, is a proof of that atom by itself. Where one
stands, any other proof of the same atom can stand (that is the cut rule), and what comes out is a net again. The
sentence may mean little, but every word has a type that it could have there: it cannot be learnt by heart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import TypeAlias

from proofnets.logic import Type, atoms
from proofnets.treebank.samples import Sample

LONGEST_PART = 10
"""In tokens."""
LEAST_VARIETY = 0.3
"""How many different parts there must be of a kind, for each that there is. Where a few words come again and again, as
pronouns do, they are chosen by case and number, and one is seldom as good as another."""


@dataclass(frozen=True, slots=True)
class Part:
    """The tokens of a sample from `start` to before `end`, which prove an atom."""

    sample: Sample
    start: int
    end: int
    first: int
    """The index of its first atom."""
    last: int
    """One more than that of its last."""
    output: int
    """The index of the positive atom from which a link leads out."""
    name: str
    """What that atom is called."""


def parts(sample: Sample) -> Iterator[Part]:
    """All parts of a sample that prove an atom; not the whole of it."""
    names = [atom for entry in sample.types if isinstance(entry, Type) for atom in atoms(entry, True)]
    sizes = [len(atoms(entry, True)) if isinstance(entry, Type) else 0 for entry in sample.types]
    before = [0, *accumulate(sizes)]
    partner = {end: other for link in sample.links for end, other in (link, link[::-1])}
    for start in range(len(sample.tokens)):
        if not isinstance(sample.types[start], Type):
            continue
        out: set[int] = set()  # the atoms whose links lead out
        for end in range(start + 1, min(len(sample.tokens), start + LONGEST_PART) + 1):
            for atom in range(before[end - 1], before[end]):
                if partner[atom] in out:
                    out.remove(partner[atom])
                else:
                    out.add(atom)
            continues = end < len(sample.tokens) and sample.types[end] == "+"
            if len(out) == 1 and not continues and sample.types[end - 1] is not None and end - start < len(sizes):
                (output,) = out
                name, positive = names[output]
                if positive:
                    yield Part(sample, start, end, before[start], before[end], output, name)


def graft(part: Part, other: Part) -> Sample:
    """The sample of a part, with another part in its place. Both must prove the same atom."""
    host, guest = part.sample, other.sample
    shift = (other.last - other.first) - (part.last - part.first)

    def outer(atom: int) -> int:
        if atom == part.output:
            return other.output - other.first + part.first
        return atom if atom < part.first else atom + shift

    kept = [(outer(p), outer(n)) for p, n in host.links if p == part.output or not part.first <= p < part.last]
    inner = [
        (p - other.first + part.first, n - other.first + part.first)
        for p, n in guest.links
        if other.first <= p < other.last and p != other.output
    ]
    return Sample(
        (*host.tokens[: part.start], *guest.tokens[other.start : other.end], *host.tokens[part.end :]),
        (*host.types[: part.start], *guest.types[other.start : other.end], *host.types[part.end :]),
        host.goal,
        tuple(sorted(kept + inner)),
        id=f"{host.id}+{guest.id}",
    )


_Kind: TypeAlias = tuple[str, bool]
"""What decides where a part can stand: its atom, and whether it begins a sentence, with a capital that is."""


class Nursery:
    """Samples with their parts, from which others can be grown."""

    def __init__(self, samples: Sequence[Sample]) -> None:
        self.samples = samples
        of_samples = [list(parts(sample)) for sample in samples]
        alike: dict[_Kind, list[Part]] = {}
        for each in of_samples:
            for part in each:
                alike.setdefault(_kind(part), []).append(part)
        self._alike = {kind: each for kind, each in alike.items() if _variety(each) >= LEAST_VARIETY}
        self._parts = [
            [p for p in each if _kind(p) in self._alike and 2 * (p.end - p.start) <= len(p.sample.tokens)]
            for each in of_samples
        ]

    def grown(self, rate: float, random: Random) -> Iterator[Sample]:
        """All samples; in a share of them, a part of no more than half is replaced by one of another sample."""
        for sample, own in zip(self.samples, self._parts, strict=True):
            if own and random.random() < rate:
                part = random.choice(own)
                yield graft(part, random.choice(self._alike[_kind(part)]))
            else:
                yield sample


def _kind(part: Part) -> _Kind:
    return part.name, part.start == 0


def _variety(alike: list[Part]) -> float:
    return len({part.sample.tokens[part.start : part.end] for part in alike}) / len(alike)
