"""The parser: text to analyses on an exported model, without torch.

What is named here is public.
"""

from proofnets.parser.analyses import Analysis, Belief, Parse, from_dict, to_dict
from proofnets.parser.inputs import Sentence, from_conllu, from_lines, from_text, from_tokens
from proofnets.parser.parser import Parser
from proofnets.parser.settings import Settings

__all__ = [
    "Analysis",
    "Belief",
    "Parse",
    "Parser",
    "Sentence",
    "Settings",
    "from_conllu",
    "from_dict",
    "from_lines",
    "from_text",
    "from_tokens",
    "to_dict",
]
