"""What the tests of export share."""

import hashlib
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from proofnets.export import export as exporting


@pytest.fixture(autouse=True, scope="session")
def _graphs_are_traced_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tracing a graph takes seconds, and tests export the same networks again and again."""
    folder, write = tmp_path_factory.mktemp("graphs"), exporting.write_graph

    def once(graph: torch.nn.Module, inputs: Any, dynamic: Any, path: Path) -> None:
        digest = hashlib.sha256(f"{path.name} {[each.shape for each in graph.parameters()]} {graph}".encode())
        for parameter in graph.parameters():
            digest.update(parameter.detach().numpy().tobytes())
        for name, value in sorted(_directions(graph)):
            digest.update(f"{name} {value}".encode())
        traced = folder / digest.hexdigest()
        if not traced.exists():
            write(graph, inputs, dynamic, traced)
        shutil.copy(traced, path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exporting, "write_graph", once)
        yield


def _directions(graph: torch.nn.Module) -> Iterator[tuple[str, bool]]:
    """What is no weight, and no part of a graph's text either, but decides what it computes."""
    for name, module in graph.named_modules():
        for setting in ("backwards", "word_aware", "heads"):
            if hasattr(module, setting):
                yield f"{name}.{setting}", getattr(module, setting)
