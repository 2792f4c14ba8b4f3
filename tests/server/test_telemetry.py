"""Lines of the log, for people and for programs."""

import json
import logging
import sys
from collections.abc import Iterator

import pytest

from proofnets.server.telemetry import REQUEST_ID, Lines, Plain


@pytest.fixture
def record() -> Iterator[logging.LogRecord]:
    """What is logged of an error in a request that has an id."""
    REQUEST_ID.set("abc-1")
    try:
        raise ValueError("no")
    except ValueError:
        yield logging.LogRecord("proofnets.server", logging.ERROR, __file__, 1, "an error", (), sys.exc_info())
    REQUEST_ID.set("")


def test_a_traceback_stands_below_the_id_of_its_request(record: logging.LogRecord) -> None:
    first, *traceback = Plain().format(record).splitlines()
    assert first.endswith(" error an error [abc-1]")
    assert traceback[0].startswith("Traceback")
    assert traceback[-1] == "ValueError: no"


def test_for_programs_it_is_one_line(record: logging.LogRecord) -> None:
    line = json.loads(Lines().format(record))
    assert (line["request"], line["message"]) == ("abc-1", "an error")
    assert line["traceback"].endswith("ValueError: no")
