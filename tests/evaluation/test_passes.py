"""Evaluations of a parser that says what it is told to, and how they are shown."""

import json
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from proofnets.errors import ProofNetsError
from proofnets.evaluation import (
    Evaluation,
    Seconds,
    evaluate,
    evaluation_json,
    evaluation_latex,
    report,
    show_evaluation,
)
from proofnets.evaluation.passes import Analyses
from proofnets.parser.parser import Settings
from tests.evaluation.sentences import GOLD, NAP, RIGHT, SEE, SWAPPED, WRONG, Told, compared
from tests.treebank.sentences import sample

BEAM = {**WRONG, SEE.tokens: [SWAPPED, *RIGHT[SEE.tokens]]}


def test_a_pass_a_beam() -> None:
    parser = Told({1: WRONG, 5: RIGHT})
    found = evaluate(parser, iter(GOLD), [1, 5])  # type: ignore[arg-type]
    assert found.tables == report({"1": compared(WRONG), "5": compared(RIGHT)})
    assert {beam: list(some) for beam, some in found.comparisons.items()} == {1: compared(WRONG), 5: compared(RIGHT)}
    assert found.seconds.keys() == {1, 5}
    assert (found.sentences, found.unconstrained) == (4, False)
    assert parser.asked == [Settings(1, 1), Settings(1, 1), Settings(5, 1)]  # the first loads the model


def test_all_passes() -> None:
    parser = Told({1: WRONG, 5: BEAM})
    found = evaluate(parser, GOLD, [5], oracle=True, best_in_beam=True, unconstrained=True, train=GOLD[:1])  # type: ignore[arg-type]
    data = evaluation_json(found)
    tables = data["tables"]
    assert [*tables] == [
        "first_valid",
        "first_valid_short",
        "best_in_beam",
        "best_in_beam_short",
        "proofs",
        "lengths",
        "frequencies",
        "oracle",
    ]
    with_types = "term correct (with types and dependencies)"
    assert tables["first_valid"][with_types]["5"] == {"right": 0, "of": 4, "percent": 0.0}
    assert tables["best_in_beam"][with_types]["5"] == {"right": 1, "of": 4, "percent": 25.0}
    assert tables["frequencies"]["1–10 times"]["5"] == {"right": 0, "of": 4, "percent": 0.0}
    assert tables["lengths"]["6–10 words"]["5"] == {"right": 0, "of": 0, "percent": None}
    # Of the gold types, SEE is linked, though wrong; those of NAP the model does not know.
    assert tables["oracle"]["coverage"]["given types"] == {"right": 1, "of": 4, "percent": 25.0}
    assert tables["oracle"]["term correct"]["given types"]["right"] == 0
    assert data["unconstrained"] is True
    assert not any(settings.constrained for settings in parser.asked[1:])  # the first only loads the model
    assert [settings.readings for settings in parser.asked] == [1, 1, 5]


def test_units_are_told_if_they_are_to_be() -> None:
    parser = Told({1: WRONG})
    assert not evaluate(parser, GOLD).units  # type: ignore[arg-type]
    assert parser.joined == [None] * 5  # the first loads the model
    found = evaluate(parser, GOLD, best_in_beam=True, units=True)  # type: ignore[arg-type]
    of_gold = [tuple(entry == "+" for entry in gold.types) for gold in GOLD]
    assert parser.joined[6:] == [*of_gold, *of_gold]
    assert evaluation_json(found)["units"] is True
    assert show_evaluation(found).startswith("4 sentences, decoded with constraints, multi-word units given\n")


def test_the_oracle_with_a_model_that_links_well() -> None:
    found = evaluate(Told({1: RIGHT}), GOLD, oracle=True)  # type: ignore[arg-type]
    oracle = evaluation_json(found)["tables"]["oracle"]
    assert oracle["term correct"]["given types"] == {"right": 3, "of": 4, "percent": 75.0}  # not NAP
    assert oracle["labelled dependency recall"]["given types"] == {"right": 9, "of": 11, "percent": 81.82}


def test_two_evaluations_differ_in_time_only() -> None:
    one, other = (
        evaluation_json(evaluate(Told({1: WRONG, 2: BEAM}), GOLD, [1, 2], oracle=True, best_in_beam=True))  # type: ignore[arg-type]
        for _ in range(2)
    )
    assert one.pop("seconds").keys() == other.pop("seconds").keys() == {"1", "2"}
    assert json.dumps(one) == json.dumps(other)


def test_passes_are_watched() -> None:
    told = []

    def watch(analyses: Iterator[Analyses], total: int, what: str) -> Iterable[Analyses]:
        told.append((total, what))
        return analyses

    evaluate(Told({1: WRONG, 2: BEAM}), GOLD, [2], oracle=True, best_in_beam=True, watch=watch)  # type: ignore[arg-type]
    assert told == [(4, "sentences, beam 2"), (4, "sentences, best in beam 2"), (4, "sentences, types given")]


def test_what_cannot_be_evaluated() -> None:
    with pytest.raises(ProofNetsError, match="no samples"):
        evaluate(Told({1: RIGHT}), [])  # type: ignore[arg-type]
    with pytest.raises(ProofNetsError, match="x is no net"):
        evaluate(Told({1: RIGHT}), [NAP, sample("x", "Jan", ["np"], "s", [])])  # type: ignore[arg-type]


EVALUATION = Evaluation(
    4,
    False,
    False,
    report({"1": compared(WRONG), "5": compared(RIGHT)}, oracle=compared(WRONG)),
    {},
    {1: Seconds(0.0114, 0.02), 5: Seconds(0.5, 1.0)},
    {1: (), 5: ()},
)


def test_text() -> None:
    text = show_evaluation(EVALUATION)
    assert text.startswith(
        "4 sentences, decoded with constraints\n"
        "\n"
        "First valid analysis\n"
        "beam                                           1      5  % of\n"
        "types correct                               54.5  100.0  11 words\n"
        "invariance correct                          50.0  100.0  4 sentences\n"
        "frame correct                               25.0  100.0  4 sentences\n"
        "term correct (without types)                25.0  100.0  4 sentences\n"
        "term correct (with types and dependencies)   0.0  100.0  4 sentences\n"
        "\n"
    )
    assert "labelled dependency precision     60.0  100.0  5–11 edges found\n" in text
    assert "6–10 words      –      –  0 sentences\n" in text
    assert "                                   given types  % of\nterm correct  " in text
    assert text.endswith(
        "Seconds a sentence\nbeam                1      5\nwall            0.011  0.500\nCPU, all cores  0.020  1.000"
    )


def test_latex() -> None:
    text = evaluation_latex(EVALUATION)
    assert "types correct & 54.5 & 100.0 & 11 words \\\\\n" in text
    assert text.count("\\begin{table}") == text.count("\\bottomrule") == len(EVALUATION.tables) + 1


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="pdflatex is not installed")
def test_latex_compiles(tmp_path: Path) -> None:
    (tmp_path / "tables.tex").write_text(evaluation_latex(EVALUATION), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "tables.tex"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout[-2000:]
    assert "Overfull" not in result.stdout
