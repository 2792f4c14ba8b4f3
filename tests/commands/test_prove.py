"""`proofnets prove`."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofnets.logic.search import _search
from proofnets.render import FORMATS
from tests.commands.running import PROOFNETS, Result, Terminal, assert_one_sentence, run

TWO_PROOFS = "a:s, b:s -> s, c:s -> s |- s"


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


def test_fragments_of_latex() -> None:
    assert run("prove", "--format", "latex", "--fragment", "net", TWO_PROOFS).out.count(r"\begin{tikzpicture}") == 2
    for wrong in (["--format", "latex", "--fragment", "all"], ["--fragment", "net"]):
        result = run("prove", *wrong, TWO_PROOFS)
        assert result.code == 2
        assert "--fragment goes with --format latex, and is one of net, proof, deps, term" in result.err


def test_pictures_are_converted_by_the_name_of_the_file(tmp_path: Path) -> None:
    pytest.importorskip("typst", reason="typst is not installed")
    for ending, start in (("pdf", b"%PDF-"), ("png", b"\x89PNG"), ("svg", b"<svg")):
        assert run("prove", "--format", "svg-term", "-o", tmp_path / f"x-{{n:03}}.{ending}", TWO_PROOFS).code == 0
        assert (tmp_path / f"x-001.{ending}").read_bytes().startswith(start)


def test_a_text_is_no_picture(tmp_path: Path) -> None:
    result = run("prove", "-o", tmp_path / "x.pdf", TWO_PROOFS)
    assert result.code == 2
    assert "is a picture, and term is none: give --format svg, svg-proof, svg-deps, svg-term" in result.err
    assert not list(tmp_path.iterdir())


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
    (analysis,) = json.loads(answer.out)["analyses"]
    assert (analysis["proved"], analysis["types"], analysis["links"]) == (False, ["np", "np"], [])


@pytest.mark.parametrize(
    ("judgement", "part"),
    [
        ("(np -> s |- s", "column"),
        ("np), s |- s", "column"),
        ("np $ s |- s", "'$'"),
        ("np, s", "column"),
        ("|-", "column"),
        ("a" * 1000 + " ∀ |- s", "'∀'"),
    ],
)
def test_bad_judgements(judgement: str, part: str) -> None:
    assert_pointed(run("prove", judgement), part)


def assert_pointed(result: Result, part: str = "") -> None:
    """One sentence, and below it the place."""
    assert result.code == 2
    assert not result.out
    sentence, line, caret = result.err.removesuffix("\n").split("\n")
    assert sentence.startswith("proofnets: column ")
    assert part in sentence
    assert len(line) <= 80
    assert caret.strip() == "^"
    assert len(caret) <= len(line) + 1


@pytest.mark.parametrize("type_", ["np -o s", "np => s", "s/np", "np\\s"])
def test_other_arrows_are_answered(type_: str) -> None:
    assert_pointed(run("prove", f"x:{type_}, y:np |- s"), " written ")


@pytest.mark.parametrize("junk", [b"(" * 1_000_000, b"a" * 1_000_000, b"a," * 500_000, b"<d>" * 333_333, b"\0" * 10**6])
def test_a_million_characters_of_junk(junk: bytes) -> None:
    assert_pointed(run("prove", "-", stdin=junk))


def test_bytes_that_are_no_text() -> None:
    assert_one_sentence(run("prove", "-", stdin=b"np \xff |- np"), "UTF-8 at byte 4")
    assert run("prove", "a\udcff:np |- np").out.startswith("a\ufffd\n\na\ufffd : np")


def test_standard_input() -> None:
    assert run("prove", "-", stdin=b"np |- np\r\n").code == 0
    assert run("prove", "-", stdin=b"\xef\xbb\xbfze:np |- np").out.startswith("ze\n\nze : np")  # after a BOM


def test_nothing_to_prove() -> None:
    for nothing in ("", " \n"):
        assert_one_sentence(run("prove", nothing), "there is no judgement")
    assert_one_sentence(run("prove", "-"), "there is no judgement")


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


def test_a_closed_pipe_is_quiet() -> None:
    judgement = "s, " + ", ".join(["s -> s"] * 6) + " |- s"
    with subprocess.Popen((*PROOFNETS, "prove", "--limit", "0", judgement), stdout=-1, stderr=-1) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
    assert process.returncode == 0


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
    if result.code == 2 and "proofnets: column" in result.err:
        assert_pointed(result)
    elif result.code == 2:
        assert_one_sentence(result)


def test_strict_proofs_keep_marks() -> None:
    assert run("prove", "x:<su>np |- np").code == 0
    result = run("prove", "--strict", "x:<su>np |- np")
    assert result.code == 1
    assert "change of marks" in result.err
    assert run("prove", "--strict", "x:np |- <su>np").code == 0


def test_why_a_balanced_judgement_has_no_proof() -> None:
    result = run("prove", "a:s, vaak:s -> s -> s, b:np |- np")
    assert result.code == 1
    assert "is left over" in result.err
