"""The parser: texts and sentences to analyses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from itertools import groupby, islice
from pathlib import Path
from typing import TypeAlias, overload

from proofnets.deadline import Deadline
from proofnets.derivation.analyses import Analysis, Parse
from proofnets.derivation.derivations import Entry
from proofnets.errors import ProofNetsError
from proofnets.logic import Type
from proofnets.parser.batches import parse_in_batches
from proofnets.parser.cascade import Cascade
from proofnets.parser.confidence import Assessor
from proofnets.parser.inputs import Sentence, Texts, from_text
from proofnets.parser.oracle import link_types
from proofnets.parser.processes import in_processes
from proofnets.parser.runtime import Model
from proofnets.parser.settings import Settings
from proofnets.progress import track
from proofnets.workers import cores

WINDOW = 8
"""How many batches of sentences are sorted by length together."""

Progress: TypeAlias = bool | Callable[[int, int | None], None]
"""Whether to show a bar; or a function that is told, sentence by sentence, how many are done, and of how many."""


def find_model(model: str | Path) -> Path:
    """The folder of a model: one of the package by its name, or any by its path."""
    packaged = Path(str(files("proofnets"))) / "models"
    if isinstance(model, str) and Path(model).name == model and (packaged / model).is_dir():
        return packaged / model
    if not Path(model).is_dir():
        names = ", ".join(sorted(folder.name for folder in packaged.iterdir() if folder.is_dir()))
        raise ProofNetsError(f"there is no model {model}: give a model folder, or a name in the package ({names})")
    return Path(model)


class Parser:
    """A model that parses.

    >>> Parser().parse("Ze slapen.")[0].status
    'proved'
    """

    def __init__(self, model: str | Path = "nl", threads: int = 0) -> None:
        """Take a model by its name in the package or by its folder; 0 threads are as many as there are cores."""
        self.model = Model(find_model(model))
        self.threads = threads or cores()
        if calibration := self.model.metadata.calibration:
            assessor = Assessor(calibration, self.model.folder)
            self.cascade = Cascade(self.model, assessor.assess, assessor.types, calibration.ranking)
        else:
            self.cascade = Cascade(self.model)

    @overload  # a str and a Mapping are Iterables, too: what they give is said before
    def parse(  # type: ignore[overload-overlap]
        self, texts: str, settings: Settings | None = None, jobs: int = 1, progress: Progress = False
    ) -> list[Parse]: ...
    @overload
    def parse(  # type: ignore[overload-overlap]
        self, texts: Mapping[str, str], settings: Settings | None = None, jobs: int = 1, progress: Progress = False
    ) -> dict[str, list[Parse]]: ...
    @overload
    def parse(
        self, texts: Iterable[str], settings: Settings | None = None, jobs: int = 1, progress: Progress = False
    ) -> list[list[Parse]]: ...
    def parse(
        self, texts: Texts, settings: Settings | None = None, jobs: int = 1, progress: Progress = False
    ) -> list[Parse] | dict[str, list[Parse]] | list[list[Parse]]:
        """The parses of the sentences of a text; of several texts, a list of such lists, or a dict if they have names.

        A text in which there is nothing has one parse, which is rejected.
        """
        given = list(from_text(texts, self.model.language))
        parses = _followed(self.parse_sentences(given, settings, jobs), len(given), progress)
        if isinstance(texts, str):
            return list(parses)
        if isinstance(texts, Mapping):
            return dict(zip(texts, _by_text(parses), strict=True))
        return list(_by_text(parses))

    def stream(
        self, texts: Iterable[str], settings: Settings | None = None, jobs: int = 1, progress: Progress = False
    ) -> Iterator[list[Parse]]:
        """What `parse` gives of texts, one after the other as they come; they may go on for ever.

        Some hundred sentences are read ahead, to be parsed together.
        """
        if isinstance(texts, str | Mapping):
            raise ProofNetsError("a stream has texts one after the other: give a text, or texts with names, to parse")
        given = from_text(texts, self.model.language)
        return _by_text(_followed(self.parse_sentences(given, settings, jobs), None, progress))

    def parse_sentences(
        self, given: Iterable[Sentence], settings: Settings | None = None, jobs: int = 1
    ) -> Iterator[Parse]:
        """The parses of sentences that have their tokens, in order, as they come; several processes share them."""
        chosen = settings or Settings()
        source = iter(given)
        windows = iter(lambda: list(islice(source, WINDOW * chosen.batch)), [])
        if jobs == 1:
            return (parse for window in windows for parse in self.parse_window(window, chosen))
        return in_processes(self.model.folder, windows, chosen, jobs)

    def parse_window(
        self, window: Sequence[Sentence], settings: Settings, deadlines: Sequence[Deadline] | None = None
    ) -> list[Parse]:
        """The parses of some sentences, in order; each may have a deadline besides the time that all have."""
        given = deadlines or [Deadline()] * len(window)
        return parse_in_batches(self.cascade, window, settings, given, self.threads)

    def link(
        self,
        tokens: Sequence[str],
        types: Sequence[Entry],
        goal: Type,
        readings: int = 1,
        beliefs: bool = False,
        deadline: Deadline | None = None,
    ) -> list[Analysis]:
        """The best nets of a sentence whose types are given: the paper's oracle setting.

        Without a net, or if time is up before there is one, the answer is the best links by themselves.
        """
        return link_types(self.cascade.linker, tokens, types, goal, readings, beliefs, deadline or Deadline())


def _by_text(parses: Iterable[Parse]) -> Iterator[list[Parse]]:
    """The parses of each text together: every text has one, and a name or number of its own."""
    return (list(together) for _, together in groupby(parses, key=lambda parse: parse.place.document))


def _followed(parses: Iterator[Parse], total: int | None, progress: Progress) -> Iterator[Parse]:
    """Parses, with their progress shown or told."""
    if callable(progress):
        return _told(parses, total, progress)
    return track(parses, total, "sentences") if progress else parses


def _told(parses: Iterator[Parse], total: int | None, tell: Callable[[int, int | None], None]) -> Iterator[Parse]:
    for number, parse in enumerate(parses, 1):
        tell(number, total)
        yield parse
