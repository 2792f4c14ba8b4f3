"""The same on Ray: a cluster of two nodes on this machine. `make test-cluster` runs it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proofnets.corpus import Progress, Report, parse_corpus
from proofnets.errors import ProofNetsError
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


def test_a_full_disk_is_told_and_leaves_nothing_half_done(cluster: Any, folder: Path) -> None:
    told = parse(cluster, folder, faults.FullDisk)
    assert (told.done, len(told.failed)) == (0, told.shards)
    assert all("cannot be written" in reason for reason in told.failed.values())
    assert parse(cluster, folder).failed == {}
    assert_whole(folder)


def test_a_killed_job_goes_on_and_keeps_others_out(cluster: Any, folder: Path) -> None:
    command = [sys.executable, "-m", "tests.corpus.faults", str(folder), cluster.address]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as driver:
        faults.await_first_shard(driver)
        with pytest.raises(ProofNetsError, match="another job is writing into"):
            parse(cluster, folder)
        driver.kill()
    (folder / "out" / ".000009-x.parquet.1").write_bytes(b"PAR1 half")  # as a job that is killed may leave it
    assert parse(cluster, folder).failed == {}
    assert_whole(folder)


def test_a_text_that_changes_fails_its_shards_and_is_refused_afterwards(cluster: Any, folder: Path) -> None:
    last = folder / "3.txt"

    def change(progress: Progress) -> None:
        if not progress.done:
            last.write_text("Iets anders.")

    failed = parse(cluster, folder, workers=1, watch=change).failed
    assert failed
    assert all(
        reason.endswith("3.txt has changed since the job began: parse it into another folder")
        for reason in failed.values()
    )
    with pytest.raises(ProofNetsError, match=r"cannot go on: .*3\.txt has changed"):
        parse(cluster, folder)
    faults.texts(folder)  # as it was
    assert parse(cluster, folder).failed == {}
    assert_whole(folder)


def test_a_node_that_is_lost_takes_no_sentence_with_it(cluster: Any, tmp_path: Path) -> None:
    """It has four places: one worker is in the middle of a shard, and those that wait are gone as well.

    There are more shards than places on the other nodes, so that one comes to it.
    """
    folder, files = tmp_path, faults.texts(tmp_path, 2)
    node = cluster.add_node(num_cpus=4)
    (folder / "node").write_text(node.node_id)

    def remove(progress: Progress) -> None:
        if progress.done == progress.shards - 1:
            cluster.remove_node(node, allow_graceful=False)

    assert parse(cluster, folder, faults.OnLostNode, watch=remove).failed == {}
    assert (folder / "stuck").exists()
    assert_whole(folder)
    faults.assert_as_from_one_process(files, folder / "out")


def test_workers_that_cannot_start_end_the_job(cluster: Any, folder: Path) -> None:
    with pytest.raises(ProofNetsError, match=r"no worker can start on the cluster.*by nought"):
        parse(cluster, folder, faults.Unstartable)


def test_a_cluster_that_cannot_be_reached_is_told_in_one_sentence(folder: Path) -> None:
    pytest.importorskip("ray", reason="this needs Ray: pip install -e '.[cluster]'")
    with pytest.raises(ProofNetsError, match="no Ray cluster can be reached at 'nowhere'"):
        parse_corpus(sorted(folder.glob("*.txt")), folder / "out", cluster="nowhere")
