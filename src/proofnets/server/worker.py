"""Who does the work: two threads with a parser, one for short and one for long work, and pools for all else.

Sentences of several clients are parsed in one batch. What is expected to take long is parsed by a thread of its own, a
sentence at a time, and stands aside while short work is being done. A client that has given up is passed over, and what
is under way for it ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from threading import Event, Lock
from typing import Any, Generic, TypeVar

from proofnets.deadline import Deadline
from proofnets.derivation.analyses import Analysis, Parse
from proofnets.derivation.derivations import Entry
from proofnets.logic import Type
from proofnets.parser.inputs import Sentence
from proofnets.parser.parser import Parser
from proofnets.parser.settings import Settings
from proofnets.server.lanes import BusyError, GoneError, Lane, finish

T = TypeVar("T")

SHORT = 0.5
"""Up to how many expected seconds a sentence is short work."""
BATCH = 1.5
"""How many expected seconds of short work are one batch. Together, sentences take about a quarter of that."""
ASIDE = 0.05
"""How many seconds long work stands aside for short work before it goes one step further all the same."""


def expected_seconds(words: int, settings: Settings) -> float:
    """About how long a sentence takes by itself on one core: what is asked for counts, whatever comes of it.

    >>> expected_seconds(10, Settings())
    0.05
    >>> expected_seconds(150, Settings(beam=32, readings=32))
    10.0
    """
    alone = 0.005 * words * max(settings.beam, settings.readings / 4, settings.samples / 20)
    return alone if settings.seconds is None else min(alone, settings.seconds)


@dataclass(eq=False, slots=True)
class _Parsing:
    """A request for parses, and as many of them as are done."""

    settings: Settings
    parses: list[Parse | None]
    future: Future[list[Parse]] = field(default_factory=Future)


@dataclass(eq=False, slots=True)
class _Sentence:
    """A sentence of a request."""

    request: _Parsing
    number: int
    sentence: Sentence

    @property
    def future(self) -> Future[list[Parse]]:
        return self.request.future


@dataclass(eq=False, slots=True)
class _Linking:
    """A sentence whose types a client has given."""

    tokens: Sequence[str]
    types: Sequence[Entry]
    goal: Type
    readings: int
    beliefs: bool
    future: Future[list[Analysis]] = field(default_factory=Future)


class Worker:
    """The threads that own a parser. They start at once."""

    def __init__(self, parser: Parser, room: float, seconds: float | None) -> None:
        """Take a parser, how many expected seconds of work may wait, and how many a sentence may take."""
        self._parser = parser
        self._seconds = seconds
        self._counting = Lock()
        self._short_work_is_done = Event()
        self._short_work_is_done.set()
        self._short = Lane("short", self._do_short, room, BATCH, _alike)
        self._long = Lane("long", self._do_long, room)
        self.lanes: Sequence[Lane[_Sentence | _Linking]] = (self._short, self._long)

    @property
    def waiting(self) -> int:
        """How many sentences are waiting or being worked on."""
        return sum(lane.waiting for lane in self.lanes)

    def parse(self, sentences: Sequence[Sentence], settings: Settings, client: str = "") -> Future[list[Parse]]:
        """Parse sentences, some time soon, each in the time that the service allows; an error if there is no room."""
        settings = replace(settings, seconds=self._seconds)
        request = _Parsing(settings, [None] * len(sentences))
        tasks = [
            (expected_seconds(len(sentence.tokens), settings), _Sentence(request, number, sentence))
            for number, sentence in enumerate(sentences)
        ]
        self._add(client, tasks, request.future)
        return request.future

    def link(
        self,
        tokens: Sequence[str],
        types: Sequence[Entry],
        goal: Type,
        readings: int,
        beliefs: bool,
        client: str = "",
    ) -> Future[list[Analysis]]:
        """Link a sentence with given types, some time soon; an error if there is no room for it."""
        task = _Linking(tokens, types, goal, readings, beliefs)
        cost = expected_seconds(len(tokens), Settings(readings=readings, seconds=self._seconds))
        self._add(client, [(cost, task)], task.future)
        return task.future

    def close(self) -> None:
        """Take nothing more, finish what was taken, and end."""
        for lane in self.lanes:
            lane.close()

    def _add(self, client: str, tasks: Sequence[tuple[float, _Sentence | _Linking]], future: Future[Any]) -> None:
        short = [(cost, task) for cost, task in tasks if cost <= SHORT]
        long = [(cost, task) for cost, task in tasks if cost > SHORT]
        try:
            for lane, some in ((self._long, long), (self._short, short)):
                if some:
                    lane.add(client, some)
        except (BusyError, GoneError):
            future.cancel()  # what another lane has taken is not done either
            raise

    def _do_short(self, tasks: list[_Sentence | _Linking]) -> None:
        self._short_work_is_done.clear()
        try:
            self._do(tasks, lambda: None)
        finally:
            self._short_work_is_done.set()

    def _do_long(self, tasks: list[_Sentence | _Linking]) -> None:
        self._do(tasks, lambda: self._short_work_is_done.wait(ASIDE))

    def _do(self, tasks: list[_Sentence | _Linking], stand_aside: Callable[[], object]) -> None:
        """Do tasks that are alike. Whatever takes long inside asks the deadline, and then may have to stand aside."""

        def deadline(future: Future[Any]) -> Deadline:
            def gone() -> bool:
                stand_aside()
                return future.done()  # it was given up, or another of its sentences has failed

            return Deadline(cancelled=gone)

        for task in tasks:
            if isinstance(task, _Linking):
                until = deadline(task.future).within(self._seconds)
                given = (task.tokens, task.types, task.goal, task.readings, task.beliefs)
                finish(task.future, self._parser.link(*given, until))
        sentences = [task for task in tasks if isinstance(task, _Sentence)]
        if sentences:
            settings, deadlines = sentences[0].request.settings, [deadline(task.future) for task in sentences]
            parses = self._parser.parse_window([task.sentence for task in sentences], settings, deadlines)
            for task, parse in zip(sentences, parses, strict=True):
                self._put(task.request, task.number, parse)

    def _put(self, request: _Parsing, number: int, parse: Parse) -> None:
        with self._counting:
            request.parses[number] = parse
            done = [each for each in request.parses if each is not None]
        if len(done) == len(request.parses):
            finish(request.future, done)


def _alike(task: _Sentence | _Linking, other: _Sentence | _Linking) -> bool:
    return (
        isinstance(task, _Sentence) and isinstance(other, _Sentence) and task.request.settings == other.request.settings
    )


@dataclass(eq=False, slots=True)
class _Call(Generic[T]):
    """A function to call."""

    function: Callable[[Deadline], T]
    future: Future[T] = field(default_factory=Future)


class Pool:
    """A few threads for calls that do not need the parser, with a bounded number of calls that wait."""

    def __init__(self, name: str, threads: int, room: int) -> None:
        self.lane: Lane[_Call[Any]] = Lane(name, _call, room, threads=threads)

    def call(self, function: Callable[[Deadline], T], client: str = "") -> Future[T]:
        """Call a function, some time soon; an error if there is no room for it.

        Its deadline comes when nobody waits for it any more; then it may raise `TimeUpError`, which nobody sees.
        """
        task = _Call(function)
        self.lane.add(client, [(1.0, task)])
        return task.future

    def close(self) -> None:
        """Take nothing more, finish what was taken, and end."""
        self.lane.close()


def _call(tasks: list[_Call[Any]]) -> None:
    for task in tasks:
        finish(task.future, task.function(Deadline(cancelled=task.future.done)))
