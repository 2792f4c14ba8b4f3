"""Languages: how text of each is cut into sentences and tokens.

A model's card names its language, by its English name. A new language is a module of plain data beside these and a line
in the table below; a model of a language that is not here parses tokens.
"""

from __future__ import annotations

from functools import cache

from proofnets.errors import ProofNetsError
from proofnets.parser.languages.dutch import DUTCH
from proofnets.parser.tokens import Orthography, Tokeniser, WordTokeniser

DEFAULT = "Dutch"
"""The language of a model that names none."""

ORTHOGRAPHIES: dict[str, Orthography] = {"Dutch": DUTCH}


@cache
def tokeniser(language: str) -> Tokeniser:
    """What cuts text of a language.

    >>> [token.text for token in tokeniser("Dutch").tokenise("Dat is bijv. z'n huis.")]
    ['Dat', 'is', 'bijv.', "z'n", 'huis', '.']
    """
    if language not in ORTHOGRAPHIES:
        known = ", ".join(sorted(ORTHOGRAPHIES))
        reason = f"the model is of {language}, and only {known} text can be cut into tokens here"
        raise ProofNetsError(f"{reason}: give lines of tokens that stand apart")
    return WordTokeniser(ORTHOGRAPHIES[language])
