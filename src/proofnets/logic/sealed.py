"""Sealed values: whatever the kernel says of a value, the value's constructor has checked.

The kernel's values are frozen dataclasses whose constructors refuse what their fields do not allow. Python has other
doors to an object than its constructor, and `sealed` shuts them: a copy is the value itself, a pickle holds a call of
the constructor, no pickle fills an object, and `__init__` cannot be called a second time, with other
fields. (`dataclasses.replace` calls the constructor anyway.)

What no Python code can shut stays open to those who mean harm: `object.__new__` and `object.__setattr__`, what a class
keeps under names with underscores (slots, closures), subclasses that lie about themselves, and pickles made by hand,
which can call any of these: one may make an empty object, and one may run code of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from inspect import signature
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")


def sealed(cls: type[T]) -> type[T]:
    """Leave a frozen dataclass no way to come into being but its constructor. Put it above `@dataclass`."""
    given = [field.name for field in fields(cls) if field.init]

    def reduce(self: T) -> tuple[type[T], tuple[Any, ...]]:
        return cls, tuple(getattr(self, name) for name in given)

    def refuse(self: T, state: object) -> None:
        raise TypeError(f"{_named(cls)} is not made by filling its fields: call {cls.__name__}")

    doors: dict[str, Any] = {"__copy__": lambda self: self, "__deepcopy__": lambda self, memo: self}
    doors["__setstate__"] = refuse
    if cls.__reduce__ is object.__reduce__ or cls.__reduce__.__module__ == __name__:  # the latter is a sealed base's
        doors["__reduce__"] = reduce
    if "__init__" in vars(cls):
        doors["__signature__"] = signature(cls)
        doors["__new__"] = _making(cls.__init__)
        del cls.__init__
    for name, door in doors.items():
        setattr(cls, name, door)
    return cls


def _making(fill: Callable[..., None]) -> Callable[..., Any]:
    """A `__new__` that does what an `__init__` did: what is made is complete, and there is nothing left to call."""

    def new(cls: type, *arguments: Any, **keywords: Any) -> Any:
        made: Any = object.__new__(cls)
        fill(made, *arguments, **keywords)
        return made

    return new


def check_kind(value: object, kind: type, what: str) -> None:
    """Refuse a value that is not just of this class, with an error that names what it was to be."""
    if type(value) is not kind:
        raise TypeError(f"{what} must be {_named(kind)}, not {value!r}")


def check_tuple(values: object, kind: type, what: str) -> None:
    """Refuse what is not a tuple of values of one class."""
    if type(values) is not tuple or not all(type(value) is kind for value in values):
        raise TypeError(f"{what} must be a tuple of {kind.__name__}, not {values!r}")


def show_number(number: int) -> str:
    """An int for a message. One that is too long to be read is shown by its size: Python refuses to write it."""
    return str(number) if number.bit_length() <= 64 else f"a number of {number.bit_length():,} bits"


def _named(cls: type) -> str:
    return f"{'an' if cls.__name__[0] in 'AEIOUaeiou' else 'a'} {cls.__name__}"
