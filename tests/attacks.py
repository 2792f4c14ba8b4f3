"""Ways into being that Python offers besides a constructor, for tests that attack values that promise something."""

import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from importlib import import_module
from itertools import product
from pkgutil import iter_modules
from types import ModuleType, NoneType, SimpleNamespace, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from proofnets.errors import ProofNetsError
from proofnets.logic import (
    Abstraction,
    Application,
    Atom,
    Box,
    Diamond,
    Implication,
    Modal,
    Term,
    Type,
    Variable,
    Word,
)

CONSTRUCTORS = {Type: (Atom, Implication, Diamond, Box), Term: (Word, Variable, Application, Abstraction, Modal)}


def lookalike(value: Any) -> SimpleNamespace:
    """What has all attributes of a value, and is not one."""
    return SimpleNamespace(**{name: getattr(value, name) for name in dir(value) if not name.startswith("__")})


def dataclasses_of(room: ModuleType) -> Iterator[type]:
    """Every dataclass of a room that has a public name."""
    for module in iter_modules(room.__path__, f"{room.__name__}."):
        for name, thing in vars(import_module(module.name)).items():
            public = isinstance(thing, type) and thing.__module__ == module.name and not name.startswith("_")
            if public and is_dataclass(thing):
                yield thing


def conforms(value: Any, hint: Any, sound: Callable[[Any], bool]) -> bool:
    """Whether a value is just what an annotation says, and keeps what its own class promises."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return any(conforms(value, argument, sound) for argument in arguments)
    if origin is Literal:
        return type(value) is str and value in arguments
    if origin is tuple and arguments[-1:] == (...,):
        return type(value) is tuple and all(conforms(part, arguments[0], sound) for part in value)
    if origin is tuple:
        pairs = zip(value, arguments, strict=False) if type(value) is tuple else ()
        return type(value) is tuple and len(value) == len(arguments) and all(conforms(*pair, sound) for pair in pairs)
    if type(value) not in CONSTRUCTORS.get(hint, (NoneType if hint is None else hint,)):
        return False
    return not is_dataclass(value) or sound(value)


def fields_conform(value: Any, sound: Callable[[Any], bool]) -> bool:
    """Whether the fields of a value are what their annotations say."""
    hints = get_type_hints(type(value))
    return all(conforms(getattr(value, field.name), hints[field.name], sound) for field in fields(value))


def attempts(specimen: Any, name: str, foreign: Any) -> Iterator[Any]:
    """The value with one field exchanged, by every way there is; those that are refused are left out."""
    parts = {field.name: getattr(specimen, field.name) for field in fields(specimen) if field.init}
    edited = parts | {name: foreign}
    cls = type(specimen)
    ways = [
        lambda: cls(**edited),
        lambda: cls(*edited.values()),
        lambda: replace(specimen, **{name: foreign}),
        lambda: pickle.loads(pickle.dumps(_Called(cls, tuple(edited.values())))),
    ]
    for way in ways:
        try:
            yield way()
        except (TypeError, ValueError, AttributeError, ProofNetsError, pickle.PicklingError):
            continue


class _Called:
    """Pickles as a call: how an edited pickle of a value looks."""

    def __init__(self, function: Any, arguments: tuple[Any, ...]) -> None:
        self.call = function, arguments

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return self.call


def filled(cls: type, state: Any) -> bytes:
    """A pickle that makes an empty object of a class and fills it, without a call of the class."""
    return empty(cls)[:-1] + pickle.dumps(state, protocol=2)[2:-1] + b"b."


def empty(cls: type) -> bytes:
    """A pickle that makes an object of a class and leaves it empty."""
    return b"\x80\x02c" + cls.__module__.encode() + b"\n" + cls.__qualname__.encode() + b"\n)\x81."


def check_fields(specimen: Any, foreigners: Sequence[Any], sound: Callable[[Any], bool]) -> None:
    """Whatever is put into a field by whatever way, it is refused, or the value keeps what it promises."""
    assert sound(specimen)
    refused = 0
    for field, foreign in product(fields(specimen), foreigners):
        values = list(attempts(specimen, field.name, foreign))
        assert all(map(sound, values)), (field.name, foreign)
        assert not values or field.init, "what is derived cannot be given"
        refused += not values
    assert refused > len(fields(specimen)) * 20


def check_pickles(specimen: Any) -> None:
    """No pickle fills the fields of an empty object."""
    state = {field.name: getattr(specimen, field.name) for field in fields(specimen)}
    for way in (state, (None, state), list(state.values()), tuple(state.values())):
        with pytest.raises((TypeError, AttributeError)):
            pickle.loads(filled(type(specimen), way))
    with pytest.raises(TypeError, match="call"):
        specimen.__setstate__(list(state.values()))
