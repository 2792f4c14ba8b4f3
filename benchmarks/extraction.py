"""Extraction on the Alpino treebank: coverage, soundness, speed, agreement with the trees, conformity with Æthel.

`python -m benchmarks.extraction [FOLDER]`; without a folder, `../shared/treebank`. What is compared with Æthel are the
Lassy trees of `../shared/aethel2020`. All figures but the times are the same on every run. Times are of one core;
because machines differ and are noisy, what reading the same trees takes without extracting stands beside them.
"""

from __future__ import annotations

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.conformity import conformity, read_published, show_conformity
from proofnets.derivation.derivations import Entry, judgement, net
from proofnets.errors import ProofNetsError
from proofnets.logic import Box, Diamond, Implication, Type, check_proof, deduce
from proofnets.table import show_table
from proofnets.treebank.agreement import agreement, show_agreement
from proofnets.treebank.alpino import Node, Tree, read_trees
from proofnets.treebank.extract import extract
from proofnets.treebank.report import kind, share, words_of
from proofnets.treebank.samples import Sample, from_json, to_json
from proofnets.treebank.statistics import SYMBOL_LIMIT, symbols

TREEBANK = Path(__file__).parents[2] / "shared" / "treebank"
PUBLISHED = Path(__file__).parents[2] / "shared" / "aethel2020"
HEADLESS = ("dp", "sat", "nucl", "tag", "du", "--")
"""The edges at which the authors' code cuts a tree into fragments."""


class Counts:
    """What is counted of trees and their samples."""

    def __init__(self) -> None:
        self.trees = self.samples = self.several = self.whole = self.fragments = self.derived = 0
        self.unsound = self.long = self.coordinators = self.unequal = 0
        self.types: set[Type] = set()
        self.derivations: defaultdict[tuple[str, ...], list[tuple[Entry, ...]]] = defaultdict(list)
        """What each sentence was found to be, punctuation and capitals apart."""
        self.reasons: Counter[str] = Counter()

    def count(self, folder: Path) -> Iterator[tuple[Tree, Sample]]:
        """Count all trees of a folder, and pass on those that have a sample."""
        for tree in read_trees([folder]):
            self.trees += 1
            if not isinstance(tree, Tree):
                self.reasons[kind(tree.reason)] += 1
                continue
            try:
                sample = extract(tree)
            except ProofNetsError as error:
                self.reasons[kind(str(error))] += 1
                self.coverage(tree, set())
                continue
            sound = is_sound(sample)
            self.coverage(tree, {n for n, entry in enumerate(sample.types) if entry is not None and sound})
            self.samples += 1
            self.unsound += not sound
            self.long += symbols(sample) > SYMBOL_LIMIT
            typed = [(token.lower(), entry) for token, entry in zip(sample.tokens, sample.types, strict=True) if entry]
            self.derivations[tuple(token for token, _ in typed)].append(tuple(entry for _, entry in typed))
            for type_ in sample.types:
                if isinstance(type_, Type):
                    self.types.add(type_)
                    conjuncts = conjuncts_of(type_)
                    self.coordinators += len(conjuncts) > 1
                    self.unequal += len(set(conjuncts)) > 1
            yield tree, sample

    def unlike(self, least: int = 5) -> tuple[int, int]:
        """Of the sentences of five words or more that occur more than once, how many are not annotated alike."""
        twice = [found for words, found in self.derivations.items() if len(words) >= least and len(found) > 1]
        return sum(len(set(found)) > 1 for found in twice), len(twice)

    def coverage(self, tree: Tree, covered: set[int]) -> None:
        """Count which of a tree's fragments are covered, and whether all of its words are."""
        words = set(words_of(tree.root))
        self.several += len(words) > 1
        self.whole += len(words) > 1 and words <= covered
        for fragment in fragments(tree.root):
            words = set(words_of(fragment))
            self.fragments += len(words) > 1
            self.derived += len(words) > 1 and words <= covered


def fragments(node: Node) -> list[Node]:
    """The subtrees below a headless edge that have no such edge inside."""
    below = [found for child in node.children for found in fragments(child)]
    return below or ([node] if node.rel in HEADLESS and node.children else [])


def is_sound(sample: Sample) -> bool:
    """Whether a sample, written and read again, is a net, and the natural deduction of this is a proof."""
    try:
        found = net(from_json(to_json(sample)))
        check_proof(deduce(found), judgement(sample))
    except ProofNetsError:
        return False
    return True


def conjuncts_of(type_: Type) -> list[Type]:
    """The conjuncts that a coordinator takes."""
    found = []
    while True:
        match type_:
            case Implication(Diamond("cnj", conjunct), rest):
                found.append(conjunct)
                type_ = rest
            case Implication(_, rest) | Diamond(_, rest) | Box(_, rest):
                type_ = rest
            case _:
                return found


def published_pairs(folder: Path) -> Iterator[tuple[Sample, list[Sample]]]:
    """The samples of Lassy trees, each with those that Æthel has of the same sentence."""
    published = read_published(folder / "lassy-trees.aethel.jsonl")
    for tree in read_trees([folder / "lassy-trees.zip"]):
        if isinstance(tree, Tree):
            for parts in published[tree.id.rpartition("/")[2]]:
                yield extract(tree), parts


def read(folder: Path) -> int:
    return sum(1 for _ in read_trees([folder]))


def read_and_extract(folder: Path) -> int:
    count = 0
    for tree in read_trees([folder]):
        count += 1
        if isinstance(tree, Tree):
            try:
                extract(tree)
            except ProofNetsError:
                continue
    return count


def seconds(action: Callable[[Path], int], folder: Path) -> float:
    """The processor time that an action takes."""
    start = time.process_time()
    action(folder)
    return time.process_time() - start


def main(folder: Path) -> None:
    if not folder.is_dir():
        print(f"skipped: there is no treebank in {folder}")
        return
    reading, both = seconds(read, folder), seconds(read_and_extract, folder)
    counts = Counts()
    agreed = agreement(counts.count(folder))
    c = counts
    print(
        show_table(
            [
                ("", "authors' 2020", "authors' 1.0", "ours", ""),
                ("multi-word fragments with a derivation", "92.2%", "99.5%", *_of(c.derived, c.fragments)),
                ("trees of two words or more, every word in one", "–", "about 81%", *_of(c.whole, c.several)),
                ("coordinators with unequal conjuncts", "–", "209", f"{c.unequal:,}", f"of {c.coordinators:,}"),
                ("unsound samples", "not checked", "0", f"{c.unsound:,}", f"of {c.samples:,}"),
                ("trees a second, one core", "158", "37", f"{c.trees / both:,.0f}", f"{both / reading:.1f} × reading"),
                (f"samples over {SYMBOL_LIMIT} symbols", "3% (paper)", "–", *_of(c.long, c.samples)),
                ("sentences given twice, with other types", "–", "–", *_of(*c.unlike())),
                ("distinct types", "–", "–", f"{len(c.types):,}", f"in {c.samples:,} samples"),
            ],
            "<>>><",
        )
    )
    print("\nTrees without a sample")
    print(show_table([(f"{n:,}", reason) for reason, n in sorted(c.reasons.items())] or [("0", "none")], "><"))
    print("\nThe dependencies of the terms against the trees' primary edges")
    print(show_agreement(agreed))
    print("\nThe types of Lassy trees against those of Æthel")
    if PUBLISHED.is_dir():
        print(show_conformity(conformity(published_pairs(PUBLISHED))))
    else:
        print(f"skipped: there is no {PUBLISHED}")


def _of(part: int, whole: int) -> tuple[str, str]:
    return share(part, whole), f"{part:,} of {whole:,}"


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else TREEBANK)
