"""What a corpus job costs: sentences a second with one worker and two, alone and on Ray, against `parse -j 2`.

Takes lines of raw text (`../shared/text/europarl_nl.txt.xz`), and has each way with two workers parse the same ones,
from the shell to the end; those with one worker, and the job that is killed in its middle and started again, parse
every fifth of them. Memory is that of all processes together, looked at twice a second. Last, on paper, what a corpus
of 500 million words costs on 64 cores of this kind. 20,000 lines of Europarl take about half an hour; a row is printed
when it is there.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import signal
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from proofnets.parser.sources import InputOptions, read_blocks

SONAR_WORDS = 500_000_000
CORES = 64


def command(*words: str | Path) -> list[str]:
    """A command of this package."""
    return [sys.executable, "-m", "proofnets", *map(str, words)]


def memory(group: int) -> int:
    """Bytes that the processes of a group, and those that they left, have in memory: pages that they share count once
    for each."""
    total = 0
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        if group in (int(fields[2]), int(fields[3])):  # its group, its session
            total += int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
    return total


def run(words: list[str]) -> tuple[float, list[int]]:
    """Seconds that a command takes, and its memory as it went."""
    start, taken = time.monotonic(), list[int]()
    process = subprocess.Popen(words, start_new_session=True, stdout=subprocess.DEVNULL)
    while process.poll() is None:
        taken.append(memory(process.pid))
        time.sleep(0.5)
    if process.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(words)} ended with code {process.returncode}")
    return time.monotonic() - start, taken


def killed(words: list[str], parsed: Path) -> tuple[float, float, float]:
    """Seconds until a job is killed, which is after two shards; until it has a further one when it is started again;
    and until that job ends."""
    times, enough = list[float](), 2
    for kill in (True, False):
        start = time.monotonic()
        process = subprocess.Popen(words, start_new_session=True, stdout=subprocess.DEVNULL)
        while len(list(parsed.glob("*.parquet"))) < enough:
            if process.poll() is not None:
                raise SystemExit("there are too few shards to kill a job in its middle: give more sentences")
            time.sleep(0.1)
        times.append(time.monotonic() - start)
        if kill:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        enough = len(list(parsed.glob("*.parquet"))) + 1
    return times[0], times[1], time.monotonic() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("text", type=Path, help="raw text, a sentence a line")
    parser.add_argument("--most", type=int, default=20_000, help="lines to parse")
    parser.add_argument("--shard-characters", type=int, default=50_000)
    chosen = parser.parse_args()
    lines = [block.text for block in islice(read_blocks(chosen.text, InputOptions("lines")), chosen.most)]
    words = sum(len(line.split()) for line in lines)
    engines: dict[str, list[str]] = {"": []}
    if importlib.util.find_spec("ray"):
        engines[" --cluster local"] = ["--cluster", "local"]
    else:
        print("Ray is not installed, so there are no rows of it: pip install -e '.[cluster]'")
    print(f"{len(lines):,} lines, {words:,} words between spaces; with one worker, a fifth of them\n")
    with TemporaryDirectory() as name:
        folder = Path(name)
        texts = {workers: folder / f"{workers}.txt" for workers in (1, 2)}
        given = {1: lines[::5], 2: lines}
        for workers, text in texts.items():
            text.write_text("".join(given[workers]), encoding="utf-8")
        cut = ["--lines", "--shard-characters", str(chosen.shard_characters)]
        ways = [
            ("parse -j 2", 2, command("parse", "-i", texts[2], "--lines", "-j", "2", "-o", folder / "parse.parquet"))
        ]
        for engine, options in engines.items():
            for workers in (2, 1):
                way = f"corpus --workers {workers}{engine}"
                call = command("corpus", texts[workers], *cut, "--workers", str(workers), *options, "-o", folder / way)
                ways.append((way, workers, call))
        row = "{:<34}{:>18}{:>14}{:>33}".format
        print(row("", "sentences a second", "× parse -j 2", "memory: first quarter, last, MB"), flush=True)
        fastest = base = 0.0
        for way, workers, call in ways:
            seconds, taken = run(call)
            rate = len(given[workers]) / seconds
            base, fastest = base or rate, max(fastest, rate)
            quarter = len(taken) // 4
            memories = f"{max(taken[: quarter + 1]) / 1e6:,.0f}, {max(taken[-quarter - 1 :]) / 1e6:,.0f}"
            print(row(way, f"{rate:.1f}", f"{rate / base:.2f}", memories), flush=True)
        again = command("corpus", texts[1], *cut, "--workers", "2", "-o", folder / "killed")
        before, further, rest = killed(again, folder / "killed")
    print(f"\nkilled after {before:.1f} s; started again, it had a further shard after {further:.1f} s")
    print(f"both together took {before + rest:.1f} s")
    hours = SONAR_WORDS / (fastest / len(lines) * words / 2 * CORES) / 3600
    print(f"\n{SONAR_WORDS:,} words on {CORES} cores, each as fast as one of two here: {hours:,.1f} hours")


if __name__ == "__main__":
    main()
