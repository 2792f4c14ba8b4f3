"""Connections: how many there may be, and how long each of them may keep the service waiting."""

from __future__ import annotations

import asyncio
import errno
import logging
from time import monotonic
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from proofnets.server.limits import Limits

PROBE = 0.5
"""How many seconds after the first it is asked again whether a client that has closed its side is there at all."""
_FULL = b'{"error": "there are too many connections: try again in a few seconds"}'
_REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nRetry-After: 5\r\n"
    b"Connection: close\r\nContent-Length: %d\r\n\r\n%b" % (len(_FULL), _FULL)
)
_OUT_OF_FILES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
_SILENCE = 60.0
"""How many seconds pass until it is said again that there are no more files."""
_log = logging.getLogger("proofnets.server")


class Connection(H11Protocol):
    """uvicorn's connection, which waits for a client as long as the limits say and no longer."""

    def __init__(self, limits: Limits, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._limits = limits
        self._head: asyncio.TimerHandle | None = None
        """When the head of a request must be there."""
        self._tick: asyncio.TimerHandle | None = None
        self._unread = 0
        """How many bytes the client had not yet read at the last tick."""
        self.idle_since = self.loop.time()

    @property
    def idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Begin; if there are too many connections, at the cost of the one that has been idle for longest."""
        super().connection_made(transport)
        self._expect_head()
        self._tick = self.loop.call_later(self._limits.unread, self._look_whether_it_reads)
        if len(self.connections) > self._limits.connections:
            others = [each for each in self.connections if isinstance(each, Connection) and each is not self]
            if idle := [each for each in others if each.idle]:
                min(idle, key=lambda each: each.idle_since).transport.abort()
            else:
                transport.write(_REFUSAL)
                transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._forget_head()
        if self._tick:
            self._tick.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what a client sends; as soon as there is a part of a head, the rest of it must follow in time."""
        super().data_received(data)
        if not self.idle:
            self._forget_head()
        elif self._head is None:
            self._expect_head()

    def eof_received(self) -> bool | None:  # type: ignore[override]  # uvicorn gives none, asyncio takes one
        """Go on with an answer to a client that only closes its own side, and end what one has left for good.

        TCP tells the two apart when something is sent: who has left resets the connection. Twice, because the reset
        is seen when more is written. HTTP/1.1 has interim answers, which clients must be able to pass over.
        """
        if self.idle or self.cycle.more_body or self.scope["http_version"] == "1.0":
            return None
        self.cycle.keep_alive = False
        self._probe()
        self.loop.call_later(PROBE, self._probe)
        return True

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self.idle_since = self.loop.time()
        super().on_response_complete()

    def _probe(self) -> None:
        if not self.transport.is_closing() and not self.cycle.response_started:
            self.transport.write(self.conn.send(h11.InformationalResponse(status_code=102, headers=[])) or b"")

    def _expect_head(self) -> None:
        self._head = self.loop.call_later(self._limits.head, self.transport.abort)

    def _forget_head(self) -> None:
        if self._head:
            self._head.cancel()
            self._head = None

    def _look_whether_it_reads(self) -> None:
        """End a connection if there is an answer of which nothing was read since the last time."""
        unread = self.transport.get_write_buffer_size()
        if unread and unread >= self._unread > 0:
            self.transport.abort()
            return
        self._unread = unread
        self._tick = self.loop.call_later(self._limits.unread, self._look_whether_it_reads)


class QuietLoop:
    """What asyncio tells of errors outside of requests: that there are no more files is told once, in one line."""

    def __init__(self) -> None:
        self._told = -_SILENCE

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log an error. asyncio tells of each of the connections that wait, again and again."""
        error = context.get("exception")
        if isinstance(error, ValueError) and "_start_serving" in context["message"]:
            return  # without files, asyncio tries again a second later, even if the service has ended by then
        if not isinstance(error, OSError) or error.errno not in _OUT_OF_FILES:
            loop.default_exception_handler(context)
        elif monotonic() - self._told >= _SILENCE:
            self._told = monotonic()
            _log.error("no connection can be taken (%s): raise `ulimit -n`, or allow fewer connections", error.strerror)


def files_allowed(wanted: int) -> int:
    """How many connections there can be at most: half of the files that the process may open, if that is fewer."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    enough = 2 * wanted + 64
    if soft < enough:
        soft = enough if hard == resource.RLIM_INFINITY else min(enough, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return min(wanted, soft // 2)
