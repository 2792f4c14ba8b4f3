"""The graph that extraction works on: a dependency tree whose nodes the steps of normalisation may move and rename.

A node is a phrase (it has a category and children), a word (it has tokens) or a ghost (it has an index only, and stands
for the node with tokens or children that has the same index). Tokens are numbered from 0, as in the tree's positions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from proofnets.derivation import names
from proofnets.treebank.alpino import Node, Tree

HEADS = ("hd", "rhd", "whd", "cmp", "crd", "nucl")
"""The relations of a head, which takes its sisters as arguments or is modified by them."""
FRONTED = ("rhd", "whd")
"""The heads that bind a gap: those of relative clauses and questions."""
DISCOURSE = ("dp", "sat", "tag", "dlink", "--")
"""The relations of parts that stand beside a clause; they are typed as adjuncts of it."""
ADJUNCTS = ("mod", "app", "predm", *DISCOURSE)
"""The relations of an adjunct, which applies to its sister."""

ATOMS = names.ATOMS | {"advp": "adv"}
"""The atoms of words and phrases whose class or category has another name."""


@dataclass(slots=True, eq=False)
class Phrase:
    """A node of the graph."""

    rel: str
    cat: str = ""
    pt: str = ""
    lemma: str = ""
    tokens: tuple[int, ...] = ()
    index: int | None = None
    begin: int = 0
    end: int = 0
    id: int = 0
    children: list[Phrase] = field(default_factory=list)
    parent: Phrase | None = None
    shared: list[Phrase] = field(default_factory=list)
    """The children of a conjunction that all its conjuncts share."""

    @property
    def is_word(self) -> bool:
        """Whether it has tokens of its own."""
        return bool(self.tokens)

    @property
    def is_ghost(self) -> bool:
        """Whether it only stands for another node."""
        return not self.tokens and not self.cat


def graph_of(tree: Tree) -> Phrase:
    """The graph of a tree."""
    return _copy(tree.root, None)


def _copy(node: Node, parent: Phrase | None) -> Phrase:
    tokens = tuple(range(node.begin, node.end)) if node.word else ()
    here = Phrase(node.rel, node.cat, node.pt, node.lemma, tokens, node.index, node.begin, node.end, node.id)
    here.parent = parent
    here.children = [_copy(child, here) for child in node.children]
    return here


def walk(phrase: Phrase) -> Iterator[Phrase]:
    """A node and all below it, each before its children."""
    yield phrase
    for child in phrase.children:
        yield from walk(child)


def walk_up(phrase: Phrase) -> Iterator[Phrase]:
    """A node and all below it, each behind its children."""
    for child in phrase.children:
        yield from walk_up(child)
    yield phrase


def ancestors(phrase: Phrase) -> Iterator[Phrase]:
    """The nodes above a node, the nearest first."""
    above = phrase.parent
    while above is not None:
        yield above
        above = above.parent


def position(phrase: Phrase) -> tuple[int, int, int]:
    """What every order in the extraction goes by."""
    return phrase.begin, phrase.end, phrase.id


def span(phrase: Phrase) -> tuple[int, int]:
    """Where the words of a node begin and end. The tree's own positions count ghosts as well."""
    tokens = [token for node in walk(phrase) for token in node.tokens]
    return (min(tokens), max(tokens) + 1) if tokens else (phrase.begin, phrase.end)


def attach(child: Phrase, parent: Phrase) -> None:
    """Make a node the child of another, in its place by position."""
    child.parent = parent
    parent.children.append(child)
    parent.children.sort(key=position)


def detach(child: Phrase) -> None:
    """Take a node away from its parent."""
    assert child.parent is not None
    child.parent.children.remove(child)
    child.parent = None


def replace(old: Phrase, new: Phrase) -> None:
    """Put a node in the place of another."""
    parent = old.parent
    assert parent is not None
    parent.children[parent.children.index(old)] = new
    new.parent, old.parent = parent, None
    parent.children.sort(key=position)


def atom_of(phrase: Phrase) -> str:
    """The atomic type of a node by itself, before anything is expected of it.

    A word has that of its class, a phrase that of its category; a conjunction or a discourse unit that of its parts.
    """
    if phrase.cat == "conj":
        return vote([atom_of(child) for child in phrase.children if child.rel == "cnj"])
    if phrase.cat == "du":
        return next((atom_of(child) for child in phrase.children if child.rel == "nucl"), "s_main")
    if phrase.pt:
        return ATOMS.get(phrase.pt, phrase.pt)
    return ATOMS.get(phrase.cat, phrase.cat) if phrase.cat.isalnum() else "np"


def vote(atoms: list[str]) -> str:
    """The atom of a conjunction or a multi-word unit, by those of its parts: a main clause if one is a main clause,
    an np if one is nominal, a name if one is part of a name, an ap if one is an ap, else what most are.

    >>> vote(["pron", "n"]), vote(["s_sub", "s_main"]), vote(["pp", "adv", "pp"]), vote(["adj", "ap"])
    ('np', 's_main', 'pp', 'ap')
    >>> vote(["ppart", "adj"]), vote(["pron", "tw"])
    ('adj', 'tw')
    """
    for winner, voters in (("s_main", ("s_main",)), ("np", ("np", "n")), ("spec", ("spec",)), ("ap", ("ap",))):
        if set(voters) & set(atoms):
            return winner
    return max(sorted(atoms, key=alphabetical), key=atoms.count, default="np")


def alphabetical(name: str) -> str:
    """What the alphabetical order of atoms goes by, where nothing else decides: pronouns have the place of `vnw`."""
    return "vnw" if name == "pron" else name
