"""Greedy decoding in torch, for validation while training. The parser has its own, which needs no torch.

The grammar of types is kept as it goes: a type goes on until nothing is missing from it, then comes [SEP]; the frame
ends with the goal's type.
"""

from __future__ import annotations

import torch
from torch import Tensor

from proofnets.derivation.spelling import MORE, NOTHING, SEP, SOS, SPECIAL
from proofnets.logic import arity
from proofnets.network.network import Supertagger, add_words
from proofnets.network.vocabulary import Vocabulary
from proofnets.training.batches import Batch

LONGEST = 300
"""Frames that are longer are given up."""


def arities(vocabulary: Vocabulary) -> Tensor:
    """How many types must follow each symbol; 0 for the symbols that are no part of a type."""
    return torch.tensor([0 if symbol in SPECIAL else arity(symbol) for symbol in vocabulary.symbols])


@torch.no_grad()
def greedy(tagger: Supertagger, batch: Batch, states: Tensor, vocabulary: Vocabulary) -> list[list[int]]:
    """The most likely symbol at every step: a frame for every sentence, with [SOS]; cut off if it grows too long."""
    rows, device = len(batch.pieces), states.device
    children = arities(vocabulary).to(device)
    sep, sos = vocabulary.number(SEP), vocabulary.number(SOS)
    markers = torch.tensor([vocabulary.number(NOTHING), vocabulary.number(MORE)], device=device)
    cross, projected = tagger.stack.cross(states), tagger.words(states)
    cache = tagger.stack.empty_cache(rows)
    last = batch.words.sum(1) - 1  # the number of words
    backwards = tagger.backwards
    word = last.clone() if backwards else torch.ones_like(last)  # the word that is being typed, 0 for the goal
    missing = torch.ones(rows, dtype=torch.long, device=device)  # how many types are still due
    fresh = torch.ones(rows, dtype=torch.bool, device=device)  # whether a type is yet to begin
    done = torch.zeros(rows, dtype=torch.bool, device=device)
    symbol = torch.full((rows,), sos, device=device)
    frames = [symbol]
    here = torch.zeros(rows, 1, device=device)
    for _ in range(LONGEST):
        x = add_words(tagger.embedding(symbol[:, None], here), projected, word[:, None])
        x, cache = tagger.stack.step(x, cross, batch.words[:, None, None], cache)
        scores = tagger.scores(x, here)[:, 0]
        scores[:, :3] = -torch.inf
        scores[:, markers] = torch.where((fresh & (word > 0))[:, None], scores[:, markers], -torch.inf)
        ended = missing == 0
        symbol = torch.where(ended, sep, scores.argmax(1))
        symbol = torch.where(done, 0, symbol)
        missing = torch.where(ended, 1, missing + children[symbol] - 1)
        following = (word - 1).clamp(min=0) if backwards else torch.where(word < last, word + 1, 0)
        word = torch.where(ended, following, word)
        fresh = ended
        here = torch.where(ended[:, None] & tagger.word_aware, 0, here + 1)
        frames.append(symbol)
        done = done | ((word == 0) & (missing == 0))
        if bool(done.all()):
            break
    return [[int(s) for s in row if s] for row in torch.stack(frames, 1).tolist()]
