"""The service on a socket."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn

from proofnets.errors import ProofNetsError
from proofnets.parser.parser import Parser
from proofnets.server.app import create_app
from proofnets.server.limits import Limits
from proofnets.server.spindle import add_spindle


def serve(
    model: str = "nl",
    host: str = "127.0.0.1",
    port: int = 8000,
    ready: Callable[[str], None] = print,
    limits: Limits | None = None,
    spindle: bool = False,
) -> None:
    """Serve the page and the service until the process is told to end; `ready` is told the address.

    With `spindle`, it also answers as the spindle server does.
    What was taken is finished first. Nothing is logged but errors inside the service.
    """
    bounds = limits or Limits()
    parser = Parser(model)
    app = create_app(parser, bounds)
    if spindle:
        add_spindle(app)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_keep_alive=75,  # with uvicorn's 5 seconds, a client that pauses finds its connection closed
        timeout_graceful_shutdown=round(bounds.seconds) + 1,
    )
    with _listen(host, port) as listener:
        parser.parse("Ja")  # a model that cannot be loaded ends it here
        name = f"[{host}]" if ":" in host else host
        ready(f"http://{name}:{listener.getsockname()[1]}")
        uvicorn.Server(config).run(sockets=[listener])


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
        listener.listen(2048)
    except OSError as error:
        listener.close()
        reason = f"{host}:{port} cannot be served at ({error.strerror or error})"
        raise ProofNetsError(f"{reason}: choose another --port or --host") from None
    return listener
