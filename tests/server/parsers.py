"""Parsers that make a service wait or fail."""

from collections.abc import Sequence
from threading import Event
from typing import Any

from proofnets.modelfolder import ModelError
from proofnets.parser.inputs import Sentence
from proofnets.parser.parser import Parser
from proofnets.parser.settings import Settings


class Gated(Parser):
    """A parser that waits until it is let go on."""

    def __init__(self) -> None:
        super().__init__(threads=1)
        self.open = Event()
        self.begun = Event()
        self.batches: list[int] = []

    def parse_window(self, window: Sequence[Sentence], settings: Settings, *deadlines: Any) -> list[Any]:
        self.batches.append(len(window))
        self.begun.set()
        assert self.open.wait(30)
        return super().parse_window(window, settings, *deadlines)


class Unloadable(Parser):
    """A parser whose model cannot be loaded."""

    def parse_window(self, *given: Any) -> list[Any]:
        raise ModelError("/secret/step.onnx cannot be loaded")

    def link(self, *given: Any, **more: Any) -> list[Any]:
        raise ModelError("/secret/step.onnx cannot be loaded")
