"""`proofnets parse`, with what people give it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from proofnets.parser.inputs import from_conllu
from tests.commands.running import run

PARSE = (sys.executable, "-m", "proofnets", "parse")


def command(*arguments: str | bytes | Path, stdin: bytes = b"", **options) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*PARSE, *arguments], input=stdin, capture_output=True, check=False, **options)


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


def test_nothing_is_left_behind_in_the_home_of_the_user(tmp_path: Path) -> None:
    """ONNX Runtime would keep an identity there, to tell its maker of every session."""
    assert command("Ja.", env={**os.environ, "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}).returncode == 0
    assert not list(tmp_path.iterdir())


def test_what_is_text_is_read_whatever_is_in_it(tmp_path: Path) -> None:
    """NUL, control characters and odd letters are read as far as they are text; what is not text is an error."""
    file = tmp_path / "input"
    noise = "\x00\x01\x02\n\n" + "".join(map(chr, range(256)))
    file.write_text("De man slaapt.\n\n" + noise + "\n\nDe kat slaapt.\n", newline="")
    result = command("-i", file, "--format", "json")
    assert result.returncode in (0, 1)
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert answers[0]["tokens"] == ["De", "man", "slaapt", "."]
    assert answers[-1]["tokens"] == ["De", "kat", "slaapt", "."]
    assert all(answer["status"] in ("proved", "unproved", "rejected") for answer in answers)
    file.write_bytes(b"Ja.\n\nHet caf\xe9 is dicht.")
    assert b"input is not UTF-8 at byte 13, in line 3: give its encoding" in command("-i", file).stderr
    (latin,) = command("-i", file, "--encoding", "latin-1", "--format", "json", "--lines").stdout.splitlines()[2:]
    assert json.loads(latin)["text"] == "Het café is dicht."


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-i", "/dev/null"], "there is no sentence in the input"),
        (["\n \n"], "there is no sentence in the input"),
        ([], "there is no sentence in the input"),
        (["-i", "nowhere.txt"], "nowhere.txt: there is no such file"),
        (["nowhere.txt"], "is nowhere.txt a file? Then give -i nowhere.txt"),
        (["--model", "nowhere", "Ja"], "there is no model nowhere"),
        (["--format", "pdf", "Ja"], "no format 'pdf'"),
        (["Ja", "-i", "-"], "Ja: there is no such file"),
        (["--conllu", "Ja"], "line 1 is not CoNLL-U"),
        (["--conllu", "--pretokenised", "Ja"], "give one of --lines, --pretokenised and --conllu"),
        ([b"Het caf\xe9 is dicht."], "is not UTF-8 at byte 8: give it in a file, with --encoding"),
        (["Ja", "-o", "/nowhere/at/all"], "/nowhere/at/all cannot be written: there is no folder /nowhere/at"),
        (["Ja", "--model", "nowhere", "-o", "/nowhere/{n}"], "/nowhere/1 cannot be written"),  # the model waits
        (["Ja", "-o", "net.svg"], "net.svg is no name for term: give --format svg or svg-proof or svg-deps or"),
        (["Ja", "-o", "out.jsonl"], "out.jsonl is no name for term: give --format json"),
    ],
)
def test_wrong_use_is_told_in_one_sentence(arguments: list[str | bytes], message: str) -> None:
    result = command(*arguments)
    assert result.returncode == 2
    assert result.stdout == b""
    assert result.stderr.decode().startswith("proofnets: ")
    assert message in result.stderr.decode()
    assert result.stderr.count(b"\n") == 1


def test_nothing_to_parse_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "good.jsonl").write_text("good")
    assert command("-i", "/dev/null", "-f", "json", "-o", tmp_path / "good.jsonl").returncode == 2
    assert (tmp_path / "good.jsonl").read_text() == "good"


def test_what_is_not_sure_enough_is_left_out() -> None:
    given = ("parse", "asdf qwer zxcv uiop.", "Ze slapen.", "--format", "deps")
    assert "asdf" in run(*given).out
    left = run(*given, "--min-confidence", "0.5")
    assert "asdf" not in left.out
    assert "slapen" in left.out
    assert (left.code, left.err) == (0, "1 of 2 sentences left out as not sure enough\n")
    assert run("parse", "asdf qwer zxcv uiop.", "--min-confidence", "0.5").out == ""


def test_pictures_and_html_tell_of_other_types_unasked() -> None:
    given = ("parse", "Jan ziet de man met de verrekijker.", "--format")
    assert "<title>met is unsure: " in run(*given, "svg-deps").out
    assert "<td>or</td>" in run(*given, "html").out
    assert "<td>or</td>" not in run(*given, "html", "--alternatives", "0").out
    assert "other_types" not in run(*given, "json").out


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


def test_files_folders_and_standard_input(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    for name in ("a.txt", "texts/b.txt"):
        (tmp_path / name).write_text("De man slaapt\nDe kat slaapt\n")
    result = command("-i", "a.txt", "texts", "--format", "json", cwd=tmp_path)
    assert result.returncode == 0
    places = [json.loads(line)["place"] for line in result.stdout.splitlines()]
    assert [(place["document"], place["sentence"]) for place in places] == [
        *(("a.txt", 1), ("a.txt", 2)),
        *(("texts/b.txt", 1), ("texts/b.txt", 2)),
    ]
    given = [command(*arguments, "-f", "json", stdin=b"Ze slapen.").stdout for arguments in ([], ["-"], ["-i", "-"])]
    assert [json.loads(each)["tokens"] for each in given] == [["Ze", "slapen", "."]] * 3


ROWS = """# newdoc id = d1
# sent_id = d1-1
# translit = x
# text = Zes mannen slapen.
# status = an old one
1-2\tZesmannen\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No
1\tZes\tzes\tNUM\tTW\tCard=Yes\t2\tnummod\t2:nummod\tSpaceAfter=No|Type=old
2\tmannen\tman\tNOUN\tN\t_\t3\tnsubj\t3:nsubj\t_
2.1\tleeg\tleeg\tX\t_\t_\t_\t_\t3:dep\t_
3\tslapen\tslapen\tVERB\tWW\t_\t0\troot\t0:root\tSpaceAfter=No
4\t.\t.\tPUNCT\tLET\t_\t3\tpunct\t3:punct\t_

"""


def test_conllu_keeps_what_it_came_with(tmp_path: Path) -> None:
    (tmp_path / "a.conllu").write_text(ROWS)
    kept = command("-i", tmp_path / "a.conllu", "--format", "conllu").stdout.decode().splitlines()
    given = ROWS.splitlines()
    assert kept[:4] == given[:4]
    assert "# status = an old one" not in kept
    assert [line.split("\t")[:9] for line in kept if "\t" in line] == [
        line.split("\t")[:9] for line in given if "\t" in line
    ]
    features = {line.split("\t")[0]: line.split("\t")[9].split("|") for line in kept if "\t" in line}
    assert features["1-2"] == ["SpaceAfter=No"]
    assert features["1"][:3] == ["SpaceAfter=No", "Head=2", "Label=det"]
    assert features["1"][3].startswith("Type=□det")
    assert features["2"][:2] == ["Head=3", "Label=su"]
    assert features["2.1"] == ["_"]
    replaced = command("-i", tmp_path / "a.conllu", "--format", "conllu", "--replace-heads").stdout.decode()
    columns = {line.split("\t")[0]: line.split("\t") for line in replaced.splitlines() if "\t" in line}
    assert columns["2"][1:9] == ["mannen", "man", "NOUN", "N", "_", "3", "su", "3:nsubj"]
    assert columns["3"][6:8] == ["0", "root"]
    assert "Head=" not in replaced


def test_raw_text_has_ids_in_conllu(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Ze slapen.\n\nZe slapen. Ze slapen.")
    lines = command("-i", "a.txt", "--format", "conllu", cwd=tmp_path).stdout.decode().splitlines()
    assert lines[:5] == [
        "# newdoc id = a.txt",
        "# newpar",
        "# sent_id = a.txt:1.1",
        "# range = 0:10",
        "# text = Ze slapen.",
    ]
    told = [line for line in lines if line.startswith(("# newdoc", "# newpar", "# sent_id"))]
    assert told[3:] == ["# newpar", "# sent_id = a.txt:2.1", "# sent_id = a.txt:2.2"]
    assert lines[lines.index("# sent_id = a.txt:2.2") + 1] == "# range = 23:33"
    assert [line.split("\t")[9].split("|")[0] for line in lines if line.startswith("2\t")] == ["SpaceAfter=No"] * 3


def test_conllu_comes_in_and_goes_out() -> None:
    rows = b"# text = Ze slapen.\n" + b"".join(
        b"%d\t%s\t" % (n, w) + b"_\t" * 7 + b"_\n" for n, w in enumerate([b"Ze", b"slapen", b"."], 1)
    )
    result = command("--conllu", "-i", "-", "--format", "conllu", stdin=rows + b"\n" + rows)
    (one, other) = from_conllu([result.stdout.decode()])
    assert one.conllu == other.conllu
    assert one.text == "Ze slapen."
    assert [token.start for token in one.tokens] == [0, 3, 9]


def test_a_file_for_every_sentence(tmp_path: Path) -> None:
    result = command("Ze slapen. De man slaapt.", "--format", "json", "-o", tmp_path / "s{n}.json")
    assert result.returncode == 0, result.stderr
    texts = {path.name: json.loads(path.read_text(encoding="utf-8"))["text"] for path in tmp_path.iterdir()}
    assert texts == {"s1.json": "Ze slapen.", "s2.json": "De man slaapt."}
