"""The cluster: workers that are actors of Ray (the extra `cluster`); every node needs this package and the files."""

from __future__ import annotations

from typing import Any

import ray
from ray.exceptions import RayError

from proofnets.corpus.engines import Outcome, Work, attempt
from proofnets.errors import ProofNetsError

STARTS = 3
"""How often an actor is started in the place of one that died before it could do anything."""


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
    holds nothing up, nor does a node on which none can start, as long as there are others.
    """

    def __init__(self, address: str, count: int, work: Work, *given: Any) -> None:
        self._mine = not ray.is_initialized()
        if self._mine:
            try:
                ray.init(address=address, log_to_driver=False, logging_level="warning")
            except (ConnectionError, ValueError, RayError) as error:
                reason = str(error).partition("\n")[0]
                raise ProofNetsError(
                    f"no Ray cluster can be reached at {address!r} (local starts one): {reason}"
                ) from None
        self._work, self._given = work, given
        self._idle: list[Any] = []
        self._starting: dict[Any, tuple[Any, int]] = {}
        """Actors that are asked whether they are there, and how often one was started in vain before."""
        self._doing: dict[Any, tuple[Any, Any]] = {}
        for _ in range(count or max(1, int(ray.cluster_resources().get("CPU", 1)))):
            self._begin(0)

    def _begin(self, failures: int) -> None:
        actor = _Actor.remote(self._work, self._given)  # type: ignore[attr-defined]  # Ray's decorator adds it
        self._starting[actor.ready.remote()] = (actor, failures)

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
        (reference,), _ = ray.wait([*self._doing, *self._starting], num_returns=1)
        if reference in self._starting:
            actor, failures = self._starting.pop(reference)
            try:
                ray.get(reference)
            except RayError as error:
                self._begin_again(failures + 1, error)
            else:
                self._idle.append(actor)
            return []
        actor, task = self._doing.pop(reference)
        try:
            outcome = Outcome(task, *ray.get(reference))
        except RayError as error:  # the actor is gone, or its node with all that are on it
            self._begin(0)
            self._starting |= {waiting.ready.remote(): (waiting, 0) for waiting in self._idle}
            self._idle = []
            return [Outcome(task, error=f"its worker ended: {type(error).__name__}")]
        self._idle.append(actor)
        return [outcome]

    def _begin_again(self, failures: int, error: RayError) -> None:
        if failures < STARTS:
            self._begin(failures)
        elif not (self._idle or self._doing or self._starting):
            reason = str(error).strip().splitlines()[-1].strip()
            raise ProofNetsError(f"no worker can start on the cluster, whose nodes all need this package: {reason}")

    def close(self) -> None:
        """End all actors, and the connection if it was made here."""
        starting = (actor for actor, _ in self._starting.values())
        for actor in [*self._idle, *starting, *(actor for actor, _ in self._doing.values())]:
            ray.kill(actor)
        if self._mine:
            ray.shutdown()
