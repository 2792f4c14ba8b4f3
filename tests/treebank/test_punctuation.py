"""Punctuation put on and taken off: the derivation stays what it is."""

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from proofnets.derivation import net
from proofnets.logic import parse_type
from proofnets.treebank import Sample
from proofnets.treebank.punctuation import QUOTES, bare, dressed, redressed, takes_clause
from tests.treebank.random_samples import samples
from tests.treebank.sentences import by_hand

MARKS = {*".!:;,?", *(mark for pair in QUOTES for mark in pair)}
SEEDS = st.integers(0, 2**32)


def words(sample: Sample) -> list[tuple[str, object]]:
    """What is no mark, each token with its type."""
    return [(token, type_) for token, type_ in zip(sample.tokens, sample.types, strict=True) if type_ is not None]


def is_the_same_derivation(one: Sample, other: Sample) -> bool:
    """Whether two samples are the same but for marks and a capital; both must be nets."""
    first, second = net(one), net(other)
    same = first.links == second.links and first.frame.judgement.types == second.frame.judgement.types
    return same and (one.id, one.goal) == (other.id, other.goal) and _small(one) == _small(other)


def _small(sample: Sample) -> list[tuple[str, object]]:
    (first, type_), *others = words(sample)
    return [(first[0].lower() + first[1:], type_), *others]


@given(samples(), SEEDS)
def test_a_derivation_stays_the_same(sample: Sample, seed: int) -> None:
    assume(sample.tokens)
    assert is_the_same_derivation(sample, redressed(sample, Random(seed)))


@given(samples())
def test_what_is_bare_has_its_words_and_nothing_else(sample: Sample) -> None:
    stripped = bare(sample)
    assert None not in stripped.types
    assert words(stripped) == words(sample)
    assert bare(stripped) == stripped


@given(samples(marks=False), SEEDS)
def test_what_is_dressed_has_marks_between_words_and_can_be_undressed(sample: Sample, seed: int) -> None:
    assume(sample.tokens)
    written = dressed(sample, Random(seed))
    marks = [token for token, type_ in zip(written.tokens, written.types, strict=True) if type_ is None]
    assert set(marks) <= MARKS
    assert _small(bare(written)) == _small(sample)
    for before, entry in zip((None, *written.types), written.types, strict=False):
        assert entry != "+" or before is not None  # units stay together
    assert written == dressed(sample, Random(seed))


@given(samples())
def test_marks_are_taken_off_where_there_are_some_and_put_on_where_there_are_none(sample: Sample) -> None:
    assume(sample.tokens)
    if None in sample.types:
        assert redressed(sample, Random(0)) == bare(sample)
    else:
        assert any(None in redressed(sample, Random(seed)).types for seed in range(20))


def test_a_sentence_of_marks_alone_stays() -> None:
    sample = Sample(("!",), (None,), parse_type("np"), (), id="x")
    assert bare(sample) is sample
    assert redressed(sample, Random(0)) is sample


def many(text: str, goal: str) -> list[Sample]:
    sample = by_hand("x", text, goal)
    return [dressed(sample, Random(seed)) for seed in range(2000)]


def test_most_sentences_end_with_a_full_stop_and_begin_with_a_capital() -> None:
    written = many("de/□det(n ⊸ np) man/n slaapt/◇su np ⊸ s_main", "s_main")
    ends = [next(token for token in reversed(each.tokens) if token not in "\"'’”") for each in written]
    assert ends.count(".") / len(ends) == pytest.approx(0.81, abs=0.03)
    assert ends.count("slaapt") / len(ends) == pytest.approx(0.1, abs=0.03)
    assert sum("De" in each.tokens for each in written) / len(written) == pytest.approx(0.9, abs=0.03)


def test_questions_have_their_mark() -> None:
    written = many("slaapt/◇su np ⊸ s_v1 de/□det(n ⊸ np) man/n", "s_v1")
    assert sum("?" in each.tokens for each in written) / len(written) == pytest.approx(0.72, abs=0.03)
    written = many("slaapt/◇su np ⊸ s_main de/□det(n ⊸ np) man/n", "s_main")
    assert not any("?" in each.tokens for each in written)


def test_commas_stand_before_what_takes_a_clause() -> None:
    relative = "de/□det(n ⊸ np) kat/n die/◇body(◇su np ⊸ s_sub) ⊸ □mod(np ⊸ np) blaft/◇su np ⊸ s_sub"
    written = many(f"{relative} slaapt/◇su np ⊸ s_main", "s_main")
    commas = [each for each in written if "," in each.tokens[:-2]]
    assert len(commas) / len(written) == pytest.approx(0.4, abs=0.04)
    assert all(each.tokens[each.tokens.index(",") + 1] in {"die", *(left for left, _ in QUOTES)} for each in commas)


@pytest.mark.parametrize(
    ("type_", "takes"),
    [
        ("◇body s_sub ⊸ □mod(s_main ⊸ s_main)", True),
        ("◇body(◇obj pron ⊸ s_sub) ⊸ □mod(np ⊸ np)", True),
        ("◇vc s_main ⊸ ◇su np ⊸ s_main", True),
        ("s_sub ⊸ s_main", False),  # what is unmarked is no complement
        ("◇su np ⊸ s_sub", False),
        ("□mod(s_main ⊸ s_main)", False),
        ("s_main", False),
    ],
)
def test_what_takes_a_clause(type_: str, takes: bool) -> None:
    assert takes_clause(parse_type(type_)) is takes
