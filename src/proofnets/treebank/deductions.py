"""Æthel of 2020, as its authors published it: the natural deductions of Lassy Small in XML, read as samples.

A file is a `proof`. Its `lexicon` has a `lexicon_item` for each word, with the `word` and its `formula`; then comes the
deduction, nested `rule` elements, the first of which has the last conclusion as its `formula`. A formula is an `atom`,
an `impl`, a `dia` or a `box`. In the lexicon and the last conclusion together every atom id stands twice, once positive
and once negative, and these pairs are the links. They are all that is needed of the deduction, whose steps are left
aside: it has no modalities, and the links are verified as a net. (So the sequent proofs of the same data can be read,
too.) A word with spaces is a multi-word unit. Atoms and labels get the paper's names.

The split is the folder that a file is in: `train`, `dev` or `test`.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import get_args

from proofnets.derivation.derivations import Entry, net
from proofnets.derivation.names import ATOMS, LABELS
from proofnets.errors import ProofNetsError
from proofnets.logic import Atom, Box, Diamond, Implication, Link, Type
from proofnets.treebank.alpino import TREE_BYTES, TREE_NODES, Document, Rejected
from proofnets.treebank.markup import FileError, Markup
from proofnets.treebank.samples import Sample
from proofnets.treebank.splits import Split

_LABELS = LABELS | {"rhd_body": "body", "whd_body": "body", "cmp_body": "body"}
"""Labels that the paper has another name for."""

ROOT = "proof"
SKIPPED = frozenset({"string", "pos1", "pos2", "lemma", "antecedent", "premisses"})
"""Elements that are not needed. All but the last rule of a deduction are in its `premisses`."""
TEXTS = frozenset({"word", "atom"})
"""Elements whose text is needed."""
FORMULA_DEPTH = 100
"""How deep the elements that are needed may nest. In Æthel it is 41 levels at most."""
PROOF_DEPTH = 10_000
"""How deep any elements may nest. A deduction of a hundred words can have some hundreds of levels."""
TEXT_LENGTH = 1_000
"""The longest word, name or label, in characters."""


def is_deduction(piece: bytes | str) -> bool:
    """Whether a document that begins with this piece is such a proof, by its first element."""
    names: list[str] = []

    def start(name: str, _: dict[str, str]) -> None:
        names.append(name)
        raise FileError("nothing else is asked for")

    with suppress(FileError):
        Markup(start, lambda _: None).feed(piece)
    return names == [ROOT]


def read_deduction(document: Document) -> tuple[Split | None, Sample] | Rejected:
    """The verified sample of a document, with the split that its folder says; or the reason why there is none."""
    reader = _Reader()
    try:
        for piece in document.pieces:
            reader.markup.feed(piece)
            if reader.markup.fed > TREE_BYTES:
                raise FileError(f"a proof of more than {TREE_BYTES // 1_000_000} MB")
        reader.markup.close()
        sample = _sample(document.name, reader.root)
        net(sample)
    except ProofNetsError as error:
        return Rejected(document.name, str(error))
    folder = document.name.split("/")[-2:-1]
    return next((split for split in get_args(Split) if [split] == folder), None), sample


@dataclass(slots=True)
class _Element:
    name: str
    attributes: dict[str, str]
    children: list[_Element] = field(default_factory=list)
    text: str = ""


class _Reader:
    """Keeps the elements of a document, but for those that are not needed and all that is in them."""

    def __init__(self) -> None:
        self.markup = Markup(self.start, self.end)
        self.markup.parser.CharacterDataHandler = self.write
        self.root = _Element("document", {})
        self.open = [self.root]
        self.skipped = 0
        """How many elements are open, counted from one that is not needed."""
        self.count = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self.open) + self.skipped > PROOF_DEPTH:
            raise FileError(f"elements are nested more than {PROOF_DEPTH:,} deep")
        if self.skipped or name in SKIPPED:
            self.skipped += 1
            return
        self.count += 1
        if self.count > TREE_NODES:
            raise FileError(f"words and formulas of more than {TREE_NODES:,} elements")
        if len(self.open) > FORMULA_DEPTH:
            raise FileError(f"formulas are nested more than {FORMULA_DEPTH} deep")
        for text in (name, *attributes, *attributes.values()):
            self.check_length(text)
        element = _Element(name, attributes)
        self.open[-1].children.append(element)
        self.open.append(element)

    def end(self, name: str) -> None:
        if self.skipped:
            self.skipped -= 1
        else:
            self.open.pop()

    def write(self, text: str) -> None:
        element = self.open[-1]
        if not self.skipped and element.name in TEXTS:
            element.text += text
            self.check_length(element.text)

    def check_length(self, text: str) -> None:
        if len(text) > TEXT_LENGTH:
            raise FileError(f"a word, name or label of more than {TEXT_LENGTH:,} characters")


def _sample(name: str, document: _Element) -> Sample:
    proof = _only(document, ROOT)
    tokens: list[str] = []
    types: list[Entry] = []
    atoms: list[tuple[str, bool]] = []
    for number, item in enumerate(_only(proof, "lexicon").children, 1):
        if item.name != "lexicon_item" or item.attributes.get("id") != str(number):
            raise FileError(f'word {number} of the lexicon must be a <lexicon_item id="{number}">')
        word = _only(item, "word")
        _children(word, 0)
        unit = word.text.split()
        if not unit:
            raise FileError(f"word {number} of the lexicon is empty")
        tokens += unit
        types.append(_type(_children(_only(item, "formula"), 1)[0], True, atoms))
        types.extend("+" for _ in unit[1:])
    if not tokens:
        raise FileError("there is no word in the lexicon")
    conclusion = _only(_only(proof, "rule"), "formula")
    goal = _type(_children(conclusion, 1)[0], False, atoms)
    own_name = proof.attributes.get("id", "").removesuffix(".xml").strip()
    return Sample(tuple(tokens), tuple(types), goal, _links(atoms), id=own_name or name)


def _only(element: _Element, name: str) -> _Element:
    """The one child of an element that has a name."""
    named = [child for child in element.children if child.name == name]
    if len(named) != 1:
        raise FileError(f"there must be one <{name}> in {_tag(element)}, not {len(named)}")
    return named[0]


def _children(element: _Element, number: int) -> list[_Element]:
    """The children of an element that must have so many."""
    if len(element.children) != number:
        raise FileError(f"there must be {number} elements in {_tag(element)}, not {len(element.children)}")
    return element.children


def _tag(element: _Element) -> str:
    return f'<{element.name} id="{element.attributes["id"]}">' if "id" in element.attributes else f"<{element.name}>"


def _type(formula: _Element, positive: bool, atoms: list[tuple[str, bool]]) -> Type:
    """The type of a formula. The ids and polarities of its atoms are added to the list, in prefix order."""
    match formula.name:
        case "atom":
            _children(formula, 0)
            atoms.append((_attribute(formula, "id"), positive))
            name = formula.text.strip()
            return Atom(ATOMS.get(name, name))
        case "impl":
            argument, result = _children(formula, 2)
            return Implication(_type(argument, not positive, atoms), _type(result, positive, atoms))
        case "dia" | "box":
            label = _attribute(formula, "dep")
            body = _type(_children(formula, 1)[0], positive, atoms)
            return (Diamond if formula.name == "dia" else Box)(_LABELS.get(label, label), body)
    raise FileError(f"a formula is an <atom>, <impl>, <dia> or <box>, not {_tag(formula)}")


def _attribute(element: _Element, key: str) -> str:
    if key not in element.attributes:
        raise FileError(f"{_tag(element)} has no {key}")
    return element.attributes[key]


def _links(atoms: Iterable[tuple[str, bool]]) -> tuple[Link, ...]:
    """The links between the atoms of the same id, in the order of the positive ones."""
    places: dict[tuple[str, bool], int] = {}
    for place, (id_, positive) in enumerate(atoms):
        if (id_, positive) in places:
            raise FileError(f"two {_polarity(positive)} atoms have the id '{id_}': it must be one")
        places[id_, positive] = place
    for id_, positive in places:
        if (id_, not positive) not in places:
            raise FileError(f"no {_polarity(not positive)} atom has the id '{id_}': it must be one")
    return tuple((place, places[id_, False]) for (id_, positive), place in places.items() if positive)


def _polarity(positive: bool) -> str:
    return "positive" if positive else "negative"
