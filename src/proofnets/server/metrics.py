"""Figures for operators, in the text format of Prometheus.

There is a fixed list of them, so that each is a place in an array of floats. With several processes, every one of them
keeps its array in a file of its own in a folder that they share, and whichever is asked adds them all up. What a
process counted still counts when it has ended; what it measured of itself does not.
"""

from __future__ import annotations

import mmap
import os
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from pathlib import Path
from threading import Lock

CALLS = ("parse", "prove", "link", "render", "search", "other")
STATUSES = ("2xx", "3xx", "4xx", "5xx", "gone")
BUCKETS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
"""Seconds."""
LANES = ("short", "long", "searches", "drawings")
MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_REQUESTS = [f'proofnets_requests_total{{call="{call}",status="{status}"}}' for call in CALLS for status in STATUSES]
_SECONDS = [
    f'proofnets_request_seconds_bucket{{call="{call}",le="{bound}"}}' for call in CALLS for bound in (*BUCKETS, "+Inf")
]
_SUMS = [f'proofnets_request_seconds_{what}{{call="{call}"}}' for call in CALLS for what in ("sum", "count")]
_COUNTED = [*_REQUESTS, *_SECONDS, *_SUMS, "proofnets_sentences_total"]
_WAITING = [f'proofnets_waiting{{lane="{lane}"}}' for lane in LANES]
_BACKLOG = [f'proofnets_backlog_seconds{{lane="{lane}"}}' for lane in LANES]
_MEASURED = [*_WAITING, *_BACKLOG, "proofnets_ready", "proofnets_processes", "process_resident_memory_bytes"]
_PLACES = {name: place for place, name in enumerate([*_COUNTED, *_MEASURED])}
_SIZE = 8 * len(_PLACES)

_HELP = {
    "proofnets_requests_total": ("counter", "Requests by call and by the first figure of the status of the answer."),
    "proofnets_request_seconds": ("histogram", "How long requests took."),
    "proofnets_sentences_total": ("counter", "Sentences that were parsed."),
    "proofnets_waiting": ("gauge", "What waits or is being worked on: sentences, searches, documents."),
    "proofnets_backlog_seconds": ("gauge", "How long what waits is expected to take."),
    "proofnets_ready": ("gauge", "Processes that can parse."),
    "proofnets_processes": ("gauge", "Processes that serve."),
    "process_resident_memory_bytes": ("gauge", "Memory."),
}


class Metrics:
    """The figures of a process, and of those that share a folder with it."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._lock = Lock()
        shared: mmap.mmap | bytearray = bytearray(_SIZE)
        if folder is not None:
            with (folder / str(os.getpid())).open("w+b") as file:
                file.truncate(_SIZE)
                shared = mmap.mmap(file.fileno(), _SIZE)
        self._values = memoryview(shared).cast("d")
        self.measure({"proofnets_processes": 1.0})

    def request(self, call: str, status: int, seconds: float) -> None:
        """Count a request; the status is 0 if the client left before there was an answer."""
        kind = f"{status // 100}xx" if status else "gone"
        bound = [*BUCKETS, "+Inf"][bisect_left(BUCKETS, seconds)]
        self.add(f'proofnets_requests_total{{call="{call}",status="{kind}"}}')
        self.add(f'proofnets_request_seconds_bucket{{call="{call}",le="{bound}"}}')
        self.add(f'proofnets_request_seconds_count{{call="{call}"}}')
        self.add(f'proofnets_request_seconds_sum{{call="{call}"}}', seconds)

    def add(self, name: str, amount: float = 1.0) -> None:
        """Add to something that is counted."""
        with self._lock:
            self._values[_PLACES[name]] += amount

    def measure(self, figures: Mapping[str, float]) -> None:
        """Say what some figures of this process are now."""
        resident = resident_bytes()
        for name, value in {**figures, "process_resident_memory_bytes": float(resident)}.items():
            self._values[_PLACES[name]] = value

    def text(self) -> str:
        """All figures of all processes, as Prometheus reads them."""
        sums = dict.fromkeys(_PLACES, 0.0)
        for values, alive in self._processes():
            for name, place in _PLACES.items():
                if alive or place < len(_COUNTED):
                    sums[name] += values[place]
        for call in CALLS:  # each bucket of a histogram has those before it, too
            so_far = 0.0
            for bound in (*BUCKETS, "+Inf"):
                name = f'proofnets_request_seconds_bucket{{call="{call}",le="{bound}"}}'
                so_far = sums[name] = sums[name] + so_far
        lines = []
        for family, (kind, told) in _HELP.items():
            lines += [f"# HELP {family} {told}", f"# TYPE {family} {kind}"]
            names = {family, *(f"{family}_{suffix}" for suffix in ("bucket", "sum", "count"))}
            lines += [f"{name} {value:.17g}" for name, value in sums.items() if name.partition("{")[0] in names]
        return "\n".join(lines) + "\n"

    def _processes(self) -> Iterator[tuple[memoryview[float], bool]]:
        """The figures of each process, and whether it is still there."""
        if self._folder is None:
            yield self._values, True
            return
        for path in sorted(self._folder.iterdir()):
            content = path.read_bytes()
            if len(content) == _SIZE:  # else it has just begun
                yield memoryview(content).cast("d"), _is_there(int(path.name))


def _is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except OSError:
        return False
    return True


def resident_bytes() -> int:
    """How many bytes of this process are in memory; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
