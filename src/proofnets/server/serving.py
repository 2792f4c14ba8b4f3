"""The service on a socket, in one process or several."""

from __future__ import annotations

import logging
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors import Multiprocess

from proofnets.errors import ProofNetsError
from proofnets.parser.inputs import from_tokens
from proofnets.parser.parser import Parser, find_model
from proofnets.server.access import Access
from proofnets.server.app import create_app
from proofnets.server.connections import Connection, files_allowed
from proofnets.server.limits import Limits
from proofnets.server.memory import give_memory_back
from proofnets.server.metrics import Metrics
from proofnets.server.spindle import add_spindle
from proofnets.server.telemetry import log_config
from proofnets.workers import cores

_BACKLOG = 256
"""How many connections may wait to be taken."""
_SWITCH = 0.001
"""After how many seconds a thread that computes lets another one go on. With Python's own 5 ms, every call of the
network in a short parse waits so long for the search for links in a long one."""
_log = logging.getLogger("proofnets.server")


@dataclass(frozen=True, slots=True)
class Logs:
    """What is logged."""

    level: str = "warning"
    access: bool = False
    """Whether there is a line for every request."""
    as_json: bool = False


@dataclass(frozen=True, slots=True)
class Serving:
    """How to serve: a model, for whom, and within which limits."""

    model: str = "nl"
    limits: Limits = field(default_factory=Limits)
    access: Access = field(default_factory=Access)
    logs: Logs = field(default_factory=Logs)
    workers: int = 1
    spindle: bool = False
    """Whether to answer as the spindle server does, too."""
    corpus: Path | None = None
    """Parses to search, if there are any."""


def serve(
    serving: Serving,
    host: str = "127.0.0.1",
    port: int = 8000,
    ready: Callable[[str], None] = print,
) -> None:
    """Serve the page and the service until the process is told to end; `ready` is told the address.

    What was taken is finished first.
    """
    limits = replace(serving.limits, connections=files_allowed(serving.limits.connections))
    serving = replace(serving, limits=limits)
    find_model(serving.model)
    with _listen(host, port) as listener:
        name = f"[{host}]" if ":" in host else host
        address = f"http://{name}:{listener.getsockname()[1]}"
        if serving.workers == 1:
            app = make_app(serving, None)  # a model that cannot be loaded ends it here
            ready(address)
            uvicorn.Server(_config(serving, app)).run(sockets=[listener])
        else:
            with TemporaryDirectory(prefix="proofnets-") as folder:  # one process writes no files
                config = _config(serving, partial(_worker_app, serving, Path(folder)), factory=True)
                config.configure_logging()
                ready(address)
                Multiprocess(config, [listener]).run()


def make_app(serving: Serving, folder: Path | None) -> FastAPI:
    """The service with its model, which is loaded; an error if that cannot be done."""
    sys.setswitchinterval(_SWITCH)
    give_memory_back()
    parser = Parser(serving.model, max(1, cores() // serving.workers))
    list(parser.parse_sentences([from_tokens(["Ja"])]))  # tokens, since its language may be one that we cannot cut
    app = create_app(parser, serving.limits, serving.access, Metrics(folder), serving.corpus)
    if serving.spindle:
        add_spindle(app)
    return app


def _worker_app(serving: Serving, folder: Path) -> FastAPI:
    """The service in a process of several. If it cannot begin, nobody tries again."""
    try:
        return make_app(serving, folder)
    except ProofNetsError as error:
        _log.critical("%s", error)
        sys.exit(uvicorn.config.STARTUP_FAILURE)


def _config(serving: Serving, app: Any, factory: bool = False) -> uvicorn.Config:
    limits, logs = serving.limits, serving.logs
    return uvicorn.Config(
        app,
        factory=factory,
        workers=serving.workers,
        http=partial(Connection, limits),  # type: ignore[arg-type]  # it wants a class, and only calls it
        ws="none",
        lifespan="on",
        log_config=log_config(logs.level, logs.access, logs.as_json),
        log_level=logs.level,
        access_log=False,  # Telemetry has its own
        server_header=False,
        backlog=_BACKLOG,
        timeout_keep_alive=round(limits.idle),
        timeout_graceful_shutdown=ceil(limits.seconds) + 1,
        timeout_worker_healthcheck=ceil(limits.seconds),  # with 0, each of the processes would be killed at once
    )


def _listen(host: str, port: int) -> socket.socket:
    """A socket at an address; port 0 is any that is free."""
    try:
        (family, *_, address), *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        # asyncio sends at once (TCP_NODELAY) only on what says that it is TCP; else each answer waits for 40 ms
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    except OSError as error:
        raise ProofNetsError(f"there is no address {host}: {error.strerror or error}") from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        reason = f"{host}:{port} cannot be served at ({error.strerror or error})"
        raise ProofNetsError(f"{reason}: choose another --port or --host") from None
    return listener
