"""Calibration of a model made by hand: it tells how sure it is, within reason; a damaged one is refused."""

import copy
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from proofnets.deadline import Deadline
from proofnets.derivation import Analysis
from proofnets.errors import ProofNetsError
from proofnets.evaluation import calibrate, evaluate, show_evaluation
from proofnets.evaluation.calibration import fit_ranking
from proofnets.logic import Atom, parse_type
from proofnets.modelfolder import Logistic, ModelError, Scale, checksum, read_metadata
from proofnets.parser import Parser, Settings
from proofnets.parser.confidence import (
    LEAST_DOUBT,
    Evidence,
    certainty,
    other_shares,
    scaled,
    with_others,
    word_features,
)
from proofnets.parser.decoding import Constraints
from proofnets.parser.precedents import LEAST, Precedents, remembered
from proofnets.parser.voices import decode_together
from proofnets.treebank import Sample
from tests import modelfolders as made

NP, S, VERB = Atom("np"), Atom("s"), parse_type("◇su np ⊸ s")


def samples(count: int) -> list[Sample]:
    random = Random(1)
    kinds = [
        (("man", "slaapt"), (NP, VERB), S, ((0, 1), (2, 3))),
        (("man",), (NP,), NP, ((0, 1),)),
        (("slaapt", "man", "."), (VERB, NP, None), S, ((2, 0), (1, 3))),
        (("de", "man"), (NP, "+"), NP, ((0, 1),)),
    ]
    return [Sample(*random.choice(kinds), str(number)) for number in range(count)]  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def calibrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = made.model_folder(tmp_path_factory.mktemp("models") / "model")
    calibrate(Parser(folder, threads=1), samples(120), samples(50))
    return folder


def analyses(folder: Path, settings: Settings) -> list[Analysis]:
    texts = ["de man slaapt .", "man", "qwerty uiop", "slaapt man man de"]
    parses = Parser(folder, threads=1).parse(texts, settings)
    return [analysis for (parse,) in parses for analysis in parse.analyses]


@pytest.mark.parametrize(
    "settings", [Settings(), Settings(4, 3), Settings(4, 3, samples=9), Settings(alternatives=3)], ids=str
)
def test_every_analysis_tells_how_sure_it_is(calibrated: Path, settings: Settings) -> None:
    found = analyses(calibrated, settings)
    assert found
    for analysis in found:
        sure, derivation = analysis.confidence, analysis.derivation
        assert sure is not None
        assert len(sure.words) == len(derivation.tokens)
        assert len(sure.links) == len(derivation.links)
        assert bool(sure.dependencies) == analysis.proved
        assert analysis.proved or sure.whole == 0
        for entry, chance, others in zip(derivation.types, sure.words, sure.others, strict=False):
            assert chance + sum(other for _, other in others) <= 1.002  # each is rounded
            assert entry not in [other for other, _ in others]
            assert len(others) <= 3


def test_a_model_that_is_not_calibrated_tells_nothing(tmp_path: Path) -> None:
    folder = made.model_folder(tmp_path / "model")
    assert "calibration" not in made.keys(folder)
    assert all(analysis.confidence is None for analysis in analyses(folder, Settings(alternatives=2)))


def test_it_can_be_done_again_and_comes_out_the_same(calibrated: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(calibrated, tmp_path / "model"))
    (folder / "card.md").write_text("a card")
    calibrate(Parser(folder, threads=1), samples(120), samples(50))
    assert read_metadata(folder) == read_metadata(calibrated)
    assert (folder / "card.md").read_text() == "a card"
    with pytest.raises(ProofNetsError, match="99 samples are too few to calibrate on: give at least 100"):
        calibrate(Parser(folder, threads=1), samples(120), samples(50), limit=99)


def test_evaluate_prints_how_reliable_it_is(calibrated: Path) -> None:
    shown = show_evaluation(evaluate(Parser(calibrated, threads=1), samples(20)))
    assert "expected calibration error" in shown
    assert "can be kept so that 95% are right" in shown


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda told: told.pop("words"), "calibration must have just these keys"),
        (lambda told: told["words"]["raw"]["weights"].pop(), "words must have 6 weights"),
        (lambda told: told["ranking"].update(weights=[]), "ranking must have 5 weights"),
        (lambda told: told["sentence"].update(bias=1e300), "sentence must have 4 weights of at most 1e+06"),
        (lambda told: told["links"].update(points=[]), "links must have points that rise"),
        (lambda told: told["links"].update(points=[[0, 0.5], [0.5, 0.25]]), "links must have points that rise"),
        (lambda told: told["dependencies"].update(points=[[0, 0.5], [0.5, 1.5]]), "dependencies must have points"),
        (lambda told: told.update(samples=0), "at least one sample"),
    ],
)
def test_a_damaged_calibration_is_refused_in_one_sentence(
    calibrated: Path, tmp_path: Path, spoil: Callable[[dict[str, Any]], object], message: str
) -> None:
    folder = Path(shutil.copytree(calibrated, tmp_path / "model"))
    made.change(folder, lambda keys: spoil(keys["calibration"]))
    with pytest.raises(ModelError, match=message.replace("+", r"\+")) as error:
        Parser(folder)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", ["text.bits", "types.bits"])
def test_a_table_of_another_size_is_refused(calibrated: Path, tmp_path: Path, name: str) -> None:
    folder = Path(shutil.copytree(calibrated, tmp_path / "model"))
    (folder / name).write_bytes(b"short")
    with pytest.raises(ModelError, match=f"{name} is not what was exported"):
        Parser(folder)
    made.change(folder, lambda keys: keys["files"].update({name: checksum(folder / name)}))
    with pytest.raises(ModelError, match="calibrate the model again"):
        analyses(folder, Settings())
    made.change(folder, lambda keys: keys.pop("calibration"))
    with pytest.raises(ModelError, match="files must be"):
        Parser(folder)


def test_any_other_value_is_refused_or_does_no_harm(calibrated: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(calibrated, tmp_path / "model"))
    whole = made.keys(folder)["calibration"]
    for name in whole:
        for value in (None, True, -1, 10**30, "x", [], {}):
            changed = copy.deepcopy(whole)
            changed[name] = value
            made.change(folder, lambda keys, new=changed: keys.update(calibration=new))
            with suppress(ModelError):
                analyses(folder, Settings())


def test_calibration_rises(calibrated: Path) -> None:
    """Whatever the raw probability, a higher one is never worth less."""
    told = read_metadata(calibrated).calibration
    assert told is not None
    for scale in (told.words, told.others, told.links, told.dependencies):
        direction = np.array(scale.raw.weights)
        line = np.linspace(-20, 20, 200)[:, None] * direction
        assert (np.diff(scaled(scale, line)) >= 0).all()


def test_words_are_as_sure_as_their_least_sure_symbol() -> None:
    first, second = np.log([0.9, 0.5, 0.99, 0.8]), np.log([0.6, 0.7, 0.9, 0.9])
    evidence, new = Evidence((first, second), [2, 3], (), ()), np.array([[0.0, 1, 0], [1, 0, 1]])
    expected = [(0.5, 0.6, 0.9), (0.9, 0.99, 0.5), (0.8, 0.9, 0.9)]
    found = word_features(evidence, new)
    assert np.allclose(found[:, :3], certainty(np.log(expected)))
    assert found[:, 3:].tolist() == [*new.tolist(), [0, 0, 0]]
    assert certainty(np.array([0.1, 0.0])).tolist() == [-np.log(LEAST_DOUBT)] * 2


def test_others_share_what_is_left(calibrated: Path) -> None:
    analysis = next(each for each in analyses(calibrated, Settings()) if each.derivation.tokens == ("man",))
    (entry,) = analysis.derivation.types
    others = [(Atom("a"), np.log(0.3)), (Atom("b"), np.log(0.1)), (Atom("a"), np.log(0.2))]
    assert other_shares(entry, [(entry, np.log(0.5)), *others]) == pytest.approx({Atom("a"): 0.6, Atom("b"): 0.2})
    scale = Scale(Logistic(0.0, (1.0, 1.0)), ((0.0, 0.0), (1.0, 1.0)))
    told = with_others(analysis, [[(entry, np.log(0.5)), *others]], 1, scale).confidence
    assert told is not None
    ((other, chance),) = told.others[0]
    assert other == Atom("a")
    odds = (1 - told.words[0]) * 0.6
    assert chance == pytest.approx(odds / (1 + odds), abs=1e-3)
    surest = Scale(scale.raw, ((0.0, 1.0),))
    told = with_others(analysis, [[(entry, np.log(0.5)), *others]], 2, surest).confidence
    assert told is not None
    assert sum(chance for _, chance in told.others[0]) == pytest.approx(1 - told.words[0])


def test_frames_with_precedents_are_ranked_before_others() -> None:
    """Whichever frame words had in training, it is the first of those that are found, however likely it is."""
    parser, tokens = Parser(threads=1), ("Jan", "ziet", "de", "man", "met", "de", "verrekijker")
    cascade = parser.cascade

    def frames(known: Precedents | None) -> list[tuple[int, ...]]:
        encoded = parser.model.encode([tokens])
        (found,) = decode_together(cascade.voices, encoded, [len(tokens)], 5, Constraints(), Deadline(), known)
        return [frame.symbols for frame in found.frames]

    likeliest_first = frames(None)
    assert len(likeliest_first) > 2
    for wanted in likeliest_first:
        right = cascade.grammar.derivation(tokens, wanted)
        table = remembered([right] * LEAST)
        same = [Sample(right.tokens, right.types, right.goal, right.links, name) for name in "abcdefghi"]
        ranking = fit_ranking(parser, same, table)
        assert ranking.bias == pytest.approx(0, abs=1e-6)
        assert frames(Precedents(table, ranking, cascade.grammar, [tokens]))[0] == wanted
