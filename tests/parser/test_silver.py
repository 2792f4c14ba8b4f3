"""Self-training: raw sentences that are proved, but for those that a data set holds out."""

import lzma
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from proofnets.errors import ProofNetsError
from proofnets.logic import parse_type
from proofnets.parser import silver as module
from proofnets.parser.parser import Parser
from proofnets.parser.silver import Silver, silver
from proofnets.treebank import Sample, check_samples, read_samples, write_samples
from tests.modelfolders import model_folder

WORDS = ("de", "man", "slaapt", "vaak", "niet", "hier", "nu", "ook")
LINES = [" ".join([*WORDS[n % 8 :], *WORDS[: n % 8], str(n), "."]) for n in range(40)]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return model_folder(tmp_path_factory.mktemp("silver") / "model")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data set that holds two of the sentences out, written in another way."""
    folder = tmp_path / "data"
    folder.mkdir()
    for name, line in (("dev", LINES[3]), ("test", LINES[4])):
        tokens = tuple(line.upper().removesuffix(" .").split())
        np = parse_type("np")
        sample = Sample(tokens, (np, *["+"] * (len(tokens) - 1)), np, ((0, 1),), id=f"{name}/1")  # type: ignore[arg-type]
        write_samples([sample], folder / f"{name}.jsonl")
    return folder


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "text.txt"
    short, long, two = "de man", " ".join(["man"] * 30), "De man slaapt hier. De man slaapt niet."
    path.write_text("\n".join([*LINES, *LINES[:5], "", short, long, two]), encoding="utf-8")
    return path


def test_the_surest_sentences_are_kept_and_what_is_held_out_is_not(
    model: Path, data: Path, text: Path, tmp_path: Path
) -> None:
    found = silver([text], data, tmp_path / "silver", model, share=0.5)
    samples = list(read_samples(tmp_path / "silver" / "train.jsonl"))
    assert found == Silver(38, found.proved, len(samples))
    assert 0 < len(samples) == round(found.proved / 2)
    assert not list(check_samples(tmp_path / "silver" / "train.jsonl"))
    written = [" ".join(sample.tokens) for sample in samples]
    assert set(written) <= {line for line in LINES if line not in LINES[3:5]}
    assert len({sample.id for sample in samples}) == len(samples)
    parses = [parse for (parse,) in Parser(model).parse(LINES)]
    scores = {parse.text: parse.analyses[0].score for parse in parses if parse.analyses[0].proved}
    left = [score for line, score in scores.items() if line not in [*written, *LINES[3:5]]]
    assert min(scores[line] for line in written) >= max(left)


def test_how_sure_the_words_are_counts_if_the_model_can_tell(data: Path, text: Path, tmp_path: Path) -> None:
    found = silver([text], data, tmp_path / "silver", "nl", share=0.25)
    written = {" ".join(sample.tokens) for sample in read_samples(tmp_path / "silver" / "train.jsonl")}
    confidences = [parse.analyses[0].confidence for (parse,) in Parser("nl").parse(LINES) if parse.analyses[0].proved]
    sure = {line: fmean(each.words) for line, each in zip(LINES, confidences, strict=True) if each}
    assert len(written) == found.kept < found.proved
    assert min(sure[line] for line in written) >= max(sure[line] for line in sure.keys() - written - {*LINES[3:5]})


def test_as_many_of_each_text_as_are_asked_for_and_the_same_every_time(
    model: Path, data: Path, text: Path, tmp_path: Path
) -> None:
    packed = tmp_path / "other.txt.xz"
    packed.write_bytes(lzma.compress("\n".join(line.replace("man", "kat") for line in LINES).encode()))
    watched: list[tuple[int, str]] = []

    def watch(parses: Any, total: int, what: str) -> Any:
        watched.append((total, what))
        return parses

    for name, seed in (("one", 1), ("two", 1), ("other", 2)):
        found = silver([text, packed], data, tmp_path / name, model, most=10, share=1.0, seed=seed, watch=watch)
        assert found.sentences == 20
        assert found.kept == found.proved
    assert watched == [(20, "sentences")] * 3
    one, two, other = ((tmp_path / name / "train.jsonl").read_bytes() for name in ("one", "two", "other"))
    assert one == two != other


def test_what_cannot_be_done_is_refused(
    model: Path, data: Path, text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(message: str, text: Path = text, data: Path = data, output: str = "silver", share: float = 0.5) -> None:
        with pytest.raises(ProofNetsError, match=message) as error:
            silver([text], data, tmp_path / output, model, share=share)
        assert "\n" not in str(error.value)
        assert not (tmp_path / "silver").exists()

    (tmp_path / "bad.txt").write_bytes(b"\xff\xfe")
    (tmp_path / "bad.txt.xz").write_bytes(lzma.compress(b"de man slaapt hier .")[:-20])
    (tmp_path / "empty").mkdir()
    refused("cannot be read", text=tmp_path / "none.txt")
    refused("is no UTF-8 text", text=tmp_path / "bad.txt")
    refused("is no UTF-8 text", text=tmp_path / "bad.txt.xz")
    refused(r"has no dev\.jsonl or test\.jsonl", data=tmp_path / "empty")
    refused("is the data folder", output="data")
    refused("there is nothing to keep", share=0.0)
    monkeypatch.setattr(module, "SHORTEST", 50)
    refused("of 0 sentences, 0 were proved")
