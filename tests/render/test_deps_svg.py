"""The arcs are those of the dependency graph, over all tokens, and no label lies on another or is struck through."""

from __future__ import annotations

import re
from itertools import combinations
from math import inf
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from proofnets.derivation.derivations import Derivation, units
from proofnets.derivation.edges import token_edges
from proofnets.logic import Net, parse_judgement, proofs
from proofnets.render.deps_svg import draw_deps
from proofnets.render.drawing import text_width
from tests.render.pictures import (
    NETS,
    SVG,
    WIDTHS,
    check_layout,
    hostile,
    long_net,
    paper,
    parse,
    placed,
    samples,
    texts,
)


def arcs(root: ElementTree.Element) -> list[tuple[str, str]]:
    """The ends and labels of the arcs."""
    return [
        (group.attrib["data-word"], [text.text or "" for text in group.iter(f"{SVG}text")][-1])
        for group in root.iterfind(f".//{SVG}g[@class='arc']")
    ]


def test_the_papers_figure() -> None:
    root = parse(draw_deps(paper()))
    assert sorted(arcs(root)) == sorted(
        [
            *[("6 7", "predc"), ("6 2", "su"), ("2 1", "det"), ("2 3", "mod"), ("3 5", "body"), ("5 4", "su")],
            ("0 6", "root"),
        ]
    )
    check_layout(root)


def test_all_tokens_are_there() -> None:
    net = next(proofs(parse_judgement('"Den Haag":np, slaapt:◇su np ⊸ s ⊢ s')))
    np, verb = net.frame.judgement.types
    sample = Derivation(("„", "Den", "Haag", "slaapt", "."), (None, np, "+", verb, None), net.frame.judgement.goal, ())
    root = parse(draw_deps(net, sample))
    assert sorted(arcs(root)) == [("0 4", "root"), ("2 3", "mwp"), ("4 2", "su")]
    words = [text for text in root.iter(f"{SVG}text") if text.get("data-word")]
    assert [text.text for text in words] == ["„", "Den", "Haag", "slaapt", "."]
    assert [text.get("class") for text in words] == ["bare", None, None, None, "bare"]


@given(st.data(), WIDTHS)
@settings(max_examples=80)
def test_one_arc_an_edge_and_nothing_on_anything_else(data: st.DataObject, width: float) -> None:
    net = data.draw(NETS)
    sample = data.draw(samples(net))
    root = parse(draw_deps(net, sample, width=width))
    check_layout(root)
    edges = token_edges(sample, net.term)
    assert {(f"{edge.head} {edge.dependent}", edge.label) for edge in edges} == set(arcs(root))
    assert len(edges) == sum(len(unit) for unit in units(sample).values())
    heads = [path for path in root.iter(f"{SVG}path") if "l-3" in path.attrib["d"]]
    assert len(heads) == len(edges)
    shown = [text.text for text in root.iter(f"{SVG}text") if text.get("data-word")]
    assert len(shown) == len(sample.tokens)


@given(st.data(), WIDTHS)
@settings(max_examples=60)
def test_every_arrow_reaches_its_word(data: st.DataObject, width: float) -> None:
    net = data.draw(NETS)
    root = parse(draw_deps(net, data.draw(samples(net)), width=width))
    words = {e.get("data-word"): (e, dx, dy) for e, dx, dy in placed(root) if e.tag == f"{SVG}text"}
    for group, dx, dy in placed(root):
        if group.get("class") != "arc":
            continue
        for path in group.iter(f"{SVG}path"):
            if head := re.fullmatch(r"M(\S+) (\S+?)l-3 .*", path.attrib["d"]):
                word, word_dx, word_dy = words[group.attrib["data-word"].split()[1]]
                size = float(word.attrib["font-size"])
                reach = text_width("".join(word.itertext()), size) / 2
                assert abs(float(head[1]) + dx - float(word.attrib["x"]) - word_dx) <= reach
                assert 0 < float(word.attrib["y"]) + word_dy - float(head[2]) - dy <= size


@given(NETS)
def test_arcs_cross_only_where_they_must(net: Net) -> None:
    root = parse(draw_deps(net, width=inf))
    found = []
    for group in root.iterfind(f".//{SVG}g[@class='arc']"):
        match = re.fullmatch(r"M(\S+) \S+V(\S+)q0 -6 6 -6H(\S+)q.*", group[0].attrib["d"])
        if match:
            left, turn, right = map(float, match.groups())
            found.append((tuple(sorted(map(int, group.attrib["data-word"].split()))), left, turn - 6, right + 6))
    for one, other in combinations(found, 2):
        (a, b), (c, d) = sorted((one[0], other[0]))
        low, high = sorted((one, other), key=lambda arc: -arc[2])
        crossings = sum(low[1] < x < low[3] for x in (high[1], high[3])) if low[2] != high[2] else 0
        assert crossings == (a < c < b < d)


def test_forty_words_one_word_and_none() -> None:
    root = parse(draw_deps(long_net(40)))
    check_layout(root)
    assert float(root.attrib["width"]) < 1300
    assert [t.content for t in texts(parse(draw_deps(next(proofs(parse_judgement("ze:pron ⊢ pron"))))))] == [
        "root",
        "ze",
    ]
    none = next(proofs(parse_judgement("⊢ np ⊸ np")))
    parse(draw_deps(none))
    folded = Derivation(("woord",) * 40, (None,) * 40, none.frame.judgement.goal, none.links)
    check_layout(parse(draw_deps(none, folded)))


def test_hostile_words() -> None:
    check_layout(parse(draw_deps(hostile())))
