"""Shrinking: the pieces of a text stay as they were, and states with them."""

import lzma
from itertools import islice
from pathlib import Path

import pytest
import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import AutoModel, AutoTokenizer, BertConfig, BertModel, PreTrainedTokenizerFast

from proofnets.errors import ProofNetsError
from proofnets.export.shrink import shrink_encoder
from tests.shared import SHARED, needs_shared


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


def vocabulary(folder: Path) -> dict[str, int]:
    found: dict[str, int] = Tokenizer.from_file(str(folder / "tokenizer.json")).get_vocab()
    return found


def saved(model: models.Model, folder: Path) -> Path:
    """A random BERT with a tokeniser of any kind."""
    tokenizer = Tokenizer(model)
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    names = {
        "cls_token": "<s>",
        "pad_token": "<pad>",
        "sep_token": "</s>",
        "unk_token": "<unk>",
        "mask_token": "<mask>",
    }
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, model_max_length=64, **names).save_pretrained(str(folder))
    size = {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 8}
    BertModel(BertConfig(vocab_size=tokenizer.get_vocab_size() + 1, pad_token_id=1, **size)).save_pretrained(
        str(folder)
    )
    return folder


def test_characters_and_special_pieces_stay(encoder: Path, text: Path, tmp_path: Path) -> None:
    shrink_encoder(str(encoder), [text], tmp_path / "small")
    kept = vocabulary(tmp_path / "small")
    assert list(kept.values()) != []
    assert sorted(kept.values()) == list(range(len(kept)))
    assert {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "sla", "##apt", "man", "m", "##n", "##s"} <= kept.keys()
    assert not {"hond", "Haag", "H", "##H"} & kept.keys()
    tokenizer = AutoTokenizer.from_pretrained(str(tmp_path / "small"), local_files_only=True)
    assert (tokenizer.pad_token_id, tokenizer.cls_token_id) == (kept["[PAD]"], kept["[CLS]"])


def test_a_unigram_encoder_is_cut_and_encoded_as_before(text: Path, tmp_path: Path) -> None:
    letters = "▁abcdefghijklmnopqrstuvwxyz.DH"
    words = [
        "▁de",
        "▁man",
        "▁slaap",
        "slaapt",
        "▁sl",
        "aapt",
        "apt",
        "▁ze",
        "ziet",
        "▁kat",
        "▁hond",
        "▁H",
        "aag",
        "de",
        "an",
    ]
    pieces = [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0)]
    pieces += [(word, -3.0 - i / 10) for i, word in enumerate(words)] + [(letter, -8.0) for letter in letters]
    folder = saved(models.Unigram(pieces, 3, False), tmp_path / "unigram")
    report = shrink_encoder(str(folder), [text], tmp_path / "small")
    kept = vocabulary(tmp_path / "small")
    assert report.changed == report.unknown == 0
    assert {"<s>", "<pad>", "</s>", "<unk>", "<mask>", "▁de", "▁", "z"} <= kept.keys()
    assert not {"▁hond", "aag", "H", "b"} & kept.keys()
    for sentence in ("de man slaapt .", "ze ziet de kat", "de kat ziet ze"):
        before, after = (states(folder, sentence.split()) for folder in (folder, tmp_path / "small"))
        assert torch.allclose(before, after, atol=1e-6)
    model = AutoModel.from_pretrained(str(tmp_path / "small"), local_files_only=True)
    assert model.config.pad_token_id == kept["<pad>"]


def test_compressed_text_and_more_files_than_one(encoder: Path, text: Path, tmp_path: Path) -> None:
    with lzma.open(tmp_path / "more.txt.xz", "wt", encoding="utf-8") as file:
        file.write("een grote hond\n" * 2500)
    report = shrink_encoder(str(encoder), [text, tmp_path / "more.txt.xz"], tmp_path / "small")
    assert (report.lines, report.changed) == (2502, 0)
    assert {"man", "hond"} <= vocabulary(tmp_path / "small").keys()
    assert "2,502 lines" in str(report)


def test_words_that_no_piece_fits_are_counted(encoder: Path, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("de 猫 slaapt\n", encoding="utf-8")
    report = shrink_encoder(str(encoder), [tmp_path / "text.txt"], tmp_path / "small")
    assert (report.pieces, report.unknown, report.changed) == (4, 1, 0)


def test_other_tokenisers_are_refused(text: Path, tmp_path: Path) -> None:
    pieces = ["<s>", "<pad>", "</s>", "<unk>", "a", "b"]
    folder = saved(models.BPE({piece: i for i, piece in enumerate(pieces)}, []), tmp_path / "bpe")
    with pytest.raises(ProofNetsError, match="has a BPE tokeniser; only WordPiece and Unigram"):
        shrink_encoder(str(folder), [text], tmp_path / "small")


def test_text_that_is_not_there(encoder: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.txt.xz").write_bytes(lzma.compress(b"De man slaapt.")[:-20])
    for name, message in (("none.txt", "cannot be read: No such file"), ("bad.txt.xz", "is no UTF-8 text")):
        with pytest.raises(ProofNetsError, match=message):
            shrink_encoder(str(encoder), [tmp_path / name], tmp_path / "small")


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


@needs_shared("encoder")
def test_the_shared_encoder_is_shrunk_to_a_few_sentences(tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("De strategie die ze volgen is eeuwenoud .\nWat drink jij ?\n", encoding="utf-8")
    report = shrink_encoder(str(SHARED / "encoder"), [tmp_path / "text.txt"], tmp_path / "small")
    assert report.changed == 0
    assert report.vocabulary_after < 500
    words = ["De", "strategie", "die", "ze", "volgen", "is", "eeuwenoud", "."]
    assert torch.allclose(states(SHARED / "encoder", words), states(tmp_path / "small", words), atol=1e-4)


@needs_shared("encoder", "text")
def test_thousands_of_sentences_are_cut_as_before(tmp_path: Path) -> None:
    with lzma.open(SHARED / "text" / "tatoeba_nl.txt.xz", "rt", encoding="utf-8") as file:
        (tmp_path / "text.txt").write_text("".join(islice(file, 3000)), encoding="utf-8")
    report = shrink_encoder(str(SHARED / "encoder"), [tmp_path / "text.txt"], tmp_path / "small")
    assert (report.lines, report.changed) == (3000, 0)
    assert report.vocabulary_after < 10_000
    size = sum((tmp_path / "small" / name).stat().st_size for name in ("model.safetensors", "tokenizer.json"))
    assert size < 50e6  # in float16, as the encoder was
