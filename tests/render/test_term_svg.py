"""The tree of a term: its leaves spell the term, roles stand above, and nothing lies on anything else."""

from __future__ import annotations

import re
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from proofnets.logic import (
    Atom,
    Implication,
    Judgement,
    Net,
    Term,
    Type,
    Variable,
    Word,
    net_of,
    parse_judgement,
    proofs,
)
from proofnets.logic.terms import APPLICATION, Abstraction, Application, Lambda, Mark, symbols
from proofnets.render.term_svg import draw_term
from tests.render.pictures import (
    NETS,
    SVG,
    check_layout,
    check_words,
    hostile,
    long_net,
    paper,
    parse,
    placed,
    texts,
)


def test_the_papers_term() -> None:
    root = parse(draw_term(paper()))
    check_layout(root)
    words = [text.content for text in texts(root)]
    assert [w for w in words if len(w) > 1 and not w.startswith("λ")] == [
        *("is", "eeuwenoud", "◇predc", "◇su", "□mod", "die", "◇body"),
        *("volgen", "ze", "◇su", "De", "□det", "strategie"),
    ]
    assert "λxobj" in words
    assert len(root.findall(f".//{SVG}circle")) == 7


@given(NETS)
@settings(max_examples=60)
def test_every_symbol_is_there_and_nothing_on_anything_else(net: Net) -> None:
    root = parse(draw_term(net))
    check_layout(root)
    found = symbols(net.term)
    assert len(root.findall(f".//{SVG}circle")) == found.count(APPLICATION)
    leaves = sum(isinstance(symbol, Word | Variable | Lambda) for symbol in found)
    labels = [text for text in root.iter(f"{SVG}text") if text.get("class") != "role"]
    assert len(labels) == leaves
    roles = "".join(text.text or "" for text in root.iter(f"{SVG}text") if text.get("class") == "role")
    assert sum(1 + len(s.label) for s in found if isinstance(s, Mark)) == len(roles.replace(" ", ""))


@given(NETS)
@settings(max_examples=60)
def test_no_line_strikes_a_label(net: Net) -> None:
    root = parse(draw_term(net))
    labels = texts(root)
    for path, dx, dy in placed(root):
        if path.get("class") != "edge":
            continue
        points = [tuple(map(float, point.split())) for point in re.split("[ML]", path.attrib["d"])[1:]]
        for (start_x, start_y), (end_x, end_y) in pairwise(points):
            assert start_y < end_y
            for step in range(101):
                x = start_x + dx + (end_x - start_x) * step / 100
                y = start_y + dy + (end_y - start_y) * step / 100
                struck = [w for w in labels if w.left < x < w.right and w.top + 1 < y < w.bottom]
                assert not struck


@given(st.data())
@settings(max_examples=30)
def test_every_word_can_be_found(data: st.DataObject) -> None:
    check_words(draw_term, data)


def test_hostile_long_and_single_words() -> None:
    check_layout(parse(draw_term(hostile())))
    check_layout(parse(draw_term(long_net(40))))
    assert [t.content for t in texts(parse(draw_term(next(proofs(parse_judgement("ze:pron ⊢ pron"))))))] == ["ze"]


def test_deep_terms() -> None:
    count = 3000
    type_: Type = Atom("s")
    body: Term = Word("f", 1)
    for number in range(count):
        body = Application(body, Variable(number))
        type_ = Implication(Atom("n"), type_)
    for number in range(count - 1, -1, -1):
        body = Abstraction(number, body)
    net = net_of(body, Judgement(("f",), (type_,), type_))
    assert draw_term(net).document().count("<circle") == count
