"""Judgements: typed words and the goal they are to prove, `P1, …, Pn ⊢ C`."""

from __future__ import annotations

from dataclasses import dataclass

from proofnets.errors import ProofNetsError
from proofnets.logic.types import Type


@dataclass(frozen=True, slots=True)
class Judgement:
    """The words of a sentence, their types, and the goal. A word that has no name is an empty string."""

    words: tuple[str, ...]
    types: tuple[Type, ...]
    goal: Type

    def __post_init__(self) -> None:
        if len(self.words) != len(self.types):
            raise ProofNetsError(f"{len(self.words)} words cannot have {len(self.types)} types: one type a word")

    def __str__(self) -> str:
        from proofnets.logic.notation import show_judgement

        return show_judgement(self)

    @property
    def names(self) -> tuple[str, ...]:
        """The words, with `w1`, `w2`, … for those that have no name."""
        return tuple(word or f"w{number}" for number, word in enumerate(self.words, 1))
