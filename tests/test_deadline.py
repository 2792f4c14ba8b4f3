from itertools import count
from math import inf, nan
from time import monotonic

import pytest

from proofnets.deadline import Deadline, TimeUpError
from proofnets.errors import ProofNetsError


def test_a_deadline_without_a_bound_never_passes() -> None:
    for deadline in (Deadline(), Deadline.after(None), Deadline.after(inf)):
        assert not deadline.passed
        deadline.check()


def test_a_deadline_of_no_seconds_has_passed() -> None:
    deadline = Deadline.after(0)
    assert deadline.passed
    with pytest.raises(TimeUpError):
        deadline.check()


def test_a_deadline_is_so_many_seconds_from_now() -> None:
    before = monotonic()
    deadline = Deadline.after(1_000)
    assert before + 1_000 <= deadline.moment <= monotonic() + 1_000
    assert not deadline.passed


def test_a_loop_that_checks_ends_soon_after_the_moment() -> None:
    assert list(Deadline().checking(range(5_000))) == list(range(5_000))
    numbers = count()
    with pytest.raises(TimeUpError):
        list(Deadline.after(0).checking(numbers))
    assert next(numbers) < 5_000


def test_time_up_is_not_the_fault_of_the_input() -> None:
    assert not issubclass(TimeUpError, ProofNetsError)


@pytest.mark.parametrize("seconds", [-1, -inf, nan])
def test_a_bound_must_be_a_number_from_zero_on(seconds: float) -> None:
    with pytest.raises(ProofNetsError, match="number from 0 on"):
        Deadline.after(seconds)
