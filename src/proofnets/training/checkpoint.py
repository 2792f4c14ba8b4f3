"""Checkpoints: one safetensors file each, with a checksum, written so that it is there as a whole or not at all."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor

from proofnets.errors import ProofNetsError
from proofnets.files import replacing
from proofnets.network.network import Network


@dataclass(slots=True)
class Window:
    """Sums since the last line of the metrics."""

    steps: int = 0
    symbols: int = 0
    symbol_loss: float = 0.0
    link_loss: float = 0.0
    seconds: float = 0.0


@dataclass(slots=True)
class Progress:
    """How far a run has come."""

    epoch: int = 0
    step: int = 0
    """Steps done in this epoch."""
    total: int = 0
    """Steps done in all."""
    best: float = -1.0
    """The best validation so far."""
    seconds: float = 0.0
    window: Window = field(default_factory=Window)


def save(
    path: Path,
    network: Network,
    progress: Progress,
    optimiser: torch.optim.Optimizer | None = None,
    mean: Mapping[str, Tensor] | None = None,
) -> None:
    """Write the weights, and for going on also the optimiser's state and the mean of the weights."""
    tensors = {f"network.{name}": tensor for name, tensor in weights_of(network).items()}
    tensors |= {f"mean.{name}": tensor for name, tensor in (mean or {}).items()}
    if optimiser is not None:
        tensors |= _optimiser_state(network, optimiser)
    tensors = {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}
    metadata = {"progress": json.dumps(asdict(progress)), "checksum": _checksum(tensors)}
    try:
        with replacing(path) as unfinished:
            save_file(tensors, str(unfinished), metadata)
    except SafetensorError as error:  # such as a full disk
        raise ProofNetsError(f"{path} cannot be written: {error}") from None


def load(
    path: Path,
    network: Network,
    optimiser: torch.optim.Optimizer | None = None,
    mean: Mapping[str, Tensor] | None = None,
) -> Progress:
    """Read what `save` wrote, each thing into its place."""
    try:
        with safe_open(str(path), framework="pt") as file:
            metadata = file.metadata()
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118  # it is no dictionary
        fields = json.loads(metadata["progress"])
        progress = Progress(**fields | {"window": Window(**fields["window"])})
        if metadata["checksum"] != _checksum(tensors):
            raise ValueError("its checksum is wrong")
    except (OSError, SafetensorError, KeyError, TypeError, ValueError) as error:
        raise ProofNetsError(f"{path} is no checkpoint, or a damaged one: {error}") from None
    weights = {name.removeprefix("network."): t for name, t in tensors.items() if name.startswith("network.")}
    wanted = weights_of(network)
    if {name: t.shape for name, t in weights.items()} != {name: t.shape for name, t in wanted.items()}:
        raise ProofNetsError(f"{path} is a checkpoint of another recipe")
    network.load_state_dict(weights, strict=False)
    for name, tensor in (mean or {}).items():
        tensor.copy_(tensors[f"mean.{name}"])
    if optimiser is not None:
        _load_optimiser_state(network, optimiser, tensors)
    return progress


def weights_of(network: Network) -> dict[str, Tensor]:
    """All weights; the symbol embeddings, which all parts share, once."""
    return {k: v for k, v in network.state_dict().items() if not re.match(r"(taggers\.\w+|linker)\.embedding\.", k)}


def _checksum(tensors: dict[str, Tensor]) -> str:
    checksum = 0
    for name in sorted(tensors):
        checksum = zlib.crc32(tensors[name].reshape(-1).view(torch.uint8).numpy().data, checksum)
    return f"{checksum:08x}"


def _optimiser_state(network: Network, optimiser: torch.optim.Optimizer) -> dict[str, Tensor]:
    names = {id(parameter): name for name, parameter in network.named_parameters()}
    return {
        f"optimiser.{key}.{names[id(parameter)]}": value
        for parameter, state in optimiser.state.items()
        for key, value in state.items()
    }


def _load_optimiser_state(network: Network, optimiser: torch.optim.Optimizer, tensors: dict[str, Tensor]) -> None:
    names = {id(parameter): name for name, parameter in network.named_parameters()}
    ordered = [names[id(p)] for group in optimiser.param_groups for p in group["params"]]
    state: dict[int, dict[str, Any]] = {}
    for number, name in enumerate(ordered):
        saved = {key: tensors.get(f"optimiser.{key}.{name}") for key in ("step", "exp_avg", "exp_avg_sq")}
        if all(value is not None for value in saved.values()):
            state[number] = saved
    optimiser.load_state_dict({"state": state, "param_groups": optimiser.state_dict()["param_groups"]})
