"""The parser's speed and memory: with random BERT-Base weights, as the table of the authors' code, and as it ships.

`python -m benchmarks.parser` prints every table; `--text FILE` also parses long sentences of raw Dutch text, and
`--memory 100000` so many sentences, and watches the memory. CPU time stands beside wall time,
and each time beside a baseline of the same run: these machines are noisy.
"""

from __future__ import annotations

import argparse
import math
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import cycle, islice, product
from pathlib import Path
from typing import TypeVar

import numpy as np

from proofnets.deadline import Deadline
from proofnets.derivation.spelling import MORE, NOTHING, PAD, SEP, SOS
from proofnets.modelfolder import TOKENIZER, DecoderInfo, Metadata, RunInfo, checksum, graph_file, write_metadata
from proofnets.parser.decoding import Constraints, decode
from proofnets.parser.grammar import Grammar
from proofnets.parser.inputs import Sentence, from_lines, from_text
from proofnets.parser.linking import best_analyses
from proofnets.parser.parser import Parser
from proofnets.parser.runtime import Decoder, Encoded, Floats, Ints, Memory, Model
from proofnets.parser.settings import Settings
from proofnets.parser.voices import decode_together

SENTENCES = """De minister van Buitenlandse Zaken heeft gisteren in Brussel met zijn Franse collega gesproken .
De kinderen die in de tuin speelden , hebben de hele middag niets gegeten .
Volgens de politie is de man die vorige week werd aangehouden inmiddels weer vrij .
Het bedrijf wil volgend jaar twee nieuwe fabrieken bouwen in het oosten van Polen .
Ze vroeg zich af of hij haar brief over de vergadering wel had gelezen .
De gemeente heeft besloten om de oude brug over de rivier niet te vervangen .
Veel mensen denken dat de prijzen van huizen dit jaar opnieuw zullen gaan stijgen .
In de tweede helft van de wedstrijd scoorde de jonge spits van Ajax twee keer .
"""
"""Newspaper style, fifteen or sixteen tokens each; written for this."""

PARTS = """De minister|Een vriend|Het meisje met de rode jas|Niemand|De trein|Zij|Mijn buurman|Jan|De kat|Iedereen
zag|vond|kende|zocht|hoorde|verkocht|herkende|tekende|haalde|bewaarde
gisteren|vaak|nooit|dus|op het station|toch|vroeger|zelden|toen|in Gent
een boek|de sleutel|zijn broer|het oude schip|honden|de man die daar woonde|een lied|niets|haar brief|twee foto's
.|en lachte .|niet .|omdat het regende .|, zei de krant .|?|weer .|en ging naar huis .|achter de kerk .|voor ons ."""
"""A sentence is one part of every line."""

WORDS, SYMBOLS_A_WORD = 15, 4

T = TypeVar("T")


def timed(action: Callable[[], object]) -> tuple[float, float]:
    """Wall and CPU seconds."""
    wall, cpu = time.perf_counter(), time.process_time()
    action()
    return time.perf_counter() - wall, time.process_time() - cpu


class Forced:
    """A decoder that does all its work, and is then told what to write: fifteen types of three symbols and a goal.

    Which atoms it writes is left to chance, so that beams differ.
    """

    def __init__(self, decoder: Decoder, symbols: tuple[str, ...]) -> None:
        self.decoder = decoder
        binary = np.array([symbol.startswith("◇") for symbol in symbols])
        atom = np.array([symbol.isalpha() for symbol in symbols])
        sep = np.array([symbol == SEP for symbol in symbols])
        self.shape = [np.where(kind, 0.0, -1000.0) for kind in (binary, atom, atom, sep)]
        self.random = np.random.default_rng(0)

    def sees(self, encoded: Encoded) -> Encoded:
        """The decoder's own."""
        return self.decoder.sees(encoded)

    def first_cache(self, rows: int) -> Memory:
        """The decoder's own."""
        return self.decoder.first_cache(rows)

    def step(self, symbols: Ints, lengths: Ints, typed: Ints, seen: Encoded, cache: Memory) -> tuple[Floats, Memory]:
        """The decoder's own, but for the scores."""
        position = cache[1].shape[2]
        scores, grown = self.decoder.step(symbols, lengths, typed, seen, cache)
        last = position == WORDS * SYMBOLS_A_WORD
        forced = self.shape[1 if last else position % SYMBOLS_A_WORD] + self.random.normal(size=scores.shape)
        return forced.astype(np.float32), grown


def bert_base() -> None:
    """Encode and decode with a random BERT-Base and the paper's decoder, one thread, frames of 60 symbols."""
    import torch
    from transformers import BertConfig, BertModel

    from proofnets.export.export import graphs, write_graph
    from proofnets.network.config import EncoderConfig, read_config
    from proofnets.network.encoder import SentenceEncoder
    from proofnets.network.network import Network

    torch.set_num_threads(1)
    torch.manual_seed(0)
    symbols = (PAD, SOS, SEP, NOTHING, MORE, *(f"◇x{i}" for i in range(20)), *"abcdefghijklmnopqrstuvwxyz")
    encoder = SentenceEncoder(EncoderConfig("bert"), BertModel(BertConfig(vocab_size=30_000), add_pooling_layer=False))
    config = read_config(Path(__file__).parents[1] / "configs" / "paper.toml")
    network = Network(config, encoder, len(symbols)).eval()
    rows, pieces = 32, 20
    ids = torch.randint(5, 30_000, (rows, pieces))
    mask, pooling = torch.ones_like(ids), torch.eye(1 + WORDS, pieces).expand(rows, -1, -1).contiguous()
    grammar = Grammar(symbols)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for function, (graph, inputs, dynamic) in graphs([network]).items():
            write_graph(graph, inputs, dynamic, folder / graph_file(function))
        (folder / TOKENIZER).write_text("{}")  # pieces are given as numbers
        metadata = Metadata(
            made_by="benchmarks.parser",
            precision="float32",
            symbols=symbols,
            counts=(0,) * len(symbols),
            tokenizer_config={},
            padding="",
            pieces=30_000,
            longest=512,
            word_aware=False,
            decoders=(DecoderInfo("step", False, config.decoder.layers),),
            sinkhorn_iterations=5,
            runs=(RunInfo({}, {}, {}, 0, 0, {}, {}),),
            card={},
            files={path.name: checksum(path) for path in folder.iterdir()},
        )
        write_metadata(folder, metadata)
        model = Model(folder)
        given = {"pieces": ids.numpy(), "mask": mask.numpy(), "pooling": pooling.numpy()}

        def encode(some: slice = slice(None)) -> Encoded:
            states, words, *cross = model.graph("encode").run({name: array[some] for name, array in given.items()})
            return Encoded(states, np.ones(states.shape[:2], dtype=np.bool_), (words,), (tuple(cross),))

        free = Constraints(balanced=False, floor=-math.inf, margin=math.inf)

        def run(width: int, some: slice = slice(None)) -> None:
            encoded = encode(some)
            lengths = [WORDS] * len(encoded.states)
            forced = Forced(model.decoders[0], symbols)
            found = decode(forced, grammar, encoded, lengths, width, free, Deadline())
            assert all(len(each.frames[0].symbols) == 2 + WORDS * SYMBOLS_A_WORD for each in found)

        @torch.no_grad()
        def uncached() -> None:
            states = network.encoder(ids, mask, pooling)
            there = torch.ones(rows, 1 + WORDS, dtype=torch.bool)
            written = torch.ones(rows, 1, dtype=torch.long)
            for position in range(WORDS * SYMBOLS_A_WORD + 1):
                typed = torch.arange(position + 1).div(SYMBOLS_A_WORD, rounding_mode="floor").expand(rows, -1)
                scores = network.supertaggers[0](written, typed.clamp(max=WORDS), states, there)
                written = torch.cat([written, scores[:, -1:].argmax(-1)], 1)

        encode()
        print("CPU seconds a sentence: random BERT-Base, the paper's decoder, one thread, frames of 60 symbols")
        whole = timed(encode)[1] / rows
        print(f"  {'the encoder alone':<44} {whole:.3f}")
        baseline = timed(uncached)[1] / rows
        print(f"  {'greedy, batch 32, no cache (torch)':<44} {baseline:.3f}")
        for name, width in (("greedy", 1), ("beam 5", 5)):
            cpu = min(timed(lambda w=width: run(w))[1] for _ in range(3)) / rows
            print(f"  {name + ', batch 32':<44} {cpu:.3f}   {baseline / cpu:.1f} × faster than without the cache")
        one = timed(lambda: [run(1, slice(i, i + 1)) for i in range(8)])[1] / 8
        print(f"  {'greedy, one by one':<44} {one:.3f}")


def packaged() -> None:
    """The model of the package: cold start, sentences a second, growth with length."""
    command = [sys.executable, "-m", "proofnets", "parse", "De strategie die ze volgen is eeuwenoud."]
    subprocess.run(command, check=True, capture_output=True)  # the files are in the cache of the system from here on
    walls, cpus = [], []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        walls.append(time.perf_counter() - start)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpus.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    print("The model of the package")
    print(f"  cold start, shell to answer: {min(walls):.2f} s wall, {min(cpus):.2f} s CPU (best of 5)")
    parser = Parser()
    sentences = list(islice(cycle(from_lines([SENTENCES])), 512))
    list(parser.parse_sentences(sentences[:32]))
    for name, width in (("greedy", 1), ("beam 5", 5)):
        wall, cpu = timed(lambda w=width: list(parser.parse_sentences(sentences, Settings(beam=w))))
        pace, each = len(sentences) / wall, 1000 * cpu / len(sentences)
        print(f"  {name}, 15 words: {pace:.0f} sentences a second ({each:.0f} ms CPU each)")
    alone, _ = timed(lambda: [list(parser.parse_sentences([one])) for one in sentences[:64]])
    together, _ = timed(lambda: list(parser.parse_sentences(sentences[:64])))
    print(f"  greedy, a batch against one by one: {alone / together:.1f} × faster")
    words = [token.text for sentence in from_lines([SENTENCES]) for token in sentence.tokens if token.text != "."]
    print("  growth with length, greedy:")
    points = []
    for length in (10, 25, 50, 100, 200):
        (sentence,) = from_lines([" ".join(islice(cycle(words), length))])
        cpu = min(timed(lambda s=sentence: list(parser.parse_sentences([s])))[1] for _ in range(2))
        points.append((math.log(length), math.log(cpu)))
        print(f"    {length:>4} words: {cpu:.3f} s CPU")
    slope = np.polyfit(*zip(*points[1:], strict=True), 1)[0]
    print(f"    exponent from 25 words on: {slope:.2f}")


def steps(batch: int) -> None:
    """What a greedy parse is made of, against what the encoders take of it."""
    cascade = Parser(threads=1).cascade
    sentences = [[token.text for token in sentence.tokens] for sentence in from_lines([SENTENCES])] * 16
    batches = [sentences[start : start + batch] for start in range(0, len(sentences), batch)]
    settings, ever = Settings(), Deadline()
    cpu = dict.fromkeys(("the encoders", "decoding", "links and nets", "repair and wide beam"), 0.0)

    def spent(name: str, action: Callable[[], T]) -> T:
        start = time.process_time()
        result = action()
        cpu[name] += time.process_time() - start
        return result

    def analysed() -> None:
        for some in batches:
            cascade.analyse(some, settings, [ever] * len(some))

    def taken_apart() -> None:  # each lambda is called at once, in its own turn of the loop: B023 does not matter
        for some in batches:
            lengths, limits, known = [len(words) for words in some], settings.constraints, cascade.precedents(some)
            encoded = spent("the encoders", lambda: cascade.model.encode(some))  # noqa: B023
            found = spent(
                "decoding",
                lambda: decode_together(cascade.voices, encoded, lengths, 1, limits, ever, known),  # noqa: B023
            )
            frames = [(row, frame) for row, decoded in enumerate(found) for frame in decoded.frames]
            spelled = [cascade.grammar.derivation(some[row], frame.symbols) for row, frame in frames]
            linked = spent("links and nets", lambda: cascade.linker.link(encoded, frames, spelled))  # noqa: B023
            spent("links and nets", lambda: [best_analyses(each, settings, ever) for each in linked])  # noqa: B023

    analysed()  # once before it is measured: the first batches take longer
    whole = timed(analysed)[1]
    taken_apart()
    cpu["repair and wide beam"] = max(0.0, whole - sum(cpu.values()))
    print(f"CPU of a greedy parse, sentences of 15 words, {batch} at a time, one thread")
    for name, seconds in [*cpu.items(), ("all", whole)]:
        of_encoders = seconds / cpu["the encoders"]
        print(f"  {name:<22} {1000 * seconds / len(sentences):5.1f} ms   {of_encoders:.2f} × the encoders")


def nonsense(length: int) -> dict[str, str]:
    """Texts of so many tokens that are no sentences, of several kinds."""
    random = np.random.default_rng(0)
    words = sorted({token.text for sentence in from_lines([SENTENCES]) for token in sentence.tokens} - {".", ","})
    letters = "abcdefghijklmnopqrstuvwxyz"
    kinds = {f"{length} × {word}": [word] * length for word in ("niet", "de", "die", "en", "wil", "Jan", ",", ".")}
    kinds["words at random"] = random.choice(words, length).tolist()
    kinds["keys at random"] = ["".join(random.choice(list(letters), 3)) for _ in range(length)]
    kinds["figures"] = [str(number) for number in random.integers(0, 100, length)]
    kinds["marks"] = random.choice(list(".,;:!?-()"), length).tolist()
    kinds["sentences joined, their words in any order"] = random.permutation(words * length)[:length].tolist()
    kinds["sentences joined"] = list(islice(cycle(SENTENCES.replace(".", "").split()), length))
    return {name: " ".join(tokens) for name, tokens in kinds.items()}


def slow(text: Path | None) -> None:
    """The slow path: nonsense of 200 tokens, and real long sentences, with no bound on their time."""
    parser = Parser(threads=1)
    unbounded = Settings(seconds=None)

    def against_encoder(sentence: Sentence) -> tuple[float, float, str]:
        words = [token.text for token in sentence.tokens]
        encoder = timed(lambda: parser.model.encode([words]))[1]
        start = time.process_time()
        (parse,) = parser.parse_sentences([sentence], unbounded)
        return time.process_time() - start, encoder, parse.status

    print("CPU of nonsense of 200 tokens, greedy, no bound")
    for name, line in nonsense(200).items():
        (sentence,) = from_lines([line])
        cpu, encoder, status = against_encoder(sentence)
        print(f"  {name:<44} {cpu:6.2f} s   {cpu / encoder:5.1f} × the encoders   {status}", flush=True)
    if not text:
        return
    given = (sentence for sentence in from_text(text.read_text(encoding="utf-8")) if 40 <= len(sentence.tokens) <= 80)
    times = [against_encoder(sentence) for sentence in islice(given, 300)]
    cpus, encoders, statuses = zip(*times, strict=True)
    print(f"CPU of {len(times)} real sentences of 40 to 80 tokens, greedy, no bound")
    for name, share in (("median", 50), ("95th percentile", 95), ("slowest", 100)):
        cpu, encoder = np.percentile(cpus, share), np.percentile(encoders, share)
        print(f"  {name:<22} {cpu:6.2f} s   {cpu / encoder:5.1f} × the encoders' own")
    print(f"  proved: {statuses.count('proved')}")


def texts(count: int) -> Iterator[Sentence]:
    """Very many different sentences, short and long ones in turn."""
    parts = [line.split("|") for line in PARTS.splitlines()]
    every = [" ".join(chosen) for chosen in product(*parts)]
    return from_lines(every[number * 7919 % len(every)] for number in range(count))


def memory(count: int) -> None:
    """Resident memory while very many sentences are parsed."""
    print(f"Memory over {count:,} sentences")
    page = os.sysconf("SC_PAGE_SIZE")
    for number, _ in enumerate(Parser().parse_sentences(texts(count)), 1):
        if number % max(1, count // 10) == 0:
            resident = int(Path("/proc/self/statm").read_text().split()[1]) * page
            print(f"  {number:>9,} sentences: {resident / 2**20:.0f} MB", flush=True)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--memory", type=int, default=0, metavar="N", help="watch the memory over so many sentences")
    options.add_argument("--text", type=Path, metavar="FILE", help="parse long sentences of this raw text, too")
    options.add_argument("--no-bert", action="store_true", help="leave the table with BERT-Base out, which needs torch")
    chosen = options.parse_args()
    packaged()
    steps(1)
    steps(32)
    slow(chosen.text)
    if not chosen.no_bert:
        bert_base()
    if chosen.memory:
        memory(chosen.memory)


if __name__ == "__main__":
    main()
