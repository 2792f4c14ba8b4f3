"""How sure is the parser of what is no Dutch sentence, and what does it cost to say how sure it is?

Texts of each kind are as long as the real sentences beside them, which are those of a file of samples. Keyboard noise,
random words, lists of names and shuffled Dutch are made here; other languages come from files that are given, such as
Debian's fortunes (packages `fortunes` and `fortunes-de`). Prints for each kind the area under the ROC curve: how often
a real sentence has a higher confidence than a text of that kind. With --beam, prints what the chances of words' types
are worth, and what they would be worth if they came from the frames of a beam. Then parses the real sentences with and
without confidence, in turns, and prints the ratio of CPU times. Greedy.

    python -m benchmarks.confidence ../shared/aethel2020/dev.jsonl.xz \\
        --other English /usr/share/games/fortunes/literature --other German /usr/share/games/fortunes/de/anekdoten
"""

from __future__ import annotations

import argparse
import time
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from math import inf
from pathlib import Path
from random import Random

import numpy as np

from proofnets.deadline import Deadline
from proofnets.derivation import Entry
from proofnets.evaluation.measures import Case, reliability
from proofnets.evaluation.regression import isotonic_regression
from proofnets.parser import Parser, Settings, from_text, from_tokens
from proofnets.parser.cascade import Task, decoded
from proofnets.treebank import Sample, read_samples

SEED = 1
OTHERS = 3
"""Other types of a word."""
LEAST_WORDS = 5
"""Shorter sentences are left out: three words may well be Dutch and English."""


def listed(words: str) -> list[str]:
    """The words of a text."""
    return words.split()


FIRST_NAMES = listed(
    "Anouk Bram Cees Daan Eline Floor Gijs Hanneke Ilse Jeroen Karin Lotte Maarten Noor Olivier Petra Quinten "
    "Roos Sander Tineke Ursula Vincent Wouter Xander Yvonne Zeger Fatima Mehmet Youssef Sofie Thijs Marloes"
)
LAST_NAMES = listed(
    "Bakker Visser Smit Meijer Mulder Bos Vos Peters Hendriks Dekker Brouwer Dijkstra Jansen Kok Postma "
    "Schouten Kuipers Willems Hoekstra Koster Prins Blom Huisman Peeters Claes Wouters Yilmaz Kaya Özdemir "
    "Haddad Nguyen Kowalski"
)
KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def sentences_of(path: Path) -> list[list[str]]:
    """The words of the sentences of a file; those that neither begin nor end like one are left out.

    A line with nothing but a per cent sign is one between two fortunes.
    """
    text = path.read_text("utf-8", "replace").replace("\n%\n", "\n\n")
    whole = (each for each in from_text([text]) if each.text[:1].isupper() and each.text.endswith((".", "!", "?")))
    words = ([token.text for token in each.tokens if any(map(str.isalnum, token.text))] for each in whole)
    return [tokens for tokens in words if len(tokens) >= LEAST_WORDS]


def as_long(real: Sequence[Sequence[str]], texts: Iterable[list[str]]) -> list[list[str]]:
    """For each real sentence another text, each once, that is as long or nearly so."""
    left, chosen = sorted(texts, key=len), []
    for tokens in real:
        place = bisect_left(left, len(tokens), key=len)
        chosen.append(left.pop(min(place, len(left) - 1)))
    return chosen


def keyboard(words: int, random: Random) -> list[str]:
    """Keys that lie side by side, as from a hand that falls on them."""
    tokens = []
    for _ in range(words):
        row = random.choice(KEYS)
        place = random.randrange(len(row))
        letters = []
        for _ in range(random.randint(2, 9)):
            letters.append(row[place])
            place = min(max(place + random.choice((-2, -1, 1, 2)), 0), len(row) - 1)
        tokens.append("".join(letters))
    return tokens


def names(words: int, random: Random) -> list[str]:
    """First and last names in turn."""
    return [random.choice(LAST_NAMES if number % 2 else FIRST_NAMES) for number in range(words)]


def no_sentences(real: Sequence[Sequence[str]], random: Random) -> dict[str, list[list[str]]]:
    """For each kind, a text as long as each real sentence."""
    lexicon = sorted({token for tokens in real for token in tokens})
    kinds: dict[str, Callable[[Sequence[str]], list[str]]] = {
        "keyboard noise": lambda tokens: keyboard(len(tokens), random),
        "random words of the lexicon": lambda tokens: [random.choice(lexicon) for _ in tokens],
        "lists of names": lambda tokens: names(len(tokens), random),
        "shuffled Dutch": lambda tokens: random.sample(list(tokens), len(tokens)),
    }
    return {name: [make(tokens) for tokens in real] for name, make in kinds.items()}


def auc(high: Sequence[float], low: Sequence[float]) -> float:
    """The area under the ROC curve: how often one of the first is higher than one of the others."""
    first, second = np.array(high)[:, None], np.array(low)[None]
    return float((first > second).mean() + (first == second).mean() / 2)


def confidences(parser: Parser, sentences: Iterable[Sequence[str]]) -> list[float]:
    """How sure the parser is of each."""
    parses = parser.parse_sentences((from_tokens(tokens) for tokens in sentences), Settings())
    first = (parse.analyses[0].confidence if parse.analyses else None for parse in parses)
    return [told.whole if told else 0.0 for told in first]


def cost(parser: Parser, sentences: Sequence[Sequence[str]], rounds: int = 5) -> float:
    """The CPU time with confidence, as a multiple of that without it: the median of some rounds, in turns."""
    linker, ratios = parser.cascade.linker, []
    assess = linker.assess
    for _ in range(rounds):
        spent = []
        for linker.assess in (None, assess):
            start = time.process_time()
            confidences(parser, sentences)
            spent.append(time.process_time() - start)
        ratios.append(spent[1] / spent[0])
    return float(np.median(ratios))


def by_beam(parser: Parser, tokens: Sequence[str], beam: int) -> list[dict[Entry, float]]:
    """For each token, the types that it has in the frames of a beam, with the share of these in the probability."""
    cascade, task = parser.cascade, Task(tokens, Deadline(), inf)
    (frames,) = decoded(cascade, cascade.model.encode([tokens]), [task], Settings(beam, beam), Deadline())
    shares = np.exp([frame.score - frames[0].score for frame in frames])
    chances: list[dict[Entry, float]] = [{} for _ in tokens]
    for frame, share in zip(frames, shares / shares.sum(), strict=True):
        for of_token, entry in zip(chances, cascade.grammar.derivation(tokens, frame.symbols).types, strict=True):
            of_token[entry] = of_token.get(entry, 0.0) + float(share)
    return chances


def straightened(cases: Sequence[Case]) -> list[Case]:
    """The same cases, calibrated: each half by isotonic regression on the other."""
    halves = [cases[: len(cases) // 2], cases[len(cases) // 2 :]]
    answer = []
    for half, other in (halves, halves[::-1]):
        chances, right = [chance for chance, _ in other], [float(right) for _, right in other]
        points = np.array(isotonic_regression(chances, right, len(other) // 200))
        answer += [(float(np.interp(chance, points[:, 0], points[:, 1])), is_right) for chance, is_right in half]
    return answer


def compare_words(parser: Parser, samples: Sequence[Sample], beam: int) -> None:
    """Print what two ways to tell the chance of a type are worth: of the words of greedy parses, and of other types."""
    told: dict[str, list[Case]] = {"types": [], "other types": []}
    shares: dict[str, list[Case]] = {"types": [], "other types": []}
    for sample in samples:
        (parse,) = parser.parse_sentences([from_tokens(sample.tokens)], Settings(alternatives=OTHERS))
        sure = parse.analyses[0].confidence
        assert sure is not None
        of_beam = by_beam(parser, sample.tokens, beam)
        for entry, chance, others, listed, right in zip(
            parse.types, sure.words, sure.others, of_beam, sample.types, strict=True
        ):
            told["types"].append((chance, entry == right))
            shares["types"].append((listed.pop(entry, 0.0), entry == right))
            likeliest = dict(sorted(listed.items(), key=lambda each: -each[1])[:OTHERS])
            for other in {**dict(others), **likeliest}:
                told["other types"].append((dict(others).get(other, 0.0), other == right))
                shares["other types"].append((likeliest.get(other, 0.0), other == right))
    print("\n| | of | ECE | Brier |\n|---|---|---|---|")
    for kind in told:
        ways = {
            "decoders, as `parse` tells it": told[kind],
            f"beam of {beam}": shares[kind],
            f"beam of {beam}, calibrated": straightened(shares[kind]),
        }
        for name, cases in ways.items():
            measured = reliability(name, cases)
            print(f"| {name} | {measured.cases:,} {kind} | {measured.ece:.3f} | {measured.brier:.3f} |")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("samples", type=Path, help="real sentences, such as ../shared/aethel2020/dev.jsonl.xz")
    options.add_argument("--model", default="nl")
    options.add_argument("--most", type=int, default=500, help="texts of each kind")
    options.add_argument("--other", nargs=2, action="append", default=[], metavar=("NAME", "FILE"), help="a text")
    options.add_argument("--timed", type=int, default=100, help="sentences to measure the cost with")
    options.add_argument("--beam", type=int, default=0, help="compare with the shares of types in such a beam")
    chosen = options.parse_args()
    parser = Parser(chosen.model)
    if parser.cascade.linker.assess is None:
        options.error(f"{chosen.model} gives no confidence: `proofnets calibrate` makes it do so")
    samples = list(read_samples(chosen.samples))
    random = Random(SEED)
    random.shuffle(samples)
    long = (sample.tokens for sample in samples if len(sample.tokens) >= LEAST_WORDS)
    real = list(islice(long, chosen.most))
    of_real = confidences(parser, real)
    print(f"{len(real)} real sentences: median confidence {np.median(of_real):.3f}\n")
    print("| against | median confidence | AUC |\n|---|---|---|")
    kinds = no_sentences(real, random)
    for name, file in chosen.other:
        texts = sentences_of(Path(file))
        if len(texts) < len(real):
            options.error(f"{file} has {len(texts)} sentences, which are fewer than {len(real)}")
        random.shuffle(texts)
        kinds[name] = as_long(real, texts)
    for name, texts in kinds.items():
        of_kind = confidences(parser, texts)
        print(f"| {name} | {np.median(of_kind):.3f} | {auc(of_real, of_kind):.3f} |")
    if chosen.beam:
        compare_words(parser, samples[: chosen.most], chosen.beam)
    print(f"\nCPU time with confidence, times that without: {cost(parser, real[: chosen.timed]):.3f}")


if __name__ == "__main__":
    main()
