"""The parser: text to analyses on an exported model, without torch.

What is named here is public.
"""

from typing import TYPE_CHECKING

from proofnets.lazy import lazily
from proofnets.parser.inputs import (
    Sentence,
    from_conllu,
    from_lines,
    from_raw_lines,
    from_text,
    from_tokens,
    read_files,
)
from proofnets.parser.sources import InputOptions

if TYPE_CHECKING:
    from proofnets.parser.functions import parse, stream
    from proofnets.parser.parser import Parser
    from proofnets.parser.settings import Settings
else:
    __getattr__, __dir__ = lazily(
        __name__, "proofnets.parser.settings", "proofnets.parser.parser", "proofnets.parser.functions"
    )

__all__ = [
    "InputOptions",
    "Parser",
    "Sentence",
    "Settings",
    "from_conllu",
    "from_lines",
    "from_raw_lines",
    "from_text",
    "from_tokens",
    "parse",
    "read_files",
    "stream",
]
