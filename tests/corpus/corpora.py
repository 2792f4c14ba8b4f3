"""Random records: all that can stand in the store, on small alphabets, so that patterns find something."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from proofnets.corpus import Record
from proofnets.derivation import Analysis, Confidence, Derivation, Entry, Parse, Place, Token, word_edges
from proofnets.logic import net_of
from proofnets.parser.inputs import from_tokens
from tests.logic.derivations import random_derivation

LEMMAS = ("de", "man", None)


def records() -> st.SearchStrategy[Record]:
    """Records of up to a few words, proved or not, with one reading or several or none."""
    return st.builds(random_record, st.integers(0, 2**32), st.integers(0, 4))


def random_record(seed: int, size: int) -> Record:
    random, derivation = Random(seed), random_derivation(seed, size)
    tokens: list[str] = []
    types: list[Entry] = []
    for name, type_ in zip(derivation.judgement.names, derivation.judgement.types, strict=True):
        tokens += random.choice([[], [","]])
        types += [None] * (len(tokens) - len(types))
        more = random.choice([0, 0, 0, 1])
        tokens += [name, *["Haag"] * more]
        types += [type_, *["+"] * more]  # type: ignore[list-item]
    links = net_of(derivation.term, derivation.judgement).links
    best = Analysis(
        Derivation(tuple(tokens), tuple(types), derivation.judgement.goal, links), random.choice([None, -0.5])
    )
    unproved = replace(best, derivation=replace(best.derivation, links=()), score=-1.5, frequency=0.25)
    analyses = random.choice([(best,), (best,), (best, unproved), (unproved,), ()])
    sentence = from_tokens(tokens)
    error = "" if analyses else random.choice(["", "too long"])
    lemmas = tuple(random.choice(LEMMAS) for _ in tokens)
    known = random.random() < 0.5
    if known:
        analyses = tuple(replace(each, confidence=_random_confidence(each, random)) for each in analyses)
    place = Place(
        random.choice(["a.txt", "b'; DROP TABLE token; --", ""]),
        *(random.choice([(None, None, None, None), (1, 2, 3, 40, "a-1"), (None, 7, None, None)])),
    )
    parse = Parse(sentence.text, sentence.tokens, analyses, error, random.random() < 0.2, place)
    return Record(parse, lemmas if known and any(lemma is not None for lemma in lemmas) else ())


def _random_confidence(analysis: Analysis, random: Random) -> Confidence | None:
    derivation, net = analysis.derivation, analysis.net
    edges = word_edges(derivation, net.term) if net else []
    words, links, heads = (
        tuple(random.choice([0.3, 0.8]) for _ in range(count))
        for count in (len(derivation.tokens), len(derivation.links), len(edges))
    )
    return random.choice([None, Confidence(random.choice([0.25, 0.95]), words, links, heads)])


def tokens_of(*texts: str) -> tuple[Token, ...]:
    return from_tokens(texts).tokens
