"""Analyses: what is said of a sentence. Plain data, to JSON and back without loss; proofs are verified anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import isfinite
from typing import Any, Literal, TypeAlias

from proofnets.derivation.derivations import Derivation, judgement, net
from proofnets.derivation.edges import word_edges
from proofnets.derivation.places import NOWHERE, Place, place_from_dict, place_to_dict
from proofnets.errors import ProofNetsError, StructureError
from proofnets.logic import Link, Net, Type, parse_type, show_term, strip
from proofnets.logic.sealed import check_kind, check_tuple, sealed

Status: TypeAlias = Literal["proved", "unproved", "rejected"]


@dataclass(frozen=True, slots=True)
class Token:
    """A token, and where it begins and ends in the text."""

    text: str
    start: int
    end: int


@sealed
@dataclass(frozen=True, slots=True)
class Belief:
    """How likely the model finds the links of one atomic type: rows negative, columns positive atoms, by index."""

    atom: str
    negative: tuple[int, ...]
    positive: tuple[int, ...]
    probabilities: tuple[tuple[float, ...], ...]


@sealed
@dataclass(frozen=True, slots=True)
class Analysis:
    """A sentence with types and links. It is proved if, and only if, its own links make a net of its own types.

    Nobody says so but the kernel: the net is worked out when the analysis is made, and cannot be given.
    """

    derivation: Derivation
    score: float | None
    """The mean log-probability of its symbols and links; None if no model was asked."""
    frequency: float | None = None
    """The share of samples that came out so, where samples were drawn."""
    beliefs: tuple[Belief, ...] = ()
    """Of the links of all atomic types, where that was asked for."""
    net: Net | None = field(init=False, repr=False, compare=False)
    """The net of the derivation, if its links make one."""

    def __post_init__(self) -> None:
        check_tuple(self.derivation.tokens, str, "the tokens of an analysis")
        check_kind(self.derivation.types, tuple, "the types of an analysis")
        check_tuple(self.derivation.links, tuple, "the links of an analysis")
        try:
            proof: Net | None = net(self.derivation)
        except StructureError:
            proof = None
        object.__setattr__(self, "net", proof)

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
    timed_out: bool = False
    """Whether time was up before all was tried: the analyses are the best that were found by then."""
    place: Place = NOWHERE
    """Where the sentence came from."""
    conllu: tuple[str, ...] = ()
    """The lines of CoNLL-U that it came from, if it did: what they say besides is kept."""

    @property
    def status(self) -> Status:
        """Whether the sentence has a proof, only an analysis without one, or was not read at all."""
        if self.error:
            return "rejected"
        return "proved" if any(a.proved for a in self.analyses) else "unproved"


def to_dict(parse: Parse) -> dict[str, Any]:
    """A parse as the JSON object of `--format json` (docs/formats.md)."""
    answer: dict[str, Any] = {
        "text": parse.text,
        "tokens": [token.text for token in parse.tokens],
        "offsets": [[token.start, token.end] for token in parse.tokens],
        "status": parse.status,
        "analyses": [_analysis_to_dict(analysis) for analysis in parse.analyses],
    }
    answer |= {"timed_out": True} if parse.timed_out else {}
    answer |= {"place": place_to_dict(parse.place)} if parse.place else {}
    answer |= {"conllu": list(parse.conllu)} if parse.conllu else {}
    return answer | ({"error": parse.error} if parse.error else {})


def _analysis_to_dict(analysis: Analysis) -> dict[str, Any]:
    derivation = analysis.derivation
    plain: dict[str, Any] = {
        "score": analysis.score,
        "proved": analysis.proved,
        "goal": str(derivation.goal),
        "types": [str(entry) if isinstance(entry, Type) else entry for entry in derivation.types],
        "links": [list(link) for link in derivation.links],
    }
    if analysis.frequency is not None:
        plain["frequency"] = analysis.frequency
    if analysis.beliefs:
        plain["beliefs"] = [_belief_to_dict(belief) for belief in analysis.beliefs]
    if analysis.net is not None:
        term = analysis.net.term
        plain |= {
            "term": str(term),
            "plain_term": str(strip(term)),
            "typed_term": show_term(term, judgement(derivation).types),
            "dependencies": [asdict(edge) for edge in word_edges(derivation, term)],
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
        texts = [_text(token) for token in _list(answer["tokens"])]
        places = _list(answer.get("offsets") or [[0, 0]] * len(texts))
        tokens = tuple(Token(text, _whole(a), _whole(b)) for text, (a, b) in zip(texts, places, strict=True))
        analyses = tuple(_analysis_from_dict(each, texts) for each in _list(answer["analyses"]))
        error, timed_out = answer.get("error"), answer.get("timed_out", False)
        return Parse(
            _text(answer["text"]),
            tokens,
            analyses,
            "" if error is None else _text(error),
            _truth(timed_out),
            place_from_dict(answer.get("place") or {}),
            _conllu(answer.get("conllu") or [], len(tokens)),
        )
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError) as error:
        raise ProofNetsError(f"this is not the parser's JSON: {error}") from None


def _analysis_from_dict(plain: Mapping[str, Any], tokens: list[str]) -> Analysis:
    types = tuple(entry if entry in (None, "+") else parse_type(_text(entry)) for entry in _list(plain["types"]))
    links: tuple[Link, ...] = tuple((_whole(p), _whole(n)) for p, n in _list(plain["links"]))
    score, frequency = (None if plain.get(name) is None else _number(plain[name]) for name in ("score", "frequency"))
    derivation = Derivation(tuple(tokens), types, parse_type(_text(plain["goal"])), links)
    return Analysis(derivation, score, frequency, tuple(_belief(each) for each in _list(plain.get("beliefs", []))))


def _conllu(value: Any, count: int) -> tuple[str, ...]:
    lines = tuple(map(_text, _list(value)))
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    if lines and (any(len(row) != 10 for row in rows) or sum(row[0].isdecimal() for row in rows) != count):
        raise ValueError("its CoNLL-U is not that of its tokens")
    return lines


def _belief(plain: Mapping[str, Any]) -> Belief:
    negative, positive = (tuple(map(_whole, _list(plain[name]))) for name in ("negative", "positive"))
    rows = tuple(tuple(map(_number, _list(row))) for row in _list(plain["probabilities"]))
    return Belief(_text(plain["atom"]), negative, positive, rows)


def _list(value: Any) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        raise TypeError(f"{value!r} is not a list")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a text")
    return value


def _truth(value: Any) -> bool:
    if type(value) is not bool:
        raise TypeError(f"{value!r} is neither true nor false")
    return value


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(f"{value!r} is not a whole number")
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not isfinite(value):
        raise TypeError(f"{value!r} is not a number")
    return float(value)
