"""Why a sentence is not parsed."""

from __future__ import annotations

from collections.abc import Sequence

from proofnets.parser.runtime import Model

LONGEST_SENTENCE = 200
"""The most tokens of a sentence."""


def fault(model: Model, tokens: Sequence[str]) -> str:
    """What keeps a model from reading these tokens, or nothing."""
    if not tokens:
        return "there are no words in it"
    if blank := next((number for number, token in enumerate(tokens, 1) if not token.strip()), 0):
        return f"there is nothing to be seen of token {blank}"
    if len(tokens) > LONGEST_SENTENCE:
        return f"it has {len(tokens):,} tokens, and the longest sentence has {LONGEST_SENTENCE}"
    if any("\ud800" <= character <= "\udfff" for token in tokens for character in token):
        return "it is not text: there is half of a character in it"
    if len(model.pieces(tokens)[0]) > model.longest:
        return f"it has more than {model.longest} sub-word pieces"
    return ""
