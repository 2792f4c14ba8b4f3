"""The learning curve: how good a model becomes with a half, a quarter, an eighth of the training data.

Give a folder with train.jsonl and dev.jsonl, as `proofnets extract --split` writes them. Every model is trained by
`configs/nl.toml`, and validated on the same development sentences. All take equally many steps, or the curve would tell
of the steps: an eighth of the data is seen eight times as often.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path
from random import Random

from proofnets.model.config import read_config
from proofnets.model.training import train
from proofnets.treebank import read_samples, write_samples


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("data", type=Path)
    options.add_argument("--epochs", type=int, default=2, help="how often the whole is seen")
    options.add_argument("--parts", type=int, nargs="+", default=[8, 4, 2, 1], help="an eighth, a quarter, …")
    chosen = options.parse_args()
    config = read_config(Path(__file__).parents[1] / "configs" / "nl.toml")
    config = replace(config, optimisation=replace(config.optimisation, epochs=chosen.epochs))
    samples = list(read_samples(chosen.data / "train.jsonl"))
    Random(0).shuffle(samples)
    print(f"{chosen.epochs * len(samples):,} sentences seen by each, some of them again and again")
    print("symbols given those before, types and frames greedy, links given the frame")
    for part in chosen.parts:
        with tempfile.TemporaryDirectory() as name:
            folder, some = Path(name), samples[: len(samples) // part]
            write_samples(some * part, folder / "train.jsonl")
            shutil.copy(chosen.data / "dev.jsonl", folder)
            scores: list[dict[str, float]] = []
            train(config, folder, folder / "run", False, lambda r, s=scores: s.append(r.scores) if r.scores else None)  # type: ignore[misc]
        told = ", ".join(f"{what} {share:.1%}" for what, share in scores[-1].items())
        print(f"  {len(some):>6,} sentences: {told}", flush=True)


if __name__ == "__main__":
    main()
