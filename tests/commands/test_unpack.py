"""`proofnets unpack`."""

from pathlib import Path

from tests.commands.running import run


def test_the_model_in_the_package_can_be_unpacked(tmp_path: Path) -> None:
    """Nobody else has the runs that it was made from: with this it can be trained further."""
    result = run("unpack", "nl", "-o", tmp_path / "networks")
    assert result.code == 0, result.err
    runs = sorted((tmp_path / "networks").iterdir())
    assert result.err.split() == [*(f"{path}," for path in runs[:-1]), str(runs[-1])]
    assert all((path / "best.safetensors").stat().st_size > 1e7 for path in runs)
    again = run("unpack", "nl", "-o", tmp_path / "networks")
    assert again.code == 2
    assert "is there already" in again.err
