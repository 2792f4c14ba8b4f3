"""`parse` and `stream`: the parser as two functions. A model is loaded when it is first asked for, and then kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from threading import Lock
from typing import Unpack, overload

from proofnets.derivation.analyses import Parse
from proofnets.parser.inputs import Texts
from proofnets.parser.parser import Parser, Progress, find_model
from proofnets.parser.settings import Settings, SettingsFields

_parsers: dict[Path, Parser] = {}
_loading = Lock()


@overload  # a str and a Mapping are Iterables, too: what they give is said before
def parse(  # type: ignore[overload-overlap]
    texts: str,
    *,
    model: str | Path = "nl",
    jobs: int = 1,
    progress: Progress = False,
    **settings: Unpack[SettingsFields],
) -> list[Parse]: ...
@overload
def parse(  # type: ignore[overload-overlap]
    texts: Mapping[str, str],
    *,
    model: str | Path = "nl",
    jobs: int = 1,
    progress: Progress = False,
    **settings: Unpack[SettingsFields],
) -> dict[str, list[Parse]]: ...
@overload
def parse(
    texts: Iterable[str],
    *,
    model: str | Path = "nl",
    jobs: int = 1,
    progress: Progress = False,
    **settings: Unpack[SettingsFields],
) -> list[list[Parse]]: ...
def parse(
    texts: Texts,
    *,
    model: str | Path = "nl",
    jobs: int = 1,
    progress: Progress = False,
    **settings: Unpack[SettingsFields],
) -> list[Parse] | dict[str, list[Parse]] | list[list[Parse]]:
    """The parses of the sentences of a text; of several texts, a list of such lists, or a dict if they have names.

    `model` is the name of a model in the package or a model folder; `jobs` is how many processes share the work;
    `progress` shows a bar, or is a function that is told how many sentences are done and of how many. All else is as in
    `Settings`: `beam`, `readings`, `samples`, `seconds` …

    >>> [sentence.status for sentence in parse("De man slaapt. Ze slapen.")]
    ['proved', 'proved']
    >>> [len(text) for text in parse(["De man slaapt. Ze slapen.", "Ja!"])]
    [2, 1]
    >>> parse({"brief": "De man slaapt."}, beam=2)["brief"][0].place.document
    'brief'
    """
    return _parser(model).parse(texts, Settings(**settings), jobs, progress)


def stream(
    texts: Iterable[str],
    *,
    model: str | Path = "nl",
    jobs: int = 1,
    progress: Progress = False,
    **settings: Unpack[SettingsFields],
) -> Iterator[list[Parse]]:
    """Parse texts as they come: what `parse` gives of a list, one after the other, without end if need be.

    >>> from itertools import count, islice
    >>> [len(text) for text in islice(stream((f"Ze slapen. Dat is {n}." for n in count()), batch=1), 3)]
    [2, 2, 2]
    """
    return _parser(model).stream(texts, Settings(**settings), jobs, progress)


def _parser(model: str | Path) -> Parser:
    """The parser of a model, the same for all who ask."""
    folder = find_model(model).resolve()
    with _loading:
        if folder not in _parsers:
            _parsers[folder] = Parser(folder)
        return _parsers[folder]
