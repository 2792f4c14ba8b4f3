"""Precedents: whether words stood in training with the types that a frame gives them.

A decoder knows a word by its pieces, and what it knows of thousands of words is spread over all its weights: that
*delegeren* takes a phrase with *aan*, it may have seen and forgotten. The treebank itself forgets nothing. So all words
with their types, and all pairs of neighbours that occur a few times with the types of either, are remembered as one
bit each (`bits`), and that is used twice:

- a decoder that writes greedily leans to types that the word has had (`decoding.leant`);
- frames that the decoders find about as likely are told apart by how much of them is new. How much that counts is
  measured on samples that are right (`evaluation.calibration`).

What is new can be

- a word with its type, whether the word is known or not;
- a word with its type before the word after it, or after the word before it, though the two words stood there together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray

from proofnets.derivation.derivations import Derivation, Entry
from proofnets.derivation.spelling import entry_symbols
from proofnets.modelfolder import Logistic
from proofnets.parser.bits import holds, table_of
from proofnets.parser.decoding import DecodedFrame
from proofnets.parser.grammar import Grammar

BITS = 20_000_000
LEAST = 3
"""How often two words must stand together in training, for it to tell something that one of them has another type."""
KINDS = 3
"""How many kinds of news there are."""

Floats = NDArray[np.float64]


def remembered(samples: Iterable[Derivation]) -> bytes:
    """The table of what words stood with in samples: types and all their beginnings, and pairs of neighbours."""
    pairs: Counter[str] = Counter()
    typed: dict[str, set[str]] = {}
    words: set[tuple[str, str]] = set()
    for sample in samples:
        spelled = [spell(entry) for entry in sample.types]
        words.update((token.lower(), type_) for token, type_ in zip(sample.tokens, spelled, strict=True))
        for *pair, before, after in _pairs(sample.tokens, spelled):
            pairs[pair[0]] += 1
            typed.setdefault(pair[0], set()).update((*pair, before, after))
    often = {text for pair, count in pairs.items() if count >= LEAST for text in typed[pair]}
    begun = {_typed(word, beginning) for word, type_ in words for beginning in _beginnings(type_)}
    return table_of((*begun, *often), BITS)


@lru_cache(maxsize=10_000)
def spell(entry: Entry) -> str:
    """What a token has as one text."""
    return " ".join(entry_symbols(entry))


def news(table: bytes, tokens: Sequence[str], spelled: Sequence[str]) -> Floats:
    """Of each token with what it has, which kinds of news it is: (tokens, kinds) of 0 and 1."""
    answer = np.zeros((len(tokens), KINDS))
    for place, (token, type_) in enumerate(zip(tokens, spelled, strict=True)):
        answer[place, 0] = not holds(table, _typed(token.lower(), type_))
    for place, (*pair, before, after) in enumerate(_pairs(tokens, spelled)):
        if all(holds(table, text) for text in pair):
            answer[place, 1] = not holds(table, before)
            answer[place + 1, 2] = not holds(table, after)
    return answer


def news_of(table: bytes, derivation: Derivation) -> Floats:
    """The same of a derivation."""
    return news(table, derivation.tokens, [spell(entry) for entry in derivation.types])


def ranking_features(frame: DecodedFrame, new: Floats) -> Floats:
    """What a frame is ranked by: its log-probability, its length, and how much of each kind of news there is in it."""
    return np.array([frame.score, len(frame.symbols), *new.sum(0)])


@dataclass(frozen=True, slots=True)
class Precedents:
    """What is known of the words of some sentences; rows are their numbers."""

    table: bytes
    ranking: Logistic
    grammar: Grammar
    sentences: Sequence[Sequence[str]]

    def worth(self, row: int, frame: DecodedFrame) -> float:
        """What a frame is ranked by."""
        types = self.grammar.spellings(frame.symbols)[:-1]
        return float(ranking_features(frame, news(self.table, self.sentences[row], types)) @ self.ranking.weights)

    def known(self, row: int, token: int, begun: Sequence[int]) -> bool:
        """Whether a word, which goes by its number counted from 1, has had a type that begins with these symbols."""
        word = self.sentences[row][token - 1].lower()
        return holds(self.table, _typed(word, " ".join(self.grammar.symbols[number] for number in begun)))


def _typed(word: str, type_: str) -> str:
    """A word with its type, or the beginning of one."""
    return f"{word}\n{type_}"


def _beginnings(type_: str) -> Iterator[str]:
    """All beginnings of a type, and last the type itself."""
    return accumulate(type_.split(" "), "{} {}".format)


def _pairs(tokens: Sequence[str], spelled: Sequence[str]) -> Iterator[tuple[str, str, str, str]]:
    """Each pair of neighbours: by itself, with the type of the first, and with that of the second.

    By itself it is there twice, in two ways: most pairs were never seen, and where one fell on the bit of another, its
    types would be taken for news.
    """
    lower = [token.lower() for token in tokens]
    for (one, other), (first, second) in zip(pairwise(lower), pairwise(spelled), strict=True):
        pair = f"{one}\n{other}"
        yield f"{pair}\n", f"\n{pair}", f"{pair}\n<{first}", f"{pair}\n>{second}"
