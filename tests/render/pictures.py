"""What the tests of pictures share: nets to draw, and what lies where in an SVG document."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

from hypothesis import strategies as st

from proofnets.derivation.analyses import Parse
from proofnets.derivation.derivations import Derivation, Entry
from proofnets.logic import (
    Application,
    Atom,
    Box,
    Diamond,
    Implication,
    Judgement,
    Net,
    Term,
    Type,
    Word,
    net_of,
    parse_judgement,
    proofs,
)
from proofnets.render.drawing import Drawing, text_width
from proofnets.render.sentences import parse_of_nets
from tests.logic.derivations import derivations

SVG = "{http://www.w3.org/2000/svg}"
JUDGEMENT = (Path(__file__).parents[2] / "examples" / "strategie.txt").read_text(encoding="utf-8")
HOSTILE = (
    *("<script>alert(1)</script>", "\"&'", "]]>", "\x00\x1b", "\n\na", "\tb", "'s", "x", "λx.", "M₁"),
    *("\\input{/etc/passwd}", "$%&_#{}~^\\", "^^M", "%", "\\end{document}", "\\ ", "½ ß …"),
    *("😀👨\u200d👩\u200d👧", "مرحبا", "日本語", "é", "e\u0301"),
)
LABELS = st.sampled_from(["x", "predc", "averylonglabel"])
TYPES: st.SearchStrategy[Type] = st.recursive(
    st.builds(Atom, st.sampled_from(["n", "np", "s_main", "averylongatom", "名詞"])),
    lambda types: (
        st.builds(Implication, types, types) | st.builds(Diamond, LABELS, types) | st.builds(Box, LABELS, types)
    ),
    max_leaves=8,
)
WORDS = st.text(max_size=12).filter(lambda word: not word or word.strip()) | st.sampled_from(HOSTILE)
"""Some are empty, and a judgement names them itself; a sample takes no blank ones."""


def application(words: list[tuple[str, Type]], nested: bool = False) -> Net:
    """The net of a word that takes all the others as its arguments, the nearest first or, to nest links, last."""
    arguments = list(enumerate(words, 2))[:: -1 if nested else 1]
    type_: Type = Atom("s")
    term: Term = Word("f", 1)
    for _, (_, argument) in reversed(arguments):
        type_ = Implication(argument, type_)
    for position, (word, _) in arguments:
        term = Application(term, Word(word or f"w{position}", position))
    names = ("f", *(word for word, _ in words))
    return net_of(term, Judgement(names, (type_, *(argument for _, argument in words)), Atom("s")))


APPLICATIONS = st.builds(application, st.lists(st.tuples(WORDS, TYPES), max_size=6), st.booleans())
NETS = APPLICATIONS | derivations(12).map(lambda found: net_of(found.term, found.judgement))
WIDTHS = st.sampled_from([200.0, 600.0, 1200.0])


def paper() -> Net:
    return next(proofs(parse_judgement(JUDGEMENT)))


def hostile() -> Net:
    return application([(word, Diamond("su", Atom("np"))) for word in HOSTILE])


def long_net(count: int = 40) -> Net:
    """A chain of words, each an argument of the one before it."""
    np = Atom("np")
    term: Term = Word("slot", count)
    for position in range(count - 1, 0, -1):
        term = Application(Word(f"woord{position}", position), term)
    names = (*(f"woord{position}" for position in range(1, count)), "slot")
    return net_of(term, Judgement(names, (*[Implication(np, np)] * (count - 1), np), np))


@st.composite
def samples(draw: st.DrawFn, net: Net) -> Derivation:
    """A sentence that a net may be of: words of one to three tokens, and punctuation between them."""
    judgement = net.frame.judgement
    tokens: list[str] = []
    types: list[Entry] = []
    for name, type_ in zip(judgement.names, judgement.types, strict=True):
        before, behind = draw(st.integers(0, 1)), draw(st.integers(0, 2))
        tokens += [","] * before + [name] + ["vervolg"] * behind
        types += [None] * before + [type_] + ["+"] * behind
    return Derivation(tuple(tokens), tuple(types), judgement.goal, net.links)


def parse_of(*nets: Net) -> Parse:
    """The parse of a judgement, of which these are nets."""
    judgement = nets[0].frame.judgement
    return parse_of_nets(Derivation(judgement.names, judgement.types, judgement.goal, ()), nets)


def check_words(draw: Callable[[Net, Derivation], Drawing], data: st.DataObject) -> None:
    """Every word of a sentence can be found in the picture of a net of it."""
    net = data.draw(NETS)
    sample = data.draw(samples(net))
    drawn = {word for entry in words_of(parse(draw(net, sample))) for word in entry.split()}
    assert drawn == {str(number) for number, entry in enumerate(sample.types, 1) if entry is not None}


def parse(picture: Drawing) -> ElementTree.Element:
    root = ElementTree.fromstring(picture.document().encode())
    allowed = {"svg", "title", "desc", "style", "g", "path", "text", "tspan", "circle", "rect"}
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= allowed
    assert not any(name in ("id", "href") or name.startswith("on") for e in root.iter() for name in e.attrib)
    return root


@dataclass(frozen=True)
class Text:
    """A text of a picture, and the box that it takes."""

    content: str
    left: float
    right: float
    top: float
    bottom: float

    def meets(self, other: Text) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


def placed(
    element: ElementTree.Element, x: float = 0, y: float = 0
) -> Iterator[tuple[ElementTree.Element, float, float]]:
    """Every element, with how far it is moved. What is turned is left out."""
    if moved := re.fullmatch(r"translate\((\S+) (\S+)\)", element.get("transform", "")):
        x, y = x + float(moved[1]), y + float(moved[2])
    elif element.get("transform"):
        return
    yield element, x, y
    for child in element:
        yield from placed(child, x, y)


def texts(root: ElementTree.Element) -> list[Text]:
    found = []
    for element, dx, dy in placed(root):
        if element.tag != f"{SVG}text":
            continue
        size = float(element.attrib["font-size"])
        width = text_width(element.text or "", size)
        for span in element:
            width += text_width(span.text or "", float(span.get("font-size", size))) + text_width(span.tail or "", size)
        shift = {"middle": 0.5, "start": 0.0, "end": 1.0}[element.get("text-anchor", "middle")]
        left, y = float(element.attrib["x"]) + dx - shift * width, float(element.attrib["y"]) + dy
        content = "".join(element.itertext())
        found.append(Text(content, left, left + width, y - 0.75 * size, y + 0.1 * size))
    return found


def check_layout(root: ElementTree.Element) -> None:
    """No text lies on another, and all lie in the picture."""
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    labels = texts(root)
    for label in labels:
        assert label.left > -1
        assert label.right < width + 1
        assert label.top > -1
        assert label.bottom < height + 1, label
    for one, other in combinations(labels, 2):
        assert not one.meets(other), (one, other)


def words_of(root: ElementTree.Element) -> list[str]:
    """What all elements say of the words that they belong to."""
    return [element.attrib["data-word"] for element in root.iter() if "data-word" in element.attrib]
