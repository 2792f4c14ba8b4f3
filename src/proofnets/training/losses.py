"""The two losses of the paper, added up: one for the frame's symbols, one for the links."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from proofnets.derivation.spelling import SEP, SPECIAL
from proofnets.network.config import Config
from proofnets.network.network import Network
from proofnets.network.sinkhorn import gumbel, sinkhorn
from proofnets.training.batches import Batch


@dataclass(frozen=True, slots=True)
class Losses:
    """Sums over a batch, with what they are sums of, so that parts of a batch can be put together.

    The loss of symbols is that of all decoders, each of which writes them all.
    """

    symbols: Tensor
    links: Tensor
    symbol_count: int
    link_count: int


def losses(network: Network, batch: Batch, config: Config) -> Losses:
    """The losses of a batch, frames given as they should be (teacher forcing) to decoders and linker alike.

    In training some of the symbols before may be hidden from a decoder: it will have to write on after its own
    mistakes, so it had better not lean on all that it wrote. Where types end, it always knows.
    """
    states = network.encoder(batch.pieces, batch.piece_mask, batch.pooling)
    symbols = links = torch.zeros((), device=states.device)
    hidden = config.optimisation.symbol_dropout_rate if network.training else 0.0
    for tagger, frames in zip(network.supertaggers, batch.frames, strict=True):
        inputs = frames.inputs
        if hidden:
            shown = torch.rand(inputs.shape, device=inputs.device) >= hidden
            inputs = inputs.where(shown | (inputs <= SPECIAL.index(SEP)), 0)
        symbols = symbols + functional.cross_entropy(
            tagger(inputs, frames.typed[:, 1:], states, batch.words).flatten(0, 1),
            frames.targets.flatten(),
            ignore_index=0,
            label_smoothing=config.optimisation.label_smoothing,
            reduction="sum",
        )
    first = batch.frames[0]
    atoms = network.linker(first.symbols, first.typed, states, batch.words, batch.frame, batch.atoms)
    count = 0
    noise = config.sinkhorn.gumbel_noise if network.training else 0.0
    for group in batch.groups:
        log_probabilities = link_scores(atoms, group, config.sinkhorn.iterations, noise)
        links = links - log_probabilities.diagonal(dim1=-2, dim2=-1).sum()
        count += group.numel()
    return Losses(symbols, links, int(batch.frame[:, 1:].sum()), count)


def link_scores(atoms: Tensor, group: Tensor, iterations: int, noise: float = 0.0) -> Tensor:
    """Sinkhorn's log-probabilities of matrices of one size, (matrices, n, n): rows negative, columns positive.

    The positive atom that belongs to row i is column i.
    """
    rows, columns = (vectors.flatten(0, 1)[group].float() for vectors in atoms)
    with torch.autocast(atoms.device.type, enabled=False):  # these are exponents: bfloat16 would round them too far
        scores = rows @ columns.transpose(-1, -2)
    return sinkhorn(gumbel(scores, noise) if noise else scores, iterations)
