import json
import os
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from proofnets.derivation.derivations import judgement, net
from proofnets.errors import ProofNetsError
from proofnets.treebank import report as module
from proofnets.treebank.alpino import Rejected, Tree, find_documents, read_trees
from proofnets.treebank.extract import extract
from proofnets.treebank.report import (
    INCOMPLETE,
    Outcome,
    Report,
    count_files,
    deal,
    extract_all,
    outcomes,
    report_json,
    show_report,
    statistics_json,
)
from proofnets.treebank.samples import Sample
from proofnets.treebank.statistics import gather
from tests.shared import SHARED, needs_shared


def sleep(subject: str = "Ze") -> str:
    """A tree of two words and a full stop."""
    return f"""<alpino_ds version="1.3">
  <node begin="0" cat="top" end="3" id="0" rel="top">
    <node begin="0" cat="smain" end="2" id="1" rel="--">
      <node begin="0" end="1" id="2" pt="vnw" rel="su" word="{subject}"/>
      <node begin="1" end="2" id="3" pt="ww" rel="hd" word="slapen"/>
    </node>
    <node begin="2" end="3" id="4" pt="let" rel="--" word="."/>
  </node>
  <sentence>{subject} slapen .</sentence>
</alpino_ds>
"""


PUNCTUATION = """<alpino_ds version="1.3">
  <node begin="0" cat="top" end="1" id="0" rel="top"><node begin="0" end="1" id="1" pt="let" rel="--" word="."/></node>
</alpino_ds>
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two sub-corpora, three trees that give a sample, and three files that do not."""
    (tmp_path / "suite").mkdir()
    (tmp_path / "suite" / "1.xml").write_text(sleep())
    (tmp_path / "suite" / "2.xml").write_text(sleep("Wij"))
    (tmp_path / "suite" / "3.xml").write_text("<alpino_ds><node")
    (tmp_path / "suite" / "4.xml").write_text(PUNCTUATION)
    with zipfile.ZipFile(tmp_path / "corpus.zip", "w") as archive:
        archive.writestr("1.xml", sleep("Jullie"))
        archive.writestr("2.xml", "")
    return tmp_path


def test_every_tree_has_an_outcome_in_order(folder: Path) -> None:
    found = list(outcomes([folder]))
    assert [(o.id, o.corpus, o.words, o.covered, o.whole) for o in found] == [
        ("corpus/1", "corpus", 2, 2, True),
        ("corpus/2", "corpus", 0, 0, False),
        ("suite/1", "suite", 2, 2, True),
        ("suite/2", "suite", 2, 2, True),
        ("suite/3", "suite", 0, 0, False),
        ("suite/4", "suite", 0, 0, False),
    ]
    assert all(bool(o.line) != bool(o.reason) for o in found)


def test_processes_change_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BATCH", 1)
    assert list(outcomes([folder, folder], jobs=2)) == list(outcomes([folder, folder]))


def many(count: int) -> str:
    return f"<treebank>{''.join(sleep(f'Ze{number}') for number in range(count))}</treebank>"


def test_workers_get_documents_and_large_ones_are_parsed_here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BATCH", 3)
    monkeypatch.setattr(module, "BATCH_BYTES", 2000)
    (folder / "suite" / "5.xml").write_text(many(2))
    (folder / "suite" / "6.xml").write_text(many(5) + "<")
    (folder / "suite" / "7.xml").write_text(sleep())
    batches = list(module._batches(module._found(find_documents([folder]))))
    assert [[type(item).__name__ for item in batch] for batch in batches] == [
        ["Document", "Document", "Document"],  # corpus/1, corpus/2 and suite/1
        ["Document", "Document", "Document"],  # suite/2, suite/3 and suite/4
        ["Document", "Tree", "Tree"],  # suite/5 and the first of suite/6
        ["Tree", "Tree", "Tree"],
        ["Outcome", "Document"],  # the end of suite/6, which is broken, and suite/7
    ]
    assert list(outcomes([folder], jobs=2)) == list(outcomes([folder]))


def test_a_batch_is_bounded_in_bytes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BATCH_BYTES", 2 * len(sleep()))
    (folder / "suite" / "1.xml").write_text(sleep() * 2)
    (folder / "suite" / "2.xml").write_text(sleep())
    (folder / "suite" / "3.xml").write_text(sleep())
    files = [folder / "suite" / f"{number}.xml" for number in (1, 2, 3, 4)]
    assert [len(batch) for batch in module._batches(module._found(find_documents(files)))] == [1, 2, 1]


def test_what_is_rejected_counts_for_its_own_corpus(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "1.xml").write_text("<broken")
    (tmp_path / "a" / "0.xml").write_text(sleep())
    with zipfile.ZipFile(tmp_path / "c.zip", "w") as archive:
        archive.writestr("d/1.xml", "<broken")
    (tmp_path / "e.zip").write_text("PK")
    assert [(o.id, o.corpus) for o in outcomes([tmp_path])] == [
        ("a/0", "a"),
        ("a/b/1", "a/b"),
        ("c/d/1", "c"),
        ("e", "e"),
    ]


def test_a_word_of_several_positions_is_covered(tmp_path: Path) -> None:
    text = """<alpino_ds version="1.3">
  <node begin="0" cat="smain" end="3" id="0" rel="--">
    <node begin="0" end="2" id="1" pt="spec" rel="su" word="Den Haag"/>
    <node begin="2" end="3" id="2" pt="ww" rel="hd" word="slaapt"/>
  </node>
  <sentence>Den Haag slaapt</sentence>
</alpino_ds>
"""
    (tmp_path / "x.xml").write_text(text)
    (tree,) = read_trees([tmp_path / "x.xml"])
    assert isinstance(tree, Tree)
    sample = extract(tree)
    assert sample.tokens == ("Den", "Haag", "slaapt")
    assert [str(entry) for entry in sample.types] == ["spec", "+", "◇su spec ⊸ s_main"]
    assert judgement(sample).words == ("Den Haag", "slaapt")
    assert net(sample).links == sample.links
    (found,) = outcomes([tmp_path / "x.xml"])
    assert (found.words, found.covered, found.whole) == (3, 3, True)


@pytest.mark.parametrize("rel", ["--", "top"])
def test_a_tree_that_is_a_mark_has_nothing_to_type(tmp_path: Path, rel: str) -> None:
    (tmp_path / "x.xml").write_text(
        f'<alpino_ds><node begin="0" end="1" id="0" pt="let" rel="{rel}" word="!"/></alpino_ds>'
    )
    (found,) = outcomes([tmp_path / "x.xml"])
    assert (found.words, found.line, found.reason) == (0, "", "there is nothing but punctuation")


def test_a_mark_with_a_relation_of_its_own_is_a_word(tmp_path: Path) -> None:
    (tmp_path / "x.xml").write_text(sleep("&amp;").replace('pt="vnw"', 'pt="let"'))
    (found,) = outcomes([tmp_path / "x.xml"])
    assert json.loads(found.line)["types"] == ["let", "◇su let ⊸ s_main", None]


def test_samples_are_nets_and_the_report_is_filled(folder: Path) -> None:
    report = Report()
    found = list(extract_all([folder], report=report))
    samples = [one for one in found if isinstance(one, Sample)]
    assert [net(one).term is not None for one in samples] == [True] * 3
    assert [one.id for one in found if isinstance(one, Rejected)] == ["corpus/2", "suite/3", "suite/4"]
    assert (report.total.trees, report.total.samples, report.total.words) == (6, 3, 6)
    assert list(report.corpora) == ["corpus", "suite"]


def test_an_error_in_one_tree_is_a_reason(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(tree: Tree) -> Sample:
        raise KeyError("oops")

    monkeypatch.setattr(module, "extract", broken)
    assert [o.reason for o in outcomes([folder / "suite" / "1.xml"])] == [
        "an error inside the program (KeyError: 'oops')"
    ]


def test_words_without_a_type_are_not_covered(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tree,) = read_trees([folder / "suite" / "1.xml"])
    assert isinstance(tree, Tree)
    sample = extract(tree)
    part = replace(sample, types=(None, *sample.types[1:]))
    monkeypatch.setattr(module, "extract", lambda _: part)
    (found,) = outcomes([folder / "suite" / "1.xml"])
    assert (found.words, found.covered, found.whole, found.reason) == (2, 1, False, INCOMPLETE)


def test_ids_are_distinct(folder: Path) -> None:
    file = folder / "suite" / "1.xml"
    found = list(outcomes([file, file, file]))
    assert [o.id for o in found] == ["suite/1", "suite/1#2", "suite/1#3"]
    assert [json.loads(o.line)["id"] for o in found] == [o.id for o in found]


def test_missing_paths_are_an_error_at_once(folder: Path) -> None:
    with pytest.raises(ProofNetsError, match=r"there is no file or folder .*nowhere"):
        outcomes([folder, folder / "nowhere"])
    with pytest.raises(ProofNetsError, match="there is no file or folder"):
        outcomes([folder / "nowhere.pickle"])


def test_deal_keeps_a_training_sample_once(folder: Path) -> None:
    file = folder / "suite" / "1.xml"
    assert [part for part, _ in deal(outcomes([file, file, folder / "suite" / "3.xml"]))] == ["train", "repeated"]
    (one, two) = outcomes([file, file])
    assert [p for p, _ in deal([replace(one, split="dev"), replace(two, split="dev")])] == ["dev", "dev"]


def test_report_as_json_and_text(folder: Path) -> None:
    report = Report()
    list(report.watch(outcomes([folder])))
    data = json.loads(json.dumps(report_json(report)))
    assert data["total"] == {"trees": 6, "samples": 3, "whole": 3, "words": 6, "covered": 6, "long": 0}
    assert {one["id"] for one in data["lost"]} == {"corpus/2", "suite/3", "suite/4"}
    assert data["left_off"] == 0
    text = show_report(report)
    assert any("nothing but punctuation" in line and line.endswith("suite/4") for line in text.splitlines())
    assert [line.split()[:2] for line in text.splitlines()[1:4]] == [["corpus", "2"], ["suite", "4"], ["all", "6"]]


def test_the_list_of_lost_trees_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LISTED", 2)
    report = Report()
    for number in range(5):
        report.add(Outcome(f"x/{number}", "x", reason=f"node {number} has no end"))
    data = report_json(report)
    assert len(data["lost"]) == 2
    assert data["left_off"] == 3
    assert data["reasons"] == [{"reason": "node # has no end", "count": 5, "example": "x/0"}]


def test_an_empty_report() -> None:
    assert "all" in show_report(Report())


def test_files_are_counted_beforehand(folder: Path) -> None:
    assert count_files([folder]) == 6
    assert count_files([folder, "-"]) is None
    (folder / "bad.zip").write_bytes(b"PK")
    assert count_files([folder / "bad.zip"]) == 0


def test_statistics_as_json(folder: Path) -> None:
    samples = [one for one in extract_all([folder]) if isinstance(one, Sample)]
    data = json.loads(json.dumps(statistics_json(gather(samples))))
    assert data["sentences"] == 3
    assert data["atoms"] == {"pron": 6, "s_main": 3}
    assert data["types"][0] == {"type": "pron", "count": 3, "word": "Ze", "sentence": "Ze slapen ."}


@needs_shared("aethel")
def test_a_dump_keeps_its_own_splits() -> None:
    (dump,) = (SHARED / "aethel").glob("*.pickle")
    found = list(outcomes([dump]))
    assert len(found) == 3000
    assert all(o.whole for o in found)
    assert {o.split for o in found} == {"train", "dev", "test"}


def test_worker_count_may_be_that_of_the_cores(folder: Path) -> None:
    assert os.cpu_count()
    assert list(outcomes([folder], jobs=0)) == list(outcomes([folder]))
