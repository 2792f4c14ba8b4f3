"""Connections over real sockets: time-outs, limits, clients that go or close their side, and any bytes at all."""

import asyncio
import errno
import json
import logging
import socket
import subprocess
import sys
from collections.abc import Iterator
from threading import Event
from typing import Any

import pytest
import uvicorn
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from proofnets.server.access import Access
from proofnets.server.connections import Connection, QuietLoop, files_allowed
from proofnets.server.guard import Guard
from proofnets.server.limits import Limits
from proofnets.server.packing import Packing
from tests.server.serving import served_app

HEAD = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
LARGE = 20_000_000


class Echo:
    """An application that answers at once; at /wait when it is let go on, or when the client has gone."""

    def __init__(self) -> None:
        self.begun, self.open, self.gone = Event(), Event(), Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        body = b""
        if scope["path"] == "/wait":
            self.begun.set()
            leaving = asyncio.ensure_future(self._leave(receive))
            while not self.open.is_set() and not leaving.done():
                await asyncio.sleep(0.01)
            leaving.cancel()
        elif scope["path"] == "/large":
            body = bytes(LARGE)
        else:
            body = (await receive())["body"]
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
        if scope["path"] == "/large":
            await send({"type": "http.response.body", "body": body[: LARGE // 2], "more_body": True})
            await send({"type": "http.response.body", "body": body[LARGE // 2 :]})  # waits until the first is read
            await self._leave(receive)
        else:
            await send({"type": "http.response.body", "body": body})

    async def _leave(self, receive: Any) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.gone.set()


def connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=30)


def everything(client: socket.socket) -> bytes:
    """All that comes until the connection is closed."""
    received = b""
    try:
        while chunk := client.recv(1 << 20):
            received += chunk
    except ConnectionResetError:
        pass
    return received


@pytest.mark.parametrize("sent", [b"", b"GET / HT", HEAD[:-2]])
def test_a_head_that_does_not_arrive_in_time_ends_the_connection(sent: bytes) -> None:
    with served_app(Echo(), Limits(head=0.1)) as port, connected(port) as client:
        client.sendall(sent)
        assert everything(client) == b""


def test_so_does_the_second_one() -> None:
    with served_app(Echo(), Limits(head=0.1)) as port, connected(port) as client:
        client.sendall(HEAD)
        assert b"200 OK" in client.recv(1000)
        client.sendall(HEAD[:9])
        assert everything(client) == b""


def test_a_head_in_time_is_no_reason_to_end_a_long_answer() -> None:
    app = Echo()
    with served_app(app, Limits(head=0.1)) as port, connected(port) as client:
        client.sendall(HEAD.replace(b"/ ", b"/wait "))
        assert app.begun.wait(10)
        assert not app.gone.wait(0.3)
        app.open.set()
        assert b"200 OK" in client.recv(1000)


def test_a_body_that_does_not_arrive_in_time_is_told_of() -> None:
    app = Guard(Echo(), Limits(sending=0.1), Access())
    with served_app(app, Limits()) as port, connected(port) as client:
        client.sendall(b"POST / HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\nHost: a\r\n\r\n{")
        answer = everything(client)
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b"did not arrive within 0.1 s" in answer


@pytest.mark.parametrize("expects", [b"Expect: 100-continue\r\n", b""])
def test_too_much_is_refused_before_it_is_sent(expects: bytes) -> None:
    app = Guard(Echo(), Limits(body=10), Access())
    head = b"POST / HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 30000000\r\nHost: a\r\n"
    with served_app(app, Limits()) as port, connected(port) as client:
        client.sendall(head + expects + b"\r\n")
        assert client.recv(12) == b"HTTP/1.1 413"
        client.sendall(bytes(3_000_000))  # the answer is not lost to a client that sends all the same
        answer = b""
        while b"larger than 10 bytes" not in answer:  # head and body may come one by one
            chunk = client.recv(10_000)
            assert chunk, answer
            answer += chunk


def test_a_client_that_does_not_read_is_left() -> None:
    app = Echo()
    with served_app(app, Limits(unread=0.1)) as port, connected(port) as client:
        client.sendall(HEAD.replace(b"/ ", b"/large "))
        assert app.gone.wait(30)
        assert len(everything(client)) < LARGE


class Slow:
    """A transport from which a client reads now and then."""

    def __init__(self, *unread: int) -> None:
        self.unread = list(unread)
        self.aborted = False

    def get_write_buffer_size(self) -> int:
        return self.unread.pop(0)

    def abort(self) -> None:
        self.aborted = True


@pytest.mark.parametrize(
    ("unread", "left"), [((9, 6, 3), False), ((0, 9, 3), False), ((0, 0, 0), False), ((9, 6, 6), True)]
)
def test_a_client_that_reads_slowly_is_not(unread: tuple[int, ...], left: bool) -> None:
    loop, transport = asyncio.new_event_loop(), Slow(*unread)
    state, config = uvicorn.server.ServerState(), uvicorn.Config(Echo(), log_config=None)
    connection = Connection(Limits(), config=config, server_state=state, app_state={}, _loop=loop)
    connection.transport = transport  # type: ignore[assignment]  # a stand-in
    for _ in unread:
        connection._look_whether_it_reads()
    loop.close()
    assert transport.aborted == left


def test_there_are_so_many_connections_and_the_idle_ones_give_way() -> None:
    app = Echo()
    with served_app(app, Limits(connections=2)) as port, connected(port) as busy, connected(port) as idle:
        busy.sendall(HEAD.replace(b"/ ", b"/wait "))
        assert app.begun.wait(10)
        with connected(port) as other:
            assert everything(idle) == b""
            app.begun.clear()
            other.sendall(HEAD.replace(b"/ ", b"/wait "))
            assert app.begun.wait(10)
            with connected(port) as refused:
                answer = everything(refused)
            assert answer.startswith(b"HTTP/1.1 503 ")
            assert b"Retry-After: " in answer
            assert "too many connections" in json.loads(answer.partition(b"\r\n\r\n")[2])["error"]
            app.open.set()
            assert b"200 OK" in busy.recv(1000)
            assert b"200 OK" in other.recv(1000)


def test_a_client_that_closes_its_own_side_is_answered() -> None:
    app = Echo()
    with served_app(app, Limits()) as port, connected(port) as client:
        client.sendall(HEAD.replace(b"/ ", b"/wait "))
        assert app.begun.wait(10)
        client.shutdown(socket.SHUT_WR)
        assert client.recv(1000).startswith(b"HTTP/1.1 102 ")
        app.open.set()
        answer = everything(client)
        assert b"HTTP/1.1 200 OK" in answer
        assert not app.gone.is_set()


@pytest.mark.parametrize("version", [b"1.1", b"1.0"])
def test_for_a_client_that_has_gone_nobody_works(version: bytes) -> None:
    app = Echo()
    with served_app(app, Limits()) as port:
        with connected(port) as client:
            client.sendall(HEAD.replace(b"/ ", b"/wait ").replace(b"1.1", version))
            assert app.begun.wait(10)
        assert app.gone.wait(30)


def test_half_a_request_is_no_request() -> None:
    app = Guard(Echo(), Limits(), Access())
    with served_app(app, Limits()) as port, connected(port) as client:
        client.sendall(b"POST / HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\nHost: a\r\n\r\n{")
        client.shutdown(socket.SHUT_WR)
        assert everything(client) == b""


def test_that_there_are_no_more_files_is_one_line(caplog: pytest.LogCaptureFixture) -> None:
    quiet, told = QuietLoop(), []

    class Loop(asyncio.SelectorEventLoop):
        def default_exception_handler(self, context: dict[str, Any]) -> None:
            told.append(context)

    loop = Loop()
    for _ in range(1000):
        quiet(loop, {"message": "socket.accept()", "exception": OSError(errno.EMFILE, "Too many open files")})
    late = "Exception in callback BaseSelectorEventLoop._start_serving()"
    quiet(loop, {"message": late, "exception": ValueError("Invalid file descriptor: -1")})
    quiet(loop, {"message": "another", "exception": OSError(errno.EPERM, "No")})
    loop.close()
    assert [record.getMessage() for record in caplog.records] == [
        "no connection can be taken (Too many open files): raise `ulimit -n`, or allow fewer connections"
    ]
    assert [context["message"] for context in told] == ["another"]


CRAMPED = """
import asyncio, resource, socket, sys, uvicorn
from functools import partial
from proofnets.server.connections import Connection, QuietLoop
from proofnets.server.limits import Limits

async def app(scope, receive, send):
    asyncio.get_running_loop().set_exception_handler(QuietLoop())
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body"})

listener = socket.create_server(("127.0.0.1", 0))
config = uvicorn.Config(app, http=partial(Connection, Limits()), lifespan="off", log_level="warning", backlog=256)
resource.setrlimit(resource.RLIMIT_NOFILE, (20, 20))
print(listener.getsockname()[1], flush=True)
uvicorn.Server(config).run(sockets=[listener])
"""


def test_a_process_without_files_says_so_once_and_goes_on() -> None:
    pytest.importorskip("resource", reason="this system has no limits of processes")
    command = (sys.executable, "-c", CRAMPED)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            assert process.stderr
            port = int(process.stdout.readline())
            with connected(port) as client:
                client.sendall(HEAD)
                assert b"200 OK" in client.recv(1000)
            clients = [connected(port) for _ in range(60)]
            assert "no connection can be taken" in process.stderr.readline()
            for each in clients:
                each.close()
            with connected(port) as client:
                client.sendall(HEAD)
                assert b"200 OK" in client.recv(1000)
        finally:
            process.terminate()
        assert process.stderr.read() == ""


def test_no_more_connections_than_there_are_files() -> None:
    resource = pytest.importorskip("resource", reason="this system has no limits of processes")
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert files_allowed(10) == 10
    assert files_allowed(10**9) < 10**9
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= soft


@pytest.fixture(scope="module")
def guarded() -> Iterator[int]:
    """The port of what stands around the service, with nothing inside."""
    app = Packing(Guard(Echo(), Limits(sending=0.05), Access(rate=1e9)))
    with served_app(app, Limits(head=0.05)) as port:
        yield port


PIECES = st.sampled_from(
    [
        HEAD,
        *(
            b"GET ",
            b"POST ",
            b"/",
            b" HTTP/1.1\r\n",
            b" HTTP/1.0\r\n",
            b"Host: a\r\n",
            b"\r\n",
            b"\x00",
            b"%00%ff",
            b"{}",
        ),
        *(b"Content-Length: 5\r\n", b"Content-Length: -1\r\n", b"Content-Type: application/json\r\n"),
        *(b"Transfer-Encoding: chunked\r\n", b"5\r\n", b"0\r\n\r\n", b"Expect: 100-continue\r\n"),
        *(b"Accept-Encoding: gzip;q=x,\r\n", b"Authorization: \xff\r\n", b"X-Request-ID: \xe9\r\n"),
        b"Connection: Upgrade\r\nUpgrade: websocket\r\n",
    ]
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sent=st.lists(PIECES | st.binary(max_size=8), max_size=10).map(b"".join))
def test_whatever_is_sent_is_answered_or_left(guarded: int, caplog: pytest.LogCaptureFixture, sent: bytes) -> None:
    caplog.clear()
    with connected(guarded) as client:
        client.sendall(sent)
        client.shutdown(socket.SHUT_WR)
        answer = everything(client)
    assert not answer or answer.startswith(b"HTTP/1.1 ")
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    with connected(guarded) as client:
        client.sendall(HEAD)
        assert b"200 OK" in client.recv(1000)
