"""What there is to show of a sentence, whether it was parsed or its judgement proved: its text and its readings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from proofnets.logic import Net
from proofnets.parser.analyses import Analysis, Parse
from proofnets.treebank.samples import Sample


@dataclass(frozen=True, slots=True)
class Entry:
    """A sentence: its text in pieces, with the number of the token that each piece is, or 0; and its readings."""

    pieces: tuple[tuple[str, int], ...]
    readings: tuple[Analysis, ...]
    """Those that are proved or, if none is, the one that the model prefers."""
    fault: str = ""
    """Why there is no proof."""

    @property
    def text(self) -> str:
        """The sentence."""
        return "".join(piece for piece, _ in self.pieces)


def entry_of_nets(nets: Sequence[Net]) -> Entry:
    """The proofs of a judgement. The nets must be of one."""
    if not nets:
        return Entry((), (), "no proof was found")
    judgement = nets[0].frame.judgement
    readings = [Analysis(Sample("", judgement.names, judgement.types, judgement.goal, net.links), None) for net in nets]
    return Entry(_apart(judgement.names), tuple(readings))


def entry_of_parse(parse: Parse) -> Entry:
    """What a parser says of a sentence."""
    tokens = [token.text for token in parse.tokens]
    pieces: list[tuple[str, int]] = []
    end = 0
    for number, token in enumerate(parse.tokens, 1):
        pieces += [(parse.text[end : token.start], 0), (parse.text[token.start : token.end], number)]
        end = token.end
    if [piece for piece, number in pieces if number] != tokens:  # the places are those in a longer text, or unknown
        pieces = list(_apart(tokens))
    readings = [analysis for analysis in parse.analyses if analysis.proved] or parse.analyses[:1]
    fault = parse.error or ("" if parse.status == "proved" else "no proof was found")
    return Entry(tuple(pieces) or ((parse.text, 0),), tuple(readings), fault)


def _apart(tokens: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """Tokens with spaces between them."""
    return tuple(piece for number, token in enumerate(tokens, 1) for piece in ((" ", 0), (token, number)))[1:]
