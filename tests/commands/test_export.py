"""`proofnets export`."""

from pathlib import Path

from tests.commands.running import run


def test_what_is_no_run_is_not_exported(tmp_path: Path) -> None:
    result = run("export", tmp_path / "one", tmp_path / "other", "-o", tmp_path / "model")
    assert result.code == 2
    assert result.err.count("\n") == 1
    assert "is no run folder" in result.err
    assert not (tmp_path / "model").exists()
