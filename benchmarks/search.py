"""How long patterns take on parses of many words: `python -m benchmarks.search SAMPLES [--words 500000]`.

The samples of a file are kept once, and copied until there are as many words; each pattern is searched for once.
Samples have no confidences, which take room; a Parquet file of parses, or a folder of them, can be given instead.
`--words 10000000` shows the growth. Processor time stands beside the time on the clock, for machines that are shared.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from proofnets.corpus import Record, read_records, record_of_sample, search, write_records
from proofnets.table import show_table
from proofnets.treebank import read_samples

PATTERNS = {
    "a word": 'pattern { W [word="kinderen"] }',
    "an edge": "pattern { V -[obj]-> O; O << V }",
    "a type with holes, without": (
        'pattern { V [type="◇obj _ ⊸ _"]; V -[su]-> S; S [word="kinderen"] } without { V -[mod]-> M }'
    ),
    "variables that agree": 'pattern { A [type="□mod(?a ⊸ ?a)"]; B [type="?a"]; A < B }',
    "three nodes": "pattern { V -[su]-> S; V -[vc]-> W; W -[obj]-> O; O << W }",
    "an object gap, a relative pronoun": 'pattern { R [word=re"die|dat"]; term R (λx^obj._)^body }',
    "an object gap, anywhere": "pattern { term λx^obj.[V x] }",
}


def records(path: Path) -> Iterator[Record]:
    """What is in a file of samples, or in parses that are kept."""
    if path.is_dir() or path.suffix == ".parquet":
        return read_records(path)
    return map(record_of_sample, read_samples(path))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("samples", type=Path, nargs="?", default=Path("../shared/aethel2020/dev.jsonl.xz"))
    parser.add_argument("--words", type=int, default=500_000)
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        first = Path(folder, "0.parquet")
        write_records(records(given.samples), first)
        words = sum(len(record.parse.tokens) for record in records(given.samples))
        copies = -(-given.words // words)
        for number in range(1, copies):
            shutil.copy(first, first.with_name(f"{number}.parquet"))
        print(f"{words * copies:,} words in {copies} files, {first.stat().st_size / words:.1f} bytes a word")
        rows = [["pattern", "matches", "s", "CPU s"]]
        for name, pattern in PATTERNS.items():
            clock, processor = perf_counter(), process_time()
            count = search(folder, pattern, seconds=None).count()
            rows.append([name, f"{count:,}", f"{perf_counter() - clock:.2f}", f"{process_time() - processor:.2f}"])
        print(show_table(rows, "<>>>"))


if __name__ == "__main__":
    main()
