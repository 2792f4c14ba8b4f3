import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from proofnets.derivation.derivations import Entry
from proofnets.logic import parse_type
from proofnets.treebank.report import Outcome, deal
from proofnets.treebank.samples import Sample, from_json, to_json
from proofnets.treebank.splits import split_of

NP = parse_type("np")


def sample(name: str, *tokens: str) -> Sample:
    rest: list[Entry] = ["+" for _ in tokens[1:]]
    return Sample(tokens, (NP, *rest), NP, ((0, 1),), id=name)


def test_the_rule() -> None:
    for number in range(300):
        tokens = ["zin", str(number), "é"]
        rest = int(hashlib.sha1(f"zin {number} é".encode()).hexdigest()[:8], 16) % 100
        assert split_of(tokens) == ("test" if rest <= 4 else "dev" if rest <= 9 else "train")


def test_composed_and_decomposed_letters_are_one_text() -> None:
    for number in range(50):
        assert split_of([f"é{number}"]) == split_of([f"e\u0301{number}"])


def dealt(samples: Iterable[Sample]) -> list[tuple[str, str]]:
    """The split and the id of each sample."""
    outcomes = (Outcome(sample.id, "", line=to_json(sample)) for sample in samples)
    return [(part, from_json(line).id) for part, line in deal(outcomes)]


def test_the_shares() -> None:
    parts = Counter(part for part, _ in dealt(sample(str(n), str(n)) for n in range(5000)))
    assert parts.total() == 5000
    assert 200 < parts["test"] < 300
    assert 200 < parts["dev"] < 300


def test_a_derivation_is_trained_on_once() -> None:
    names = [str(n) for n in range(100)]
    samples = [sample(name, name) for name in names]
    parts = dealt(samples + [replace(one, id="again") for one in samples])
    assert [name for part, name in parts if part == "train"] == [name for name in names if split_of([name]) == "train"]
    assert [part for part, _ in parts].count("test") == 2 * sum(split_of([name]) == "test" for name in names)


def test_other_readings_stay() -> None:
    types = tuple(parse_type(text) for text in ("np", "np", "np ⊸ np ⊸ s"))
    one = Sample(("a", "b", "c"), types, parse_type("s"), ((0, 2), (1, 3), (4, 5)), id="1")
    turned = replace(one, id="2", links=((1, 2), (0, 3), (4, 5)))
    same = replace(one, id="3", links=((4, 5), (1, 3), (0, 2)))
    assert dealt([one, turned, same]) == [("train", "1"), ("train", "2"), ("repeated", "3")]
