"""Speed of the logic room: verification and term reading, how they scale, how deep they go, and search.

Times are of one core. Because machines differ and are noisy, each stands beside a baseline from the same run: one plain
Python loop over the nodes of the same frame, which no verification can do without.
"""

from __future__ import annotations

import math
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import islice

from benchmarks.sentences import sentence_like
from proofnets.logic import (
    Atom,
    Frame,
    Implication,
    Judgement,
    Net,
    Type,
    Variable,
    Word,
    net_of,
    parse_judgement,
    parse_term,
    parse_type,
    proofs,
)
from proofnets.logic.terms import APPLICATION, Lambda, Symbol, build


def best(action: Callable[[], object], repeats: int = 5, least: float = 0.02) -> float:
    """Seconds that an action takes: the best of several rounds, each long enough to be measured."""
    rounds = 1
    while True:
        start = time.perf_counter()
        for _ in range(rounds):
            action()
        if (elapsed := time.perf_counter() - start) > least:
            break
        rounds *= 2
    times = [elapsed / rounds]
    for _ in range(repeats - 1):
        start = time.perf_counter()
        for _ in range(rounds):
            action()
        times.append((time.perf_counter() - start) / rounds)
    return min(times)


def bare_loop(frame: Frame) -> int:
    """The baseline: look at every node once."""
    count = 0
    for node, parent in zip(frame.nodes, frame.parents, strict=True):
        if node is not None and parent >= 0:
            count += 1
    return count


def chain(size: int) -> Net:
    """A net of about `size` atoms: adverbs, clauses with a hypothesis and verbs, each below the one before."""
    kinds = [parse_type(t) for t in ("□mod(s ⊸ s)", "◇body(◇su np ⊸ s) ⊸ s", "◇vc s ⊸ ◇su np ⊸ s")]
    units = (size - 2) // 8
    text: list[Symbol] = []
    for unit in range(units):
        adverb, clause, verb = (Word(f"w{p}", p) for p in range(3 * unit + 1, 3 * unit + 4))
        text += [APPLICATION, adverb, APPLICATION, clause, Lambda(unit), APPLICATION, APPLICATION, verb]
    text.append(Word("end", 3 * units + 1))
    text += [Variable(unit) for unit in reversed(range(units))]
    words = (*(f"w{p}" for p in range(1, 3 * units + 1)), "end")
    return net_of(build(text), Judgement(words, (*(kinds * units), parse_type("s")), parse_type("s")))


def scaling() -> None:
    print("Verification and term, by size (frame given)")
    print(f"{'atoms':>8} {'ms':>10} {'µs an atom':>11} {'× bare loop':>12}")
    points = []
    for size in (10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000):
        net = chain(size)
        atoms = len(net.frame.atoms)
        seconds = best(lambda net=net: Net(net.frame, net.links))
        bare = best(lambda net=net: bare_loop(net.frame))
        points.append((math.log(atoms), math.log(seconds)))
        print(f"{atoms:>8,} {seconds * 1e3:>10.3f} {seconds / atoms * 1e6:>11.2f} {seconds / bare:>12.1f}")
    large = [point for point in points if point[0] >= math.log(90)]
    slope = statistics.linear_regression(*zip(*large, strict=True)).slope
    print(f"exponent of a log-log fit from 100 to 100,000 atoms: {slope:.3f}\n")


def sentences() -> None:
    print("Sentence-like judgements, from judgement to frame to checked term")
    print(f"{'atoms':>8} {'ms, median':>11} {'× bare loop':>12}")
    for size in (60, 100):
        times, ratios = [], []
        for judgement in islice(sentence_like(size), 30):
            net = next(proofs(judgement))
            seconds = best(lambda j=judgement, n=net: Net(Frame(j), n.links), repeats=3, least=0.005)
            times.append(seconds)
            ratios.append(seconds / best(lambda n=net: bare_loop(n.frame), repeats=3, least=0.005))
        print(f"{size:>8} {statistics.median(times) * 1e3:>11.3f} {statistics.median(ratios):>12.1f}")
    print()


def depth() -> None:
    deep = 10_000
    print(f"Depth {deep:,}: parse, prove the identity, print, read back")
    left, right = "(" * deep + "a" + " ⊸ a)" * deep, "a ⊸ " * deep + "a"
    for name, text in (("nested to the left", left), ("nested to the right", right), ("◇ upon ◇", "◇d" * deep + " a")):
        start = time.perf_counter()
        type_ = parse_type(text)
        judgement = Judgement(("w",), (type_,), type_)
        net = net_of(Word("w", 1), judgement)
        again = parse_judgement(str(judgement))
        back = net_of(parse_term(str(net.term), again.words), again)
        assert back.links == net.links
        print(f"  {name:<20} {len(net.frame.atoms):>6,} atoms {time.perf_counter() - start:>6.2f} s")
    print()


def search() -> None:
    print("First proof of sentence-like judgements of 60 atoms by pure search, 200 judgements")
    times = []
    for judgement in islice(sentence_like(60), 200):
        start = time.perf_counter()
        found = next(proofs(judgement, seconds=60), None)
        times.append(time.perf_counter() - start)
        assert found is not None, "every one of these has a proof"
    print(f"  median {statistics.median(times) * 1e3:.1f} ms, worst {max(times) * 1e3:.1f} ms\n")


def identities() -> None:
    print("First proof of a function of n arguments from itself, in seconds: what is forced, and what is not")
    print(f"{'n':>8} {'equal':>8} {'distinct':>9} {'functions':>10} {'nested':>8}")
    a, b = Atom("a"), Atom("b")
    for size in (300, 1_000, 3_000):
        nested: Type = a
        for _ in range(size):
            nested = Implication(nested, a)
        cases = [
            function([a] * size),
            function([Atom(f"a{number}") for number in range(size)]),
            function([Implication(a, b)] * size),
            nested,
        ]
        times = []
        for type_ in cases:
            start = time.perf_counter()
            next(proofs(Judgement(("f",), (type_,), type_)))
            times.append(time.perf_counter() - start)
        print(f"{size:>8,} {times[0]:>8.2f} {times[1]:>9.2f} {times[2]:>10.2f} {times[3]:>8.2f}")
    print()


def function(arguments: list[Type]) -> Type:
    type_: Type = Atom("s")
    for argument in reversed(arguments):
        type_ = Implication(argument, type_)
    return type_


def bound() -> None:
    print("How far a search goes beyond its bound, in seconds: 20,000 equal arguments, all proofs")
    type_ = function([Atom("a")] * 20_000)
    for seconds in (0.1, 0.3, 1.0):
        start = time.perf_counter()
        list(proofs(Judgement(("f",), (type_,), type_), seconds=seconds))
        print(f"  {seconds:.1f} {time.perf_counter() - start - seconds:+.2f}")
    print()


def help_text() -> None:
    def run(*command: str) -> float:
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        return time.perf_counter() - start

    shown = min(run(sys.executable, "-m", "proofnets", "--help") for _ in range(5))
    bare = min(run(sys.executable, "-c", "") for _ in range(5))
    print(f"proofnets --help: {shown:.2f} s; Python alone: {bare:.2f} s")


if __name__ == "__main__":
    scaling()
    sentences()
    depth()
    search()
    identities()
    bound()
    help_text()
