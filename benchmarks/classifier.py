"""The baseline of the constructive decoder: a classifier over the types of the training data, on the same encoder.

Give a folder with train.jsonl and dev.jsonl, as `proofnets extract --split` writes them. The encoder is fine-tuned as
`configs/nl.toml` says; a linear layer on the state of a token gives it one of the types that occur in training. It
knows nothing of the types around it, and has no goal: its figures are for tokens alone.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from pathlib import Path
from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional

from proofnets.derivation.derivations import Entry
from proofnets.derivation.spelling import frame_symbols
from proofnets.logic import Type
from proofnets.network.config import read_config
from proofnets.network.encoder import SentenceEncoder, load_encoder
from proofnets.network.network import Network
from proofnets.network.vocabulary import vocabulary_of
from proofnets.training.batches import Batch, Example, batches, collate, encode, in_order, without_words
from proofnets.training.optimiser import learning_rate, optimiser_of, set_learning_rate
from proofnets.treebank import Sample, read_samples, symbols

UNKNOWN = -1


class Classifier(nn.Module):
    """Word states to scores of types."""

    def __init__(self, encoder: SentenceEncoder, types: int, dropout: float) -> None:
        super().__init__()
        self.encoder = encoder
        self.head = nn.Sequential(nn.Dropout(dropout), nn.Linear(encoder.width, types))

    def forward(self, batch: Batch) -> Tensor:
        """(batch, words, types)"""
        scores: Tensor = self.head(self.encoder(batch.pieces, batch.piece_mask, batch.pooling)[:, 1:])
        return scores


def targets(samples: list[Sample], numbers: dict[Entry, int], width: int) -> Tensor:
    """(batch, words): the type of each token by number; where there is no token, or no such type, -1."""
    rows = [[numbers.get(entry, UNKNOWN) for entry in sample.types] for sample in samples]
    return torch.tensor([row + [UNKNOWN] * (width - len(row)) for row in rows])


@torch.no_grad()
def validate(
    network: Classifier, samples: list[Sample], examples: list[Example], numbers: dict[Entry, int], padding: int
) -> str:
    """Words whose type is right, and sentences all of whose tokens are."""
    network.eval()
    types = list(numbers)
    words = right = whole = 0
    for indices in in_order(examples, 64):
        best = network(collate([examples[i] for i in indices], padding)).argmax(-1)
        for row, i in enumerate(indices):
            found = [types[number] for number in best[row, : len(samples[i].tokens)].tolist()]
            fits = [one == other for one, other in zip(found, samples[i].types, strict=True)]
            typed = [fit for fit, entry in zip(fits, samples[i].types, strict=True) if isinstance(entry, Type)]
            words, right, whole = words + len(typed), right + sum(typed), whole + all(fits)
    return f"types {right / words:.1%} of {words:,} words, all of them {whole / len(samples):.1%} of {len(samples):,}"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("data", type=Path)
    options.add_argument("--epochs", type=int, default=0, help="as many as the recipe has, unless given")
    chosen = options.parse_args()
    torch.set_num_threads(2)
    torch.manual_seed(0)
    config = read_config(Path(__file__).parents[1] / "configs" / "nl.toml")
    settings = replace(config.optimisation, epochs=chosen.epochs or config.optimisation.epochs)
    training, held_out = (
        [s for s in read_samples(chosen.data / f"{part}.jsonl") if symbols(s) <= settings.longest_frame]
        for part in ("train", "dev")
    )
    numbers = {entry: number for number, entry in enumerate(dict.fromkeys(e for s in training for e in s.types))}
    typed = [entry for sample in held_out for entry in sample.types if isinstance(entry, Type)]
    known = sum(entry in numbers for entry in typed) / len(typed)
    print(f"{len(numbers):,} types in training; {known:.1%} of the words to classify have one of them")
    vocabulary = vocabulary_of(training)
    encoder, tokenizer = load_encoder(config)
    held_out = [s for s in held_out if all(symbol in vocabulary for symbol, _ in frame_symbols(s))]
    examples, dev = ([encode(s, vocabulary, tokenizer) for s in part] for part in (training, held_out))
    network = Classifier(encoder, len(numbers), settings.dropout_rate)
    optimiser = optimiser_of(cast(Network, network), settings)  # all that is asked is its encoder
    start, step = time.monotonic(), 0
    for epoch in range(settings.epochs):
        network.train()
        order = batches(examples, settings.batch_size, settings.batch_symbols, settings.seed, epoch)
        for indices in order:
            step += 1
            set_learning_rate(optimiser, learning_rate(step, len(order), settings))
            batch = collate([examples[i] for i in indices], int(tokenizer.pad_token_id))
            batch = without_words(batch, settings.word_dropout_rate, int(tokenizer.mask_token_id))
            scores = network(batch)
            gold = targets([training[i] for i in indices], numbers, scores.shape[1])
            loss = functional.cross_entropy(
                scores.flatten(0, 1), gold.flatten(), ignore_index=UNKNOWN, label_smoothing=settings.label_smoothing
            )
            optimiser.zero_grad()
            torch.autograd.backward(loss)
            torch.nn.utils.clip_grad_norm_(network.parameters(), settings.gradient_norm)
            optimiser.step()
        scored = validate(network, held_out, dev, numbers, int(tokenizer.pad_token_id))
        print(f"  epoch {epoch + 1}, {(time.monotonic() - start) / 60:.0f} minutes: {scored}", flush=True)


if __name__ == "__main__":
    main()
