"""`proofnets silver` and `proofnets mean`."""

from pathlib import Path

from tests.commands.running import run
from tests.modelfolders import model_folder


def test_silver(tmp_path: Path) -> None:
    model = model_folder(tmp_path / "model")
    for name in ("dev", "test"):
        (tmp_path / f"{name}.jsonl").write_text("")
    (tmp_path / "text.txt").write_text("de man slaapt .\nde man slaapt niet .\n")
    given = ("silver", tmp_path / "text.txt", "--model", model, "-o", tmp_path / "silver", "--share", "1")
    result = run(*given, "--data", tmp_path)
    assert result.code == 0
    assert result.err == "2 sentences, 2 proved, 2 kept\n"
    assert run("check", tmp_path / "silver" / "train.jsonl").code == 0
    result = run(*given, "--data", tmp_path / "none")
    assert result.code == 2
    assert "has no dev.jsonl or test.jsonl" in result.err


def test_a_mean_of_one_run_is_refused(tmp_path: Path) -> None:
    result = run("mean", tmp_path / "none", "-o", tmp_path / "mean")
    assert result.code == 2
    assert result.err == "proofnets: a mean is of two runs or more\n"
