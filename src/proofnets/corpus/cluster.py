"""The cluster: workers that are actors of Ray (the extra `cluster`); every node needs this package and the files."""

from __future__ import annotations

from typing import Any

import ray
from ray.exceptions import RayError

from proofnets.corpus.engines import Outcome, Work, attempt


@ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)
class _Actor:
    def __init__(self, work: Work, given: tuple[Any, ...]) -> None:
        self.do = work(*given)

    def ready(self) -> bool:
        return True

    def attempt(self, task: Any) -> tuple[int, str]:
        return attempt(self.do, task)


class RayActors:
    """Workers that are actors of a Ray cluster: `auto`, an address, or `local` for one that is started here.

    A task goes to an actor that has said that it is there. One that waits for a place on a node, which may never come,
    holds nothing up.
    """

    def __init__(self, address: str, count: int, work: Work, *given: Any) -> None:
        self._mine = not ray.is_initialized()
        if self._mine:
            ray.init(address=address, log_to_driver=False, logging_level="warning")
        self._work, self._given = work, given
        self._idle: list[Any] = []
        self._starting: dict[Any, Any] = {}
        self._doing: dict[Any, tuple[Any, Any]] = {}
        for _ in range(count or int(ray.cluster_resources().get("CPU", 1))):
            self._begin()

    def _begin(self) -> None:
        actor = _Actor.remote(self._work, self._given)  # type: ignore[attr-defined]  # Ray's decorator adds it
        self._starting[actor.ready.remote()] = actor

    def idle(self) -> bool:
        """Whether an actor is waiting for a task."""
        return bool(self._idle)

    def busy(self) -> bool:
        """Whether any task is under way."""
        return bool(self._doing)

    def start(self, task: Any) -> None:
        """Give a task to an actor that waits."""
        actor = self._idle.pop()
        self._doing[actor.attempt.remote(task)] = (actor, task)

    def finish(self) -> list[Outcome]:
        """Wait until an actor is there or a task is finished; the tasks that are by then."""
        ready, _ = ray.wait([*self._doing, *self._starting], num_returns=1)
        outcomes = []
        for reference in ready:
            actor, task = self._doing.pop(reference, (self._starting.pop(reference, None), None))
            try:
                answer = ray.get(reference)
            except RayError as error:  # the actor, or its node, is gone
                self._begin()
                if task is not None:
                    outcomes.append(Outcome(task, error=f"its worker ended: {type(error).__name__}"))
                continue
            self._idle.append(actor)
            if task is not None:
                outcomes.append(Outcome(task, *answer))
        return outcomes

    def close(self) -> None:
        """End all actors, and the connection if it was made here."""
        for actor in [*self._idle, *self._starting.values(), *(actor for actor, _ in self._doing.values())]:
            ray.kill(actor)
        if self._mine:
            ray.shutdown()
