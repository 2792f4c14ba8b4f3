"""What operators see of requests: an id for each, figures, and a log. Never what was asked."""

from __future__ import annotations

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime
from time import perf_counter
from typing import Any
from uuid import uuid4

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from proofnets.server.metrics import CALLS, Metrics

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the request that is being handled."""

_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_GONE = 499
"""How the log tells of a client that left before there was an answer."""
_access = logging.getLogger("proofnets.access")


class Telemetry:
    """Counts and logs requests. A client may give its request an id; else it gets one."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        given = Headers(scope=scope).get("x-request-id", "")
        request_id = given if _ID.fullmatch(given) else uuid4().hex
        REQUEST_ID.set(request_id)
        start, status, size = perf_counter(), 0, 0

        async def watch(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-ID"] = request_id
            size += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, watch)
        finally:
            seconds = perf_counter() - start
            self._metrics.request(call_of(scope["path"]), status, seconds)
            if _access.isEnabledFor(logging.INFO):
                client = scope["client"][0] if scope.get("client") else "-"
                # the query is left out, as it may be what somebody wants to have parsed
                facts = {
                    "client": client,
                    "method": scope["method"],
                    "path": scope["path"],
                    "status": status or _GONE,
                    "bytes": size,
                    "seconds": round(seconds, 4),
                }
                line = "%(client)s %(method)s %(path)s %(status)s %(bytes)s bytes %(seconds)s s"
                _access.info(line, {**facts, "path": json.dumps(scope["path"])}, extra={"facts": facts})


def call_of(path: str) -> str:
    """Which call is at an address.

    >>> call_of("/api/render/svg"), call_of("/api/parse"), call_of("/"), call_of("/api/other")
    ('render', 'parse', 'other', 'other')
    """
    parts = path.split("/")
    return parts[2] if len(parts) > 2 and parts[1] == "api" and parts[2] in CALLS else "other"


class Plain(logging.Formatter):
    """A line of the log for people."""

    def format(self, record: logging.LogRecord) -> str:
        """The moment, the level, the message, and the id of the request, if any."""
        head, *traceback = super().format(record).split("\n", 1)
        request_id = REQUEST_ID.get()
        line = f"{_moment(record)} {record.levelname.lower()} {head}{f' [{request_id}]' if request_id else ''}"
        return "\n".join([line, *traceback])


class Lines(logging.Formatter):
    """A line of the log for programs: a JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """The object."""
        plain: dict[str, Any] = {"time": _moment(record), "level": record.levelname.lower(), "logger": record.name}
        if request_id := REQUEST_ID.get():
            plain["request"] = request_id
        plain |= getattr(record, "facts", None) or {"message": record.getMessage()}
        if record.exc_info:
            plain["traceback"] = self.formatException(record.exc_info)
        return json.dumps(plain, ensure_ascii=True)


def _moment(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def log_config(level: str, access: bool, as_json: bool) -> dict[str, Any]:
    """What logging is told: all goes to standard error, requests if that is wished for."""
    loggers = {
        name: {"handlers": ["stderr"], "level": level.upper(), "propagate": False} for name in ("proofnets", "uvicorn")
    }
    loggers["proofnets.access"] = {"level": "INFO" if access else "CRITICAL"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": f"{__name__}.{'Lines' if as_json else 'Plain'}"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "loggers": loggers,
    }
