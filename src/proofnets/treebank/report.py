"""Coverage: treebanks to samples, with an account of what came out, what did not, and why.

`outcomes` says what became of each tree, in the order of the trees, however many processes do the work; `extract_all`
gives the samples alone; and a `Report` counts outcomes by sub-corpus and by reason.
"""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Generator, Iterable, Iterator
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import chain
from pathlib import Path
from typing import Any, Literal, TypeAlias

from proofnets.errors import ProofNetsError
from proofnets.table import show_table
from proofnets.treebank.aethel import read_dump
from proofnets.treebank.alpino import Document, Node, Rejected, Tree, find_documents, read_document
from proofnets.treebank.deductions import is_deduction, read_deduction
from proofnets.treebank.extract import extract
from proofnets.treebank.samples import Sample, content_key, from_json, to_json
from proofnets.treebank.splits import Split, split_of
from proofnets.treebank.statistics import SYMBOL_LIMIT, Statistics, symbols
from proofnets.workers import in_order

_log = logging.getLogger(__name__)

BATCH = 64
"""How many documents or trees a process is given at a time, at most."""
BATCH_BYTES = 1_000_000
"""How many bytes of documents make a batch, however few they are. A larger document is not held in memory."""
LISTED = 10_000
"""How many trees that gave no sample, or not a whole one, a report names."""
REPEATED: Literal["repeated"] = "repeated"
INCOMPLETE = "some of the words are in no derivation"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a tree: a sample, or a reason why there is none."""

    id: str
    corpus: str
    words: int = 0
    """Tokens that are no punctuation."""
    covered: int = 0
    """Those of them that are in the sample."""
    symbols: int = 0
    line: str = ""
    """The sample as a line of JSON, or nothing."""
    reason: str = ""
    """Why there is no sample, or not one of all words."""
    split: Split | None = None
    """The split that the treebank itself puts the sample in."""

    @property
    def sample(self) -> Sample | None:
        """The sample itself."""
        return from_json(self.line) if self.line else None

    @property
    def whole(self) -> bool:
        """Whether one derivation covers every word."""
        return bool(self.line) and self.covered == self.words


_Item: TypeAlias = Document | Tree | Outcome
"""Something to work on, or what became of it without any work."""


def extract_all(
    paths: Iterable[str | Path], jobs: int = 1, report: Report | None = None
) -> Iterator[Sample | Rejected]:
    """The samples of treebanks, and the trees that gave none, in order; a report, if one is given, is filled."""
    watched = (Report() if report is None else report).watch(outcomes(paths, jobs))
    return (outcome.sample or Rejected(outcome.id, outcome.reason) for outcome in watched)


def deal(dealt: Iterable[Outcome]) -> Iterator[tuple[Split | Literal["repeated"], str]]:
    """The lines of all samples, each with its split: the treebank's own, or the one that its text decides.

    A training sample that repeats a sentence with the same derivation is `repeated`. What is kept of each is a hash.
    """
    seen: set[bytes] = set()
    for outcome in dealt:
        sample = outcome.sample
        if sample is None:
            continue
        split = outcome.split or split_of(sample.tokens)
        if split == "train":
            key = content_key(sample)
            if key in seen:
                yield REPEATED, outcome.line
                continue
            seen.add(key)
        yield split, outcome.line


def outcomes(paths: Iterable[str | Path], jobs: int = 1) -> Iterator[Outcome]:
    """What becomes of each tree of the paths, with so many processes; 0 is one for each core.

    Paths are what `read_trees` takes, where Æthel's natural deductions are read as well, or Æthel dumps (`.pickle`).
    One that does not exist is an error at once.
    """
    sources = [_dumped(read_dump(path)) if _is_dump(path) else _found(find_documents([path])) for path in paths]
    items: Iterator[_Item] = chain.from_iterable(sources)
    if jobs == 1:
        return _with_ids(_work(items))
    return _with_ids(chain.from_iterable(in_order(_work_all, _batches(items), jobs)))


def _is_dump(path: str | Path) -> bool:
    return Path(path).suffix.lower() in (".pickle", ".pkl") and Path(path).is_file()


def _dumped(entries: Iterable[tuple[Split, Sample] | Rejected]) -> Iterator[Outcome]:
    for entry in entries:
        name = entry.id if isinstance(entry, Rejected) else entry[1].id
        yield _given(entry, name.partition("/")[0] if "/" in name else "dump")


def _given(entry: tuple[Split | None, Sample] | Rejected, corpus: str) -> Outcome:
    """The outcome of a derivation that need not be extracted."""
    if isinstance(entry, Rejected):
        return _rejected(entry, corpus)
    split, sample = entry
    typed = sum(one is not None for one in sample.types)
    return _done(sample, corpus, typed, typed, split)


def _found(documents: Iterable[Document | Rejected]) -> Iterator[Document | Outcome]:
    for item in documents:
        yield _rejected(item, item.id.rpartition("/")[0]) if isinstance(item, Rejected) else item


def _parsed(document: Document) -> Iterator[Tree | Outcome]:
    pieces = iter(document.pieces)
    first = next(pieces, b"")
    document = replace(document, pieces=chain((first,), pieces))
    if is_deduction(first):
        yield _given(read_deduction(document), document.corpus)
        return
    for tree in read_document(document):
        yield _rejected(tree, document.corpus) if isinstance(tree, Rejected) else tree


def _rejected(tree: Rejected, corpus: str) -> Outcome:
    return Outcome(tree.id, corpus or tree.id, reason=tree.reason)


def _with_ids(given: Iterable[Outcome]) -> Iterator[Outcome]:
    """The outcomes, no two with the same id: the second `x` is `x#2`."""
    seen: dict[str, int] = {}
    for outcome in given:
        number = seen[outcome.id] = seen.get(outcome.id, 0) + 1
        yield outcome if number == 1 else _renamed(outcome, f"{outcome.id}#{number}")


def _renamed(outcome: Outcome, name: str) -> Outcome:
    line = json.dumps({**json.loads(outcome.line), "id": name}, ensure_ascii=False) if outcome.line else ""
    return replace(outcome, id=name, line=line)


def _work(items: Iterable[_Item]) -> Iterator[Outcome]:
    """The outcomes of the items, in order."""
    for item in items:
        for piece in _parsed(item) if isinstance(item, Document) else (item,):
            yield _extracted(piece) if isinstance(piece, Tree) else piece


def _extracted(tree: Tree) -> Outcome:
    """Extract a tree. Whatever goes wrong in it, the rest goes on."""
    words = set(words_of(tree.root))
    try:
        sample = extract(tree)
    except ProofNetsError as error:
        return Outcome(tree.id, tree.corpus, len(words), reason=str(error))
    except Exception as error:  # one tree must not cost the others; the report names it
        _log.exception("an error inside the extraction, on %s", tree.id)
        reason = f"an error inside the program ({type(error).__name__}: {error})"
        return Outcome(tree.id, tree.corpus, len(words), reason=reason)
    covered = sum(sample.types[token] is not None for token in words)
    return _done(sample, tree.corpus, len(words), covered)


def _done(sample: Sample, corpus: str, words: int, covered: int, split: Split | None = None) -> Outcome:
    reason = "" if covered == words else INCOMPLETE
    return Outcome(sample.id, corpus, words, covered, symbols(sample), to_json(sample), reason, split)


def words_of(node: Node) -> Iterator[int]:
    """The positions of the words below a node, punctuation apart."""
    if node.word and node.pt != "let":
        yield from range(node.begin, node.end)
    for child in node.children:
        yield from words_of(child)


def _batches(items: Iterable[_Item]) -> Iterator[list[_Item]]:
    """The items for workers, which parse documents; one that is large, or may be, becomes trees here, bit by bit."""
    batch: list[_Item] = []
    size = 0
    for item in items:
        pieces: Iterable[_Item] = (item,)
        if isinstance(item, Document):
            if item.size is None or item.size > BATCH_BYTES:
                pieces = _parsed(item)
            else:
                pieces = (replace(item, pieces=tuple(item.pieces)),)
                size += item.size
        for piece in pieces:
            batch.append(piece)
            if len(batch) >= BATCH or size >= BATCH_BYTES:
                yield batch
                batch, size = [], 0
    if batch:
        yield batch


def _work_all(batch: list[_Item]) -> list[Outcome]:
    return list(_work(batch))


@dataclass(slots=True)
class Coverage:
    """The counts of a sub-corpus."""

    trees: int = 0
    samples: int = 0
    whole: int = 0
    """Trees of which one derivation covers every word."""
    words: int = 0
    covered: int = 0
    long: int = 0
    """Samples of more than `SYMBOL_LIMIT` symbols."""

    def add(self, outcome: Outcome) -> None:
        """Count a tree."""
        self.trees += 1
        self.samples += bool(outcome.line)
        self.whole += outcome.whole
        self.words += outcome.words
        self.covered += outcome.covered
        self.long += outcome.symbols > SYMBOL_LIMIT


@dataclass(slots=True)
class Reason:
    """How many trees have a reason, and the first that has it."""

    count: int
    example: str


@dataclass(slots=True)
class Report:
    """What an extraction got out of treebanks."""

    total: Coverage = field(default_factory=Coverage)
    corpora: dict[str, Coverage] = field(default_factory=dict)
    reasons: dict[str, Reason] = field(default_factory=dict)
    """By the reason's words, without the numbers and names that are a single tree's."""
    lost: list[Rejected] = field(default_factory=list)
    """The first trees without a sample, or without a whole one."""

    def watch(self, given: Iterable[Outcome]) -> Generator[Outcome, None, None]:
        """The outcomes, each counted as it passes."""
        for outcome in given:
            self.add(outcome)
            yield outcome

    def add(self, outcome: Outcome) -> None:
        """Count a tree."""
        self.total.add(outcome)
        self.corpora.setdefault(outcome.corpus, Coverage()).add(outcome)
        if outcome.reason:
            self.reasons.setdefault(kind(outcome.reason), Reason(0, outcome.id)).count += 1
            if len(self.lost) < LISTED:
                self.lost.append(Rejected(outcome.id, outcome.reason))


def kind(reason: str) -> str:
    """A reason without what is a single tree's.

    >>> kind("'De' and 'man' are both at position 3")
    '… and … are both at position #'
    """
    return re.sub(r"\d+", "#", re.sub(r"'[^']*'|\"[^\"]*\"", "…", reason))


def _most_frequent(report: Report) -> list[tuple[str, Reason]]:
    return sorted(report.reasons.items(), key=lambda item: (-item[1].count, item[0]))


def report_json(report: Report) -> dict[str, Any]:
    """A report as plain data. It names at most `LISTED` trees, and says how many it leaves off."""
    return {
        "total": asdict(report.total),
        "symbol_limit": SYMBOL_LIMIT,
        "corpora": {name: asdict(counts) for name, counts in report.corpora.items()},
        "reasons": [{"reason": reason, **asdict(tally)} for reason, tally in _most_frequent(report)],
        "lost": [asdict(tree) for tree in report.lost],
        "left_off": sum(tally.count for tally in report.reasons.values()) - len(report.lost),
    }


def show_report(report: Report) -> str:
    """A report as text: a table by sub-corpus, a table by reason, and the samples that are long."""
    rows = list(report.corpora.items())
    if len(rows) != 1:
        rows.append(("all", report.total))
    sections = [
        show_table(
            [
                ("corpus", "trees", "samples", "words", "covered", "", "whole", ""),
                *(
                    (
                        name,
                        *(f"{n:,}" for n in (c.trees, c.samples, c.words, c.covered)),
                        share(c.covered, c.words),
                        f"{c.whole:,}",
                        share(c.whole, c.trees),
                    )
                    for name, c in rows
                ),
            ],
            "<>>>>>>>",
        )
    ]
    if report.reasons:
        reasons = ((f"{r.count:,}", reason, r.example) for reason, r in _most_frequent(report))
        sections.append(show_table([("trees", "not whole because", "for example"), *reasons], "><<"))
    total = report.total
    if total.samples:
        sections.append(
            f"{total.long:,} of {total.samples:,} samples ({share(total.long, total.samples)}) have more than "
            f"{SYMBOL_LIMIT} symbols; the paper leaves them out"
        )
    return "\n\n".join(sections)


def share(part: int, whole: int) -> str:
    """A share in percent, rounded down, so that only all of it is 100%.

    >>> share(9999, 10000), share(3, 3), share(0, 0)
    ('99.9%', '100.0%', '')
    """
    return f"{part * 1000 // whole / 10:.1f}%" if whole else ""


def count_files(paths: Iterable[str | Path]) -> int | None:
    """About how many trees there are, if each is a file of its own; None if that cannot be told beforehand."""
    from zipfile import BadZipFile, ZipFile

    count = 0
    for path in map(Path, paths):
        if str(path) == "-" or _is_dump(path):
            return None
        for file in [path] if path.is_file() else (Path(w, n) for w, _, names in os.walk(path) for n in names):
            if file.suffix.lower() == ".zip":
                try:
                    with ZipFile(file) as archive:
                        count += sum(name.lower().endswith(".xml") for name in archive.namelist())
                except (BadZipFile, OSError, ValueError, NotImplementedError):
                    continue
            else:
                count += file.suffix.lower() == ".xml"
    return count


def statistics_json(statistics: Statistics) -> dict[str, Any]:
    """Statistics as plain data; of the types, all, the most frequent first."""
    data = {field.name: getattr(statistics, field.name) for field in fields(statistics)}
    types = [{"type": str(e.type), "count": e.count, "word": e.word, "sentence": e.sentence} for e in statistics.types]
    return {**data, "types": types}
