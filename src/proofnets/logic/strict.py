"""Strictness: nets that need no rules for modalities but the paper's, ◇I and □E.

Links join atoms, whatever marks stand above them, so a net may change marks: its term then has ◇E or □I. A net is
strict if it is the net of some natural deduction by axioms, ⊸E, ⊸I, ◇I and □E alone. Such a deduction never takes a ◇
away and never puts a □ on: where a positive formula that has a ◇ fills a slot, or where a slot has a □, the
two must be the same formula from that mark inwards, and the one fills the other as it stands, by an axiom.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofnets.logic.frames import Frame
from proofnets.logic.nets import Net
from proofnets.logic.terms import Mark, Term, eta_short, symbols
from proofnets.logic.types import Box, Diamond, Implication, Type


def is_strict(net: Net) -> bool:
    """Whether a net is that of a deduction by axioms, ⊸E, ⊸I, ◇I and □E: its η-short term has no other rule.

    >>> from proofnets.logic import parse_judgement, proofs
    >>> [is_strict(next(proofs(parse_judgement(text)))) for text in ("np ⊢ ◇su np", "◇su np ⊢ ◇su np", "◇su np ⊢ np")]
    [True, True, False]
    """
    return _has_no_other_rule(net.term) or _has_no_other_rule(eta_short(net.term))  # the first takes no time


def _has_no_other_rule(term: Term) -> bool:
    return all(symbol.rule in ("◇I", "□E") for symbol in symbols(term) if isinstance(symbol, Mark))


def spine(frame: Frame, node: int) -> tuple[Type, ...]:
    """The formulas that end in an atom, which is given by its node, without the atom itself; the smallest first."""
    formulas = []
    while (parent := frame.parents[node]) >= 0:
        formula = frame.nodes[parent]
        if isinstance(formula, Implication) and frame.results[parent] != node:
            break
        formulas.append(formula)
        node = parent
    return tuple(formulas)


def fixed_part(formulas: Sequence[Type], positive: bool) -> int:
    """How many formulas of a spine a strict link leaves as they are: up to the last ◇ if positive, else the last □."""
    modality = Diamond if positive else Box
    return max((height for height, formula in enumerate(formulas, 1) if isinstance(formula, modality)), default=0)
