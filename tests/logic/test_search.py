import os
import subprocess
import sys
from collections.abc import Callable
from math import factorial
from random import Random
from types import FrameType

import pytest

from proofnets.deadline import Deadline
from proofnets.errors import StructureError
from proofnets.logic import (
    Atom,
    Box,
    Diamond,
    Frame,
    Implication,
    Judgement,
    Link,
    Net,
    Type,
    imbalance,
    is_strict,
    obstacle,
    parse_judgement,
    parse_type,
    partial,
    proofs,
)
from proofnets.logic.search import _search
from tests.logic.derivations import matchings, random_derivation, random_frame


def brute_force(frame: Frame) -> set[tuple[Link, ...]]:
    """Every matching that makes a net."""
    found = set()
    for links in matchings(frame):
        try:
            found.add(Net(frame, links).links)
        except StructureError:
            continue
    return found


def check_complete(judgement: Judgement) -> int:
    """Make sure that search finds all nets, each once; their number."""
    search = proofs(judgement)
    found = [net.links for net in search]
    assert len(found) == len(set(found))
    assert set(found) == brute_force(search.frame)
    assert search.found == len(found)
    assert search.stopped is None
    return len(found)


def repeated(type_: str, count: int) -> str:
    return ", ".join([type_] * count)


def test_search_finds_what_brute_force_finds_on_random_frames():
    counts = [check_complete(random_frame(seed).judgement) for seed in range(2000)]
    counts += [check_complete(random_frame(seed, links=6, kinds=1).judgement) for seed in range(60)]
    counts += [check_complete(random_frame(seed, links=8, kinds=3).judgement) for seed in range(200)]
    assert counts.count(0) > 300
    assert sum(count > 1 for count in counts) > 300


def test_search_is_complete_wherever_it_begins(monkeypatch: pytest.MonkeyPatch):
    """Which leaf is chosen, and how hard forced links are looked for, changes the way and not the nets."""
    monkeypatch.setattr(partial, "_GROUPS", 1)
    monkeypatch.setattr(partial, "_FEW", 0)
    counts = [check_complete(random_frame(seed).judgement) for seed in range(500)]
    assert sum(count > 1 for count in counts) > 50


@pytest.mark.parametrize("number", range(8))
def test_modifiers_stack_in_every_order(number: int):
    assert check_complete(parse_judgement(f"s, {repeated('s ⊸ s', number)} ⊢ s".replace(",  ", " "))) == factorial(
        number
    )


@pytest.mark.parametrize(
    ("text", "count"),
    [
        # Modifiers of the arguments of a transitive verb.
        ("np, np, np ⊸ np, np ⊸ np, np ⊸ np, np ⊸ np ⊸ s ⊢ s", 2 * 24),
        ("np, np, np ⊸ np, □mod(np ⊸ np), ◇obj np ⊸ ◇su np ⊸ s, s ⊸ s, s ⊸ s ⊢ s", 2 * 6 * 2),
        # Numerals.
        ("⊢ (a ⊸ a) ⊸ (a ⊸ a) ⊸ (a ⊸ a) ⊸ a ⊸ a", 6),
        (f"{repeated('(a ⊸ a) ⊸ a ⊸ a', 1)} ⊢ (a ⊸ a) ⊸ a ⊸ a", None),
        (f"{repeated('(a ⊸ a) ⊸ a ⊸ a', 3)} ⊢ (a ⊸ a) ⊸ a ⊸ a", None),
        (f"{repeated('(a ⊸ a) ⊸ a ⊸ a', 3)}, a ⊢ a", None),
        # Third order.
        (f"{repeated('((a ⊸ a) ⊸ a) ⊸ a', 1)} ⊢ ((a ⊸ a) ⊸ a) ⊸ a", 3),
        (f"{repeated('((a ⊸ a) ⊸ a) ⊸ a', 2)} ⊢ ((a ⊸ a) ⊸ a) ⊸ a", None),
        (f"{repeated('((a ⊸ a) ⊸ a) ⊸ a', 3)} ⊢ ((a ⊸ a) ⊸ a) ⊸ a", None),
        ("(((a ⊸ a) ⊸ a) ⊸ a) ⊸ a, (((a ⊸ a) ⊸ a) ⊸ a) ⊸ a, a ⊸ a ⊸ a ⊢ a", None),
        # Relative clauses.
        ("(np ⊸ s) ⊸ np ⊸ np, (np ⊸ s) ⊸ np ⊸ np, np ⊸ np ⊸ s, np, np, np ⊸ s ⊢ np", None),
        ("(np ⊸ s) ⊸ np ⊸ np, np ⊸ np ⊸ s, np ⊸ np ⊸ s, np, np, np ⊢ s", 48),
        ("(◇su np ⊸ s) ⊸ np ⊸ np, ◇obj np ⊸ ◇su np ⊸ s, ◇su np ⊸ s, np, np ⊢ s", None),
        ("(np ⊸ s) ⊸ s, (np ⊸ s) ⊸ s, (np ⊸ s) ⊸ s, np ⊸ np ⊸ np ⊸ s ⊢ s", 36),
    ],
)
def test_classical_families(text: str, count: int | None):
    found = check_complete(parse_judgement(text))
    assert found == count if count is not None else found > 0


def test_nine_atoms_of_a_kind():
    assert check_complete(parse_judgement(f"{repeated('(a ⊸ a) ⊸ a ⊸ a', 4)}, a ⊢ a")) > 0


@pytest.mark.parametrize(
    "text",
    [
        "a ⊸ a ⊢ b ⊸ b",
        "a ⊸ b, b ⊸ a ⊢ c ⊸ c",
        "s, n ⊸ n ⊢ s",
        "(a ⊸ b) ⊸ c, b, a ⊸ c ⊸ d ⊢ d",
        "(a ⊸ b) ⊸ c, (a ⊸ b) ⊸ c, b, b, a ⊸ a ⊸ c ⊸ c ⊸ d ⊢ d",
        "(b ⊸ a) ⊸ a ⊢ (a ⊸ a) ⊸ b",
        "(b ⊸ a) ⊸ a, (a ⊸ a) ⊸ a, b ⊸ a ⊸ a, (a ⊸ b) ⊸ a ⊸ b, a ⊸ a ⊢ (a ⊸ a) ⊸ a",
        "(a ⊸ b) ⊸ b, b, a ⊸ b ⊸ c ⊢ c",
        "(np ⊸ s) ⊸ n ⊸ n, s, np ⊸ n ⊢ n",
    ],
)
def test_balanced_judgements_without_a_proof(text: str):
    judgement = parse_judgement(text)
    assert imbalance(Frame(judgement)) is None
    assert check_complete(judgement) == 0


@pytest.mark.parametrize("text", ["⊢ a", "a ⊢ b", "a, a ⊢ a", "a, a ⊸ a ⊸ s ⊢ s"])
def test_judgements_that_do_not_balance_have_no_proof(text: str):
    search = proofs(parse_judgement(text))
    assert list(search) == []
    assert search.stopped is None


def test_what_a_derivation_proves_is_found():
    for seed in range(300):
        judgement, _ = random_derivation(seed, size=3)
        assert next(proofs(judgement, seconds=20)).frame == Frame(judgement)


def test_the_order_is_always_the_same():
    judgement = parse_judgement("np, np, np ⊸ np, (np ⊸ s) ⊸ np ⊸ np, np ⊸ np ⊸ s, np ⊸ s ⊢ s")
    assert [net.links for net in proofs(judgement)] == [net.links for net in proofs(judgement)]
    program = (
        "from proofnets.logic import parse_judgement, proofs\n"
        f"for net in proofs(parse_judgement({str(judgement)!r})): print(net.links)"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert outputs == {"".join(f"{net.links}\n" for net in proofs(judgement))}


@pytest.mark.parametrize(
    ("limit", "count", "stopped"),
    [(None, 6, None), (7, 6, None), (6, 6, None), (5, 5, "limit"), (1, 1, "limit"), (0, 0, "limit")],
)
def test_the_limit_stops_a_search_only_if_there_is_another_net(limit: int | None, count: int, stopped: str | None):
    search = proofs(parse_judgement("s, s ⊸ s, s ⊸ s, s ⊸ s ⊢ s"), limit=limit)
    assert len(list(search)) == search.found == count
    assert search.stopped == stopped
    assert list(search) == []
    assert search.stopped == stopped


def test_a_limit_stops_nothing_where_there_is_no_proof():
    search = proofs(parse_judgement("a ⊸ a ⊢ b ⊸ b"), limit=0)
    assert list(search) == []
    assert search.stopped is None


def test_nets_are_found_as_they_are_asked_for():
    search = proofs(parse_judgement(f"s, {repeated('s ⊸ s', 30)} ⊢ s"))
    assert len({next(search).links for _ in range(50)}) == search.found == 50
    assert search.stopped is None


@pytest.mark.parametrize("seconds", [0, 0.2])
@pytest.mark.parametrize(
    ("text", "provable"),
    [
        (f"s, {repeated('s ⊸ s', 30)} ⊢ s", True),
        (f"(b ⊸ a) ⊸ a, (a ⊸ a) ⊸ a, b ⊸ a ⊸ a, (a ⊸ b) ⊸ a ⊸ b, {repeated('a ⊸ a', 10)} ⊢ (a ⊸ a) ⊸ a", False),
    ],
)
def test_time_stops_a_search(text: str, provable: bool, seconds: float):
    search = proofs(parse_judgement(text), seconds=seconds)
    found = list(search)
    assert search.stopped == "time"
    assert bool(found) <= provable
    assert list(search) == []


def test_enough_time_stops_nothing():
    search = proofs(parse_judgement("s, s ⊸ s, s ⊸ s ⊢ s"), seconds=60)
    assert len(list(search)) == 2
    assert search.stopped is None


def first_order(seed: int, size: int) -> Judgement:
    """A judgement without hypotheses that has a proof: the nodes of a random tree, shuffled."""
    random = Random(seed)
    types, sought = [], ["s"]
    while sought:
        goal = parse_type(sought.pop(random.randrange(len(sought))))
        for _ in range(random.randint(1, 3) if len(types) + len(sought) < size else 0):
            sought.append(random.choice(["s", "np", "n", "pp"]))
            goal = Implication(parse_type(sought[-1]), goal)
        types.append(goal)
    random.shuffle(types)
    return Judgement(("",) * len(types), tuple(types), parse_type("s"))


def test_first_order_judgements_need_no_backtracking():
    search = proofs(parse_judgement(f"{repeated('s ⊸ s', 30)}, s ⊢ s"), limit=1, seconds=30)
    assert len(list(search)) == 1
    for seed in range(20):
        search = proofs(first_order(seed, size=100), limit=1, seconds=30)
        assert len(list(search)) == 1
        assert search.stopped in (None, "limit")


def test_first_order_judgements_without_a_proof_are_given_up_at_once():
    search = proofs(parse_judgement(f"{repeated('s ⊸ s', 30)}, s, {repeated('n ⊸ n', 30)} ⊢ s"), seconds=30)
    assert list(search) == []
    assert search.stopped is None


def identity(arguments: list[Type]) -> Judgement:
    """A function of these arguments, to be proved from itself."""
    type_: Type = Atom("s")
    for argument in reversed(arguments):
        type_ = Implication(argument, type_)
    return Judgement(("f",), (type_,), type_)


def nested(size: int, names: int) -> Judgement:
    """A function of a function of a function …, to be proved from itself."""
    type_: Type = Atom("a0")
    for number in range(size):
        type_ = Implication(type_, Atom(f"a{number % names}"))
    return Judgement(("f",), (type_,), type_)


A, B = Atom("a"), Atom("b")
SIZE = 2_000
LARGE = {
    "equal arguments": identity([A] * SIZE),
    "distinct arguments": identity([Atom(f"a{number}") for number in range(SIZE)]),
    "arguments in pairs": identity([Atom(f"a{number // 2}") for number in range(SIZE)]),
    "functions as arguments": identity([Implication(A, B)] * SIZE),
    "distinct functions as arguments": identity([Implication(Atom(f"a{n}"), Atom(f"b{n}")) for n in range(SIZE)]),
    "distinct marks": identity([Diamond(f"d{number}", A) for number in range(SIZE)]),
    "boxes": identity([Box("m", Implication(A, B))] * SIZE),
    "modifiers": Judgement(("",) * (SIZE + 1), (A, *[Implication(A, A)] * SIZE), A),
    "nested": nested(SIZE, names=1),
    "nested, distinct": nested(SIZE, names=SIZE),
}


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("name", LARGE)
def test_large_judgements_have_a_first_proof(name: str, strict: bool):
    net = next(proofs(LARGE[name], strict=strict))
    assert net.frame.judgement == LARGE[name]
    assert is_strict(net) or not strict


class _Clock:
    """Counts the calls that are made between two questions to a deadline."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls = self.most = 0
        ask = Deadline.check

        def check(deadline: Deadline) -> None:
            self.most, self.calls = max(self.most, self.calls), 0
            ask(deadline)

        monkeypatch.setattr(Deadline, "check", check)

    def __call__(self, _frame: FrameType, event: str, _argument: object) -> None:
        self.calls += event in ("call", "c_call")


@pytest.mark.parametrize("make", [lambda size: identity([A] * size), lambda size: nested(size, names=size)])
def test_a_search_asks_its_deadline_as_often_in_large_judgements(
    make: Callable[[int], Judgement], monkeypatch: pytest.MonkeyPatch
):
    pauses = []
    for size in (2_000, 8_000):
        frame, clock = Frame(make(size)), _Clock(monkeypatch)
        structures = _search(frame, strict=False, deadline=Deadline())
        sys.setprofile(clock)
        try:
            links = next(structures)
        finally:
            sys.setprofile(None)
        assert len(Net(frame, links).links) == size + 1
        pauses.append(max(clock.most, clock.calls))
    small, large = pauses
    assert large < small * 1.5


def in_pairs(size: int) -> Judgement:
    return identity([Atom(f"a{number // 2}") for number in range(size)])


def with_hypotheses(size: int) -> Judgement:
    """Two chains of functions, each of which takes a function and brings what that needs."""
    words = []
    for _ in range(2):
        words += [f"(h{i} ⊸ x{i + 1}) ⊸ x{i}, h{i} ⊸ z ⊸ z" for i in range(size)] + [f"z ⊸ x{size}, z"]
    return parse_judgement(f"{', '.join(words)}, x0 ⊸ x0 ⊸ s ⊢ s")


@pytest.mark.parametrize(("make", "sizes"), [(in_pairs, (500, 2_000)), (with_hypotheses, (25, 100))])
def test_what_takes_long_is_in_many_steps(
    make: Callable[[int], Judgement], sizes: tuple[int, int], monkeypatch: pytest.MonkeyPatch
):
    """Where the effort grows with the square of the size, the calls between two questions do not."""
    pauses = []
    for size in sizes:
        frame, clock = Frame(make(size)), _Clock(monkeypatch)
        structures = _search(frame, strict=False, deadline=Deadline())
        sys.setprofile(clock)
        try:
            next(structures)
        finally:
            sys.setprofile(None)
        pauses.append(max(clock.most, clock.calls))
    small, large = pauses
    assert large < small * 6


def test_time_stops_a_search_whose_types_have_more_parts_than_can_be_counted():
    type_: Type = Atom("a")
    for _ in range(60):
        type_ = Implication(type_, type_)
    search = proofs(Judgement(("x",), (type_,), type_), seconds=0.05)
    assert list(search) == []
    assert search.stopped == "time"


def test_time_that_has_passed_stops_a_search_before_it_begins():
    search = proofs(LARGE["equal arguments"], seconds=0)
    assert list(search) == []
    assert search.stopped == "time"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("np, np ⊢ np", "np occurs 2 times positive and 1 time negative"),
        ("s, vaak:n ⊸ n ⊢ s", "n 2 of 'vaak' is left over: nothing that the goal leads to can take it"),
        (
            "die:(np ⊸ s) ⊸ n ⊸ n, s, van:np ⊸ n ⊢ n",
            "the hypothesis np 0 of 'die' is left over: nothing inside the argument that it belongs to can take it",
        ),
        (
            "die:(a ⊸ b) ⊸ c, b, ziet:a ⊸ c ⊸ d ⊢ d",
            "a 4 of 'ziet' seeks the hypothesis a 0 of 'die', which is of no use outside the argument it belongs to",
        ),
        (
            "die:(np ⊸ s) ⊸ n, regent:s, ziet:np ⊸ n ⊸ s ⊢ s",
            "nothing can fill s 7 of the goal: with s 6 of 'ziet', np 4 of 'ziet' seeks the hypothesis np 0 of 'die'",
        ),
    ],
)
def test_an_obstacle_is_told_in_words(text: str, reason: str):
    told = obstacle(Frame(parse_judgement(text)))
    assert told is not None
    assert told.startswith(reason)


def test_an_obstacle_is_not_looked_for_when_time_is_up():
    frame = Frame(parse_judgement("die:(np ⊸ s) ⊸ n, regent:s, ziet:np ⊸ n ⊸ s ⊢ s"))
    assert obstacle(frame, deadline=Deadline.after(60)) == obstacle(frame)
    asked: list[bool] = []
    tired = Deadline(cancelled=lambda: len(asked) > 0 or bool(asked.append(True)))
    assert obstacle(frame, deadline=tired) is None
    assert obstacle(frame, deadline=Deadline.after(0)) is None


def test_an_obstacle_to_strict_proofs_is_told_in_words():
    frame = Frame(parse_judgement("x:◇su np ⊢ np"))
    assert obstacle(frame) is None
    assert obstacle(frame, strict=True) == "nothing can fill np 1 of the goal without a change of marks"


@pytest.mark.parametrize("strict", [False, True])
def test_there_is_an_obstacle_only_where_there_is_no_proof_and_mostly_then(strict: bool):
    without = told = 0
    for seed in range(1000):
        frame = random_frame(seed)
        provable = next(proofs(frame.judgement, strict=strict), None) is not None
        reason = obstacle(frame, strict)
        assert not (provable and reason)
        without, told = without + (not provable), told + (reason is not None)
    assert told > without * 0.95


def test_without_hypotheses_there_is_always_an_obstacle_to_tell():
    unprovable = 0
    for seed in range(300):
        judgement = first_order(seed, size=6)
        words = [*judgement.types[1:], Implication(Atom("x"), Atom("x"))] if seed % 2 else judgement.types
        changed = Judgement(("",) * len(words), tuple(words), judgement.goal)
        provable = next(proofs(changed), None) is not None
        unprovable += not provable
        assert (obstacle(Frame(changed)) is None) == provable
    assert unprovable > 100


def test_an_obstacle_is_found_in_large_judgements():
    judgement = Judgement(("",) * (SIZE + 2), (A, *[Implication(A, A)] * SIZE, Implication(B, B)), A)
    assert obstacle(Frame(judgement)) == f"b {2 * SIZE + 2} of 'w{SIZE + 2}' is left over: " + (
        "nothing that the goal leads to can take it"
    )
