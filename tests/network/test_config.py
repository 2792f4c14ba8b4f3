"""Recipes, right and wrong."""

from dataclasses import replace
from pathlib import Path

import pytest

from proofnets.network.config import Config, ConfigError, EncoderConfig, config_from, read_config

CONFIGS = Path(__file__).parents[2] / "configs"


def test_the_paper_s_recipe_has_the_appendix_s_values() -> None:
    config = read_config(CONFIGS / "paper.toml")
    assert config == Config(EncoderConfig("GroNLP/bert-base-dutch-cased"))  # the defaults are the paper's too
    assert (config.decoder.layers, config.bimodal_encoder.layers) == (3, 1)
    assert config.decoder.self_attention_heads == config.decoder.encoder_attention_heads == 8
    assert (config.decoder.feed_forward_dimensionality, config.decoder.input_output_dimensionality) == (512, 256)
    assert (config.sinkhorn.feed_forward_dimensionality, config.sinkhorn.output_dimensionality) == (256, 32)
    assert config.sinkhorn.iterations == 5
    settings = config.optimisation
    assert (settings.batch_size, settings.warmup_epochs, settings.weight_decay) == (32, 5, 1e-5)
    assert (settings.weight_decay_encoder, settings.lr_scale_encoder) == (0, 0.1)
    assert (settings.lr_scale_encoder_embedding, settings.dropout_rate, settings.label_smoothing) == (0, 0.1, 0.1)


def test_the_package_s_recipe_finds_its_encoder_from_where_it_is() -> None:
    config = read_config(CONFIGS / "nl.toml")
    assert config.decoder.word_aware
    assert config.encoder.name == str((CONFIGS / "../../shared/encoder").resolve())


def test_a_recipe_survives_being_written() -> None:
    for path in CONFIGS.glob("*.toml"):
        assert config_from(read_config(path).to_dict()) == read_config(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '[encoder]\nname = "x"\n[optimisation]\nbatchsize = 3',
            "[optimisation] has no batchsize; did you mean batch_size?",
        ),
        ('[encoder]\nname = "x"\n[decoder]\ndirection = "x"', "direction in [decoder] must be one of forwards,"),
        (
            '[encoder]\nname = "x"\n[bimodal_encoder]\ndirection = "both"',
            "direction is for [decoder]: the bi-modal encoder sees all of a frame at once",
        ),
        (
            '[encoder]\nname = "x"\n[decoder]\ndirection = "backwards"',
            "direction = backwards in [decoder] needs word_aware in [bimodal_encoder]",
        ),
        ('[encodr]\nname = "x"', "a recipe has no encodr; did you mean encoder?"),
        ("[decoder]\nlayers = 2", "a recipe needs encoder"),
        ("[encoder]\nlayers = 2", "[encoder] needs name"),
        ("encoder = 3", "encoder must be a table"),
        ('[encoder]\nname = "x"\nlayers = 2.5', "layers in [encoder] must be a whole number, not 2.5"),
        ('[encoder]\nname = "x"\nlayers = true', "layers in [encoder] must be a whole number, not True"),
        ('[encoder]\nname = "x"\nmix = 1', "mix in [encoder] must be true or false, not 1"),
        ('[encoder]\nname = "x"\nlayers = -1', "layers in [encoder] must be a number from 0 on, not -1"),
        (
            '[encoder]\nname = "x"\n[optimisation]\npeak_lr = 1' + "0" * 400,
            "peak_lr in [optimisation] must be a number, not 1000",
        ),
        (
            '[encoder]\nname = "x"\n[optimisation]\npeak_lr = nan',
            "peak_lr in [optimisation] must be a number from 0 on",
        ),
        ('[encoder]\nname = "x"\n[optimisation]\nschedule = "cosine"', "must be one of vaswani, linear, not 'cosine'"),
        (
            '[encoder]\nname = "x"\n[optimisation]\ndropout_rate = 1',
            "dropout_rate in [optimisation] must be less than 1",
        ),
        ('[encoder]\nname = "x"\n[optimisation]\nbatch_size = 0', "must be at least 1"),
        (
            '[encoder]\nname = "x"\n[decoder]\nself_attention_heads = 7',
            "must be an even multiple of self_attention_heads",
        ),
        ('[encoder]\nname = "x"\n[decoder]\ninput_output_dimensionality = 128', "share symbol embeddings"),
        ("[encoder", "not TOML"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "recipe.toml"
    path.write_text(text)
    with pytest.raises(ConfigError) as error:
        read_config(path)
    assert message in str(error.value)
    assert str(error.value).startswith(str(path))
    assert "\n" not in str(error.value)


def test_a_missing_recipe(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="No such file"):
        read_config(tmp_path / "none.toml")


def test_a_variation_differs_from_its_base_in_what_it_says(tmp_path: Path) -> None:
    (tmp_path / "bases").mkdir()
    (tmp_path / "bases" / "base.toml").write_text(
        '[encoder]\nname = "./encoder"\nlayers = 3\n[optimisation]\nepochs = 7\nseed = 5\n'
        "[bimodal_encoder]\nword_aware = true"
    )
    (tmp_path / "other.toml").write_text(
        'base = "bases/base.toml"\n[optimisation]\nseed = 6\n[decoder]\ndirection = "backwards"'
    )
    base, other = read_config(tmp_path / "bases" / "base.toml"), read_config(tmp_path / "other.toml")
    assert other.encoder == base.encoder == EncoderConfig(str((tmp_path / "bases" / "encoder").resolve()), 3)
    assert other.decoder == replace(base.decoder, direction="backwards")
    assert other.optimisation == replace(base.optimisation, seed=6)


def test_the_package_s_network_has_a_decoder_for_each_direction() -> None:
    assert read_config(CONFIGS / "nl.toml").decoder.backwards == (False, True)
    assert read_config(CONFIGS / "paper.toml").decoder.backwards == (False,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("base = 3", "base must be the name of a recipe, not 3"),
        ('base = "none.toml"', "none.toml: No such file"),
        ('base = "other.toml"', "its base other.toml has a base of its own"),
        ('base = "recipe.toml"', "its base recipe.toml has a base of its own"),
        ('base = "base.toml"\nencoder = 3', "encoder must be a table"),
        ('base = "base.toml"\n[decoder]\nlayer = 3', "[decoder] has no layer; did you mean layers?"),
    ],
)
def test_a_base_that_is_none(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "base.toml").write_text('[encoder]\nname = "x"')
    (tmp_path / "other.toml").write_text('base = "base.toml"')
    (tmp_path / "recipe.toml").write_text(text)
    with pytest.raises(ConfigError) as error:
        read_config(tmp_path / "recipe.toml")
    assert message in str(error.value)
    assert "\n" not in str(error.value)
