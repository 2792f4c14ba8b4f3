"""Parsing in several processes: windows of sentences go out, their parses come back in order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

from proofnets.parser.analyses import Parse
from proofnets.parser.inputs import Sentence
from proofnets.parser.settings import Settings

if TYPE_CHECKING:
    from proofnets.parser.parser import Parser

AHEAD = 2
"""Windows that wait for each process: enough to keep it busy, and few enough for constant memory."""

_parser: Parser
"""Each process has one of its own."""


def in_processes(model: Path, windows: Iterator[Sequence[Sentence]], settings: Settings, jobs: int) -> Iterator[Parse]:
    """The parses of all windows with so many processes, a thread each; 0 is one for each core."""
    count = jobs or os.cpu_count() or 1
    with ProcessPoolExecutor(count, get_context("spawn"), _start, (model,)) as pool:
        waiting: deque[Future[list[Parse]]] = deque()
        try:
            for window in windows:
                waiting.append(pool.submit(_parse, window, settings))
                if len(waiting) > AHEAD * count:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _start(model: Path) -> None:
    global _parser
    from proofnets.parser.parser import Parser

    _parser = Parser(model, threads=1)


def _parse(window: Sequence[Sentence], settings: Settings) -> list[Parse]:
    return _parser.parse_window(window, settings)
