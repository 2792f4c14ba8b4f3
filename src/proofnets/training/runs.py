"""Run folders: what training writes, and what it and export read again.

| file | what it is |
|---|---|
| `recipe.json`, `vocabulary.json`, `data.json` | the recipe, the symbols and their counts, checksums of the data |
| `tokenizer/`, `encoder/` | the encoder's tokeniser, and its shape (not its weights) |
| `last.safetensors`, `best.safetensors` | checkpoints: to go on from, and to export |
| `metrics.jsonl`, `curves.svg` | a line every few steps and for each validation, and their picture |
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from proofnets.errors import ProofNetsError
from proofnets.files import make_folder, naming, write_text
from proofnets.network.config import Config, config_from
from proofnets.network.encoder import blank_encoder, grown_encoder
from proofnets.network.network import Network
from proofnets.network.vocabulary import Vocabulary
from proofnets.training.checkpoint import Progress, load, weights_of


def begin_run(
    run: Path, config: Config, vocabulary: Vocabulary, data: dict[str, Any], tokenizer: Any, shape: Any
) -> None:
    """Write what does not change in a run; `shape` is the encoder's own configuration."""
    make_folder(run)
    tokenizer.save_pretrained(str(run / "tokenizer"))
    shape.save_pretrained(str(run / "encoder"))
    write_recipe(run, config)
    _write(run / "vocabulary.json", {"symbols": vocabulary.symbols, "counts": vocabulary.counts})
    _write(run / "data.json", data)
    write_text(run / "metrics.jsonl", "")


def write_recipe(run: Path, config: Config) -> None:
    """Write the recipe of a run."""
    _write(run / "recipe.json", config.to_dict())


def read_recipe(run: Path) -> Config:
    """The recipe of a run."""
    return config_from(_read(run, "recipe.json"), str(run / "recipe.json"))


def read_vocabulary(run: Path) -> Vocabulary:
    """The vocabulary of a run."""
    table = _read(run, "vocabulary.json")
    try:
        return Vocabulary(tuple(table["symbols"]), tuple(table["counts"]))
    except (KeyError, TypeError):
        raise ProofNetsError(f"{run / 'vocabulary.json'} is damaged") from None


def read_data(run: Path) -> dict[str, Any]:
    """What a run was trained on."""
    return _read(run, "data.json")


def load_network(run: Path) -> tuple[Network, Progress]:
    """The best network of a run, as it was after some validation."""
    recipe = read_recipe(run)
    if not (run / "best.safetensors").is_file():
        raise ProofNetsError(f"{run} has no best.safetensors yet: let it train to its first validation")
    network = Network(recipe, blank_encoder(recipe, run / "encoder"), len(read_vocabulary(run)))
    return network.eval(), load(run / "best.safetensors", network)


def grown_network(run: Path, config: Config, vocabulary: Vocabulary) -> Network:
    """The best network of a run, to train it further by another recipe; the vocabulary begins with the run's own."""
    before, recipe = load_network(run)[0], read_recipe(run)
    same = replace(
        config,
        optimisation=recipe.optimisation,
        encoder=replace(config.encoder, name=recipe.encoder.name, layers=recipe.encoder.layers),
        decoder=replace(config.decoder, direction=recipe.decoder.direction),
    )
    if same != recipe:
        raise ProofNetsError(
            f"{run} has a network of another shape: only [optimisation], direction and layers of [encoder] may differ "
            "in the recipes"
        )
    layers, there = config.encoder.layers, before.encoder.model.config.num_hidden_layers
    enough = layers == recipe.encoder.layers or 0 < layers <= there
    encoder = blank_encoder(config, run / "encoder") if enough else grown_encoder(before.encoder, config)
    network = Network(config, encoder, len(vocabulary))
    known = weights_of(before)
    for name, tensor in weights_of(network).items():
        known_as = next((each for each in (name, *_of_other_way(name)) if each in known), None)
        if known_as:
            old = known[known_as]
            grows = name.startswith("embedding.") or name == "encoder.mix"  # symbols and layers that are new come last
            if tensor.shape[1:] != old.shape[1:] or not (grows or len(tensor) == len(old)):
                raise ProofNetsError(f"{config.encoder.name} is not the encoder that {run} began with")
            tensor[: len(old)] = old[: len(tensor)]
    return network


def _of_other_way(name: str) -> Iterator[str]:
    """What the same weights are called in the decoder of the other direction, which a new one begins as a copy of."""
    for one, other in (("forwards", "backwards"), ("backwards", "forwards")):
        if name.startswith(f"taggers.{one}."):
            yield name.replace(one, other, 1)


def read_metrics(run: Path) -> list[dict[str, Any]]:
    """The lines of a run's metrics; one that was cut off when the run was killed is left out."""
    lines = []
    for line in (run / "metrics.jsonl").read_text(encoding="utf-8").splitlines():
        try:
            lines.append(json.loads(line))
        except ValueError:
            break
    return lines


def add_metrics(run: Path, line: dict[str, Any]) -> None:
    """Write one more line of metrics."""
    path = run / "metrics.jsonl"
    with naming(path), path.open("a", encoding="utf-8") as metrics:
        metrics.write(json.dumps(line) + "\n")


def cut_metrics(run: Path, progress: Progress) -> None:
    """Forget the lines that a run wrote after the checkpoint that it goes on from."""
    kept = [
        line
        for line in read_metrics(run)
        if line["total"] <= progress.total and not ("frames" in line and line["epoch"] > progress.epoch)
    ]
    write_text(run / "metrics.jsonl", "".join(json.dumps(line) + "\n" for line in kept))


def _read(run: Path, name: str) -> dict[str, Any]:
    try:
        table = json.loads((run / name).read_text(encoding="utf-8"))
    except OSError as error:
        raise ProofNetsError(f"{run} is no run folder: {name}: {error.strerror}") from None
    except ValueError as error:
        raise ProofNetsError(f"{run / name} is damaged: {error}") from None
    if not isinstance(table, dict):
        raise ProofNetsError(f"{run / name} is damaged: it is no JSON object")
    return table


def _write(path: Path, table: dict[str, Any]) -> None:
    write_text(path, json.dumps(table, ensure_ascii=False, indent=1) + "\n")
