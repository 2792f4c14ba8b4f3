"""The calculus: types, judgements, frames, nets, terms, natural deductions, dependencies and search.

It imports the standard library only. What is named here is public.
"""

from proofnets.logic.deduction import Proof, check_proof, context, deduce, net_of_proof
from proofnets.logic.frames import Frame, Link, Table, imbalance, links_of, occurrences, tables
from proofnets.logic.heads import Dependency, dependencies
from proofnets.logic.interpretation import interpret
from proofnets.logic.judgement import Judgement
from proofnets.logic.nets import Net, eta_long, net_of
from proofnets.logic.notation import ASCII, LATEX, UNICODE, parse_judgement, parse_type, show_judgement, show_type
from proofnets.logic.search import Search, obstacle, proofs
from proofnets.logic.strict import is_strict
from proofnets.logic.term_notation import parse_term, parse_typed_term, show_term
from proofnets.logic.terms import (
    Abstraction,
    Application,
    Modal,
    Term,
    Variable,
    Word,
    alpha_equal,
    check_linear,
    eta_short,
    free_variables,
    normalise,
    strip,
    substitute,
)
from proofnets.logic.types import (
    Atom,
    Box,
    Diamond,
    Implication,
    Type,
    arity,
    atoms,
    from_prefix,
    order,
    prefix,
    subformulas,
)

__all__ = [
    "ASCII",
    "LATEX",
    "UNICODE",
    "Abstraction",
    "Application",
    "Atom",
    "Box",
    "Dependency",
    "Diamond",
    "Frame",
    "Implication",
    "Judgement",
    "Link",
    "Modal",
    "Net",
    "Proof",
    "Search",
    "Table",
    "Term",
    "Type",
    "Variable",
    "Word",
    "alpha_equal",
    "arity",
    "atoms",
    "check_linear",
    "check_proof",
    "context",
    "deduce",
    "dependencies",
    "eta_long",
    "eta_short",
    "free_variables",
    "from_prefix",
    "imbalance",
    "interpret",
    "is_strict",
    "links_of",
    "net_of",
    "net_of_proof",
    "normalise",
    "obstacle",
    "occurrences",
    "order",
    "parse_judgement",
    "parse_term",
    "parse_type",
    "parse_typed_term",
    "prefix",
    "proofs",
    "show_judgement",
    "show_term",
    "show_type",
    "strip",
    "subformulas",
    "substitute",
    "tables",
]
