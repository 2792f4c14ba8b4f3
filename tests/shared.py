"""Data outside the repository, in a folder `shared` beside it. Tests that need them are skipped where they are not."""

from pathlib import Path

import pytest

SHARED = Path(__file__).parents[2] / "shared"


def needs_shared(*names: str) -> pytest.MarkDecorator:
    """The mark of a test that needs files or folders of `shared`."""
    missing = [f"../shared/{name}" for name in names if not (SHARED / name).exists()]
    return pytest.mark.skipif(bool(missing), reason=f"there is no {', no '.join(missing)}")
