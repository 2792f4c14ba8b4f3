"""Analyses: what the parser says of a sentence. Plain data, to JSON and back without loss."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, TypeAlias

from proofnets.errors import ProofNetsError
from proofnets.logic import Link, Net, Type, dependencies, parse_type, show_term, strip
from proofnets.parser.tokens import Token
from proofnets.treebank.samples import Sample, judgement, net, units

Status: TypeAlias = Literal["proved", "unproved", "rejected"]


@dataclass(frozen=True, slots=True)
class Belief:
    """How likely the model finds the links of one atomic type: rows negative, columns positive atoms, by index."""

    atom: str
    negative: tuple[int, ...]
    positive: tuple[int, ...]
    probabilities: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """A sentence with types and links. It is proved if, and only if, it has a net: nothing else sets `proved`."""

    sample: Sample
    score: float | None
    """The mean log-probability of its symbols and links; None if no model was asked."""
    net: Net | None
    frequency: float | None = None
    """The share of samples that came out so, where samples were drawn."""
    beliefs: tuple[Belief, ...] = ()
    """Of the links of all atomic types, where that was asked for."""

    @property
    def proved(self) -> bool:
        """Whether the links were verified to be a net."""
        return self.net is not None


@dataclass(frozen=True, slots=True)
class Parse:
    """All that the parser says of a sentence, readings best first."""

    text: str
    tokens: tuple[Token, ...]
    analyses: tuple[Analysis, ...] = ()
    error: str = ""

    @property
    def status(self) -> Status:
        """Whether the sentence has a proof, only an analysis without one, or was not read at all."""
        if self.error:
            return "rejected"
        return "proved" if any(a.proved for a in self.analyses) else "unproved"


def analysis_of(sample: Sample, score: float | None) -> Analysis:
    """An analysis of which it is yet to be seen whether it is a net."""
    try:
        return Analysis(sample, score, net(sample))
    except ProofNetsError:
        return Analysis(sample, score, None)


def to_dict(parse: Parse) -> dict[str, Any]:
    """A parse as the JSON object of `--format json` (docs/formats.md)."""
    answer: dict[str, Any] = {
        "text": parse.text,
        "tokens": [token.text for token in parse.tokens],
        "offsets": [[token.start, token.end] for token in parse.tokens],
        "status": parse.status,
        "analyses": [_analysis_to_dict(analysis) for analysis in parse.analyses],
    }
    return answer | ({"error": parse.error} if parse.error else {})


def _analysis_to_dict(analysis: Analysis) -> dict[str, Any]:
    sample = analysis.sample
    plain: dict[str, Any] = {
        "score": analysis.score,
        "proved": analysis.proved,
        "goal": str(sample.goal),
        "types": [str(entry) if isinstance(entry, Type) else entry for entry in sample.types],
        "links": [list(link) for link in sample.links],
    }
    if analysis.frequency is not None:
        plain["frequency"] = analysis.frequency
    if analysis.beliefs:
        plain["beliefs"] = [_belief_to_dict(belief) for belief in analysis.beliefs]
    if analysis.net is not None:
        term, tokens = analysis.net.term, units(sample)
        edges = [
            asdict(edge) | {"head": tokens[edge.head][0] if edge.head else 0, "dependent": tokens[edge.dependent][0]}
            for edge in dependencies(term)
        ]
        plain |= {
            "term": str(term),
            "plain_term": str(strip(term)),
            "typed_term": show_term(term, judgement(sample).types),
            "dependencies": edges,
        }
    return plain


def _belief_to_dict(belief: Belief) -> dict[str, Any]:
    rows = [list(row) for row in belief.probabilities]
    return {
        "atom": belief.atom,
        "negative": list(belief.negative),
        "positive": list(belief.positive),
        "probabilities": rows,
    }


def from_dict(answer: Mapping[str, Any]) -> Parse:
    """The parse that a JSON object stands for; its nets are verified anew."""
    try:
        texts = [str(token) for token in answer["tokens"]]
        places = answer.get("offsets") or [[0, 0]] * len(texts)
        tokens = tuple(Token(text, int(a), int(b)) for text, (a, b) in zip(texts, places, strict=True))
        analyses = tuple(_analysis_from_dict(each, texts) for each in answer["analyses"])
        return Parse(str(answer["text"]), tokens, analyses, str(answer.get("error", "")))
    except (KeyError, TypeError, ValueError) as error:
        raise ProofNetsError(f"this is not the parser's JSON: {error}") from None


def _analysis_from_dict(plain: Mapping[str, Any], tokens: list[str]) -> Analysis:
    types = tuple(parse_type(entry) if entry not in (None, "+") else entry for entry in plain["types"])
    links: tuple[Link, ...] = tuple((int(p), int(n)) for p, n in plain["links"])
    score, frequency = (None if plain.get(name) is None else float(plain[name]) for name in ("score", "frequency"))
    found = analysis_of(Sample("", tuple(tokens), types, parse_type(plain["goal"]), links), score)
    return replace(found, frequency=frequency, beliefs=tuple(_belief(each) for each in plain.get("beliefs", ())))


def _belief(plain: Mapping[str, Any]) -> Belief:
    rows = tuple(tuple(float(p) for p in row) for row in plain["probabilities"])
    return Belief(str(plain["atom"]), tuple(map(int, plain["negative"])), tuple(map(int, plain["positive"])), rows)
