"""Deadlines: a moment on the monotonic clock at which long work is to stop, or the news that nobody waits for it.

One deadline is made where the bound is given, and passed on to all that takes long. Whoever loops asks it: `passed`
where what was found so far is the answer, `check` where the loop is too deep inside to have one. Who gives the deadline
catches `TimeUpError`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from math import inf
from time import monotonic
from typing import TypeVar

from proofnets.errors import ProofNetsError

T = TypeVar("T")


class TimeUpError(Exception):
    """The time is up. It is between a loop and whoever gave it a deadline: no user should see it."""


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment by `time.monotonic`; the default never comes.

    >>> Deadline().passed, Deadline.after(0).passed, Deadline.after(60).passed
    (False, True, False)
    """

    moment: float = inf
    cancelled: Callable[[], bool] = _never
    """Whether nobody waits for the work any more, which is as good as if the moment had come."""

    @staticmethod
    def after(seconds: float | None) -> Deadline:
        """So many seconds from now; None is without end."""
        return Deadline().within(seconds)

    def within(self, seconds: float | None) -> Deadline:
        """The same deadline, or an earlier one: so many seconds from now. None adds no bound."""
        if seconds is None:
            return self
        if not seconds >= 0:  # so that nan is refused too
            raise ProofNetsError(f"a bound of {seconds} seconds makes no sense: give a number from 0 on")
        return replace(self, moment=min(self.moment, monotonic() + seconds))

    @property
    def passed(self) -> bool:
        """Whether the moment has come."""
        return monotonic() >= self.moment or self.cancelled()

    def check(self) -> None:
        """Raise `TimeUpError` if the moment has come."""
        if self.passed:
            raise TimeUpError

    def checking(self, items: Iterable[T]) -> Iterator[T]:
        """The same items; now and then, it is checked. So a loop of many small steps costs hardly more."""
        for number, item in enumerate(items):
            if number % 1024 == 1023:
                self.check()
            yield item


NEVER = Deadline()
"""The deadline that never comes."""
