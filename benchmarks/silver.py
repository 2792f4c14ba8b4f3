"""Self-training: raw sentences that the parser proves, the surest of them as samples, beside the treebank's own.

Give a folder with train.jsonl and dev.jsonl, as `proofnets extract --split` writes them, and text files, a sentence a
line (`.xz` too). A proof is no guarantee that an analysis is right, so only the share of them is kept of which the
model is surest. What is written is a data folder to train on: the samples of the treebank, and these.
"""

from __future__ import annotations

import argparse
import lzma
import shutil
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

from proofnets.commands.console import track
from proofnets.parser import Parser
from proofnets.parser.inputs import Sentence, from_text
from proofnets.treebank import Sample, read_samples, split_of, write_samples

SHORTEST, LONGEST = 4, 25
"""Tokens of a sentence: short ones teach little, and long ones are seldom right."""
SEED = 5


def sentences(path: Path) -> Iterator[Sentence]:
    """The sentences of a text that have a line to themselves, each once, in an order that looks random.

    Those that would be in another split are left out: they could be in it.
    """
    with lzma.open(path, "rt", encoding="utf-8") if path.suffix == ".xz" else path.open(encoding="utf-8") as file:
        lines = sorted({line.strip() for line in file})
    Random(SEED).shuffle(lines)
    for line in lines:
        found = list(from_text([line]))
        tokens = [token.text for token in found[0].tokens] if len(found) == 1 else []
        if SHORTEST <= len(tokens) <= LONGEST and split_of(tokens) == "train":
            yield found[0]


def proved(parser: Parser, given: list[Sentence], share: float, jobs: int) -> list[Sample]:
    """The analyses that are proved, and among the surest."""
    scored: list[tuple[float, Sample]] = []
    for number, parse in enumerate(track(parser.parse_sentences(given, jobs=jobs), len(given), "sentences")):
        for analysis in parse.analyses:
            if analysis.proved and analysis.score is not None:
                scored.append((analysis.score, replace(analysis.sample, id=f"silver/{number}")))
    scored.sort(key=lambda each: each[0], reverse=True)
    kept = scored[: round(share * len(scored))]
    print(f"{len(given):,} sentences, {len(scored):,} proved, {len(kept):,} kept")
    return [sample for _, sample in kept]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("data", type=Path)
    options.add_argument("texts", type=Path, nargs="+")
    options.add_argument("-o", "--output", type=Path, required=True, help="the data folder to write")
    options.add_argument("--model", default="nl")
    options.add_argument("--most", type=int, default=25_000, help="sentences of each text")
    options.add_argument("--share", type=float, default=0.65, help="of the proved ones, to keep")
    options.add_argument("--times", type=int, default=1, help="how often each sample of the treebank is written")
    options.add_argument("--jobs", type=int, default=2)
    chosen = options.parse_args()
    given = [sentence for path in chosen.texts for sentence in islice(sentences(path), chosen.most)]
    silver = proved(Parser(chosen.model), given, chosen.share, chosen.jobs)
    gold = list(read_samples(chosen.data / "train.jsonl")) * chosen.times
    chosen.output.mkdir(parents=True, exist_ok=True)
    print(f"{write_samples([*gold, *silver], chosen.output / 'train.jsonl'):,} samples in {chosen.output}")
    shutil.copy(chosen.data / "dev.jsonl", chosen.output)


if __name__ == "__main__":
    main()
