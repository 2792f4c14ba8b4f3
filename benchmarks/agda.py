"""Our nets before somebody else's kernel: the first derivations of a treebank as certificates, checked by Agda.

python -m benchmarks.agda [SAMPLES] [--first 1000]; by default, the development part of the paper's data. Many
certificates are in a file, since Agda takes a while to start; where a file is refused, each of them is tried by itself.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from shutil import which

from proofnets.derivation import net
from proofnets.logic import Net, is_strict
from proofnets.render.agda import certificate, logic
from proofnets.treebank.samples import read_samples

DATA = Path(__file__).parents[2] / "shared" / "aethel2020" / "dev.jsonl.xz"
BATCH = 50


def accepted(agda: str, nets: Sequence[Net]) -> bool:
    """Whether Agda accepts the certificates of nets, all in one file."""
    with tempfile.TemporaryDirectory() as folder:
        text = "\n".join([logic(), *(certificate(each, f"net{number}") for number, each in enumerate(nets))])
        Path(folder, "Proofs.agda").write_text(text, encoding="utf-8")
        command = [agda, "--safe", "Proofs.agda"]
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        return not subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False).returncode


def main() -> None:
    parser = argparse.ArgumentParser(description="Certificates of a treebank's first derivations, checked by Agda.")
    parser.add_argument("samples", nargs="?", type=Path, default=DATA)
    parser.add_argument("--first", type=int, default=1000)
    arguments = parser.parse_args()
    agda = which("agda", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
    if agda is None:
        sys.exit("there is no agda: install the extra 'bridges'")
    if not arguments.samples.exists():
        sys.exit(f"there is no {arguments.samples}")

    nets = [net(sample) for sample in islice(read_samples(arguments.samples), arguments.first)]
    words = [len(each.frame.judgement.words) for each in nets]
    print(f"{len(nets):,} derivations of {arguments.samples.name}, {sum(words):,} words, at most {max(words)} in one;")
    print(f"{sum(map(is_strict, nets)):,} by the paper's rules")
    start, used = time.perf_counter(), _seconds()
    count = 0
    for begin in range(0, len(nets), BATCH):
        batch = nets[begin : begin + BATCH]
        count += len(batch) if accepted(agda, batch) else sum(accepted(agda, [each]) for each in batch)
    took = _seconds() - used
    print(f"accepted: {count:,} of {len(nets):,}")
    print(
        f"{took:.1f} s of CPU time, {1000 * took / len(nets):.0f} ms each; {time.perf_counter() - start:.1f} s in all"
    )


def _seconds() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


if __name__ == "__main__":
    main()
