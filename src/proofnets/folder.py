"""The model folder: what `model.export`, which writes it, and `parser.runtime`, which reads it, agree on."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

FORMAT = 3
"""The version of the folder's format."""


def model_files(folder: Path) -> list[Path]:
    """The files of a model that was just written: its metadata and what they name."""
    metadata = folder / "model.json"
    return [metadata, *(folder / name for name in json.loads(metadata.read_text(encoding="utf-8"))["files"])]


def checksum(path: Path) -> str:
    """The SHA-256 of a file, read a part at a time: memory for all of it would take longer to find than the sum."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while part := file.read(2**18):
            digest.update(part)
    return digest.hexdigest()
