"""Types: the formulas of ILL⊸,◇,□.

A type is an atom, an implication `A ⊸ B`, or a type under a modality, `◇d A` or `□m A`.
Types are interned: building the same type twice gives the same object. So equality is identity, hashing
takes constant time, and both are safe however deep a type is nested. A type is made of types and names, and of nothing
else: the constructors refuse the rest. No function here recurses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from proofnets.display import Displayed
from proofnets.errors import NotationError, ProofNetsError
from proofnets.logic.sealed import sealed

T = TypeVar("T")

NAME = re.compile(r"\w+")

_INTERNED: WeakValueDictionary[tuple[object, ...], Any] = WeakValueDictionary()
_LOCK = Lock()


class Type(Displayed):
    """Base class of the four constructors."""

    __slots__ = ("__weakref__",)

    def __new__(cls, *_: Any, **__: Any) -> Type:
        """Refuse: only the constructors make types."""
        raise TypeError("a type is an Atom, an Implication, a Diamond or a Box: parse_type reads one")

    def __str__(self) -> str:
        from proofnets.logic.notation import show_type

        return show_type(self)

    def __repr__(self) -> str:
        return f"parse_type({str(self)!r})"

    def __reduce__(self) -> tuple[Callable[[str], Type], tuple[str]]:
        from proofnets.logic.notation import parse_type

        return parse_type, (str(self),)


# Each constructor looks for the type that was already built from the same parts, and only if there is none checks the
# parts: what is interned was checked before.


@sealed
@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class Atom(Type):
    """A syntactic unit that stands on its own: `np`, `s_main`."""

    name: str

    def __new__(cls, name: str) -> Atom:
        """The atom of that name, always the same object."""
        return (_INTERNED.get((cls, name)) if type(name) is str else None) or _interned(cls, name=check_name(name))


@sealed
@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class Implication(Type):
    """`argument ⊸ result`: consumes the one to make the other."""

    argument: Type
    result: Type

    def __new__(cls, argument: Type, result: Type) -> Implication:
        """The implication of these types, always the same object."""
        return _INTERNED.get((cls, argument, result)) or _interned(
            cls, argument=check_type(argument), result=check_type(result)
        )


@sealed
@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class Diamond(Type):
    """`◇label body`: marks a complement with the role that its head gives it."""

    label: str
    body: Type

    def __new__(cls, label: str, body: Type) -> Diamond:
        """The type under that ◇, always the same object."""
        known = _INTERNED.get((cls, label, body)) if type(label) is str else None
        return known or _interned(cls, label=check_name(label), body=check_type(body))


@sealed
@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class Box(Type):
    """`□label body`: marks an adjunct with the role that it takes."""

    label: str
    body: Type

    def __new__(cls, label: str, body: Type) -> Box:
        """The type under that □, always the same object."""
        known = _INTERNED.get((cls, label, body)) if type(label) is str else None
        return known or _interned(cls, label=check_name(label), body=check_type(body))


_CONSTRUCTORS = frozenset((Atom, Implication, Diamond, Box))


def _interned(cls: type[T], **parts: object) -> T:
    """Build a type from parts that were checked; if another thread was faster, the type is that thread's."""
    made = object.__new__(cls)
    for name, part in parts.items():
        object.__setattr__(made, name, part)
    with _LOCK:
        interned: T = _INTERNED.setdefault((cls, *parts.values()), made)
    return interned


def check_type(type_: Type) -> Type:
    """A type as it is; an error for anything else."""
    if type(type_) not in _CONSTRUCTORS:
        raise TypeError(f"{type_!r} is not a type: parse_type reads one from text")
    return type_


@lru_cache(maxsize=1024)
def check_name(name: str) -> str:
    """A name of an atom or a label as it is; an error for anything else."""
    if type(name) is not str:
        raise TypeError(f"{name!r} cannot name an atom or a label: it is not a str")
    if not NAME.fullmatch(name):
        raise ProofNetsError(f"{name!r} cannot name an atom or a label: letters, digits and _ only")
    return name


def subformulas(type_: Type, positive: bool = True) -> Iterator[tuple[Type, bool]]:
    """Every occurrence of a subformula with its polarity, in prefix order.

    An implication turns the polarity of its argument; nothing else turns any.

    >>> from proofnets.logic import parse_type
    >>> [(str(t), p) for t, p in subformulas(parse_type("◇su np ⊸ s"))]
    [('◇su np ⊸ s', True), ('◇su np', False), ('np', False), ('s', True)]
    """
    stack = [(type_, positive)]
    while stack:
        type_, positive = stack.pop()
        yield type_, positive
        match type_:
            case Implication(argument, result):
                stack += [(result, positive), (argument, not positive)]
            case Diamond(_, body) | Box(_, body):
                stack.append((body, positive))


def atoms(type_: Type, positive: bool = True) -> list[tuple[str, bool]]:
    """The atoms of a type with their polarities, from left to right.

    >>> from proofnets.logic import parse_type
    >>> atoms(parse_type("(np ⊸ s) ⊸ s"))
    [('np', True), ('s', False), ('s', True)]
    """
    return [(t.name, p) for t, p in subformulas(type_, positive) if isinstance(t, Atom)]


def fold(
    type_: Type,
    atom: Callable[[str], T],
    implication: Callable[[T, T], T],
    diamond: Callable[[str, T], T],
    box: Callable[[str, T], T],
) -> T:
    """Evaluate a type from its leaves up, one function for each constructor."""
    values: list[T] = []
    for part, _ in reversed(list(subformulas(type_))):
        match part:
            case Atom(name):
                values.append(atom(name))
            case Implication():
                argument = values.pop()
                values.append(implication(argument, values.pop()))
            case Diamond(label, _):
                values.append(diamond(label, values.pop()))
            case Box(label, _):
                values.append(box(label, values.pop()))
    return values.pop()


def order(type_: Type) -> int:
    """How deep implications nest to the left; a type of order 2 or more takes functions as arguments.

    >>> from proofnets.logic import parse_type
    >>> [order(parse_type(t)) for t in ("np", "◇obj np ⊸ ◇su np ⊸ s", "(np ⊸ s) ⊸ s")]
    [0, 1, 2]
    """

    def implication(argument: int, result: int) -> int:
        return max(argument + 1, result)

    return fold(type_, lambda _: 0, implication, lambda _, body: body, lambda _, body: body)


def prefix(type_: Type) -> list[str]:
    """The symbols of a type in prefix order, a modality merged with the implication that it marks.

    `◇su` stands for `◇su A ⊸ B`, `□mod` for `□mod(A ⊸ B)`, `⊸` for an implication without a mark;
    `◇x.` and `□x.` are modalities that mark no implication.

    >>> from proofnets.logic import parse_type
    >>> " ".join(prefix(parse_type("◇body(◇obj pron ⊸ s_sub) ⊸ □mod(np ⊸ np)")))
    '◇body ◇obj pron s_sub □mod np np'
    >>> " ".join(prefix(parse_type("□mod(◇x□x np ⊸ np)")))
    '□mod ◇x. □x. np np'
    """
    symbols = []
    stack = [type_]
    while stack:
        match stack.pop():
            case Atom(name):
                symbols.append(name)
            case Implication(Diamond(label, argument), result):
                symbols.append(f"◇{label}")
                stack += [result, argument]
            case Implication(argument, result):
                symbols.append("⊸")
                stack += [result, argument]
            case Box(label, Implication(argument, result)):
                symbols.append(f"□{label}")
                stack += [result, argument]
            case Box(label, body):
                symbols.append(f"□{label}.")
                stack.append(body)
            case Diamond(label, body):
                symbols.append(f"◇{label}.")
                stack.append(body)
    return symbols


_SYMBOL = re.compile(r"(?:◇(?P<d>\w+)|<(?P<D>\w+)>|□(?P<b>\w+)|\[(?P<B>\w+)\])(?P<dot>\.?)|(?P<imp>⊸|->)|(?P<atom>\w+)")


def arity(symbol: str) -> int:
    """How many types must follow a prefix symbol: 0 for an atom, 1 or 2 for a connective.

    >>> [arity(s) for s in ("np", "⊸", "◇su", "□mod", "◇x.")]
    [0, 2, 2, 2, 1]
    """
    match = _SYMBOL.fullmatch(symbol)
    if not match:
        raise ProofNetsError(f"{symbol!r} is not a prefix symbol such as np, ⊸, ◇su, □mod or ◇x.")
    if match["atom"]:
        return 0
    return 1 if match["dot"] else 2


def from_prefix(symbols: Iterable[str]) -> Type:
    """The type that a sequence of prefix symbols spells; the inverse of `prefix`.

    >>> from_prefix(["□det", "n", "np"])
    parse_type('□det(n ⊸ np)')
    """
    given = list(symbols)
    text, missing = " ".join(given), 1
    for number, symbol in enumerate(given):
        if missing == 0:
            raise NotationError("the end of the type", text, len(" ".join(given[:number])) + 1)
        missing += arity(symbol) - 1
    if missing:
        raise NotationError("one more type", text, len(text))
    values: list[Type] = []
    for symbol in reversed(given):
        match = _SYMBOL.fullmatch(symbol)
        assert match is not None
        diamond, box = match["d"] or match["D"], match["b"] or match["B"]
        if match["atom"]:
            values.append(Atom(match["atom"]))
        elif match["dot"]:
            values.append(Diamond(diamond, values.pop()) if diamond else Box(box, values.pop()))
        else:
            argument, result = values.pop(), values.pop()
            values.append(
                Implication(Diamond(diamond, argument), result)
                if diamond
                else Box(box, Implication(argument, result))
                if box
                else Implication(argument, result)
            )
    return values.pop()
