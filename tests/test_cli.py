"""The command line. Most tests call it in this process; those that need a process of their own start one."""

import io
import json
import lzma
import os
import re
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple
from unittest.mock import patch
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofnets import __version__
from proofnets.cli import main
from proofnets.logic.search import _search
from proofnets.render import FORMATS

PROOFNETS = (sys.executable, "-m", "proofnets")
TWO_PROOFS = "a:s, b:s -> s, c:s -> s |- s"


class Result(NamedTuple):
    code: int
    out: str
    err: str


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


def run(*arguments: str | Path, stdin: bytes = b"", stream: type[io.TextIOWrapper] = io.TextIOWrapper) -> Result:
    """Run a command in this process."""
    out, err = (stream(io.BytesIO(), encoding="utf-8") for _ in range(2))
    given = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    with (
        patch.object(sys, "argv", ["proofnets", *map(str, arguments)]),
        patch.object(sys, "stdin", given),
        redirect_stdout(out),
        redirect_stderr(err),
        pytest.raises(SystemExit) as end,
    ):
        main()
    for written in (out, err):
        written.seek(0)
    code = end.value.code
    return Result(code if isinstance(code, int) else 0, out.read(), err.read())


def assert_one_sentence(result: Result, *parts: str) -> None:
    """Wrong use or bad input: exit code 2 and one line that says why."""
    assert result.code == 2
    assert result.out == ""
    assert re.fullmatch(r"proofnets: [^\n]+\n", result.err), result.err
    assert len(result.err) < 500
    assert "inside the program" not in result.err
    for part in parts:
        assert part in result.err


# The programme


def test_version_and_help() -> None:
    assert run("--version") == (0, f"proofnets {__version__}\n", "")
    shown = run("--help").out
    for command in ("prove", "extract", "merge", "check", "stats"):
        assert command in shown
        assert "Usage: proofnets" in run(command, "--help").out


def test_wrong_use() -> None:
    for arguments in (("prove",), ("nonsense",), ("prove", "--limit", "x", "a |- a"), ("extract",), ("check",)):
        result = run(*arguments)
        assert result.code == 2
        assert "Traceback" not in result.err


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


def test_what_is_no_run_is_not_exported(tmp_path: Path) -> None:
    result = run("export", tmp_path / "one", tmp_path / "other", "-o", tmp_path / "model")
    assert result.code == 2
    assert result.err.count("\n") == 1
    assert "is no run folder" in result.err
    assert not (tmp_path / "model").exists()


def modules_after(code: str) -> set[str]:
    command = (sys.executable, "-c", code + "\nimport sys; print(*(name.split('.')[0] for name in sys.modules))")
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def test_silver_and_mean(tmp_path: Path) -> None:
    from tests.modelfolders import model_folder

    model = model_folder(tmp_path / "model")
    for name in ("dev", "test"):
        (tmp_path / f"{name}.jsonl").write_text("")
    (tmp_path / "text.txt").write_text("de man slaapt .\nde man slaapt niet .\n")
    given = ("silver", tmp_path / "text.txt", "--model", model, "-o", tmp_path / "silver", "--share", "1")
    result = run(*given, "--data", tmp_path)
    assert result.code == 0
    assert result.err == "2 sentences, 2 proved, 2 kept\n"
    assert run("check", tmp_path / "silver" / "train.jsonl").code == 0
    result = run(*given, "--data", tmp_path / "none")
    assert result.code == 2
    assert "has no dev.jsonl or test.jsonl" in result.err
    result = run("mean", tmp_path / "none", "-o", tmp_path / "mean")
    assert result.code == 2
    assert result.err == "proofnets: a mean is of two runs or more\n"


def test_help_imports_little() -> None:
    code = "import sys, io, contextlib; sys.argv = ['proofnets', '--help']; from proofnets.cli import main\n"
    code += "with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())), contextlib.suppress(SystemExit): main()"
    heavy = {"rich", "numpy", "scipy", "torch", "transformers", "onnxruntime", "lxml", "multiprocessing", "pydantic"}
    assert not modules_after(code) & heavy


def test_the_logic_imports_the_standard_library_only() -> None:
    alone = modules_after("")  # an editable install brings some of its own
    assert modules_after("import proofnets.logic") - alone - sys.stdlib_module_names <= {"proofnets"}


# prove


@pytest.mark.parametrize("name", FORMATS)
def test_every_format(name: str) -> None:
    result = run("prove", "--format", name, TWO_PROOFS)
    assert (result.code, result.err) == (0, "2 proofs\n")
    assert result.out.endswith("\n")
    assert "Traceback" not in result.out
    if name == "json":
        answer = json.loads(result.out)
        assert answer["status"] == "proved"
        assert len(answer["analyses"]) == 2
    if name == "svg":
        ElementTree.fromstring(result.out)


def test_first_and_limit() -> None:
    assert run("prove", "--first", TWO_PROOFS).err == ""

    def only_first(*given: Any) -> Iterator[Any]:
        for links in _search(*given):
            yield links
            assert links is None, "the search was asked to go on"

    with patch("proofnets.logic.search._search", only_first):
        assert run("prove", "--first", TWO_PROOFS).code == 0
        assert run("prove", TWO_PROOFS).code == 2
    assert run("prove", "--limit", "1", TWO_PROOFS).err == "1 proof (stopped there; there are more)\n"
    assert run("prove", "--limit", "0", TWO_PROOFS).err == "2 proofs\n"


def test_no_proof_is_exit_code_1() -> None:
    result = run("prove", "np, np |- s")
    assert (result.code, result.out) == (1, "")
    assert re.fullmatch(r"no proof: [^\n]+\n", result.err)
    answer = run("prove", "--format", "json", "np, np |- s")
    assert answer.code == 1
    assert json.loads(answer.out)["analyses"] == []


@pytest.mark.parametrize(
    ("judgement", "part"),
    [
        ("(np -> s |- s", "column"),
        ("np), s |- s", "column"),
        ("np $ s |- s", "'$'"),
        ("", "column 1"),
        ("np, s", "column"),
        ("|-", "column"),
        ("a" * 1000 + " ∀ |- s", "'∀'"),
    ],
)
def test_bad_judgements(judgement: str, part: str) -> None:
    assert_one_sentence(run("prove", judgement), part)


@pytest.mark.parametrize("junk", [b"(" * 1_000_000, b"a" * 1_000_000, b"a," * 500_000, b"<d>" * 333_333, b"\0" * 10**6])
def test_a_million_characters_of_junk(junk: bytes) -> None:
    assert_one_sentence(run("prove", "-", stdin=junk))


def test_bytes_that_are_no_text() -> None:
    assert_one_sentence(run("prove", "-", stdin=b"np \xff |- np"), "UTF-8 at byte 4")
    assert run("prove", "a\udcff:np |- np").out.startswith("a\ufffd : np")


def test_standard_input() -> None:
    assert run("prove", "-", stdin=b"np |- np\r\n").code == 0
    assert run("prove", "-", stdin=b"\xef\xbb\xbfze:np |- np").out.startswith("ze : np")  # after a byte order mark


def test_unknown_format() -> None:
    assert_one_sentence(run("prove", "--format", "pdf", "np |- np"), "no format 'pdf'", "term, typed")


def test_output_file(tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    file.write_text("before")
    assert run("prove", "-f", "json", "-o", file, "np |- np").out == ""
    assert json.loads(file.read_text())["status"] == "proved"
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]
    for bad in (tmp_path / "no" / "out", tmp_path, "/dev/full/x"):
        assert_one_sentence(run("prove", "-o", bad, "np |- np"), "cannot be written")
    assert run("prove", "-o", "/dev/null", "np |- np").code == 0
    assert not Path("/dev/null").is_file()


def test_a_full_disk() -> None:
    with open("/dev/full", "w") as full:
        found = subprocess.run((*PROOFNETS, "prove", "np |- np"), stdout=full, stderr=-1, text=True, check=False)
    assert found.returncode == 2
    assert found.stderr == "proofnets: input or output: No space left on device\n"


def test_debug_shows_the_traceback() -> None:
    for arguments in (("--debug", "prove", "(np"), ("prove", "(np", "--debug")):
        found = subprocess.run((*PROOFNETS, *arguments), capture_output=True, text=True, check=False)
        assert found.returncode == 2
        assert "Traceback" in found.stderr
        assert "NotationError" in found.stderr


def test_a_closed_pipe_is_quiet() -> None:
    judgement = "s, " + ", ".join(["s -> s"] * 6) + " |- s"
    with subprocess.Popen((*PROOFNETS, "prove", "--limit", "0", judgement), stdout=-1, stderr=-1) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
    assert process.returncode == 0


def test_a_closed_pipe_is_no_answer(tmp_path: Path) -> None:
    sound, faulty = tmp_path / "sound.jsonl", tmp_path / "faulty.jsonl"
    sound.write_text('{"id": "x", "tokens": ["a"], "types": ["np"], "goal": "np", "links": [[0, 1]]}')
    faulty.write_text("no sample")
    for arguments in (("check", faulty), ("stats", sound), ("stats", "--json", sound)):
        with subprocess.Popen((*PROOFNETS, *map(str, arguments)), stdout=-1, stderr=-1) as process:
            assert process.stdout
            process.stdout.close()
        assert process.returncode == 0, arguments


def test_colours_are_for_terminals_and_can_be_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    judgement = "ze:np, slapen:<su>np -> s |- s"
    assert "\x1b" not in run("prove", judgement).out
    assert "\x1b" in run("prove", judgement, stream=Terminal).out
    assert "\x1b" not in run("prove", "--format", "json", judgement, stream=Terminal).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in run("prove", judgement, stream=Terminal).out


PIECES = [
    "np",
    "s",
    "->",
    "⊸",
    "|-",
    "⊢",
    ",",
    "(",
    ")",
    "<su>",
    "[mod]",
    "◇su",
    "□mod",
    ":",
    '"',
    "a",
    " ",
    "\\",
    "\n",
]


@settings(max_examples=150)
@given(st.text() | st.lists(st.sampled_from(PIECES), max_size=30).map(" ".join), st.sampled_from(list(FORMATS)))
def test_no_text_makes_a_traceback(text: str, name: str) -> None:
    result = run("prove", "--seconds", "0.2", "--limit", "3", "--format", name, "--", text)
    assert result.code in (0, 1, 2)
    assert "Traceback" not in result.err
    assert "inside the program" not in result.err
    if result.code == 2:
        assert_one_sentence(result)


# extract, check, stats


def tree(subject: str = "Ze") -> str:
    """A tree of two words and a full stop."""
    return f"""<alpino_ds version="1.3"><node begin="0" cat="top" end="3" id="0" rel="top">
<node begin="0" cat="smain" end="2" id="1" rel="--"><node begin="0" end="1" id="2" pt="vnw" rel="su" word="{subject}"/>
<node begin="1" end="2" id="3" pt="ww" rel="hd" word="slapen"/></node>
<node begin="2" end="3" id="4" pt="let" rel="--" word="."/></node></alpino_ds>"""


BOMB = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><alpino_ds>&b;</alpino_ds>'


@pytest.fixture
def treebank(tmp_path: Path) -> Path:
    """Good trees in a folder and in a zip file, and three bad files among them."""
    folder = tmp_path / "treebank"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.xml").write_text(tree(f"Ze{number}"))
    (folder / "broken.xml").write_text(tree()[:-20])
    (folder / "bomb.xml").write_text(BOMB)
    with zipfile.ZipFile(folder / "more.zip", "w") as archive:
        for number in range(200):
            archive.writestr(f"{number:03}.xml", tree(f"Zij{number}"))
    zipfile.ZipFile(folder / "empty.zip", "w").close()
    return folder


def test_extract_to_a_file_and_to_standard_output(treebank: Path, tmp_path: Path) -> None:
    file, account = tmp_path / "samples.jsonl", tmp_path / "report.json"
    result = run("extract", treebank, "-o", file, "--report", account)
    assert (result.code, result.out) == (0, "")
    assert run("extract", treebank).out == file.read_text()
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(lines) == 203
    assert lines[0] == {
        "id": "treebank/0",
        "tokens": ["Ze0", "slapen", "."],
        "types": ["pron", "◇su pron ⊸ s_main", None],
        "goal": "s_main",
        "links": [[0, 1], [2, 3]],
    }
    report = json.loads(account.read_text())
    assert report["total"]["samples"] == 203
    assert {one["id"]: one["reason"][:9] for one in report["lost"]} == {
        "treebank/bomb": "the file ",
        "treebank/broken": "broken XM",
        "empty": "there are",
    }
    assert "treebank/bomb" in result.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.json", "samples.jsonl", "treebank"]


def test_processes_give_the_same_bytes(treebank: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    first = run("extract", treebank, "-o", one)
    second = subprocess.run((*PROOFNETS, "extract", treebank, "-o", two, "-j", "2"), capture_output=True, text=True)
    assert second.returncode == 0
    assert one.read_bytes() == two.read_bytes()
    assert first.err == second.stderr


def test_extract_from_standard_input_and_from_a_file_of_many() -> None:
    many = f"<treebank>{tree()}{tree('Wij')}</treebank>".encode()
    result = run("extract", "-", stdin=many)
    assert [json.loads(line)["id"] for line in result.out.splitlines()] == ["stdin/1", "stdin/2"]


def test_extract_into_splits(treebank: Path, tmp_path: Path) -> None:
    folder = tmp_path / "data" / "nl"
    result = run("extract", treebank, treebank, "--split", folder)
    assert result.code == 0
    sizes = {path.name: len(path.read_text().splitlines()) for path in folder.iterdir()}
    assert sizes.keys() == {"train.jsonl", "dev.jsonl", "test.jsonl"}
    assert sum(sizes.values()) + sizes["train.jsonl"] == 2 * 203
    assert f"{sizes['train.jsonl']} left out of training" in result.err
    again = run("extract", treebank, "--split", folder / "train.jsonl")
    assert_one_sentence(again, "is no folder")
    assert_one_sentence(run("extract", treebank, "--split", folder, "-o", "x"), "not both")


@pytest.mark.parametrize(
    ("name", "content", "part"),
    [
        ("broken.xml", "<alpino_ds><node", "broken XML"),
        ("bomb.xml", BOMB, "not read for safety"),
        ("empty.xml", "", "broken XML"),
        ("proof.xml", "<proof/>", "there must be one <lexicon>"),
        ("text.txt", "np |- np", "broken XML"),
        ("bad.zip", "PK", "damaged zip"),
        ("bad.pickle", "cos\nsystem\n(S'true'\ntR.", "only plain data"),
    ],
)
def test_bad_files_are_one_sentence(tmp_path: Path, name: str, content: str, part: str) -> None:
    (tmp_path / name).write_text(content)
    assert_one_sentence(run("extract", tmp_path / name, "-o", tmp_path / "out"), part)
    assert not (tmp_path / "out").exists()


def test_bad_paths_are_one_sentence(treebank: Path, tmp_path: Path) -> None:
    assert_one_sentence(run("extract", treebank, tmp_path / "nowhere"), "there is no file or folder")
    assert_one_sentence(run("extract", treebank, "-o", tmp_path / "no" / "x"), "cannot be written")
    assert_one_sentence(run("extract", treebank, "--report", tmp_path / "no" / "x"), "cannot be written")
    (tmp_path / "empty").mkdir()
    assert_one_sentence(run("extract", tmp_path / "empty"), "no XML or zip files")
    for command in ("check", "stats"):
        assert_one_sentence(run(command, tmp_path / "nowhere"), "No such file")
        assert_one_sentence(run(command, tmp_path / "empty"), "directory")
        assert_one_sentence(run(command, os.devnull), "there are no samples")


def test_nothing_but_punctuation_is_exit_code_2(tmp_path: Path) -> None:
    file = tmp_path / "x.xml"
    mark = '<node begin="0" end="1" id="1" pt="let" rel="--" word="."/>'
    file.write_text(f'<alpino_ds><node begin="0" cat="top" end="1" id="0" rel="top">{mark}</node></alpino_ds>')
    assert_one_sentence(run("extract", file), "nothing but punctuation")


def start(*arguments: str | Path) -> subprocess.Popen[bytes]:
    """Start a command that waits for more trees on standard input, once it has read some."""
    process = subprocess.Popen((*PROOFNETS, "extract", "-", *map(str, arguments)), stdin=-1, stdout=-1, stderr=-1)
    feed(process, 800)
    return process


def feed(process: subprocess.Popen[bytes], count: int) -> None:
    assert process.stdin
    process.stdin.write(b"<treebank>" * (count > 100) + "".join(tree(f"Ze{n}") for n in range(count)).encode())
    process.stdin.flush()


def wait(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def workers(process: subprocess.Popen[bytes]) -> list[int]:
    found = []
    for child in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split():
        if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text():
            found.append(int(child))
    return found


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


needs_proc = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="there is no /proc")


@needs_proc
def test_kill_leaves_no_file_and_no_worker(tmp_path: Path) -> None:
    with start("-o", tmp_path / "out", "-j", "2") as process:
        wait(lambda: len(workers(process)) == 2)
        started = workers(process)
        process.kill()
    assert not (tmp_path / "out").exists()
    wait(lambda: not any(map(alive, started)))


@needs_proc
def test_a_dead_worker_is_one_sentence_and_no_file(tmp_path: Path) -> None:
    with start("-o", tmp_path / "out", "-j", "2") as process:
        wait(lambda: len(workers(process)) == 2)
        os.kill(workers(process)[0], signal.SIGKILL)
        assert process.stdin
        process.stdin.write(b"</treebank>")
        out, err = process.communicate()
    assert_one_sentence(Result(process.returncode, out.decode(), err.decode()), "a worker process ended")
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_leaves_nothing(tmp_path: Path) -> None:
    with start("-o", tmp_path / "out") as process:
        wait(lambda: list(tmp_path.iterdir()))
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out, err) == (130, b"", b"")
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def samples(treebank: Path, tmp_path: Path) -> Path:
    file = tmp_path / "samples.jsonl"
    run("extract", treebank / "0.xml", treebank / "1.xml", treebank / "2.xml", "-o", file)
    return file


def test_check_accepts_what_is_sound(samples: Path) -> None:
    assert run("check", samples) == (0, "", "3 samples, all of them sound\n")
    assert run("check", "-", stdin=samples.read_bytes()).code == 0


def test_a_pipe_is_read_as_a_whole(samples: Path, tmp_path: Path) -> None:
    wrong = samples.read_text().replace("[2, 3]", "[2, 1]")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    Thread(target=pipe.write_text, args=(wrong,), daemon=True).start()
    assert run("check", pipe).code == 1


def test_a_terminal_shows_what_is_under_way(treebank: Path, tmp_path: Path) -> None:
    shown = run("extract", treebank, "-o", tmp_path / "x.jsonl", stream=Terminal)
    assert (shown.code, shown.out) == (0, "")
    assert "treebank/bomb" in shown.err
    assert len((tmp_path / "x.jsonl").read_text().splitlines()) == 203
    assert run("check", tmp_path / "x.jsonl", stream=Terminal).code == 0


def test_check_names_the_line_at_fault(samples: Path) -> None:
    lines = samples.read_text().splitlines()
    lines[1] = lines[1].replace("[[0, 1], [2, 3]]", "[[0, 1], [2, 1]]")
    lines.append("{")
    samples.write_text("\n".join(lines))
    result = run("check", samples)
    assert (result.code, result.err) == (1, "4 samples, 2 faults\n")
    first, second = result.out.splitlines()
    assert first.startswith("line 2: ")
    assert second.startswith("line 4: not JSON")


def test_stats(samples: Path, tmp_path: Path) -> None:
    picture = tmp_path / "figure.svg"
    shown = run("stats", samples, "--svg", picture)
    assert (shown.code, shown.err) == (0, "")
    assert re.search(r"^sentences +3$", shown.out, re.MULTILINE)
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    data = json.loads(run("stats", samples, "--json").out)
    assert (data["sentences"], data["words"], len(data["types"])) == (3, 6, 2)
    samples.write_text("{}\n")
    assert_one_sentence(run("stats", samples), "line 1")


def test_compressed_samples_are_read_as_others_are(samples: Path, tmp_path: Path) -> None:
    packed = tmp_path / "samples.jsonl.xz"
    packed.write_bytes(lzma.compress(samples.read_bytes()))
    assert run("check", packed) == run("check", "-", stdin=packed.read_bytes()) == run("check", samples)
    assert run("stats", packed) == run("stats", samples)
    packed.write_bytes(packed.read_bytes()[:-9])
    for command in ("check", "stats"):
        assert_one_sentence(run(command, packed), "ends in the middle")


def test_merge(tmp_path: Path) -> None:
    for name, subject in (("train", "Ze"), ("test", "Wij")):
        (tmp_path / name).mkdir()
        trees = f"<treebank>{tree()}{tree(subject)}</treebank>".encode()
        run("extract", "-", "-o", tmp_path / name / f"{name}.jsonl", stdin=trees)
    result = run("merge", tmp_path / "train", tmp_path / "test", "-o", tmp_path / "both", "--dev", "5")
    assert (result.code, result.out) == (0, "")
    assert "it stands in test/test" in result.err
    assert result.err.endswith("0 in train.jsonl, 0 in dev.jsonl, 2 in test.jsonl\n")
    assert_one_sentence(run("merge", tmp_path / "nowhere", "-o", tmp_path / "x"), "has no train.jsonl")
    assert_one_sentence(run("merge", tmp_path / "test", "-o", tmp_path / "test"), "write to another")
