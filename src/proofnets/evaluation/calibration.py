"""Calibration: what precedents and a model's own probabilities are worth, measured on samples that are right.

First, what frames are ranked by: the right one of a sentence beside others that were found of it. Then the samples'
sentences are parsed, greedily, and regressions tell how likely a word's type, a link, a dependency and the whole are to
be right, from what decoders and linker said of them. That a text is a sentence at all is told by how familiar it is:
real sentences beside random words and words of random letters, which are made here.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from proofnets.deadline import Deadline
from proofnets.derivation import Derivation
from proofnets.derivation.edges import word_edges
from proofnets.errors import ProofNetsError
from proofnets.evaluation.comparison import Comparison, compare, first_valid, gold_of
from proofnets.evaluation.measures import edges_right, links_right, words_right
from proofnets.evaluation.passes import Watch, parsed
from proofnets.evaluation.regression import choice_regression, isotonic_regression, logistic_regression
from proofnets.files import replacing_folder
from proofnets.logic import Net
from proofnets.modelfolder import INPUTS, TEXT, TYPES, Calibration, Logistic, Scale, checksum, write_metadata
from proofnets.parser import familiarity, precedents
from proofnets.parser.bits import packed
from proofnets.parser.cascade import Cascade
from proofnets.parser.confidence import (
    Choices,
    Evidence,
    edge_features,
    link_features,
    log_odds,
    other_features,
    other_shares,
    probability,
    scaled,
    sentence_features,
    word_features,
)
from proofnets.parser.decoding import Constraints
from proofnets.parser.parser import Parser
from proofnets.parser.settings import Settings
from proofnets.parser.voices import decode_together
from proofnets.treebank import Sample

LEAST_SAMPLES = 100
"""Fewer samples tell too little."""
FRAMES = 5
"""How many frames of a sentence are compared, at most."""
BATCH = 32
LEAST_POINT = 0.005
"""A curve gets no point for fewer than this share of the cases: it should not follow chance."""
SENTENCES = 0.999
"""The share of what is parsed that is taken to be real sentences, before any word of it is known."""
DOUBTED = 0.07
"""The share of real sentences that are no more familiar than what each word is asked for."""
SHARPNESS = 7.0
"""How much more than the regression says each word counts. Nonsense of other kinds, such as another language, is more
familiar than that which is made here, and yet less so than nearly all real sentences."""
SEED = 0
"""Of what is drawn at random: nonsense, and which samples are taken if not all are."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Case:
    """The parser's analysis of a sample beside it, and what was said of it."""

    compared: Comparison
    evidence: Evidence
    choices: Choices
    """What else its tokens may have."""


class Tables(NamedTuple):
    """What was seen in training."""

    text: bytes
    types: bytes


def calibrate(
    parser: Parser,
    samples: Iterable[Sample],
    train: Iterable[Sample],
    limit: int | None = None,
    watch: Watch | None = None,
) -> Calibration:
    """Fit what a model's ranking and confidence need, and write it into its folder. `limit` takes so many samples."""
    drawn = list(samples)
    Random(SEED).shuffle(drawn)
    folder, seen = Path(parser.model.folder), list(train)
    sentences = [sample.tokens for sample in seen]
    tables = Tables(familiarity.remembered(sentences), precedents.remembered(seen))
    ranking = fit_ranking(parser, drawn[:limit], tables.types)
    calibration = fit(gather(parser, drawn[:limit], ranking, tables.types, watch), ranking, tables, sentences)
    with replacing_folder(folder) as unfinished:
        shutil.copytree(folder, unfinished, dirs_exist_ok=True)
        for name, table in zip((TEXT, TYPES), tables, strict=True):
            (unfinished / name).write_bytes(packed(table))
        files = parser.model.metadata.files | {name: checksum(unfinished / name) for name in (TEXT, TYPES)}
        write_metadata(unfinished, replace(parser.model.metadata, calibration=calibration, files=files))
    return calibration


def fit_ranking(parser: Parser, samples: Sequence[Sample], table: bytes) -> Logistic:
    """What tells the right frame of a sentence from others that the decoders find of it."""
    cascade, likelier = parser.cascade, np.eye(2, INPUTS["ranking"], -1)
    choices = [(likelier, 1)]  # if nothing else is known, the likelier of two frames is the right one
    ordered = sorted(samples, key=lambda sample: len(sample.tokens))
    for start in range(0, len(ordered), BATCH):
        batch = ordered[start : start + BATCH]
        encoded = parser.model.encode([sample.tokens for sample in batch])
        lengths = [len(sample.tokens) for sample in batch]
        found = decode_together(cascade.voices, encoded, lengths, FRAMES, Constraints(), Deadline())
        for sample, frames in zip(batch, (each.frames for each in found), strict=True):
            right = [precedents.spell(entry) for entry in (*sample.types, sample.goal)]
            spelled = [cascade.grammar.spellings(frame.symbols) for frame in frames]
            if right in spelled:
                features = [
                    precedents.ranking_features(frame, precedents.news(table, sample.tokens, types[:-1]))
                    for frame, types in zip(frames, spelled, strict=True)
                ]
                choices.append((np.array(features), spelled.index(right)))
    return choice_regression(choices)


def gather(
    parser: Parser, samples: Sequence[Sample], ranking: Logistic, table: bytes, watch: Watch | None = None
) -> list[Case]:
    """Parse samples, frames ranked in this way, and keep what is said on the way."""
    said: dict[Derivation, Evidence] = {}

    def record(derivation: Derivation, _: Net | None, evidence: Evidence) -> None:
        said[derivation] = evidence

    listening = copy(parser)  # the parser itself stays as it is
    listening.cascade = Cascade(parser.model, record, table, ranking)
    watched = watch or (lambda analyses, total, what: analyses)
    of_samples = list(watched(parsed(listening, samples, Settings()), len(samples), "sentences"))
    cases = []
    for sample, some in zip(samples, of_samples, strict=True):
        compared = compare(gold_of(sample), first_valid(some))
        if compared.analysis and compared.analysis.derivation in said:  # not if time was up
            cases.append(Case(compared, said[compared.analysis.derivation], _choices(parser, sample.tokens)))
    return cases


def _choices(parser: Parser, tokens: Sequence[str]) -> Choices:
    return parser.cascade.choices(parser.model.encode([tokens]), len(tokens), (), Deadline()) or [[] for _ in tokens]


def fit(cases: Sequence[Case], ranking: Logistic, tables: Tables, sentences: Sequence[Sequence[str]]) -> Calibration:
    """All other regressions; `sentences` are those of training."""
    if len(cases) < LEAST_SAMPLES:
        raise ProofNetsError(f"{len(cases)} samples are too few to calibrate on: give at least {LEAST_SAMPLES}")
    features = [word_features(case.evidence, precedents.news_of(tables.types, _derivation(case))) for case in cases]
    words = _scale(
        np.concatenate([each[:-1] for each in features]),
        chain.from_iterable(words_right(case.compared) for case in cases),
    )
    by_word = [scaled(words, each) for each in features]
    others = _fit_others(cases, by_word)
    linked = [
        link_features(_derivation(case).links, case.evidence, chances)
        for case, chances in zip(cases, by_word, strict=True)
    ]
    links = _scale(np.concatenate(linked), chain.from_iterable(links_right(case.compared) for case in cases))
    proved = [place for place, case in enumerate(cases) if case.compared.proved]
    edges = [_edge_features(cases[i], by_word[i], scaled(links, linked[i])) for i in proved]
    dependencies = _scale(np.concatenate(edges), chain.from_iterable(edges_right(cases[i].compared) for i in proved))
    of_sentences = np.array([sentence_features(cases[i].evidence, by_word[i]) for i in proved])
    right = np.array([cases[i].compared.term for i in proved], dtype=np.float64)
    sentence = logistic_regression(of_sentences, right)
    real = [familiarity.familiarity(tables.text, cases[i].compared.gold.sample.tokens) for i in proved]
    nonsense = [familiarity.familiarity(tables.text, tokens) for tokens in no_sentences(cases, sentences)]
    is_real = np.concatenate([np.ones(len(real)), np.zeros(len(nonsense))])
    text = _sharpened(logistic_regression(np.array(real + nonsense), is_real), np.array(real))
    return Calibration(len(cases), ranking, words, others, links, dependencies, sentence, text)


def _fit_others(cases: Sequence[Case], by_word: Sequence[Floats]) -> Scale:
    """How likely what else a token may have is to be right."""
    features, right = [other_features(1.0, [0.0])], [False]  # something, if there should be none
    for case, chances in zip(cases, by_word, strict=True):
        gold = case.compared.gold.sample.types
        for entry, chance, choices, answer in zip(
            _derivation(case).types, chances[:-1], case.choices, gold, strict=True
        ):
            shares = other_shares(entry, choices)
            features.append(other_features(float(chance), shares.values()))
            right += [other == answer for other in shares]
    return _scale(np.concatenate(features), right)


def _scale(features: Floats, right: Iterable[bool]) -> Scale:
    """A logistic regression, straightened by an isotonic one."""
    is_right = np.array([*right], dtype=np.float64)
    raw = logistic_regression(features, is_right)
    points = isotonic_regression(
        probability(raw, features).tolist(), is_right.tolist(), max(1, int(LEAST_POINT * len(is_right)))
    )
    return Scale(raw, tuple(points))


def _sharpened(text: Logistic, real: Floats) -> Logistic:
    """The same evidence, but such that what is less familiar than nearly all real sentences is hardly possible.

    Words that are remembered and words that are not add up to the square root of their number, with which evidence
    grows: what every word is asked for is taken from the weights of both.
    """
    weights, root = np.array(text.weights), real[:, 2:4].sum(1)
    long = root**2 >= familiarity.LONG - 0.5
    asked = float(np.quantile((real[long] @ weights) / root[long], DOUBTED)) if long.any() else 0.0
    weights[2:4] -= asked
    return Logistic(log_odds(SENTENCES), tuple((SHARPNESS * weights).tolist()))


def _derivation(case: Case) -> Derivation:
    assert case.compared.analysis is not None
    return case.compared.analysis.derivation


def _edge_features(case: Case, words: Floats, links: Floats) -> Floats:
    derivation = _derivation(case)
    assert case.compared.analysis is not None
    assert case.compared.analysis.net is not None
    edges = word_edges(derivation, case.compared.analysis.net.term)
    return edge_features(edges, derivation, case.evidence.owners, words, links)


def no_sentences(cases: Sequence[Case], sentences: Sequence[Sequence[str]]) -> Iterator[list[str]]:
    """Text that is no sentence, as long as the sentences of the cases: random words, and words of random letters.

    A letter depends on the two before it, so that these words look as if they could be of the language.
    """
    random = Random(SEED)
    lexicon = sorted({token for tokens in sentences for token in tokens})
    following: dict[str, list[str]] = {}
    for word in lexicon:
        for i, letter in enumerate(f"{word}\n"):
            following.setdefault(f"\n\n{word}"[i : i + 2], []).append(letter)
    for case in cases:
        size = len(case.compared.gold.sample.tokens)
        yield [random.choice(lexicon) for _ in range(size)]
        yield [_random_word(following, random) for _ in range(size)]


def _random_word(following: dict[str, list[str]], random: Random) -> str:
    letters = "\n\n"
    while len(letters) < 22 and not (len(letters) > 2 and letters.endswith("\n")):
        letters += random.choice(following[letters[-2:]])
    return letters.strip()
