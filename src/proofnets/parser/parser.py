"""The parser: sentences to analyses, in batches.

encode → decode → link → verify. Sentences for which no frame gives a net are decoded again with a wider beam.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from proofnets.errors import ProofNetsError
from proofnets.logic import Frame, Type, decompose, occurrences, prefix
from proofnets.parser.analyses import Analysis, Parse
from proofnets.parser.decoding import DecodedFrame, decode
from proofnets.parser.grammar import Grammar
from proofnets.parser.linking import Scores, ranked_structures, sinkhorn
from proofnets.parser.runtime import LONGEST_INPUT, Encoded, Model
from proofnets.parser.tokens import Token, sentences
from proofnets.treebank import Sample, judgement

_SPACED = re.compile(r"\S+")
LONGEST_SENTENCE = 200
"""The most tokens of a sentence."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How hard to try."""

    beam: int = 1
    readings: int = 1
    balanced: bool = True
    """Whether frames must balance; without it, the paper's filter comes only after decoding."""
    attempts: int = 200
    """How many structures of a frame to look at."""
    widenings: int = 2
    """How many times to try again with a beam four times as wide, where there is no proof."""
    batch: int = 32


class Parser:
    """A model that parses."""

    def __init__(self, model: Path, threads: int = 0) -> None:
        self.model = Model(model, threads)
        self.grammar = Grammar(self.model.symbols)

    def parse(self, texts: Iterable[str], settings: Settings | None = None) -> Iterator[Parse]:
        """The parses of all sentences of the texts, in order."""
        split = ((text[s[0].start : s[-1].end], _moved(s)) for text in texts for s in sentences(text))
        return self.parse_tokens(split, settings)

    def parse_lines(self, texts: Iterable[str], settings: Settings | None = None) -> Iterator[Parse]:
        """The parses of sentences that stand a line each, their tokens a space apart; blank lines are left out."""
        lines = (line for text in texts for line in text.splitlines() if line.strip())
        return self.parse_tokens(((line, [_token(m) for m in _SPACED.finditer(line)]) for line in lines), settings)

    def parse_tokens(
        self, given: Iterable[tuple[str, Sequence[Token]]], settings: Settings | None = None
    ) -> Iterator[Parse]:
        """The parses of sentences that are tokenised already, in order; some batches are worked on at a time."""
        chosen = settings or Settings()
        source = iter(given)
        while window := list(islice(source, 8 * chosen.batch)):
            yield from self._window(window, chosen)

    def _window(self, window: list[tuple[str, Sequence[Token]]], settings: Settings) -> list[Parse]:
        parses = [Parse(text, tuple(tokens), error=self._fault(tokens)) for text, tokens in window]
        todo = sorted((i for i, parse in enumerate(parses) if not parse.error), key=lambda i: len(parses[i].tokens))
        for start in range(0, len(todo), settings.batch):
            part = todo[start : start + settings.batch]
            words = [[token.text for token in parses[i].tokens] for i in part]
            for i, analyses in zip(part, self._analyse(words, settings), strict=True):
                parses[i] = Parse(parses[i].text, parses[i].tokens, tuple(analyses))
        return parses

    def _fault(self, tokens: Sequence[Token]) -> str:
        """Why a sentence is not parsed, or nothing."""
        if not tokens:
            return "there are no words in it"
        if len(tokens) > LONGEST_SENTENCE:
            return f"it has {len(tokens):,} tokens, and the longest sentence has {LONGEST_SENTENCE}"
        if len(self.model.pieces([token.text for token in tokens])[0]) > LONGEST_INPUT:
            return f"it has more than {LONGEST_INPUT} sub-word pieces"
        return ""

    def _analyse(self, words: list[list[str]], settings: Settings) -> list[list[Analysis]]:
        encoded = self.model.encode(words)
        found: list[list[Analysis]] = [[] for _ in words]
        todo = list(range(len(words)))
        width = settings.beam
        for widening in range(settings.widenings + 1):
            rows = np.array(todo, dtype=np.int64)
            part = encoded.take(rows)
            last = widening == settings.widenings
            balanced = settings.balanced
            frames = decode(self.model, self.grammar, part, [len(words[i]) for i in todo], width, balanced)
            if last:
                self._fill(frames, part, [len(words[i]) for i in todo])
            for i, analyses in zip(todo, self._link(part, [words[i] for i in todo], frames, settings), strict=True):
                if analyses:
                    found[i] = analyses
            todo = [i for i in todo if not any(analysis.proved for analysis in found[i])]
            width *= 4
            if not todo or not settings.balanced:
                break
        return found

    def _fill(self, frames: list[list[DecodedFrame]], encoded: Encoded, lengths: list[int]) -> None:
        """Where no frame balances, take the best that does not, so that there is something to show."""
        empty = [i for i, found in enumerate(frames) if not found]
        if empty:
            rows = np.array(empty, dtype=np.int64)
            others = decode(
                self.model, self.grammar, encoded.take(rows), [lengths[i] for i in empty], 1, balanced=False
            )
            for i, other in zip(empty, others, strict=True):
                frames[i] = other

    def _link(
        self, encoded: Encoded, words: list[list[str]], frames: list[list[DecodedFrame]], settings: Settings
    ) -> list[list[Analysis]]:
        """The readings of each sentence, from the links of all its frames."""
        flat = [(row, frame) for row, found in enumerate(frames) for frame in found]
        if not flat:
            return [[] for _ in frames]
        longest = max(len(frame.symbols) for _, frame in flat)
        symbols = np.zeros((len(flat), longest), dtype=np.int64)
        typed = np.zeros((len(flat), longest), dtype=np.int64)
        there = np.zeros((len(flat), longest), dtype=np.bool_)
        for number, (_, frame) in enumerate(flat):
            symbols[number, : len(frame.symbols)] = frame.symbols
            typed[number, : len(frame.typed)] = frame.typed
            there[number, : len(frame.symbols)] = True
        rows = np.array([row for row, _ in flat], dtype=np.int64)
        atoms = self.model.link(symbols, typed, encoded.take(rows), there)
        readings: list[list[Analysis]] = [[] for _ in frames]
        for number, (row, frame) in enumerate(flat):
            if len(readings[row]) < settings.readings or settings.readings > 1:
                vectors = atoms[:, number, : len(frame.symbols)]
                readings[row] += self._readings(words[row], frame, vectors, settings)
        return [_best(found, settings.readings) for found in readings]

    def _readings(
        self, words: list[str], frame: DecodedFrame, vectors: np.ndarray, settings: Settings
    ) -> list[Analysis]:
        """The analyses of one frame, best first: its nets, or if it has none its best structure."""
        entries, goal = self.grammar.entries(frame.symbols)
        sample = Sample("", tuple(words), tuple(entries), goal, ())  # type: ignore[arg-type]
        decomposed = decompose(judgement(sample))
        places = [i for i, symbol in enumerate(frame.symbols) if symbol in self.grammar.atom_index]
        scores = self._scores(decomposed, places, vectors)
        found: list[Analysis] = []
        spare: Analysis | None = Analysis(sample, frame.score / len(frame.symbols), None)
        for score, links, net in ranked_structures(decomposed, scores, settings.attempts):
            whole = (frame.score + score) / (len(frame.symbols) + len(links))
            linked = Sample("", sample.tokens, sample.types, goal, links)
            if net is not None:
                found.append(Analysis(linked, whole, net))
                if len(found) == settings.readings:
                    break
            elif spare is not None and not spare.sample.links:
                spare = Analysis(linked, whole, None)
        return found or [spare] if spare else found

    def _scores(self, frame: Frame, places: list[int], vectors: np.ndarray) -> Scores:
        """The log-probabilities of links, for every atomic type."""
        scores = {}
        for name, (negative, positive) in occurrences(frame).items():
            if len(negative) == len(positive):
                rows = vectors[0, [places[n] for n in negative]]
                columns = vectors[1, [places[p] for p in positive]]
                scores[name] = sinkhorn((rows @ columns.T).astype(np.float64), self.model.iterations)
        return scores

    def link(
        self, tokens: Sequence[str], types: Sequence[Type | str | None], goal: Type, readings: int = 1
    ) -> list[Analysis]:
        """The best nets of a sentence whose types are given: the paper's oracle setting."""
        symbols, typed = [self.grammar.sos], [1]
        for number, entry in enumerate([*types, goal], 1):
            word = 0 if number > len(types) else number
            spelled = ["∅"] if entry is None else prefix(entry) if isinstance(entry, Type) else [str(entry)]
            numbers = [self._number(symbol) for symbol in spelled]
            symbols += [*numbers, self.grammar.sep] if word else numbers
            typed += [word] * (len(numbers) + (1 if word else 0))
        frame = DecodedFrame(tuple(symbols), tuple(typed), 0.0)
        encoded = self.model.encode([list(tokens)])
        settings = Settings(readings=readings, attempts=1000)
        return self._link(encoded, [list(tokens)], [[frame]], settings)[0]

    def _number(self, symbol: str) -> int:
        try:
            return self.grammar.symbols.index(symbol)
        except ValueError:
            raise ProofNetsError(f"the model does not know the symbol {symbol}") from None


def _token(found: re.Match[str]) -> Token:
    return Token(found[0], found.start(), found.end())


def _moved(tokens: Sequence[Token]) -> list[Token]:
    """Tokens with places from the start of their sentence."""
    start = tokens[0].start
    return [Token(token.text, token.start - start, token.end - start) for token in tokens]


def _best(found: list[Analysis], readings: int) -> list[Analysis]:
    """The best readings, each once: proved ones first, then by their scores."""
    distinct: dict[tuple[object, ...], Analysis] = {}
    for analysis in found:
        key = (analysis.sample.types, analysis.sample.goal, tuple(sorted(analysis.sample.links)))
        distinct.setdefault(key, analysis)
    return sorted(distinct.values(), key=lambda a: (not a.proved, -a.score))[:readings]
