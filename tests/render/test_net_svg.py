"""The picture of a net is well-formed whatever the words, complete, and nothing in it lies on anything else."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
from proofnets.render.net_svg import _width, net_svg

SVG = "{http://www.w3.org/2000/svg}"
PAPER = (
    "De:□det(n ⊸ np), strategie:n, die:◇body(◇obj pron ⊸ s_sub) ⊸ □mod(np ⊸ np), ze:pron, "
    "volgen:◇obj pron ⊸ ◇su pron ⊸ s_sub, is:◇predc adj ⊸ ◇su np ⊸ s_main, eeuwenoud:adj ⊢ s_main"
)
LABELS = st.sampled_from(["x", "predc", "averylonglabel"])
TYPES: st.SearchStrategy[Type] = st.recursive(
    st.builds(Atom, st.sampled_from(["n", "np", "s_main", "averylongatom"])),
    lambda types: (
        st.builds(Implication, types, types) | st.builds(Diamond, LABELS, types) | st.builds(Box, LABELS, types)
    ),
    max_leaves=8,
)
WORDS = st.text(st.characters(), max_size=12) | st.sampled_from(["<script>", "\"&'", "]]>", "\x00\x1b", "\ud800", "\n"])


def application(words: list[tuple[str, Type]], nested: bool) -> Net:
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


NETS = st.builds(application, st.lists(st.tuples(WORDS, TYPES), max_size=6), st.booleans())


def paper() -> Net:
    return next(proofs(parse_judgement(PAPER)))


def parse(net: Net) -> ElementTree.Element:
    return ElementTree.fromstring(net_svg(net).encode())


@dataclass(frozen=True)
class Text:
    """A text of the picture and how far it reaches."""

    left: float
    right: float
    y: float


def texts(root: ElementTree.Element) -> list[Text]:
    found = []
    for text in root.iter(f"{SVG}text"):
        half = _width(text.text or "", float(text.attrib["font-size"])) / 2
        half += sum(_width(span.text or "", float(span.attrib["font-size"])) for span in text) / 2
        x = float(text.attrib["x"])
        found.append(Text(x - half, x + half, float(text.attrib["y"])))
    return found


@dataclass(frozen=True)
class Bracket:
    """A link of the picture: from where it rises on the left, how high, and to where on the right."""

    left: float
    left_foot: float
    y: float
    right: float
    right_foot: float

    def crosses(self, other: Bracket) -> bool:
        """Whether this one's horizontal part meets one of the other's vertical ones."""
        feet = ((other.left, other.left_foot), (other.right, other.right_foot))
        return any(self.left < x < self.right and other.y < self.y < foot for x, foot in feet)


def brackets(root: ElementTree.Element) -> dict[tuple[int, ...], Bracket]:
    found = {}
    for path in root.iterfind(f".//{SVG}path[@class='link']"):
        match = re.fullmatch(r"M(\S+) (\S+)V(\S+)q0 -6 6 -6H(\S+)q6 0 6 6V(\S+)", path.attrib["d"])
        assert match
        left, left_foot, turn, end, right_foot = map(float, match.groups())
        atoms = tuple(sorted(map(int, path.attrib["data-link"].split("-"))))
        found[atoms] = Bracket(left, left_foot, turn - 6, end + 6, right_foot)
    return found


def test_the_papers_figure() -> None:
    root = parse(paper())
    labels = {
        group.attrib["data-word"]: ["".join(text.itertext()) for text in group.iter(f"{SVG}text")]
        for group in root.iterfind(f"{SVG}g[@data-word]")
    }
    assert labels["1"] == ["De", "□det", "+", "n0", "−", "np1", "+"]
    assert labels["3"][:7] == ["die", "◇body", "+", "◇obj", "−", "pron3", "+"]
    assert labels["0"] == ["⊢", "smain15", "−"]
    assert list(labels) == ["1", "2", "3", "4", "5", "6", "7", "0"]
    assert len(root.findall(f".//{SVG}path[@class='edge']")) == 16
    assert len(root.findall(f".//{SVG}path[@stroke-dasharray]")) == 2
    assert root.findtext(f"{SVG}title") == "Proof net: De strategie die ze volgen is eeuwenoud"
    assert root.findtext(f"{SVG}desc") == PAPER


def test_a_modality_that_marks_no_implication_has_a_node() -> None:
    root = parse(next(proofs(parse_judgement("x:□a np, f:□mod(◇b np ⊸ np) ⊢ □c np"))))
    labels = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    assert [label for label in labels if label[0] in "◇□⊸"] == ["□a", "□mod", "◇b", "□c"]
    assert not root.findall(f".//{SVG}path[@stroke-dasharray]")


@given(NETS)
@settings(deadline=None)
def test_every_word_atom_and_link_is_there_once(net: Net) -> None:
    root = parse(net)

    def values(attribute: str) -> list[str]:
        return [element.attrib[attribute] for element in root.iter() if attribute in element.attrib]

    assert values("data-atom") == [str(atom) for atom in range(len(net.frame.atoms))]
    assert values("data-link") == [f"{p}-{n}" for p, n in net.links]
    assert values("data-word") == [str(word) for word in [*range(1, len(net.frame.roots)), 0]]


@given(st.lists(WORDS, min_size=1, max_size=4))
@settings(deadline=None)
def test_no_word_does_harm(words: list[str]) -> None:
    root = parse(application([(word, Atom("n")) for word in words], nested=False))
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        *("svg", "title", "desc", "style", "g", "path", "text", "tspan")
    }
    assert not any(attribute in ("id", "href") or attribute[:2] == "on" for e in root.iter() for attribute in e.attrib)


@given(NETS)
@settings(deadline=None)
def test_nothing_lies_on_anything_else(net: Net) -> None:
    root = parse(net)
    labels, links = texts(root), brackets(root)
    _, top, width, height = map(float, root.attrib["viewBox"].split())
    assert all(label.left > 0 and label.right < width and top < label.y < top + height for label in labels)
    for one, other in combinations(labels, 2):
        assert one.y != other.y or one.right < other.left or other.right < one.left
    for link in links.values():
        assert top < link.y < min(link.left_foot, link.right_foot)
        for label in labels:
            inside = label.left < link.right and link.left < label.right
            assert not inside or link.y < label.y - 12
            for x, foot in ((link.left, link.left_foot), (link.right, link.right_foot)):
                assert label.y >= foot or not label.left < x < label.right


@given(NETS)
@settings(deadline=None)
def test_links_cross_only_where_they_must(net: Net) -> None:
    links = brackets(parse(net))
    for (one_atoms, one), (other_atoms, other) in combinations(links.items(), 2):
        (a, b), (c, d) = one_atoms, other_atoms
        assert one.crosses(other) + other.crosses(one) == (a < c < b < d or c < a < d < b)
        assert one.y != other.y or one.right < other.left or other.right < one.left


def test_the_same_net_gives_the_same_picture() -> None:
    assert net_svg(paper()) == net_svg(paper())


@pytest.mark.parametrize("left", [True, False])
def test_deep_types(left: bool) -> None:
    type_: Type = Atom("a")
    for _ in range(3000):
        type_ = Implication(type_, Atom("b")) if left else Implication(Atom("b"), type_)
    picture = net_svg(net_of(Word("w", 1), Judgement(("w",), (type_,), type_)))
    assert picture.count('class="link"') == 3001
