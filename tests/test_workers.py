"""Work in several processes. What goes wrong here is a test that does not end."""

import time

import pytest

from proofnets.workers import in_order


def test_results_come_in_order() -> None:
    assert list(in_order(abs, [-1, -2, -3], 2)) == [1, 2, 3]


def test_nobody_waits_for_work_that_is_no_longer_needed() -> None:
    results = in_order(time.sleep, [0, 3600, 3600, 3600], 2)
    next(results)
    results.close()  # type: ignore[attr-defined]  # it is a generator


def test_nobody_waits_for_work_after_an_error() -> None:
    with pytest.raises(ValueError, match="non-negative"):
        list(in_order(time.sleep, [-1, 3600, 3600], 2))
