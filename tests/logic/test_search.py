import os
import subprocess
import sys
import time
from math import factorial
from random import Random

import pytest

from proofnets.errors import StructureError
from proofnets.logic import Frame, Implication, Judgement, Link, Net, imbalance, parse_judgement, parse_type, proofs
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
    started = time.monotonic()
    search = proofs(parse_judgement(text), seconds=seconds)
    found = list(search)
    assert time.monotonic() - started < 10
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
