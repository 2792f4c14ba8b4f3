"""The service under load: throughput and latency, short requests beside long ones, memory, and a soak.

Every request has a text of its own, and every answer must be that text's. What matters is the ratios within one run.
Clients are threads of this process, and take their part of the machine.

- `load`: at 1, 8 and 64 clients, against the parser alone on the same sentences: in batches of 32 for throughput, one
  by one for latency.
- `beside`: the answer to a short sentence alone, and with four askers of 150 words, beam 32 and readings 32 beside it.
  It fails if the 95th percentile is more than three times as high.
- `memory`: the memory of the service over sentences of words that it has never seen.
- `soak`: for so many seconds and at least so many requests, sentences of 1 to 40 words, never seen before, in ones and
  in tens, some of words that nobody has seen, with all kinds of settings, clients that hang up, and one that
  reads its answers slowly.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import re
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count, islice, product
from pathlib import Path
from statistics import quantiles
from threading import Event, Lock, local
from typing import Any

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
LONG = "en de oude man die in de stad een boek koopt ziet dat het kind van de leraar thuis een brief leest"
MOST_SLOWER = 3.0
MOST_GROWN = 1.05
"""A batch that is larger than all before it takes a little more memory, which is kept for the next."""


def texts() -> Iterator[str]:
    """Sentences of three to nine words, no two of them the same."""
    for number in range(1_000_000):
        for place, verb, subject, object_ in product(PLACES, VERBS, SUBJECTS, OBJECTS):
            year = f" in {1000 + number}" if number else ""
            yield f"{subject} {verb} {object_}{place}{year}."


def unseen(chance: random.Random, longest: int) -> Iterator[str]:
    """Sentences of words that nobody has seen."""
    for number in count():
        words = [
            "".join(chance.choices("aeioubdfghjklmnprstvwz", k=chance.randint(2, 12)))
            for _ in range(chance.randint(1, longest))
        ]
        yield f"{' '.join(words).capitalize()} {number}."


def fresh(chance: random.Random, longest: int) -> Iterator[str]:
    """Sentences that nobody has seen, more short ones than long ones: clauses in a row with an invented name each, some
    of them nonsense throughout."""
    nonsense = unseen(chance, longest)
    for number in count():
        clauses: list[str] = []
        words = 1 + (longest - 8) * chance.random() ** 3
        while len(" ".join(clauses).split()) < words:
            name = "".join(chance.choices("aeioubdfghjklmnprstvwz", k=chance.randint(3, 9))).capitalize()
            parts = [chance.choice(some) for some in (SUBJECTS, VERBS, OBJECTS)]
            clauses.append(f"{' '.join(parts)} van {name}{chance.choice(PLACES)}")
        yield next(nonsense) if chance.random() < 0.03 else f"{' en '.join(clauses)} {number}."


@contextmanager
def served(model: str, *options: str) -> Iterator[tuple[int, int]]:
    """A process that serves, and its port."""
    command = (sys.executable, "-m", "proofnets", "serve", "--port", "0", "--model", model, *options)
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
        return list(self.pool.map(self.ask_one, sentences))

    def ask_one(self, text: str, **options: int) -> tuple[str, float]:
        """How a request ended: right, refused because too much is waiting, mixed up, or lost."""
        start = time.perf_counter()
        try:
            if not hasattr(self.own, "connection"):
                self.own.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
            body = json.dumps({"text": text, **options})
            self.own.connection.request("POST", "/api/parse", body, {"Content-Type": "application/json"})
            answer = self.own.connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException):
            del self.own.connection
            return "lost", time.perf_counter() - start
        seconds = time.perf_counter() - start
        if answer.status == 503:
            return "refused", seconds
        if answer.status != 200:
            return f"status {answer.status}", seconds
        return "right" if is_answer_to(text, json.loads(content)) else "mixed up", seconds


def is_answer_to(text: str, parses: list[dict[str, Any]]) -> bool:
    """Whether these are the parses of a text, and of nothing else."""
    return " ".join(parse["text"] for parse in parses) == text and all(
        len(analysis["types"]) == len(parse["tokens"]) for parse in parses for analysis in parse["analyses"]
    )


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


def load(port: int, chosen: argparse.Namespace) -> bool:
    """A line for each number of clients; whether nothing was lost or mixed up."""
    source, number = texts(), chosen.requests or 640
    parser = Parser(chosen.model)
    parser.parse(islice(source, 32))  # the model is loaded
    print(f"{number} requests of one sentence each, beam 1")
    print(
        "clients   a second   to the parser's batches     median        95%   to the parser's single   lost   mixed up"
    )
    sound = True
    for clients_count in chosen.clients:
        sentences = list(islice(source, number))
        together, single = alone(parser, sentences)
        clients = Clients(port, clients_count)
        clients.ask(list(islice(source, 2 * clients_count)))  # connections are made
        start = time.perf_counter()
        ends = clients.ask(sentences)
        rate = number / (time.perf_counter() - start)
        cuts = quantiles([seconds for _, seconds in ends], n=20)
        mixed = sum(how == "mixed up" for how, _ in ends)
        lost = sum(how != "right" for how, _ in ends) - mixed
        sound &= not lost and not mixed
        median, slow = 1000 * cuts[9], 1000 * cuts[18]
        print(
            f"{clients_count:>7}   {rate:>8.1f}   {rate / together:>23.0%}   {median:>5.0f} ms   {slow:>5.0f} ms"
            f"   {cuts[9] / single:>22.1f} ×   {lost:>4}   {mixed:>8}",
            flush=True,
        )
    return sound


def beside(port: int, chosen: argparse.Namespace) -> bool:
    """The answers to short sentences, with and without long requests beside them; whether they are quick enough."""
    source, number = texts(), chosen.requests or 100
    short, long = Clients(port, 1), Clients(port, 4)
    short.ask(list(islice(source, 10)))
    before = short.ask(list(islice(source, number)))
    ended, numbers = Event(), count()

    def ask_on() -> int:
        answered = 0
        while not ended.is_set():
            words = (LONG.split() * 10)[:149]
            how, _ = long.ask_one(" ".join([str(next(numbers)), *words]), beam=32, readings=32)
            answered += how == "right"
            if how == "refused":
                ended.wait(1)
        return answered

    askers = [long.pool.submit(ask_on) for _ in range(4)]
    while waiting(port) < 3:
        ended.wait(0.1)
    during = short.ask(list(islice(source, number)))
    ended.set()
    slow = [quantiles([seconds for _, seconds in ends], n=20)[18] for ends in (before, during)]
    right = sum(how == "right" for how, _ in during)
    answered = sum(asker.result() for asker in askers)
    print(f"{number} short sentences, 95%: alone {1000 * slow[0]:.0f} ms, with four askers of 150 words beside them")
    print(
        f"  {1000 * slow[1]:.0f} ms, {slow[1] / slow[0]:.2f} times; {right} of {number} right; {answered} long answers"
    )
    return slow[1] <= MOST_SLOWER * slow[0] and right == number


def waiting(port: int) -> int:
    """How many sentences wait or are being worked on."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request("GET", "/api/health")
    told: int = json.loads(connection.getresponse().read())["waiting"]
    connection.close()
    return told


def memory(pid: int, port: int, chosen: argparse.Namespace) -> bool:
    """The memory of the service as requests with unseen words go by; whether it is flat after the first half."""
    number, source = chosen.requests or 10_000, unseen(random.Random(1), 12)
    clients = Clients(port, 8)
    sizes = [resident(pid)]
    print(
        f"memory over {number:,} requests of 8 clients, words never seen before: {sizes[0]:.0f} MB at first", flush=True
    )
    sound = True
    for tenth in range(1, 11):
        ends = clients.ask(list(islice(source, max(1, number // 10))))
        sizes.append(resident(pid))
        wrong = sum(how != "right" for how, _ in ends)
        sound &= not wrong
        print(
            f"  {tenth * number // 10:>7,}   {sizes[-1]:.0f} MB" + (f"   {wrong} not right" if wrong else ""),
            flush=True,
        )
    print(f"  grown by {sizes[10] / sizes[5] - 1:+.1%} over the second half")
    return sound and sizes[10] <= MOST_GROWN * sizes[5]


def soak(pid: int, port: int, chosen: argparse.Namespace) -> bool:
    """All kinds of requests, for long; whether nothing was lost or mixed up."""
    number, ends, lock = chosen.requests or 10_000, Counter[str](), Lock()
    until, clients = time.monotonic() + chosen.seconds, Clients(port, 8)
    first, began = resident(pid), time.monotonic()

    def ask_on(seed: int) -> None:
        chance = random.Random(seed)
        source = fresh(chance, 40)
        while time.monotonic() < until or ends.total() < number:
            text = " ".join(islice(source, 10 if chance.random() < 0.1 else 1))
            options = {"beam": chance.choice([1, 1, 1, 2, 5]), "readings": chance.choice([1, 1, 3])}
            if chance.random() < 0.05:
                how = hang_up(port, text)
            elif seed == 0:
                how = read_slowly(port, text)
            else:
                how, _ = clients.ask_one(text, **options)
            with lock:
                ends[how] += 1
                if ends.total() % 500 == 0:
                    print(f"  {time.monotonic() - began:6.0f} s   {resident(pid):.0f} MB   {dict(ends)}", flush=True)
            if how == "refused":
                time.sleep(1)

    print(
        f"soak: {number:,} requests and {chosen.seconds:,} s at least, 8 clients; {first:.0f} MB at first", flush=True
    )
    for done in [clients.pool.submit(ask_on, seed) for seed in range(8)]:
        done.result()
    print(f"  {ends.total():,} in {time.monotonic() - began:.0f} s, {resident(pid):.0f} MB: {dict(ends)}")
    return set(ends) <= {"right", "refused", "hung up"} and waiting(port) == 0


def request_of(text: str) -> bytes:
    """A request as bytes."""
    body = json.dumps({"text": text, "readings": 8, "beam": 4}).encode()
    head = f"POST /api/parse HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"Connection: close\r\n\r\n" + body


def hang_up(port: int, text: str) -> str:
    """Ask for something and do not wait for the answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=120) as client:
        client.sendall(request_of(text))
    return "hung up"


def read_slowly(port: int, text: str) -> str:
    """How a request ended whose answer is read a few bytes at a time, and by a client that has closed its own side."""
    with socket.create_connection(("127.0.0.1", port), timeout=120) as client:
        client.sendall(request_of(text))
        client.shutdown(socket.SHUT_WR)
        received = b""
        while chunk := client.recv(4096):
            received += chunk
            time.sleep(0.005)
    head, _, body = re.sub(rb"^(HTTP/1.1 102 .*?\r\n\r\n)+", b"", received, flags=re.DOTALL).partition(b"\r\n\r\n")
    status = head.split()[1] if head else b""
    if status == b"200":
        return "right" if is_answer_to(text, json.loads(body)) else "mixed up"
    return "refused" if status == b"503" else f"status {status.decode()}" if status else "lost"


def resident(pid: int) -> float:
    """How many megabytes of a process are in memory."""
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", status)
    assert found
    return int(found[1]) / 1024


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = ["load", "beside", "memory", "soak"]
    arguments.add_argument("what", nargs="*", help=f"{', '.join(kinds)}; all but soak if nothing is named")
    arguments.add_argument("--model", default="nl")
    arguments.add_argument("--clients", type=int, nargs="+", default=[1, 8, 64], help="for load")
    arguments.add_argument("--requests", type=int, default=0, help="instead of 640, 100, 10,000 and 10,000")
    arguments.add_argument("--seconds", type=int, default=1_800, help="for soak")
    chosen = arguments.parse_args()
    if wrong := set(chosen.what) - set(kinds):
        arguments.error(f"there is no {', '.join(wrong)}")
    failed = []
    for kind in chosen.what or kinds[:3]:
        with served(chosen.model) as (pid, port):
            if kind in ("load", "beside"):
                sound = (load if kind == "load" else beside)(port, chosen)
            else:
                sound = (memory if kind == "memory" else soak)(pid, port, chosen)
            if not sound:
                failed.append(kind)
    if failed:
        sys.exit(f"not as it should be: {', '.join(failed)}")


if __name__ == "__main__":
    main()
