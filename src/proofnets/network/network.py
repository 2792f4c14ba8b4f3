"""The whole network: sentence encoder, supertagger and axiom linker (the paper's figure of the architecture)."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from proofnets.derivation.spelling import SEP, SPECIAL
from proofnets.network.arithmetic import quicken_dropout
from proofnets.network.attention import Rates, Stack, taken
from proofnets.network.config import Config, DecoderConfig
from proofnets.network.embedding import SymbolEmbedding
from proofnets.network.encoder import SentenceEncoder


class WordInput(nn.Module):
    """What a symbol's input says of the word that is being typed: nothing, or a projection of its state."""

    def __init__(self, config: DecoderConfig, source: int) -> None:
        super().__init__()
        self.project = nn.Linear(source, config.input_output_dimensionality) if config.word_aware else None

    def forward(self, states: Tensor) -> Tensor | None:
        """(batch, 1 + words, source) to (batch, 1 + words, width), or None."""
        return None if self.project is None else self.project(states)


def add_words(symbols: Tensor, words: Tensor | None, which: Tensor) -> Tensor:
    """Add to each symbol's (batch, length, width) vector that of the word with the (batch, length) number."""
    return symbols if words is None else symbols + taken(words, which)


def positions(symbols: Tensor, word_aware: bool) -> Tensor:
    """Where (batch, length) symbols stand, as numbers that fit their shape: in the frame, or in the type of their word.

    Counted anew after each [SEP], the same type is the same vectors wherever its word stands, so it is learnt from all
    its words together, and a mistake in one type does not move all that comes after it. Which word it is, a word-aware
    network knows without counting.
    """
    length = symbols.shape[1]
    count = torch.arange(length, device=symbols.device).float()
    if not word_aware:
        return count.unsqueeze(0)
    starts = (symbols == SPECIAL.index(SEP)) * count
    return count - (starts.unsqueeze(1) * torch.ones(length, length, device=symbols.device).tril()).amax(-1)


class Supertagger(nn.Module):
    """Writes a frame, symbol by symbol, from its first word on or from its last."""

    def __init__(
        self, config: DecoderConfig, embedding: SymbolEmbedding, source: int, dropout: Rates, backwards: bool
    ) -> None:
        super().__init__()
        self.embedding, self.word_aware, self.backwards = embedding, config.word_aware, backwards
        self.words = WordInput(config, source)
        self.stack = Stack(config, source, dropout)
        self.dropout = nn.Dropout(dropout.states)

    def forward(self, symbols: Tensor, typed: Tensor, states: Tensor, words: Tensor) -> Tensor:
        """The scores of what comes after each of the (batch, length) symbols: (batch, length, vocabulary).

        `typed` is the word that the next symbol types; `words` is true at the words that are there.
        """
        length, places = symbols.shape[1], positions(symbols, self.word_aware)
        x = self.dropout(add_words(self.embedding(symbols, places), self.words(states), typed))
        causal = torch.ones(length, length, dtype=torch.bool, device=symbols.device).tril()
        x = self.stack(x, self.stack.cross(states), words[:, None, None], causal)
        return self.scores(x, places)

    def scores(self, states: Tensor, places: Tensor) -> Tensor:
        """What the states that were computed for symbols at some places say of the symbols after them.

        A word-aware decoder reads all of them as at the first place of a type: its states know where they are, and
        one table for all is faster.
        """
        return self.embedding.scores(states, torch.ones_like(places[0, :1]) if self.word_aware else places[0] + 1)


class Linker(nn.Module):
    """Scores how well a negative and a positive atom of a frame go together."""

    def __init__(self, config: Config, embedding: SymbolEmbedding, source: int, dropout: Rates) -> None:
        super().__init__()
        sinkhorn = config.sinkhorn
        width = config.bimodal_encoder.input_output_dimensionality
        self.embedding, self.word_aware = embedding, config.bimodal_encoder.word_aware
        self.words = WordInput(config.bimodal_encoder, source)
        self.stack = Stack(config.bimodal_encoder, source, dropout)
        self.dropout = nn.Dropout(dropout.states)

        def projection() -> nn.Sequential:
            hidden, out = sinkhorn.feed_forward_dimensionality, sinkhorn.output_dimensionality
            return nn.Sequential(nn.Linear(width, hidden), nn.GELU(), nn.Linear(hidden, out), nn.LayerNorm(out))

        self.negative, self.positive = projection(), projection()

    def forward(
        self, symbols: Tensor, typed: Tensor, states: Tensor, words: Tensor, frame: Tensor, atoms: Tensor
    ) -> Tensor:
        """The vectors of as many negative as positive atoms, which stand at (2, batch, atoms) places of the frame:
        (2, batch, atoms, output_dimensionality).

        `typed` is the word that a symbol types; `words` and `frame` are true at the words and symbols that are there.
        Atoms without a choice need no vectors, and symbols that are no atoms have none.
        """
        places = positions(symbols, self.word_aware)
        x = self.dropout(add_words(self.embedding(symbols, places), self.words(states), typed))
        wanted = torch.cat([atoms[0], atoms[1]], 1)
        x = self.stack(x, self.stack.cross(states), words[:, None, None], frame[:, None, None], wanted)
        count = atoms.shape[2]
        return torch.stack([self.negative(x[:, :count]), self.positive(x[:, count:])])


class Network(nn.Module):
    """All three parts, with one table of symbol embeddings; there may be a supertagger for each direction."""

    def __init__(self, config: Config, encoder: SentenceEncoder, symbols: int) -> None:
        super().__init__()
        self.encoder = encoder
        self.embedding = SymbolEmbedding(symbols, config.decoder.input_output_dimensionality)
        dropout = Rates(config.optimisation.dropout_rate, config.optimisation.attention_dropout_rate)
        self.supertaggers = [
            Supertagger(config.decoder, self.embedding, encoder.width, dropout, backwards)
            for backwards in config.decoder.backwards
        ]
        named = {"backwards" if each.backwards else "forwards": each for each in self.supertaggers}
        self.taggers = nn.ModuleDict(named)  # this is for torch to know them, the list for their type
        self.linker = Linker(config, self.embedding, encoder.width, dropout)
        quicken_dropout(self)
