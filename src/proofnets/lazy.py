"""Names of a package that are imported when they are first asked for: so a package can offer much and load nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType


def lazily(package: str, *modules: str) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` (PEP 562) of a package: what its `__all__` names is in the first module that has it.

    Modules are imported in their order until one has the name, so that those that load more come last. A module within
    one of them is none of its names: `search` is a function of one room, and a module of another.
    """

    def get(name: str) -> object:
        here = sys.modules[package]
        if name in here.__all__:
            for module in map(import_module, modules):
                if not isinstance(found := getattr(module, name, here), ModuleType):
                    setattr(here, name, found)  # from now on, it is found without this function
                    return found
        raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name, obj=here)

    def names() -> list[str]:
        here = sys.modules[package]
        return sorted({*vars(here), *here.__all__})

    return get, names
