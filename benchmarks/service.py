"""The service under load, against the parser alone: throughput and latency at 1, 8 and 64 clients, and memory.

Every request has a sentence of its own, and every answer must be that sentence's. What matters is the ratios within one
run: before each load, the parser alone is timed on the same sentences, in batches of 32 for throughput and one by one
for latency. Clients are threads of this process, and take their part of the machine.
"""

from __future__ import annotations

import argparse
import http.client
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice, product
from pathlib import Path
from statistics import quantiles
from threading import local

from proofnets.parser.inputs import from_text
from proofnets.parser.parser import Parser
from proofnets.parser.settings import Settings

SUBJECTS = ["Anna", "De vrouw", "De oude man", "Niemand", "Het kind dat lacht", "Elke leraar", "Mijn broer", "Wie"]
VERBS = ["ziet", "koopt", "leest", "zoekt", "vindt", "verkoopt", "bewaart", "bekijkt"]
OBJECTS = ["het boek", "een huis", "de brief", "zijn hond", "de krant van gisteren", "twee fietsen", "niets", "alles"]
PLACES = [
    "",
    " in de stad",
    " op school",
    " met een vriend",
    " omdat het regent",
    " vandaag",
    " thuis",
    " bij de rivier",
]


def texts() -> Iterator[str]:
    """Sentences of three to nine words, no two of them the same."""
    for number in range(1_000_000):
        for place, verb, subject, object_ in product(PLACES, VERBS, SUBJECTS, OBJECTS):
            year = f" in {1000 + number}" if number else ""
            yield f"{subject} {verb} {object_}{place}{year}."


@contextmanager
def served(model: str) -> Iterator[tuple[int, int]]:
    """A process that serves, and its port."""
    command = (sys.executable, "-m", "proofnets", "serve", "--port", "0", "--model", model)
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr
            found = re.search(r":(\d+) ", process.stderr.readline())
            assert found, "the service did not start"
            yield process.pid, int(found[1])
        finally:
            process.terminate()
            process.wait(90)


class Clients:
    """Threads that each have a connection of their own."""

    def __init__(self, port: int, count: int) -> None:
        self.port = port
        self.pool = ThreadPoolExecutor(count)
        self.own = local()

    def ask(self, sentences: Sequence[str]) -> list[tuple[str, float]]:
        """How each request ended, and how long it took."""
        return list(self.pool.map(self._ask, sentences))

    def _ask(self, text: str) -> tuple[str, float]:
        start = time.perf_counter()
        try:
            if not hasattr(self.own, "connection"):
                self.own.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
            body = json.dumps({"text": text})
            self.own.connection.request("POST", "/api/parse", body, {"Content-Type": "application/json"})
            answer = self.own.connection.getresponse()
            content = answer.read()
            if answer.status != 200:
                return "lost", time.perf_counter() - start
            right = [parse["text"] for parse in json.loads(content)] == [text]
            return "right" if right else "mixed up", time.perf_counter() - start
        except OSError:
            del self.own.connection
            return "lost", time.perf_counter() - start


def alone(parser: Parser, sentences: Sequence[str]) -> tuple[float, float]:
    """Sentences a second in batches, and the seconds of one sentence by itself."""
    start = time.perf_counter()
    parser.parse(sentences)
    together = len(sentences) / (time.perf_counter() - start)
    some = sentences[:50]
    start = time.perf_counter()
    for text in some:
        parser.parse_window(list(from_text(text)), Settings())
    return together, (time.perf_counter() - start) / len(some)


def load(parser: Parser, port: int, counts: Sequence[int], number: int, source: Iterator[str]) -> bool:
    """A line for each number of clients; whether nothing was lost or mixed up."""
    print(f"{number} requests of one sentence each, beam 1")
    print(
        "clients   a second   to the parser's batches     median        95%   to the parser's single   lost   mixed up"
    )
    sound = True
    for count in counts:
        sentences = list(islice(source, number))
        together, single = alone(parser, sentences)
        clients = Clients(port, count)
        clients.ask(list(islice(source, 2 * count)))  # connections are made
        start = time.perf_counter()
        ends = clients.ask(sentences)
        rate = number / (time.perf_counter() - start)
        cuts = quantiles([seconds for _, seconds in ends], n=20)
        lost, mixed = (sum(how == what for how, _ in ends) for what in ("lost", "mixed up"))
        sound &= not lost and not mixed
        median, slow = 1000 * cuts[9], 1000 * cuts[18]
        print(
            f"{count:>7}   {rate:>8.1f}   {rate / together:>23.0%}   {median:>5.0f} ms   {slow:>5.0f} ms"
            f"   {cuts[9] / single:>22.1f} ×   {lost:>4}   {mixed:>8}",
            flush=True,
        )
    return sound


def memory(pid: int, port: int, number: int, source: Iterator[str]) -> None:
    """The memory of the service as requests go by."""
    clients = Clients(port, 8)
    clients.ask(list(islice(source, max(1, number // 10))))
    first = last = resident(pid)
    print(f"memory over {number:,} requests of 8 clients: {first:.0f} MB after the first tenth", flush=True)
    for tenth in range(2, 11):
        ends = clients.ask(list(islice(source, number // 10)))
        last = resident(pid)
        wrong = sum(how != "right" for how, _ in ends)
        print(
            f"  {tenth * number // 10:>7,}   {last:.0f} MB" + (f"   {wrong} lost or mixed up" if wrong else ""),
            flush=True,
        )
    print(f"  grown by {last / first - 1:+.1%}")


def resident(pid: int) -> float:
    """How many megabytes of a process are in memory."""
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", status)
    assert found
    return int(found[1]) / 1024


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--model", default="nl")
    arguments.add_argument("--clients", type=int, nargs="+", default=[1, 8, 64])
    arguments.add_argument("--load", type=int, default=640, help="requests at each number of clients")
    arguments.add_argument("--requests", type=int, default=10_000, help="requests while memory is watched; 0 is none")
    chosen = arguments.parse_args()
    source = texts()
    parser = Parser(chosen.model)
    parser.parse(islice(source, 32))  # the model is loaded
    with served(chosen.model) as (pid, port):
        sound = load(parser, port, chosen.clients, chosen.load, source)
        if chosen.requests:
            memory(pid, port, chosen.requests, source)
    if not sound:
        sys.exit("requests were lost or mixed up")


if __name__ == "__main__":
    main()
