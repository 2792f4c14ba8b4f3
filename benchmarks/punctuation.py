"""Are sentences parsed alike with and without punctuation and capitals?

Give files of samples: those of a treebank without punctuation get a capital and marks, as `treebank.punctuation` puts
them, and those of one with punctuation lose it. Prints, for each file, how many typed terms are right either way, and
how many sentences have the same term both ways. Greedy.
"""

from __future__ import annotations

import argparse
from itertools import islice
from pathlib import Path
from random import Random

from proofnets.evaluation import evaluate
from proofnets.parser import Parser
from proofnets.treebank import read_samples
from proofnets.treebank.punctuation import bare, dressed

SEED = 1


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("files", type=Path, nargs="+")
    options.add_argument("--model", default="nl")
    options.add_argument("--most", type=int, default=1000, help="samples of each file")
    chosen = options.parse_args()
    parser = Parser(chosen.model)
    print("| samples | sentences | bare words, typed terms | with punctuation | the same term |\n|---|---|---|---|---|")
    for path in chosen.files:
        samples = list(islice(read_samples(path), chosen.most))
        chance = Random(SEED)
        written = [sample if None in sample.types else dressed(sample, chance) for sample in samples]
        ways = [evaluate(parser, each).comparisons[1] for each in ([bare(sample) for sample in samples], written)]
        right = [sum(one.term for one in way) for way in ways]
        nets = [[one.analysis.net if one.analysis else None for one in way] for way in ways]
        same = sum(
            first is not None
            and second is not None
            and first.links == second.links
            and first.frame.judgement.types == second.frame.judgement.types
            for first, second in zip(*nets, strict=True)
        )
        shares = " | ".join(f"{100 * count / len(samples):.1f}" for count in (*right, same))
        print(f"| {path} | {len(samples):,} | {shares} |")


if __name__ == "__main__":
    main()
