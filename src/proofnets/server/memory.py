"""Memory: how glibc's allocator is told to give back what is no longer needed."""

from __future__ import annotations

import ctypes

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""The parameters of `mallopt`, as malloc.h numbers them."""
_ARENAS = 2
_LARGE = 1_000_000


def give_memory_back() -> bool:
    """Keep the memory of this process flat; whether the allocator is one that can be told.

    By itself glibc has eight arenas a core, and what one thread frees is of no use to another. It also takes a large
    array that was freed as a reason to keep all arrays of that size. With batches of all sizes in several threads,
    memory then grows for a long time.
    """
    try:
        set_option = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):  # another C library, or Windows
        return False
    options = ((_ARENA_MAX, _ARENAS), (_MMAP_THRESHOLD, _LARGE), (_TRIM_THRESHOLD, _LARGE))
    return bool(min(set_option(option, value) for option, value in options) == 1)
