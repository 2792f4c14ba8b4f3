"""Records: parses with what is known of them besides, and the readings that the store has of them, a row each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from proofnets.derivation import Analysis, Confidence, Derivation, Parse, Place, Token, token_edges, word_edges
from proofnets.derivation.analyses import Status, parse_of_tokens
from proofnets.derivation.derivations import parse_entry, show_entry
from proofnets.errors import ProofNetsError
from proofnets.logic import Link, parse_type, show_type
from proofnets.treebank.samples import Sample


@dataclass(frozen=True, slots=True)
class Record:
    """A parse, and what is known of it besides."""

    parse: Parse
    lemmas: tuple[str | None, ...] = ()
    """One for each token, or none at all."""

    def __post_init__(self) -> None:
        if self.lemmas and len(self.lemmas) != len(self.parse.tokens):
            raise ProofNetsError(f"{len(self.parse.tokens)} tokens cannot have {len(self.lemmas)} lemmas")


@dataclass(frozen=True, slots=True)
class Reading:
    """A row of the store: one analysis of a sentence, or none. Fields are the columns, in their order."""

    document: str
    paragraph: int | None
    sentence: int | None
    start: int | None
    end: int | None
    name: str
    text: str
    status: Status
    """Of the sentence."""
    error: str
    timed_out: bool
    reading: int
    """Counted from 1; 0 if the sentence has no analysis."""
    proved: bool
    score: float | None
    frequency: float | None
    confidence: float | None
    goal: str | None
    term: str | None
    tokens: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    lemmas: tuple[str | None, ...]
    types: tuple[str | None, ...]
    """Types as printed, `+` and None, as in a sample."""
    heads: tuple[int | None, ...]
    labels: tuple[str | None, ...]
    type_confidences: tuple[float | None, ...]
    head_confidences: tuple[float | None, ...]
    """Of head and label; only of tokens that stand for a word."""
    links: tuple[Link, ...]
    link_confidences: tuple[float, ...]
    """One for each link, or none at all."""

    @property
    def place(self) -> Place:
        """Where the sentence came from."""
        return Place(self.document, self.paragraph, self.sentence, self.start, self.end, self.name)


def record_of_parse(parse: Parse) -> Record:
    """A parse as a record, with the lemmas of the CoNLL-U that it came from."""
    rows = (line.split("\t") for line in parse.conllu if not line.startswith("#"))
    lemmas = tuple(None if row[2] == "_" else row[2] for row in rows if row[0].isdecimal())
    return Record(parse, lemmas if any(lemmas) else ())


def record_of_sample(sample: Sample) -> Record:
    """A sample of a treebank as a record: its id is that of the document."""
    return Record(parse_of_tokens(sample.tokens, [Analysis(sample, None)], Place(sample.id)))


def readings(record: Record) -> Iterator[Reading]:
    """The rows of a record: one for each analysis, or one that says that there is none."""
    parse, place = record.parse, record.parse.place
    tokens = tuple(token.text for token in parse.tokens)
    nothing = (None,) * len(tokens)
    bare = Reading(
        document=place.document,
        paragraph=place.paragraph,
        sentence=place.sentence,
        start=place.start,
        end=place.end,
        name=place.name,
        text=parse.text,
        status=parse.status,
        error=parse.error,
        timed_out=parse.timed_out,
        reading=0,
        proved=False,
        score=None,
        frequency=None,
        confidence=None,
        goal=None,
        term=None,
        tokens=tokens,
        starts=tuple(token.start for token in parse.tokens),
        ends=tuple(token.end for token in parse.tokens),
        lemmas=record.lemmas or nothing,
        types=nothing,
        heads=nothing,
        labels=nothing,
        type_confidences=nothing,
        head_confidences=nothing,
        links=(),
        link_confidences=(),
    )
    if not parse.analyses:
        yield bare
    for number, analysis in enumerate(parse.analyses, 1):
        derivation, net, sure = analysis.derivation, analysis.net, analysis.confidence
        edges = {edge.dependent: edge for edge in token_edges(derivation, net.term)} if net else {}
        words = word_edges(derivation, net.term) if net and sure and sure.dependencies else ()
        heads = {edge.dependent: chance for edge, chance in zip(words, sure.dependencies if sure else (), strict=True)}
        yield replace(
            bare,
            reading=number,
            proved=analysis.proved,
            score=analysis.score,
            frequency=analysis.frequency,
            confidence=sure.whole if sure else None,
            goal=show_type(derivation.goal),
            term=str(net.term) if net else None,
            types=tuple(map(show_entry, derivation.types)),
            heads=tuple(edges[n].head if n in edges else None for n in range(1, len(tokens) + 1)),
            labels=tuple(edges[n].label if n in edges else None for n in range(1, len(tokens) + 1)),
            type_confidences=sure.words if sure else nothing,
            head_confidences=tuple(heads.get(n) for n in range(1, len(tokens) + 1)),
            links=derivation.links,
            link_confidences=sure.links if sure else (),
        )


def _confidence(row: Reading) -> Confidence | None:
    if row.confidence is None:
        return None
    words = tuple(0.0 if chance is None else chance for chance in row.type_confidences)
    heads = tuple(chance for chance in row.head_confidences if chance is not None)
    return Confidence(row.confidence, words, row.link_confidences, heads)


def record(rows: Sequence[Reading]) -> Record:
    """The record that the rows of one sentence stand for; its nets are verified anew."""
    first = rows[0]
    places = zip(first.tokens, first.starts, first.ends, strict=True)
    tokens = tuple(Token(text, start, end) for text, start, end in places)
    analyses = []
    for row in rows:
        if row.goal is not None:
            types = tuple(map(parse_entry, row.types))
            derivation = Derivation(row.tokens, types, parse_type(row.goal), row.links)
            analyses.append(Analysis(derivation, row.score, row.frequency, confidence=_confidence(row)))
    return Record(
        Parse(first.text, tokens, tuple(analyses), first.error, first.timed_out, first.place),
        first.lemmas if any(lemma is not None for lemma in first.lemmas) else (),
    )
