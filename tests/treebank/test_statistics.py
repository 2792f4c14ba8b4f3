from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

from proofnets.logic import Frame, parse_type, tables
from proofnets.treebank.samples import Sample, judgement, net
from proofnets.treebank.statistics import QUANTITIES, cumulative, figure, gather, quantile, show, symbols


def sample(name: str, words: str, types: list[str | None], goal: str, links: list[tuple[int, int]]) -> Sample:
    entries = tuple(parse_type(entry) if entry not in (None, "+") else entry for entry in types)
    return Sample(name, tuple(words.split()), entries, parse_type(goal), tuple(links))  # type: ignore[arg-type]


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


def test_symbols_are_those_of_words_and_goal() -> None:
    # pron [SEP] ◇su pron s_main [SEP] s_main
    assert symbols(SLEEP) == 7
    long = Sample("4", ("x",) * 40, (parse_type("a -> b"),) * 40, parse_type("a"), ())
    assert symbols(long) == 161
    assert gather([long, SLEEP]).long == 1


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
