"""Analyses: what is said of a sentence. Plain data, to JSON and back without loss; proofs are verified anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import accumulate
from math import inf, isfinite
from typing import Any, Literal, TypeAlias

from proofnets.derivation.derivations import (
    Derivation,
    Entry,
    check_entry,
    judgement,
    net,
    parse_entry,
    plain_derivation,
    show_entry,
)
from proofnets.derivation.edges import edge_of_every_token, word_edges
from proofnets.derivation.places import NOWHERE, Place, place_from_dict, place_to_dict
from proofnets.display import Pictured
from proofnets.errors import ProofNetsError, StructureError
from proofnets.logic import Dependency, Link, Net, Proof, Term, deduce, parse_type, show_term, strip
from proofnets.logic.sealed import check_kind, check_tuple, sealed
from proofnets.table import shortened

_LONGEST_SHOWN = 60
"""Characters of a text or a term in a `repr`."""
Status: TypeAlias = Literal["proved", "unproved", "rejected"]


@sealed
@dataclass(frozen=True, slots=True)
class Token:
    """A token, and where it begins and ends in the text."""

    text: str
    start: int
    end: int

    def __post_init__(self) -> None:
        check_kind(self.text, str, "the text of a token")
        check_kind(self.start, int, "where a token begins")
        check_kind(self.end, int, "where a token ends")


@sealed
@dataclass(frozen=True, slots=True)
class Belief:
    """How likely the model finds the links of one atomic type: rows negative, columns positive atoms, by index."""

    atom: str
    negative: tuple[int, ...]
    positive: tuple[int, ...]
    probabilities: tuple[tuple[float, ...], ...]

    def __post_init__(self) -> None:
        check_kind(self.atom, str, "an atomic type")
        check_tuple(self.negative, int, "the negative atoms of a belief")
        check_tuple(self.positive, int, "the positive atoms of a belief")
        check_tuple(self.probabilities, tuple, "the probabilities of a belief")
        for row in self.probabilities:
            check_tuple(row, float, "a row of probabilities")
            if not all(0 <= chance < inf for chance in row):
                raise ValueError("a row of probabilities must have numbers from 0 on")
        if [len(row) for row in self.probabilities] != [len(self.positive)] * len(self.negative):
            raise ValueError(
                "there must be a row of probabilities for each negative atom, and in it one for each positive"
            )


SURE, UNSURE = 0.95, 0.7
"""Probabilities: what is at least as likely to be right as the first is called sure, what is less so than the second
unsure, wherever it is shown."""

Other: TypeAlias = tuple[Entry, float]
"""Something else that a token may have, and its probability."""


@sealed
@dataclass(frozen=True, slots=True)
class Confidence:
    """How likely an analysis is to be right, as it was measured on samples that are (docs/confidence.md).

    Three digits are kept: more say nothing, and would take most of the room where parses are stored.
    """

    whole: float
    """That all types and the term are right. Of a reading that stands for several, that its term is."""
    words: tuple[float, ...]
    """For each token, that what it has is right: its type, `+` or nothing."""
    links: tuple[float, ...] = ()
    """For each link."""
    dependencies: tuple[float, ...] = ()
    """For each edge of `word_edges`, that head and label are right."""
    others: tuple[tuple[Other, ...], ...] = ()
    """For each token, what else it may have, the likeliest first, where that was asked for."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "whole", _probability(self.whole))
        for name in ("words", "links", "dependencies"):
            object.__setattr__(self, name, tuple(map(_probability, getattr(self, name))))
        others = tuple(tuple((entry, _probability(chance)) for entry, chance in some) for some in self.others)
        for some in others:
            for entry, _ in some:
                check_entry(entry)
        object.__setattr__(self, "others", others)


def _probability(chance: float) -> float:
    number = float(chance)  # whatever was given, this is what is kept
    if isinstance(chance, str) or not 0 <= number <= 1:
        raise ValueError(f"{number} is no probability")
    return float(f"{number:.3g}")


@sealed
@dataclass(frozen=True, slots=True, repr=False)
class Analysis(Pictured):
    """A sentence with types and links. It is proved if, and only if, its own links make a net of its own types.

    Nobody says so but the kernel: the net is worked out when the analysis is made, and cannot be given. The `repr` is
    short, as that of `Parse` is.
    """

    derivation: Derivation
    score: float | None
    """The mean log-probability of its symbols and links, by which readings are ranked; None if no model was asked.

    It says little of whether the analysis is right: that is what `confidence` is for.
    """
    frequency: float | None = None
    """The share of samples that came out so, where samples were drawn."""
    beliefs: tuple[Belief, ...] = ()
    """Of the links of all atomic types, where that was asked for."""
    confidence: Confidence | None = None
    """How likely it is to be right; None if the model is not calibrated, or was not asked."""
    net: Net | None = field(init=False, repr=False, compare=False)
    """The net of the derivation, if its links make one."""

    def __post_init__(self) -> None:
        if isinstance(self.derivation, Derivation):  # of a sample, the name is left out
            object.__setattr__(self, "derivation", plain_derivation(self.derivation))
        check_kind(self.derivation, Derivation, "what an analysis is of")
        check_tuple(self.beliefs, Belief, "the beliefs of an analysis")
        for name in ("score", "frequency"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, _number(getattr(self, name)))
        if (self.frequency or 0.0) < 0:
            raise ValueError("a share of samples cannot be less than 0")
        if self.confidence is not None:
            check_kind(self.confidence, Confidence, "how sure an analysis is")
        told, size = self.confidence, len(self.derivation.tokens)
        if told is not None and (len(told.words) != size or len(told.others) not in (0, size)):
            raise ValueError(f"there must be a confidence for each of {size} tokens")
        if told is not None and len(told.links) not in (0, len(self.derivation.links)):
            raise ValueError(f"there must be a confidence for each of {len(self.derivation.links)} links")
        try:
            proof: Net | None = net(self.derivation)
        except StructureError:
            proof = None
        object.__setattr__(self, "net", proof)
        if told is not None and told.dependencies and proof is not None:
            words = len(proof.frame.judgement.names)  # each has one edge
            if len(told.dependencies) != words:
                raise ValueError(f"there must be a confidence for each of {words} dependencies")

    def __repr__(self) -> str:
        return f"<Analysis of {shortened(' '.join(self.derivation.tokens), _LONGEST_SHOWN)!r}: {_said(self)}>"

    @property
    def proved(self) -> bool:
        """Whether the links were verified to be a net."""
        return self.net is not None

    @property
    def types(self) -> tuple[Entry, ...]:
        """What each token has: a type, `+` if it continues the word before it, or None if it brings nothing."""
        return self.derivation.types

    @property
    def term(self) -> Term | None:
        """The term; None without a proof."""
        return self.net.term if self.net else None

    @property
    def dependencies(self) -> tuple[Dependency, ...]:
        """The edges between words, by dependent; a word of several tokens goes by its first. Without a proof, none."""
        return tuple(word_edges(self.derivation, self.net.term)) if self.net else ()

    @property
    def proof(self) -> Proof | None:
        """The natural deduction; None without a proof."""
        return deduce(self.net) if self.net else None

    def to_pandas(self) -> Any:
        """A table of the tokens, numbered from 1, with their types, heads and labels: a DataFrame of pandas."""
        return _to_pandas(self.derivation.tokens, self)


@sealed
@dataclass(frozen=True, slots=True, repr=False)
class Parse(Pictured):
    """All that the parser says of a sentence, readings best first. What is asked of it is answered by the first.

    Its `repr` is short, and is no way to make it again: `to_dict` and `from_dict` are.
    """

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

    def __post_init__(self) -> None:
        check_kind(self.text, str, "the text of a parse")
        check_tuple(self.tokens, Token, "the tokens of a parse")
        check_tuple(self.analyses, Analysis, "the analyses of a parse")
        check_kind(self.error, str, "why there is no parse")
        check_kind(self.timed_out, bool, "whether time was up")
        check_kind(self.place, Place, "where a sentence came from")
        check_tuple(self.conllu, str, "the CoNLL-U of a parse")
        words = tuple(token.text for token in self.tokens)
        if any(analysis.derivation.tokens != words for analysis in self.analyses):
            raise ValueError("the analyses of a parse must be of its own tokens")

    def __repr__(self) -> str:
        more = f", and {len(self.analyses) - 1} more" if len(self.analyses) > 1 else ""
        late = ", when time was up" if self.timed_out else ""
        return f"<Parse of {shortened(self.text, _LONGEST_SHOWN)!r}: {self.error or _said(self._first)}{more}{late}>"

    @property
    def status(self) -> Status:
        """Whether the sentence has a proof, only an analysis without one, or was not read at all."""
        if self.error:
            return "rejected"
        return "proved" if any(a.proved for a in self.analyses) else "unproved"

    @property
    def confidence(self) -> float | None:
        """How likely the first reading is to be right; None if that was not told."""
        first = self._first.confidence if self._first else None
        return first.whole if first else None

    @property
    def types(self) -> tuple[Entry, ...]:
        """What each token has in the first reading; nothing if there is none."""
        return self._first.types if self._first else ()

    @property
    def term(self) -> Term | None:
        """The term of the first reading; None without a proof."""
        return self._first.term if self._first else None

    @property
    def dependencies(self) -> tuple[Dependency, ...]:
        """The dependencies of the first reading; none without a proof."""
        return self._first.dependencies if self._first else ()

    @property
    def proof(self) -> Proof | None:
        """The natural deduction of the first reading; None without a proof."""
        return self._first.proof if self._first else None

    def to_pandas(self) -> Any:
        """A table of the tokens, numbered from 1, with their types, heads and labels: a DataFrame of pandas.

        `pandas.concat({parse.place.id: parse.to_pandas() for parse in parses})` has those of many sentences.
        """
        return _to_pandas([token.text for token in self.tokens], self._first)

    @property
    def _first(self) -> Analysis | None:
        return self.analyses[0] if self.analyses else None


def spaced(words: Sequence[str]) -> tuple[Token, ...]:
    """Tokens that came without a text: they are put a space apart.

    >>> spaced(["Ze", "slapen"])
    (Token(text='Ze', start=0, end=2), Token(text='slapen', start=3, end=9))
    """
    ends = accumulate(len(word) + 1 for word in words)
    return tuple(Token(word, end - 1 - len(word), end - 1) for word, end in zip(words, ends, strict=True))


def parse_of_tokens(words: Sequence[str], analyses: Sequence[Analysis], place: Place = NOWHERE) -> Parse:
    """What is said of tokens that came without a text."""
    return Parse(" ".join(words), spaced(words), tuple(analyses), place=place)


def _to_pandas(tokens: Sequence[str], analysis: Analysis | None) -> Any:
    try:
        import pandas
    except ModuleNotFoundError:
        raise ProofNetsError("a table of this kind needs pandas: pip install pandas") from None
    edges = edge_of_every_token(analysis.derivation, analysis.net.term) if analysis and analysis.net else []
    heads: list[int | None] = [edge.head for edge in edges] or [None] * len(tokens)
    sure = analysis.confidence if analysis else None
    columns = {
        "token": tokens,
        "type": [show_entry(entry) for entry in analysis.types] if analysis else None,
        "head": pandas.array(heads, dtype="Int64"),
        "label": [edge.label for edge in edges] or None,
        "confidence": sure.words if sure else None,
    }
    return pandas.DataFrame(columns, index=pandas.RangeIndex(1, len(tokens) + 1, name="number"))


def _said(analysis: Analysis | None) -> str:
    if analysis is None or not analysis.proved:
        return "no proof was found"
    sure = f", {analysis.confidence.whole:.0%} sure" if analysis.confidence else ""
    return f"{shortened(str(analysis.term), _LONGEST_SHOWN)} : {analysis.derivation.goal}{sure}"


def to_dict(parse: Parse) -> dict[str, Any]:
    """A parse as the JSON object of `--format json` (docs/formats.md)."""
    answer: dict[str, Any] = {
        "text": parse.text,
        "tokens": [token.text for token in parse.tokens],
        "offsets": [[token.start, token.end] for token in parse.tokens],
        "status": parse.status,
        "analyses": [_analysis_to_dict(analysis) for analysis in parse.analyses],
    }
    answer |= {} if parse.confidence is None else {"confidence": parse.confidence}
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
        "types": [show_entry(entry) for entry in derivation.types],
        "links": [list(link) for link in derivation.links],
    }
    sure = analysis.confidence
    if sure is not None:
        plain |= {"confidence": sure.whole, "type_confidence": [*sure.words], "link_confidence": [*sure.links]}
        if sure.others:
            plain["other_types"] = [[_other_to_dict(other) for other in some] for some in sure.others]
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
        for edge, chance in zip(plain["dependencies"], sure.dependencies if sure else (), strict=False):
            edge["confidence"] = chance
    return plain


def _other_to_dict(other: Other) -> dict[str, Any]:
    entry, chance = other
    return {"type": show_entry(entry), "confidence": chance}


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
    types = tuple(map(_entry, _list(plain["types"])))
    links: tuple[Link, ...] = tuple((_whole(p), _whole(n)) for p, n in _list(plain["links"]))
    score, frequency = (None if plain.get(name) is None else _number(plain[name]) for name in ("score", "frequency"))
    derivation = Derivation(tuple(tokens), types, parse_type(_text(plain["goal"])), links)
    beliefs = tuple(_belief(each) for each in _list(plain.get("beliefs", [])))
    return Analysis(derivation, score, frequency, beliefs, _confidence(plain))


def _confidence(plain: Mapping[str, Any]) -> Confidence | None:
    if plain.get("confidence") is None:
        return None
    edges = [edge["confidence"] for edge in _list(plain.get("dependencies", [])) if "confidence" in edge]
    listed = (_list(plain[name]) for name in ("type_confidence", "link_confidence"))
    others = (
        tuple((_entry(each["type"]), _number(each["confidence"])) for each in _list(some))
        for some in _list(plain.get("other_types", []))
    )
    words, links, dependencies = (tuple(map(_number, some)) for some in (*listed, edges))
    return Confidence(_number(plain["confidence"]), words, links, dependencies, tuple(others))


def _entry(value: Any) -> Entry:
    return parse_entry(None if value is None else _text(value))


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
