"""Punctuation put on and taken off: the same derivation, written as text is and as bare words.

Some treebanks keep punctuation and capitals, others have none, and people write both ways. Marks bring no resource, so
a derivation is the same with and without them, and a parser that learns from both should give the same types to both.
Marks are put where any text has them: at the end, around the whole or a word, and before a word that takes a clause.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from proofnets.derivation.derivations import Entry
from proofnets.logic import Atom, Diamond, Implication, Type
from proofnets.treebank.samples import Sample

QUOTES = (('"', '"'), ("'", "'"), ("‘", "’"), ("“", "”"), ("„", "”"), ("(", ")"))
"""What is put around a sentence or a word."""
QUESTIONS = frozenset({"whq", "s_v1"})
CLAUSES = frozenset({"s_main", "s_sub", "s_v1"})


def redressed(sample: Sample, random: Random) -> Sample:
    """A sample without its punctuation if it has some, else with some."""
    return bare(sample) if None in sample.types else dressed(sample, random)


def bare(sample: Sample) -> Sample:
    """A sample without the tokens that bring no resource; one that has nothing else stays as it is.

    >>> from proofnets.logic import parse_type
    >>> np = parse_type("np")
    >>> bare(Sample(("Haag", "!"), (np, None), np, ((0, 1),), "x")).tokens
    ('Haag',)
    """
    kept = [(token, entry) for token, entry in zip(sample.tokens, sample.types, strict=True) if entry is not None]
    return _rewritten(sample, kept) if kept else sample


def dressed(sample: Sample, random: Random) -> Sample:
    """A sample of bare words as it might stand in a text: a capital, a mark at the end, now and then commas or quotes.

    >>> from proofnets.logic import parse_type
    >>> np = parse_type("np")
    >>> dressed(Sample(("de_stad",), (np,), np, ((0, 1),), "x"), Random(1)).tokens
    ('De_stad', '.')
    """
    words = list(zip(sample.tokens, sample.types, strict=True))
    if random.random() < 0.9:
        words[0] = (words[0][0][0].upper() + words[0][0][1:], words[0][1])
    written: list[tuple[str, Entry]] = []
    for number, (token, entry) in enumerate(words):
        alone = number + 1 == len(words) or words[number + 1][1] != "+"
        if number and isinstance(entry, Type) and takes_clause(entry) and random.random() < 0.4:
            written.append((",", None))
        if isinstance(entry, Type) and alone and random.random() < 0.01:
            left, right = random.choice(QUOTES)
            written += [(left, None), (token, entry), (right, None)]
        else:
            written.append((token, entry))
    if random.random() < 0.9:
        question = isinstance(sample.goal, Atom) and sample.goal.name in QUESTIONS and random.random() < 0.8
        written.append(("?" if question else random.choices(".!:;,", (90, 5, 2, 2, 1))[0], None))
    if random.random() < 0.05:
        left, right = random.choice(QUOTES[:-1])
        written = [(left, None), *written, (right, None)]
    return _rewritten(sample, written)


def takes_clause(type_: Type) -> bool:
    """Whether a word of this type has a clause as its first argument, as relative pronouns and conjunctions have.

    >>> from proofnets.logic import parse_type
    >>> takes_clause(parse_type("◇body(◇obj pron ⊸ s_sub) ⊸ □mod(np ⊸ np)")), takes_clause(parse_type("◇su np ⊸ s_sub"))
    (True, False)
    """
    if not isinstance(type_, Implication) or not isinstance(type_.argument, Diamond):
        return False
    body: Type = type_.argument.body
    while isinstance(body, Implication):
        body = body.result
    return isinstance(body, Atom) and body.name in CLAUSES


def _rewritten(sample: Sample, words: Sequence[tuple[str, Entry]]) -> Sample:
    tokens, types = zip(*words, strict=True)
    return Sample(tokens, types, sample.goal, sample.links, id=sample.id)
