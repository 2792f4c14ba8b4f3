"""Shrinking: the pieces of a text stay as they were, and states with them."""

from pathlib import Path

import pytest
import torch
from transformers import AutoModel, AutoTokenizer

from proofnets.errors import ProofNetsError
from proofnets.model.shrink import shrink_encoder

SHARED = Path(__file__).parents[3] / "shared"


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "text.txt"
    path.write_text("de man slaapt .\n\nze ziet de kat\n", encoding="utf-8")
    return path


@torch.no_grad()
def states(folder: Path, words: list[str]) -> torch.Tensor:
    tokenizer = AutoTokenizer.from_pretrained(str(folder), local_files_only=True)
    model = AutoModel.from_pretrained(str(folder), local_files_only=True, dtype=torch.float32).eval()
    result: torch.Tensor = model(**tokenizer(words, is_split_into_words=True, return_tensors="pt")).last_hidden_state
    return result


def test_a_text_is_cut_and_encoded_as_before(encoder: Path, text: Path, tmp_path: Path) -> None:
    report = shrink_encoder(str(encoder), [text], tmp_path / "small")
    assert report.lines == 2
    assert report.changed == 0
    assert report.vocabulary_after < report.vocabulary_before
    assert report.parameters_after < report.parameters_before
    for sentence in ("de man slaapt .", "ze ziet de kat"):
        before, after = (states(folder, sentence.split()) for folder in (encoder, tmp_path / "small"))
        assert torch.allclose(before, after, atol=1e-6)


def test_what_is_there_is_not_overwritten(encoder: Path, text: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "thesis.tex").write_text("years of work")
    with pytest.raises(ProofNetsError, match="is there already"):
        shrink_encoder(str(encoder), [text], tmp_path / "taken")


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xff\xfe\x00"])
def test_text_that_is_none_is_refused(encoder: Path, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "bad.txt").write_bytes(content)
    with pytest.raises(ProofNetsError):
        shrink_encoder(str(encoder), [tmp_path / "bad.txt"], tmp_path / "small")
    assert not (tmp_path / "small").exists()


@pytest.mark.skipif(not (SHARED / "encoder").is_dir(), reason="the shared encoder is not there")
def test_the_shared_encoder_is_shrunk_to_a_few_sentences(tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("De strategie die ze volgen is eeuwenoud .\nWat drink jij ?\n", encoding="utf-8")
    report = shrink_encoder(str(SHARED / "encoder"), [tmp_path / "text.txt"], tmp_path / "small")
    assert report.changed == 0
    assert report.vocabulary_after < 500
    words = ["De", "strategie", "die", "ze", "volgen", "is", "eeuwenoud", "."]
    assert torch.allclose(states(SHARED / "encoder", words), states(tmp_path / "small", words), atol=1e-4)
