"""Work in several processes: batches go out, results come back in order, and no process outlives the need for it."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from proofnets.errors import ProofNetsError

if TYPE_CHECKING:
    from concurrent.futures import Future
    from multiprocessing.connection import Connection

Batch = TypeVar("Batch")
Result = TypeVar("Result")

AHEAD = 3
"""Batches under way for each process: enough to keep it busy, and few enough for constant memory."""


def cores() -> int:
    """How many cores this process may use, which can be fewer than there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(
    work: Callable[[Batch], Result],
    batches: Iterable[Batch],
    jobs: int,
    prepare: Callable[..., None] | None = None,
    *given: Any,
) -> Iterator[Result]:
    """What work makes of each batch, in so many processes, 0 for one a core. Each may first prepare."""
    from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor  # slow to import
    from multiprocessing import get_context

    count, context = jobs or cores(), get_context("spawn")
    needed, need = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(count, context, begin_work, (needed, prepare, *given))
    waiting: deque[Future[Result]] = deque()
    try:
        for batch in batches:
            waiting.append(pool.submit(work, batch))
            if len(waiting) > AHEAD * count:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
        pool.shutdown()
    except BrokenProcessPool:
        raise ProofNetsError("a worker process ended before its time, perhaps for lack of memory; try -j 1") from None
    finally:
        need.close()
        pool.shutdown(cancel_futures=True)


def begin_work(needed: Connection, prepare: Callable[..., None] | None = None, *given: Any) -> None:
    """A worker leaves Ctrl-C to the process that started it, and ends when that one closes the pipe or ends itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        with suppress(EOFError, OSError):
            needed.recv()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    if prepare:
        prepare(*given)
