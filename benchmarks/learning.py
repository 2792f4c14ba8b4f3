"""The learning curve: how good a model becomes with more and more of the training data.

Give a folder with train.jsonl and dev.jsonl, as `proofnets extract --split` writes them. Every model is trained by
`configs/nl.toml`, all as many steps, or the curve would tell of the steps: an epoch has as many samples as there are in
all, so the fewer there are to learn from, the more often each is seen. All are validated on the same development
sentences, after every epoch. A run takes as long as the recipe does; one that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import shutil
from itertools import cycle, islice
from pathlib import Path
from random import Random

from proofnets.commands.console import training_display
from proofnets.network.config import read_config
from proofnets.training.train import train
from proofnets.treebank import read_samples, write_samples


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("data", type=Path)
    options.add_argument("-o", "--output", type=Path, required=True, help="the folder for the runs")
    options.add_argument("--sizes", type=int, nargs="+", default=[2_750, 5_500, 11_000, 22_054])
    chosen = options.parse_args()
    config = read_config(Path(__file__).parents[1] / "configs" / "nl.toml")
    samples = list(read_samples(chosen.data / "train.jsonl"))
    Random(0).shuffle(samples)
    print("symbols given those before, types and frames greedy, links given the frame")
    for size in chosen.sizes:
        data, run = chosen.output / f"{size}-data", chosen.output / str(size)
        data.mkdir(parents=True, exist_ok=True)
        write_samples(islice(cycle(samples[:size]), len(samples)), data / "train.jsonl")
        shutil.copy(chosen.data / "dev.jsonl", data)
        print(f"{len(samples[:size]):,} sentences", flush=True)
        with training_display() as report:
            train(config, data, run, (run / "last.safetensors").is_file(), report)


if __name__ == "__main__":
    main()
