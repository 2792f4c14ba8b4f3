"""The encoder: word states, layers cut and mixed."""

import math
from pathlib import Path

import pytest
import torch
from transformers import BertModel

from proofnets.errors import ProofNetsError
from proofnets.network.encoder import SentenceEncoder, grown_encoder, load_encoder
from proofnets.training.batches import Example, Spelled, collate, pieces_of
from tests.network import tiny


@torch.no_grad()
def test_word_states_are_means_of_their_pieces(encoder: Path) -> None:
    model, tokenizer = load_encoder(tiny.recipe(encoder))
    sentences = [("de", "grote", "kat", "slaapt"), ("Haag", ".")]
    examples = [Example(*pieces_of(tokens, tokenizer), len(tokens), (Spelled([1], [1]),), []) for tokens in sentences]
    batch = collate(examples, tokenizer.pad_token_id)
    found = model.eval()(batch.pieces, batch.piece_mask, batch.pooling)
    plain = BertModel.from_pretrained(str(encoder), add_pooling_layer=False).eval()
    for row, example in enumerate(examples):
        states = plain(torch.tensor([example.pieces])).last_hidden_state[0]
        for word in range(1 + example.words):
            mine = [states[i] for i, owner in enumerate(example.owners) if owner == word]
            torch.testing.assert_close(found[row, word], torch.stack(mine).mean(0), atol=1e-5, rtol=1e-4)


@torch.no_grad()
def test_layers_are_cut_and_mixed(encoder: Path) -> None:
    plain = BertModel.from_pretrained(str(encoder), add_pooling_layer=False).eval()
    pieces, pooling = torch.tensor([[2, 7, 8, 3]]), torch.eye(4)[None]
    layers = plain(pieces, output_hidden_states=True).hidden_states
    cut, _ = load_encoder(tiny.recipe(encoder, encoder={"layers": 1}))
    torch.testing.assert_close(cut.eval()(pieces, torch.ones(1, 4), pooling), layers[1])
    mixed, _ = load_encoder(tiny.recipe(encoder, encoder={"mix": True}))
    assert mixed.mix is not None
    mixed.mix.copy_(torch.tensor([0.0, 1.0, -2.0]))
    weights = [math.exp(x) / (1 + math.e + math.exp(-2)) for x in (0, 1, -2)]
    wanted = weights[0] * layers[0] + weights[1] * layers[1] + weights[2] * layers[2]
    torch.testing.assert_close(mixed.eval()(pieces, torch.ones(1, 4), pooling), wanted)
    with pytest.raises(ProofNetsError, match="the encoder has 2 layers, not 3"):
        load_encoder(tiny.recipe(encoder, encoder={"layers": 3}))


@torch.no_grad()
def test_an_encoder_grows_without_forgetting(tmp_path: Path) -> None:
    """New layers on top are of the pretrained encoder, but what comes out changes far less than by these themselves."""
    folder = tiny.bert(tmp_path / "encoder", layers=4)
    config = tiny.recipe(folder, encoder={"layers": 2})
    before, tokenizer = load_encoder(config)
    pieces, _ = pieces_of(["de", "grote", "kat", "slaapt"], tokenizer)
    given = torch.tensor([pieces]), torch.ones(1, len(pieces)), torch.eye(len(pieces))[None]
    wanted = before.eval()(*given)
    for layers, count in ((3, 3), (0, 4)):  # 0 is all
        recipe = tiny.recipe(folder, encoder={"layers": layers})
        grown, pretrained = grown_encoder(before, recipe), load_encoder(recipe)[0]
        assert grown.model.config.num_hidden_layers == count
        assert 0 < (grown.eval()(*given) - wanted).norm() < 0.4 * (pretrained.eval()(*given) - wanted).norm()


def test_other_encoders_have_layers_too() -> None:
    from transformers import DistilBertConfig, DistilBertModel, XLMRobertaConfig, XLMRobertaModel

    config = tiny.recipe(Path("x"), encoder={"layers": 1}).encoder
    small = {
        "vocab_size": 20,
        "hidden_size": 8,
        "num_hidden_layers": 3,
        "num_attention_heads": 2,
        "intermediate_size": 8,
    }
    roberta = XLMRobertaModel(XLMRobertaConfig(**small, max_position_embeddings=30))
    distil = DistilBertModel(DistilBertConfig(vocab_size=20, dim=8, n_layers=3, n_heads=2, hidden_dim=8))
    for model in (roberta, distil):
        cut = SentenceEncoder(config, model)
        assert cut(torch.tensor([[5, 6, 7]]), torch.ones(1, 3), torch.eye(3)[None]).shape == (1, 3, 8)
        assert len(list(cut.embedding().parameters())) > 1
