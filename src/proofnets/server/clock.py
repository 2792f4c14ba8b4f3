"""A bound on how long the parser may take: the service has one parser, and nobody may hold it for minutes.

The parser takes a step of a decoder for every symbol that it writes, and calls its `interrupt` at every try to link a
sentence. Both look at the clock here.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf

from proofnets.parser.decoding import Stepper
from proofnets.parser.grammar import Ints
from proofnets.parser.runtime import Encoded, Floats, Memory


class TimeUpError(BaseException):
    """The time is up. It is no Exception: the parser would take that for a fault of the sentence, and go on."""


class Clock:
    """Knows when the time is up."""

    def __init__(self) -> None:
        self._end = inf

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Allow so many seconds for what is done inside."""
        self._end = time.monotonic() + seconds
        try:
            yield
        finally:
            self._end = inf

    def check(self) -> None:
        """An error if the time is up."""
        if time.monotonic() > self._end:
            raise TimeUpError


class TimedDecoder:
    """A decoder that does not go on when the time is up; in all else it is the decoder that it was."""

    def __init__(self, decoder: Stepper, clock: Clock) -> None:
        self._decoder, self._clock = decoder, clock
        self.sees, self.first_cache, self.scores = decoder.sees, decoder.first_cache, decoder.scores

    def step(self, history: Ints, typed: Ints, seen: Encoded, cache: Memory) -> tuple[Floats, Memory]:
        """A step of decoding, or an error if the time is up."""
        self._clock.check()
        return self._decoder.step(history, typed, seen, cache)
