from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from proofnets.derivation.derivations import judgement, net
from proofnets.logic import Frame, parse_type, tables
from proofnets.treebank.samples import Sample, read_samples
from proofnets.treebank.statistics import QUANTITIES, SYMBOL_LIMIT, cumulative, figure, gather, quantile, show, symbols
from tests.shared import SHARED, needs_shared
from tests.treebank.sentences import sample

AETHEL = SHARED / "aethel2020"


SLEEP = sample("1", "Ze slapen .", ["pron", "◇su pron ⊸ s_main", None], "s_main", [(0, 1), (2, 3)])
AND = sample(
    "2",
    "Ze en Den Haag",
    ["np", "◇cnj np ⊸ ◇cnj np ⊸ np", "np", "+"],
    "np",
    [(0, 1), (4, 2), (3, 5)],
)
MODIFIER = sample(
    "3",
    "juist en",
    ["□mod((◇cnj np ⊸ np) ⊸ np ⊸ np)", "◇cnj np ⊸ np"],
    "◇su np ⊸ np",
    [(4, 1), (0, 5), (6, 2), (3, 7)],
)


def test_counts() -> None:
    found = gather([SLEEP, AND, SLEEP])
    assert (found.sentences, found.tokens, found.words, found.units) == (3, 10, 7, 1)
    assert found.forms == 4
    assert found.ambiguity == 5 / 4
    assert found.ambiguous == 3 / 7
    assert [(str(e.type), e.count, e.word, e.sentence) for e in found.types[:2]] == [
        ("np", 2, "Ze", "Ze en Den Haag"),
        ("pron", 2, "Ze", "Ze slapen ."),
    ]
    assert found.goals == Counter({"s_main": 2, "np": 1})
    assert found.atoms == Counter({"np": 5, "pron": 4, "s_main": 2})
    assert found.labels == Counter({"◇su": 2, "◇cnj": 2})
    assert found.orders == Counter({0: 4, 1: 3})
    assert (found.coordinators, found.coordinated, found.long) == (1, 1, 0)


def test_a_modifier_of_a_coordinator_is_none() -> None:
    assert gather([MODIFIER]).coordinators == 1


def test_distributions_agree_with_the_nets_tables() -> None:
    for one in (SLEEP, AND, MODIFIER):
        found = gather([one]).distributions
        frame = Frame(judgement(one))
        expected = tables(frame, one.links)
        assert list(found) == list(QUANTITIES)
        assert found["atoms"] == Counter([len(frame.atoms)])
        assert found["matrices"] == Counter([len(expected)])
        assert found["matrix sizes"] == Counter(len(table.rows) for table in expected)
    assert net(AND)


def test_symbols_are_those_of_words() -> None:
    assert symbols(SLEEP) == 4  # pron, ◇su pron s_main
    assert symbols(AND) == 7  # np, ◇cnj np ◇cnj np np, np
    assert symbols(MODIFIER) == 10  # □mod ◇cnj np np ⊸ np np, ◇cnj np np
    limit = Sample(("x",) * 34, (parse_type("a -> b"),) * 33 + (parse_type("a"),), parse_type("a -> a"), (), id="4")
    assert symbols(limit) == 100
    over = Sample(("x",) * 34, (parse_type("a -> b"),) * 34, parse_type("a"), (), id="5")
    assert gather([limit, over, SLEEP]).long == 1


@needs_shared("aethel2020")
@pytest.mark.parametrize(("part", "kept"), [("test", 6882), ("dev", 6902)])
def test_as_many_samples_of_the_paper_are_short_as_it_counts(part: str, kept: int) -> None:
    """The paper has 75 test samples more than these, which its published data lack."""
    assert sum(symbols(one) <= SYMBOL_LIMIT for one in read_samples(AETHEL / f"{part}.jsonl.xz")) == kept


def test_cumulative() -> None:
    assert cumulative(Counter({4: 1, 1: 2, 2: 1})) == [(1, 0.5), (2, 0.75), (4, 1.0)]
    assert quantile(Counter({4: 1, 1: 2, 2: 1}), 0.5) == 1
    assert cumulative(Counter()) == []
    assert quantile(Counter(), 0.5) == 0


def test_text() -> None:
    text = show(gather([SLEEP, AND]), most=1)
    assert "sentences                 2\n" in text
    assert "words                     5  1 of them multi-word units\n" in text
    assert text.splitlines()[-1] == "    2  np    Ze           Ze en Den Haag"
    assert not any(line != line.rstrip() for line in text.splitlines())
    assert show(gather([]))


def test_the_picture(tmp_path: Path) -> None:
    picture = figure(gather([SLEEP, AND, MODIFIER]))
    root = ElementTree.fromstring(picture)
    svg = "{http://www.w3.org/2000/svg}"
    assert root.tag == svg + "svg"
    texts = [text.text for text in root.iter(svg + "text")]
    assert set(QUANTITIES) <= set(texts)
    assert {"1", "2", "4", "8", "16", "0%", "100%"} <= set(texts)
    assert ElementTree.fromstring(figure(gather([]))) is not None
