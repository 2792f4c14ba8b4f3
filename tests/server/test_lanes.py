"""The lanes: whose turn it is, how much may wait, and what happens when a thread ends."""

from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Event
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofnets.server import lanes
from proofnets.server.lanes import BusyError, GoneError, Lane, finish


@dataclass(eq=False)
class Named:
    """A task with a name."""

    name: str
    kind: str = ""
    future: Future[str] = field(default_factory=Future)


class Held:
    """A lane that is held at its first task, and remembers its batches."""

    def __init__(self, room: float = 1000.0, batch: float = 0.0) -> None:
        self.batches: list[list[str]] = []
        self.begun, self.open = Event(), Event()
        self.lane: Lane[Named] = Lane("test", self.work, room, batch, lambda one, other: one.kind == other.kind)
        self.add("first", 0.0)
        assert self.begun.wait(10)

    def work(self, tasks: list[Named]) -> None:
        self.begun.set()
        assert self.open.wait(10)
        if any(task.name == "wrong" for task in tasks):
            raise ValueError("no")
        if any(task.name == "fatal" for task in tasks):
            raise SystemExit("gone")
        self.batches.append([task.name for task in tasks])
        for task in tasks:
            finish(task.future, task.name)

    def add(self, name: str, cost: float, client: str = "", kind: str = "") -> Named:
        task = Named(name, kind)
        self.lane.add(client, [(cost, task)])
        return task

    def order(self) -> list[list[str]]:
        """The batches after the first, when all is done."""
        self.open.set()
        self.lane.close()
        return self.batches[1:]


def test_what_is_cheap_overtakes_what_is_not() -> None:
    held = Held()
    for name, cost in (("dear", 9.0), ("cheap", 1.0), ("middle", 3.0)):
        held.add(name, cost, client=name)
    assert held.order() == [["cheap"], ["middle"], ["dear"]]


def test_who_asks_for_more_gets_no_more_than_a_share() -> None:
    held = Held()
    for number in range(4):
        held.add(f"greedy{number}", 1.0, "greedy")
    for number in range(2):
        held.add(f"modest{number}", 1.0, "modest")
    names = [name for (name,) in held.order()]
    assert names.index("modest0") <= 1
    assert names.index("modest1") <= 3


def test_nobody_waits_forever() -> None:
    """However many cheap tasks come, a dear one is done when others have had as much."""
    held = Held()
    held.add("dear", 5.0, "dear")
    for number in range(20):
        held.add(f"{number}", 1.0, "cheap")
    assert [name for (name,) in held.order()].index("dear") == 4


def test_alike_tasks_are_done_together_up_to_a_cost() -> None:
    held = Held(batch=3.0)
    for number, kind in enumerate("aababaa"):
        held.add(f"{kind}{number}", 1.0, client=str(number), kind=kind)
    assert held.order() == [["a0", "a1", "a3"], ["b2", "b4"], ["a5", "a6"]]


def test_what_is_dearer_than_a_batch_is_done_by_itself() -> None:
    held = Held(batch=3.0)
    for number in range(2):
        held.add(str(number), 9.0)
    assert held.order() == [["0"], ["1"]]


def test_who_gives_up_is_passed_over_and_takes_no_room() -> None:
    held = Held(room=2.0)
    assert held.add("a", 1.0, "a").future.cancel()
    held.add("b", 1.0, "b")
    held.add("c", 1.0, "c")
    assert held.order() == [["b"], ["c"]]


def test_there_is_so_much_room_and_half_of_it_for_a_client() -> None:
    held = Held(room=4.0)
    held.add("a", 2.0, "a")
    with pytest.raises(BusyError):
        held.add("b", 1.0, "a")
    held.add("c", 2.0, "c")
    with pytest.raises(BusyError) as busy:
        held.add("d", 1.0, "d")
    assert busy.value.seconds >= 1
    assert len(held.order()) == 2
    with pytest.raises(BusyError):
        held.add("late", 0.0)


def test_what_is_larger_than_the_room_is_taken_if_nothing_waits() -> None:
    held = Held(room=1.0)
    held.add("large", 9.0)
    assert held.order() == [["large"]]


def test_after_how_long_to_try_again_is_what_the_last_batches_took(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 10_000, 5))  # 5 s a batch
    monkeypatch.setattr("proofnets.server.lanes.monotonic", lambda: float(next(clock)))
    held = Held(room=1000.0)
    held.open.set()
    for _ in range(60):
        held.add("a", 1.0).future.result(10)
    held.open.clear()
    held.begun.clear()
    held.add("held", 1.0)
    assert held.begun.wait(10)
    held.add("b", 7.0)
    assert held.lane.backlog == pytest.approx(35, rel=0.1)
    held.order()


def test_an_error_is_its_batch_s_only() -> None:
    held = Held()
    wrong, right = held.add("wrong", 1.0), held.add("right", 1.0)
    assert held.order() == [["right"]]
    with pytest.raises(ValueError, match="no"):
        wrong.future.result(10)
    assert right.future.result(10) == "right"


def test_a_thread_that_ends_is_told_of_to_all_who_wait_and_who_come(caplog: pytest.LogCaptureFixture) -> None:
    held = Held()
    tasks = [held.add(name, 1.0) for name in ("fatal", "waiting")]
    assert held.lane.alive
    held.open.set()
    for task in tasks:
        with pytest.raises(GoneError):
            task.future.result(10)
    held.lane._threads[0].join(10)
    assert not held.lane.alive
    with pytest.raises(GoneError):
        held.add("late", 1.0)
    assert "the thread 'test' has ended" in caplog.text


def test_a_lane_that_was_idle_is_not_busy_for_long_when_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(lanes, "monotonic", lambda: now)
    lane: Lane[Named] = Lane("test", lambda tasks: None, room=9.0)
    busy_for: list[float] = []
    monkeypatch.setattr(lane, "_do", lambda turns: busy_for.append(lane.busy_for))
    now = 1000.0
    lane.add("", [(1.0, Named("late"))])
    lane.close()
    assert busy_for == [0.0]


def fair(asked: list[tuple[str, float]]) -> list[int]:
    """The slow twin, for tasks that all wait before the first is begun: by the sum of what each client asked before."""
    marks = [
        sum(cost for other, cost in asked[: number + 1] if other == client) for number, (client, _) in enumerate(asked)
    ]
    return sorted(range(len(asked)), key=lambda number: marks[number])


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 9).map(float)), max_size=12))
def test_the_order_is_fair(asked: list[tuple[str, float]]) -> None:
    held = Held()
    for number, (client, cost) in enumerate(asked):
        held.add(str(number), cost, client)
    assert [int(name) for (name,) in held.order()] == fair(asked)


def test_a_lane_forgets_its_clients() -> None:
    held: Any = Held()
    held.open.set()
    for number in range(100):
        held.add("a", 1.0, str(number)).future.result(10)
    held.order()
    assert held.lane._marks == {}
