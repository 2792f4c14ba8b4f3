"""Settings: what makes no sense is refused when it is said, and not found out by the sentences."""

from math import inf, nan
from typing import Any

import pytest

from proofnets.errors import ProofNetsError
from proofnets.parser.decoding import Constraints
from proofnets.parser.settings import Settings


@pytest.mark.parametrize("changes", [{"beam": 0}, {"readings": 0}, {"batch": 0}, {"seed": -1}, {"samples": -1}])
def test_numbers_that_are_too_small(changes: dict[str, Any]) -> None:
    (name,) = changes
    with pytest.raises(ProofNetsError, match=f"{name} is"):
        Settings(**changes)


@pytest.mark.parametrize("seconds", [nan, -1, -inf])
def test_seconds_that_are_no_bound(seconds: float) -> None:
    with pytest.raises(ProofNetsError, match="makes no sense"):
        Settings(seconds=seconds)


def test_all_frames_are_kept_if_several_readings_are_asked_for_or_none_is_constrained() -> None:
    assert Settings().constraints == Constraints()
    assert Settings(readings=2).constraints.margin == inf
    free = Settings(constrained=False).constraints
    assert (free.grammatical, free.balanced, free.floor) == (False, False, -inf)
