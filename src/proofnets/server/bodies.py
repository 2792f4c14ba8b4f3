"""The bodies of requests, read within limits."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from proofnets.server.replies import Answer, failure

_LINGER = 2.0
"""For how many seconds more is read of a request that was refused. A client that is still sending when the connection
is closed may never see the answer."""


def unreadable(scope: Scope, most: int) -> Answer | None:
    """Why a request is refused by its head alone, if it is."""
    headers = Headers(scope=scope)
    length = headers.get("content-length", "")
    if length.isdecimal() and int(length[:20]) > most:
        return too_large(most)
    if scope["method"] == "POST":
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json" and not (kind.startswith("application/") and kind.endswith("+json")):
            return failure(
                415, f"the request is {kind[:80] or 'of no type'}: send JSON, as Content-Type application/json"
            )
    return None


def too_large(most: int) -> Answer:
    """The answer to a request that is too large."""
    return failure(413, f"the request is larger than {most:,} bytes: send less at a time")


async def body_of(receive: Receive, most: int, seconds: float) -> bytes | Answer | None:
    """The body of a request, an answer if it is too large or too late, or nothing if the client has gone."""
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                body += message.get("body", b"")
                if len(body) > most:
                    return too_large(most)
                if not message.get("more_body"):
                    return bytes(body)
    except TimeoutError:
        return failure(408, f"the request did not arrive within {seconds:g} s")


async def refuse(answer: Answer, receive: Receive, send: Send) -> None:
    """Answer a request that is not read to its end, and close its connection."""
    answer.headers["Connection"] = "close"
    await send({"type": "http.response.start", "status": answer.status_code, "headers": answer.raw_headers})
    await send({"type": "http.response.body", "body": answer.body, "more_body": True})
    with suppress(TimeoutError):
        async with asyncio.timeout(_LINGER):
            while (await receive()).get("more_body"):
                pass
    await send({"type": "http.response.body"})


def replayed(body: bytes, receive: Receive) -> Receive:
    """A receiver that gives the body first, and then whatever comes."""
    given = False

    async def replay() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay
