"""A derivation over tokens: what each token has, the goal and the links.

Tokens and words are not the same: a multi-word unit is one word of several tokens, and punctuation brings no word at
all. `judgement` goes from the one to the other; `units` and `groups` tell the way back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
from typing import Literal, TypeAlias

from proofnets.errors import ProofNetsError
from proofnets.logic import Frame, Judgement, Link, Net, Type, parse_type
from proofnets.logic.sealed import check_kind, check_tuple, sealed
from proofnets.logic.types import check_type

Entry: TypeAlias = Type | Literal["+"] | None
"""What a token has: a type, `"+"` if it continues the word before it, or None if it is no resource."""


def parse_entry(text: str | None) -> Entry:
    """What a token has, from its text; `show_entry` is the way back.

    >>> [parse_entry(text) for text in ("np", "+", None)]
    [parse_type('np'), '+', None]
    """
    return None if text is None else "+" if text == "+" else parse_type(text)


def show_entry(entry: Entry) -> str | None:
    """What a token has as text; None if it is no resource."""
    return str(entry) if isinstance(entry, Type) else entry


def check_entry(entry: Entry) -> None:
    """Refuse what no token can have."""
    if entry is not None and not (type(entry) is str and entry == "+"):
        check_type(entry)  # type: ignore[arg-type]  # mypy does not see that "+" is out


class DerivationError(ProofNetsError):
    """Tokens and types that do not fit together."""


@sealed
@dataclass(frozen=True, slots=True)
class Derivation:
    """A sentence with types and links, which may or may not make a net. `types` is parallel to `tokens`."""

    tokens: tuple[str, ...]
    types: tuple[Entry, ...]
    goal: Type
    links: tuple[Link, ...]

    def __post_init__(self) -> None:
        check_tuple(self.tokens, str, "the tokens of a derivation")
        check_kind(self.types, tuple, "the types of a derivation")
        check_type(self.goal)
        check_tuple(self.links, tuple, "the links of a derivation")
        for link in self.links:
            if len(link) != 2 or not all(type(atom) is int for atom in link):
                raise TypeError(f"a link must be two atoms, by their numbers, not {link!r}")
        if len(self.tokens) != len(self.types):
            given = f"{len(self.tokens)} tokens cannot have {len(self.types)} types"
            raise DerivationError(f"{given}: one a token, or null")
        before: Entry = None
        for token, entry in zip(self.tokens, self.types, strict=True):
            check_entry(entry)
            if not token.strip():
                raise DerivationError(f"{token!r} is no token: there is nothing to be seen of it")
            if entry == "+" and before is None:
                raise DerivationError(f"'{token}' has the type +, but there is no word before it to continue")
            before = entry


def plain_derivation(derivation: Derivation) -> Derivation:
    """A derivation, or what of a sample is one: it has a name besides."""
    if type(derivation) is Derivation:
        return derivation
    return Derivation(derivation.tokens, derivation.types, derivation.goal, derivation.links)


def groups(types: Iterable[Type | str | None]) -> dict[tuple[int, ...], int | None]:
    """The tokens in groups: those of a word, with its position, and each that brings nothing by itself, with None.

    Tokens are given by their numbers, which count from 1, as positions do. Types may be given as texts.

    >>> groups((None, "np", "+", None))
    {(1,): None, (2, 3): 1, (4,): None}
    """
    found: dict[tuple[int, ...], int | None] = {}
    positions = count(1)
    for number, entry in enumerate(types, 1):
        if entry == "+":
            group, word = found.popitem()  # the last one
            found[(*group, number)] = word
        else:
            found[(number,)] = None if entry is None else next(positions)
    return found


def units(derivation: Derivation) -> dict[int, tuple[int, ...]]:
    """The numbers of the tokens that make up each word, by the word's position in the judgement; both count from 1.

    >>> from proofnets.logic import parse_type
    >>> np = parse_type("np")
    >>> units(Derivation((",", "Den", "Haag", "!"), (None, np, "+", None), np, ((0, 1),)))
    {1: (2, 3)}
    """
    return {word: group for group, word in groups(derivation.types).items() if word}


def judgement(derivation: Derivation) -> Judgement:
    """The typed words of a derivation and its goal. The tokens of a multi-word unit are joined by a space.

    >>> from proofnets.logic import parse_type
    >>> np = parse_type("np")
    >>> print(judgement(Derivation(("Den", "Haag", "!"), (np, "+", None), np, ((0, 1),))))
    "Den Haag":np ⊢ np
    """
    words = tuple(" ".join(derivation.tokens[number - 1] for number in unit) for unit in units(derivation).values())
    return Judgement(words, tuple(entry for entry in derivation.types if isinstance(entry, Type)), derivation.goal)


def net(derivation: Derivation) -> Net:
    """The net of a derivation; an error with the reason if its links make none."""
    return Net(Frame(judgement(derivation)), derivation.links)
