"""The thread that serves all clients together: turns, batches, and clients that give up."""

from collections.abc import Sequence
from concurrent.futures import wait
from threading import Event
from time import sleep
from typing import Any

import pytest

from proofnets.deadline import Deadline
from proofnets.derivation.analyses import Parse
from proofnets.parser.inputs import Sentence, from_tokens
from proofnets.parser.parser import Parser
from proofnets.parser.settings import Settings
from proofnets.server import worker as worker_module
from proofnets.server.lanes import BusyError
from proofnets.server.worker import Pool, Worker


class Recorder:
    """A parser that gives back what it is given, and remembers its batches."""

    def __init__(self) -> None:
        self.voices: list[Any] = []
        self.batches: list[list[str]] = []
        self.begun = Event()
        self.open = Event()
        self.settings: list[Settings] = []
        self.free: set[str] = set()
        """What it does not wait at."""

    def parse_window(
        self, window: Sequence[Sentence], settings: Settings, deadlines: Sequence[Deadline]
    ) -> list[Parse]:
        assert len(deadlines) == len(window)
        self.settings.append(settings)
        self.begun.set()
        assert {sentence.text for sentence in window} <= self.free or self.open.wait(10)
        self.batches.append([sentence.text for sentence in window])
        return [Parse(sentence.text, sentence.tokens) for sentence in window]

    def link(self, tokens: Sequence[str], *_: Any) -> list[Any]:
        self.batches.append(list(tokens))
        return []


def sentences(name: str, count: int) -> list[Sentence]:
    return [from_tokens([f"{name}{number}"]) for number in range(count)]


def texts(parses: Sequence[Parse]) -> list[str]:
    return [parse.text for parse in parses]


@pytest.fixture
def parser() -> Any:  # so that it may stand for a parser
    return Recorder()


def worker_of(parser: Any, room: float = 60.0) -> Worker:
    """A worker that is held at its first sentence."""
    worker = Worker(parser, room=room, seconds=60)
    worker.parse(sentences("first", 1), Settings())
    assert parser.begun.wait(10)
    return worker


def test_clients_share_batches(parser: Any) -> None:
    worker = worker_of(parser)
    long, short = (worker.parse(sentences(name, count), Settings(), name) for name, count in (("a", 600), ("b", 1)))
    parser.open.set()
    worker.close()
    assert texts(long.result()) == [f"a{number}" for number in range(600)]
    assert texts(short.result()) == ["b0"]
    assert "b0" in parser.batches[1]
    assert len(parser.batches[1]) < 600


def test_settings_are_kept_apart(parser: Any) -> None:
    worker = worker_of(parser)
    wide = worker.parse(sentences("wide", 2), Settings(beam=2), "a")
    narrow = worker.parse(sentences("narrow", 3), Settings(), "b")
    linked = worker.link(["linked"], [None], None, 1, False, "c")  # type: ignore[arg-type]
    parser.open.set()
    worker.close()
    assert texts(wide.result()) == ["wide0", "wide1"]
    assert len(narrow.result()) == 3
    assert linked.result() == []
    assert parser.batches[1:] == [["narrow0", "narrow1", "narrow2"], ["linked"], ["wide0", "wide1"]]


def test_short_work_does_not_wait_for_long_work_and_a_request_may_be_both(parser: Any) -> None:
    worker = Worker(parser, room=60, seconds=60)
    long = [from_tokens(["lang"] * 150)]
    first = worker.parse(long, Settings())
    assert parser.begun.wait(10)  # and there it is held
    parser.free.add("kort0")
    assert texts(worker.parse(sentences("kort", 1), Settings()).result(10)) == ["kort0"]
    both = worker.parse([*long, *sentences("kort", 1)], Settings())
    parser.open.set()
    assert texts(both.result(10)) == [long[0].text, "kort0"]
    assert first.done()
    worker.close()


def test_long_work_stands_aside_while_short_work_is_done(parser: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_module, "ASIDE", 10)
    worker, done = Worker(parser, room=60, seconds=60), []
    begun = Event()

    def works(window: Sequence[Sentence], settings: Settings, deadlines: Sequence[Deadline]) -> list[Parse]:
        name = window[0].tokens[0].text
        if name == "lang":
            begun.set()
            assert parser.begun.wait(10)  # the short one is at work now
            assert not deadlines[0].passed  # here it stands aside
        else:
            parser.begun.set()
            assert begun.wait(10)
        done.append(name)
        return [Parse(sentence.text, sentence.tokens) for sentence in window]

    parser.parse_window = works
    long = worker.parse([from_tokens(["lang"] * 150)], Settings())
    assert begun.wait(10)
    worker.parse([from_tokens(["kort"])], Settings()).result(10)
    long.result(10)
    worker.close()
    assert done == ["kort", "lang"]


def test_a_request_that_has_no_room_in_one_lane_is_done_in_none(parser: Any) -> None:
    worker = worker_of(parser, room=0.02)
    worker.parse(sentences("a", 1), Settings(), "a")
    with pytest.raises(BusyError):
        worker.parse([from_tokens(["lang"] * 150), *sentences("b", 4)], Settings(), "b")
    parser.open.set()
    worker.close()
    assert parser.batches == [["first0"], ["a0"]]


def test_every_sentence_has_the_time_that_the_service_allows(parser: Any) -> None:
    parser.open.set()
    worker = Worker(parser, room=9, seconds=0.25)
    worker.parse(sentences("a", 1), Settings(beam=2)).result(10)
    worker.close()
    assert parser.settings == [Settings(beam=2, seconds=0.25)]


def test_without_any_time_there_is_an_answer_that_says_so() -> None:
    worker = Worker(Parser(threads=1), room=9, seconds=0.0)
    for parse in worker.parse([from_tokens(["Ja"]), from_tokens(["Nee"])], Settings()).result(60):
        assert parse.status == "unproved"
        assert parse.timed_out
    worker.close()


def test_linking_ends_when_time_is_up_and_the_worker_goes_on(parser: Any) -> None:
    def endless(*given: Any) -> list[Any]:
        deadline: Deadline = given[-1]
        while not deadline.passed:
            sleep(0.01)
        return ["the best so far"]

    parser.open.set()
    worker = Worker(parser, room=9, seconds=0.1)
    links, parser.link = parser.link, endless
    assert worker.link(["a"], [None], None, 1, False).result(10) == ["the best so far"]  # type: ignore[arg-type]
    parser.link = links
    assert worker.link(["a"], [None], None, 1, False).result(10) == []  # type: ignore[arg-type]
    worker.close()


def test_what_is_under_way_for_a_client_that_gives_up_ends(parser: Any) -> None:
    seen: list[list[bool]] = []

    def patient(window: Sequence[Sentence], settings: Settings, deadlines: Sequence[Deadline]) -> list[Parse]:
        seen.append([deadline.passed for deadline in deadlines])
        if len(window) > 1:
            futures[1].cancel()
            seen.append([deadline.passed for deadline in deadlines])
        return works(window, settings, deadlines)

    worker = worker_of(parser)
    works, parser.parse_window = parser.parse_window, patient
    futures = [worker.parse(sentences(name, 1), Settings()) for name in "abc"]
    parser.open.set()
    worker.close()
    assert seen == [[False, False, False], [False, True, False]]
    assert [texts(futures[number].result()) for number in (0, 2)] == [["a0"], ["c0"]]


def test_a_pool_has_so_much_room_and_finishes_what_it_took() -> None:
    pool, gate, begun = Pool("test", threads=1, room=2), Event(), Event()

    def held(deadline: Deadline) -> None:
        begun.set()
        assert gate.wait(10)

    first = pool.call(held, "a")
    assert begun.wait(10)
    taken = [first, pool.call(held, "a"), pool.call(held, "b")]
    with pytest.raises(BusyError):
        pool.call(held, "c")
    gate.set()
    wait(taken)
    assert pool.call(lambda deadline: 7).result(10) == 7
    pool.close()
    with pytest.raises(BusyError):
        pool.call(lambda deadline: 7)
