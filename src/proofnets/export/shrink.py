"""Shrinking an encoder: its vocabulary and embeddings cut to the pieces that some text uses.

All special pieces stay, all pieces that occur, and every single character of the text that is a piece. That keeps the
segmentation of the text: WordPiece takes the longest piece that fits, Unigram the most probable sequence of pieces, and
what was the best of more is so of fewer. Other text is cut into the pieces that are left.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer

from proofnets.errors import ProofNetsError
from proofnets.files import replacing_folder
from proofnets.network.encoder import pretrained
from proofnets.packed import lines_of

LINES = 1000
"""How many lines are cut into pieces at once."""


@dataclass(frozen=True, slots=True)
class Report:
    """What became of an encoder."""

    lines: int
    pieces: int
    """Pieces of the text, counted as often as they occur."""
    unknown: int
    """How many of these are no piece of the vocabulary."""
    changed: int
    """Lines that the new tokeniser cuts in another way: a word unknown before may have become known."""
    vocabulary_before: int
    vocabulary_after: int
    parameters_before: int
    parameters_after: int

    def __str__(self) -> str:
        share = 100 * (1 - self.unknown / max(1, self.pieces))
        return (
            f"{self.lines:,} lines of {self.pieces:,} pieces, {share:.2f}% of them in the vocabulary, "
            f"{self.changed:,} lines cut in another way; "
            f"vocabulary {self.vocabulary_before:,} → {self.vocabulary_after:,}, "
            f"parameters {self.parameters_before / 1e6:.1f} M → {self.parameters_after / 1e6:.1f} M"
        )


def shrink_encoder(name: str, texts: Iterable[Path], folder: Path) -> Report:
    """Cut an encoder to text of one sentence a line, plain or .xz, and write it to a folder that is not there yet."""
    folder = folder.resolve()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ProofNetsError(f"{folder} is there already: give another")
    texts = list(texts)
    model, tokenizer = pretrained(name, dtype="auto")
    if getattr(model, "pooler", None) is not None:
        model.pooler = None  # it has no part in the states of words
    table = json.loads(tokenizer.backend_tokenizer.to_str())
    pieces = _pieces(table, name)
    counts, characters, lines = _count(tokenizer, texts)
    if not counts:
        raise ProofNetsError("there is no text to shrink the encoder to")
    names = _special(table, tokenizer)
    special = {number for number, piece in enumerate(pieces) if piece in names}
    single = {number for number, piece in enumerate(pieces) if _bare(piece, table) in characters}
    kept = sorted(special | single | {number for number in counts if number < len(pieces)})
    before = sum(parameter.numel() for parameter in model.parameters())
    _cut_embedding(model, kept)
    table = _cut_table(table, pieces, kept)
    changed = _changed(tokenizer.backend_tokenizer, Tokenizer.from_str(json.dumps(table)), kept, texts)
    with replacing_folder(folder) as unfinished:
        _write(model, tokenizer, table, unfinished)
    unknown = counts[tokenizer.unk_token_id] if tokenizer.unk_token_id is not None else 0
    after = sum(parameter.numel() for parameter in model.parameters())
    return Report(lines, sum(counts.values()), unknown, changed, len(pieces), len(kept), before, after)


def _pieces(table: dict[str, Any], name: str) -> list[str]:
    """The pieces of a tokeniser's model, and those added to it, by number."""
    model = table["model"]
    if model["type"] == "WordPiece":
        numbers: dict[str, int] = dict(model["vocab"])
    elif model["type"] == "Unigram":
        numbers = {piece: number for number, (piece, _) in enumerate(model["vocab"])}
    else:
        raise ProofNetsError(f"{name} has a {model['type']} tokeniser; only WordPiece and Unigram ones can be shrunk")
    numbers |= {added["content"]: added["id"] for added in table["added_tokens"]}
    pieces = [""] * (1 + max(numbers.values()))
    for piece, number in numbers.items():
        pieces[number] = piece
    return pieces


def _special(table: dict[str, Any], tokenizer: Any) -> set[str]:
    return {added["content"] for added in table["added_tokens"]} | set(tokenizer.all_special_tokens)


def _bare(piece: str, table: dict[str, Any]) -> str:
    """A piece without the mark that it continues a word, or begins one."""
    model = table["model"]
    if model["type"] == "WordPiece":
        return piece.removeprefix(model["continuing_subword_prefix"])
    return piece if piece == "▁" else piece.removeprefix("▁")


def _count(tokenizer: Any, texts: Iterable[Path]) -> tuple[Counter[int], set[str], int]:
    """How often each piece occurs, all characters (also as the tokeniser normalises them), and the number of lines."""
    backend = tokenizer.backend_tokenizer
    backend.no_truncation()
    backend.no_padding()
    counts: Counter[int] = Counter()
    characters: set[str] = {"▁"}
    lines = 0
    for path in texts:
        for chunk in _chunks(path):
            lines += len(chunk)
            for line in chunk:
                characters.update(line if backend.normalizer is None else line + backend.normalizer.normalize_str(line))
            words = [line.split() for line in chunk]  # sentences come in words, as the network reads them
            for encoding in backend.encode_batch(words, is_pretokenized=True, add_special_tokens=False):
                counts.update(encoding.ids)
    return counts, characters, lines


def _changed(old: Tokenizer, new: Tokenizer, kept: list[int], texts: Iterable[Path]) -> int:
    """How many lines are cut in another way than before."""
    count = 0
    for path in texts:
        for chunk in _chunks(path):
            words = [line.split() for line in chunk]
            before, after = (t.encode_batch(words, is_pretokenized=True, add_special_tokens=False) for t in (old, new))
            count += sum(b.ids != [kept[i] for i in a.ids] for b, a in zip(before, after, strict=True))
    return count


def _chunks(path: Path) -> Iterator[list[str]]:
    """The lines of a file that are not empty, some at a time."""
    lines = lines_of(path)
    return iter(lambda: list(islice(lines, LINES)), [])


def _cut_embedding(model: Any, kept: list[int]) -> None:
    old = model.get_input_embeddings()
    new = torch.nn.Embedding(len(kept), old.embedding_dim)
    new.weight.data = old.weight.data[kept].clone()
    if model.config.pad_token_id is not None:
        new.padding_idx = kept.index(model.config.pad_token_id)
    model.set_input_embeddings(new)
    model.config.vocab_size = len(kept)
    for name in ("pad_token_id", "bos_token_id", "eos_token_id", "cls_token_id", "sep_token_id"):
        number = getattr(model.config, name, None)
        if number is not None:
            setattr(model.config, name, kept.index(number) if number in kept else None)


def _cut_table(table: dict[str, Any], pieces: list[str], kept: list[int]) -> dict[str, Any]:
    """The tokeniser with the kept pieces, numbered anew."""
    renumbered = {old: new for new, old in enumerate(kept)}
    model = table["model"]
    if model["type"] == "WordPiece":
        model["vocab"] = {pieces[old]: new for old, new in renumbered.items()}
    else:
        scores = dict(model["vocab"])
        worst = min(scores.values())
        model["vocab"] = [[pieces[old], scores.get(pieces[old], worst)] for old in kept]
        model["unk_id"] = None if model["unk_id"] is None else renumbered[model["unk_id"]]
    for added in table["added_tokens"]:
        added["id"] = renumbered[added["id"]]
    for special in ((table.get("post_processor") or {}).get("special_tokens") or {}).values():
        special["ids"] = [renumbered[number] for number in special["ids"]]
    _renumber_pairs(table.get("post_processor"), renumbered)
    table["truncation"] = table["padding"] = None
    return table


def _renumber_pairs(processor: Any, renumbered: dict[int, int]) -> None:
    """BERT's and RoBERTa's own post-processors name special pieces as pairs of text and number."""
    for step in (processor or {}).get("processors", [processor] if processor else []):
        if step["type"] in ("BertProcessing", "RobertaProcessing"):
            for name in ("cls", "sep"):
                step[name][1] = renumbered[step[name][1]]
        elif step is not processor:
            for special in (step.get("special_tokens") or {}).values():
                special["ids"] = [renumbered[number] for number in special["ids"]]


def _write(model: Any, tokenizer: Any, table: dict[str, Any], folder: Path) -> None:
    model.save_pretrained(str(folder))
    tokenizer.save_pretrained(str(folder))
    for other in ("vocab.txt", "sentencepiece.bpe.model", "spiece.model"):  # of the old vocabulary
        (folder / other).unlink(missing_ok=True)
    (folder / "tokenizer.json").write_text(json.dumps(table, ensure_ascii=False), encoding="utf-8")
    path = folder / "tokenizer_config.json"
    settings = json.loads(path.read_text(encoding="utf-8"))
    settings["tokenizer_class"] = "PreTrainedTokenizerFast"
    settings.pop("added_tokens_decoder", None)  # by their old numbers
    path.write_text(json.dumps(settings, ensure_ascii=False, indent=1), encoding="utf-8")
