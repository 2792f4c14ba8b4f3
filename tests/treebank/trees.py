"""How Dutch sentences with their dependency trees are written down, with what must be extracted from them.

A tree is written as Alpino draws it, in brackets: `su:np(det:lid/De hd:n/man)` is a phrase with its
relation, its category and its daughters, `hd:n/man` a word with its relation and class. `su:#1=vnw/die` has an index,
and `obj1:#1` is a ghost of it. What stands at the top has no relation. Words take their places from the sentence;
`zij@5` is the fifth token, where one is there twice and the tree has another order. Tokens that the tree does not
mention are punctuation.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from proofnets.logic import parse_type
from proofnets.treebank.alpino import Tree, read_trees

_PIECE = re.compile(r"\)|[^\s()]+\(?")
_NODE = re.compile(
    r"(?:(?P<rel>\w+):)?(?:#(?P<index>\d+)=?)?(?:(?P<cat>\w+)\(|(?P<pt>\w+)/(?P<word>[^@]+)(?:@(?P<place>\d+))?)?"
)


def alpino(sentence: str, notation: str) -> str:
    """The Alpino XML of a sentence whose tree is given in the notation above."""
    tokens = sentence.split()
    places = list(range(len(tokens)))
    top = ElementTree.Element("node", cat="top", rel="top")
    around = [top]
    for piece in _PIECE.findall(notation):
        if piece == ")":
            around.pop()
            continue
        found = _NODE.fullmatch(piece)
        if found is None:
            raise ValueError(f"{piece} is no node")
        node = ElementTree.SubElement(around[-1], "node", rel=found["rel"] or "--")
        if found["index"]:
            node.set("index", found["index"])
        if found["cat"]:
            node.set("cat", found["cat"])
            around.append(node)
        elif found["word"]:
            word = found["word"]
            place = int(found["place"]) - 1 if found["place"] else next(p for p in places if tokens[p] == word)
            places.remove(place)
            _set_word(node, word, found["pt"], place)
    for place in places:
        if tokens[place].isalnum():
            raise ValueError(f"{tokens[place]} is not in the tree")
        _set_word(ElementTree.SubElement(top, "node", rel="--"), tokens[place], "let", place)
    material = {n.get("index"): n for n in top.iter("node") if n.get("cat") or n.get("word")}
    _set_span(top, material)
    for number, node in enumerate(top.iter("node")):
        node.set("id", str(number))
    document = ElementTree.Element("alpino_ds", version="1.3")
    document.append(top)
    ElementTree.SubElement(document, "sentence").text = sentence
    return ElementTree.tostring(document, encoding="unicode")


def _set_word(node: ElementTree.Element, word: str, pt: str, place: int) -> None:
    node.attrib.update(word=word, lemma=word.lower(), pt=pt, begin=str(place), end=str(place + 1))


def _set_span(node: ElementTree.Element, material: dict[str | None, ElementTree.Element]) -> tuple[int, int]:
    """A phrase goes from where its first daughter begins to where its last ends; a ghost is where its material is."""
    if "begin" not in node.attrib:
        spans = [_set_span(inside, material) for inside in list(node) or [material[node.get("index")]]]
        node.set("begin", str(min(begin for begin, _ in spans)))
        node.set("end", str(max(end for _, end in spans)))
    return int(node.attrib["begin"]), int(node.attrib["end"])


def read_text(xml: str, folder: Path, name: str = "tree") -> Tree:
    """The one tree of a text in Alpino XML, by way of a file."""
    file = folder / f"{name}.xml"
    file.write_text(xml, encoding="utf-8")
    (tree,) = read_trees([file])
    assert isinstance(tree, Tree), tree
    return tree


@dataclass(frozen=True)
class Case:
    """A sentence with its tree, and what must come of it.

    `types` has a line a token: the token and its type, `+` if it continues a unit, `–` if it brings no resource.
    A line such as `V = ◇su np ⊸ s_main` gives a type a short name for the lines below it.
    """

    name: str
    sentence: str
    tree: str
    types: str
    goal: str
    term: str

    @property
    def lines(self) -> list[tuple[str, str | None]]:
        """The tokens with their types as a sample has them."""
        names: dict[str, str] = {}
        found: list[tuple[str, str | None]] = []
        for line in self.types.strip().splitlines():
            token, text = line.split(maxsplit=1)
            for name, long in names.items():
                text = re.sub(rf"\b{name}\b", f"({long})", text)
            if text.startswith("= "):
                names[token] = text[2:]
            elif text in ("+", "–"):
                found.append((token, text if text == "+" else None))
            else:
                found.append((token, str(parse_type(text))))
        return found
