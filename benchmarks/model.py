"""Training speed, grouped linking, the word-aware decoder against the paper's, and learning 200 sentences by heart.

Give a folder with train.jsonl and dev.jsonl, as `proofnets extract --split` writes them. Times are wall times of two
threads; what matters is the ratios within one run.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TypeVar

import torch
from torch import nn
from transformers import BertConfig, BertModel

from proofnets.derivation import net
from proofnets.export.export import export
from proofnets.network.arithmetic import fast
from proofnets.network.config import Config, read_config
from proofnets.network.encoder import SentenceEncoder, load_encoder
from proofnets.network.network import Network
from proofnets.network.vocabulary import Vocabulary, vocabulary_of
from proofnets.parser.inputs import from_tokens
from proofnets.parser.parser import Parser
from proofnets.training.batches import Batch, Example, batches, collate, encode
from proofnets.training.losses import link_scores, losses
from proofnets.training.optimiser import learning_rate, optimiser_of, set_learning_rate
from proofnets.training.train import train
from proofnets.treebank import Sample, read_samples, symbols, write_samples

CONFIGS = Path(__file__).parents[1] / "configs"
T = TypeVar("T")


def timed(parts: dict[str, float], name: str, action: Callable[[], T]) -> T:
    start = time.perf_counter()
    result = action()
    parts[name] = parts.get(name, 0.0) + time.perf_counter() - start
    return result


def throughput(
    name: str, config: Config, encoder: SentenceEncoder, found: list[Batch], size: int, quick: bool = True
) -> float:
    """Symbols a second of training, and where the time goes; not quick, with the arithmetic that torch has."""
    network = Network(config, encoder, size).train()
    if not quick:
        for module in network.modules():
            for child, part in module.named_children():
                if isinstance(part, nn.Dropout):
                    setattr(module, child, nn.Dropout(part.p))
    optimiser = optimiser_of(network, config.optimisation)
    parts: dict[str, float] = {}
    count = 0
    for number, batch in enumerate(found, 1):
        set_learning_rate(optimiser, learning_rate(number, len(found), config.optimisation))
        if number == 3:  # the first ones only warm up
            parts, count = {}, 0
        with fast(torch.device("cpu")) if quick else nullcontext():
            timed(parts, "encoder", lambda b=batch: network.encoder(b.pieces, b.piece_mask, b.pooling))
        with fast(torch.device("cpu")) if quick else nullcontext():
            result = timed(parts, "encoder, decoder and linker", lambda b=batch: losses(network, b, config))
        loss = result.symbols / result.symbol_count + result.links / max(1, result.link_count)
        timed(parts, "backward", lambda value=loss: torch.autograd.backward(value))
        timed(parts, "optimiser", optimiser.step)
        optimiser.zero_grad()
        count += result.symbol_count
    forward = parts["encoder, decoder and linker"]
    whole = forward + parts["backward"] + parts["optimiser"]
    shares = {"encoder": parts["encoder"], "decoder and linker": max(0.0, forward - parts["encoder"])}
    shares |= {"backward": parts["backward"], "optimiser": parts["optimiser"]}
    told = ", ".join(f"{part} {seconds / whole:.0%}" for part, seconds in shares.items())
    print(f"  {name:<28} {count / whole:>7,.0f} symbols a second   {told}")
    return count / whole


def linking(batch_sizes: list[int], examples: list[Example], padding: int) -> None:
    """Grouped by size against one matrix at a time."""
    print("Sinkhorn and linking, grouped by size against one by one")
    for size in batch_sizes:
        batch = collate(examples[:size], padding)
        atoms = torch.randn(*batch.atoms.shape, 32)
        alone = [matrix[None] for group in batch.groups for matrix in group]
        times = []
        for groups in (batch.groups, alone):
            best = min(_seconds(lambda g=groups, a=atoms: [link_scores(a, some, 5) for some in g]) for _ in range(20))
            times.append(best)
        shape = f"{len(batch.groups):>2} groups for {len(alone):>3} matrices"
        print(f"  batch {size:>3}: {shape}, {times[1] / times[0]:.1f} × faster")


def _seconds(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def decoders(data: Path, minutes: float, config: Config) -> None:
    """The same short training of the paper's decoder and of the one that is told which word it types."""
    print(f"The paper's decoder against the word-aware one, {minutes:g} minutes each")
    samples = [s for s in islice(read_samples(data / "train.jsonl"), 6000) if symbols(s) <= 100]
    vocabulary = vocabulary_of(samples)
    for name, aware in (("paper's", False), ("word-aware", True)):
        torch.manual_seed(0)
        changed = replace(config, decoder=replace(config.decoder, word_aware=aware))
        encoder, tokenizer = load_encoder(changed)
        examples = [encode(s, vocabulary, tokenizer) for s in samples]
        network = Network(changed, encoder, len(vocabulary)).train()
        optimiser = optimiser_of(network, changed.optimisation)
        order = batches(examples, 32, 0, 0, 0)
        start, recent, curve = time.monotonic(), list[tuple[float, float]](), list[str]()
        for step, indices in enumerate(order, 1):
            set_learning_rate(optimiser, 1e-3 * min(1.0, step / 60))
            result = losses(network, collate([examples[i] for i in indices], int(tokenizer.pad_token_id)), changed)
            loss = result.symbols / result.symbol_count + result.links / max(1, result.link_count)
            optimiser.zero_grad()
            torch.autograd.backward(loss)
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            recent.append(
                (result.symbols.item() / result.symbol_count, result.links.item() / max(1, result.link_count))
            )
            if len(recent) == 25:
                means = " and ".join(f"{sum(column) / 25:.2f}" for column in zip(*recent, strict=True))
                curve.append(f"{step}: {means}")
                recent = []
            if time.monotonic() - start > 60 * minutes:
                break
        print(f"  {name:<11} symbol and link loss by step: {', '.join(curve)}")


def by_heart(data: Path, config: Config, count: int) -> None:
    """Learn sentences, export, and parse them from their tokens: how many typed terms are right."""
    print(f"Learning {count} sentences by heart, and parsing them with the exported model")
    fitting = (s for s in islice(read_samples(data / "train.jsonl"), 4000) if 20 < symbols(s) <= 60)
    chosen = list({s.tokens: s for s in fitting}.values())[:count]  # what is ambiguous cannot be learned by heart
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_samples(chosen, folder / "train.jsonl")
        write_samples(chosen, folder / "dev.jsonl")
        steps = {"epochs": 60, "warmup_epochs": 4.0, "batch_size": 20, "batch_symbols": 0, "average_steps": 0}
        as_they_are = {"dropout_rate": 0.0, "label_smoothing": 0.0, "graft_rate": 0.0, "punctuation_rate": 0.0}
        recipe = replace(config, optimisation=replace(config.optimisation, **steps, **as_they_are))
        train(
            recipe,
            folder,
            folder / "run",
            False,
            lambda r: print(f"  epoch {r.epoch}: {r.scores}") if r.scores else None,
        )
        for precision in ("float32", "int8"):
            export([folder / "run"], folder / precision, precision)
            pairs = list(zip(_parses(folder / precision, chosen), chosen, strict=True))
            wrong = [(found, gold) for found, gold in pairs if not _is_right(found, gold)]
            print(f"  {precision}: {len(chosen) - len(wrong)} of {len(chosen)} typed terms right")
            for found, gold in wrong:
                why = "no proof" if not found else "links" if found.types == gold.types else "types"
                print(f"    {why}: {' '.join(gold.tokens)}")


def _parses(model: Path, samples: list[Sample]) -> list[Sample | None]:
    given = (from_tokens(sample.tokens) for sample in samples)
    return [next((a.derivation for a in p.analyses if a.proved), None) for p in Parser(model).parse_sentences(given)]


def _is_right(found: Sample | None, gold: Sample) -> bool:
    return found is not None and found.types == gold.types and net(found).links == net(gold).links


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("data", type=Path)
    options.add_argument("--minutes", type=float, default=0, help="train both decoders for so long, and compare")
    options.add_argument("--by-heart", type=int, default=0, help="learn so many sentences by heart")
    chosen = options.parse_args()
    torch.set_num_threads(2)
    config = read_config(CONFIGS / "nl.toml")
    samples = [s for s in islice(read_samples(chosen.data / "train.jsonl"), 3000) if symbols(s) <= 100]
    vocabulary: Vocabulary = vocabulary_of(samples)
    encoder, tokenizer = load_encoder(config)
    padding = int(tokenizer.pad_token_id)
    examples = [encode(s, vocabulary, tokenizer) for s in samples]
    order = batches(examples, 32, 0, 0, 0)
    found = [collate([examples[i] for i in indices], padding) for indices in order[:12]]
    print("Training, batch 32")
    ways = (("nl", True), ("nl, torch's own arithmetic", False))
    rounds = [
        [throughput(name, config, encoder, found, len(vocabulary), quick) for name, quick in ways] for _ in range(3)
    ]
    ratios = sorted(quick / slow for quick, slow in rounds)
    print(f"  {ratios[1]:.1f} × as fast as with torch's own arithmetic ({ratios[0]:.1f} to {ratios[2]:.1f})")
    base = SentenceEncoder(replace(config.encoder, layers=0, mix=False), BertModel(BertConfig(vocab_size=30_000)))
    paper = read_config(CONFIGS / "paper.toml")
    throughput("paper, random BERT-Base", paper, base, found[:6], len(vocabulary))
    linking([1, 8, 32, 128], examples, padding)
    if chosen.minutes:
        decoders(chosen.data, chosen.minutes, config)
    if chosen.by_heart:
        by_heart(chosen.data, config, chosen.by_heart)


if __name__ == "__main__":
    main()
