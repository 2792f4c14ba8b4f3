"""The service: its calls, and how each of them fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import Future
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Annotated, Any, TypeAlias, TypeVar

from fastapi import FastAPI, Query, Request, Response
from fastapi import Path as PathParameter
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from proofnets import __version__
from proofnets.derivation.analyses import Analysis, to_dict
from proofnets.errors import ProofNetsError
from proofnets.logic import imbalance
from proofnets.modelfolder import ModelError
from proofnets.parser.inputs import from_tokens
from proofnets.parser.parser import Parser
from proofnets.parser.runtime import Model
from proofnets.parser.settings import Settings
from proofnets.render import find_format
from proofnets.render.palette import hue_style
from proofnets.server import limits as most
from proofnets.server import messages
from proofnets.server.access import Access
from proofnets.server.answers import linked, prove, sample_of, searched, sentences_of, settings_of
from proofnets.server.connections import QuietLoop
from proofnets.server.documents import FORMATS, document
from proofnets.server.guard import Guard
from proofnets.server.lanes import BusyError, Lane
from proofnets.server.limits import Limits
from proofnets.server.metrics import MEDIA_TYPE, Metrics
from proofnets.server.packing import Packing
from proofnets.server.replies import Answer, failure
from proofnets.server.search import add_search
from proofnets.server.telemetry import Telemetry
from proofnets.server.worker import Pool, Worker

PAGE = Path(__file__).parent / "page"
T = TypeVar("T")
FormatName: TypeAlias = Annotated[str, PathParameter(json_schema_extra={"enum": list(FORMATS)})]
Width: TypeAlias = Annotated[int | None, Query(ge=300, le=5_000, description="Fold nets, deductions and graphs to it.")]

_DESCRIPTION = """Dutch text to checked proofs of linear logic: proof nets, λ-terms, natural deductions, dependencies.
Every error is `{"error": "…"}`, one sentence that says what is wrong."""
_BETWEEN_MEASURES = 5.0
"""Seconds."""
_NOT_JSON = "the request is not JSON"
_REFUSALS = {400: _NOT_JSON, 404: "there is nothing at this address", 405: "this address does not take that method"}
_DOCUMENT: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The document.",
        "content": {
            format.media_type: {} if format.media_type == "application/json" else {"schema": {"type": "string"}}
            for format in FORMATS.values()
        },
    }
}


class Service:
    """A parser and the threads that work for all clients."""

    def __init__(self, parser: Parser, limits: Limits, metrics: Metrics) -> None:
        self.model = parser.model
        self.limits = limits
        self.metrics = metrics
        self.worker = Worker(parser, limits.queue, limits.parsing)
        self.searches = Pool("searches", limits.threads, limits.waiting)
        self.drawings = Pool("drawings", limits.threads, limits.waiting)
        self._loaded = self.worker.parse([from_tokens(["Ja"])], Settings())  # before anybody waits for it
        self._closing = False

    @property
    def lanes(self) -> Sequence[Lane[Any]]:
        """All threads that work for clients."""
        return (*self.worker.lanes, self.searches.lane, self.drawings.lane)

    @property
    def unready(self) -> str:
        """Why the service cannot parse now, if it cannot."""
        if self._closing:
            return "the service is about to end"
        if not self._loaded.done():
            return "the model is being loaded"
        if self._loaded.cancelled() or self._loaded.exception():
            return "the model cannot be loaded; the log says more"
        if not all(lane.alive for lane in self.lanes):
            return "a thread of the service has ended; the log says more"
        if any(lane.busy_for > self.limits.seconds for lane in self.worker.lanes):
            return "the parser does not come back from its work"
        return ""

    async def result(self, future: Future[T], since: float | None = None) -> T:
        """What a thread has worked out, if it is there in time: that of a request may run since some moment."""
        left = self.limits.seconds - (0.0 if since is None else monotonic() - since)
        return await asyncio.wait_for(asyncio.wrap_future(future), max(0.0, left))

    def measure(self) -> None:
        """Tell operators how it is."""
        figures = {"proofnets_ready": float(not self.unready)}
        for lane in self.lanes:
            figures[f'proofnets_waiting{{lane="{lane.name}"}}'] = lane.waiting
            figures[f'proofnets_backlog_seconds{{lane="{lane.name}"}}'] = lane.backlog
        self.metrics.measure(figures)

    async def keep_measuring(self) -> None:
        """Measure again and again: another process may be asked for the figures."""
        while True:
            self.measure()
            await asyncio.sleep(_BETWEEN_MEASURES)

    def close(self) -> None:
        """Finish what was taken."""
        self._closing = True
        self.worker.close()
        self.searches.close()
        self.drawings.close()


def create_app(
    parser: Parser,
    limits: Limits | None = None,
    access: Access | None = None,
    metrics: Metrics | None = None,
    corpus: Path | None = None,
) -> FastAPI:
    """The service on a parser, which from now on is its own, and on a parsed corpus, if there is one to search."""
    bounds, figures = limits or Limits(), metrics or Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_exception_handler(QuietLoop())
        app.state.service = service = Service(parser, bounds, figures)
        measuring = asyncio.create_task(service.keep_measuring())
        yield
        measuring.cancel()
        await asyncio.to_thread(service.close)

    app = FastAPI(
        title="Neural Proof Nets",
        version=__version__,
        description=_DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,  # FastAPI's pages load their scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
        redirect_slashes=False,  # else there are redirects to whatever host the request names
    )
    _add_calls(app, corpus)
    if corpus:
        add_search(app, corpus)
    _add_page(app)
    _add_failures(app)
    app.add_middleware(Guard, limits=bounds, access=access or Access())
    app.add_middleware(Packing)
    app.add_middleware(Telemetry, metrics=figures)
    return app


def _add_calls(app: FastAPI, corpus: Path | None) -> None:
    def service() -> Service:
        here: Service = app.state.service
        return here

    @app.post("/api/parse", response_model=list[messages.Parse], responses=messages.FAILURES)
    async def parse(request: messages.ParseRequest, http: Request) -> Response:
        """Parse Dutch text: one object a sentence, in order."""
        here = service()
        sentences = await asyncio.to_thread(sentences_of, request, here.model.language)
        parses = await here.result(here.worker.parse(sentences, settings_of(request), http.state.client))
        here.metrics.add("proofnets_sentences_total", len(parses))
        return await asyncio.to_thread(lambda: Answer([to_dict(parse) for parse in parses]))

    @app.post("/api/prove", response_model=messages.Proofs, responses=messages.FAILURES)
    async def prove_judgement(request: messages.ProveRequest, http: Request) -> Response:
        """Search for the proof nets of a judgement, without the model."""
        here = service()
        answer = await here.result(here.searches.call(lambda deadline: prove(request, deadline), http.state.client))
        return await asyncio.to_thread(Answer, answer)

    @app.post("/api/link", response_model=messages.Proofs, responses=messages.FAILURES)
    async def link(request: messages.LinkRequest, http: Request) -> Response:
        """Link a sentence whose types are given, and verify it; or say why it has no proof."""
        here, client, since = service(), http.state.client, monotonic()
        sample, frame = await asyncio.to_thread(sample_of, request.tokens, request.types, request.goal)
        analyses: list[Analysis] = []
        fault = ""
        if not imbalance(frame):
            given = (sample.tokens, sample.types, sample.goal, request.readings, request.beliefs)
            try:
                analyses = await here.result(here.worker.link(*given, client), since)
            except ModelError:
                raise
            except ProofNetsError as error:  # the model does not know all there is in the calculus
                fault = str(error)
        if any(analysis.proved for analysis in analyses):
            return await asyncio.to_thread(lambda: Answer(linked(sample, analyses)))
        search = here.searches.call(
            lambda deadline: searched(sample, request.readings, analyses, fault, deadline), client
        )
        return Answer(await here.result(search, since))

    @app.post("/api/render/{format}", response_class=Response, responses=messages.FAILURES | _DOCUMENT)
    async def render_document(
        format: FormatName, request: messages.Parses, http: Request, width: Width = None
    ) -> Response:
        """Write what `parse`, `prove` or `link` gave in a format: a picture of its proofs, or another document."""
        here, chosen = service(), find_format(format, FORMATS)
        drawing = here.drawings.call(lambda deadline: document(request, chosen, width, deadline), http.state.client)
        text = await here.result(drawing)
        return Response(text.encode("utf-8", "replace"), media_type=f"{chosen.media_type}; charset=utf-8")

    @app.get("/api/formats", response_model=list[messages.Format])
    async def formats() -> Response:
        """Tell which formats there are."""
        return Answer([{key: getattr(row, key) for key in messages.Format.model_fields} for row in FORMATS.values()])

    @app.get("/api/health", response_model=messages.Health)
    async def health() -> Response:
        """Tell that the service is there, and how much waits for the parser."""
        return Answer({"status": "ok", "version": __version__, "waiting": service().worker.waiting})

    @app.get("/api/ready", response_model=messages.Ready, responses={503: messages.FAILURES[503]})
    async def ready() -> Response:
        """Tell whether the service can parse."""
        reason = service().unready
        return failure(503, reason, 5) if reason else Answer({"status": "ready"})

    @app.get("/metrics", include_in_schema=False)
    async def metrics() -> Response:
        service().measure()
        return Response(service().metrics.text(), media_type=MEDIA_TYPE)

    @app.get("/api/model", response_model=messages.Model)
    async def model() -> Response:
        """Tell about the model, and what a request may ask for."""
        return Answer(_about(service().model) | {"corpus": corpus.name if corpus else None})


def _about(model: Model) -> dict[str, Any]:
    told = model.metadata
    runs = [{"recipe": run.recipe, "data": run.data, "validation": run.validation} for run in told.runs]
    return {
        "name": model.folder.name,
        "precision": told.precision,
        "symbols": list(told.symbols),
        "training": {"made_by": told.made_by, "runs": runs, "card": told.card},
        "limits": {
            "beam": most.WIDEST_BEAM,
            "readings": most.MOST_READINGS,
            "samples": most.MOST_SAMPLES,
            "sentences": most.MOST_SENTENCES,
            "words": most.MOST_WORDS,
            "proofs": most.MOST_PROOFS,
            "seconds": most.LONGEST_SEARCH,
        },
    }


def _add_page(app: FastAPI) -> None:
    app.mount("/page", StaticFiles(directory=PAGE))

    @app.get("/", include_in_schema=False)
    async def page() -> Response:
        return FileResponse(PAGE / "index.html")

    @app.get("/palette.css", include_in_schema=False)
    async def palette() -> Response:  # the colours of atoms are those of the pictures
        return Response(hue_style(), media_type="text/css")


def _add_failures(app: FastAPI) -> None:
    @app.exception_handler(RequestValidationError)
    async def is_no_request(_: Request, error: RequestValidationError) -> Response:
        faults = error.errors()
        status = 400 if any(fault["type"] == "json_invalid" for fault in faults) else 422
        return failure(status, _in_words(faults))

    @app.exception_handler(HTTPException)
    async def is_refused(_: Request, error: HTTPException) -> Response:
        answer = failure(error.status_code, _REFUSALS.get(error.status_code, str(error.detail)))
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(ProofNetsError)
    async def is_impossible(_: Request, error: ProofNetsError) -> Response:
        return failure(422, str(error))

    @app.exception_handler(ModelError)
    async def is_broken(_: Request, error: ModelError) -> Response:
        raise error  # no fault of the request: it goes on to the guard, which keeps it for the log

    @app.exception_handler(BusyError)
    async def is_busy(_: Request, error: BusyError) -> Response:
        return failure(503, f"too much is waiting: try again in about {error.seconds:,} s", error.seconds)

    @app.exception_handler(asyncio.TimeoutError)
    async def is_late(_: Request, error: asyncio.TimeoutError) -> Response:
        return failure(504, "the answer was not ready in time: ask for less, or try again later")


def _in_words(faults: Sequence[Any]) -> str:
    """One thing that is wrong with a request. Where several kinds of value are possible, it is what is wrong with the
    kind that was given, and not that it is none of the others."""
    fault = next((fault for fault in faults if not fault["type"].endswith("_type")), faults[0])
    if fault["type"] == "json_invalid":
        return _NOT_JSON
    # behind a place, there may be the names of the kinds of value that were tried
    place = ".".join(str(step) for step in fault["loc"][1:] if isinstance(step, int) or step.isidentifier())
    message = str(fault["msg"])
    return f"{place or 'the request'}: {message[0].lower()}{message[1:]}"
