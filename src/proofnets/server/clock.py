"""A bound on how long the parser may take: the service has one parser, and nobody may hold it for minutes.

The parser takes a step of its model for every symbol that it decodes, and calls its `interrupt` at every try to link a
sentence. Both look at the clock here.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from typing import Any

from proofnets.parser.runtime import Model


class TimeUpError(BaseException):
    """The time is up. It is no Exception: the parser would take that for a fault of the sentence, and go on."""


class Clock:
    """A model that does not decode any longer than it is allowed to; in all else it is the model that it was."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._end = inf

    def __getattr__(self, name: str) -> Any:
        return getattr(self._model, name)

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Allow so many seconds for what is done inside."""
        self._end = time.monotonic() + seconds
        try:
            yield
        finally:
            self._end = inf

    def step(self, *inputs: Any) -> Any:
        """A step of decoding, or an error if the time is up."""
        self.check()
        return self._model.step(*inputs)

    def check(self) -> None:
        """An error if the time is up."""
        if time.monotonic() > self._end:
            raise TimeUpError
