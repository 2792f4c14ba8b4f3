"""`proofnets merge`."""

from pathlib import Path

from tests.commands.conftest import tree
from tests.commands.running import assert_one_sentence, run


def test_merge(tmp_path: Path) -> None:
    long = "Zij-wij-en-jullie"  # with its verb, as many words as a sentence must have to be held out
    for name, subject in (("train", long), ("test", "Wij")):
        (tmp_path / name).mkdir()
        trees = f"<treebank>{tree(long)}{tree(subject)}</treebank>".encode()
        run("extract", "-", "-o", tmp_path / name / f"{name}.jsonl", stdin=trees)
    result = run("merge", tmp_path / "train", tmp_path / "test", "-o", tmp_path / "both", "--dev", "5")
    assert (result.code, result.out) == (0, "")
    assert "it stands in test/test" in result.err
    assert result.err.endswith("0 in train.jsonl, 0 in dev.jsonl, 2 in test.jsonl\n")
    assert_one_sentence(run("merge", tmp_path / "nowhere", "-o", tmp_path / "x"), "has no train.jsonl")
    assert_one_sentence(run("merge", tmp_path / "test", "-o", tmp_path / "test"), "write to another")
