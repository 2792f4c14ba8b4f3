"""Types: the formulas of ILL⊸,◇,□.

A type is an atom, an implication `A ⊸ B`, or a type under a modality, `◇d A` or `□m A`.
Types are interned: building the same type twice gives the same object. So equality is identity, hashing
takes constant time, and both are safe however deep a type is nested. No function here recurses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from threading import Lock
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from proofnets.errors import NotationError, ProofNetsError

T = TypeVar("T")

NAME = re.compile(r"\w+")

_INTERNED: WeakValueDictionary[tuple[object, ...], Any] = WeakValueDictionary()
_LOCK = Lock()


class _Interning(type):
    """Makes a class return the object it has already built from the same fields, if there is one."""

    def __call__(cls: type[T], *fields: Any) -> T:
        key = (cls, *fields)
        found: T | None = _INTERNED.get(key)
        if found is None:
            made: T = type.__call__(cls, *fields)
            with _LOCK:
                found = _INTERNED.setdefault(key, made)
        return found


class Type(metaclass=_Interning):
    """Base class of the four constructors."""

    def __str__(self) -> str:
        from proofnets.logic.notation import show_type

        return show_type(self)

    def __repr__(self) -> str:
        return f"parse_type({str(self)!r})"

    def __reduce__(self) -> tuple[Callable[[str], Type], tuple[str]]:
        from proofnets.logic.notation import parse_type

        return parse_type, (str(self),)

    def __copy__(self) -> Type:
        return self

    def __deepcopy__(self, memo: object) -> Type:
        return self


def _check_name(name: str) -> None:
    if not NAME.fullmatch(name):
        raise ProofNetsError(f"{name!r} cannot name an atom or a label: letters, digits and _ only")


@dataclass(frozen=True, eq=False, repr=False)
class Atom(Type):
    """A syntactic unit that stands on its own: `np`, `s_main`."""

    name: str

    def __post_init__(self) -> None:
        _check_name(self.name)


@dataclass(frozen=True, eq=False, repr=False)
class Implication(Type):
    """`argument ⊸ result`: consumes the one to make the other."""

    argument: Type
    result: Type


@dataclass(frozen=True, eq=False, repr=False)
class Diamond(Type):
    """`◇label body`: marks a complement with the role that its head gives it."""

    label: str
    body: Type

    def __post_init__(self) -> None:
        _check_name(self.label)


@dataclass(frozen=True, eq=False, repr=False)
class Box(Type):
    """`□label body`: marks an adjunct with the role that it takes."""

    label: str
    body: Type

    def __post_init__(self) -> None:
        _check_name(self.label)


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
    found = _SYMBOL.fullmatch(symbol)
    if not found:
        raise ProofNetsError(f"{symbol!r} is not a prefix symbol such as np, ⊸, ◇su, □mod or ◇x.")
    if found["atom"]:
        return 0
    return 1 if found["dot"] else 2


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
        found = _SYMBOL.fullmatch(symbol)
        assert found is not None
        diamond, box = found["d"] or found["D"], found["b"] or found["B"]
        if found["atom"]:
            values.append(Atom(found["atom"]))
        elif found["dot"]:
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
