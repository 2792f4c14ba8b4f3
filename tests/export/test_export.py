"""Export: the functions of the model folder are those of the network, and give back what was learnt."""

import hashlib
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
import torch
from tokenizers import Tokenizer

from proofnets.derivation import net
from proofnets.derivation.spelling import SEP, SOS, SPECIAL, frame_symbols
from proofnets.errors import ProofNetsError
from proofnets.export import export as exporting
from proofnets.export import graphs as graphing
from proofnets.export import precision as precisions
from proofnets.export.export import export
from proofnets.export.graphs import graphs, names_of
from proofnets.export.unpack import unpack
from proofnets.logic import Net, show_term
from proofnets.modelfolder import sealed
from proofnets.network.encoder import load_encoder
from proofnets.network.network import Network, positions
from proofnets.parser.grammar import Grammar
from proofnets.parser.inputs import from_tokens
from proofnets.parser.parser import Parser
from proofnets.parser.runtime import Model
from proofnets.training.checkpoint import save, weights_of
from proofnets.training.runs import load_network, read_metrics, read_recipe, read_vocabulary
from proofnets.training.train import train
from tests.network import tiny
from tests.treebank.sentences import sentences


@pytest.fixture(scope="module")
def run(encoder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that has learnt twenty sentences by heart."""
    folder = tmp_path_factory.mktemp("overfit")
    stack = {"input_output_dimensionality": 64, "feed_forward_dimensionality": 128}
    config = tiny.recipe(
        encoder,
        decoder=stack,
        bimodal_encoder=stack,
        sinkhorn={"feed_forward_dimensionality": 64, "output_dimensionality": 32},
        optimisation={"epochs": 8, "batch_size": 10, "warmup_epochs": 0.5, "dropout_rate": 0.0, "peak_lr": 4e-3},
    )
    train(config, tiny.data(folder / "data", times=25), folder / "run", False, lambda _: None)
    return folder / "run"


@pytest.fixture(scope="module")
def backwards(run: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that goes on from the other, and learns to type the last word first."""
    folder = tmp_path_factory.mktemp("backwards")
    recipe = read_recipe(run)
    config = replace(recipe, decoder=replace(recipe.decoder, direction="backwards"))
    train(config, tiny.data(folder / "data", times=25), folder / "run", False, lambda _: None, start=run)
    return folder / "run"


@pytest.fixture(scope="module")
def both_ways(run: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that goes on from the first, with a decoder for each direction."""
    folder = tmp_path_factory.mktemp("both")
    recipe = read_recipe(run)
    config = replace(recipe, decoder=replace(recipe.decoder, direction="both"))
    train(config, tiny.data(folder / "data", times=25), folder / "run", False, lambda _: None, start=run)
    return folder / "run"


@pytest.fixture(scope="module")
def models(run: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("models")
    pieces, symbols = load_network(run)[0].encoder.model.config.vocab_size, len(read_vocabulary(run))
    assert symbols < 30 < pieces
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(precisions, "TABLE", 30)  # so that the pieces of a tiny encoder make a table, too
        for precision in ("float32", "float16", "int8"):
            export([run], folder / precision, precision, {"licence": "none"})
    return {path.name: path for path in folder.iterdir()}


def inputs(network: Any, name: str, batch: int, words: int, pieces: int, length: int) -> dict[str, Any]:
    """Random inputs of some shape; every sentence has a start and at least one word.

    A step has as many new symbols as a sentence has pieces.
    """
    torch.manual_seed(batch * 100 + length)
    width, vocabulary = network.encoder.width, len(network.embedding.magnitude)
    mask = torch.rand(batch, words) < 0.7
    mask[:, :2] = True
    typed = torch.randint(0, words, (batch, length))
    if name == "encode":
        shown = (torch.rand(batch, pieces) < 0.8).long()
        shown[:, 0] = 1
        pooling = torch.softmax(torch.randn(batch, words, pieces), -1)
        return {"pieces": torch.randint(0, 30, (batch, pieces)), "mask": shown, "pooling": pooling}
    if name == "link":
        frame = torch.arange(length)[None].expand(batch, -1) < torch.randint(1, length + 1, (batch, 1))
        symbols = torch.randint(0, vocabulary, (batch, length))
        states, places = torch.randn(batch, words, width), torch.randint(0, length, (2, batch, pieces))
        seen = {"states": states, "mask": mask, "frame": frame}
        return {"symbols": symbols, "typed": typed, **seen, "places": places}
    layer = next(iter(network.supertaggers[0].stack))

    def memory(count: int, attention: Any) -> list[torch.Tensor]:
        part = attention.query.out_features // attention.heads
        shapes = [(batch, attention.heads, part, count), (batch, attention.heads, count, part)]
        return [torch.randn(shape) for _ in network.supertaggers[0].stack for shape in shapes]

    return {
        "symbols": torch.randint(0, vocabulary, (batch, pieces)),
        "positions": torch.randint(0, 20, (batch, pieces)).float(),
        "typed": torch.randint(0, words, (batch, pieces)),
        "words": torch.randn(batch, words, network.embedding.width),
        "mask": mask,
        "cross": memory(words, layer.cross_attention),
        "cache": memory(length, layer.self_attention),
    }


SHAPES = [(1, 2, 1, 0), (1, 2, 2, 1), (2, 5, 9, 4), (3, 4, 1, 6), (7, 30, 50, 90), (5, 3, 40, 0)]
CLOSE = {"float32": 1e-4, "float16": 0.005, "int8": 0.05}
"""How far outputs may be from torch's, in shares of their spread."""


def test_tables_stay_packed(models: dict[str, Path]) -> None:
    """No node but a look-up sees the whole table of pieces: nothing of it is made larger when the graph is loaded."""
    for precision, kind in (("float16", onnx.TensorProto.FLOAT16), ("int8", onnx.TensorProto.INT8)):
        graph = onnx.load(str(models[precision] / "encode.onnx")).graph
        tables = {w.name for w in graph.initializer if w.data_type == kind and "embeddings" in w.name}
        assert any("word_embeddings" in name for name in tables)
        assert {node.op_type for node in graph.node if tables & set(node.input)} == {"Gather"}


@torch.no_grad()
@pytest.mark.parametrize("precision", list(CLOSE))
def test_the_functions_agree_with_torch(run: Path, models: dict[str, Path], precision: str) -> None:
    network, _ = load_network(run)
    for name, (function, _, _) in graphs([network]).items():
        session = onnxruntime.InferenceSession(str(models[precision] / f"{name}.onnx"))
        for shape in SHAPES:
            given = inputs(network, name, *(shape if name != "link" else (*shape[:3], shape[3] or 1)))
            flat = [one for value in given.values() for one in (value if isinstance(value, list) else [value])]
            found = session.run(None, {key: one.numpy() for key, one in zip(names_of(given), flat, strict=True)})
            wanted = function.eval()(**given)
            for one, other in zip(found, wanted if isinstance(wanted, tuple) else (wanted,), strict=True):
                assert one.shape == other.shape
                error = np.sqrt(np.mean((one - other.numpy()) ** 2)) / other.std().item()
                assert error < CLOSE[precision], (name, shape)


def test_overfitting_gives_every_typed_term_back_through_the_exported_functions(
    run: Path, models: dict[str, Path]
) -> None:
    last = read_metrics(run)[-1]
    assert (last["types"], last["frames"], last["links"]) == (1, 1, 1)
    for precision in ("float32", "float16"):
        for sample, found in zip(sentences(), parsed(models[precision]), strict=True):
            gold = net(sample)
            assert found is not None, sample.tokens
            assert found.frame.judgement == gold.frame.judgement
            assert found.links == gold.links
            assert show_term(found.term) == show_term(gold.term)


def test_int8_is_nearly_as_good(models: dict[str, Path]) -> None:
    gold = [net(sample) for sample in sentences()]
    assert sum(one == other for one, other in zip(parsed(models["int8"]), gold, strict=True)) >= 15


def comes_back(model: Path, runs: list[Path], folder: Path) -> None:
    """Unpacked, a float32 model has the very weights of its runs."""
    for found, wanted in zip(unpack(model, folder), runs, strict=True):
        ours, theirs = (weights_of(load_network(each)[0]) for each in (found, wanted))
        assert ours.keys() == theirs.keys()
        assert [name for name, tensor in theirs.items() if not torch.equal(ours[name], tensor)] == []


def test_one_network_comes_back(run: Path, models: dict[str, Path], tmp_path: Path) -> None:
    comes_back(models["float32"], [run], tmp_path / "runs")


def test_a_model_does_not_tell_where_it_was_made(models: dict[str, Path], run: Path) -> None:
    source = str(Path(exporting.__file__).parent).encode()
    for folder in models.values():
        for file in folder.iterdir():
            content = file.read_bytes()
            assert source not in content, file
            assert str(run.parent).encode() not in content, file


def test_the_metadata(models: dict[str, Path], run: Path) -> None:
    for precision, folder in models.items():
        metadata = json.loads((folder / "model.json").read_text())
        assert metadata["format"] == 7
        assert metadata["decoders"] == [{"graph": "step", "backwards": False, "layers": 1}]
        assert metadata["precision"] == precision
        assert metadata["card"] == {"licence": "none"}
        (told,) = metadata["runs"]
        assert told["validation"]["frames"] == 1
        assert metadata["symbols"][:5] == ["[PAD]", "[SOS]", "[SEP]", "∅", "+"]
        assert metadata["padding"] == "[PAD]"
        assert metadata["pieces"] == load_network(run)[0].encoder.model.config.vocab_size
        assert sealed(metadata) == metadata
        assert told["data"]["train"]["samples"] == 500
        files = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}
        files.pop("model.json")
        assert metadata["files"] == files
        assert set(files) == {"encode.onnx", "step.onnx", "link.onnx", "tokenizer.json"}
    sizes = {name: sum(path.stat().st_size for path in folder.glob("*.onnx")) for name, folder in models.items()}
    assert sizes["float32"] > 1.2 * sizes["float16"]  # a graph this small is half structure


def test_a_tokeniser_that_cuts_or_pads_does_so_no_more(models: dict[str, Path], tmp_path: Path) -> None:
    """What is too long is for the parser to reject: cut silently, words would be parsed without having been read."""
    folder = tmp_path / "model"
    shutil.copytree(models["float32"], folder)
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(3)
    tokenizer.enable_padding(length=20)
    tokenizer.save(str(folder / "tokenizer.json"))
    metadata = json.loads((folder / "model.json").read_text())
    metadata["files"]["tokenizer.json"] = hashlib.sha256((folder / "tokenizer.json").read_bytes()).hexdigest()
    (folder / "model.json").write_text(json.dumps(sealed(metadata)))
    words = ["de", "man", "slaapt", "."]
    assert Model(folder).pieces(words) == Model(models["float32"]).pieces(words)


def test_an_export_that_fails_leaves_what_was_there(
    models: dict[str, Path], run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "model"
    shutil.copytree(models["float32"], folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}

    def fail(*_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr(exporting, "write_metadata", fail)
        with pytest.raises(RuntimeError):
            export([run], folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert list(tmp_path.iterdir()) == [folder]
    (folder / "README.md").write_text("what this model is")
    export([run], folder, card={"new": True})
    assert (folder / "README.md").read_text() == "what this model is"
    assert "README.md" not in json.loads((folder / "model.json").read_text())["files"]
    assert json.loads((folder / "model.json").read_text())["card"] == {"new": True}
    assert list(tmp_path.iterdir()) == [folder]


def test_what_cannot_be_exported_is_refused(run: Path, tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    for place in (tmp_path, tmp_path / "thesis.tex"):
        with pytest.raises(ProofNetsError, match="is no model folder"):
            export([run], place)
    assert (tmp_path / "thesis.tex").read_text() == "years of work"
    with pytest.raises(ProofNetsError, match="choose float32, float16, int8"):
        export([run], tmp_path / "model", "float8")
    with pytest.raises(ProofNetsError, match="is no run folder"):
        export([tmp_path], tmp_path / "model")
    unfinished = tmp_path / "run"
    shutil.copytree(run, unfinished)
    (unfinished / "best.safetensors").unlink()
    with pytest.raises(ProofNetsError, match="let it train to its first validation"):
        export([unfinished], tmp_path / "model")
    (unfinished / "vocabulary.json").write_text("{}")
    with pytest.raises(ProofNetsError):
        export([unfinished], tmp_path / "model")


def parsed(model: Path) -> list[Net | None]:
    """The first analysis of each of the sentences."""
    parses = Parser(model, threads=1).parse_sentences(from_tokens(sample.tokens) for sample in sentences())
    return [parse.analyses[0].net for parse in parses]


@torch.no_grad()
@pytest.mark.parametrize("sizes", [[1] * 9, [9], [1, 4, 4], [3, 1, 5]])
@pytest.mark.parametrize("aware", [True, False])
def test_steps_with_their_memory_are_the_whole(encoder: Path, aware: bool, sizes: list[int]) -> None:
    """The exported step has its own attention: some symbols at a time, it gives what the supertagger gives at once."""
    config = tiny.recipe(encoder, decoder={"word_aware": aware})
    network = Network(config, load_encoder(config)[0], 12).eval()
    words = torch.ones(3, 6, dtype=torch.bool)
    words[1, 4:] = False
    states = torch.randn(3, 6, network.encoder.width)
    symbols, typed = torch.randint(3, 12, (3, 9)), torch.randint(0, 4, (3, 9))
    symbols[:, 0], symbols[:2, 4] = SPECIAL.index(SOS), SPECIAL.index(SEP)
    wanted = network.supertaggers[0](symbols, typed, states, words)
    parts = [
        part for layer in network.supertaggers[0].stack for part in graphing._memory(layer.cross_attention, states)
    ]
    some = torch.zeros(3, 1, network.embedding.width)
    cache = []  # of no symbols
    for layer in network.supertaggers[0].stack:
        keys, values = graphing._memory(layer.self_attention, some)
        cache += [keys[..., :0], values[..., :0, :]]
    step, projected = graphing.Step(network.supertaggers).eval(), network.supertaggers[0].words(states)
    if projected is None:
        projected = torch.zeros(3, 6, network.embedding.width)
    places = positions(symbols, aware).expand(3, -1).float()
    start = 0
    for size in sizes:
        new = slice(start, start + size)
        scores, *cache = step(symbols[:, new], places[:, new], typed[:, new], projected, words, parts, cache)
        assert torch.allclose(scores, wanted[:, new], atol=1e-4)
        start += size


@pytest.fixture(scope="module")
def others(run: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same run, its symbols numbered in another order, and its weights changed a little but for the embeddings."""
    folder = tmp_path_factory.mktemp("others") / "run"
    shutil.copytree(run, folder)
    vocabulary, (network, progress) = read_vocabulary(run), load_network(run)
    order = [*range(5), *range(6, len(vocabulary)), 5]
    table = {"symbols": [vocabulary.symbols[i] for i in order], "counts": [vocabulary.counts[i] for i in order]}
    (folder / "vocabulary.json").write_text(json.dumps(table))
    network.embedding.reorder(order)
    torch.manual_seed(1)
    with torch.no_grad():
        for name, parameter in network.named_parameters():
            if "embedding" not in name:
                parameter += 0.01 * torch.randn_like(parameter)
    save(folder / "best.safetensors", network, progress)
    return folder


@torch.no_grad()
def test_several_networks_are_their_mean(encoder: Path, tmp_path: Path) -> None:
    """Networks of different shapes: what comes out of all together is made of what comes out of each alone.

    They type in the same direction, but for the encoder, where a third goes the other way: its part comes last.
    """
    one = tiny.recipe(encoder)
    larger = {"layers": 2, "self_attention_heads": 8, "encoder_attention_heads": 4, "input_output_dimensionality": 64}
    two = tiny.recipe(
        tiny.bert(tmp_path / "encoder", layers=1, width=16),
        decoder=larger,
        bimodal_encoder={"input_output_dimensionality": 64},
        sinkhorn={"output_dimensionality": 16},
    )
    torch.manual_seed(2)
    both = [Network(config, load_encoder(config)[0], 12).eval() for config in (one, two)]
    batch, words, length = 2, 5, 4

    def given(name: str, *own: str) -> list[dict[str, Any]]:
        """Inputs for each of the networks; they differ only in those that are each one's own."""
        first, second = (inputs(network, name, batch, words, 6, length) for network in both)
        return [first, first | {key: second[key] for key in own}]

    first, _ = given("encode")
    back = tiny.recipe(encoder, decoder={"direction": "backwards"})
    every = [both[0], Network(back, load_encoder(back)[0], 12).eval(), both[1]]
    states, said, *memory = graphing.Encode(every).eval()(**first)
    alone = [graphing.Encode([network]).eval()(**first) for network in every]
    assert torch.equal(states, torch.cat([each[0] for each in alone], -1))
    assert torch.equal(said, torch.cat([alone[0][1], alone[2][1]], -1))
    expected = [*alone[0][2:], *alone[2][2:], *alone[1][1:]]
    for found, wanted in zip(memory, expected, strict=True):
        assert torch.equal(found, wanted)
    taggers = [network.supertaggers[0] for network in every]
    assert graphing.decoders(every) == {"step": [(0, taggers[0]), (2, taggers[2])], "step_back": [(1, taggers[1])]}

    first, second = given("step", "words", "cross", "cache")
    joined = first | {name: [*first[name], *second[name]] for name in ("cross", "cache")}
    joined["words"] = torch.cat([first["words"], second["words"]], -1)
    scores, *cache = graphing.Step([network.supertaggers[0] for network in both]).eval()(**joined)
    alone = [
        graphing.Step(network.supertaggers).eval()(**each) for network, each in zip(both, (first, second), strict=True)
    ]
    assert torch.allclose(scores.exp(), (alone[0][0].softmax(-1) + alone[1][0].softmax(-1)) / 2, atol=1e-6)
    for found, wanted in zip(cache, [part for each in alone for part in each[1:]], strict=True):
        assert torch.allclose(found, wanted, atol=1e-6)

    first, second = given("link", "states")
    end_to_end = first | {"states": torch.cat([first["states"], second["states"]], -1)}
    negative, positive = graphing.Link(both).eval()(**end_to_end)
    pairs = zip(both, (first, second), strict=True)
    products = [n @ p.transpose(-1, -2) for n, p in (graphing.Link([net]).eval()(**each) for net, each in pairs)]
    assert torch.allclose(negative @ positive.transpose(-1, -2), (products[0] + products[1]) / 2, atol=1e-4)


def test_several_runs_are_one_model(run: Path, others: Path, tmp_path: Path) -> None:
    """What each of them knows by heart, both together know; the table of pieces that they share is there once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(precisions, "TABLE", 30)
        export([run, others], tmp_path / "both", "float16")
    gold = [net(sample) for sample in sentences()]
    assert parsed(tmp_path / "both") == gold
    metadata = json.loads((tmp_path / "both" / "model.json").read_text())
    assert len(metadata["runs"]) == 2
    assert metadata["symbols"] == list(read_vocabulary(run).symbols)
    weights = onnx.load(str(tmp_path / "both" / "encode.onnx")).graph.initializer
    pieces = load_network(run)[0].encoder.model.config.vocab_size
    assert sum(weight.dims[:1] == [pieces] for weight in weights) == 1


def test_two_directions_are_two_decoders(run: Path, backwards: Path, tmp_path: Path) -> None:
    """The one that types the last word first has a graph of its own; together they know what each knows by heart."""
    assert read_metrics(backwards)[-1]["frames"] == 1
    export([backwards, run], tmp_path / "both", "float32")
    metadata = json.loads((tmp_path / "both" / "model.json").read_text())
    assert metadata["decoders"] == [
        {"graph": "step", "backwards": False, "layers": 1},
        {"graph": "step_back", "backwards": True, "layers": 1},
    ]
    assert set(metadata["files"]) == {"encode.onnx", "step.onnx", "step_back.onnx", "link.onnx", "tokenizer.json"}
    assert parsed(tmp_path / "both") == [net(sample) for sample in sentences()]
    comes_back(tmp_path / "both", [backwards, run], tmp_path / "again")
    weights = onnx.load(str(tmp_path / "both" / "encode.onnx")).graph.initializer
    assert sum(weight.dims[:1] == [metadata["pieces"]] for weight in weights) == 1  # they share it
    export([backwards], tmp_path / "alone", "float32")
    assert not (tmp_path / "alone" / "step.onnx").exists()
    assert parsed(tmp_path / "alone") == [net(sample) for sample in sentences()]


def test_a_network_may_have_both_decoders(run: Path, both_ways: Path, tmp_path: Path) -> None:
    """One encoder, two decoders, one linker: it knows by heart what it learnt, comes back, and goes with others."""
    assert read_metrics(both_ways)[-1]["frames"] == 1
    export([both_ways], tmp_path / "one", "float32")
    metadata = json.loads((tmp_path / "one" / "model.json").read_text())
    assert [decoder["graph"] for decoder in metadata["decoders"]] == ["step", "step_back"]
    assert len(metadata["runs"]) == 1
    assert parsed(tmp_path / "one") == [net(sample) for sample in sentences()]
    comes_back(tmp_path / "one", [both_ways], tmp_path / "again")
    export([run, both_ways], tmp_path / "more", "float32")
    metadata = json.loads((tmp_path / "more" / "model.json").read_text())
    assert [decoder["layers"] for decoder in metadata["decoders"]] == [2, 1]
    assert parsed(tmp_path / "more") == [net(sample) for sample in sentences()]
    comes_back(tmp_path / "more", [run, both_ways], tmp_path / "more again")


@torch.no_grad()
@pytest.mark.parametrize("together", ["two networks", "one network"])
def test_the_parser_s_decoders_are_the_supertaggers(
    run: Path, backwards: Path, both_ways: Path, together: str, tmp_path: Path
) -> None:
    """Symbol by symbol and all at once, the parser gets of each decoder what its network says in torch.

    Where symbols stand, the parser counts for itself.
    """
    runs = [run, backwards] if together == "two networks" else [both_ways]
    export(runs, tmp_path / "both", "float32")
    taggers = [(number, tagger) for number, each in enumerate(runs) for tagger in load_network(each)[0].supertaggers]
    model, vocabulary = Model(tmp_path / "both"), read_vocabulary(run)
    samples = sorted(sentences(), key=lambda sample: len(sample.tokens))[-3:]
    encoded = model.encode([sample.tokens for sample in samples])
    words = torch.from_numpy(encoded.mask)
    width = encoded.states.shape[-1] // len(runs)
    for decoder, (place, tagger) in zip(model.decoders, taggers, strict=True):
        frames = [frame_symbols(sample, decoder.backwards) for sample in samples]
        length = min(map(len, frames))
        symbols = np.array([[vocabulary.number(symbol) for symbol, _ in frame[: length - 1]] for frame in frames])
        typed = np.array([[token for _, token in frame[1:length]] for frame in frames])
        states = torch.from_numpy(encoded.states[..., place * width : (place + 1) * width])
        wanted = tagger(torch.from_numpy(symbols), torch.from_numpy(typed), states, words).numpy()
        grammar = Grammar(model.symbols, decoder.backwards)
        behind = [
            grammar.along(grammar.first([len(s.tokens)]), row[1:]) for s, row in zip(samples, symbols, strict=True)
        ]
        lengths = np.array([[0, *states.length] for states in behind])
        seen, cache = decoder.sees(encoded), decoder.first_cache(len(frames))
        scores, _ = decoder.step(symbols, lengths, typed, seen, cache)
        np.testing.assert_allclose(scores, wanted, atol=1e-3)
        for position in range(length - 1):
            new = slice(position, position + 1)
            scores, cache = decoder.step(symbols[:, new], lengths[:, new], typed[:, new], seen, cache)
            np.testing.assert_allclose(scores, wanted[:, new], atol=1e-3)


def test_runs_that_do_not_go_together_are_refused(run: Path, tmp_path: Path) -> None:
    def changed(name: str, file: str, change: Callable[[Any], None]) -> Path:
        shutil.copytree(run, tmp_path / name)
        table = json.loads((tmp_path / name / file).read_text())
        change(table)
        (tmp_path / name / file).write_text(json.dumps(table))
        return tmp_path / name

    other = changed("symbols", "vocabulary.json", lambda table: table["symbols"].__setitem__(7, "zzz"))
    with pytest.raises(ProofNetsError, match="train them on the same treebank"):
        export([run, other], tmp_path / "model")
    other = changed("iterations", "recipe.json", lambda table: table["sinkhorn"].__setitem__("iterations", 9))
    with pytest.raises(ProofNetsError, match="differ in word_aware or in Sinkhorn's iterations"):
        export([run, other], tmp_path / "model")
    other = changed("pieces", "tokenizer/tokenizer.json", lambda table: table["model"]["vocab"].update(zzz=1))
    with pytest.raises(ProofNetsError, match="train them with the same encoder"):
        export([run, other], tmp_path / "model")
