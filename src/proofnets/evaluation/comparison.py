"""Comparisons: what an analysis of a sentence got right, beside the sample that is right.

The words of a sample are what has a type: a multi-word unit is one word, and punctuation is none. A word is right if it
is made up of the same tokens and has the same type. Where there is no analysis, nothing is right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from proofnets.derivation import Derivation, judgement, net, units
from proofnets.derivation.analyses import Analysis
from proofnets.errors import ProofNetsError
from proofnets.logic import Frame, Net, Term, Type, alpha_equal, imbalance, strip
from proofnets.treebank import Sample
from proofnets.treebank.agreement import Edge, term_edges

Words = dict[tuple[int, ...], Type]
"""The words of a sample with their types; a word goes by the numbers of its tokens, counted from 1."""


@dataclass(frozen=True, slots=True)
class Gold:
    """A sample that is right, with what it is asked for over and over."""

    sample: Sample
    words: Words
    plain_term: Term
    """The term of its net, without marks and labels."""
    edges: Mapping[int, Edge]
    """The dependency graph of its term: the edge to each word, which goes by its first token."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What an analysis got right."""

    gold: Gold
    analysis: Analysis | None
    words: tuple[bool, ...]
    """For each word of the gold sample, whether it is right."""
    tokens: int
    """Tokens that have what they should: the type, `+`, or nothing. Punctuation counts here."""
    balanced: bool
    """The paper's invariance: every atom occurs as often positive as negative, whether the types are right or not."""
    frame: bool
    """All tokens have what they should, and so does the goal."""
    plain_term: bool
    """It is proved, and has the words and, without marks and labels, the term of the gold sample up to α-equivalence.

    Its types may be others.
    """
    term: bool
    """The frame and the plain term are right. A frame leaves the marks of a term no choice, so these are right too."""
    edges: Mapping[int, Edge]
    """The dependency graph of its term, none if it is not proved."""

    @property
    def proved(self) -> bool:
        """Whether there is an analysis that is a net."""
        return self.analysis is not None and self.analysis.proved


def gold_of(sample: Sample) -> Gold:
    """What analyses are compared with; an error if the sample's links are no net."""
    try:
        return Gold(sample, words_of(sample), strip(net(sample).term), term_edges(sample))
    except ProofNetsError as error:
        raise ProofNetsError(f"{sample.id} is no net, and `proofnets check` lists all that are none: {error}") from None


def words_of(derivation: Derivation) -> Words:
    """The words of a derivation with their types.

    >>> from proofnets.logic import parse_type
    >>> np = parse_type("np")
    >>> words_of(Derivation((",", "Den", "Haag"), (None, np, "+"), np, ((0, 1),))) == {(2, 3): np}
    True
    """
    return dict(zip(units(derivation).values(), judgement(derivation).types, strict=True))


def first_valid(analyses: Sequence[Analysis]) -> Analysis | None:
    """The best analysis that is proved; if none is, the best of all, as in section 4.3 of the paper."""
    return next((analysis for analysis in analyses if analysis.proved), next(iter(analyses), None))


def compare(gold: Gold, analysis: Analysis | None) -> Comparison:
    """Compare an analysis of a sentence with its gold sample."""
    sample = gold.sample
    if analysis is None:
        return Comparison(gold, None, (False,) * len(gold.words), 0, False, False, False, False, {})
    derivation = analysis.derivation
    if derivation.tokens != sample.tokens:
        raise ProofNetsError(
            f"the analysis is of {' '.join(derivation.tokens)!r}, which is not the sentence of {sample.id}"
        )
    words = words_of(derivation)
    frame = (derivation.types, derivation.goal) == (sample.types, sample.goal)
    plain_term = analysis.net is not None and _is_plain_term(gold, words, analysis.net)
    return Comparison(
        gold,
        analysis,
        tuple(words.get(unit) is type_ for unit, type_ in gold.words.items()),
        sum(entry == due for entry, due in zip(derivation.types, sample.types, strict=True)),
        analysis.proved or imbalance(Frame(judgement(derivation))) is None,
        frame,
        plain_term,
        frame and plain_term,
        term_edges(derivation) if analysis.proved else {},
    )


def _is_plain_term(gold: Gold, words: Words, net: Net) -> bool:
    return words.keys() == gold.words.keys() and alpha_equal(strip(net.term), gold.plain_term)
