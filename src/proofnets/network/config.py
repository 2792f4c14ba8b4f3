"""Recipes: everything that decides a training run, read from TOML and checked as it is read.

Names are those of the tables in the paper's appendix, with *encoder* for BERT. A key that is not known is an error
which names the nearest known one. A variation of a recipe names its base, and only what differs.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterator
from dataclasses import MISSING, asdict, dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

from proofnets.errors import ProofNetsError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")

SCHEDULES = ("vaswani", "linear")
DIRECTIONS = {"forwards": (False,), "backwards": (True,), "both": (False, True)}
"""Which decoders a network has, by what a recipe calls it: whether each types the last word first."""
_KINDS = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}


class ConfigError(ProofNetsError):
    """A recipe that cannot be followed."""


@dataclass(frozen=True, slots=True)
class EncoderConfig:
    """The pretrained encoder."""

    name: str
    """A folder, or a name on the Hugging Face hub."""
    layers: int = 0
    """How many of its layers to keep, from the bottom; 0 is all."""
    mix: bool = False
    """Whether word states are a learned mix of all kept layers, instead of the last of them."""


@dataclass(frozen=True, slots=True)
class DecoderConfig:
    """The supertagger's decoder, or the linker's bi-modal encoder, which is made of the same layers."""

    layers: int = 3
    self_attention_heads: int = 8
    encoder_attention_heads: int = 8
    feed_forward_dimensionality: int = 512
    input_output_dimensionality: int = 256
    word_aware: bool = False
    """Whether a symbol's input has the state of the word that is being typed added to it, and positions are counted
    anew at each word."""
    direction: str = "forwards"
    """`forwards`: the decoder types the first word first. `backwards`: the last. `both`: there are two of them."""

    @property
    def backwards(self) -> tuple[bool, ...]:
        """Of each decoder, whether it types the last word first."""
        return DIRECTIONS[self.direction]


@dataclass(frozen=True, slots=True)
class SinkhornConfig:
    """The maps in front of Sinkhorn, and Sinkhorn itself."""

    feed_forward_dimensionality: int = 256
    output_dimensionality: int = 32
    iterations: int = 5
    gumbel_noise: float = 0.0
    """The scale of the Gumbel noise on the scores in training; 0 is none."""


@dataclass(frozen=True, slots=True)
class OptimisationConfig:
    """The optimiser, its schedule and the losses."""

    epochs: int = 300
    batch_size: int = 32
    batch_symbols: int = 0
    """Batches have as many samples as make up so many symbols, padding counted; 0 is `batch_size` of them."""
    schedule: str = "vaswani"
    """`vaswani`: the paper's. `linear`: up to `peak_lr` over the warm-up, then down to zero at the last step."""
    warmup_epochs: float = 5
    lr_dimensionality: int = 768
    """The width that the paper's schedule scales with."""
    peak_lr: float = 5e-4
    weight_decay: float = 1e-5
    weight_decay_encoder: float = 0.0
    lr_scale_encoder: float = 0.1
    lr_scale_encoder_embedding: float = 0.0
    dropout_rate: float = 0.1
    attention_dropout_rate: float = 0.1
    """The dropout of attention weights, the encoder's as well. Without it attention is faster by far."""
    word_dropout_rate: float = 0.0
    """The share of words that the encoder does not get to see."""
    symbol_dropout_rate: float = 0.0
    """The share of a frame's symbols that the decoder does not get to see when it writes those after them."""
    punctuation_rate: float = 0.0
    """The share of samples, each epoch others, that lose their punctuation, or get some if they have none."""
    graft_rate: float = 0.0
    """The share of samples, each epoch others, in which a part is replaced by one of another sample."""
    average_steps: int = 0
    """What is validated and kept is the mean of the weights over about so many of the last steps; 0 is none."""
    label_smoothing: float = 0.1
    gradient_norm: float = 0.0
    """Gradients are scaled down to this norm; 0 leaves them as they are."""
    longest_frame: int = 100
    """Samples with more primitive symbols are left out, as the paper counts them (`treebank.symbols`)."""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Config:
    """A whole recipe."""

    encoder: EncoderConfig
    decoder: DecoderConfig = field(default_factory=DecoderConfig)
    bimodal_encoder: DecoderConfig = field(default_factory=lambda: DecoderConfig(layers=1))
    sinkhorn: SinkhornConfig = field(default_factory=SinkhornConfig)
    optimisation: OptimisationConfig = field(default_factory=OptimisationConfig)

    def to_dict(self) -> dict[str, Any]:
        """The recipe as plain data."""
        return asdict(self)


def read_config(path: Path) -> Config:
    """Read a recipe. One with a `base`, another recipe, has all that it does not say itself from there.

    Folders that start with a dot, the base and the encoder, are found from where the recipe is that names them.
    """
    data = _read(path)
    if (base := data.pop("base", None)) is not None:
        if not isinstance(base, str):
            raise ConfigError(f"{path}: base must be the name of a recipe, not {base!r}")
        below = _read(path.parent / base)
        if "base" in below:
            raise ConfigError(f"{path}: its base {base} has a base of its own, and must be a whole recipe")
        for name, section in below.items():
            mine = data.setdefault(name, section)
            if isinstance(mine, dict) and isinstance(section, dict):
                data[name] = {**section, **mine}
    return config_from(data, str(path))


def _read(path: Path) -> dict[str, Any]:
    """What a recipe says itself."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: not TOML: {error}") from None
    encoder = data.get("encoder")
    if isinstance(encoder, dict) and str(encoder.get("name")).startswith("."):
        encoder["name"] = str((path.parent / encoder["name"]).resolve())
    return data


def config_from(data: dict[str, Any], place: str = "recipe") -> Config:
    """A recipe from plain data; an error with the reason if it cannot be followed.

    >>> config_from({"encoder": {"name": "x", "layer": 7}})
    Traceback (most recent call last):
    proofnets.network.config.ConfigError: recipe: [encoder] has no layer; did you mean layers?
    """
    config = _fill(Config, data, place, "")
    for fault in _faults(config):
        raise ConfigError(f"{place}: {fault}")
    return config


def _faults(config: Config) -> Iterator[str]:
    """What is wrong with a recipe whose keys and types are right."""
    for section, part in (("decoder", config.decoder), ("bimodal_encoder", config.bimodal_encoder)):
        for name in ("self_attention_heads", "encoder_attention_heads"):
            heads, width = getattr(part, name), part.input_output_dimensionality
            if heads < 1 or width % (2 * heads):
                yield f"input_output_dimensionality in [{section}] must be an even multiple of {name}"
        if part.layers < 1 or part.feed_forward_dimensionality < 1:
            yield f"[{section}] needs at least one layer, and a feed_forward_dimensionality"
    if config.decoder.input_output_dimensionality != config.bimodal_encoder.input_output_dimensionality:
        yield "[decoder] and [bimodal_encoder] share symbol embeddings, so also input_output_dimensionality"
    if config.sinkhorn.feed_forward_dimensionality < 1 or config.sinkhorn.output_dimensionality < 1:
        yield "dimensionalities in [sinkhorn] must be at least 1"
    settings = config.optimisation
    if settings.schedule not in SCHEDULES:
        yield f"schedule in [optimisation] must be one of {', '.join(SCHEDULES)}, not {settings.schedule!r}"
    for name in ("graft_rate", "punctuation_rate"):
        if getattr(settings, name) > 1:
            yield f"{name} in [optimisation] must be at most 1"
    if config.decoder.direction not in DIRECTIONS:
        yield f"direction in [decoder] must be one of {', '.join(DIRECTIONS)}, not {config.decoder.direction!r:.40}"
    if config.decoder.direction == "backwards" and not config.bimodal_encoder.word_aware:
        yield "direction = backwards in [decoder] needs word_aware in [bimodal_encoder], which sees what it writes"
    if config.bimodal_encoder.direction != "forwards":
        yield "direction is for [decoder]: the bi-modal encoder sees all of a frame at once"
    if settings.batch_size < 1 or settings.lr_dimensionality < 1:
        yield "batch_size and lr_dimensionality in [optimisation] must be at least 1"
    dropout = [f.name for f in fields(settings) if f.name.endswith("dropout_rate")]
    for name in (*dropout, "label_smoothing"):
        if getattr(settings, name) >= 1:
            yield f"{name} in [optimisation] must be less than 1"


def _fill(cls: type[T], data: Any, place: str, section: str) -> T:
    if not isinstance(data, dict):
        raise ConfigError(f"{place}: {section} must be a table")
    hints = get_type_hints(cls)
    names = [f.name for f in fields(cls)]
    here = f"[{section}]" if section else "a recipe"
    for key in data:
        if key not in names:
            near = difflib.get_close_matches(key, names, 1, 0.0)
            raise ConfigError(f"{place}: {here} has no {key}; did you mean {near[0]}?")
    values: dict[str, Any] = {}
    for f in fields(cls):
        if f.name not in data:
            if f.default is MISSING and f.default_factory is MISSING:
                raise ConfigError(f"{place}: {here} needs {f.name}")
            continue
        kind, value = hints[f.name], data[f.name]
        if isinstance(kind, type) and is_dataclass(kind):
            values[f.name] = _fill(kind, value, place, f.name)
            continue
        if kind is float and type(value) is int and abs(value) < 2**53:
            value = float(value)
        if type(value) is not kind:
            raise ConfigError(f"{place}: {f.name} in {here} must be {_KINDS[kind]}, not {value!r:.40}")
        if kind in (int, float) and not 0 <= value < float("inf"):
            raise ConfigError(f"{place}: {f.name} in {here} must be a number from 0 on, not {value}")
        values[f.name] = value
    return cls(**values)
