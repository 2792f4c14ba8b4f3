"""A tiny random BERT with a WordPiece vocabulary of its own, a recipe for it, and data to train on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

from proofnets.network.config import Config, config_from
from proofnets.treebank import write_samples
from tests.treebank.sentences import sentences

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")

torch.set_num_threads(1)  # the networks are tiny, and threads would only wait for each other


def wordpiece(folder: Path) -> Any:
    """A cased WordPiece tokeniser that cuts some of the words into pieces."""
    words = {word for one in sentences() for word in one.tokens} - {"slaapt", "grote"}
    letters = sorted({letter for word in words | {"slaapt", "grote"} for letter in word})
    pieces = [*SPECIAL, *letters, *(f"##{letter}" for letter in letters), *sorted(words - set(letters)), "sla", "##apt"]
    tokenizer = Tokenizer(models.WordPiece({piece: i for i, piece in enumerate(pieces)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=False)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    names = {f"{name.strip('[]').lower()}_token": name for name in SPECIAL}
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, model_max_length=64, **names)
    fast.save_pretrained(str(folder))
    return fast


def bert(folder: Path, layers: int = 2, width: int = 32) -> Path:
    """A random BERT in a folder, as the hub would give it."""
    size = len(wordpiece(folder))
    torch.manual_seed(5)
    shape = BertConfig(
        vocab_size=size,
        hidden_size=width,
        num_hidden_layers=layers,
        num_attention_heads=4,
        intermediate_size=2 * width,
        max_position_embeddings=66,
        initializer_range=0.2,
    )
    BertModel(shape).save_pretrained(str(folder))
    return folder


def recipe(folder: Path, **changes: dict[str, object]) -> Config:
    """A small recipe; `changes` are by section."""
    stack = {
        "layers": 1,
        "self_attention_heads": 4,
        "encoder_attention_heads": 2,
        "feed_forward_dimensionality": 64,
        "input_output_dimensionality": 32,
        "word_aware": True,
    }
    sections: dict[str, dict[str, object]] = {
        "encoder": {"name": str(folder)},
        "decoder": {**stack},
        "bimodal_encoder": {**stack},
        "sinkhorn": {"feed_forward_dimensionality": 32, "output_dimensionality": 8},
        "optimisation": {"epochs": 2, "batch_size": 4, "schedule": "linear", "warmup_epochs": 1, "peak_lr": 3e-3},
    }
    for name, change in changes.items():
        sections[name] |= change
    return config_from(sections)


def data(folder: Path, times: int = 1) -> Path:
    """A data folder; the development set is the training set."""
    folder.mkdir(parents=True, exist_ok=True)
    write_samples(sentences() * times, folder / "train.jsonl")
    write_samples(sentences(), folder / "dev.jsonl")
    return folder
