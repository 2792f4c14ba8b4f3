"""Judgements: typed words and the goal they are to prove, `P1, …, Pn ⊢ C`."""

from __future__ import annotations

from dataclasses import dataclass

from proofnets.errors import ProofNetsError
from proofnets.logic.sealed import sealed
from proofnets.logic.terms import check_text
from proofnets.logic.types import Type, check_type


@sealed
@dataclass(frozen=True, slots=True)
class Judgement:
    """The words of a sentence, their types, and the goal. A word that has no name is an empty string."""

    words: tuple[str, ...]
    types: tuple[Type, ...]
    goal: Type

    def __post_init__(self) -> None:
        if type(self.words) is not tuple or type(self.types) is not tuple:
            raise TypeError("the words and the types of a judgement must be tuples")
        for word in self.words:
            check_text(word)
        for type_ in (*self.types, self.goal):
            check_type(type_)
        if len(self.words) != len(self.types):
            raise ProofNetsError(f"{len(self.words)} words cannot have {len(self.types)} types: one type a word")

    def __str__(self) -> str:
        from proofnets.logic.notation import show_judgement

        return show_judgement(self)

    @property
    def names(self) -> tuple[str, ...]:
        """The words, with `w1`, `w2`, … for those that have no name."""
        return tuple(word or f"w{number}" for number, word in enumerate(self.words, 1))
