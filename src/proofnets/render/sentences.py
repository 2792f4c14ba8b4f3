"""What formats share: the readings of a sentence that are shown, and what is said where there is no proof."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from proofnets.derivation.analyses import UNSURE, Analysis, Other, Parse, parse_of_tokens
from proofnets.derivation.derivations import Derivation
from proofnets.logic import Net, Type
from proofnets.table import show_table, visible

Proved = tuple[Net, Derivation]
"""A net, and the sentence that tells which tokens its words are."""
_LEAST_CHANCE = 0.01
"""Other types that are less likely are not shown."""


def parse_of_nets(sample: Derivation, nets: Sequence[Net]) -> Parse:
    """A sentence whose types were given, with the nets that a search found; without any, it has types but no links."""
    readings = [Analysis(replace(sample, links=net.links), None) for net in nets]
    return parse_of_tokens(sample.tokens, readings or [Analysis(sample, None)])


def proved(parse: Parse) -> list[Proved]:
    """The readings that are proofs."""
    return [(analysis.net, analysis.derivation) for analysis in parse.analyses if analysis.net]


def readings(parse: Parse) -> tuple[Analysis, ...]:
    """The readings that are shown: those that are proofs or, if none is, the one that the model prefers."""
    return tuple(analysis for analysis in parse.analyses if analysis.proved) or parse.analyses[:1]


def fault(parse: Parse) -> str:
    """Why there is no proof; nothing if there is one."""
    return parse.error or ("" if parse.status == "proved" else "no proof was found")


def choices(analysis: Analysis, number: int) -> list[Other]:
    """What a token has, and what else it may have; each with its probability, which the analysis must tell."""
    assert analysis.confidence is not None
    own = (analysis.derivation.types[number - 1], analysis.confidence.words[number - 1])
    others = analysis.confidence.others[number - 1] if analysis.confidence.others else ()
    return [own, *((entry, chance) for entry, chance in others if chance >= _LEAST_CHANCE)]


def doubts(analysis: Analysis) -> dict[int, str]:
    """What is said of the tokens that are unsure, by their numbers; of none if nothing is known."""
    chances = analysis.confidence.words if analysis.confidence else ()
    said = {}
    for number, (token, chance) in enumerate(zip(analysis.derivation.tokens, chances, strict=False), 1):
        if chance < UNSURE:
            types = (f"{entry or '–'} {likely:.0%}" for entry, likely in choices(analysis, number))
            said[number] = f"{visible(token)} is unsure: {', or '.join(types)}"
    return said


def pieces(parse: Parse) -> list[tuple[str, int]]:
    """The text in pieces, with the number of the token that each piece is, or 0."""
    tokens = [token.text for token in parse.tokens]
    cut: list[tuple[str, int]] = []
    end = 0
    for number, token in enumerate(parse.tokens, 1):
        cut += [(parse.text[end : token.start], 0), (parse.text[token.start : token.end], number)]
        end = token.end
    if [piece for piece, number in cut if number] != tokens:  # the places are those in a longer text, or unknown
        cut = [piece for number, token in enumerate(tokens, 1) for piece in ((" ", 0), (token, number))][1:]
    return cut or [(parse.text, 0)]


def text_of(parse: Parse) -> str:
    """The sentence; where a line ends between two words, there is a space."""
    return "".join(piece if number else unwrapped(piece) for piece, number in pieces(parse))


def unwrapped(text: str) -> str:
    """A text in one line: where one ends there is a space, all else is as it was."""
    return re.sub(r"\s*[\r\n]\s*", " ", text)


def in_turn(parses: Iterable[Parse], show: Callable[[list[Proved]], str], between: str = "\n") -> Iterator[str]:
    """The proofs of every sentence as text, or a word on why it has none, and what stands between two sentences."""
    for number, parse in enumerate(parses):
        readings = proved(parse)
        yield (between if number else "") + (show(readings) if readings else without_proof(parse))


def without_proof(parse: Parse) -> str:
    """A sentence with the reason why it has no proof, and the types that it would have."""
    preferred = "; the types that the model prefers are" if parse.analyses else ""
    reason = visible(parse.error) or f"no proof was found{preferred}"
    return "\n".join([visible(parse.text), reason, *map(type_table, parse.analyses[:1])]).rstrip("\n") + "\n"


def type_table(analysis: Analysis) -> str:
    """The tokens with what they have, the goal last; `+` continues the word before, and `–` brings nothing."""
    sample = analysis.derivation
    rows = [
        [visible(token), str(entry) if isinstance(entry, Type) else entry or "–"]
        for token, entry in zip(sample.tokens, sample.types, strict=True)
    ]
    return show_table([*rows, ["⊢", str(sample.goal)]]) + "\n"
