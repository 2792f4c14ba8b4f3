"""Parsing in several processes, each with a parser of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from proofnets.derivation.analyses import Parse
from proofnets.parser.inputs import Sentence
from proofnets.parser.settings import Settings
from proofnets.workers import in_order

if TYPE_CHECKING:
    from proofnets.parser.parser import Parser

_parser: Parser
_settings: Settings


def in_processes(model: Path, windows: Iterator[Sequence[Sentence]], settings: Settings, jobs: int) -> Iterator[Parse]:
    """The parses of all windows with so many processes, a thread each; 0 is one for each core."""
    for parses in in_order(_parse, windows, jobs, _prepare, model, settings):
        yield from parses


def _prepare(model: Path, settings: Settings) -> None:
    global _parser, _settings
    from proofnets.parser.parser import Parser

    _parser, _settings = Parser(model, threads=1), settings


def _parse(window: Sequence[Sentence]) -> list[Parse]:
    return _parser.parse_window(window, _settings)
