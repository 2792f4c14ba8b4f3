"""The notebooks of examples/ run in Jupyter, show what they say that they show, and are kept without outputs."""

import json
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))
SHOWN = {
    "first-hour.ipynb": [
        "is eeuwenoudᵖʳᵉᵈᶜ ((die (λxᵒᵇʲ.volgen x zeˢᵘ)ᵇᵒᵈʸ)_mod (De_det strategie))ˢᵘ",
        "27 of 27 sentences",
        "<Parse of '': there are no words in it>",
        "# text = Een zin is meer dan een rij woorden.",
    ],
    "linear-logic.ipynb": [
        "die (λx.ziet Piet x) man : n   [⊸E]",
        "is none: not connected: the goal does not reach 'vaak'",
        "strict      die (λxᵒᵇʲ.ziet x Pietˢᵘ) man",
    ],
    "meaning.ipynb": [
        'True   "elke student" (λxˢᵘ."een boek" (λyᵒᵇʲ.leest y x))',
        'False   "een boek" (λxᵒᵇʲ."elke student" (λyˢᵘ.leest x y))',
        "dog that bites man, like a dog: 0.96",
    ],
}
"""What must be among the outputs of each."""
PICTURES = {"first-hour.ipynb": 6, "linear-logic.ipynb": 5, "meaning.ipynb": 1}
"""How many cells end in a value that is shown as a picture, at least."""


def test_there_are_three() -> None:
    assert {path.name for path in NOTEBOOKS} == SHOWN.keys() == PICTURES.keys()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_they_are_kept_without_outputs(path: Path) -> None:
    """So that a change is seen as what it is. `jupyter nbconvert --clear-output --inplace` leaves them so."""
    text = path.read_text(encoding="utf-8")
    cells = json.loads(text)["cells"]
    assert len({cell["id"] for cell in cells}) == len(cells)
    for cell in cells:
        assert not cell["metadata"]
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)
    assert len(text) < 30_000


@pytest.mark.notebooks
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_they_run(path: Path) -> None:
    ran = run(json.loads(path.read_text(encoding="utf-8")))
    outputs = [output for cell in ran["cells"] for output in cell.get("outputs", [])]
    assert not [output for output in outputs if output.get("name") == "stderr"]
    text = "\n".join(output.get("text") or output["data"].get("text/plain", "") for output in outputs)
    for expected in SHOWN[path.name]:
        assert expected in text
    assert sum("image/svg+xml" in output.get("data", {}) for output in outputs) >= PICTURES[path.name]


@pytest.mark.notebooks
def test_jupyter_asks_for_what_we_give() -> None:
    values = [
        "parse_type('np -> s')",
        "net",
        "net.term",
        "deduce(net)",
        "analysis",
        "Parse('ze slapen', (Token('ze', 0, 2), Token('slapen', 3, 9)), (analysis,))",
    ]
    begin = [
        "from proofnets import Analysis, Derivation, Parse, deduce, parse_judgement, parse_type, proofs",
        "from proofnets.derivation import Token",
        "net = next(proofs(parse_judgement('ze:pron, slapen:<su>pron -> s |- s')))",
        "words = net.frame.judgement",
        "analysis = Analysis(Derivation(words.words, words.types, words.goal, net.links), None)",
    ]
    cells = [code("\n".join(begin)), *map(code, values)]
    for cell in run(notebook(cells))["cells"][1:]:
        (output,) = cell["outputs"]
        assert output["data"].keys() == {"text/plain", "text/html", "text/latex", "image/svg+xml"}
        assert output["data"]["image/svg+xml"].startswith("<svg")


@pytest.mark.notebooks
def test_tables() -> None:
    import pandas

    from proofnets import Analysis, Derivation, Parse, parse_judgement, parse_type, proofs
    from proofnets.derivation import Confidence, Token

    words = parse_judgement("Ze:pron, slapen:◇su pron ⊸ s ⊢ s")
    net = next(proofs(words))
    sure = Confidence(0.5, (0.9, 0.8, 0.7))
    given = Derivation(("Ze", "slapen", "."), (*words.types, None), words.goal, net.links)
    tokens = tuple(Token(text, 0, 0) for text in given.tokens)
    table = Parse("Ze slapen.", tokens, (Analysis(given, None, confidence=sure),)).to_pandas()
    assert list(table.index) == [1, 2, 3]
    assert table["token"].tolist() == ["Ze", "slapen", "."]
    assert table["type"].tolist()[:2] == ["pron", "◇su pron ⊸ s"]
    assert pandas.isna(table["type"][3])
    assert table[["head", "label"]].values.tolist() == [[2, "su"], [0, "root"], [2, "punct"]]
    assert table["confidence"].tolist() == [0.9, 0.8, 0.7]
    unproved = Analysis(Derivation(("Ja",), (parse_type("np"),), parse_type("s"), ()), None).to_pandas()
    assert unproved["type"].tolist() == ["np"]
    assert unproved[["head", "label", "confidence"]].isna().all(axis=None)
    rejected = Parse("", (), error="empty").to_pandas()
    assert rejected.empty
    assert list(rejected.columns) == list(table.columns)


def code(source: str) -> dict[str, Any]:
    return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": source}


def notebook(cells: list[dict[str, Any]]) -> dict[str, Any]:
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 4}


def run(content: dict[str, Any]) -> Any:
    """A notebook with what its cells gave; an error in a cell is an error here."""
    import nbformat
    from nbclient import NotebookClient

    read = nbformat.reads(json.dumps(content), as_version=4)
    return NotebookClient(read, timeout=None, resources={"metadata": {"path": str(EXAMPLES)}}).execute()
