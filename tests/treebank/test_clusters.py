"""Verb clusters: what is made up is sound, and each object belongs to the verb that it should."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofnets.derivation.derivations import net
from proofnets.derivation.edges import word_edges
from proofnets.errors import ProofNetsError
from proofnets.logic import parse_type
from proofnets.treebank.clusters import PERFECT, VERBS, Lexicon, cluster, lexicon, write_clusters
from proofnets.treebank.samples import Sample, check_samples, read_samples, write_samples

WORDS = Lexicon(
    ("eten", "lezen", "schrijven"), ("slapen", "zwemmen"), (("de", "appel"), ("het", "boek"), ("de", "brief"))
)
FINITE = {form for verb in [*VERBS, PERFECT] for form in (verb.present, verb.past)}
TAKES = {form: verb.takes for verb in [*VERBS, PERFECT] for form in verb[:3]}


@given(st.integers(0, 10**6))
def test_objects_and_verbs_go_in_the_same_order(seed) -> None:
    """The derivation is a net in which the n-th object belongs to the n-th verb that takes one."""
    sample = cluster(WORDS, Random(seed), "x")
    edges = word_edges(sample, net(sample).term)
    assert len(edges) == len(sample.tokens)
    main = "dat" not in sample.tokens
    clause = 0 if main else sample.tokens.index("dat") + 1
    takers = [
        place
        for place, (token, entry) in enumerate(zip(sample.tokens, sample.types, strict=True), 1)
        if place > clause and "◇obj" in str(entry)
    ]
    objects = [edge for edge in edges if edge.label == "obj"]
    assert [edge.head for edge in objects] == takers
    for place in takers:
        assert TAKES.get(sample.tokens[place - 1], "object") == "object"
    (subject,) = (edge for edge in edges if edge.label == "su" and edge.dependent > clause)
    assert sample.tokens[subject.head - 1] in FINITE


@given(st.integers(0, 10**6))
def test_te_stands_before_what_it_belongs_to(seed) -> None:
    sample = cluster(WORDS, Random(seed), "x")
    edges = {edge.dependent: edge for edge in word_edges(sample, net(sample).term)}
    for place, token in enumerate(sample.tokens, 1):
        if token == "te":
            assert (edges[place + 1].head, edges[place + 1].label) == (place, "body")
            assert TAKES[sample.tokens[edges[place].head - 1]] == "te"
    with_te = [edges[place + 1].head for place, token in enumerate(sample.tokens) if token == "te"]
    assert len(with_te) == sum("◇vc ti" in str(entry) for entry in sample.types)


def sample(number: int, *words: tuple[str, str]) -> Sample:
    """Words with their types; they need not make a net."""
    tokens, types = zip(*words, strict=True)
    return Sample(tokens, tuple(map(parse_type, types)), parse_type("np"), (), id=str(number))


SEEN = [
    *(("te", "ti"), ("eten", "◇obj np ⊸ inf"), ("eten", "inf"), ("aankomen", "inf"), ("te", "ti"), ("zwemmen", "inf")),
    *(("te", "ti"), ("slapen", "inf"), ("te", "ti"), ("lezen", "◇obj np ⊸ inf"), ("goedkeuren", "◇obj np ⊸ inf")),
    *(("te", "ti"), ("laten", "inf"), ("te", "ti"), ("Zingen", "inf"), ("te", "ti"), ("slaap", "inf")),
    *(("de", "□det(n ⊸ np)"), ("man", "n"), ("het", "□det(n ⊸ np)"), ("eten", "n")),
    *(("de", "□det(n ⊸ np)"), ("appel", "n"), ("het", "□det(n ⊸ np)"), ("boek", "n")),
    *(("het", "□det(n ⊸ np)"), ("punt", "n"), ("de", "□det(n ⊸ np)"), ("punt", "n"), ("water", "n")),
]


def test_the_lexicon_has_what_was_seen_three_times_and_cannot_be_mistaken() -> None:
    seen = [sample(number, *SEEN) for number in range(3)]
    found = lexicon(seen)
    assert found == Lexicon(("eten", "lezen"), ("slapen", "zwemmen"), (("de", "appel"), ("het", "boek")))
    one, other = found.halves()
    words = [{*half.transitive, *half.intransitive, *(noun for _, noun in half.things)} for half in (one, other)]
    assert not words[0] & words[1]
    for field in ("transitive", "intransitive", "things"):
        assert not set(getattr(one, field)) & set(getattr(other, field))
        assert {*getattr(one, field), *getattr(other, field)} == {*getattr(found, field)}
    with pytest.raises(ProofNetsError, match="too few infinitives and nouns"):
        lexicon(seen[:2])


def test_a_data_folder_of_clusters(tmp_path: Path) -> None:
    write_samples((sample(number, *SEEN) for number in range(3)), tmp_path / "train.jsonl")
    for name in ("once", "again"):
        write_clusters(tmp_path, tmp_path / name, 40, 20, seed=3)
    for part, count in (("train", 40), ("test", 20)):
        file = tmp_path / "once" / f"{part}.jsonl"
        assert file.read_bytes() == (tmp_path / "again" / f"{part}.jsonl").read_bytes()
        assert not list(check_samples(file))
        assert len({each.tokens for each in read_samples(file)}) == count
    words = [
        {token for each in read_samples(tmp_path / "once" / f"{part}.jsonl") for token in each.tokens}
        for part in ("train", "test")
    ]
    assert {"appel", "eten", "slapen"} <= words[0] - words[1]
    assert {"boek", "lezen", "zwemmen"} <= words[1] - words[0]
