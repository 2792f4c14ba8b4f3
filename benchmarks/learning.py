"""The learning curve: how good a model becomes with more and more of the training data.

Give a folder with train.jsonl and dev.jsonl, as `proofnets extract --split` writes them. Every model is trained by
`configs/nl.toml`, with its rate going down to 0 over as many samples for all, or the curve would tell of the steps: of
fewer data each is seen more often. All are validated on the same development sentences.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from random import Random

from proofnets.model.config import read_config
from proofnets.model.training import train
from proofnets.treebank import read_samples, write_samples


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("data", type=Path)
    options.add_argument("--seen", type=int, default=22_000, help="how many samples to train on, repeated ones counted")
    options.add_argument("--sizes", type=int, nargs="+", default=[2_750, 5_500, 11_000, 22_000])
    chosen = options.parse_args()
    config = read_config(Path(__file__).parents[1] / "configs" / "nl.toml")
    config = replace(config, optimisation=replace(config.optimisation, epochs=1))
    samples = list(read_samples(chosen.data / "train.jsonl"))
    Random(0).shuffle(samples)
    print(f"each is trained on {chosen.seen:,} samples, repeated ones counted")
    print("symbols given those before, types and frames greedy, links given the frame")
    for size in chosen.sizes:
        with tempfile.TemporaryDirectory() as name:
            folder, some = Path(name), samples[:size]
            write_samples(islice(cycle(some), chosen.seen), folder / "train.jsonl")
            shutil.copy(chosen.data / "dev.jsonl", folder)
            scores: list[dict[str, float]] = []
            train(config, folder, folder / "run", False, lambda r, s=scores: s.append(r.scores) if r.scores else None)  # type: ignore[misc]
        told = ", ".join(f"{what} {share:.1%}" for what, share in scores[-1].items())
        print(f"  {len(some):>6,} sentences: {told}", flush=True)


if __name__ == "__main__":
    main()
