"""Tokens and words: the groups of tokens."""

from hypothesis import given

from proofnets.derivation import judgement, units
from proofnets.derivation.derivations import groups, show_entry
from proofnets.treebank import Sample
from tests.treebank.random_samples import samples


@given(samples())
def test_groups_are_the_words_and_what_brings_nothing(sample: Sample) -> None:
    words = judgement(sample).types
    found = groups(sample.types)
    assert [number for group in found for number in group] == list(range(1, len(sample.tokens) + 1))
    assert [word for word in found.values() if word is not None] == list(range(1, len(words) + 1))
    for (first, *others), word in found.items():
        assert sample.types[first - 1] is (None if word is None else words[word - 1])
        assert all(sample.types[number - 1] == "+" for number in others)
    assert units(sample) == {word: group for group, word in found.items() if word is not None}
    assert groups(map(show_entry, sample.types)) == found
