"""`proofnets serve`: the web page and the HTTP service."""

from __future__ import annotations

import sys
from enum import StrEnum
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any

import typer

from proofnets.commands.console import require
from proofnets.commands.options import MODEL_HELP, bound

EXAMPLES = """
proofnets serve
proofnets serve --host 0.0.0.0 --port 80 --model runs/model --tokens tokens.txt
proofnets serve --workers 4 --access-log --log-format json
proofnets serve --spindle
proofnets serve --corpus parsed/   # and a tab to search it
curl -s http://127.0.0.1:8000/api/parse -H 'Content-Type: application/json' -d '{"text": "Ze slapen."}'
"""


class LogLevel(StrEnum):
    """How much is logged."""

    CRITICAL = "critical"
    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    DEBUG = "debug"


class LogFormat(StrEnum):
    """For whom it is logged."""

    TEXT = "text"
    JSON = "json"


def _option(*given: Any, name: str, **more: Any) -> Any:
    """An option that can also be given in the environment."""
    return typer.Option(*given, envvar=f"PROOFNETS_{name}", **more)


def serve(
    host: Annotated[
        str, _option(name="HOST", help="The address to serve at; 0.0.0.0 is open to the network.")
    ] = "127.0.0.1",
    port: Annotated[int, _option(name="PORT", min=0, max=65535, help="The port; 0 is any that is free.")] = 8000,
    model: Annotated[str, _option(name="MODEL", metavar="NAME", help=MODEL_HELP)] = "nl",
    spindle: Annotated[
        bool,
        _option("--spindle", name="SPINDLE", help="Answer as the spindle server does, too: POST / and GET /status/."),
    ] = False,
    workers: Annotated[int, _option(name="WORKERS", min=1, help="How many processes serve, each with a model.")] = 1,
    allow_host: Annotated[
        list[str] | None,
        _option(name="ALLOW_HOST", metavar="NAME", help="Answer only to this name as Host; can be repeated."),
    ] = None,
    tokens: Annotated[
        Path | None,
        _option(name="TOKENS", metavar="FILE", help="Ask for a bearer token: one of this file, which has one a line."),
    ] = None,
    rate: Annotated[
        float, _option(name="RATE", min=0, help="How many calls a minute a client may make; 0 is any number.")
    ] = 0.0,
    seconds: Annotated[float, _option(name="SECONDS", min=0.1, help="How long a request may take.")] = 60.0,
    sentence_seconds: Annotated[
        float,
        _option(
            name="SENTENCE_SECONDS",
            min=0,
            help="How long a sentence may take; then the best is shown. 0 is no limit but that of the request.",
        ),
    ] = 10.0,
    queue_seconds: Annotated[
        float, _option(name="QUEUE_SECONDS", min=0, help="How much work may wait, in expected seconds.")
    ] = 60.0,
    body_bytes: Annotated[int, _option(name="BODY_BYTES", min=1, help="How large a request may be.")] = 1_000_000,
    connections: Annotated[int, _option(name="CONNECTIONS", min=1, help="How many there may be, in a process.")] = 500,
    log_level: Annotated[LogLevel, _option(name="LOG_LEVEL", help="What is logged.")] = LogLevel.WARNING,
    log_format: Annotated[LogFormat, _option(name="LOG_FORMAT", help="Lines for people, or JSON.")] = LogFormat.TEXT,
    access_log: Annotated[
        bool, _option("--access-log", name="ACCESS_LOG", help="Log every request, but never its text.")
    ] = False,
    corpus: Annotated[
        Path | None,
        _option(name="CORPUS", exists=True, help="Parses that the page can search: what `proofnets search` takes."),
    ] = None,
) -> None:
    """Serve the web page and the HTTP service, until Ctrl-C. Every option can be given as PROOFNETS_… as well."""
    require("serve")
    if corpus:
        require("corpus")
    from proofnets.server.access import Access, read_tokens
    from proofnets.server.limits import Limits
    from proofnets.server.serving import Logs, Serving
    from proofnets.server.serving import serve as serve_model

    limits = Limits(
        body=body_bytes, connections=connections, seconds=seconds, parsing=bound(sentence_seconds), queue=queue_seconds
    )
    access = Access(tuple(allow_host or ()), read_tokens(tokens) if tokens else (), rate)
    logs = Logs(log_level.value, access_log, log_format is LogFormat.JSON)

    def ready(address: str) -> None:
        print(f"proofnets: {address} (Ctrl-C ends it)", file=sys.stderr, flush=True)
        if not _is_loopback(host) and not tokens:
            warning = f"--host {host} lets everybody who reaches this machine use the service: see docs/service.md"
            print(f"proofnets: warning: {warning}", file=sys.stderr, flush=True)

    serve_model(Serving(model, limits, access, logs, workers, spindle, corpus), host, port, ready)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
