"""Who may ask: tokens in a file, hosts, rates, and whatever stands in headers."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofnets.errors import ProofNetsError
from proofnets.server import access
from proofnets.server.access import Access, Doorkeeper, read_tokens
from proofnets.server.bodies import unreadable
from proofnets.server.packing import accepts_gzip


def scope(
    client: str = "10.0.0.1", path: str = "/api/parse", headers: Any = (), method: str = "POST"
) -> dict[str, Any]:
    return {"type": "http", "method": method, "path": path, "headers": list(headers), "client": (client, 1)}


def test_tokens_are_lines_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "tokens"
    file.write_text("# ours\n0123456789abcdef\n\nanother-long-token # of Anna\n")
    assert read_tokens(file) == ("0123456789abcdef", "another-long-token")
    for wrong in ("", "# none\n", "short\n", "éééééééééééééééééé\n"):
        file.write_text(wrong)
        with pytest.raises(ProofNetsError, match="16 ASCII characters"):
            read_tokens(file)
    with pytest.raises(ProofNetsError, match="cannot be read"):
        read_tokens(tmp_path / "nothing")


def test_a_client_has_its_calls_back_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(access, "monotonic", lambda: now)
    door = Doorkeeper(Access(rate=3))

    def calls(count: int, client: str = "10.0.0.1") -> list[int]:
        answers = [door.admit(scope(client))[1] for _ in range(count)]
        return [answer.status_code if answer else 200 for answer in answers]

    assert calls(5) == [200, 200, 200, 429, 429]
    assert calls(1, "10.0.0.2") == [200]
    now = 20.0
    assert calls(2) == [200, 429]
    now = 1000.0
    assert calls(4) == [200, 200, 200, 429]
    refused = door.admit(scope())[1]
    assert refused
    assert refused.headers["retry-after"] == "20"
    assert door.admit(scope(method="GET"))[1] is None


def test_not_more_clients_are_remembered_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "_MOST_CLIENTS", 3)
    door = Doorkeeper(Access(rate=1))
    for number in range(9):
        door.admit(scope(f"10.0.0.{number}"))
    assert list(door._buckets) == ["10.0.0.6", "10.0.0.7", "10.0.0.8"]


def test_a_network_of_ipv6_is_one_client() -> None:
    door = Doorkeeper(Access(rate=1))
    assert door.admit(scope("2001:db8::1"))[1] is None
    assert door.admit(scope("2001:db8::2"))[1]
    assert door.admit(scope("2001:db8:0:1::1"))[1] is None


def test_clients_of_ipv4_are_told_apart_on_a_socket_of_ipv6() -> None:
    door = Doorkeeper(Access(rate=1))
    assert door.admit(scope("::ffff:10.0.0.1"))[1] is None
    assert door.admit(scope("::ffff:10.0.0.2"))[1] is None
    assert door.admit(scope("10.0.0.1"))[1]


NAMES = st.sampled_from([b"host", b"authorization", b"content-type", b"content-length", b"accept-encoding", b"x"])


@given(st.lists(st.tuples(NAMES, st.binary(max_size=20)), max_size=5), st.text(max_size=9))
def test_whatever_stands_in_headers_is_read(headers: list[tuple[bytes, bytes]], client: str) -> None:
    door = Doorkeeper(Access(hosts=("a",), tokens=("0123456789abcdef",), rate=5))
    given_scope = scope(client, headers=headers)
    whose, refusal = door.admit(given_scope)
    assert isinstance(whose, str)
    assert refusal is not None  # nobody guesses the token
    answer = unreadable(given_scope, 100)
    assert answer is None or answer.status_code in (413, 415)


@given(st.text(max_size=30))
def test_any_accept_encoding_is_read(header: str) -> None:
    assert accepts_gzip(header) in (True, False)
    assert accepts_gzip(f"gzip, {header.replace('gzip', '').replace('GZIP', '')}")
