"""Search against its slow twin, and the promises that it makes: exact, in order, in time, and deaf to SQL."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofnets.corpus import Record, record_of_sample, search, write_records
from proofnets.corpus.patterns import Pattern
from proofnets.errors import ProofNetsError
from proofnets.treebank.samples import from_json, write_samples
from tests.corpus.corpora import random_record, records
from tests.corpus.patterns import naive_matches, patterns
from tests.corpus.test_store import PAPER


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("corpus") / "paper.parquet"
    write_records([record_of_sample(from_json(PAPER))], path)
    return path


@given(st.lists(records(), min_size=1, max_size=6), patterns())
@settings(max_examples=60)
def test_search_is_its_slow_twin(
    tmp_path_factory: pytest.TempPathFactory, corpus: list[Record], pattern: Pattern
) -> None:
    folder = tmp_path_factory.mktemp("corpus")
    write_records(corpus[:2], folder / "0.parquet")
    write_records(corpus[2:], folder / "1 [a-z]*.parquet")
    found = search(folder, pattern)
    expected = sorted(
        (number, reading, *(nodes[node] for node in pattern.body.nodes))
        for number, reading, nodes in naive_matches(pattern, corpus)
    )
    matches = list(found)
    assert found.count() == len(matches) == len(expected)
    shown = [(match.reading.text, match.reading.reading, *match.nodes.values()) for match in matches]
    assert shown == [(corpus[number].parse.text, *rest) for number, *rest in expected]
    assert [match.parse for match in search(folder, pattern, limit=1)] == [match.parse for match in matches[:1]]


def found(path: Path, pattern: str) -> list[dict[str, str]]:
    """The words of each match."""
    return [{node: str(match.feature(node, "word")) for node in match.nodes} for match in search(path, pattern)]


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ('pattern { V [type="◇obj _ ⊸ _"]; V -[su]-> S }', [{"V": "volgen", "S": "ze"}]),
        ('pattern { V -[su]-> S } without { V [type="◇predc _ ⊸ _"] }', [{"V": "volgen", "S": "ze"}]),
        ('pattern { A [type="□mod(?a ⊸ ?a)"] }', []),
        ('pattern { R [type="_ ⊸ □mod(?a ⊸ ?a)"]; V [type="_ ⊸ ◇su ?a ⊸ _"] }', [{"R": "die", "V": "is"}]),
        ('pattern { A [type="◇obj ?a ⊸ ◇su ?a ⊸ _"]; B [type="?a"] }', [{"A": "volgen", "B": "ze"}]),
        ("pattern { R [word=die]; term R (λx^obj._)^body }", [{"R": "die"}]),
        ("pattern { term (R (λx^obj.[V x])^body)_mod _ }", [{"R": "die", "V": "volgen"}]),
        ("pattern { term λx^su._ }", []),
        ('pattern { term (N_det "strategie") }', [{"N": "De"}]),
        ("pattern { A < B; B -[^su]-> A }", [{"A": "De", "B": "strategie"}]),
        ("pattern { P [!type] } % a comment", [{"P": "."}]),
        ("pattern { W [label=root] } global { status=proved; length=8; goal=s_main; reading=1 }", [{"W": "is"}]),
        ('pattern { W [label=root] } global { goal="_ ⊸ _" }', []),
        ('pattern { W [word=re"(?i)DE"] }', [{"W": "De"}]),
        ("pattern { }", [{}]),
        ("pattern { } without { }", []),
    ],
)
def test_on_the_papers_sentence(paper: Path, pattern: str, words: list[dict[str, str]]) -> None:
    assert found(paper, pattern) == words


def test_counts_and_tables(paper: Path) -> None:
    edges = search(paper, "pattern { H -> D }")
    assert edges.count() == 6
    assert edges.counts("H.word").to_pylist()[:2] == [{"H.word": "is", "count": 2}, {"H.word": "strategie", "count": 2}]
    assert edges.counts("document", "D.label").to_pylist()[0] == {"document": "cdb/1048", "D.label": "su", "count": 2}
    assert edges.counts().to_pylist() == [{"count": 6}]
    assert search(paper, "pattern { H -> D }", limit=2).counts("D.word").num_rows == 2
    table = edges.table()
    assert table.num_rows == 6
    assert table.column_names[:7] == ["document", "paragraph", "sentence", "start", "end", "reading", "text"]
    assert table.column("H.type").to_pylist()[0] == "n"
    assert search(paper, "pattern { H -[zzz]-> D }").table().schema == table.schema
    with pytest.raises(ProofNetsError, match=r"cannot be counted by 'X.word': give a node's feature, such as H.word"):
        edges.counts("X.word")
    with pytest.raises(ProofNetsError, match="cannot be counted by 'word; DROP'"):
        edges.counts("word; DROP")


def test_a_text_is_to_be_parsed_first(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Ze slapen.")
    with pytest.raises(ProofNetsError, match=r"a\.txt, line 1: not JSON.*; is it a text\? Then search what `parse -i"):
        list(search(tmp_path / "a.txt", "pattern { V -> S }"))


def test_samples_are_searched_as_parses_are(paper: Path, tmp_path: Path) -> None:
    import lzma

    write_samples([from_json(PAPER)], tmp_path / "a.jsonl")
    with lzma.open(tmp_path / "b.jsonl.xz", "wb") as packed:
        packed.write((tmp_path / "a.jsonl").read_bytes())
    for name in ("a.jsonl", "b.jsonl.xz"):
        assert list(search(tmp_path / name, "pattern { H -> D }")) == list(search(paper, "pattern { H -> D }"))


def test_a_search_stops_in_time(tmp_path: Path) -> None:
    write_records([random_record(seed, 4) for seed in range(20)], tmp_path / "a.parquet")
    for pattern in ("pattern { A []; B [] }", "pattern { term [[[[_]]]] }"):
        with pytest.raises(ProofNetsError, match="the search took longer than 0 seconds"):
            search(tmp_path, pattern, seconds=0).count()


def test_a_running_query_is_interrupted(tmp_path: Path) -> None:
    """Eight nodes on sentences of thirty words would take for ever."""
    sentence = from_json(PAPER)
    long = record_of_sample(sentence).parse
    tokens = long.tokens * 8
    write_records([Record(type(long)(long.text, tokens))] * 50, tmp_path / "a.parquet")
    nodes = "; ".join(f"{name} []" for name in "ABCDEFGH")
    with pytest.raises(ProofNetsError, match="took longer than 1 seconds"):
        search(tmp_path, f"pattern {{ {nodes} }}", seconds=1).count()


@pytest.mark.parametrize("text", ["'; DROP TABLE token; --", "$files", "$p0", "?", "\\", '\\"', "%", "{}"])
def test_values_are_never_sql(paper: Path, text: str) -> None:
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
    for clause in (f'A [word="{quoted}"]', f'A -["{quoted}"]-> B', f'A []; term A "{quoted}"'):
        assert search(paper, f"pattern {{ {clause} }}").count() == 0
    assert search(paper, f'pattern {{ }} global {{ document="{quoted}" }}').count() == 0


def test_wrong_use_is_told_in_one_sentence(paper: Path, tmp_path: Path) -> None:
    with pytest.raises(ProofNetsError, match="column 19: expected a regular expression"):
        search(paper, 'pattern { V [word=re"(("] }')
    with pytest.raises(ProofNetsError, match="a limit of -1 makes no sense"):
        search(paper, "pattern { }", limit=-1)
    with pytest.raises(ProofNetsError, match="seconds makes no sense"):
        search(paper, "pattern { }", seconds=float("nan"))
    (tmp_path / "a.parquet").write_text("no parquet")
    with pytest.raises(ProofNetsError, match=r"a\.parquet cannot be searched"):
        search(tmp_path / "a.parquet", "pattern { }").count()
    with pytest.raises(ProofNetsError, match="nowhere"):
        search(tmp_path / "nowhere", "pattern { }").count()
