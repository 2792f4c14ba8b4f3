"""The parser: sentences to analyses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from itertools import islice
from pathlib import Path

from proofnets.deadline import Deadline
from proofnets.derivation.analyses import Analysis, Parse
from proofnets.derivation.derivations import Entry
from proofnets.errors import ProofNetsError
from proofnets.logic import Type
from proofnets.parser.batches import parse_in_batches
from proofnets.parser.cascade import Cascade
from proofnets.parser.confidence import Assessor
from proofnets.parser.inputs import Sentence, from_text
from proofnets.parser.oracle import link_types
from proofnets.parser.processes import in_processes
from proofnets.parser.runtime import Model
from proofnets.parser.settings import Settings
from proofnets.workers import cores

WINDOW = 8
"""How many batches of sentences are sorted by length together."""


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

    >>> (parse,) = Parser().parse(["Ze slapen."])
    >>> parse.status
    'proved'
    """

    def __init__(self, model: str | Path = "nl", threads: int = 0) -> None:
        """Take a model by its name in the package or by its folder; 0 threads are as many as there are cores."""
        self.model = Model(find_model(model))
        self.threads = threads or cores()
        calibration = self.model.metadata.calibration
        assess = Assessor(calibration, self.model.folder).assess if calibration else None
        self.cascade = Cascade(self.model, assess)

    def parse(self, texts: Iterable[str], settings: Settings | None = None, jobs: int = 1) -> Iterator[Parse]:
        """The parses of all sentences of the texts, in order."""
        return self.parse_sentences(from_text(texts, self.model.language), settings, jobs)

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
