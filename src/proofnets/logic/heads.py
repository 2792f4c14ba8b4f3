"""Dependencies: the shallow labelled graph of a term (section 2.2 of the paper).

The head of a phrase is the word that its chain of applications starts from. A complement depends on the head of its
function, an adjunct on the head of what it applies to. Abstractions are skipped, and so are variables: what depends on
a variable depends on the word that governs the variable's phrase. So each word of a linear term depends on one word,
or on 0, which is outside.

If the head of the term is a word, it is the only one below 0, and the root. If it is a variable, a hypothesis of the
goal, the head is missing and there is no root: what depends on it is below 0, in the role that it has.
"""

from __future__ import annotations

from dataclasses import dataclass

from proofnets.logic.sealed import check_kind, sealed
from proofnets.logic.terms import Abstraction, Application, Modal, Term, Variable, Word, eta_short

ROOT_LABEL = "root"
UNMARKED_LABEL = "dep"
"""The label of an argument that has no mark: that of a plain implication."""


@sealed
@dataclass(frozen=True, slots=True)
class Dependency:
    """An edge. Words count from 1, the root is 0, as in CoNLL-U."""

    head: int
    dependent: int
    label: str

    def __post_init__(self) -> None:
        check_kind(self.head, int, "a head")
        check_kind(self.dependent, int, "a dependent")
        check_kind(self.label, str, "the label of a dependency")


def dependencies(term: Term) -> list[Dependency]:
    """The edges of a term's dependency graph, by dependent.

    >>> from proofnets.logic import parse_term
    >>> words = ["De", "man", "slaapt"]
    >>> [(d.head, d.dependent, d.label) for d in dependencies(parse_term("slaapt (De_det man)^su", words))]
    [(2, 1, 'det'), (3, 2, 'su'), (0, 3, 'root')]
    """
    edges: list[Dependency] = []
    phrases = [(eta_short(term), 0, ROOT_LABEL)]  # an adjunct is a phrase's head even where it is η-expanded
    while phrases:
        here, governor, label = phrases.pop()
        parts: list[tuple[Term, str]] = []
        while not isinstance(here, Word | Variable):
            match here:
                case Application(Modal("□E", role, adjunct), phrase):
                    parts.append((adjunct, role))
                    here = phrase
                case Application(function, Modal("◇I", role, complement)):
                    parts.append((complement, role))
                    here = function
                case Application(function, argument):
                    parts.append((argument, UNMARKED_LABEL))
                    here = function
                case Abstraction(_, body) | Modal(_, _, body):
                    here = body
        if isinstance(here, Word):
            edges.append(Dependency(governor, here.position, label))
            governor = here.position
        phrases += [(part, governor, role) for part, role in parts]
    return sorted(edges, key=lambda edge: edge.dependent)
