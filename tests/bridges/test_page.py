"""The examples of docs/bridges.md run."""

import doctest
from pathlib import Path

from tests.bridges.tools import package

PAGE = Path(__file__).parents[2] / "docs" / "bridges.md"


def test_the_examples_run():
    for name in ("networkx", "spacy", "discopy"):
        package(name)
    answer = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert answer.attempted > 20
    assert not answer.failed
