"""What stands around the service: who may ask, headers on answers, no traceback for anybody, and no work for clients
that have gone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from contextlib import suppress

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from proofnets.server.access import Access, Doorkeeper
from proofnets.server.bodies import body_of, refuse, replayed, unreadable
from proofnets.server.limits import Limits
from proofnets.server.replies import Answer, failure

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
_log = logging.getLogger("proofnets.server")


class Guard:
    """Lets the service see requests that it may answer, with their bodies, and nothing else."""

    def __init__(self, app: ASGIApp, limits: Limits, access: Access) -> None:
        self._app = app
        self._limits = limits
        self._doorkeeper = Doorkeeper(access)

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

        client, refusal = self._doorkeeper.admit(scope)
        body: bytes | Answer | None = refusal or unreadable(scope, self._limits.body)
        if body is None:
            body = await body_of(receive, self._limits.body, self._limits.sending)
        if isinstance(body, Answer):
            await refuse(body, receive, send_with_headers)
        elif body is not None:
            # what answers GET answers HEAD; the server leaves the body of its answer out
            inner = {**scope, "method": "GET" if scope["method"] == "HEAD" else scope["method"]}
            inner["state"] = {**scope.get("state", {}), "client": client}
            try:
                await _while_there(self._app(inner, replayed(body, receive), send_with_headers), receive)
            except Exception:  # whatever it is, the others must be served; it is logged
                _log.exception("an error inside the service")
                if not started:
                    error = "an error inside the service; its log says more"
                    await failure(500, error)(scope, receive, send_with_headers)


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
