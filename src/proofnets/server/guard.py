"""What stands around the service: limits on requests, headers on answers, no traceback for anybody, and no work for
clients that have gone."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_ANSWER_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_PATIENCE = 16
"""How many times more than what is allowed is read of a request before the connection is closed."""
_log = logging.getLogger("proofnets.server")


class Answer(JSONResponse):
    """JSON as it is written for people. What UTF-8 cannot write is replaced."""

    def render(self, content: Any) -> bytes:
        """The bytes of the answer."""
        return json.dumps(content, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")


def failure(status: int, error: str, retry_after: int | None = None) -> Answer:
    """An answer that says what went wrong, and after how many seconds to try again."""
    return Answer({"error": error}, status, None if retry_after is None else {"Retry-After": str(retry_after)})


class Guard:
    """Reads the body of a request, within limits, before the service sees it."""

    def __init__(self, app: ASGIApp, body: int, seconds: float) -> None:
        self._app = app
        self._body = body
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                is_answer = scope["path"].startswith("/api/")
                headers["Content-Security-Policy"] = _ANSWER_POLICY if is_answer else _PAGE_POLICY
                headers["Cache-Control"] = "no-store" if is_answer else "no-cache"
                headers.update(_HEADERS)
            await send(message)

        try:
            body = await asyncio.wait_for(self._read(receive), self._seconds)
        except TimeoutError:
            body = failure(408, "the request did not arrive in time")
        if isinstance(body, Answer):
            body.headers["Connection"] = "close"  # what is still on its way is not read
            await body(scope, receive, send_with_headers)
        elif body is not None:
            try:
                await _while_there(self._app(scope, _replay(body, receive), send_with_headers), receive)
            except Exception:
                _log.exception("an error inside the service")
                if not started:
                    error = "an error inside the service; its log says more"
                    await failure(500, error)(scope, receive, send_with_headers)

    async def _read(self, receive: Receive) -> bytes | Answer | None:
        """The body of a request, an answer if it is too large, or nothing if the client has gone.

        A client sees the answer only when it has sent all; so what is too much is read, to some extent, and forgotten.
        """
        body = bytearray()
        forgotten = 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            body += message.get("body", b"")
            if len(body) > self._body:
                forgotten += len(body)
                body.clear()
            if not message.get("more_body") or forgotten > _PATIENCE * self._body:
                break
        if forgotten:
            return failure(413, f"the request is larger than {self._body:,} bytes: send less at a time")
        return bytes(body)


async def _while_there(work: Awaitable[None], receive: Receive) -> None:
    """Work on an answer, and give it up as soon as the client has gone."""
    working, gone = asyncio.ensure_future(work), asyncio.ensure_future(_until_gone(receive))
    try:
        await asyncio.wait((working, gone), return_when=asyncio.FIRST_COMPLETED)
    finally:
        gone.cancel()
        working.cancel()
    with suppress(asyncio.CancelledError):
        await working


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _replay(body: bytes, receive: Receive) -> Receive:
    """A receiver that gives the body first, and then whatever comes."""
    given = False

    async def replayed() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replayed
