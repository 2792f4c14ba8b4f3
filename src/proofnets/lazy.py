"""Names of a package that are imported when they are first asked for: so a package can offer much and load nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module


def lazily(package: str, homes: Mapping[str, Sequence[str]]) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` (PEP 562) of a package whose names have their homes in other modules."""
    home_of = {name: module for module, names in homes.items() for name in names}

    def get(name: str) -> object:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name, obj=sys.modules[package])
        value = getattr(import_module(home_of[name]), name)
        setattr(sys.modules[package], name, value)  # from now on, it is found without this function
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *home_of})

    return get, names
