"""Validation as in the paper: greedy frames, and links for frames that are given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import torch

from proofnets.derivation.spelling import SEP
from proofnets.network.config import Config
from proofnets.network.network import Network
from proofnets.network.vocabulary import Vocabulary
from proofnets.training.batches import Example, collate, in_order
from proofnets.training.decoding import greedy
from proofnets.training.losses import link_scores
from proofnets.training.processes import rank, total, world


@dataclass(frozen=True, slots=True)
class Scores:
    """Shares between 0 and 1, over all examples, and over both decoders where there are two."""

    symbols: float
    """Symbols right, given the right ones before them."""
    types: float
    """Tokens whose type is right in the greedy frame."""
    frames: float
    """Sentences whose greedy frame is right as a whole."""
    links: float
    """Sentences all of whose links are right, given the right frame."""

    def to_dict(self) -> dict[str, float]:
        """As plain data."""
        return asdict(self)


@torch.no_grad()
def validate(
    network: Network, examples: Sequence[Example], vocabulary: Vocabulary, config: Config, padding: int
) -> Scores:
    """Score a network on examples; several processes share them."""
    network.eval()
    device = next(network.parameters()).device
    sep = vocabulary.number(SEP)
    symbols = symbols_right = types = types_right = frames_right = links_right = 0
    shares = list(in_order(examples, 2 * config.optimisation.batch_size))[rank() :: world()]
    for indices in shares:
        batch = collate([examples[i] for i in indices], padding).to(device)
        states = network.encoder(batch.pieces, batch.piece_mask, batch.pooling)
        for number, (tagger, written) in enumerate(zip(network.supertaggers, batch.frames, strict=True)):
            best = tagger(written.inputs, written.typed[:, 1:], states, batch.words).argmax(-1)
            there = written.targets != 0
            symbols += int(there.sum())
            symbols_right += int((best == written.targets)[there].sum())
            for index, frame in zip(indices, greedy(tagger, batch, states, vocabulary), strict=True):
                gold = examples[index].frames[number].symbols
                frames_right += frame == gold
                right, all_ = _types_right(frame, gold, sep)
                types += all_
                types_right += right
        wrong = torch.zeros(len(indices), dtype=torch.bool, device=device)
        first = batch.frames[0]
        atoms = network.linker(first.symbols, first.typed, states, batch.words, batch.frame, batch.atoms)
        for group in batch.groups:
            linked = link_scores(atoms, group, config.sinkhorn.iterations).argmax(-1)
            fine = (linked == torch.arange(linked.shape[1], device=device)).all(-1)
            wrong[group[~fine, 0] // batch.atoms.shape[2]] = True
        links_right += len(indices) - int(wrong.sum())
    sums = total([symbols_right, symbols, types_right, types, frames_right, links_right])
    count = max(1, len(examples))
    frames = count * len(network.supertaggers)
    return Scores(sums[0] / max(1, sums[1]), sums[2] / max(1, sums[3]), sums[4] / frames, sums[5] / count)


def _types_right(frame: list[int], gold: list[int], sep: int) -> tuple[int, int]:
    """How many tokens have the right type, and how many there are; the goal is not counted."""
    written, wanted = _split(frame, sep), _split(gold, sep)
    return sum(type_ == other for type_, other in zip(written, wanted, strict=False)), len(wanted)


def _split(frame: list[int], sep: int) -> list[list[int]]:
    types: list[list[int]] = [[]]
    for symbol in frame[1:]:
        if symbol == sep:
            types.append([])
        else:
            types[-1].append(symbol)
    return types[:-1]
