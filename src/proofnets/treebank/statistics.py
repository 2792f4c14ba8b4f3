"""Statistics: what a set of samples is made of, as numbers and as the paper's figure of its data.

`gather` counts, `show` prints the counts as text, and `figure` draws the cumulative distributions as SVG.
"""

from __future__ import annotations

import math
import textwrap
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from proofnets.derivation.derivations import judgement
from proofnets.derivation.derivations import units as token_numbers
from proofnets.logic import Box, Diamond, Implication, Type, atoms, order, prefix, subformulas
from proofnets.table import show_table
from proofnets.treebank.samples import Sample

SYMBOL_LIMIT = 100
"""The paper trains on samples of at most so many primitive symbols."""

CONJUNCT = "cnj"
"""The label of a coordinator's arguments."""

QUANTITIES = ("symbols", "words", "atoms", "matrices", "matrix sizes")
"""What the paper's figure shows: the first four a sentence, the last an atomic type of a sentence."""


@dataclass(frozen=True, slots=True)
class Example:
    """A type with the number of words that have it, and one of them in the shortest sentence that has one."""

    type: Type
    count: int
    word: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Statistics:
    """The counts of a set of samples. Words are typed: a multi-word unit is one, punctuation is none."""

    sentences: int
    tokens: int
    words: int
    units: int
    """Words of more than one token."""
    forms: int
    """Distinct words."""
    ambiguity: float
    """The mean number of types of a distinct word."""
    ambiguous: float
    """The share of the words that have, somewhere in the samples, another type as well."""
    types: tuple[Example, ...]
    """All types, the most frequent first."""
    goals: Counter[str]
    atoms: Counter[str]
    """How often each atom stands in words' types."""
    labels: Counter[str]
    """How often each modality, such as `◇su` or `□mod`, stands in words' types."""
    orders: Counter[int]
    """How many words have a type of each order."""
    coordinators: int
    coordinated: int
    """Sentences with a coordinator."""
    long: int
    """Samples of more than `SYMBOL_LIMIT` symbols."""
    distributions: dict[str, Counter[int]] = field(repr=False)
    """For each of `QUANTITIES`, how often it has which value."""


@dataclass(frozen=True, slots=True)
class _Parts:
    """What is counted of a type."""

    symbols: int
    atoms: tuple[tuple[str, bool], ...]
    labels: tuple[str, ...]
    order: int
    coordinator: bool


@lru_cache(maxsize=100_000)
def _parts(type_: Type) -> _Parts:
    labels = [
        ("◇" if isinstance(part, Diamond) else "□") + part.label
        for part, _ in subformulas(type_)
        if isinstance(part, Diamond | Box)
    ]
    return _Parts(len(prefix(type_)), tuple(atoms(type_)), tuple(labels), order(type_), _is_coordinator(type_))


def _is_coordinator(type_: Type) -> bool:
    """Whether a conjunct is among the arguments of a type; those of its arguments do not count."""
    while True:
        match type_:
            case Implication(Diamond(label, _), _) if label == CONJUNCT:
                return True
            case Implication(_, rest) | Diamond(_, rest) | Box(_, rest):
                type_ = rest
            case _:
                return False


def symbols(sample: Sample) -> int:
    """The primitive symbols of a sample, as the paper counts them: the atoms and connectives of its words' types.

    A modality and the implication that it marks are one symbol. The goal does not count, nor does what else our decoder
    writes (`spelling`): [SOS], [SEP], and the marks of tokens without a type.

    >>> from proofnets.logic import parse_type
    >>> np, s = parse_type("np"), parse_type("s")
    >>> symbols(Sample(("ze", "slapen", "."), (np, parse_type("<su>np -> s"), None), s, ((0, 1), (2, 3)), "x"))
    4
    """
    return sum(_parts(entry).symbols for entry in sample.types if isinstance(entry, Type))


def gather(samples: Iterable[Sample]) -> Statistics:
    """Count what is in the samples."""
    sentences = tokens = units = coordinated = 0
    types: Counter[Type] = Counter()
    shortest: dict[Type, tuple[str, str]] = {}
    forms: dict[str, Counter[Type]] = {}
    goals: Counter[str] = Counter()
    distributions: dict[str, Counter[int]] = {quantity: Counter() for quantity in QUANTITIES}
    for sample in samples:
        premises, sentence = judgement(sample), " ".join(sample.tokens)
        sentences += 1
        tokens += len(sample.tokens)
        units += sum(len(unit) > 1 for unit in token_numbers(sample).values())
        goals[str(sample.goal)] += 1
        coordinated += any(_parts(type_).coordinator for type_ in premises.types)
        for word, type_ in zip(premises.words, premises.types, strict=True):
            types[type_] += 1
            forms.setdefault(word, Counter())[type_] += 1
            if type_ not in shortest or len(sentence) < len(shortest[type_][1]):
                shortest[type_] = word, sentence
        resources = Counter(name for type_ in premises.types for name, positive in _parts(type_).atoms if positive)
        resources.update(name for name, positive in _parts(sample.goal).atoms if not positive)
        distributions["symbols"][symbols(sample)] += 1
        distributions["words"][len(premises.words)] += 1
        distributions["atoms"][2 * resources.total()] += 1
        distributions["matrices"][len(resources)] += 1
        distributions["matrix sizes"].update(resources.values())
    words = types.total()
    occurring: Counter[str] = Counter()
    labels: Counter[str] = Counter()
    orders: Counter[int] = Counter()
    for type_, count in types.items():
        parts = _parts(type_)
        orders[parts.order] += count
        for name, _ in parts.atoms:
            occurring[name] += count
        for label in parts.labels:
            labels[label] += count
    return Statistics(
        sentences,
        tokens,
        words,
        units,
        len(forms),
        sum(map(len, forms.values())) / max(len(forms), 1),
        sum(by_type.total() for by_type in forms.values() if len(by_type) > 1) / max(words, 1),
        tuple(
            Example(type_, count, *shortest[type_])
            for type_, count in sorted(types.items(), key=lambda item: (-item[1], str(item[0])))
        ),
        goals,
        occurring,
        labels,
        orders,
        sum(count for type_, count in types.items() if _parts(type_).coordinator),
        coordinated,
        sum(count for length, count in distributions["symbols"].items() if length > SYMBOL_LIMIT),
        distributions,
    )


def cumulative(distribution: Counter[int]) -> list[tuple[int, float]]:
    """The values that occur, each with the share that is not above it.

    >>> cumulative(Counter({2: 3, 5: 1}))
    [(2, 0.75), (5, 1.0)]
    """
    total, below = distribution.total(), 0
    points = []
    for value in sorted(distribution):
        below += distribution[value]
        points.append((value, below / total))
    return points


def quantile(distribution: Counter[int], share: float) -> int:
    """The least value that at least this share is not above; 0 if there is none.

    >>> quantile(Counter({2: 3, 5: 1}), 0.9)
    5
    """
    return next((value for value, reached in cumulative(distribution) if reached >= share), 0)


def show(statistics: Statistics, most: int = 20) -> str:
    """The counts as text, in aligned columns, with so many of the most frequent types."""
    s = statistics
    once = sum(example.count == 1 for example in s.types)
    counts = [
        ("sentences", f"{s.sentences:,}", ""),
        ("tokens", f"{s.tokens:,}", ""),
        ("words", f"{s.words:,}", f"{s.units:,} of them multi-word units"),
        ("distinct words", f"{s.forms:,}", ""),
        ("types", f"{len(s.types):,}", f"{once:,} of them once only"),
        ("types a distinct word", f"{s.ambiguity:.2f}", f"{s.ambiguous:.1%} of the words have more than one"),
        ("coordinators", f"{s.coordinators:,}", f"in {_percent(s.coordinated, s.sentences)} of the sentences"),
        (f"over {SYMBOL_LIMIT} symbols", f"{s.long:,}", f"{_percent(s.long, s.sentences)} of the sentences"),
    ]
    distinct = Counter(_parts(example.type).order for example in s.types)
    quantiles = [
        (
            quantity,
            f"{sum(value * count for value, count in values.items()) / max(values.total(), 1):.1f}",
            *(f"{quantile(values, share):,}" for share in (0.5, 0.9, 0.99, 1.0)),
        )
        for quantity, values in s.distributions.items()
    ]
    limits = [2**power for power in range(_powers(s) + 1)]
    shares = [
        (
            quantity,
            *(
                f"{sum(count for value, count in values.items() if value <= limit) / max(values.total(), 1):.1%}"
                for limit in limits
            ),
        )
        for quantity, values in s.distributions.items()
    ]
    return "\n\n".join(
        [
            show_table(counts, "<><"),
            show_table(
                [
                    ("order", "words", "types"),
                    *((str(n), f"{s.orders[n]:,}", f"{distinct[n]:,}") for n in sorted(distinct)),
                ],
                ">>>",
            ),
            show_table([("a sentence", "mean", "median", "90%", "99%", "most"), *quantiles], "<>>>>>"),
            show_table([("at most", *map(str, limits)), *shares], "<" + ">" * len(limits)),
            _listed(f"{len(s.atoms)} atoms in words' types", s.atoms),
            _listed(f"{len(s.labels)} labels", s.labels),
            _listed(f"{len(s.goals)} goals", s.goals),
            show_table(
                [
                    ("times", "type", "for example", "in"),
                    *((f"{e.count:,}", str(e.type), e.word, e.sentence) for e in s.types[:most]),
                ],
                "><<<",
            ),
        ]
    )


def _percent(part: int, whole: int) -> str:
    return f"{part / max(whole, 1):.1%}"


def _listed(title: str, counts: Counter[str]) -> str:
    """A title, and the counted things behind it, the most frequent first, in lines of a readable width."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    text = textwrap.fill(
        ", ".join(f"{name.replace(' ', _JOINED)}{_JOINED}{count:,}" for name, count in ordered),
        width=100,
        initial_indent=title + ": ",
        subsequent_indent="  ",
        break_long_words=False,
    )
    return text.replace(_JOINED, " ")


_JOINED = "\u00a0"
"""A space that no line is broken at."""


def _powers(statistics: Statistics) -> int:
    """The least power of two that nothing in the figure is above."""
    most = max((value for counts in statistics.distributions.values() for value in counts), default=1)
    return max(math.ceil(math.log2(most)), 1)


_WIDTH, _HEIGHT = 720, 440
_LEFT, _RIGHT, _TOP, _BOTTOM = 60, 20, 20, 90
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#444444")
_DASHES = ("none", "8 3", "2 3", "10 3 2 3", "5 5")


def figure(statistics: Statistics) -> str:
    """The cumulative distributions as an SVG picture, on a logarithmic scale (base 2), as in the paper's appendix."""
    powers = _powers(statistics)
    width, height = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM

    def x(value: float) -> float:
        return round(_LEFT + width * math.log2(max(value, 1)) / powers, 1)

    def y(share: float) -> float:
        return round(_TOP + height * (1 - share), 1)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}" '
        'font-family="system-ui, sans-serif" font-size="13" fill="#222222" role="img">',
        f"<title>Cumulative distributions over {statistics.sentences:,} sentences</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>',
    ]
    for power in range(powers + 1):
        at = x(2**power)
        out.append(f'<line x1="{at}" y1="{y(1)}" x2="{at}" y2="{y(0)}" stroke="#e4e4e4"/>')
        out.append(f'<text x="{at}" y="{y(0) + 19}" text-anchor="middle">{2**power}</text>')
    for percent in range(0, 101, 25):
        at = y(percent / 100)
        out.append(f'<line x1="{x(1)}" y1="{at}" x2="{x(2**powers)}" y2="{at}" stroke="#e4e4e4"/>')
        out.append(f'<text x="{_LEFT - 9}" y="{at + 4}" text-anchor="end">{percent}%</text>')
    if 2**powers > SYMBOL_LIMIT:
        at = x(SYMBOL_LIMIT)
        out.append(f'<line x1="{at}" y1="{y(1)}" x2="{at}" y2="{y(0)}" stroke="#888888" stroke-dasharray="3 3"/>')
        out.append(
            f'<text x="{at - 6}" y="{y(0) - 8}" text-anchor="end" fill="#666666">limit of {SYMBOL_LIMIT} symbols</text>'
        )
    middle = _LEFT + width / 2
    out.append(f'<text x="{middle}" y="{y(0) + 42}" text-anchor="middle">at most so many a sentence</text>')
    for number, (quantity, counts) in enumerate(statistics.distributions.items()):
        stroke = f'stroke="{_COLOURS[number]}" stroke-width="2" stroke-dasharray="{_DASHES[number]}" fill="none"'
        path = f"M{x(1)} {y(0)}" + "".join(f"H{x(value)}V{y(share)}" for value, share in cumulative(counts))
        out.append(f'<path d="{path}H{x(2**powers)}" {stroke}><title>{quantity}</title></path>')
        at = _LEFT + number * width / len(QUANTITIES)
        out.append(f'<path d="M{at} {_HEIGHT - 18}h30" {stroke}/>')
        out.append(f'<text x="{at + 38}" y="{_HEIGHT - 14}">{quantity}</text>')
    return "\n".join([*out, "</svg>"]) + "\n"
