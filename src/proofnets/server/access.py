"""Who may ask for what: allowed hosts, bearer tokens, and so many requests a minute."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from hashlib import sha256
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from pathlib import Path
from time import monotonic

from starlette.datastructures import Headers
from starlette.types import Scope

from proofnets.errors import ProofNetsError
from proofnets.server.replies import Answer, failure

OPEN = ("/api/health", "/api/ready")
"""What answers everybody: whoever looks after the service has no token."""
_MOST_CLIENTS = 10_000
"""How many clients are remembered."""
_SHORTEST_TOKEN = 16


@dataclass(frozen=True, slots=True)
class Access:
    """Who may ask. By default, everybody."""

    hosts: tuple[str, ...] = ()
    """The names that the service may be called by; any if there are none."""
    tokens: tuple[str, ...] = ()
    """What a client shows as `Authorization: Bearer …`; nothing if there are none."""
    rate: float = 0.0
    """How many calls a minute a client may make; any number if it is 0."""


def read_tokens(path: Path) -> tuple[str, ...]:
    """The tokens of a file, one a line; what follows # is a comment."""
    try:
        lines = [line.partition("#")[0].strip() for line in path.read_text(encoding="utf-8").splitlines()]
    except (OSError, UnicodeDecodeError) as error:
        raise ProofNetsError(f"{path} cannot be read: {error}") from None
    tokens = tuple(line for line in lines if line)
    if not tokens or any(len(token) < _SHORTEST_TOKEN or not token.isascii() for token in tokens):
        raise ProofNetsError(f"{path} must have tokens of {_SHORTEST_TOKEN} ASCII characters or more, one a line")
    return tokens


class Doorkeeper:
    """Tells clients apart, and turns away who may not ask."""

    def __init__(self, access: Access) -> None:
        self._hosts = frozenset(host.lower() for host in access.hosts)
        # what is compared are digests: how long that takes tells nothing of a token
        self._tokens = frozenset(sha256(token.encode()).digest() for token in access.tokens)
        self._rate = access.rate
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """For each client, how many calls it may make at once, and when that was so; who asked last is last."""

    def admit(self, scope: Scope) -> tuple[str, Answer | None]:
        """Whose request it is, and why it is turned away, if it is."""
        headers, path = Headers(scope=scope), scope["path"]
        address = _address(scope)
        if path in OPEN:
            return address, None
        if self._hosts and _host(headers) not in self._hosts:
            return address, failure(421, "the service does not go by the name that the request has as its Host")
        if scope["method"] in ("GET", "HEAD") and not path.startswith("/api/") and path != "/metrics":
            return address, None  # the page
        client = address
        if self._tokens:
            shown = sha256(_bearer(headers).encode()).digest()
            if shown not in self._tokens:
                refused = failure(401, "a token is needed: send Authorization: Bearer …, with one that you were given")
                refused.headers["WWW-Authenticate"] = "Bearer"
                return address, refused
            client = f"token {shown.hex()[:16]}"
        if self._rate and scope["method"] == "POST" and (seconds := self._seconds_to_wait(client)):
            return client, failure(429, f"more than {self._rate:g} calls a minute: wait {seconds} s", seconds)
        return client, None

    def _seconds_to_wait(self, client: str) -> int:
        """How long a client has to wait until it may call again; 0 is a call. A token bucket: a minute's calls fit."""
        now = monotonic()
        left, then = self._buckets.pop(client, (max(1.0, self._rate), now))
        left = min(max(1.0, self._rate), left + (now - then) * self._rate / 60)
        allowed = left >= 1
        self._buckets[client] = (left - allowed, now)
        if len(self._buckets) > _MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return 0 if allowed else max(1, ceil((1 - left) * 60 / self._rate))


def _bearer(headers: Headers) -> str:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _host(headers: Headers) -> str:
    """The name of the host without its port.

    >>> [_host(Headers({"host": host})) for host in ("Example.org:8000", "[::1]:80", "localhost")]
    ['example.org', '[::1]', 'localhost']
    """
    host = headers.get("host", "").lower()
    end = host.rfind("]") + 1 if host.startswith("[") else host.find(":")
    return host[:end] if end > 0 else host


def _address(scope: Scope) -> str:
    """Where a request comes from; of IPv6 the network, as whoever has one address has all of it.

    >>> _address({"client": ("2001:db8:1:2:3:4:5:6", 80)})
    '2001:db8:1:2::/64'

    A socket for IPv6 has clients of IPv4, too, which have little to do with each other.

    >>> _address({"client": ("::ffff:192.0.2.7", 80)})
    '192.0.2.7'
    """
    host = scope["client"][0] if scope.get("client") else ""
    try:
        address = ip_address(host)
    except ValueError:
        return str(host)
    if not isinstance(address, IPv6Address):
        return str(address)
    return str(address.ipv4_mapped or ip_network((address, 64), strict=False))
