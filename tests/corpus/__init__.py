"""Tests of the room `corpus`, which needs pyarrow and DuckDB."""

import pytest

for package in ("pyarrow", "duckdb"):
    pytest.importorskip(package, reason=f"{package} is not installed: pip install -e '.[corpus]'")
