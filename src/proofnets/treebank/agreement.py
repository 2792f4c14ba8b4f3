"""Agreement: do the dependencies of a derivation's term say what the tree says?

A tree gives each word one head by its primary edges, those that are no ghosts: the lexical head of a phrase governs the
lexical heads of its other daughters. A linear term does the same. Multi-word units are one word, punctuation is none.
Where a tree has no head, as at its top, the head is the one that normalisation chooses; the rest is the tree's own.
What differs is told apart by cause.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from proofnets.derivation.derivations import Derivation, net
from proofnets.derivation.edges import word_edges
from proofnets.logic.heads import ROOT_LABEL
from proofnets.table import show_table
from proofnets.treebank.alpino import Tree
from proofnets.treebank.derive import label
from proofnets.treebank.graph import ADJUNCTS, FRONTED, HEADS, Phrase, ancestors, graph_of, walk
from proofnets.treebank.normalise import drop_punctuation, join_units, settle_discourse
from proofnets.treebank.samples import Sample

MARK = "a mark coordinates, and governs what the first conjunct does in the tree"
SHARED = "shared by conjuncts: depends on their coordinator"
GAPPED = "left in a conjunct whose head is elsewhere: depends on the coordinator"
LIFTED = "also stands in a higher place, and depends on the head there"
DETERMINER = "a further determiner is a modifier"
CORRELATIVE = "a further coordinator is a correlative"
OTHER = "other"

EXAMPLES = 3
"""How many examples of each cause are kept."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A head and a label. Tokens count from 1, a word goes by its first, and the root is 0."""

    head: int
    label: str


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A word that the tree and the term put in different places."""

    id: str
    word: str
    tree: str
    term: str


@dataclass(slots=True)
class Agreement:
    """Counts over the words of many samples, each of which has one head in its tree and one in its term."""

    words: int = 0
    unlabelled: int = 0
    labelled: int = 0
    causes: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[Disagreement]] = field(default_factory=dict)


def agreement(pairs: Iterable[tuple[Tree, Sample]]) -> Agreement:
    """Compare trees with the samples made of them."""
    counts = Agreement()
    for tree, sample in pairs:
        _compare(tree, sample, counts)
    return counts


def term_edges(sample: Derivation) -> dict[int, Edge]:
    """The edge to each word in the dependency graph of a derivation's term."""
    return {e.dependent: Edge(e.head, e.label) for e in word_edges(sample, net(sample).term)}


def tree_edges(tree: Tree) -> dict[int, Edge]:
    """The primary edge to each word of a tree."""
    return {word: edge for word, (edge, _) in _primary(_graph(tree)).items()}


def _graph(tree: Tree) -> Phrase:
    """The graph of a tree with units joined, marks gone, and a nucleus where parts stand side by side."""
    root = graph_of(tree)
    join_units(root, drop_punctuation(root))
    settle_discourse(root)
    return root


def _primary(root: Phrase) -> dict[int, tuple[Edge, Phrase]]:
    """The edge to each word, and the phrase that the word is the head of."""
    edges: dict[int, tuple[Edge, Phrase]] = {}
    waiting = [(root, 0, ROOT_LABEL)]
    while waiting:
        phrase, governor, role = waiting.pop()
        here: Phrase | None = phrase
        sisters: list[Phrase] = []
        while here is not None and not here.is_word:
            head = _head(here)
            sisters += [child for child in here.children if child is not head]
            here = head
        if here is not None:
            edges[here.tokens[0] + 1] = Edge(governor, label(role)), phrase
            governor = here.tokens[0] + 1
        waiting += [(sister, governor, sister.rel) for sister in sisters]
    return edges


def _head(phrase: Phrase) -> Phrase | None:
    """The daughter that is the head: by its relation, else the first that is no adjunct, else the first."""
    children = [child for child in phrase.children if any(node.is_word for node in walk(child))]
    for child in children:
        if child.rel in HEADS:
            return child
    return next((child for child in children if child.rel not in (*ADJUNCTS, "det")), None) or next(
        iter(children), None
    )


def _compare(tree: Tree, sample: Sample, counts: Agreement) -> None:
    root = _graph(tree)
    ghosts: dict[int, list[Phrase]] = {}
    for node in walk(root):
        if node.is_ghost and node.index is not None:
            ghosts.setdefault(node.index, []).append(node)
    words = {node.tokens[0] + 1: node for node in walk(root) if node.is_word}
    ours = term_edges(sample)
    theirs = _primary(root)
    for word, (edge, phrase) in theirs.items():
        if word not in ours:
            continue
        counts.words += 1
        mine = ours[word]
        counts.unlabelled += mine.head == edge.head
        counts.labelled += mine == edge
        if mine != edge:
            cause = _cause(word, edge, mine, phrase, words, ghosts)
            counts.causes[cause] += 1
            examples = counts.examples.setdefault(cause, [])
            if len(examples) < EXAMPLES:
                shown = (_show(e, tree) for e in (edge, mine))
                examples.append(Disagreement(tree.id, tree.tokens[word - 1], *shown))


def _show(edge: Edge, tree: Tree) -> str:
    return f"{edge.label} of {tree.tokens[edge.head - 1]}" if edge.head else edge.label


def _cause(
    word: int, tree: Edge, term: Edge, phrase: Phrase, words: dict[int, Phrase], ghosts: dict[int, list[Phrase]]
) -> str:
    """Why a term says something else than the tree does."""
    same_head = tree.head == term.head
    if term.head and term.head not in words:
        return MARK
    if same_head and (tree.label, term.label) == ("det", "mod"):
        return DETERMINER
    if same_head and (tree.label, term.label) == ("crd", "cor"):
        return CORRELATIVE
    again = ghosts.get(phrase.index, []) if phrase.index is not None else []
    above = list(ancestors(phrase))
    if any(ghost.parent in above for ghost in again):
        return LIFTED
    if term.head and words[term.head].rel == "crd" and again:
        return SHARED
    absent = {
        child.rel
        for node in _projections(words[word], phrase)
        for child in node.children
        if child.is_ghost and child.rel in HEADS
    }
    if absent & set(FRONTED):
        return LIFTED
    if absent or (term.head and words[term.head].rel == "crd") or (tree.head and words[tree.head].index in ghosts):
        return GAPPED
    return OTHER


def _projections(word: Phrase, phrase: Phrase) -> Iterator[Phrase]:
    """The phrases above a word, up to the mother of the one that it is the head of."""
    for above in ancestors(word):
        yield above
        if above is phrase.parent:
            return


def show_agreement(counts: Agreement) -> str:
    """The agreement as text: the figures, then the causes of what differs, with an example of each."""
    total = max(counts.words, 1)
    rows = [("words", "share", "cause", "for example")]
    for cause, count in counts.causes.most_common():
        example = counts.examples[cause][0]
        rows.append(
            (
                f"{count:,}",
                f"{count / total:.2%}",
                cause,
                f"{example.id} {example.word}: {example.tree} → {example.term}",
            )
        )
    return (
        f"{counts.words:,} words: the same head {counts.unlabelled / total:.2%}, "
        f"the same head and label {counts.labelled / total:.2%}\n" + show_table(rows, ">><<")
    )
