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
from proofnets.server.worker import BusyError, Pool, Worker


class Recorder:
    """A parser that gives back what it is given, and remembers its batches."""

    def __init__(self) -> None:
        self.voices: list[Any] = []
        self.batches: list[list[str]] = []
        self.begun = Event()
        self.open = Event()
        self.settings: list[Settings] = []

    def parse_window(
        self, window: Sequence[Sentence], settings: Settings, deadlines: Sequence[Deadline]
    ) -> list[Parse]:
        assert len(deadlines) == len(window)
        self.settings.append(settings)
        self.begun.set()
        assert self.open.wait(10)
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
def parser() -> Recorder:
    return Recorder()


def worker_of(parser: Recorder, room: int = 100) -> Worker:
    """A worker that is held at its first sentence."""
    worker = Worker(parser, batch=4, room=room, seconds=60)  # type: ignore[arg-type]
    worker.parse(sentences("first", 1), Settings())
    assert parser.begun.wait(10)
    return worker


def test_clients_share_batches_and_take_turns(parser: Recorder) -> None:
    worker = worker_of(parser)
    long, short, other = (worker.parse(sentences(*what), Settings()) for what in (("a", 6), ("b", 1), ("c", 2)))
    parser.open.set()
    worker.close()
    assert texts(long.result()) == [f"a{number}" for number in range(6)]
    assert texts(short.result()) == ["b0"]
    assert texts(other.result()) == ["c0", "c1"]
    assert parser.batches == [["first0"], ["a0", "b0", "c0"], ["a1", "a2", "c1"], ["a3", "a4", "a5"]]


def test_settings_are_kept_apart_and_a_wide_beam_has_a_small_batch(parser: Recorder) -> None:
    worker = worker_of(parser)
    wide = worker.parse(sentences("wide", 3), Settings(beam=2))
    narrow = worker.parse(sentences("narrow", 3), Settings())
    linked = worker.link(["linked"], [None], None, 1, False)  # type: ignore[arg-type]
    parser.open.set()
    worker.close()
    assert texts(wide.result()) == ["wide0", "wide1", "wide2"]
    assert len(narrow.result()) == 3
    assert linked.result() == []
    assert parser.batches[1:] == [["wide0", "wide1"], ["narrow0", "narrow1", "narrow2"], ["linked"], ["wide2"]]


def test_who_gives_up_is_passed_over(parser: Recorder) -> None:
    worker = worker_of(parser)
    futures = [worker.parse(sentences(name, 1), Settings()) for name in "abc"]
    assert futures[1].cancel()
    parser.open.set()
    worker.close()
    assert parser.batches == [["first0"], ["a0", "c0"]]


def test_there_is_so_much_room_and_no_more(parser: Recorder) -> None:
    worker = worker_of(parser, room=3)
    worker.parse(sentences("a", 2), Settings())
    with pytest.raises(BusyError):
        worker.parse(sentences("b", 1), Settings())
    parser.open.set()
    worker.close()
    with pytest.raises(BusyError):
        worker.parse(sentences("c", 1), Settings())


def test_a_request_larger_than_the_room_is_taken_if_nothing_waits(parser: Recorder) -> None:
    parser.open.set()
    worker = Worker(parser, batch=4, room=3, seconds=60)  # type: ignore[arg-type]
    assert len(worker.parse(sentences("a", 9), Settings()).result(10)) == 9
    worker.close()


def test_an_error_is_its_batch_s_only(parser: Recorder) -> None:
    def fails(window: Sequence[Sentence], settings: Settings, deadlines: Sequence[Deadline]) -> list[Parse]:
        raise ValueError("no")

    parser.open.set()
    worker = worker_of(parser)
    works, parser.parse_window = parser.parse_window, fails  # type: ignore[method-assign]
    with pytest.raises(ValueError, match="no"):
        worker.parse(sentences("a", 1), Settings()).result(10)
    parser.parse_window = works  # type: ignore[method-assign]
    assert len(worker.parse(sentences("a", 1), Settings()).result(10)) == 1
    worker.close()


def test_every_sentence_has_the_time_that_the_service_allows(parser: Recorder) -> None:
    parser.open.set()
    worker = Worker(parser, batch=4, room=9, seconds=0.25)  # type: ignore[arg-type]
    worker.parse(sentences("a", 1), Settings(beam=2)).result(10)
    worker.close()
    assert parser.settings == [Settings(beam=2, seconds=0.25)]


def test_without_any_time_there_is_an_answer_that_says_so() -> None:
    worker = Worker(Parser(threads=1), batch=4, room=9, seconds=0.0)
    for parse in worker.parse([from_tokens(["Ja"]), from_tokens(["Nee"])], Settings()).result(60):
        assert parse.status == "unproved"
        assert parse.timed_out
    worker.close()


def test_linking_ends_when_time_is_up_and_the_worker_goes_on(parser: Recorder) -> None:
    def endless(*given: Any) -> list[Any]:
        deadline: Deadline = given[-1]
        while not deadline.passed:
            sleep(0.01)
        return ["the best so far"]

    parser.open.set()
    worker = Worker(parser, batch=4, room=9, seconds=0.1)  # type: ignore[arg-type]
    links, parser.link = parser.link, endless  # type: ignore[method-assign]
    assert worker.link(["a"], [None], None, 1, False).result(10) == ["the best so far"]  # type: ignore[arg-type]
    parser.link = links  # type: ignore[method-assign]
    assert worker.link(["a"], [None], None, 1, False).result(10) == []  # type: ignore[arg-type]
    worker.close()


def test_what_is_under_way_for_a_client_that_gives_up_ends(parser: Recorder) -> None:
    seen: list[list[bool]] = []

    def patient(window: Sequence[Sentence], settings: Settings, deadlines: Sequence[Deadline]) -> list[Parse]:
        seen.append([deadline.passed for deadline in deadlines])
        if len(window) > 1:
            futures[1].cancel()
            seen.append([deadline.passed for deadline in deadlines])
        return works(window, settings, deadlines)

    worker = worker_of(parser)
    works, parser.parse_window = parser.parse_window, patient  # type: ignore[method-assign]
    futures = [worker.parse(sentences(name, 1), Settings()) for name in "abc"]
    parser.open.set()
    worker.close()
    assert seen == [[False, False, False], [False, True, False]]
    assert [texts(futures[number].result()) for number in (0, 2)] == [["a0"], ["c0"]]


def test_a_pool_has_so_much_room_and_finishes_what_it_took() -> None:
    pool, gate = Pool(threads=1, room=1), Event()
    taken = [pool.call(gate.wait) for _ in range(2)]
    with pytest.raises(BusyError):
        pool.call(gate.wait)
    gate.set()
    wait(taken)
    assert pool.call(lambda: 7).result(10) == 7
    pool.close()
    with pytest.raises(BusyError):
        pool.call(lambda: 7)
