"""The picture of a net is well-formed whatever the words, complete, and nothing in it lies on anything else."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import combinations
from math import inf
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofnets.derivation.derivations import Derivation
from proofnets.errors import StructureError
from proofnets.logic import Atom, Frame, Implication, Judgement, Net, Type, Word, net_of, parse_judgement, proofs
from proofnets.render.drawing import clean
from proofnets.render.net_svg import draw_net, draw_structure
from tests.render.pictures import (
    JUDGEMENT,
    NETS,
    SVG,
    WIDTHS,
    WORDS,
    application,
    check_layout,
    long_net,
    paper,
    parse,
    placed,
    texts,
    words_of,
)


@dataclass(frozen=True)
class Bracket:
    """A part of a link: from where it rises on the left, how high, and to where on the right; no foot at an edge."""

    left: float
    left_foot: float | None
    y: float
    right: float
    right_foot: float | None

    def crosses(self, other: Bracket) -> bool:
        """Whether this one's horizontal part meets one of the other's vertical ones."""
        feet = ((other.left, other.left_foot), (other.right, other.right_foot))
        return any(self.left < x < self.right and other.y < self.y < foot for x, foot in feet if foot is not None)


def brackets(root: ElementTree.Element) -> list[tuple[tuple[int, ...], Bracket]]:
    """The parts of the links, by row."""
    found = []
    for group, dx, dy in placed(root):
        if not group.get("class", "").startswith("link "):
            continue
        path = group[0].attrib["d"]
        match = re.fullmatch(r"M(\S+) (\S+?)(?:V(\S+)q0 -6 6 -6)?H([^q]+)(?:q6 0 6 6V(\S+))?", path)
        assert match, path
        left, start, turn, end, foot = match.groups()
        y = float(turn) - 6 if turn else float(start)
        feet = float(start) + dy if turn else None, float(foot) + dy if foot else None
        atoms = tuple(sorted(map(int, group.attrib["data-link"].split("-"))))
        right = float(end) + (6 if foot else 0)
        found.append((atoms, Bracket(float(left) + dx, feet[0], y + dy, right + dx, feet[1])))
    return found


def test_the_papers_figure() -> None:
    root = parse(draw_net(paper()))
    labels = {
        group.attrib["data-word"]: ["".join(text.itertext()) for text in group.iter(f"{SVG}text")]
        for group in root.iterfind(f".//{SVG}g[@data-word]")
        if group.get("class") in ("word", "goal")
    }
    assert labels["1"] == ["De", "□det", "+", "n 0", "−", "np 1", "+"]
    assert labels["3"][:7] == ["die", "◇body", "+", "◇obj", "−", "pron 3", "+"]
    assert labels["0"] == ["⊢", "smain 15", "−"]
    assert list(labels) == ["1", "2", "3", "4", "5", "6", "7", "0"]
    assert len(root.findall(f".//{SVG}path[@class='edge']")) == 16
    assert len(root.findall(f".//{SVG}path[@class='edge'][@stroke-dasharray]")) == 2
    assert root.findtext(f"{SVG}title") == "Proof net: De strategie die ze volgen is eeuwenoud"
    assert root.findtext(f"{SVG}desc") == " ".join(JUDGEMENT.split())
    assert float(root.attrib["width"]) < 1100


def test_a_modality_that_marks_no_implication_has_a_node() -> None:
    root = parse(draw_net(next(proofs(parse_judgement("x:□a np, f:□mod(◇b np ⊸ np) ⊢ □c np")))))
    labels = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    assert [label for label in labels if label[0] in "◇□⊸"] == ["□a", "□mod", "◇b", "□c"]
    assert not root.findall(f".//{SVG}path[@class='edge'][@stroke-dasharray]")


@given(NETS)
def test_every_word_atom_and_link_is_there_once(net: Net) -> None:
    root = parse(draw_net(net, width=inf))

    def values(attribute: str) -> list[str]:
        return [element.attrib[attribute] for element in root.iter() if attribute in element.attrib]

    assert values("data-atom") == [str(atom) for atom in range(len(net.frame.atoms))]
    assert sorted(values("data-link")) == sorted(f"{p}-{n}" for p, n in net.links)
    trees = [e for e in root.iter() if e.get("class") in ("word", "goal")]
    assert [e.attrib["data-word"] for e in trees] == [str(word) for word in [*range(1, len(net.frame.roots)), 0]]


@given(NETS, WIDTHS)
def test_folded_or_not_everything_is_there(net: Net, width: float) -> None:
    root = parse(draw_net(net, width=width))
    atoms = [e.attrib["data-atom"] for e in root.iter() if "data-atom" in e.attrib]
    assert atoms == [str(atom) for atom in range(len(net.frame.atoms))]
    ends: dict[str, int] = {}
    for atoms_, part in brackets(root):
        key = f"{atoms_}"
        ends[key] = ends.get(key, 0) + (part.left_foot is not None) + (part.right_foot is not None)
    assert len(ends) == len(net.links)
    assert set(ends.values()) <= {2}


@given(NETS, WIDTHS)
@settings(max_examples=60)
def test_nothing_lies_on_anything_else(net: Net, width: float) -> None:
    root = parse(draw_net(net, width=width))
    check_layout(root)
    labels = texts(root)
    for _, link in brackets(root):
        for foot in (link.left_foot, link.right_foot):
            assert foot is None or link.y < foot
        feet = [(link.left, link.left_foot), (link.right, link.right_foot)]
        for label in labels:
            if label.left < link.right and link.left < label.right:
                assert not label.top < link.y < label.bottom
            for x, foot in feet:
                if foot is not None and label.left < x < label.right:
                    assert label.bottom < link.y or label.top >= foot - 1


@given(NETS)
@settings(max_examples=40)
def test_a_link_that_is_cut_ends_with_the_word_that_it_leads_to(net: Net) -> None:
    root = parse(draw_net(net, width=300))
    captions = ("⊢", *net.frame.judgement.names)
    for group, _, _ in placed(root):
        if not group.get("class", "").startswith("link "):
            continue
        names = ["".join(text.itertext()) for text in group.iter(f"{SVG}text")]
        atoms = sorted(map(int, group.attrib["data-link"].split("-")))
        owners = {captions[net.frame.owners[net.frame.atoms[atom]]] for atom in atoms}
        for name in names:
            word, _, index = name.rpartition(" ")
            assert int(index) in atoms
            assert any(clean(owner).startswith(word.strip("\u2068\u2069").removesuffix("…")) for owner in owners)
        assert len(names) == 2 - group[0].attrib["d"].count("V")


@given(NETS, WIDTHS)
@settings(max_examples=60)
def test_links_cross_only_where_they_must(net: Net, width: float) -> None:
    parts = brackets(parse(draw_net(net, width=width)))
    crossings: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
    for (one_atoms, one), (other_atoms, other) in combinations(parts, 2):
        assert one.y != other.y or one.right < other.left or other.right < one.left
        if one_atoms != other_atoms:
            key = min(one_atoms, other_atoms), max(one_atoms, other_atoms)
            crossings[key] = crossings.get(key, 0) + one.crosses(other) + other.crosses(one)
    for ((a, b), (c, d)), count in crossings.items():
        assert count == (a < c < b < d)


@given(st.lists(WORDS, min_size=1, max_size=4))
def test_no_word_does_harm(words: list[str]) -> None:
    parse(draw_net(application([(word, Atom("n")) for word in words])))


def test_forty_words_fit_on_a_page() -> None:
    root = parse(draw_net(long_net(40)))
    check_layout(root)
    assert float(root.attrib["width"]) <= 1260
    assert float(root.attrib["height"]) < 2000


def test_a_multi_word_unit_carries_the_numbers_of_its_tokens() -> None:
    net = next(proofs(parse_judgement('"Den Haag":np, slaapt:◇su np ⊸ s ⊢ s')))
    types = net.frame.judgement.types
    sample = Derivation((",", "Den", "Haag", "slaapt"), (None, types[0], "+", types[1]), Atom("s"), net.links)
    found = words_of(parse(draw_net(net, sample)))
    assert set(found) == {"2 3", "4", "0", "2 3 4", "4 0"}


def test_a_structure_need_not_be_a_net() -> None:
    frame = Frame(parse_judgement("np, np, s ⊸ s ⊢ s"))
    picture = draw_structure(frame, [(3, 2)]).document()
    assert picture.count('class="link ') == 1
    assert "Proof structure" in picture
    assert draw_structure(frame, []).document().count("data-atom") == 5
    with pytest.raises(StructureError, match="no such link: 9–2"):
        draw_structure(frame, [(9, 2)])


@pytest.mark.parametrize("left", [True, False])
def test_deep_types(left: bool) -> None:
    type_: Type = Atom("a")
    for _ in range(3000):
        type_ = Implication(type_, Atom("b")) if left else Implication(Atom("b"), type_)
    picture = draw_net(net_of(Word("w", 1), Judgement(("w",), (type_,), type_)), width=inf).document()
    assert picture.count('class="link ') == 3001
