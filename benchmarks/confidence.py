"""How sure is the parser of what is no Dutch sentence, and what does it cost to say how sure it is?

Text of six kinds that is no Dutch sentence is made here, without a download, each text as long as a real sentence: the
sentences of a file of samples. English and German are written by the small grammars below, so they are plain and short
of variety; real text of these languages has more names and numbers in it. Prints for each kind the area under the ROC
curve: how often a real sentence has a higher confidence than a text of that kind. Then parses the real sentences with
and without confidence, in turns, and prints the ratio of CPU times. Greedy.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np

from proofnets.parser import Parser, Settings, from_tokens
from proofnets.treebank import read_samples

SEED = 1
LEAST_WORDS = 5
"""Shorter sentences are left out: three words may well be Dutch and English."""

Rules = dict[str, Sequence[str]]
"""What stands for what: words in capitals are names of rules."""


def listed(words: str) -> list[str]:
    """The words of a text."""
    return words.split()


ENGLISH: Rules = {
    "S": (
        "NP VT NP PP",
        "NP VI PP",
        "NP said that S",
        "ADV NP VT NP",
        "NP VT NP because S",
        "when S , S",
        "NP MOD VB NP",
    ),
    "NP": ("DET N", "DET ADJ N", "DET N PP", "PRON", "DET N who VT NP", "DET ADJ N of NP"),
    "PP": ("P DET N", "P DET ADJ N", "P DET N and DET N"),
    "DET": ("the", "a", "this", "every", "their", "our", "some", "the", "his", "her"),
    "PRON": ("she", "they", "we", "everybody", "nobody", "he", "you"),
    "N": listed(
        "house river child teacher government window letter question morning street book country woman dog friend "
        "village problem weather garden machine company answer doctor ship knife winter city church student "
        "minister kitchen mountain paper story road table farmer soldier picture bridge"
    ),
    "ADJ": listed(
        "small old beautiful expensive strange quiet different important heavy young empty green dangerous useful "
        "cheap famous wooden early bright difficult"
    ),
    "VT": listed(
        "sees finds bought wrote forgot remembers changed followed opened lost builds answered noticed describes "
        "carried believed offered repaired avoided watched"
    ),
    "VI": listed("sleeps arrived waited laughed disappeared works lives walked stood fell died sings"),
    "VB": listed("see find buy write forget remember change follow open lose build answer describe carry"),
    "MOD": ("will", "should", "could", "must", "does not", "would never", "may"),
    "P": ("with", "through", "near", "behind", "without", "from", "during", "between", "about", "under", "towards"),
    "ADV": ("yesterday", "perhaps", "usually", "of course", "three years ago", "nevertheless", "at last"),
}
GERMAN: Rules = {
    "S": (
        "NP VT NP PP",
        "NP VI PP",
        "NP sagte dass NP NP VT",
        "ADV VT NP NP",
        "NP VT NP weil NP PP VI",
        "NP MOD NP PP VB",
    ),
    "NP": ("DET N", "DET ADJ N", "DET N PP", "PRON", "DET N der NP VT", "DET ADJ N des N"),
    "PP": ("P DET N", "P DET ADJ N", "P DET N und DET N"),
    "DET": ("der", "die", "das", "ein", "eine", "dieser", "jede", "unser", "seine", "ihre", "den", "dem", "einem"),
    "PRON": ("sie", "wir", "jemand", "niemand", "er", "ich", "man"),
    "N": listed(
        "Haus Fluss Kind Lehrer Regierung Fenster Brief Frage Morgen Straße Buch Land Frau Hund Freund Dorf "
        "Schwierigkeit Wetter Garten Maschine Gesellschaft Antwort Arzt Schiff Messer Winter Stadt Kirche Schüler "
        "Minister Küche Berg Papier Geschichte Weg Tisch Bauer Soldat Bild Brücke"
    ),
    "ADJ": listed(
        "kleine alte schöne teure seltsame ruhige verschiedene wichtige schwere junge leere grüne gefährliche "
        "nützliche billige berühmte hölzerne frühe helle schwierige"
    ),
    "VT": listed(
        "sieht findet kaufte schrieb vergaß erinnert änderte folgte öffnete verlor baut beantwortet bemerkte "
        "beschreibt trug glaubte bietet reparierte vermied beobachtete"
    ),
    "VI": listed("schläft wartete lachte verschwand arbeitet lebt ging stand fiel starb singt"),
    "VB": listed(
        "sehen finden kaufen schreiben vergessen ändern folgen öffnen verlieren bauen beantworten beschreiben"
    ),
    "MOD": ("wird", "sollte", "könnte", "muss", "darf nicht", "würde niemals", "möchte"),
    "P": ("mit", "durch", "neben", "hinter", "ohne", "aus", "während", "zwischen", "über", "unter", "gegen"),
    "ADV": ("gestern", "vielleicht", "gewöhnlich", "natürlich", "vor drei Jahren", "trotzdem", "endlich"),
}
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


def written(rules: Rules, words: int, random: Random) -> list[str]:
    """Sentences by a grammar, one after the other, cut to so many words."""
    tokens: list[str] = []
    while len(tokens) < words:
        waiting = listed("S")
        while waiting and len(tokens) < words:
            word = waiting.pop(0)
            if word in rules:
                waiting[:0] = random.choice(rules[word]).split()
            elif word != ",":
                tokens.append(word)
    return tokens


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
        "English": lambda tokens: written(ENGLISH, len(tokens), random),
        "German": lambda tokens: written(GERMAN, len(tokens), random),
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


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("samples", type=Path, help="real sentences, such as ../shared/aethel2020/dev.jsonl.xz")
    options.add_argument("--model", default="nl")
    options.add_argument("--most", type=int, default=500, help="texts of each kind")
    options.add_argument("--timed", type=int, default=100, help="sentences to measure the cost with")
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
    for name, texts in no_sentences(real, random).items():
        of_kind = confidences(parser, texts)
        print(f"| {name} | {np.median(of_kind):.3f} | {auc(of_real, of_kind):.3f} |")
    print(f"\nCPU time with confidence, times that without: {cost(parser, real[: chosen.timed]):.3f}")


if __name__ == "__main__":
    main()
