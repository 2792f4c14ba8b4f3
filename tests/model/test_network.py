"""The encoder, the losses, validation and the optimiser, each against a plain loop."""

import math
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from torch import Tensor
from transformers import BertModel

from proofnets.errors import ProofNetsError
from proofnets.model.batches import Batch, Example, collate, encode, pieces_of
from proofnets.model.config import Config, OptimisationConfig
from proofnets.model.decoding import greedy
from proofnets.model.encoder import SentenceEncoder, load_encoder
from proofnets.model.losses import link_scores, losses
from proofnets.model.network import Network
from proofnets.model.optimiser import learning_rate, optimiser_of, set_learning_rate
from proofnets.model.sinkhorn import sinkhorn
from proofnets.model.validation import validate
from proofnets.model.vocabulary import Vocabulary, vocabulary_of
from proofnets.treebank.spelling import SEP, SOS
from tests.model import tiny


@pytest.fixture
def config(encoder: Path) -> Config:
    return tiny.recipe(encoder)


def everything(config: Config) -> tuple[Network, list[Example], Vocabulary]:
    samples = tiny.sentences()
    vocabulary = vocabulary_of(samples)
    torch.manual_seed(0)
    sentence_encoder, tokenizer = load_encoder(config)
    network = Network(config, sentence_encoder, len(vocabulary)).eval()
    backwards = config.decoder.backwards
    return network, [encode(sample, vocabulary, tokenizer, backwards) for sample in samples], vocabulary


@torch.no_grad()
def test_word_states_are_means_of_their_pieces(encoder: Path) -> None:
    model, tokenizer = load_encoder(tiny.recipe(encoder))
    sentences = [("de", "grote", "kat", "slaapt"), ("Haag", ".")]
    examples = [Example(*pieces_of(tokens, tokenizer), len(tokens), [1], [1], []) for tokens in sentences]
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


def test_dropout_is_the_recipe_s_everywhere(encoder: Path) -> None:
    config = tiny.recipe(encoder, optimisation={"dropout_rate": 0.0, "attention_dropout_rate": 0.0})
    network, examples, _ = everything(config)
    network.train()
    batch = collate(examples, 0)
    assert losses(network, batch, config).symbols.item() == losses(network, batch, config).symbols.item()


@torch.no_grad()
def test_symbols_are_hidden_from_the_decoder_in_training_only(encoder: Path) -> None:
    rates = {"dropout_rate": 0.0, "attention_dropout_rate": 0.0}
    config = tiny.recipe(encoder, optimisation=rates)
    hiding = tiny.recipe(encoder, optimisation=rates | {"symbol_dropout_rate": 0.5})
    network, examples, _ = everything(config)
    batch = collate(examples, 0)
    for training in (False, True):
        network.train(training)
        shown, hidden = losses(network, batch, config), losses(network, batch, hiding)
        assert (shown.symbols.item() == hidden.symbols.item()) is not training
        assert shown.links.item() == hidden.links.item()


@torch.no_grad()
def test_where_types_end_is_never_hidden(encoder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = tiny.recipe(encoder, optimisation={"symbol_dropout_rate": 0.99})
    network, examples, vocabulary = everything(config)
    network.train()
    batch, seen = collate(examples, 0), []
    tagged = network.supertagger.forward
    monkeypatch.setattr(network.supertagger, "forward", lambda *given: seen.append(given[0]) or tagged(*given))
    losses(network, batch, config)
    ends = batch.inputs == vocabulary.number(SEP)
    assert (seen[0][ends] == vocabulary.number(SEP)).all()
    assert (seen[0][:, 0] == vocabulary.number(SOS)).all()
    assert (seen[0] == 0).float().mean() > 0.5


@torch.no_grad()
def test_losses_are_those_of_a_plain_loop(config: Config) -> None:
    network, examples, vocabulary = everything(config)
    found = losses(network, collate(examples, 0), config)
    smoothing, size = config.optimisation.label_smoothing, len(vocabulary)
    symbol_sum, link_sum, symbols, links = 0.0, 0.0, 0, 0
    for example in examples:
        batch = collate([example], 0)
        states = network.encoder(batch.pieces, batch.piece_mask, batch.pooling)
        scores = network.supertagger(batch.inputs, batch.typed[:, 1:], states, batch.words)[0]
        for place, gold in enumerate(example.symbols[1:]):
            logs = torch.log_softmax(scores[place], 0)
            wanted = torch.full((size,), smoothing / size)
            wanted[gold] += 1 - smoothing
            symbol_sum -= float((wanted * logs).sum())
            symbols += 1
        atoms = network.linker(batch.symbols, batch.typed, states, batch.words, batch.frame)[:, 0]
        for negative, positive in example.matrices:
            matrix = torch.tensor([[float(atoms[0, n] @ atoms[1, p]) for p in positive] for n in negative])
            logs = sinkhorn(matrix, 5)
            link_sum -= sum(float(logs[i, i]) for i in range(len(negative)))
            links += len(negative)
    assert (found.symbol_count, found.link_count) == (symbols, links)
    assert found.symbols.item() == pytest.approx(symbol_sum, rel=1e-4)
    assert found.links.item() == pytest.approx(link_sum, rel=1e-4)


@torch.no_grad()
def test_the_batch_does_not_matter_to_a_sentence(config: Config) -> None:
    """Grouped matrices of many sentences are those of each sentence alone."""
    network, examples, _ = everything(config)

    def matrices(batch: Batch) -> list[Tensor]:
        states = network.encoder(batch.pieces, batch.piece_mask, batch.pooling)
        atoms = network.linker(batch.symbols, batch.typed, states, batch.words, batch.frame)
        return [matrix for n, p in batch.groups for matrix in link_scores(atoms, n, p, 5)]

    together = matrices(collate(examples, 0))
    alone = [matrix for example in examples for matrix in matrices(collate([example], 0))]
    assert len(together) == len(alone) > 15
    for matrix in sorted(alone, key=len):
        fits = [other for other in together if other.shape == matrix.shape and torch.allclose(other, matrix, atol=1e-4)]
        assert fits


@torch.no_grad()
@pytest.mark.parametrize("backwards", [True, False])
@pytest.mark.parametrize("aware", [True, False])
def test_decoding_is_the_best_of_the_uncached_scores(encoder: Path, aware: bool, backwards: bool) -> None:
    config = tiny.recipe(encoder, decoder={"word_aware": aware, "backwards": backwards})
    network, examples, vocabulary = everything(config)
    batch = collate(examples, 0)
    states = network.encoder(batch.pieces, batch.piece_mask, batch.pooling)
    sep = vocabulary.number(SEP)
    for row, frame in enumerate(greedy(network, batch, states, vocabulary)):
        assert frame.count(sep) == examples[row].words or len(frame) > 300
        words = list(range(1, examples[row].words + 1))
        order = [*(words[::-1] if backwards else words), 0]
        typed = [order[frame[1:place].count(sep)] for place in range(1, len(frame))]
        symbols = torch.tensor([frame[:-1]])
        scores = network.supertagger(symbols, torch.tensor([typed]), states[row : row + 1], batch.words[row : row + 1])
        for place, symbol in enumerate(frame[1:]):
            if symbol != sep and frame[place] != sep and place:  # where the grammar leaves a choice of symbols
                assert int(scores[0, place, 5:].argmax()) + 5 == symbol


@pytest.mark.parametrize("backwards", [True, False])
def test_validation_counts_what_is_right(encoder: Path, monkeypatch: pytest.MonkeyPatch, backwards: bool) -> None:
    config = tiny.recipe(encoder, decoder={"backwards": backwards})
    network, examples, vocabulary = everything(config)
    monkeypatch.setattr("proofnets.model.validation.greedy", lambda _n, batch, *_: [
        [s for s in row if s] for row in batch.symbols.tolist()
    ])  # fmt: skip
    scores = validate(network, examples, vocabulary, config, 0)
    assert scores.types == scores.frames == 1
    right = count = linked = 0
    with torch.no_grad():
        for example in examples:
            batch = collate([example], 0)
            states = network.encoder(batch.pieces, batch.piece_mask, batch.pooling)
            best = network.supertagger(batch.inputs, batch.typed[:, 1:], states, batch.words).argmax(-1)
            wanted = example.symbols[1:]
            right += sum(one == other for one, other in zip(best[0].tolist(), wanted, strict=False))
            count += len(wanted)
            atoms = network.linker(batch.symbols, batch.typed, states, batch.words, batch.frame)
            linked += all(
                matrix.argmax(-1).tolist() == list(range(len(matrix)))
                for negative, positive in batch.groups
                for matrix in link_scores(atoms, negative, positive, config.sinkhorn.iterations)
            )
    assert 0 < right < count
    assert scores.symbols == right / count
    assert 0 < linked < len(examples)  # so that whose links are right does make a difference
    assert scores.links == linked / len(examples)


def test_the_paper_s_schedule_by_hand() -> None:
    settings = OptimisationConfig()  # five epochs of warm-up; with 1,000 steps each, 5,000 steps
    assert learning_rate(1, 1000, settings) == pytest.approx(768**-0.5 / 5000**1.5)
    assert learning_rate(5000, 1000, settings) == pytest.approx(5.1031e-4, rel=1e-4)
    assert learning_rate(20000, 1000, settings) == pytest.approx(2.5516e-4, rel=1e-4)
    rates = [learning_rate(step, 1000, settings) for step in range(1, 10000)]
    assert rates.index(max(rates)) == 4999


def test_the_linear_schedule_by_hand() -> None:
    settings = OptimisationConfig(epochs=4, schedule="linear", warmup_epochs=0.5, peak_lr=0.01)
    assert [round(learning_rate(step, 100, settings), 6) for step in (25, 50, 225, 400, 500)] == [
        0.005, 0.01, 0.005, 0, 0,
    ]  # fmt: skip


def test_parameters_learn_at_their_own_rates(config: Config) -> None:
    network, _, _ = everything(config)
    optimiser = optimiser_of(network, OptimisationConfig())
    set_learning_rate(optimiser, 1.0)
    rates = {id(p): (group["lr"], group["weight_decay"]) for group in optimiser.param_groups for p in group["params"]}
    for name, parameter in network.named_parameters():
        if name.startswith("encoder.model.embeddings"):
            assert not parameter.requires_grad
            assert id(parameter) not in rates
        else:
            assert parameter.requires_grad
            assert rates[id(parameter)] == ((0.1, 0.0) if name.startswith("encoder.model.") else (1.0, 1e-5)), name
    thawed = optimiser_of(network, replace(OptimisationConfig(), lr_scale_encoder_embedding=0.01))
    assert len(thawed.param_groups) == 3
    assert all(parameter.requires_grad for parameter in network.parameters())
