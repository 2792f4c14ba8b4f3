"""A corpus is parsed, every sentence exactly once, whatever happens to processes, files and disks."""

import subprocess
import sys
from pathlib import Path

import pytest

from proofnets.corpus import Report, parse_corpus, report
from proofnets.corpus.plans import PLAN, difference, make_plan, read_plan
from proofnets.errors import ProofNetsError
from proofnets.parser import InputOptions, Settings
from tests.commands.running import assert_one_sentence, run
from tests.corpus import faults


def parse(folder: Path, work: type = faults.Quick, workers: int = 1) -> Report:
    files = sorted(folder.glob("*.txt"))
    return parse_corpus(files, folder / "out", workers=workers, shard_characters=50, work=work)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    faults.texts(tmp_path)
    return tmp_path


def assert_whole(folder: Path) -> None:
    faults.assert_every_sentence_once(sorted(folder.glob("*.txt")), folder / "out")


def test_all_is_parsed_as_by_one_parser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("texts").mkdir()
    for name in ("a", "b"):
        Path("texts", f"{name}.txt").write_text("De man slaapt\nDe vrouw leest een boek\n\nZe slapen. Ja!\n")
    result = run("corpus", "texts", "-o", "out", "--workers", "2", "--shard-characters", "30")
    assert (result.code, result.out) == (0, "3 of 3 shards\n8 sentences, 26 words\n8 proved, 0 unproved, 0 rejected\n")
    faults.assert_as_from_one_process([Path("texts")], Path("out"))
    assert run("corpus", "--status", "out").out == result.out
    assert_one_sentence(run("corpus", "texts", "-o", "out", "--beam", "2"), "cannot go on: the settings differ in beam")
    assert_one_sentence(run("corpus", "nowhere", "-o", "new"), "nowhere: there is no such file")
    assert not Path("new").exists()
    assert_one_sentence(run("corpus", "texts", "-o", "texts/a.txt"), "cannot be written: it is a file, and no folder")
    assert_one_sentence(run("corpus", "texts"), "give the folder to write to, with -o")
    assert_one_sentence(run("corpus", "--status", "texts"), "texts has no plan.json")


def test_a_killed_worker_is_replaced(folder: Path) -> None:
    told = parse(folder, faults.KilledOnce, workers=2)
    assert (told.done, told.failed) == (told.shards, {})
    assert told.sentences == 4 * faults.SENTENCES
    (folder / "out").joinpath(".000009-x.parquet.1").write_bytes(b"PAR1 half")  # of a job that was killed
    parse(folder)
    assert_whole(folder)


@pytest.mark.parametrize(("work", "reason"), [(faults.Poison, "ended with code -9"), (faults.Failing, "by nought")])
def test_a_shard_that_fails_always_is_tried_three_times(folder: Path, work: type, reason: str) -> None:
    told = parse(folder, work)
    ((name, why),) = told.failed.items()
    assert name.startswith("000001")
    assert reason in why
    assert (folder / "tries").read_text().split() == [name] * 3
    assert told.done == told.shards - 1
    assert report(folder / "out").done == told.done
    assert parse(folder).failed == {}  # another run tries again
    assert_whole(folder)


def test_a_killed_job_goes_on_and_keeps_others_out(folder: Path) -> None:
    command = [sys.executable, "-m", "tests.corpus.faults", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]) as driver:
        faults.await_first_shard(driver)
        with pytest.raises(ProofNetsError, match="another job is writing into"):
            parse(folder)
        driver.kill()
    (first,) = (folder / "out").glob("*.parquet")
    before = first.stat().st_mtime_ns
    assert report(folder / "out").done == 1
    told = parse(folder)
    assert told.done == told.shards
    assert first.stat().st_mtime_ns == before
    assert_whole(folder)


def test_a_full_disk_is_told_and_leaves_nothing_half_done(folder: Path) -> None:
    told = parse(folder, faults.FullDisk)
    assert told.done == 0
    assert len(told.failed) == told.shards
    assert all("cannot be written" in reason for reason in told.failed.values())
    assert parse(folder).failed == {}
    assert_whole(folder)


def test_a_worker_that_cannot_start_ends_the_job(folder: Path) -> None:
    with pytest.raises(ProofNetsError, match="no worker can start: by nought"):
        parse(folder, faults.Unstartable, workers=2)


def test_a_text_that_has_changed_is_refused(folder: Path) -> None:
    parse(folder, faults.Poison)
    (folder / "2.txt").write_text("Iets anders.")
    with pytest.raises(ProofNetsError, match=r"cannot go on: .*2\.txt has changed; give another folder"):
        parse(folder)


def test_a_text_that_changes_during_the_job_fails_its_shard(folder: Path) -> None:
    from proofnets.corpus.jobs import Task

    files = sorted(folder.glob("*.txt"))
    plan = make_plan(files, Settings(), "nl", InputOptions())
    files[0].write_text("Iets anders.")
    with pytest.raises(ProofNetsError, match="has changed since the job began"):
        faults.Quick(folder)(Task(plan.shards[0], plan, folder, folder))
    assert not list(folder.glob("*.parquet"))


def test_a_small_corpus_has_many_shards_as_well(tmp_path: Path) -> None:
    """So that all cores have something to do, and a job that is killed has something done."""
    file = tmp_path / "a.txt"
    for paragraphs, shards in ((1, 1), (1_000, 7), (10_000, 32)):
        file.write_text("Ze slapen in een groot bed, zegt men.\n\n" * paragraphs)
        assert abs(len(make_plan([file], Settings(), "nl", InputOptions()).shards) - shards) <= 1


def test_plans(folder: Path) -> None:
    files = sorted(folder.glob("*.txt"))
    plan = make_plan(files, Settings(), "nl", InputOptions(), 50)
    assert all(shard.characters >= 50 for shard in plan.shards[:-1])
    assert len({shard.name for shard in plan.shards}) == len(plan.shards) > 4
    others = [
        (make_plan(files, Settings(beam=2), "nl", InputOptions(), 50), "the settings differ in beam"),
        (make_plan(files, Settings(), "nl", InputOptions("lines"), 50), "the options differ in cut"),
        (make_plan(files[:3], Settings(), "nl", InputOptions(), 50), "3.txt is only in one of them"),
        (make_plan(files, Settings(), "nl", InputOptions(), 80), "shards are cut in another way"),
    ]
    for other, reason in others:
        assert difference(plan, other).endswith(reason)
    for other, _ in others[:2]:
        assert not {shard.name for shard in plan.shards} & {shard.name for shard in other.shards}
    parse(folder)
    assert read_plan(folder / "out") == make_plan(files, Settings(), "nl", InputOptions(), 50)
    (folder / "out" / PLAN).write_text("{}")
    with pytest.raises(ProofNetsError, match="is not as we write it"):
        report(folder / "out")
    (folder / "out" / PLAN).unlink()
    with pytest.raises(ProofNetsError, match="has parses of something else"):
        parse(folder)
    with pytest.raises(ProofNetsError, match="and not standard input"):
        make_plan(["-"], Settings(), "nl", InputOptions())
