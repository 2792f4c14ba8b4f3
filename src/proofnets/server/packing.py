"""Answers are packed with gzip for clients that can unpack them."""

from __future__ import annotations

import asyncio
import gzip

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_WORTH_IT = 1_000
"""What has fewer bytes is sent as it is."""
_LEVEL = 5


class Packing:
    """Packs answers that come in one piece, in a thread: all of the service do, but large files."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http" or not accepts_gzip(Headers(scope=scope).get("accept-encoding", "")):
            await self._app(scope, receive, send)
            return
        start: Message | None = None

        async def pack(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            if start is not None:
                body = message.get("body", b"")
                if not message.get("more_body") and len(body) >= _WORTH_IT and _is_plain(start):
                    body = await asyncio.to_thread(gzip.compress, body, _LEVEL, mtime=0)
                    headers = MutableHeaders(scope=start)
                    headers["Content-Encoding"] = "gzip"
                    headers["Content-Length"] = str(len(body))
                    headers.add_vary_header("Accept-Encoding")
                    if etag := headers.get("etag"):
                        headers["ETag"] = f"W/{etag.removeprefix('W/')}"
                    message = {"type": "http.response.body", "body": body}
                await send(start)
                start = None
            await send(message)

        await self._app(scope, receive, pack)


def _is_plain(start: Message) -> bool:
    return "content-encoding" not in Headers(raw=start["headers"]) and start["status"] not in (204, 206, 304)


def accepts_gzip(header: str) -> bool:
    """Whether what a client says in Accept-Encoding allows gzip.

    >>> [accepts_gzip(header) for header in ("gzip, br", "br", "gzip;q=0", "*", "*;q=0.5, gzip;q=0.0", "GZIP ; Q=1")]
    [True, False, False, True, False, True]
    """
    weights: dict[str, float] = {}
    for coding in header.lower().split(","):
        name, _, parameters = coding.partition(";")
        key, _, value = parameters.partition("=")
        try:
            weights[name.strip()] = float(value) if key.strip() == "q" else 1.0
        except ValueError:
            weights[name.strip()] = 0.0
    return weights.get("gzip", weights.get("*", 0.0)) > 0
