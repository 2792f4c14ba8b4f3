"""The oracle: a sentence whose types are given, and links that the model finds for them. The paper's oracle setting."""

from __future__ import annotations

from collections.abc import Sequence

from proofnets.deadline import Deadline
from proofnets.derivation.analyses import Analysis
from proofnets.derivation.derivations import Derivation, Entry
from proofnets.derivation.spelling import MORE, frame_symbols
from proofnets.errors import ProofNetsError
from proofnets.logic import Type
from proofnets.parser.decoding import DecodedFrame
from proofnets.parser.faults import fault
from proofnets.parser.linking import Linker, best_analyses
from proofnets.parser.settings import Settings

ATTEMPTS = 1000
"""How many structures to look at."""


def link_types(
    linker: Linker,
    tokens: Sequence[str],
    types: Sequence[Entry],
    goal: Type,
    readings: int,
    beliefs: bool,
    deadline: Deadline,
) -> list[Analysis]:
    """The best nets of a sentence with these types; without a net, the best links by themselves."""
    if reason := fault(linker.model, tokens):
        raise ProofNetsError(f"the sentence cannot be linked: {reason}")
    if len(types) != len(tokens):
        raise ProofNetsError(f"there are {len(tokens)} tokens and {len(types)} types: give one each, or null")
    if wrong := [entry for entry in types if isinstance(entry, str) and entry != MORE]:
        raise ProofNetsError(f"{wrong[0]!r} is a text, not a type: give parse_type({wrong[0]!r})")
    given = Derivation(tuple(tokens), tuple(types), goal, ())
    spelled = frame_symbols(given)
    if unknown := [symbol for symbol, _ in spelled if symbol not in linker.grammar.numbers]:
        raise ProofNetsError(f"the model does not know the symbol {unknown[0]}")
    frame = DecodedFrame(tuple(linker.grammar.numbers[symbol] for symbol, _ in spelled), 0.0)
    (linked,) = linker.link(linker.model.encode([tokens]), [(0, frame)], [given])
    return best_analyses(linked, Settings(readings=readings, attempts=ATTEMPTS, beliefs=beliefs), deadline)
