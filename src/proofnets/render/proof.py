"""The natural deduction, as a tree of sequents that a terminal can show."""

from __future__ import annotations

from collections.abc import Sequence

from proofnets.logic import Net, Proof, context, deduce
from proofnets.render.tree import draw_tree
from proofnets.table import in_lines


def render_proof(nets: Sequence[Net]) -> str:
    """Every net's natural deduction: conclusions above their premises, each with its rule."""
    return in_lines("\n".join(draw_tree(deduce(net), _sequent, lambda proof: proof.premises) + "\n" for net in nets))


def _sequent(proof: Proof) -> str:
    left = ", ".join(str(leaf) for leaf, _ in context(proof))
    return f"{left} ⊢ {proof.term} : {proof.type}   [{proof.rule}]".lstrip()
