"""What the service says on sentences and judgements: checked requests to plain data."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from proofnets.deadline import Deadline
from proofnets.derivation.analyses import Analysis, parse_of_tokens, to_dict
from proofnets.derivation.derivations import Derivation, Entry, judgement
from proofnets.errors import ProofNetsError
from proofnets.logic import Frame, Judgement, Net, Search, Type, parse_judgement, parse_type, proofs
from proofnets.parser.inputs import Sentence, from_lines, from_text
from proofnets.parser.settings import Settings
from proofnets.render.sentences import parse_of_nets
from proofnets.server.balance import explain
from proofnets.server.limits import LONGEST_WORD, MOST_ATOMS, MOST_NODES, MOST_SENTENCES, MOST_TOKENS, MOST_WORDS
from proofnets.server.messages import ParseRequest, ProveRequest
from proofnets.table import shortened

_SECONDS = 3.0
"""How long to search for links that the model did not find."""


def settings_of(request: ParseRequest) -> Settings:
    """The parser's settings that a request asks for."""
    return Settings(
        beam=request.beam,
        readings=request.readings,
        constrained=not request.unconstrained,
        samples=request.samples,
        seed=request.seed,
        beliefs=request.beliefs,
        alternatives=request.alternatives,
    )


def sentences_of(request: ParseRequest, language: str) -> list[Sentence]:
    """The sentences of a request, in the language of the model; an error if there are none, or too many."""
    if any(len(word) > LONGEST_WORD for text in request.texts for word in text.split()):
        raise ProofNetsError(f"there is a word of more than {LONGEST_WORD:,} letters: put spaces between words")
    read = from_lines(request.texts) if request.pretokenised else from_text(request.texts, language)
    sentences = list(islice((sentence for sentence in read if sentence.tokens), MOST_SENTENCES + 1))
    if not sentences:
        raise ProofNetsError("there is no sentence in the text: give some words")
    if len(sentences) > MOST_SENTENCES:
        raise ProofNetsError(f"there are more than {MOST_SENTENCES:,} sentences: give them in several requests")
    words = sum(len(sentence.tokens) for sentence in sentences)
    if words > MOST_WORDS:
        raise ProofNetsError(
            f"there are {words:,} words, and {MOST_WORDS:,} are allowed: give them in several requests"
        )
    return sentences


def prove(request: ProveRequest, deadline: Deadline) -> dict[str, Any]:
    """The proofs of a judgement, or why there is none."""
    given = parse_judgement(request.judgement)
    sized(given)
    search = proofs(given, request.limit, request.seconds, request.strict, deadline)
    nets = list(search)
    answer = _unscored(Derivation(given.names, given.types, given.goal, ()), nets, search)
    return answer if nets else answer | {"note": _why(search, deadline, request.strict)}


def sample_of(tokens: Sequence[str], types: Sequence[str | None], goal: str) -> tuple[Derivation, Frame]:
    """A sentence whose types are given, which has no links yet, and its frame."""
    sample = Derivation(tuple(tokens), tuple(map(_entry, types)), _type(goal), ())
    return sample, sized(judgement(sample))


def linked(sample: Derivation, analyses: Sequence[Analysis]) -> dict[str, Any]:
    """A sentence with the links that a parser gave it."""
    return to_dict(parse_of_tokens(sample.tokens, analyses)) | {"stopped": None}


def searched(
    sample: Derivation, readings: int, structures: Sequence[Analysis], fault: str, deadline: Deadline
) -> dict[str, Any]:
    """A sentence for which the model has no net: with what a search finds, or with the reason why there is none.

    If there is none, the answer shows the structure that the model prefers, or one without links.
    """
    search = proofs(judgement(sample), readings, _SECONDS, deadline=deadline)
    if nets := list(search):
        why = fault or "none of the links that the model prefers is a net"
        return _unscored(sample, nets, search) | {"note": f"The links were found by a search, as {why}."}
    if structures:
        return linked(sample, structures) | {"stopped": search.stopped, "note": _why(search, deadline)}
    return _unscored(sample, nets, search) | {"note": _why(search, deadline)}


def sized(given: Judgement) -> Frame:
    """The frame of a judgement; an error if it is too large for the service."""
    if len(given.words) > MOST_TOKENS:
        raise ProofNetsError(f"there are {len(given.words):,} words, and {MOST_TOKENS:,} are allowed")
    frame = Frame(given)
    atoms, nodes = len(frame.atoms), len(frame.nodes)
    if atoms > MOST_ATOMS:
        raise ProofNetsError(f"the types have {atoms:,} atoms, and {MOST_ATOMS:,} are allowed")
    if nodes > MOST_NODES:
        raise ProofNetsError(f"the types have {nodes:,} atoms, arrows and modalities, and {MOST_NODES:,} are allowed")
    return frame


def _unscored(sample: Derivation, nets: Sequence[Net], search: Search) -> dict[str, Any]:
    """What a search has found, which no model has scored."""
    return to_dict(parse_of_nets(sample, nets)) | {"stopped": search.stopped}


def _why(search: Search, deadline: Deadline, strict: bool = False) -> str:
    return explain(search.frame, search.stopped is None, strict, deadline)


def _entry(text: str | None) -> Entry:
    return "+" if text == "+" else None if text is None else _type(text)


def _type(text: str) -> Type:
    try:
        return parse_type(text)
    except ProofNetsError as error:
        raise ProofNetsError(f"'{shortened(text, 80)}' is no type: {error}") from None
