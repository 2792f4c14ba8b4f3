"""Who does the work: a thread that owns the parser and serves all clients together, and pools for all else.

Sentences of several clients are parsed in one batch. Clients take turns: of a long request only as much is in a batch
as the others leave room for. A client that has given up is passed over, and what is under way for it ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from threading import BoundedSemaphore, Condition, Thread
from typing import TypeVar

from proofnets.deadline import Deadline
from proofnets.derivation.analyses import Analysis, Parse
from proofnets.derivation.derivations import Entry
from proofnets.logic import Type
from proofnets.parser.inputs import Sentence
from proofnets.parser.parser import Parser
from proofnets.parser.settings import Settings

T = TypeVar("T")


class BusyError(Exception):
    """There is no more room for what would have to wait, or the service is about to end."""


@dataclass(eq=False, slots=True)
class _Parsing:
    """Sentences of a client, and as many parses as are done."""

    sentences: Sequence[Sentence]
    settings: Settings
    done: list[Parse] = field(default_factory=list)
    future: Future[list[Parse]] = field(default_factory=Future)

    @property
    def left(self) -> int:
        return len(self.sentences) - len(self.done)


@dataclass(eq=False, slots=True)
class _Linking:
    """A sentence whose types a client has given."""

    tokens: Sequence[str]
    types: Sequence[Entry]
    goal: Type
    readings: int
    beliefs: bool
    future: Future[list[Analysis]] = field(default_factory=Future)
    left: int = 1


class Worker:
    """The thread that owns a parser. It starts at once."""

    def __init__(self, parser: Parser, batch: int, room: int, seconds: float) -> None:
        self._parser = parser
        self._seconds = seconds
        self._batch = batch
        self._room = room
        self._jobs: list[_Parsing | _Linking] = []
        self._changed = Condition()
        self._closed = False
        self._thread = Thread(target=self._run, name="parser", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many sentences are waiting or being worked on."""
        return sum(job.left for job in list(self._jobs))

    def parse(self, sentences: Sequence[Sentence], settings: Settings) -> Future[list[Parse]]:
        """Parse sentences, some time soon, each in the time that the service allows; an error if there is no room."""
        job = _Parsing(sentences, replace(settings, seconds=self._seconds))
        self._add(job)
        return job.future

    def link(
        self, tokens: Sequence[str], types: Sequence[Entry], goal: Type, readings: int, beliefs: bool
    ) -> Future[list[Analysis]]:
        """Link a sentence with given types, some time soon; an error if there is no room for it."""
        job = _Linking(tokens, types, goal, readings, beliefs)
        self._add(job)
        return job.future

    def close(self) -> None:
        """Take nothing more, finish what was taken, and end."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _add(self, job: _Parsing | _Linking) -> None:
        with self._changed:
            # what alone is more than the room is taken all the same, if nothing else waits
            if self._closed or (self._jobs and self.waiting + job.left > self._room):
                raise BusyError
            self._jobs.append(job)
            self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._jobs = [job for job in self._jobs if not job.future.done()]
                while not self._jobs and not self._closed:
                    self._changed.wait()
                if not self._jobs:
                    return
                first = self._jobs[0]
                jobs = [job for job in self._jobs if isinstance(job, _Parsing) and _alike(job, first)]
            if isinstance(first, _Linking):
                self._link(first)
            else:
                self._parse(jobs)

    def _link(self, job: _Linking) -> None:
        deadline = Deadline(cancelled=job.future.cancelled).within(self._seconds)
        try:
            result = self._parser.link(job.tokens, job.types, job.goal, job.readings, job.beliefs, deadline)
        except Exception as error:  # it is the asker's to be told, and the worker goes on for others
            _fail(job.future, error)
        else:
            _finish(job.future, result)

    def _parse(self, jobs: list[_Parsing]) -> None:
        """Parse a batch, in which every client has about the same part; who is not done goes to the end of the line."""
        settings = jobs[0].settings
        room = max(1, self._batch // settings.beam)
        jobs = jobs[:room]
        share = room // len(jobs)
        batch = [(job, s) for job in jobs for s in job.sentences[len(job.done) : len(job.done) + share]]
        deadlines = [Deadline(cancelled=job.future.cancelled) for job, _ in batch]
        try:
            parses = self._parser.parse_window([sentence for _, sentence in batch], settings, deadlines)
        except Exception as error:  # as above
            for job in jobs:
                _fail(job.future, error)
            return
        for (job, _), parse in zip(batch, parses, strict=True):
            job.done.append(parse)
            if not job.left:
                _finish(job.future, job.done)
        with self._changed:
            served = {id(job) for job in jobs}
            self._jobs = [job for job in self._jobs if id(job) not in served] + [job for job in jobs if job.left]


def _alike(job: _Parsing, other: _Parsing | _Linking) -> bool:
    return isinstance(other, _Parsing) and job.settings == other.settings


def _finish(future: Future[T], result: T) -> None:
    if future.set_running_or_notify_cancel():
        future.set_result(result)


def _fail(future: Future[T], error: Exception) -> None:
    if future.set_running_or_notify_cancel():
        future.set_exception(error)


class Pool:
    """A few threads for calls that do not need the parser, with a bounded number of calls that wait."""

    def __init__(self, threads: int, room: int) -> None:
        self._threads = ThreadPoolExecutor(threads)
        self._places = BoundedSemaphore(threads + room)

    def call(self, function: Callable[[], T]) -> Future[T]:
        """Call a function, some time soon; an error if there is no room for it."""
        if not self._places.acquire(blocking=False):
            raise BusyError
        try:
            future = self._threads.submit(function)
        except RuntimeError:  # closed
            self._places.release()
            raise BusyError from None
        future.add_done_callback(lambda _: self._places.release())
        return future

    def close(self) -> None:
        """Take nothing more, finish what was taken, and end."""
        self._threads.shutdown()
