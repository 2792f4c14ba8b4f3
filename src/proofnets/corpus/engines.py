"""Engines: workers that each do one task at a time. Here, they are processes of this machine; in `cluster`, Ray's.

A worker that dies takes down its own task only, and another takes its place.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Protocol, TypeAlias

from proofnets.errors import ProofNetsError
from proofnets.workers import begin_work

_log = logging.getLogger(__name__)

Work: TypeAlias = Callable[..., Callable[[Any], int]]
"""What makes a worker: called once in its process, it gives the function that does a task."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a task: a number, or why there is none."""

    task: Any
    number: int = 0
    error: str = ""


class Engine(Protocol):
    """Workers that do tasks."""

    def idle(self) -> bool:
        """Whether a worker is waiting for a task."""

    def busy(self) -> bool:
        """Whether any task is under way."""

    def start(self, task: Any) -> None:
        """Give a task to a worker that waits."""

    def finish(self) -> list[Outcome]:
        """Wait until something has happened; the tasks that are finished by then."""

    def close(self) -> None:
        """End all workers."""


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    pipe: Connection
    task: Any = None


class Processes:
    """Workers that are processes of this machine."""

    def __init__(self, count: int, work: Work, *given: Any) -> None:
        self._context = get_context("spawn")
        self._needed, self._need = self._context.Pipe(duplex=False)
        self._work, self._given = work, given
        self._workers = [self._started() for _ in range(count)]

    def _started(self) -> _Worker:
        here, there = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(there, self._needed, self._work, self._given), daemon=True)
        process.start()
        there.close()  # so that reading from it ends when the process does
        return _Worker(process, here)

    def idle(self) -> bool:
        """Whether a worker is waiting for a task."""
        return any(worker.task is None for worker in self._workers)

    def busy(self) -> bool:
        """Whether any task is under way."""
        return any(worker.task is not None for worker in self._workers)

    def start(self, task: Any) -> None:
        """Give a task to a worker that waits."""
        worker = next(worker for worker in self._workers if worker.task is None)
        worker.task = task
        with suppress(OSError):  # it has died, which is found out when it is waited for
            worker.pipe.send(task)

    def finish(self) -> list[Outcome]:
        """Wait until a task is finished; the tasks that are by then."""
        ready = wait([worker.pipe for worker in self._workers if worker.task is not None])
        outcomes = []
        for number, worker in enumerate(self._workers):
            if worker.pipe not in ready:
                continue
            try:
                answer = worker.pipe.recv()
                if isinstance(answer, ProofNetsError):  # none of its kind can begin
                    raise answer
                done, error = answer
            except (EOFError, OSError):
                worker.process.join()
                done, error = 0, f"its worker ended with code {worker.process.exitcode}, perhaps for lack of memory"
                worker.pipe.close()
                self._workers[number] = self._started()
            outcomes.append(Outcome(worker.task, done, error))
            worker.task = None
        return outcomes

    def close(self) -> None:
        """End all workers."""
        self._need.close()
        for worker in self._workers:
            worker.process.kill()
            worker.process.join()


def _serve(pipe: Connection, needed: Connection, work: Work, given: tuple[Any, ...]) -> None:
    """A worker: tasks come in, numbers or reasons go out; if it cannot begin, why goes out at once."""
    begin_work(needed)
    try:
        do = work(*given)
    except Exception as error:  # whatever it is, the job ends with it, in one sentence
        _log_inside(error)
        pipe.send(ProofNetsError(f"no worker can start: {_reason(error)}"))
        return
    while True:
        task = pipe.recv()
        pipe.send(attempt(do, task))


def attempt(do: Callable[[Any], int], task: Any) -> tuple[int, str]:
    """What a task comes to: a number and nothing, or 0 and what went wrong."""
    try:
        return do(task), ""
    except Exception as error:  # whatever it is, it must not cost the other tasks
        _log_inside(error)
        return 0, _reason(error)


def _log_inside(error: Exception) -> None:
    """Keep the traceback of what nobody foresaw."""
    if not isinstance(error, ProofNetsError | OSError):
        _log.error("an error inside a worker", exc_info=error)


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__
