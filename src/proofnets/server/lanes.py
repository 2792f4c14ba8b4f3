"""Lanes: work that waits in a line which is fair to all clients, and the threads that do it.

The order is that of self-clocked fair queueing (Golestani 1994). Every task is marked when it comes: with the mark of
its client's task before it, or with that of the task that was begun last if this is later, plus what it is expected to
cost. The lowest mark is next. So what is cheap overtakes what is not, nobody gets more than a share by asking for more,
and nobody waits forever, as the marks of those that come go up with time.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from math import ceil
from threading import Condition, RLock, Thread
from time import monotonic
from typing import Any, Generic, Protocol, TypeVar

_log = logging.getLogger("proofnets.server")


class Task(Protocol):
    """Something to do. Its future is done before it was begun if nobody waits for it any more."""

    @property
    def future(self) -> Future[Any]:
        """What the asker waits for."""


T = TypeVar("T", bound=Task)
R = TypeVar("R")


class BusyError(Exception):
    """There is no more room for what would have to wait, or the service is about to end."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = max(1, ceil(seconds))
        """After how long there may be room."""


class GoneError(Exception):
    """The threads that would do the work have ended, though nobody told them to."""


@dataclass(frozen=True, slots=True)
class _Turn(Generic[T]):
    mark: float
    client: str
    cost: float
    task: T


class Lane(Generic[T]):
    """Threads that do tasks, in turns. They start at once."""

    def __init__(
        self,
        name: str,
        work: Callable[[list[T]], None],
        room: float,
        batch: float = 0.0,
        alike: Callable[[T, T], bool] = lambda task, other: False,
        threads: int = 1,
    ) -> None:
        """Take what does the work, and how much may wait; `alike` are tasks that are done together, up to a cost."""
        self.name = name
        self._work, self._room, self._batch, self._alike = work, room, batch, alike
        self._turns: list[_Turn[T]] = []
        self._marks: dict[str, float] = {}
        """The last mark of every client that has not been overtaken by the marks of others."""
        self._now = 0.0
        """The mark of the task that was begun last."""
        self._under_way = 0
        self._begun = 0.0
        """When the last batch was begun."""
        self._expected = self._taken = 1.0
        """What was expected of the last batches, and the seconds that they took."""
        self._closed = False
        self._broken = False
        self._changed = Condition()
        self._threads = [Thread(target=self._run, name=f"{name} {n}", daemon=True) for n in range(threads)]
        for thread in self._threads:
            thread.start()

    @property
    def waiting(self) -> int:
        """How many tasks are waiting or being worked on."""
        with self._changed:
            return len(self._turns) + self._under_way

    @property
    def backlog(self) -> float:
        """How many seconds what waits will take, as far as the last batches tell."""
        with self._changed:
            return self._seconds(sum(turn.cost for turn in self._turns))

    @property
    def busy_for(self) -> float:
        """How many seconds ago the last batch was begun, if one is under way."""
        with self._changed:
            return monotonic() - self._begun if self._under_way else 0.0

    @property
    def alive(self) -> bool:
        """Whether none of its threads has ended before it was told to."""
        return not self._broken

    def add(self, client: str, tasks: Sequence[tuple[float, T]]) -> None:
        """Do tasks with their costs, some time soon; all of them, or an error if there is no room.

        A client may take half of the room. What alone is more than that is taken all the same, if nothing waits.
        """
        with self._changed:
            if self._broken:
                raise GoneError(f"the threads '{self.name}' have ended")
            self._drop_unwanted()
            cost = sum(cost for cost, _ in tasks)
            waiting = sum(turn.cost for turn in self._turns)
            own = sum(turn.cost for turn in self._turns if turn.client == client)
            too_much = waiting + cost > self._room or own + cost > self._room / 2
            if self._closed or (self._turns and too_much):
                raise BusyError(self._seconds(waiting))
            for cost, task in tasks:
                mark = self._marks[client] = max(self._now, self._marks.get(client, 0.0)) + cost
                self._turns.append(_Turn(mark, client, cost, task))
            self._changed.notify_all()

    def close(self) -> None:
        """Take nothing more, finish what was taken, and end."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _seconds(self, cost: float) -> float:
        return cost * self._taken / self._expected

    def _drop_unwanted(self) -> None:
        self._turns = [turn for turn in self._turns if not turn.task.future.done()]

    def _run(self) -> None:
        try:
            while turns := self._next():
                self._do(turns)
        except BaseException:  # whatever it is: who waits, and who will come, is told that nobody works here any more
            _log.exception("the thread '%s' has ended", self.name)
            with self._changed:
                self._broken = True
                lost, self._turns = self._turns, []
            for turn in lost:
                fail(turn.task.future, GoneError(f"the threads '{self.name}' have ended"))

    def _next(self) -> list[_Turn[T]]:
        """What is to be done next, as soon as there is anything; nothing if this is the end."""
        with self._changed:
            while True:
                self._drop_unwanted()
                if self._turns:
                    break
                self._now, self._marks = 0.0, {}
                if self._closed:
                    return []
                self._changed.wait()
            self._turns.sort(key=lambda turn: turn.mark)
            first, *others = self._turns
            chosen, cost = [first], first.cost
            for turn in others:
                if self._alike(first.task, turn.task):
                    if cost + turn.cost > self._batch:
                        break
                    chosen.append(turn)
                    cost += turn.cost
            taken = set(map(id, chosen))
            self._turns = [turn for turn in self._turns if id(turn) not in taken]
            self._under_way += len(chosen)
            self._begun = monotonic()
            self._now = first.mark
            self._marks = {client: mark for client, mark in self._marks.items() if mark > self._now}
            return chosen

    def _do(self, turns: list[_Turn[T]]) -> None:
        start = monotonic()
        try:
            self._work([turn.task for turn in turns])
        except BaseException as error:
            for turn in turns:
                fail(turn.task.future, error if isinstance(error, Exception) else GoneError(f"{self.name}: {error!r}"))
            if not isinstance(error, Exception):
                raise
        finally:
            with self._changed:
                self._under_way -= len(turns)
                self._expected = 0.9 * self._expected + sum(turn.cost for turn in turns)
                self._taken = 0.9 * self._taken + monotonic() - start


_ENDING = RLock()  # whoever is told may ask for more at once


def finish(future: Future[R], result: R) -> None:
    """Give a result to whoever still waits for it."""
    with _ENDING:
        if not future.done() and future.set_running_or_notify_cancel():
            future.set_result(result)


def fail(future: Future[Any], error: Exception) -> None:
    """Tell whoever still waits that there will be no result. A request of several tasks fails with its first."""
    with _ENDING:
        if not future.done() and future.set_running_or_notify_cancel():
            future.set_exception(error)
