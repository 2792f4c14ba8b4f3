"""The parser: text to analyses on an exported model, without torch.

What is named here is public. What is said of sentences can be read and written without loading what parses them.
"""

from typing import TYPE_CHECKING

from proofnets.lazy import lazily
from proofnets.parser.analyses import Analysis, Belief, Parse, from_dict, to_dict
from proofnets.parser.inputs import Sentence, from_conllu, from_lines, from_text, from_tokens

if TYPE_CHECKING:
    from proofnets.parser.parser import Parser
    from proofnets.parser.settings import Settings
else:
    __getattr__, __dir__ = lazily(__name__, "proofnets.parser.settings", "proofnets.parser.parser")

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
