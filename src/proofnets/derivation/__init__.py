"""Derivations: sentences with types and links over their tokens, and what is said of a sentence.

The logic knows words, treebanks and texts have tokens: here the one meets the other. What is named here is public.
"""

from proofnets.derivation.analyses import Analysis, Belief, Confidence, Parse, Token, from_dict, to_dict
from proofnets.derivation.derivations import Derivation, DerivationError, Entry, judgement, net, units
from proofnets.derivation.edges import edge_of_every_token, token_edges, word_edges
from proofnets.derivation.places import Place

__all__ = [
    "Analysis",
    "Belief",
    "Confidence",
    "Derivation",
    "DerivationError",
    "Entry",
    "Parse",
    "Place",
    "Token",
    "edge_of_every_token",
    "from_dict",
    "judgement",
    "net",
    "to_dict",
    "token_edges",
    "units",
    "word_edges",
]
