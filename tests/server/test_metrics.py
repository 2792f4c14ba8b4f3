"""Figures for operators: what Prometheus reads, of one process and of several."""

import re
import subprocess
import sys
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from proofnets.server.metrics import BUCKETS, Metrics

LINE = re.compile(r'[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+-]+')


def figures(text: str) -> dict[str, float]:
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def test_every_line_is_one_that_prometheus_reads() -> None:
    text = Metrics().text()
    assert text.endswith("\n")
    told: set[str] = set()
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            told.add(line.split()[2])
        elif not line.startswith("# HELP "):
            assert LINE.fullmatch(line), line
            name = re.sub(r"_(bucket|sum|count)$", "", re.split("[ {]", line)[0])
            assert name in told, line


@given(st.lists(st.tuples(st.sampled_from([0, 200, 404, 503]), st.floats(0, 100)), max_size=20))
def test_a_histogram_counts_what_took_no_longer(requests: list[tuple[int, float]]) -> None:
    metrics = Metrics()
    for status, seconds in requests:
        metrics.request("parse", status, seconds)
    found = figures(metrics.text())
    for bound in BUCKETS:
        name = f'proofnets_request_seconds_bucket{{call="parse",le="{bound}"}}'
        assert found[name] == sum(seconds <= bound for _, seconds in requests)
    assert found['proofnets_request_seconds_bucket{call="parse",le="+Inf"}'] == len(requests)
    assert found['proofnets_requests_total{call="parse",status="gone"}'] == sum(not status for status, _ in requests)


def test_processes_are_added_up_and_what_one_counted_outlives_it(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from proofnets.server.metrics import Metrics\n"
        "metrics = Metrics(Path(sys.argv[1])); metrics.request('link', 200, 0.2)"
    )
    subprocess.run((sys.executable, "-c", code, str(tmp_path)), check=True, timeout=60)
    metrics = Metrics(tmp_path)
    metrics.request("link", 200, 0.2)
    (tmp_path / "99999999").write_bytes(b"")  # one that has just begun
    found = figures(metrics.text())
    assert found['proofnets_requests_total{call="link",status="2xx"}'] == 2
    assert found["proofnets_processes"] == 1
