"""The sentence encoder: any pretrained Hugging Face encoder, its sub-word states pooled to word states."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from transformers import AutoConfig, AutoModel, AutoTokenizer
from transformers.utils import logging

from proofnets.errors import ProofNetsError
from proofnets.network.config import Config, EncoderConfig

PLAIN = "eager"
"""What transformers calls attention as plain products, as in `attention`."""


class SentenceEncoder(nn.Module):
    """Word states. The first state of a sentence is that of its start; word i has state i, counted from 1."""

    def __init__(self, config: EncoderConfig, model: Any) -> None:
        super().__init__()
        if config.layers:
            _cut(model, config.layers)
        if getattr(model, "pooler", None) is not None:
            model.pooler = None
        self.width = int(model.config.hidden_size)
        self.mix = nn.Parameter(torch.zeros(model.config.num_hidden_layers + 1)) if config.mix else None
        self.model = model

    def forward(self, pieces: Tensor, mask: Tensor, pooling: Tensor) -> Tensor:
        """(batch, pieces), their mask, and (batch, 1 + words, pieces) weights, to (batch, 1 + words, width) states."""
        out = self.model(input_ids=pieces, attention_mask=mask, output_hidden_states=self.mix is not None)
        states: Tensor = out.last_hidden_state
        if self.mix is not None:
            weights = torch.softmax(self.mix, 0)
            states = sum(weight * layer for weight, layer in zip(weights, out.hidden_states, strict=True))
        return pooling.to(states.dtype) @ states

    @property
    def pieces(self) -> int:
        """How many pieces it knows."""
        return len(self.model.get_input_embeddings().weight)

    def embedding(self) -> nn.Module:
        """The layer below all others: the embeddings of pieces and positions."""
        layer: nn.Module = getattr(self.model, "embeddings", None) or self.model.get_input_embeddings()
        return layer

    def share_embedding(self, other: SentenceEncoder) -> None:
        """Take the embeddings of another encoder of the same shape as one's own: they are then there once."""
        for mine, theirs in zip(self.embedding().modules(), other.embedding().modules(), strict=True):
            for name, parameter in theirs.named_parameters(recurse=False):
                setattr(mine, name, parameter)


def load_encoder(config: Config) -> tuple[SentenceEncoder, Any]:
    """The encoder and its tokeniser, from a folder or by a name on the hub, which is asked only for a name."""
    model, tokenizer = pretrained(config.encoder.name, _dropout(config))
    return SentenceEncoder(config.encoder, model), tokenizer


def blank_encoder(config: Config, folder: Path) -> SentenceEncoder:
    """An encoder of the shape that a folder's `config.json` tells, with weights yet to be loaded."""
    try:
        shape = AutoConfig.from_pretrained(str(folder), local_files_only=True)
    except (OSError, ValueError):
        raise ProofNetsError(f"{folder} has no config.json of an encoder, or a damaged one") from None
    _set(shape, _dropout(config))
    model = AutoModel.from_config(shape, attn_implementation=PLAIN)  # type: ignore[no-untyped-call]
    return SentenceEncoder(config.encoder, model)


def grown_encoder(before: SentenceEncoder, config: Config) -> SentenceEncoder:
    """The encoder of a recipe, for a network that had fewer of its layers: those that are new are made so quiet that
    they hardly change what passes through.

    The layers below are as they were pretrained: whoever calls this has others.
    """
    encoder, _ = load_encoder(config)
    layers = before.model.config.num_hidden_layers
    with torch.no_grad():
        some = torch.randint(before.pieces, (8, 20), generator=torch.Generator().manual_seed(0))  # any text would do
        states = before.eval().model(input_ids=some).last_hidden_state
        for layer in _layers(encoder.model)[layers:]:
            _quieten(layer, float(states.std(-1).mean()), float(states.mean()))
    return encoder


QUIET = 0.1
"""How loud a new layer is at first."""


def _quieten(layer: nn.Module, spread: float, mean: float) -> None:
    """Let a layer pass on what it gets, of this spread and mean: what it adds is scaled down, and its normalisation is
    to change nothing."""
    for module in layer.modules():
        if isinstance(module, nn.LayerNorm):
            module.weight.fill_(spread)
            module.bias.fill_(mean)
    ends = ("attention.output.dense.", "output.dense.", "attention.out_lin.", "ffn.lin2.")  # as BERT and DistilBERT say
    added = [parameter for name, parameter in layer.named_parameters() if name.startswith(ends)]
    if not added:
        raise ProofNetsError("this encoder cannot be given more layers: the names of its weights are not known")
    for parameter in added:
        parameter.mul_(QUIET)


def load_tokenizer(name: str) -> Any:
    """A tokeniser, from a folder or by a name on the hub."""
    folder = _is_folder(name)
    try:
        tokenizer = AutoTokenizer.from_pretrained(name, local_files_only=folder)
    except (OSError, ValueError) as error:
        raise _refusal(name, error) from None
    if not tokenizer.is_fast or tokenizer.pad_token_id is None:
        raise ProofNetsError(f"the encoder {name} has no fast tokeniser (tokenizer.json) with a padding piece")
    return tokenizer


def pretrained(
    name: str, settings: dict[str, float] | None = None, dtype: torch.dtype | str = torch.float32
) -> tuple[Any, Any]:
    """A pretrained model and its tokeniser; settings replace those of the model's own configuration."""
    tokenizer = load_tokenizer(name)
    logging.set_verbosity_error()  # type: ignore[no-untyped-call]  # heads that we do not use are missing: no matter
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    folder = _is_folder(name)
    try:
        shape = AutoConfig.from_pretrained(name, local_files_only=folder)
        _set(shape, settings or {})
        model = AutoModel.from_pretrained(
            name, config=shape, local_files_only=folder, dtype=dtype, attn_implementation=PLAIN
        )
    except (OSError, ValueError) as error:
        raise _refusal(name, error) from None
    positions = getattr(shape, "max_position_embeddings", None) or 2**30
    tokenizer.model_max_length = min(tokenizer.model_max_length, positions - 2)  # RoBERTa keeps two for itself
    return model, tokenizer


def _cut(model: Any, count: int) -> None:
    """Keep the first layers of a model."""
    total = model.config.num_hidden_layers
    if count > total:
        raise ProofNetsError(f"the encoder has {total} layers, not {count}")
    del _layers(model)[count:]
    model.config.num_hidden_layers = count


def _layers(model: Any) -> nn.ModuleList:
    """The layers of a model."""
    total = model.config.num_hidden_layers
    layers = [m for m in model.modules() if isinstance(m, nn.ModuleList) and len(m) == total]
    if not layers:
        raise ProofNetsError("the layers of this encoder cannot be cut: set layers = 0 to keep them all")
    return layers[0]


def _dropout(config: Config) -> dict[str, float]:
    """The dropout rates under the names that BERT and DistilBERT have for them."""
    hidden, attention = config.optimisation.dropout_rate, config.optimisation.attention_dropout_rate
    bert = {"hidden_dropout_prob": hidden, "attention_probs_dropout_prob": attention}
    return bert | {"dropout": hidden, "attention_dropout": attention}


def _set(shape: Any, settings: dict[str, float]) -> None:
    for name, value in settings.items():
        if hasattr(shape, name):
            setattr(shape, name, value)


def is_path(name: str) -> bool:
    """Whether a name can only be that of a folder; one on the hub has a slash at most."""
    return name.startswith((".", "/", "~")) or name.count("/") > 1


def _is_folder(name: str) -> bool:
    if Path(name).is_dir():
        return True
    if is_path(name):
        raise ProofNetsError(f"there is no encoder in {name}: give a folder, or a name on the Hugging Face hub")
    return False


def _refusal(name: str, error: Exception) -> ProofNetsError:
    reason = str(error).strip().split("\n")[0]
    return ProofNetsError(f"the encoder {name} could not be loaded: {reason}")
