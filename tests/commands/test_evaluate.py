"""`proofnets evaluate`, with a parser that says what it is told to."""

import json
from pathlib import Path

import pytest

from proofnets.treebank import write_samples
from tests.commands.running import Terminal, assert_one_sentence, run
from tests.evaluation.sentences import GOLD, RIGHT, WRONG, Told


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    parser = Told({beam: WRONG if beam == 1 else RIGHT for beam in (1, 2, 3, 5, 7)})
    monkeypatch.setattr("proofnets.parser.parser.Parser", lambda model: parser)
    return parser


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    write_samples(GOLD, tmp_path / "gold.jsonl")
    return tmp_path / "gold.jsonl"


def test_tables(told: Told, gold: Path) -> None:
    shown = run("evaluate", gold, "--model", "m")
    assert (shown.code, shown.err) == (0, "")
    assert "\ntypes correct                               54.5  11 words\n" in shown.out


@pytest.mark.parametrize("beams", ["1,2,3,5,7", "7,5,3,2,1,1"])
def test_several_beams(told: Told, gold: Path, beams: str) -> None:
    for arguments in ([gold, "--beam", beams], ["--beam", beams, gold]):
        shown = run("evaluate", *arguments, "--model", "m", "--json")
        assert shown.err == ""
        share = json.loads(shown.out)["tables"]["first_valid"]["frame correct"]
        assert {beam: cell["right"] for beam, cell in share.items()} == {"1": 1, "2": 4, "3": 4, "5": 4, "7": 4}


def test_files(told: Told, gold: Path, tmp_path: Path) -> None:
    table, errors = tmp_path / "table.tex", tmp_path / "errors.txt"
    options = ["--oracle", "--best-in-beam", "--unconstrained", "--units", "--train", gold, "--limit", "3", "--latex"]
    shown = run("evaluate", gold, "--model", "m", *options, "-o", table, "--errors", errors)
    assert shown == (0, "", "")
    assert "types correct & 66.7 & 9 words" in table.read_text()  # 6 of 9: the last sentence is left out
    assert "Best in beam" in table.read_text()
    assert errors.read_text().startswith("3 of 3 sentences do not have the right term\n")
    assert all(not settings.constrained for settings in told.asked[1:])  # the first only loads the model
    assert all(told.joined[1:])


def test_errors_are_those_of_the_widest_beam(told: Told, gold: Path, tmp_path: Path) -> None:
    assert run("evaluate", gold, "--model", "m", "--beam", "2,1", "--errors", tmp_path / "e").code == 0
    assert (tmp_path / "e").read_text().startswith("0 of 4 sentences")


def test_standard_input_and_a_terminal(told: Told, gold: Path) -> None:
    shown = run("evaluate", "-", "--model", "m", stdin=gold.read_bytes(), stream=Terminal)
    assert shown.code == 0
    assert "sentences, beam 1" in shown.err


def test_wrong_use(told: Told, gold: Path, tmp_path: Path) -> None:
    for arguments in ([gold, "5"], [gold, gold], ["--beam", "1", "2", gold], []):
        assert run("evaluate", *arguments, "--model", "m").code == 2
    for beam in ("0", "101", "x", "1,,2", "-1", "1 2", ""):
        assert_one_sentence(run("evaluate", gold, "--model", "m", "--beam", beam), "numbers from 1 to 100")
    assert_one_sentence(run("evaluate", gold, "--model", "m", "--json", "--latex"), "either --json or --latex")
    assert_one_sentence(run("evaluate", tmp_path / "no.jsonl", "--model", "m"), "no.jsonl cannot be read")
    assert_one_sentence(run("evaluate", gold, "--model", "m", "--train", tmp_path / "no.jsonl"), "cannot be read")
    gold.write_text("\n")
    assert_one_sentence(run("evaluate", gold, "--model", "m"), "no samples")
