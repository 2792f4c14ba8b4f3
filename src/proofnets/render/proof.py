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
    return in_lines("\n".join(f"{proof_tree(deduce(net))}\n" for net, _ in readings))


def proof_tree(proof: Proof) -> str:
    """A proof as a tree of sequents.

    >>> from proofnets.logic import parse_judgement, proofs
    >>> print(proof_tree(deduce(next(proofs(parse_judgement("n, n ⊸ np ⊢ np"))))))
    w1, w2 ⊢ w2 w1 : np   [⊸E]
    ├─ w2 ⊢ w2 : n ⊸ np   [axiom]
    └─ w1 ⊢ w1 : n   [axiom]
    """
    return draw_tree(proof, _sequent, lambda step: step.premises)


def _sequent(proof: Proof) -> str:
    left = ", ".join(str(leaf) for leaf, _ in context(proof))
    return f"{left} ⊢ {proof.term} : {proof.type}   [{proof.rule}]".lstrip()
