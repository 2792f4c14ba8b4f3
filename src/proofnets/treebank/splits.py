"""Splits: which samples a parser is trained on, chosen with and tested on, when a treebank has no splits of its own.

The sentence's text alone decides, by a hash, so that every machine makes the same splits, a sentence is never in two
of them, and more data moves none that was there before.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from proofnets.treebank.samples import Sample

Split: TypeAlias = Literal["train", "dev", "test"]


def split_of(tokens: Iterable[str]) -> Split:
    """The split of a sentence: 5% are for testing and 5% for development.

    >>> split_of(["Ze", "slapen", "."])
    'train'
    """
    text = unicodedata.normalize("NFC", " ".join(tokens))
    number = int(hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()[:8], 16) % 100
    return "test" if number < 5 else "dev" if number < 10 else "train"


def unique(samples: Iterable[Sample]) -> Iterator[Sample]:
    """The samples without those that have the tokens, types and links of an earlier one."""
    seen: set[object] = set()
    for sample in samples:
        key = sample.tokens, sample.types, sample.goal, tuple(sorted(sample.links))
        if key not in seen:
            seen.add(key)
            yield sample


def split(samples: Iterable[Sample]) -> dict[Split, list[Sample]]:
    """All samples by split. In training, a sentence counts once for each derivation that it has."""
    parts: dict[Split, list[Sample]] = {"train": [], "dev": [], "test": []}
    for sample in samples:
        parts[split_of(sample.tokens)].append(sample)
    parts["train"] = list(unique(parts["train"]))
    return parts
