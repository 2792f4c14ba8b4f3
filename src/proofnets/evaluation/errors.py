"""Errors: what analyses get wrong, and what that costs.

A confusion is a token that has something else than it should. An attachment is wrong if a word depends on another word
than it should, or by another label. Either costs a sentence if nothing else is wrong with it: these sentences are
counted apart, as `alone`, and what costs most comes first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from proofnets.derivation.derivations import Entry
from proofnets.evaluation.comparison import Comparison
from proofnets.logic import Box, Implication, Type, arity, prefix
from proofnets.table import show_table
from proofnets.treebank.agreement import Edge

EXAMPLES = 3
"""How many examples of each error are kept: sentences that it alone spoils before others, the shortest first."""
LISTED = 40
"""How many confusions are shown."""

NO_ANALYSIS = "there is no analysis"
ONE_TOKEN = "one token has the wrong type"
TOKENS = "several tokens have the wrong type"
GOAL = "all types are right, but not the goal"
NO_PROOF = "the frame is right, but there is no proof"
EDGES = "the frame is right, but not the dependencies"
SCOPE = "frame and dependencies are right, but not the term"
CAUSES = (NO_ANALYSIS, ONE_TOKEN, TOKENS, GOAL, NO_PROOF, EDGES, SCOPE)

TOKENS_DIFFER = "one of the two is no type: punctuation, or part of the word before"
MODIFIED = "adjuncts of one label and with the same arguments, but not of the same thing"
ADJUNCT = "an adjunct or not"
ATOMS = "the same but for atoms"
LABELS = "the same but for labels, and perhaps atoms"
ARGUMENTS = "other arguments"
KINDS = (TOKENS_DIFFER, MODIFIED, ADJUNCT, ATOMS, LABELS, ARGUMENTS)


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence with an error, the wrong tokens in brackets, and what is wrong with the first of them."""

    id: str
    sentence: str
    wrong: str


@dataclass(frozen=True, slots=True)
class Error:
    """How often the same thing is wrong."""

    name: str
    """Of a confusion, what tokens should have and what they have, `n → np`; of an attachment, the right label."""
    times: int
    of: int
    """Tokens that should have this type, or words that should have this label, where there is something to compare."""
    sentences: int
    """Sentences in which it is wrong."""
    alone: int
    """Sentences in which nothing else is wrong; for attachments, the types must be right as well."""
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class Errors:
    """What many analyses get wrong."""

    sentences: int
    causes: Mapping[str, int]
    """Sentences without the right term by what is wrong first, one of `CAUSES`."""
    kinds: Mapping[str, int]
    """Confusions by how the two types differ, the first of `KINDS` that is so."""
    confusions: tuple[Error, ...]
    """In sentences with an analysis."""
    attachments: tuple[Error, ...]
    """In sentences with a proof."""


def errors_of(comparisons: Iterable[Comparison]) -> Errors:
    """Sort out what is wrong."""
    given = sorted(
        comparisons, key=lambda comparison: (len(" ".join(comparison.gold.sample.tokens)), comparison.gold.sample.id)
    )
    causes = Counter(_cause(comparison) for comparison in given if not comparison.term)
    kinds = Counter(kind for comparison in given if comparison.analysis for kind in _kinds(comparison))
    return Errors(
        len(given),
        {cause: causes[cause] for cause in CAUSES if causes[cause]},
        {kind: kinds[kind] for kind in KINDS if kinds[kind]},
        _ranked(
            [(comparison, _confusions(comparison)) for comparison in given if comparison.analysis], _types_due(given)
        ),
        _ranked(
            [(comparison, _attachments(comparison)) for comparison in given if comparison.proved],
            _labels_due(given),
            beside_types=True,
        ),
    )


def _cause(comparison: Comparison) -> str:
    if comparison.analysis is None:
        return NO_ANALYSIS
    if wrong := len(comparison.gold.sample.tokens) - comparison.tokens:
        return ONE_TOKEN if wrong == 1 else TOKENS
    if not comparison.frame:
        return GOAL
    if not comparison.proved:
        return NO_PROOF
    return SCOPE if comparison.edges == comparison.gold.edges else EDGES


def _kinds(comparison: Comparison) -> list[str]:
    """How the types of wrong tokens differ from the right ones."""
    assert comparison.analysis is not None
    pairs = zip(comparison.gold.sample.types, comparison.analysis.derivation.types, strict=True)
    return [_kind(due, given) for due, given in pairs if due != given]


def _kind(due: Entry, given: Entry) -> str:
    if not isinstance(due, Type) or not isinstance(given, Type):
        return TOKENS_DIFFER
    (arguments, last), (others, other) = _taken_apart(due), _taken_apart(given)
    if isinstance(last, Box) and isinstance(other, Box) and (arguments, last.label) == (others, other.label):
        return MODIFIED
    if isinstance(last, Box) != isinstance(other, Box):
        return ADJUNCT
    shapes = [[symbol if arity(symbol) else "" for symbol in prefix(each)] for each in (due, given)]
    if shapes[0] == shapes[1]:
        return ATOMS
    arities = [[arity(symbol) for symbol in prefix(each)] for each in (due, given)]
    return LABELS if arities[0] == arities[1] else ARGUMENTS


def _taken_apart(type_: Type) -> tuple[list[Type], Type]:
    """What a type takes, and what comes of it in the end."""
    arguments = []
    while isinstance(type_, Implication):
        arguments.append(type_.argument)
        type_ = type_.result
    return arguments, type_


@dataclass(frozen=True, slots=True)
class _Wrong:
    """An error at a token, counted from 1: what is due there, what it is called, and what an example says of it."""

    token: int
    due: str
    name: str
    note: str = ""


def _types_due(given: Iterable[Comparison]) -> Counter[str]:
    return Counter(
        _show(entry) for comparison in given if comparison.analysis for entry in comparison.gold.sample.types
    )


def _labels_due(given: Iterable[Comparison]) -> Counter[str]:
    return Counter(edge.label for comparison in given if comparison.proved for edge in comparison.gold.edges.values())


def _confusions(comparison: Comparison) -> list[_Wrong]:
    """The tokens that have the wrong type. The goal follows from the types, and is no confusion of its own."""
    assert comparison.analysis is not None
    pairs = zip(map(_show, comparison.gold.sample.types), map(_show, comparison.analysis.derivation.types), strict=True)
    return [_Wrong(token, due, f"{due} → {given}") for token, (due, given) in enumerate(pairs, 1) if due != given]


def _attachments(comparison: Comparison) -> list[_Wrong]:
    """The words that are attached wrong."""
    tokens = comparison.gold.sample.tokens
    return [
        _Wrong(word, edge.label, edge.label, f"{_place(edge, tokens)} → {_place(comparison.edges.get(word), tokens)}")
        for word, edge in comparison.gold.edges.items()
        if comparison.edges.get(word) != edge
    ]


def _show(entry: Entry) -> str:
    return str(entry) if isinstance(entry, Type) else entry or "–"


def _place(edge: Edge | None, tokens: Sequence[str]) -> str:
    if edge is None:
        return "no word"
    return f"{edge.label} of {tokens[edge.head - 1]}" if edge.head else edge.label


def _ranked(
    mistakes: Iterable[tuple[Comparison, list[_Wrong]]], due: Mapping[str, int], beside_types: bool = False
) -> tuple[Error, ...]:
    """The errors of sentences, those that cost most first; those beside types are alone only if the frame is right."""
    groups: dict[tuple[str, str], list[tuple[bool, list[_Wrong], Comparison]]] = {}
    for comparison, wrong in mistakes:
        here: dict[tuple[str, str], list[_Wrong]] = {}
        for error in wrong:
            here.setdefault((error.name, error.due), []).append(error)
        alone = len(here) == 1 and (comparison.frame or not beside_types)
        for key, some in here.items():
            groups.setdefault(key, []).append((alone, some, comparison))
    ranked = (
        Error(
            name,
            sum(len(some) for _, some, _ in group),
            due[what],
            len(group),
            sum(alone for alone, _, _ in group),
            tuple(
                _example(comparison, some)
                for _, some, comparison in sorted(group, key=lambda spoilt: not spoilt[0])[:EXAMPLES]
            ),
        )
        for (name, what), group in groups.items()
    )
    return tuple(sorted(ranked, key=lambda error: (-error.alone, -error.sentences, -error.times, error.name)))


def _example(comparison: Comparison, wrong: Sequence[_Wrong]) -> Example:
    marked = {error.token for error in wrong}
    words = (f"[{text}]" if token in marked else text for token, text in enumerate(comparison.gold.sample.tokens, 1))
    return Example(comparison.gold.sample.id, " ".join(words), wrong[0].note)


def show_errors(errors: Errors) -> str:
    """The errors as text: why terms are wrong, then the confusions and the attachments that cost most."""
    causes = show_table([(f"{count:,}", cause) for cause, count in errors.causes.items()], "><")
    kinds = show_table([(f"{count:,}", kind) for kind, count in errors.kinds.items()], "><")
    left = len(errors.confusions) - LISTED
    sections = [
        f"{sum(errors.causes.values()):,} of {errors.sentences:,} sentences do not have the right term\n{causes}",
        *([f"{sum(errors.kinds.values()):,} tokens have the wrong type\n{kinds}"] if errors.kinds else []),
        "Types: what tokens should have → what they have; – is nothing, + continues the word before.\n"
        "Alone are sentences where no token is wrong in another way.\n"
        + _listing(errors.confusions[:LISTED], "tokens"),
        *([f"{left:,} more confusions are not shown"] if left > 0 else []),
        "Attachments, in sentences with a proof, by the label that words should have.\n"
        "Alone are sentences where all types are right, and no word with another label is attached wrong.\n"
        + _listing(errors.attachments, "words"),
    ]
    return "\n\n".join(map(str.rstrip, sections))


def _listing(listed: Sequence[Error], unit: str) -> str:
    """Errors in aligned columns, with their examples under them."""
    rows = [("alone", "sentences", unit, "of", "")]
    rows += [(f"{e.alone:,}", f"{e.sentences:,}", f"{e.times:,}", f"{e.of:,}", e.name) for e in listed]
    head, *lines = show_table(rows, ">>>><").splitlines()
    for place, error in enumerate(listed):
        for example in error.examples:
            note = f"{example.wrong}: " if example.wrong else ""
            lines[place] += f"\n        {example.id}  {note}{example.sentence}"
    return "\n".join([head, *lines])
