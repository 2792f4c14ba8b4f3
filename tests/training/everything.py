"""A tiny network that has learnt nothing, with sentences as numbers."""

import torch

from proofnets.network.config import Config
from proofnets.network.encoder import load_encoder
from proofnets.network.network import Network
from proofnets.network.vocabulary import Vocabulary, vocabulary_of
from proofnets.training.batches import Example, encode
from tests.treebank.sentences import sentences


def everything(config: Config) -> tuple[Network, list[Example], Vocabulary]:
    samples = sentences()
    vocabulary = vocabulary_of(samples)
    torch.manual_seed(0)
    sentence_encoder, tokenizer = load_encoder(config)
    network = Network(config, sentence_encoder, len(vocabulary)).eval()
    backwards = config.decoder.backwards
    return network, [encode(sample, vocabulary, tokenizer, backwards) for sample in samples], vocabulary
