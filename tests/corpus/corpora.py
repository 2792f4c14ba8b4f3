"""Random records: all that can stand in the store, on small alphabets, so that patterns find something."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from proofnets.corpus import Confidence, Record
from proofnets.derivation import Analysis, Derivation, Entry, Parse, Place, Token
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
    parse = Parse(sentence.text, sentence.tokens, analyses, error, random.random() < 0.2)
    lemmas = tuple(random.choice(LEMMAS) for _ in tokens)
    sure = tuple(
        Confidence(random.choice([None, 0.25, 0.95]), tuple(random.choice([None, 0.3, 0.8]) for _ in tokens))
        for _ in analyses
    )
    known = random.random() < 0.5
    place = Place(
        random.choice(["a.txt", "b'; DROP TABLE token; --", ""]),
        *(random.choice([(None, None, None, None), (1, 2, 3, 40, "a-1"), (None, 7, None, None)])),
    )
    has_lemmas = known and any(lemma is not None for lemma in lemmas)
    has_confidence = known and any(c.whole is not None or any(value is not None for value in c.tokens) for c in sure)
    sure = tuple(replace(c, tokens=c.tokens if any(v is not None for v in c.tokens) else ()) for c in sure)
    return Record(replace(parse, place=place), lemmas if has_lemmas else (), sure if has_confidence else ())


def tokens_of(*texts: str) -> tuple[Token, ...]:
    return from_tokens(texts).tokens
