"""Alpino XML: dependency trees as Alpino, Lassy, PaQu and NLTK's copy of the Alpino treebank write them.

`read_trees` takes files, folders and zip files, with one tree or many in each file, and yields every tree in a fixed
order. A tree that is not well-formed comes out as `Rejected` with the reason, and the rest goes on. The two halves of
it, `find_documents` and `read_document`, may be done in different processes.

What differs between versions and producers ends here. A `Node` has the attributes that extraction needs, and its `pt`
is always one of the twelve CGN word classes. The files are read in small pieces (`markup`), so that memory stays
flat however many trees a file holds.
"""

from __future__ import annotations

import os
import re
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path, PurePosixPath
from typing import IO

from proofnets.errors import ProofNetsError
from proofnets.treebank.markup import FileError, Markup

TREE_BYTES = 20_000_000
"""The longest tree, in bytes. A real one of a hundred words takes 40,000."""
TREE_NODES = 10_000
"""The most nodes, and the most positions, of a tree."""
TREE_DEPTH = 200
"""How deep nodes may nest, so that functions on trees may recurse. The deepest in the Alpino treebank has 24 levels."""
APPLE = "._"
"""What the names of files begin with that macOS leaves beside others; they are no XML, whatever their name ends in."""
_CHUNK = 65_536

CGN_CLASSES = frozenset({"adj", "bw", "let", "lid", "n", "spec", "tsw", "tw", "vg", "vnw", "vz", "ww"})
"""The word classes of the Spoken Dutch Corpus (CGN), which `Node.pt` takes."""

ALPINO_CLASSES = {
    "verb": "ww",
    "noun": "n",
    "name": "n",
    "det": "lid",
    "pron": "vnw",
    "prep": "vz",
    "adv": "bw",
    "comp": "vg",
    "complementizer": "vg",
    "comparative": "vg",  # "als" and "dan"
    "num": "tw",
    "punct": "let",
    "tag": "tsw",
    "part": "vz",  # the particle of a separable verb, most often a preposition
    "pp": "bw",  # one-word prepositional phrases: "daarmee"
    "sbar": "bw",
    "fixed": "n",  # parts of fixed expressions, nouns more than anything else
    "prefix": "spec",  # "oud-" and "niet-"
}
"""The CGN class that most words of each of Alpino's own classes have, for trees without CGN tags.

Anything else is `spec`, CGN's class for what has no other.
"""


@dataclass(frozen=True, slots=True)
class Node:
    """A phrase (with `cat` and children), a word (with `word`), or a ghost (with `index` alone).

    A ghost stands for the one phrase or word of the tree that has the same index: a secondary edge.
    """

    id: int
    rel: str
    cat: str
    word: str
    lemma: str
    pt: str
    begin: int
    end: int
    index: int | None
    children: tuple[Node, ...]
    """By begin, end and id."""


@dataclass(frozen=True, slots=True)
class Tree:
    """The tree of a sentence. `corpus` is the folder or zip file that it came from."""

    id: str
    tokens: tuple[str, ...]
    root: Node
    corpus: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """A tree, or a file, that could not be read, with the reason in words."""

    id: str
    reason: str


@dataclass(frozen=True, slots=True)
class Document:
    """An XML file, or such a member of a zip file, that is not parsed yet. `corpus` is what its trees get."""

    name: str
    corpus: str
    size: int | None
    """In bytes; None if that cannot be told beforehand."""
    pieces: Iterable[bytes | str]
    """Its content, which can be read until the next document is asked for. A text says why there is no more of it."""


class _TreeError(ProofNetsError):
    """What is wrong with a tree."""


def word_class(pt: str, postag: str, pos: str, rel: str) -> str:
    """The CGN class of a word with a relation, from the first of its three tags that tells.

    CGN has names among the nouns, but for those of several words, whose parts are `spec`.

    >>> word_class("", "", "N(soort,ev,basis,zijd,stan)", "su"), word_class("", "", "verb", "hd")
    ('n', 'ww')
    >>> word_class("", "", "name", "su"), word_class("", "", "name", "mwp"), word_class("", "", "--", "su")
    ('n', 'spec', 'spec')
    """
    for tag in (pt, postag, pos):
        name = tag.partition("(")[0].lower()
        if name in CGN_CLASSES:
            return name
    if pos == "name" and rel == "mwp":
        return "spec"
    return ALPINO_CLASSES.get(pos.partition("(")[0].lower(), "spec")


def read_trees(paths: Iterable[str | Path]) -> Iterator[Tree | Rejected]:
    """All trees of the files, folders and zip files given, in the order given; `-` is standard input.

    Folders are read with all that is below them, sorted, and so are zip files, whether given or found in a folder.
    A tree is named after its file, `cdb/1048`; in a file of many trees, after the file and the sentence's own
    name or else its number. A path that does not exist is an error at once.
    """
    return (
        tree
        for document in find_documents(paths)
        for tree in (read_document(document) if isinstance(document, Document) else (document,))
    )


def find_documents(paths: Iterable[str | Path]) -> Iterator[Document | Rejected]:
    """All documents of the paths that `read_trees` takes, in order. A path that does not exist is an error at once."""
    given = list(paths)
    for path in given:
        if str(path) != "-" and not os.path.exists(path):
            raise ProofNetsError(f"there is no file or folder {path}")
    return (document for path in given for document in _find_in_path(path))


def _find_in_path(path: str | Path) -> Iterator[Document | Rejected]:
    if str(path) == "-":
        yield Document("stdin", "stdin", None, _pieces(sys.stdin.buffer))
        return
    absolute = Path(path).absolute()
    if not absolute.is_dir():
        yield from _find_in_file(absolute, absolute.parent.name)
        return
    any_trees, faults = False, list[OSError]()
    for file in _files(absolute, faults.append):
        any_trees = True
        folder = file.parent.relative_to(absolute).as_posix()
        yield from _find_in_file(file, absolute.name if folder == "." else folder)
    for fault in faults:
        any_trees = True
        yield Rejected(_readable(str(fault.filename)), _unreadable(fault))
    if not any_trees:
        yield Rejected(absolute.name, "there are no XML or zip files in this folder")


def _files(folder: Path, fault: Callable[[OSError], None]) -> list[Path]:
    """The XML and zip files in a folder and below it, by their path; symbolic links to folders are not followed."""
    files = [
        Path(where, name)
        for where, _, names in os.walk(folder, onerror=fault)
        for name in names
        if name.lower().endswith((".xml", ".zip")) and not name.startswith(APPLE)
    ]
    return sorted(files, key=lambda file: file.relative_to(folder).as_posix())


def _find_in_file(file: Path, folder: str) -> Iterator[Document | Rejected]:
    corpus, stem = _readable(folder), _readable(file.stem)
    name = f"{corpus}/{stem}" if corpus else stem
    try:
        with file.open("rb") as stream:
            magic = stream.peek(4)[:4]  # a pipe cannot go back
            if file.suffix.lower() == ".zip" or magic in (b"PK\x03\x04", b"PK\x05\x06"):
                yield from _find_in_zip(stream, stem)
            else:
                size = file.stat().st_size if file.is_file() else None
                yield Document(name, corpus, size, _pieces(stream))
    except OSError as error:
        yield Rejected(name, _unreadable(error))


def _readable(name: str) -> str:
    """A file's name without bytes that are no UTF-8, which Python keeps in a form that cannot be written."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _unreadable(error: OSError) -> str:
    return f"the file cannot be read: {error.strerror or error}"


def _find_in_zip(stream: IO[bytes], corpus: str) -> Iterator[Document | Rejected]:
    """The documents of a zip file. Members are read in place, and their paths are names, nothing more."""
    try:
        archive = zipfile.ZipFile(stream)
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        yield Rejected(corpus, f"damaged zip file: {error}")
        return
    members = [
        member
        for member in archive.infolist()
        if member.filename.lower().endswith(".xml") and not PurePosixPath(member.filename).name.startswith(APPLE)
    ]
    if not members:
        yield Rejected(corpus, "there are no XML files in this zip file")
    for member in sorted(members, key=lambda member: member.filename):
        names = [step for step in PurePosixPath(member.filename).parts if step not in ("/", "//", "..")]
        if names[0] != corpus:
            names.insert(0, corpus)
        name = "/".join(names)[: -len(".xml")]
        yield Document(name, corpus, member.file_size, _member_pieces(archive, member))


def _pieces(stream: IO[bytes]) -> Iterator[bytes | str]:
    try:
        while piece := stream.read(_CHUNK):
            yield piece
    except OSError as error:
        yield _unreadable(error)


def _member_pieces(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Iterator[bytes | str]:
    try:
        with archive.open(member) as stream:
            while piece := stream.read(_CHUNK):
                yield piece
    except Exception as error:  # every way of compressing has its own errors
        yield f"damaged or encrypted member of a zip file: {error}"


def read_document(document: Document) -> Iterator[Tree | Rejected]:
    """The trees of a document, piece by piece."""
    reader = _Reader(document.name, document.corpus)
    fault = ""
    try:
        for piece in document.pieces:
            reader.feed(piece)
            yield from reader.take()
        reader.markup.close()
    except FileError as error:
        fault = str(error)
    yield from reader.take()
    if fault:
        yield Rejected(document.name, fault)
    elif not reader.count:
        yield Rejected(document.name, "there is no tree (alpino_ds) in this file")


class _Reader:
    """Builds trees from expat's events."""

    def __init__(self, name: str, corpus: str) -> None:
        self.name = name
        self.corpus = corpus
        self.count = 0
        self.finished: list[Tree | Rejected] = []
        self.markup = Markup(self.start, self.end)
        self.many = False
        """Whether the file's root is not the one tree, but something around many."""
        self.inside = False
        self.begin_tree()

    def begin_tree(self) -> None:
        self.fault = ""
        self.started = max(self.markup.parser.CurrentByteIndex, 0)
        self.open: list[tuple[dict[str, str], list[Node]]] = []
        self.roots: list[Node] = []
        self.words: list[Node] = []
        self.ids: set[int] = set()
        self.last = 0
        self.material: set[int] = set()
        """The indices of phrases and words, as opposed to ghosts."""
        self.ghosts: list[int] = []
        self.around: list[int] = []
        """The indices of the nodes that are open."""
        self.contains: dict[int, list[int]] = {}
        """The indices next below each index, inside the node that it belongs to."""
        self.sentence: list[str] = []
        self.sentence_id = ""

    def feed(self, piece: bytes | str) -> None:
        self.markup.feed(piece)
        if self.inside and self.markup.fed - self.started > TREE_BYTES:
            raise FileError(f"a tree of more than {TREE_BYTES // 1_000_000} MB")

    def take(self) -> list[Tree | Rejected]:
        """The trees that are finished since this was last asked."""
        finished, self.finished = self.finished, []
        return finished

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "node":
            if self.inside and not self.fault:
                if len(self.open) == TREE_DEPTH:
                    self.fault = f"nodes are nested more than {TREE_DEPTH} deep"
                if "index" in attributes:
                    self.start_index(attributes["index"])
                self.open.append((attributes, []))
        elif name == "alpino_ds":
            if self.inside:
                raise FileError("a tree (alpino_ds) inside a tree")
            self.begin_tree()
            self.inside = True
            self.count += 1
        elif not self.inside:
            self.many = True
        elif name == "sentence":
            self.sentence_id = attributes.get("sentid", "")
            self.markup.parser.CharacterDataHandler = self.sentence.append

    def end(self, name: str) -> None:
        if name == "node":
            if self.inside and not self.fault:
                attributes, children = self.open.pop()
                try:
                    node = self.node(attributes, children)
                except _TreeError as fault:
                    self.fault = str(fault)
                else:
                    (self.open[-1][1] if self.open else self.roots).append(node)
        elif name == "alpino_ds":
            self.inside = False
            self.end_tree()
        elif name == "sentence":
            self.markup.parser.CharacterDataHandler = None

    def start_index(self, text: str) -> None:
        index = int(text) if text.isdecimal() and len(text) < 10 else -1
        if self.around:
            self.contains.setdefault(self.around[-1], []).append(index)
        self.around.append(index)

    def node(self, attributes: dict[str, str], children: list[Node]) -> Node:
        """The node that has just ended."""
        get = attributes.get
        try:
            number = int(get("id", len(self.ids)))
            begin, end = int(attributes["begin"]), int(attributes["end"])
        except KeyError as error:
            raise _TreeError(f"node {get('id', '')} has no {error.args[0]}") from None
        except ValueError:
            raise _TreeError(f"node {get('id', '')} has an id, begin or end that is no number") from None
        index = self.around.pop() if "index" in attributes else None
        if number in self.ids:
            raise _TreeError(f"two nodes have the id {number}")
        if len(self.ids) == TREE_NODES:
            raise _TreeError(f"more than {TREE_NODES} nodes")
        if index == -1:
            raise _TreeError(f"the index {attributes['index']!r} of node {number} is no number")
        cat, word = get("cat", ""), get("word", "").strip()
        if not 0 <= begin <= end <= TREE_NODES or (word and begin == end):
            raise _TreeError(f"node {number} begins at {begin} and ends at {end}")
        pt = ""
        if word:
            if children:
                raise _TreeError(f"node {number} has both a word and children")
            pt = word_class(get("pt", ""), get("postag", ""), get("pos", ""), get("rel", ""))
        elif children:
            if not cat:
                raise _TreeError(f"node {number} has children but no category")
            children.sort(key=_place)
        elif cat or index is None:
            raise _TreeError(f"node {number} has no children and no word" + ("" if cat else " and no index"))
        else:
            self.ghosts.append(index)
        if index is not None and (word or cat):
            if index in self.material:
                raise _TreeError(f"two nodes with a word or category have the index {index}: it must be one")
            self.material.add(index)
        self.ids.add(number)
        node = Node(number, get("rel", ""), cat, word, get("lemma", ""), pt, begin, end, index, tuple(children))
        if word:
            self.words.append(node)
        if end > self.last:
            self.last = end
        return node

    def end_tree(self) -> None:
        name = f"{self.name}/{self.sentence_id or self.count}" if self.many else self.name
        try:
            if self.fault:
                raise _TreeError(self.fault)
            if len(self.roots) != 1:
                raise _TreeError(f"a tree must have one root, not {len(self.roots)}")
            tokens = self.tokens()
            self.check_indices()
        except _TreeError as fault:
            self.finished.append(Rejected(name, str(fault)))
        else:
            self.finished.append(Tree(name, tokens, self.roots[0], self.corpus))

    def tokens(self) -> tuple[str, ...]:
        """The words of the sentence as given, if it has as many as the tree has places, else those of the tree."""
        places: dict[int, str] = {}
        for word in self.words:
            for place in range(word.begin, word.end):
                if place in places:
                    raise _TreeError(f"'{places[place]}' and '{word.word}' are both at position {place}")
                places[place] = word.word
        size = max(places, default=-1) + 1
        if not size:
            raise _TreeError("there is no word in this tree")
        if self.last > size:
            raise _TreeError(f"a node ends at position {self.last}, but the last word at {size}")
        tokens = _TOKEN.findall("".join(self.sentence))
        if len(tokens) == size and all(token.strip() for token in tokens):
            return tuple(tokens)
        if len(self.words) < size:
            raise _TreeError(
                f"the sentence has {len(tokens)} words, but the tree {len(self.words)} at {size} positions"
            )
        return tuple(places[place] for place in range(size))

    def check_indices(self) -> None:
        for index in self.ghosts:
            if index not in self.material:
                raise _TreeError(f"no node with a word or category has the index {index} of a ghost")
        try:
            TopologicalSorter(self.contains).prepare()
        except CycleError as error:
            raise _TreeError(f"cyclic indices: the node with the index {min(error.args[1])} is inside itself") from None


_TOKEN = re.compile(r"[^ \t\r\n]+")
"""A token of a sentence. Other white space than this, such as the no-break space, may be part of one."""


def _place(node: Node) -> tuple[int, int, int]:
    return node.begin, node.end, node.id
