"""`proofnets clusters`."""

from pathlib import Path

from proofnets.treebank.samples import write_samples
from tests.commands.running import run
from tests.treebank.test_clusters import SEEN, sample


def test_clusters(tmp_path: Path) -> None:
    write_samples((sample(number, *SEEN) for number in range(3)), tmp_path / "train.jsonl")
    result = run("clusters", tmp_path, "-o", tmp_path / "made", "--most", "5", "--test", "3")
    assert result.code == 0
    assert result.err == f"5 in {tmp_path / 'made' / 'train.jsonl'}, 3 in {tmp_path / 'made' / 'test.jsonl'}\n"
    assert run("check", tmp_path / "made" / "train.jsonl").code == 0
    result = run("clusters", tmp_path, "-o", tmp_path)
    assert (result.code, "is the data folder" in result.err) == (2, True)
    result = run("clusters", tmp_path / "none", "-o", tmp_path / "made")
    assert result.code == 2
    assert "train.jsonl cannot be read" in result.err
