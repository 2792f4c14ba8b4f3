"""Neural Proof Nets: Dutch text to proofs of linear logic.

Where to begin:

- Text to proofs. `parse("Ze slapen.")` gives a `Parse` for each sentence, with its readings, each an `Analysis`; one
  that is proved has a `Net`. `parse` takes lists and dicts of texts, too, and `stream` texts that come by and by.
  `Settings` say how hard to try and how many readings to give: `parse("Ze slapen.", beam=5, readings=3)`.
- The calculus by itself. It needs no model:

  >>> from proofnets import deduce, dependencies, parse_judgement, proofs
  >>> net = next(proofs(parse_judgement("ze:pron, slapen:<su>pron -> s_main |- s_main")))
  >>> print(net.term)
  slapen zeˢᵘ
  >>> print(deduce(net).rule, *dependencies(net.term), sep="\\n")
  ⊸E
  Dependency(head=2, dependent=1, label='su')
  Dependency(head=0, dependent=2, label='root')

- Pictures and files. `"".join(FORMATS["svg"].render(parses))`; `FORMATS` has all formats of the command line.
- Many sentences. `write_records` keeps parses in a Parquet file, `read_records` reads them back, and
  `search("parsed.parquet", "pattern { V -[su]-> S }")` finds what is in them.
- Treebanks. `extract_all` turns trees into `Sample`s, `read_samples` and `write_samples` keep them in files, and
  `evaluate` compares a parser with them.

Each name is imported from its room when it is first asked for, so that importing this package takes no time. The rooms
have more: `proofnets.logic`, `.derivation`, `.treebank`, `.parser`, `.evaluation`, `.render`, `.corpus`, `.server` and,
with torch, `.network`, `.training` and `.export`.
"""

from typing import TYPE_CHECKING

from proofnets.errors import ProofNetsError
from proofnets.lazy import lazily

__version__ = "0.1.0"

if TYPE_CHECKING:
    from proofnets.corpus import read_records, search, write_records
    from proofnets.derivation import Analysis, Derivation, Parse
    from proofnets.evaluation import evaluate
    from proofnets.logic import (
        Atom,
        Box,
        Dependency,
        Diamond,
        Implication,
        Judgement,
        Net,
        Proof,
        Term,
        Type,
        deduce,
        dependencies,
        interpret,
        parse_judgement,
        parse_term,
        parse_type,
        proofs,
        show_judgement,
        show_term,
        show_type,
    )
    from proofnets.parser import Parser, Settings, parse, stream
    from proofnets.render import FORMATS, Format
    from proofnets.treebank import Sample, check_samples, extract_all, read_samples, write_samples
else:
    __getattr__, __dir__ = lazily(
        __name__,
        "proofnets.logic",
        "proofnets.derivation",
        "proofnets.render",
        "proofnets.parser",
        "proofnets.treebank",
        "proofnets.evaluation",
        "proofnets.corpus",
    )

__all__ = [
    "FORMATS",
    "Analysis",
    "Atom",
    "Box",
    "Dependency",
    "Derivation",
    "Diamond",
    "Format",
    "Implication",
    "Judgement",
    "Net",
    "Parse",
    "Parser",
    "Proof",
    "ProofNetsError",
    "Sample",
    "Settings",
    "Term",
    "Type",
    "check_samples",
    "deduce",
    "dependencies",
    "evaluate",
    "extract_all",
    "interpret",
    "parse",
    "parse_judgement",
    "parse_term",
    "parse_type",
    "proofs",
    "read_records",
    "read_samples",
    "search",
    "show_judgement",
    "show_term",
    "show_type",
    "stream",
    "write_records",
    "write_samples",
]
