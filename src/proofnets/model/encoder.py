"""The sentence encoder: any pretrained Hugging Face encoder, its sub-word states pooled to word states."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from transformers import AutoConfig, AutoModel, AutoTokenizer

from proofnets.errors import ProofNetsError
from proofnets.model.config import EncoderConfig


class SentenceEncoder(nn.Module):
    """Word states. The first state of a sentence is that of its start; word i has state i, counted from 1."""

    def __init__(self, config: EncoderConfig, model: Any) -> None:
        super().__init__()
        layers = model.encoder.layer
        if config.layers:
            if config.layers > len(layers):
                raise ProofNetsError(f"the encoder has {len(layers)} layers, not {config.layers}")
            model.encoder.layer = layers[: config.layers]
            model.config.num_hidden_layers = config.layers
        model.pooler = None
        self.width = int(model.config.hidden_size)
        self.mix = nn.Parameter(torch.zeros(len(model.encoder.layer) + 1)) if config.mix else None
        self.model = model

    def forward(self, pieces: Tensor, mask: Tensor, pooling: Tensor) -> Tensor:
        """(batch, pieces), their mask, and (batch, 1 + words, pieces) weights, to (batch, 1 + words, width) states."""
        out = self.model(input_ids=pieces, attention_mask=mask, output_hidden_states=self.mix is not None)
        states: Tensor = out.last_hidden_state
        if self.mix is not None:
            weights = torch.softmax(self.mix, 0)
            states = sum(weight * layer for weight, layer in zip(weights, out.hidden_states, strict=True))
        return pooling.to(states.dtype) @ states


def load_encoder(config: EncoderConfig, weights: bool = True) -> tuple[SentenceEncoder, Any]:
    """The encoder and its tokeniser, from a folder or by a name on the hub, which is asked only for a name."""
    folder = Path(config.name).is_dir()
    if not folder and (config.name.startswith((".", "/")) or config.name.count("/") > 1):
        raise ProofNetsError(f"there is no encoder in {config.name}: give a folder, or a name on the Hugging Face hub")
    try:
        tokenizer = AutoTokenizer.from_pretrained(config.name, local_files_only=folder)
        if weights:
            model = AutoModel.from_pretrained(config.name, local_files_only=folder, dtype=torch.float32)
        else:
            model = AutoModel.from_config(  # type: ignore[no-untyped-call]
                AutoConfig.from_pretrained(config.name, local_files_only=folder)
            )
    except (OSError, ValueError) as error:
        reason = str(error).strip().split("\n")[0]
        raise ProofNetsError(f"the encoder {config.name} could not be loaded: {reason}") from None
    return SentenceEncoder(config, model), tokenizer
