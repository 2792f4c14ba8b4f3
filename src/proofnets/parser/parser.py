"""The parser: sentences to analyses, in batches.

encode → decode → link → verify. Sentences for which no frame gives a net have their types repaired and linked again;
for what is left then, the beam is widened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib.resources import files
from itertools import islice, repeat
from pathlib import Path
from typing import NamedTuple

import numpy as np

from proofnets.errors import ProofNetsError
from proofnets.logic import Frame, Link, Type, occurrences
from proofnets.modelfolder import ModelError
from proofnets.parser.analyses import Analysis, Belief, Parse
from proofnets.parser.decoding import DecodedFrame, Voices, decode_together
from proofnets.parser.grammar import Grammar
from proofnets.parser.inputs import Sentence, from_text
from proofnets.parser.linking import Scores, ranked_structures, sampled_nets, sinkhorn
from proofnets.parser.processes import in_processes
from proofnets.parser.repair import lattices, preferred, repaired
from proofnets.parser.runtime import Encoded, Floats, Model
from proofnets.parser.settings import Settings
from proofnets.treebank.samples import Entry, Sample, judgement
from proofnets.treebank.spelling import MORE, frame_symbols
from proofnets.workers import cores

LONGEST_SENTENCE = 200
"""The most tokens of a sentence."""
MOST_REPAIRS = 8
"""How many repaired frames of a sentence to link until one is proved."""
WIDE_BEAM = 16
"""How many frames to keep at each step for a sentence of which nothing else gave a proof."""
BEAMED_TOKENS = 4000
"""How many tokens a batch may have, its beams counted: what is remembered of them must fit into memory."""
WINDOW = 8
"""How many batches of sentences are sorted by length together."""


def find_model(model: str | Path) -> Path:
    """The folder of a model: one of the package by its name, or any by its path."""
    packaged = Path(str(files("proofnets"))) / "models"
    if isinstance(model, str) and Path(model).name == model and (packaged / model).is_dir():
        return packaged / model
    if not Path(model).is_dir():
        names = ", ".join(sorted(folder.name for folder in packaged.iterdir() if folder.is_dir()))
        raise ProofNetsError(f"there is no model {model}: give a model folder, or a name in the package ({names})")
    return Path(model)


class Parser:
    """A model that parses.

    >>> (parse,) = Parser().parse(["Ze slapen."])
    >>> parse.status
    'proved'
    """

    def __init__(self, model: str | Path = "nl", threads: int = 0) -> None:
        """Take a model by its name in the package or by its folder; 0 threads are as many as there are cores."""
        self.model = Model(find_model(model))
        self.threads = threads or cores()
        self.grammar = Grammar(self.model.symbols)
        self.voices: Voices = [(each, Grammar(self.model.symbols, each.backwards)) for each in self.model.decoders]
        self.interrupt: Callable[[], None] = lambda: None
        """Called at every try to link a sentence; what it raises ends the work."""

    def parse(self, texts: Iterable[str], settings: Settings | None = None, jobs: int = 1) -> Iterator[Parse]:
        """The parses of all sentences of the texts, in order."""
        return self.parse_sentences(from_text(texts), settings, jobs)

    def parse_sentences(
        self, given: Iterable[Sentence], settings: Settings | None = None, jobs: int = 1
    ) -> Iterator[Parse]:
        """The parses of sentences that have their tokens, in order, as they come; several processes share them."""
        chosen = settings or Settings()
        source = iter(given)
        windows = iter(lambda: list(islice(source, WINDOW * chosen.batch)), [])
        if jobs == 1:
            return (parse for window in windows for parse in self.parse_window(window, chosen))
        return in_processes(self.model.folder, windows, chosen, jobs)

    def parse_window(self, window: Sequence[Sentence], settings: Settings) -> list[Parse]:
        """The parses of some sentences, in batches of like length, each thread a batch at a time."""
        parses = [Parse(s.text, s.tokens, error=self._fault([t.text for t in s.tokens])) for s in window]
        todo = sorted((i for i, parse in enumerate(parses) if not parse.error), key=lambda i: len(parses[i].tokens))
        most = min(settings.batch, -(-len(todo) // self.threads))  # fewer than that, so that no thread is idle
        parts = list(_batches(todo, [len(parse.tokens) for parse in parses], most, settings.beam))
        batches = [[parses[i] for i in part] for part in parts]
        pool = ThreadPoolExecutor(self.threads)
        try:
            for part, done in zip(parts, pool.map(self._parse_batch, batches, repeat(settings)), strict=True):
                for i, parse in zip(part, done, strict=True):
                    parses[i] = parse
        finally:
            pool.shutdown(cancel_futures=True)
        return parses

    def _parse_batch(self, parses: list[Parse], settings: Settings) -> list[Parse]:
        """Parses with their analyses. A sentence on which anything fails is rejected by itself."""
        try:
            found = self._analyse([[token.text for token in parse.tokens] for parse in parses], settings)
        except ModelError:  # no sentence is at fault
            raise
        except Exception as error:  # whatever it is, it must not cost the answers to the other sentences
            if len(parses) > 1:
                return [done for parse in parses for done in self._parse_batch([parse], settings)]
            reason = f"an error inside the parser ({type(error).__name__}: {error})"
            return [Parse(parses[0].text, parses[0].tokens, error=reason)]
        return [Parse(p.text, p.tokens, tuple(analyses)) for p, analyses in zip(parses, found, strict=True)]

    def _fault(self, tokens: Sequence[str]) -> str:
        """Why a sentence is not parsed, or nothing."""
        if not tokens:
            return "there are no words in it"
        if blank := next((number for number, token in enumerate(tokens, 1) if not token.strip()), 0):
            return f"there is nothing to be seen of token {blank}"
        if len(tokens) > LONGEST_SENTENCE:
            return f"it has {len(tokens):,} tokens, and the longest sentence has {LONGEST_SENTENCE}"
        if any("\ud800" <= character <= "\udfff" for token in tokens for character in token):
            return "it is not text: there is half of a character in it"
        if len(self.model.pieces(tokens)[0]) > self.model.longest:
            return f"it has more than {self.model.longest} sub-word pieces"
        return ""

    def _analyse(self, words: list[list[str]], settings: Settings) -> list[list[Analysis]]:
        encoded = self.model.encode(words)
        found: list[list[Analysis]] = [[] for _ in words]
        todo = list(range(len(words)))
        ways = (self._decoded, self._repaired, self._widened) if settings.constrained else (self._decoded,)
        for frames_of in ways:
            part, some = encoded.take(np.array(todo)), [words[i] for i in todo]
            frames = frames_of(part, [len(each) for each in some], settings)
            for i, analyses in zip(todo, self._link(part, some, frames, settings), strict=True):
                found[i] = _ranked([*found[i], *analyses])[: settings.readings]
            todo = [i for i in todo if not any(analysis.proved for analysis in found[i])]
            if not todo:
                break
        return found

    def _decoded(self, encoded: Encoded, lengths: list[int], settings: Settings) -> list[list[DecodedFrame]]:
        return decode_together(self.voices, encoded, lengths, settings.beam, settings.constraints)

    def _repaired(self, encoded: Encoded, lengths: list[int], settings: Settings) -> list[list[DecodedFrame]]:
        """Frames that were made to balance; without any, the one that the model prefers, as something to show."""
        found = lattices(*self.voices[0], encoded, lengths)
        most = max(MOST_REPAIRS, settings.readings)
        return [repaired(each, self.grammar, most) or [preferred(each, self.grammar)] for each in found]

    def _widened(self, encoded: Encoded, lengths: list[int], settings: Settings) -> list[list[DecodedFrame]]:
        """What a wide beam finds; one sentence at a time, since they are few, and all their beams must fit."""
        if settings.beam >= WIDE_BEAM:
            return [[] for _ in lengths]
        parts = [(encoded.take(np.array([i])), [length]) for i, length in enumerate(lengths)]
        return [decode_together(self.voices, *part, WIDE_BEAM, settings.constraints)[0] for part in parts]

    def _link(
        self, encoded: Encoded, words: list[list[str]], frames: list[list[DecodedFrame]], settings: Settings
    ) -> list[list[Analysis]]:
        """The analyses of each sentence. If only one is asked for, frames are tried in order until one is proved."""
        found: list[list[Analysis]] = [[] for _ in words]
        one_by_one = settings.readings == 1 and not settings.samples
        rounds = range(max((len(each) for each in frames), default=0)) if one_by_one else [slice(None)]
        for part in rounds:
            chosen = slice(part, part + 1) if isinstance(part, int) else part
            rows = [i for i, each in enumerate(frames) if each[chosen] and not any(a.proved for a in found[i])]
            flat = [(row, frame) for row in rows for frame in frames[row][chosen]]
            linked: dict[int, list[_Linked]] = {}
            for (row, frame), vectors in zip(flat, self._vectors(encoded, flat), strict=True):
                linked.setdefault(row, []).append(self._linked(words[row], frame, vectors))
            for row, each in linked.items():
                drawn = self._sampled(each, settings) if settings.samples else []
                found[row] += drawn or [analysis for one in each for analysis in self._analyses(one, settings)]
        return found

    def _vectors(self, encoded: Encoded, flat: list[tuple[int, DecodedFrame]]) -> list[Floats]:
        """Every frame's symbols as negative and as positive atoms."""
        if not flat:
            return []
        longest = max(len(frame.symbols) for _, frame in flat)
        symbols = np.zeros((len(flat), longest), dtype=np.int64)
        typed = np.zeros((len(flat), longest), dtype=np.int64)
        there = np.zeros((len(flat), longest), dtype=np.bool_)
        for number, (_, frame) in enumerate(flat):
            length = len(frame.symbols)
            symbols[number, :length] = frame.symbols
            typed[number, :length] = self.grammar.spelled(frame.symbols)
            there[number, :length] = True
        atoms = self.model.link(symbols, typed, encoded.take(np.array([row for row, _ in flat])), there)
        return [atoms[:, number, : len(frame.symbols)] for number, (_, frame) in enumerate(flat)]

    def _linked(self, words: list[str], decoded: DecodedFrame, vectors: Floats) -> _Linked:
        """A frame with the log-probabilities of its links, for every atomic type."""
        entries, goal = self.grammar.entries(decoded.symbols)
        sample = Sample("", tuple(words), tuple(entries), goal, ())  # type: ignore[arg-type]
        frame = Frame(judgement(sample))
        places = np.flatnonzero(self.grammar.is_atom[list(decoded.symbols)])
        scores = {}
        for name, (negative, positive) in occurrences(frame).items():
            if len(negative) == len(positive):
                products = vectors[0, places[negative]] @ vectors[1, places[positive]].T
                scores[name] = sinkhorn(products.astype(np.float64), self.model.iterations)
        return _Linked(sample, decoded, frame, scores)

    def _analyses(self, linked: _Linked, settings: Settings) -> list[Analysis]:
        """The analyses of one frame, best first: its nets, or if it has none its best structure."""
        best: tuple[float, tuple[Link, ...]] = 0.0, ()
        proved: list[Analysis] = []
        attempts = settings.attempts if settings.constrained else 1
        for score, links, net in ranked_structures(linked.frame, linked.scores, attempts):
            self.interrupt()
            if net is not None:
                proved.append(linked.analysis(score, links))
                if len(proved) == settings.readings:
                    break
            elif not best[1]:
                best = score, links
        return _with_beliefs(proved or [linked.analysis(*best)], linked, settings)

    def _sampled(self, frames: list[_Linked], settings: Settings) -> list[Analysis]:
        """Analyses drawn at random: a frame of the beam by its probability, then its links; and how often each came."""
        random = np.random.default_rng(settings.seed)
        weights = np.exp([one.decoded.score - frames[0].decoded.score for one in frames])
        drawn = random.multinomial(settings.samples, weights / weights.sum())
        found: list[Analysis] = []
        for one, times in zip(frames, drawn, strict=True):
            nets = sampled_nets(one.frame, one.scores, int(times), random, self.interrupt)
            analyses = [one.analysis(score, net.links, n / settings.samples) for score, net, n in nets]
            found += _with_beliefs(analyses, one, settings)
        return found

    def link(
        self,
        tokens: Sequence[str],
        types: Sequence[Entry],
        goal: Type,
        readings: int = 1,
        beliefs: bool = False,
    ) -> list[Analysis]:
        """The best nets of a sentence whose types are given: the paper's oracle setting.

        Without a net, the answer is the best links by themselves.
        """
        if fault := self._fault(tokens):
            raise ProofNetsError(f"the sentence cannot be linked: {fault}")
        if len(types) != len(tokens):
            raise ProofNetsError(f"there are {len(tokens)} tokens and {len(types)} types: give one each, or null")
        if wrong := [entry for entry in types if isinstance(entry, str) and entry != MORE]:
            raise ProofNetsError(f"{wrong[0]!r} is a text, not a type: give parse_type({wrong[0]!r})")
        frame = frame_symbols(Sample("", tuple(tokens), tuple(types), goal, ()))
        numbers = tuple(self._number(symbol) for symbol, _ in frame)
        encoded = self.model.encode([list(tokens)])
        settings = Settings(readings=readings, attempts=1000, beliefs=beliefs)
        return self._link(encoded, [list(tokens)], [[DecodedFrame(numbers, 0.0)]], settings)[0]

    def _number(self, symbol: str) -> int:
        try:
            return self.grammar.numbers[symbol]
        except KeyError:
            raise ProofNetsError(f"the model does not know the symbol {symbol}") from None


def _batches(todo: list[int], lengths: list[int], most: int, beam: int) -> Iterator[list[int]]:
    """Sentences in order of their length, `most` at a time, and fewer of the long ones."""
    part: list[int] = []
    for i in todo:
        if len(part) == most or (len(part) + 1) * beam * lengths[i] > BEAMED_TOKENS:
            yield from [part] if part else []
            part = []
        part.append(i)
    yield from [part] if part else []


class _Linked(NamedTuple):
    """A frame of a sentence, with what the model believes of its links."""

    sample: Sample
    decoded: DecodedFrame
    frame: Frame
    scores: Scores

    def analysis(self, score: float, links: tuple[Link, ...], frequency: float | None = None) -> Analysis:
        """The analysis with these links; its score is the mean over all that was chosen."""
        mean = (self.decoded.score + score) / (len(self.decoded.symbols) + len(links))
        return Analysis(replace(self.sample, links=links), mean, frequency)

    def beliefs(self) -> tuple[Belief, ...]:
        """The probabilities of all links."""
        return tuple(
            Belief(name, tuple(negative), tuple(positive), tuple(map(tuple, np.exp(self.scores[name]).tolist())))
            for name, (negative, positive) in occurrences(self.frame).items()
            if name in self.scores
        )


def _with_beliefs(analyses: list[Analysis], linked: _Linked, settings: Settings) -> list[Analysis]:
    if not settings.beliefs:
        return analyses
    beliefs = linked.beliefs()
    return [replace(analysis, beliefs=beliefs) for analysis in analyses]


def _ranked(found: list[Analysis]) -> list[Analysis]:
    """Readings, each once: proved ones first, then by frequency and score."""
    distinct: dict[tuple[object, ...], Analysis] = {}
    for analysis in found:
        key = (analysis.sample.types, analysis.sample.goal, tuple(sorted(analysis.sample.links)))
        distinct.setdefault(key, analysis)
    return sorted(distinct.values(), key=lambda a: (not a.proved, -(a.frequency or 0), -(a.score or 0)))
