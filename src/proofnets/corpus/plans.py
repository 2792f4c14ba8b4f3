"""Plans: how a corpus is cut into shards, each of which is parsed by itself and written to a file of its own.

A shard is some blocks of some files, in their order. Its name is its number and a hash of these blocks, the settings
and the model. `plan.json` in the output folder has all of it; a job that goes on must have the same plan.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from proofnets import __version__
from proofnets.corpus import SHARD_CHARACTERS
from proofnets.errors import ProofNetsError
from proofnets.files import write_text
from proofnets.modelfolder import METADATA, checksum
from proofnets.parser.parser import find_model
from proofnets.parser.settings import Settings
from proofnets.parser.sources import STANDARD_INPUT, InputOptions, find_files, read_blocks

PLAN = "plan.json"


@dataclass(frozen=True, slots=True)
class Span:
    """Blocks of a file that follow each other, `last` not among them."""

    file: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Shard:
    """Blocks that are parsed together, and the name of what comes out."""

    name: str
    spans: tuple[Span, ...]
    characters: int


@dataclass(frozen=True, slots=True)
class Plan:
    """All that a job does."""

    model: str
    """The SHA-256 of the model's metadata, which has those of its files."""
    settings: Settings
    options: InputOptions
    files: Mapping[str, str]
    """The SHA-256 of each file."""
    shards: tuple[Shard, ...]


def make_plan(
    paths: Iterable[str | Path],
    settings: Settings,
    model: str | Path,
    options: InputOptions,
    characters: int = SHARD_CHARACTERS,
) -> Plan:
    """The plan of a job. All files are read once for it."""
    files = find_files(paths)
    if STANDARD_INPUT in files:
        raise ProofNetsError("a corpus is read more than once: give files, and not standard input")
    sums = {str(file): checksum(file) for file in files}
    weights = checksum(find_model(model) / METADATA)
    shards: list[Shard] = []
    spans, size = list[Span](), 0

    def finish() -> None:
        nonlocal spans, size
        if spans:
            told = [[sums[span.file], span.file, span.first, span.last] for span in spans]
            content = json.dumps([told, asdict(settings), asdict(options), weights, __version__])
            digest = hashlib.sha256(content.encode()).hexdigest()[:16]
            shards.append(Shard(f"{len(shards):06}-{digest}", tuple(spans), size))
        spans, size = [], 0

    for file in files:
        first = last = 0
        for block in read_blocks(file, options):
            last += 1
            size += len(block.text)
            if size >= characters:
                spans.append(Span(str(file), first, last))
                finish()
                first = last
        if last > first:
            spans.append(Span(str(file), first, last))
    finish()
    return Plan(weights, settings, options, sums, tuple(shards))


def to_dict(plan: Plan) -> dict[str, Any]:
    """A plan as JSON."""
    return {"made_by": f"proofnets {__version__}", **asdict(plan)}


def write_plan(plan: Plan, folder: Path) -> None:
    """Write the plan of a job into its output folder."""
    write_text(folder / PLAN, json.dumps(to_dict(plan), ensure_ascii=False, indent=1) + "\n")


def read_plan(folder: Path) -> Plan:
    """The plan of the job that writes into a folder."""
    try:
        plain = json.loads((folder / PLAN).read_text(encoding="utf-8"))
        return Plan(
            plain["model"],
            Settings(**plain["settings"]),
            InputOptions(**plain["options"]),
            dict(plain["files"]),
            tuple(
                Shard(each["name"], tuple(Span(**span) for span in each["spans"]), each["characters"])
                for each in plain["shards"]
            ),
        )
    except FileNotFoundError:
        raise ProofNetsError(f"{folder} has no {PLAN}: no corpus was parsed into it") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ProofNetsError(f"{folder / PLAN} is not as we write it: {error}") from None


def difference(old: Plan, new: Plan) -> str:
    """In what two plans differ, in words; nothing if they are the same."""
    if old.model != new.model:
        return "the model is another one"
    for what, before, after in (("settings", old.settings, new.settings), ("options", old.options, new.options)):
        names = [name for name, value in asdict(before).items() if asdict(after)[name] != value]
        if names:
            return f"the {what} differ in {', '.join(names)}"
    if changed := [file for file, digest in old.files.items() if new.files.get(file, digest) != digest]:
        return f"{changed[0]} has changed"
    if other_files := sorted(old.files.keys() ^ new.files.keys()):
        return f"{other_files[0]} is only in one of them"
    return "" if old.shards == new.shards else "shards are cut in another way"
