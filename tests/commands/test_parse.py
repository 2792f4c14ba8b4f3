"""`proofnets parse`, with what people give it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from proofnets.parser.inputs import from_conllu

PARSE = (sys.executable, "-m", "proofnets", "parse")


def command(*arguments: str | Path, stdin: bytes = b"", **options) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*PARSE, *map(str, arguments)], input=stdin, capture_output=True, check=False, **options)


def test_the_command_parses_without_torch() -> None:
    code = (
        "import sys; sys.argv = ['proofnets', 'parse', '--format', 'json', 'De man slaapt.']\n"
        "from proofnets.commands import main\n"
        "try: main()\n"
        "finally: assert not {'torch', 'transformers', 'scipy', 'rich'} & sys.modules.keys()"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["tokens"] == ["De", "man", "slaapt", "."]


def test_bad_bytes_are_no_reason_to_stop(tmp_path: Path) -> None:
    """Invalid UTF-8, NUL, control characters and a binary file are read as far as they are text."""
    file = tmp_path / "input"
    noise = b"\xff\xfe caf\xe9 \x00\x01\x02\n\n" + bytes(range(256))
    file.write_bytes(b"De man slaapt.\n\n" + noise + b"\n\nDe kat slaapt.\n")
    result = command("-i", file, "--format", "json")
    assert result.returncode in (0, 1)
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert answers[0]["tokens"] == ["De", "man", "slaapt", "."]
    assert answers[-1]["tokens"][-4:] == ["De", "kat", "slaapt", "."]
    assert all(answer["status"] in ("proved", "unproved", "rejected") for answer in answers)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-i", "/dev/null"], "there is no sentence in the input"),
        (["\n \n"], "there is no sentence in the input"),
        (["-i", "nowhere.txt"], "nowhere.txt: No such file or directory"),
        (["--model", "nowhere", "Ja"], "there is no model nowhere"),
        (["--format", "pdf", "Ja"], "no format 'pdf'"),
        (["Ja", "-i", "-"], "give either sentences or --input, and not both"),
        (["--conllu", "Ja"], "line 1 is not CoNLL-U"),
        (["--conllu", "--pretokenised", "-i", "x"], "give either --conllu or --pretokenised, and not both"),
        (["Ja", "-o", "/nowhere/at/all"], "/nowhere/at/all cannot be written"),
    ],
)
def test_wrong_use_is_told_in_one_sentence(arguments: list[str], message: str) -> None:
    result = command(*arguments)
    assert result.returncode == 2
    assert result.stdout == b""
    assert result.stderr.decode().startswith("proofnets: ")
    assert message in result.stderr.decode()
    assert result.stderr.count(b"\n") == 1


def test_nothing_to_parse_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "good.jsonl").write_text("good")
    assert command("-i", "/dev/null", "-o", tmp_path / "good.jsonl").returncode == 2
    assert (tmp_path / "good.jsonl").read_text() == "good"


def test_an_argument_that_is_no_text_is_parsed_as_far_as_it_is(tmp_path: Path) -> None:
    arguments = [*PARSE, "--format", "json", "-o", str(tmp_path / "x.jsonl"), b"Het caf\xe9 is dicht."]
    assert subprocess.run(arguments, capture_output=True, check=False).returncode in (0, 1)
    assert json.loads((tmp_path / "x.jsonl").read_text())["text"] == "Het caf\ufffd is dicht."


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    result = command("De man slaapt.", "-o", "/dev/full")
    assert result.returncode == 2
    assert b"No space left on device" in result.stderr


def test_a_closed_pipe_ends_it_quietly() -> None:
    process = subprocess.Popen(
        [*PARSE, "--pretokenised", "-i", "-", "--format", "json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.write(b"Ja .\n" * 3000)
    process.stdin.close()
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 0


def test_very_long_sentences_are_rejected_at_once() -> None:
    result = command("--pretokenised", "-i", "-", "--format", "json", stdin=b"de " * 10_000 + b"\nJa\n")
    first, second = map(json.loads, result.stdout.splitlines())
    assert result.returncode == 1
    assert first["status"] == "rejected"
    assert "10,000 tokens" in first["error"]
    assert second["tokens"] == ["Ja"]


def test_conllu_comes_in_and_goes_out() -> None:
    rows = b"# text = Ze slapen.\n" + b"".join(
        b"%d\t%s\t" % (n, w) + b"_\t" * 7 + b"_\n" for n, w in enumerate([b"Ze", b"slapen", b"."], 1)
    )
    result = command("--conllu", "-i", "-", "--format", "conllu", stdin=rows + b"\n" + rows)
    (one, other) = from_conllu([result.stdout.decode()])
    assert one == other
    assert one.text == "Ze slapen."
    assert [token.start for token in one.tokens] == [0, 3, 9]


def test_a_file_for_every_sentence(tmp_path: Path) -> None:
    result = command("Ze slapen. De man slaapt.", "--format", "json", "-o", tmp_path / "s{n}.json")
    assert result.returncode == 0, result.stderr
    texts = {path.name: json.loads(path.read_text(encoding="utf-8"))["text"] for path in tmp_path.iterdir()}
    assert texts == {"s1.json": "Ze slapen.", "s2.json": "De man slaapt."}
