"""Services for tests: the command in a process of its own, or an application in a thread."""

import json
import re
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from threading import Thread
from typing import Any

import uvicorn

from proofnets.server.connections import Connection
from proofnets.server.limits import Limits

COMMAND = (sys.executable, "-m", "proofnets", "serve", "--port", "0")


@contextmanager
def served(*options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A process, and where it serves."""
    with subprocess.Popen((*COMMAND, *options), stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr
            address = re.search(r"http://127\.0\.0\.1:\d+", process.stderr.readline())
            assert address
            yield process, address[0]
        finally:
            process.kill()


def post(address: str, body: object) -> object:
    """What is answered to a call."""
    request = urllib.request.Request(address, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read())


@contextmanager
def served_app(app: Any, limits: Limits) -> Iterator[int]:
    """A port at which an application is served."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        protocol: Any = partial(Connection, limits)
        config = uvicorn.Config(app, http=protocol, lifespan="off", log_config=None, timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        thread = Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()
