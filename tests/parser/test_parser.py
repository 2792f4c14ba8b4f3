"""The parser on a small exported model: every sentence has its answer, in order, and what is proved was verified."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from proofnets.errors import ProofNetsError
from proofnets.logic import parse_type, verify
from proofnets.parser.analyses import from_dict, to_dict
from proofnets.parser.parser import LONGEST_SENTENCE, Parser, Settings
from proofnets.parser.runtime import Model, ModelError
from proofnets.render.parses import render_parse
from tests.model import tiny


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that has seen twenty sentences for a moment."""
    from proofnets.model.export import export
    from proofnets.model.training import train

    folder = tmp_path_factory.mktemp("parser")
    encoder = tiny.bert(folder / "encoder")
    recipe = tiny.recipe(encoder, optimisation={"epochs": 1, "batch_size": 10, "dropout_rate": 0.0})
    train(recipe, tiny.data(folder / "data", times=15), folder / "run", False, lambda _: None)
    export(folder / "run", folder / "model")
    return folder / "model"


@pytest.fixture(scope="module")
def parser(model: Path) -> Parser:
    return Parser(model, threads=1)


TEXTS = ["de man slaapt .", "ze ziet de kat .", "de man", "?", "een grote hond die blaft slaapt vaak ."]


def test_sentences_come_back_in_order_and_proofs_are_nets(parser: Parser) -> None:
    parses = list(parser.parse_lines(TEXTS, Settings(beam=3, readings=3)))
    assert [parse.text for parse in parses] == TEXTS
    for parse in parses:
        assert parse.status in ("proved", "unproved")
        for analysis in parse.analyses:
            assert len(analysis.sample.types) == len(parse.tokens)
            if analysis.net is not None:
                assert verify(analysis.net.frame, analysis.sample.links).links == tuple(
                    sorted(analysis.sample.links, key=lambda link: link[1])
                )
        assert [a.proved for a in parse.analyses] == sorted((a.proved for a in parse.analyses), reverse=True)


def test_a_batch_gives_what_single_sentences_give(parser: Parser) -> None:
    together = [to_dict(parse) for parse in parser.parse_lines(TEXTS)]
    alone = [to_dict(parse) for text in TEXTS for parse in parser.parse_lines([text])]
    for one, other in zip(together, alone, strict=True):
        assert [a["types"] for a in one["analyses"]] == [a["types"] for a in other["analyses"]]


def test_json_goes_out_and_in_again(parser: Parser) -> None:
    for parse in parser.parse(["De man slaapt. 'Ziet ze de kat?' (Nee.)"], Settings(readings=2)):
        answer = json.loads(json.dumps(to_dict(parse)))
        assert to_dict(from_dict(answer)) == answer
        assert all(parse.text[t.start : t.end] == t.text for t in parse.tokens)


def test_what_cannot_be_parsed_is_rejected_and_the_rest_goes_on(parser: Parser) -> None:
    long, fine = " ".join(["de"] * (LONGEST_SENTENCE + 1)), "de man slaapt ."
    rejected, other = parser.parse_lines([long, "", fine])
    assert rejected.status == "rejected"
    assert f"the longest sentence has {LONGEST_SENTENCE}" in rejected.error
    assert other.status in ("proved", "unproved")


@pytest.mark.parametrize("format", ["term", "typed", "types", "proof", "deps", "conllu", "json", "latex", "svg"])
def test_every_format_renders_every_parse(parser: Parser, format: str) -> None:
    for parse in parser.parse(["de man slaapt. 😀\x00 <b>&amp;</b>", "日本語 é"]):
        text = render_parse(parse, format)
        assert isinstance(text, str)
        if format == "conllu":
            rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
            assert all(len(row) == 10 for row in rows)
            assert len(rows) == len(parse.tokens)


def test_given_types_are_linked(parser: Parser) -> None:
    types = [parse_type("□det(n ⊸ np)"), parse_type("n"), parse_type("◇su np ⊸ s_main"), None]
    (analysis,) = parser.link(["de", "man", "slaapt", "."], types, parse_type("s_main"))
    assert analysis.net is not None
    assert str(analysis.net.term) == "slaapt (de_det man)ˢᵘ"
    with pytest.raises(ProofNetsError, match="does not know the symbol"):
        parser.link(["de"], [parse_type("xyz")], parse_type("s_main"))


def test_a_damaged_model_is_refused(model: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"has no model\.json"):
        Model(tmp_path)
    copy = tmp_path / "copy"
    shutil.copytree(model, copy)
    (copy / "step.onnx").write_bytes((copy / "step.onnx").read_bytes()[:-1])
    with pytest.raises(ModelError, match=r"damaged: step\.onnx is not what was exported"):
        Model(copy)
    (copy / "step.onnx").unlink()
    with pytest.raises(ModelError, match=r"step\.onnx is missing"):
        Model(copy)
    (copy / "model.json").write_text("{}")
    with pytest.raises(ModelError, match="not the metadata of a model"):
        Model(copy)


def test_the_command_parses_without_torch(model: Path) -> None:
    code = (
        "import sys; sys.argv = ['proofnets', 'parse', '--model', sys.argv[1], '--format', 'json', 'de man slaapt .']\n"
        "from proofnets.cli import main\n"
        "try: main()\n"
        "finally: assert not {'torch', 'transformers'} & sys.modules.keys()"
    )
    result = subprocess.run([sys.executable, "-c", code, str(model)], capture_output=True, text=True, check=False)
    assert result.returncode in (0, 1), result.stderr
    assert json.loads(result.stdout)["tokens"] == ["de", "man", "slaapt", "."]
