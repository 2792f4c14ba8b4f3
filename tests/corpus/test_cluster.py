"""The same on Ray: a cluster of two nodes on this machine. `make test-cluster` runs it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proofnets.corpus import Progress, Report, parse_corpus
from tests.corpus import faults

pytestmark = [pytest.mark.cluster, pytest.mark.filterwarnings("default")]
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    pytest.importorskip("ray", reason="this needs Ray: pip install -e '.[cluster]'")
    from ray.cluster_utils import Cluster

    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")])
    os.environ["RAY_ENABLE_UV_RUN_RUNTIME_ENV"] = "0"
    both = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    both.add_node(num_cpus=1)
    yield both
    both.shutdown()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    faults.texts(tmp_path)
    return tmp_path


def parse(cluster: Any, folder: Path, work: type = faults.Quick, **options: Any) -> Report:
    files = sorted(folder.glob("*.txt"))
    return parse_corpus(files, folder / "out", cluster=cluster.address, shard_characters=50, work=work, **options)


def assert_whole(folder: Path) -> None:
    faults.assert_every_sentence_once(sorted(folder.glob("*.txt")), folder / "out")


def test_a_killed_worker_is_replaced(cluster: Any, folder: Path) -> None:
    assert parse(cluster, folder, faults.KilledOnce).failed == {}
    parse(cluster, folder)
    assert_whole(folder)


@pytest.mark.parametrize(("work", "reason"), [(faults.Poison, "its worker ended"), (faults.Failing, "by nought")])
def test_a_shard_that_fails_always_is_tried_three_times(cluster: Any, folder: Path, work: type, reason: str) -> None:
    told = parse(cluster, folder, work)
    ((name, why),) = told.failed.items()
    assert reason in why
    assert (folder / "tries").read_text().split() == [name] * 3
    assert parse(cluster, folder).failed == {}
    assert_whole(folder)


def test_a_killed_job_goes_on(cluster: Any, folder: Path) -> None:
    command = [sys.executable, "-m", "tests.corpus.faults", str(folder), cluster.address]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as driver:
        assert driver.stdout is not None
        assert driver.stdout.readline() == b"1\n"
        driver.kill()
    assert parse(cluster, folder).failed == {}
    assert_whole(folder)


def test_a_node_that_is_removed_takes_no_sentence_with_it(cluster: Any, folder: Path) -> None:
    node = cluster.add_node(num_cpus=1)

    def remove(progress: Progress) -> None:
        if progress.done == 1:
            cluster.remove_node(node, allow_graceful=False)

    assert parse(cluster, folder, watch=remove).failed == {}
    assert_whole(folder)
