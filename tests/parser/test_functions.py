"""`parse` and `stream`: what goes in has its likeness in what comes out, and a model is loaded once."""

from collections.abc import Iterator
from dataclasses import fields
from itertools import islice
from pathlib import Path
from threading import Barrier, Thread
from typing import Any, get_type_hints

import pytest

from proofnets.derivation.analyses import Parse
from proofnets.errors import ProofNetsError
from proofnets.parser import Parser, Settings, functions, parse, stream
from proofnets.parser.settings import SettingsFields

TWO, ONE = "De man slaapt. Ze slapen.", "Ja!"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that is there in milliseconds, and knows nothing."""
    pytest.importorskip("onnx", reason="onnx, which makes the model, is not installed")
    from tests import modelfolders as made

    return made.model_folder(tmp_path_factory.mktemp("models") / "model")


def texts_of(parses: list[Parse]) -> list[str]:
    return [parse.text for parse in parses]


def test_a_string_is_a_text() -> None:
    first, second = parse(TWO)
    assert (first.text, second.text) == ("De man slaapt.", "Ze slapen.")
    assert first.status == second.status == "proved"
    assert [str(each.place) for each in (first, second)] == ["1:1.1:0–14", "1:1.2:15–25"]
    assert texts_of(Parser(threads=1).parse(TWO)) == texts_of([first, second])


def test_a_list_gives_a_list_in_its_order(model: Path) -> None:
    for texts in ([TWO, "", ONE, TWO], (TWO, "", ONE, TWO), iter([TWO, "", ONE, TWO])):
        answers = parse(texts, model=model)
        assert list(map(len, answers)) == [2, 1, 1, 2]
        assert [parse.place.document for answer in answers for parse in answer] == ["1", "1", "2", "3", "4", "4"]
        assert answers[1][0].status == "rejected"  # what is empty keeps its place
    assert parse([], model=model) == []


def test_names_are_kept(model: Path) -> None:
    answers = parse({"b": TWO, "a": "", "": ONE}, model=model)
    assert {name: len(answer) for name, answer in answers.items()} == {"b": 2, "a": 1, "": 1}
    assert list(answers) == ["b", "a", ""]
    assert {parse.place.document for parse in answers["b"]} == {"b"}
    assert parse({}, model=model) == {}


def test_a_stream_is_a_list_that_comes_by_and_by(model: Path) -> None:
    texts = [TWO, "", ONE, TWO] * 3
    assert list(stream(iter(texts), model=model, batch=1)) == parse(texts, model=model)
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield TWO

    answers = islice(stream(endless(), model=model, batch=1), 3)
    assert list(map(texts_of, answers)) == [["De man slaapt.", "Ze slapen."]] * 3
    assert taken < 20


def test_what_is_no_text_is_told(model: Path) -> None:
    texts: Any
    for texts, reason in (
        ([TWO, None], "text 2 is None"),
        ([["De", "man"]], r"text 1 is \['De', 'man'\]"),
        ({"a": 3.5}, "text a is 3.5"),
        (Path("brief.txt"), "a dict of them; .*brief.txt.* is none of these"),
        ({1: TWO}, "the name of a text must be a string, and 1 is none"),
    ):
        with pytest.raises(ProofNetsError, match=reason):
            parse(texts, model=model)
    for texts in (TWO, {"a": TWO}):
        with pytest.raises(ProofNetsError, match="to parse"):
            stream(texts, model=model)


def test_settings_go_by_keywords(model: Path) -> None:
    (plain,) = parse("de man slaapt", model=model)
    (several,) = parse("de man slaapt", model=model, beam=4, readings=3, beliefs=True)
    assert len(plain.analyses) == 1 < len(several.analyses) <= 3
    assert several.analyses[0].beliefs
    assert several == Parser(model).parse("de man slaapt", Settings(beam=4, readings=3, beliefs=True))[0]
    with pytest.raises(TypeError, match="beem"):
        parse(ONE, model=model, beem=2)  # type: ignore[call-overload]
    with pytest.raises(ProofNetsError, match="beam is 0: give a whole number from 1 on"):
        parse(ONE, model=model, beam=0)
    for wrong in (float("nan"), 1.5, "2"):
        with pytest.raises(ProofNetsError, match="give a whole number from 1 on"):
            parse(ONE, model=model, beam=wrong)


def test_the_keywords_are_the_settings() -> None:
    assert get_type_hints(SettingsFields) == {
        field.name: get_type_hints(Settings)[field.name] for field in fields(Settings)
    }


def test_a_model_is_loaded_once(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Parser] = []

    class Counted(Parser):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            made.append(self)

    monkeypatch.setattr(functions, "Parser", Counted)
    monkeypatch.setattr(functions, "_parsers", {})
    together, answers = Barrier(4), list[list[Parse]]()

    def work(name: str | Path) -> None:
        together.wait()
        answers.append(parse(TWO, model=name))

    threads = [Thread(target=work, args=(name,)) for name in (model, str(model)) * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 4
    assert len(made) == 1
    parse(ONE, model=model.parent / ".." / model.parent.name / model.name)
    assert len(made) == 1


def test_progress_is_told(model: Path) -> None:
    told: list[tuple[int, int | None]] = []
    parse([TWO, ONE], model=model, progress=lambda *numbers: told.append(numbers))
    assert told == [(1, 3), (2, 3), (3, 3)]
    told.clear()
    list(stream([TWO, ONE], model=model, progress=lambda *numbers: told.append(numbers)))
    assert told == [(1, None), (2, None), (3, None)]


def test_progress_is_shown_where_there_is_a_terminal(
    model: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert texts_of(parse(TWO, model=model, progress=True)) == texts_of(parse(TWO, model=model))
    assert capsys.readouterr() == ("", "")
    monkeypatch.setenv("FORCE_COLOR", "1")
    parse(TWO, model=model, progress=True)
    out, shown = capsys.readouterr()
    assert out == ""
    assert "of 2 sentences" in shown
