"""The model folder: what `model`, which writes and unpacks it, and `parser.runtime`, which reads it, agree on."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from proofnets.errors import ProofNetsError

FORMAT = 4
"""The version of the folder's format."""


class ModelError(ProofNetsError):
    """A folder that is no model, or a damaged one."""


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


def read_metadata(folder: Path) -> dict[str, Any]:
    """The metadata of a model folder whose files are all there and as they were written."""
    try:
        metadata = json.loads((folder / "model.json").read_text(encoding="utf-8"))
        version, files = metadata["format"], dict(metadata["files"])
    except OSError:
        raise ModelError(f"{folder} is no model folder: it has no model.json") from None
    except (ValueError, KeyError, TypeError):
        raise ModelError(f"{folder / 'model.json'} is not the metadata of a model") from None
    if version != FORMAT:
        raise ModelError(
            f"{folder} has the format {version}, and this version of proofnets reads {FORMAT}: export it again"
        )
    for name, expected in files.items():
        try:
            found = checksum(folder / Path(name).name)
        except OSError:
            raise ModelError(f"{folder} is damaged: {name} is missing") from None
        if found != expected:
            raise ModelError(f"{folder} is damaged: {name} is not what was exported")
    return metadata  # type: ignore[no-any-return]
