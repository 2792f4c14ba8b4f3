"""How the parser goes about a sentence, as its caller wishes."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral
from typing import TypedDict

from proofnets.deadline import Deadline
from proofnets.errors import ProofNetsError
from proofnets.parser.decoding import Constraints


@dataclass(frozen=True, slots=True)
class Settings:
    """How hard to try, and what to give."""

    beam: int = 1
    """How many frames of a sentence to keep at each step."""
    readings: int = 1
    """How many analyses to give at most."""
    constrained: bool = True
    """Whether to keep to the grammar, and repair what has no proof. Else all is done as in the paper: what is
    no frame is dropped, and only the best links of a frame are looked at."""
    attempts: int = 100
    """How many structures of a frame to look at."""
    samples: int = 0
    """How many analyses to draw at random instead (Gumbel noise on the links); readings then have a frequency."""
    seed: int = 0
    """What chance depends on."""
    beliefs: bool = False
    """Whether analyses tell what the model believed of every link."""
    alternatives: int = 0
    """How many other types of each word to tell, with their probabilities, if the model is calibrated."""
    batch: int = 32
    """How many sentences to work on at a time."""
    seconds: float | None = 10.0
    """How long a sentence may take; None is as long as it needs. Sentences that are worked on together add up their
    times. When time is up, the best that was found is the answer."""

    def __post_init__(self) -> None:
        least = {"beam": 1, "readings": 1, "attempts": 1, "samples": 0, "seed": 0, "alternatives": 0, "batch": 1}
        for name, bound in least.items():
            number = getattr(self, name)
            if not isinstance(number, Integral) or number < bound:
                raise ProofNetsError(f"{name} is {number!r}: give a whole number from {bound} on")
        Deadline.after(self.seconds)  # which refuses what is no bound

    @property
    def constraints(self) -> Constraints:
        """What frames must be."""
        anything = float("inf")
        if not self.constrained:
            return Constraints(False, False, -anything, anything)
        return Constraints(margin=anything) if self.readings > 1 else Constraints()


class SettingsFields(TypedDict, total=False):
    """The fields of `Settings`, for functions that take them as keywords."""

    beam: int
    readings: int
    constrained: bool
    attempts: int
    samples: int
    seed: int
    beliefs: bool
    alternatives: int
    batch: int
    seconds: float | None
