"""The search of a parsed corpus, where the service was given one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import FastAPI, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from proofnets.deadline import Deadline
from proofnets.derivation.analyses import to_dict
from proofnets.server.limits import LONGEST_JUDGEMENT, LONGEST_SEARCH
from proofnets.server.messages import FAILURES, Integer, Parse
from proofnets.server.replies import Answer

if TYPE_CHECKING:
    from proofnets.server.app import Service

MOST_MATCHES = 200


class SearchRequest(BaseModel):
    """A pattern, and what to tell of its matches."""

    pattern: Annotated[
        str,
        Field(min_length=1, max_length=LONGEST_JUDGEMENT, description="In the syntax of Grew: see docs/corpora.md."),
    ]
    by: Annotated[
        list[str], Field(max_length=4, description="Count the matches by these, as `V.word` or `document`.")
    ] = []
    limit: Annotated[
        Integer, Field(ge=1, le=MOST_MATCHES, description="How many matches, or rows of counts, to give at most.")
    ] = 50

    model_config = ConfigDict(
        extra="forbid", strict=True, json_schema_extra={"examples": [{"pattern": "pattern { V -[su]-> S }"}]}
    )


class Match(BaseModel):
    """A sentence that the pattern matches, and the token that each of its nodes is, counted from 1."""

    parse: Parse
    nodes: dict[str, int]


class Matches(BaseModel):
    """What a search found: the matches, or how many there are by each of the keys, most first."""

    total: Annotated[int, Field(description="How many matches there are, whatever the limit.")]
    matches: list[Match] = []
    counts: list[dict[str, Any]] = []


def add_search(app: FastAPI, corpus: Path) -> None:
    """Give a service the call that searches a corpus."""

    @app.post("/api/search", response_model=Matches, responses=FAILURES)
    async def search_corpus(request: SearchRequest, http: Request) -> Response:
        """Search the parsed corpus of this service for a pattern of words, types, dependencies and terms."""
        service: Service = app.state.service
        job = service.searches.call(lambda deadline: _matches(corpus, request, deadline), http.state.client)
        return Answer(await service.result(job))


def _matches(corpus: Path, request: SearchRequest, deadline: Deadline) -> dict[str, Any]:
    from proofnets.corpus import search  # it needs an extra, which a service without a corpus can do without

    # the matches are counted and read, which is two searches
    until = deadline.within(LONGEST_SEARCH)
    matches = search(corpus, request.pattern, request.limit, LONGEST_SEARCH, until)
    answer: dict[str, Any] = {"total": matches.count(), "matches": [], "counts": []}
    if request.by:
        return answer | {"counts": matches.counts(*request.by).to_pylist()}
    return answer | {"matches": [{"parse": to_dict(match.parse), "nodes": dict(match.nodes)} for match in matches]}
