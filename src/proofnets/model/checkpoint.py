"""Checkpoints: one safetensors file each, written so that it is there as a whole or not at all."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor

from proofnets.errors import ProofNetsError
from proofnets.model.network import Network


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


def save(path: Path, network: Network, progress: Progress, optimiser: torch.optim.Optimizer | None = None) -> None:
    """Write the weights, and for going on also the optimiser's state and that of the random numbers."""
    tensors = {f"network.{name}": tensor for name, tensor in network.state_dict().items()}
    if optimiser is not None:
        tensors |= _optimiser_state(network, optimiser)
        tensors["random"] = torch.get_rng_state()
    shared: set[int] = set()
    contiguous: dict[str, Tensor] = {}
    for name, tensor in tensors.items():  # the embeddings are used twice, and written once
        if tensor.data_ptr() not in shared or tensor.numel() == 0:
            contiguous[name] = tensor.detach().contiguous()
            shared.add(tensor.data_ptr())
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    metadata = {"progress": json.dumps({name: getattr(progress, name) for name in progress.__slots__})}
    save_file(contiguous, str(unfinished), metadata)
    with unfinished.open("rb") as written:
        os.fsync(written.fileno())
    unfinished.replace(path)


def load(path: Path, network: Network, optimiser: torch.optim.Optimizer | None = None) -> Progress:
    """Read what `save` wrote."""
    try:
        with safe_open(str(path), framework="pt") as file:
            progress = Progress(**json.loads(file.metadata()["progress"]))
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118  # it is no dictionary
    except (OSError, SafetensorError, KeyError, TypeError, ValueError) as error:
        raise ProofNetsError(f"{path} is no checkpoint, or a damaged one: {error}") from None
    weights = {name.removeprefix("network."): t for name, t in tensors.items() if name.startswith("network.")}
    missing, unknown = network.load_state_dict(weights, strict=False)
    twice = {"linker.embedding.magnitude", "linker.embedding.frequency"}
    if set(missing) - twice or unknown:
        raise ProofNetsError(f"{path} is a checkpoint of another recipe")
    if optimiser is not None:
        _load_optimiser_state(network, optimiser, tensors)
        torch.set_rng_state(tensors["random"])
    return progress


def _optimiser_state(network: Network, optimiser: torch.optim.Optimizer) -> dict[str, Tensor]:
    names = {id(parameter): name for name, parameter in network.named_parameters()}
    return {
        f"optimiser.{key}.{names[id(parameter)]}": value
        for parameter, state in optimiser.state.items()
        for key, value in state.items()
    }


def _load_optimiser_state(network: Network, optimiser: torch.optim.Optimizer, tensors: dict[str, Any]) -> None:
    for name, parameter in network.named_parameters():
        state = {
            key: tensors[f"optimiser.{key}.{name}"]
            for key in ("step", "exp_avg", "exp_avg_sq")
            if f"optimiser.{key}.{name}" in tensors
        }
        if state:
            optimiser.state[parameter] = state
