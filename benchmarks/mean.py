"""The mean of the weights of several runs, as a run of its own: to export, or to train further.

The runs must have gone on from one another, or from a common one: the weights of networks that learnt apart do not
stand for the same things, and their mean for nothing.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

import torch
from torch import Tensor

from proofnets.training.checkpoint import save, weights_of
from proofnets.training.runs import load_network, read_vocabulary


def mean(tensors: list[Tensor]) -> Tensor:
    """The mean; of equal tensors, such as embeddings that were left alone, exactly what they are, so that networks can
    share them."""
    first = tensors[0]
    return first if all(torch.equal(first, each) for each in tensors) else torch.stack(tensors).mean(0)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("runs", type=Path, nargs="+", help="run folders; what is not a weight is taken from the first")
    options.add_argument("-o", "--output", type=Path, required=True, help="the run folder to write")
    chosen = options.parse_args()
    if any(read_vocabulary(run).symbols != read_vocabulary(chosen.runs[0]).symbols for run in chosen.runs):
        raise SystemExit("these runs do not have the same symbols in the same order")
    loaded = [load_network(run) for run in chosen.runs]
    network, progress = loaded[0]
    every = [weights_of(each) for each, _ in loaded]
    network.load_state_dict({name: mean([weights[name] for weights in every]) for name in every[0]}, strict=False)
    left_out = shutil.ignore_patterns("*.safetensors", "metrics.jsonl", "curves.*")
    shutil.copytree(chosen.runs[0], chosen.output, ignore=left_out)
    (chosen.output / "metrics.jsonl").write_text("", encoding="utf-8")  # those of the first are not the mean's
    save(chosen.output / "best.safetensors", network, progress)
    print(f"the mean of {len(chosen.runs)} runs in {chosen.output}")


if __name__ == "__main__":
    main()
