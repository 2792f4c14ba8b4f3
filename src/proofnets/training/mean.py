"""The mean of the weights of several runs, as a run of its own: to export, or to train further.

The runs must have gone on from one another, or from a common one (`train --from`): the weights of networks that learnt
apart do not stand for the same things, and their mean for nothing. A run that was trained here counts twice: with the
network that validation found best, and with the one at its end. Runs of different directions have both decoders
together, each the mean of those that there are, and share the rest: a start, to be trained further.
"""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import torch
from torch import Tensor

from proofnets.errors import ProofNetsError
from proofnets.files import replacing_folder
from proofnets.network.config import DIRECTIONS, Config, OptimisationConfig
from proofnets.network.encoder import blank_encoder
from proofnets.network.network import Network
from proofnets.training.averages import mean_of, with_mean
from proofnets.training.checkpoint import load, save, weights_of
from proofnets.training.optimiser import optimiser_of
from proofnets.training.runs import load_network, read_recipe, read_vocabulary, write_recipe


def mean(runs: Sequence[Path], output: Path) -> None:
    """Write the mean of the networks of runs; what is not a weight is taken from the first run."""
    if len(runs) < 2:
        raise ProofNetsError("a mean is of two runs or more")
    if output.exists():
        raise ProofNetsError(f"{output} is there already: give another folder")
    first = runs[0]
    directions = {way for run in runs for way in read_recipe(run).decoder.backwards}
    recipe = _directed(read_recipe(first), directions)
    for run in runs[1:]:
        if _shape(_directed(read_recipe(run), directions)) != _shape(recipe):
            raise ProofNetsError(f"{first} and {run} have networks of different shapes: there is no mean of them")
        if read_vocabulary(run).symbols != read_vocabulary(first).symbols:
            raise ProofNetsError(f"{first} and {run} do not have the same symbols: train them on the same treebank")
    network = Network(recipe, blank_encoder(recipe, first / "encoder"), len(read_vocabulary(first)))
    _, progress = load_network(first)
    every = [weights for run in runs for weights in _weights(run)]
    for name, weights in weights_of(network).items():
        weights.copy_(_mean([each[name] for each in every if name in each]))
    with replacing_folder(output) as unfinished:
        left_out = shutil.ignore_patterns("*.safetensors", "metrics.jsonl", "curves.svg")
        shutil.copytree(first, unfinished, ignore=left_out, dirs_exist_ok=True)
        (unfinished / "metrics.jsonl").write_text("", encoding="utf-8")  # those of the first are not the mean's
        write_recipe(unfinished, recipe)
        save(unfinished / "best.safetensors", network, progress)


def _weights(run: Path) -> Iterator[dict[str, Tensor]]:
    """The weights of the best network of a run, and those at its end, if it has them."""
    network, _ = load_network(run)
    yield {name: weights.clone() for name, weights in weights_of(network).items()}
    if (last := run / "last.safetensors").is_file():
        settings = read_recipe(run).optimisation
        optimiser_of(network, settings)  # it says which weights learn, and have a mean of their own
        average = mean_of(network) if settings.average_steps else {}
        load(last, network, None, average)
        with with_mean(network, average):
            yield {name: weights.clone() for name, weights in weights_of(network).items()}


def _directed(recipe: Config, backwards: Collection[bool]) -> Config:
    """A recipe with the decoders of all runs."""
    direction = next(name for name, ways in DIRECTIONS.items() if set(ways) == set(backwards))
    return replace(recipe, decoder=replace(recipe.decoder, direction=direction))


def _shape(recipe: Config) -> Config:
    """A recipe without what does not matter to a network that is trained."""
    return replace(recipe, encoder=replace(recipe.encoder, name=""), optimisation=OptimisationConfig())


def _mean(tensors: list[Tensor]) -> Tensor:
    """The mean; of equal tensors, such as embeddings that were left alone, just what they are, so that networks can
    share them."""
    first = tensors[0]
    return first if all(torch.equal(first, each) for each in tensors) else torch.stack(tensors).mean(0)
