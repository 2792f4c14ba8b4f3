"""Merging: several data sets into one to train on, without any sentence that one of them holds out.

A data folder has `train.jsonl`, `dev.jsonl` and `test.jsonl`, as `proofnets extract --split` writes them, or the same
compressed (`.jsonl.xz`). Treebanks overlap: what one of them trains on may stand in the test part of another, with
other punctuation, or within a longer sentence. Such samples are left out of training, and so are those that repeat a
sentence with the same derivation. Nothing is left out of development and test parts, unless fewer are asked for.
What is shorter than a sentence of five words (a name, *Zie ook*, *a)*) is anybody's, and may stand in all parts.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count
from pathlib import Path
from typing import TypeAlias

from proofnets.errors import ProofNetsError
from proofnets.files import make_folder
from proofnets.table import show_table
from proofnets.treebank.samples import Sample, content_key, read_samples, split_file, write_samples
from proofnets.treebank.splits import Split

PART_WORDS = 6
"""A sentence of so many words that stands within another is a part of it; a shorter one may do so by chance."""
LEAST_WORDS = 5
"""Only a sentence of so many words is held out."""
REPEATED = "it repeats a sentence with the same derivation"
SPLITS: tuple[Split, ...] = ("train", "dev", "test")

Words: TypeAlias = tuple[str, ...]

_WORD = re.compile(r"[^\W_]+")


def words_of(tokens: Iterable[str]) -> Words:
    """What sentences are compared by: their letters and digits in lower case, whatever is between them.

    A sentence that has none is compared by its tokens.

    >>> words_of(["De", "EVD-website", "("]) == words_of(["de", "evd", "-", "website"])
    True
    """
    given = tuple(tokens)
    return tuple(_WORD.findall(unicodedata.normalize("NFKC", " ".join(given)).casefold())) or given


class HeldOut:
    """The sentences that must not be trained on, and where each of them stands."""

    def __init__(self) -> None:
        self.places: dict[Words, str] = {}
        self._beginning: dict[Words, list[Words]] = {}
        """The sentences that begin with these `PART_WORDS` words."""
        self._containing: dict[Words, list[Words]] = {}
        """The sentences that have these `PART_WORDS` words anywhere, one after the other."""

    def add(self, sentence: Words, place: str) -> None:
        """Hold a sentence out."""
        if sentence in self.places or len(sentence) < LEAST_WORDS:
            return
        self.places[sentence] = place
        runs = _runs(sentence)
        for run in runs[:1]:
            self._beginning.setdefault(run, []).append(sentence)
        for run in set(runs):
            self._containing.setdefault(run, []).append(sentence)

    def reason(self, sentence: Words) -> str | None:
        """Why a sentence must not be trained on; None if it may."""
        if sentence in self.places:
            return f"it stands in {self.places[sentence]}"
        runs = _runs(sentence)
        longer = (held for run in runs[:1] for held in self._containing.get(run, ()) if _is_part(sentence, held))
        for other in longer:
            return f"it is part of a sentence in {self.places[other]}"
        shorter = (held for run in runs for held in self._beginning.get(run, ()) if _is_part(held, sentence))
        for other in shorter:
            return f"a sentence in {self.places[other]} is part of it"
        return None


def _runs(sentence: Words) -> list[Words]:
    """All `PART_WORDS` words of a sentence that stand one after the other."""
    return [sentence[start : start + PART_WORDS] for start in range(len(sentence) - PART_WORDS + 1)]


def _is_part(shorter: Words, longer: Words) -> bool:
    return f" {' '.join(shorter)} " in f" {' '.join(longer)} "


@dataclass(slots=True)
class Dropped:
    """What was left out of training for one reason."""

    samples: int = 0
    sentences: set[Words] = field(default_factory=set)
    """The same sentence may be left out several times."""
    example: str = ""
    """The id of the first of the samples."""


@dataclass(slots=True)
class Merged:
    """What became of data sets."""

    read: dict[tuple[str, Split], int] = field(default_factory=Counter)
    """How many samples each data set has in each split."""
    written: dict[Split, int] = field(default_factory=dict)
    dropped: dict[tuple[str, str], Dropped] = field(default_factory=dict)
    """What was left out of training, by data set and reason."""

    def drop(self, name: str, reason: str, sample: Sample, sentence: Words) -> None:
        """Count a sample that is left out of training."""
        dropped = self.dropped.setdefault((name, reason), Dropped(example=sample.id))
        dropped.samples += 1
        dropped.sentences.add(sentence)


def merge(folders: Sequence[str | Path], output: str | Path, dev: int | None = None) -> Merged:
    """Write several data sets as one to a folder, and say what was left out of training.

    A data set goes by the name of its folder, which need not have all three splits. Samples keep their ids, with that
    name before it where another has the same. With `dev`, at most so many development samples are written, drawn from
    all of them, and the same ones every time.
    """
    named = _named(folders)
    if Path(output).resolve() in (folder.resolve() for folder in named.values()):
        raise ProofNetsError(f"{output} is one of the data folders: write to another")
    merged, held_out = Merged(), HeldOut()
    tested, validated = list(_samples(named, "test", merged)), list(_samples(named, "dev", merged))
    for split, samples in (("test", tested), ("dev", validated)):  # what stands in both is said to stand in test
        for name, sample in samples:
            held_out.add(words_of(sample.tokens), f"{name}/{split}")
    make_folder(Path(output))
    chosen = {"train": _trainable(named, held_out, merged), "dev": _drawn(validated, dev), "test": tested}
    for split in SPLITS:
        merged.written[split] = write_samples(_with_ids(chosen[split]), Path(output, f"{split}.jsonl"))
    return merged


def _named(folders: Sequence[str | Path]) -> dict[str, Path]:
    """The data folders by their names; the second of the same name is `name#2`."""
    named: dict[str, Path] = {}
    counts: Counter[str] = Counter()
    for folder in map(Path, folders):
        if not any(split_file(folder, split).is_file() for split in SPLITS):
            raise ProofNetsError(f"{folder} has no train.jsonl, dev.jsonl or test.jsonl, nor such a file with .xz")
        if folder.resolve() in (other.resolve() for other in named.values()):
            raise ProofNetsError(f"{folder} is given twice")
        name = folder.resolve().name
        counts[name] += 1
        named[name if counts[name] == 1 else f"{name}#{counts[name]}"] = folder
    return named


def _samples(named: dict[str, Path], split: Split, merged: Merged) -> Iterator[tuple[str, Sample]]:
    """The samples of a split, each with the name of its data set."""
    for name, folder in named.items():
        path = split_file(folder, split)
        if not path.exists():
            continue
        for sample in read_samples(path):
            merged.read[name, split] += 1
            yield name, sample


def _trainable(named: dict[str, Path], held_out: HeldOut, merged: Merged) -> Iterator[tuple[str, Sample]]:
    """The training samples, but for those that are held out or repeated."""
    seen: set[bytes] = set()
    for name, sample in _samples(named, "train", merged):
        sentence, key = words_of(sample.tokens), content_key(sample)
        reason = held_out.reason(sentence) or (REPEATED if key in seen else None)
        if reason:
            merged.drop(name, reason, sample, sentence)
        else:
            seen.add(key)
            yield name, sample


def _drawn(samples: list[tuple[str, Sample]], most: int | None) -> list[tuple[str, Sample]]:
    """At most so many of the samples, in their order. Chance is a hash, so that the same are drawn every time."""
    places = sorted(range(len(samples)), key=lambda place: content_key(samples[place][1]))[:most]
    return [samples[place] for place in sorted(places)]


def _with_ids(samples: Iterable[tuple[str, Sample]]) -> Iterator[Sample]:
    """The samples, no two with the same id: the second `x` is `name/x`, and if there is one already, `name/x#2`."""
    taken: set[str] = set()
    for name, sample in samples:
        ids = chain((sample.id, f"{name}/{sample.id}"), (f"{name}/{sample.id}#{number}" for number in count(2)))
        id_ = next(candidate for candidate in ids if candidate not in taken)
        taken.add(id_)
        yield replace(sample, id=id_)


def show_merged(merged: Merged) -> str:
    """What became of data sets, as text: how many samples, what was left out of training, and what remains."""
    left_out: Counter[str] = Counter()
    for (name, _), dropped in merged.dropped.items():
        left_out[name] += dropped.samples
    rows = [
        (name, *(f"{merged.read[name, split]:,}" for split in SPLITS), f"{left_out[name]:,}")
        for name in dict.fromkeys(name for name, _ in merged.read)
    ]
    sections = [show_table([("data set", *SPLITS, "left out of train"), *rows], "<>>>>")]
    if merged.dropped:
        ordered = sorted(merged.dropped.items(), key=lambda item: (item[0][0], -item[1].samples, item[0][1]))
        reasons = [
            (f"{dropped.samples:,}", f"{len(dropped.sentences):,}", name, reason, dropped.example)
            for (name, reason), dropped in ordered
        ]
        titles = ("samples", "sentences", "left out of", "because", "for example")
        sections.append(show_table([titles, *reasons], ">><<<"))
    sections.append(", ".join(f"{number:,} in {split}.jsonl" for split, number in merged.written.items()))
    return "\n\n".join(sections)
