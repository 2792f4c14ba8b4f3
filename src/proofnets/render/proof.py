"""The natural deduction, as a tree of sequents that a terminal can show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from proofnets.derivation.analyses import Parse
from proofnets.logic import Proof, context, deduce
from proofnets.render.sentences import Proved, in_turn
from proofnets.render.tree import draw_tree
from proofnets.table import in_lines


def render_proof(parses: Iterable[Parse]) -> Iterator[str]:
    """Every reading's natural deduction: conclusions above their premises, each with its rule."""
    return in_turn(parses, _trees)


def _trees(readings: Sequence[Proved]) -> str:
    trees = (draw_tree(deduce(net), _sequent, lambda proof: proof.premises) for net, _ in readings)
    return in_lines("\n".join(f"{tree}\n" for tree in trees))


def _sequent(proof: Proof) -> str:
    left = ", ".join(str(leaf) for leaf, _ in context(proof))
    return f"{left} ⊢ {proof.term} : {proof.type}   [{proof.rule}]".lstrip()
