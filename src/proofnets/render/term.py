"""The term: in one line, and as a tree that a terminal can show.

The tree starts from the head of a phrase and lists what is done to it, from the inside out: a complement or argument
that it takes, or an adjunct that applies to all above it. So the tree says as much as the term; it is drawn from the
η-short form, in which an adjunct that is modified itself is easier to see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from proofnets.derivation.analyses import SURE, UNSURE, Analysis, Parse
from proofnets.derivation.edges import token_edges
from proofnets.derivation.readings import differences, phrase
from proofnets.logic import Abstraction, Application, Modal, Net, Term, Variable, Word, eta_short, occurrences
from proofnets.logic.term_notation import show_term
from proofnets.render.sentences import choices, text_of, without_proof
from proofnets.render.tree import draw_tree
from proofnets.table import in_lines, visible

DEEPEST = 100
"""The deepest level of a tree that is drawn: a terminal has no room for more."""


def render_term(parses: Iterable[Parse]) -> Iterator[str]:
    """Every sentence with its readings' terms, in one line and as a tree."""
    for number, parse in enumerate(parses):
        analyses = [analysis for analysis in parse.analyses if analysis.net]
        shown = f"{visible(text_of(parse))}\n\n{_terms(analyses)}" if analyses else without_proof(parse)
        yield ("\n" if number else "") + shown


def _terms(readings: Sequence[Analysis]) -> str:
    blocks = []
    nets = [analysis.net for analysis in readings if analysis.net]
    notes = differing(readings)
    for number, (analysis, net, note) in enumerate(zip(readings, nets, notes, strict=True), 1):
        numbered = f"{number}. " if len(readings) > 1 else ""
        head = f"{numbered}{net.term} : {net.frame.judgement.goal}"
        lines = [*([f"reading  {note}"] if note else []), f"links  {show_links(net)}", *show_confidence(analysis)]
        blocks.append(f"{head}\n\n{term_tree(net.term)}\n\n" + "\n".join(lines) + "\n")
    return in_lines("\n".join(blocks))


def show_confidence(analysis: Analysis) -> list[str]:
    """How likely a reading is to be right, its least sure words, and how often it came where readings were drawn.

    Unsure words are named and, if other types were asked for, all that are not sure.
    """
    lines = [] if analysis.frequency is None else [f"drawn  {analysis.frequency:.0%} of the time"]
    sure = analysis.confidence
    if sure is None:
        return lines
    lines.append(f"confidence  {sure.whole:.0%}")
    tokens = analysis.derivation.tokens
    for place in sorted(range(len(tokens)), key=sure.words.__getitem__):
        if sure.words[place] < (SURE if sure.others else UNSURE):
            (entry, chance), *others = choices(analysis, place + 1)
            also = "".join(f", or {other or '–'} {likely:.0%}" for other, likely in others)
            lines.append(f"unsure  {visible(tokens[place])} {chance:.0%}: {entry or '–'}{also}")
    return lines


def differing(readings: Sequence[Analysis]) -> list[str]:
    """For each of several readings, what it does with the words that another one treats otherwise."""
    notes = []
    for analysis, edges in zip(readings, differences(readings), strict=True):
        assert analysis.net is not None
        names = [visible(token) for token in analysis.derivation.tokens]
        every = token_edges(analysis.derivation, analysis.net.term)
        said = [
            f"{' '.join(names[token - 1] for token in phrase(every, edge.dependent))} is {edge.label}"
            + (f" of {names[edge.head - 1]}" if edge.head else "")
            for edge in edges
        ]
        notes.append("; ".join(said) or ("the same dependencies in another order" if len(readings) > 1 else ""))
    return notes


def show_links(net: Net) -> str:
    """The links by atomic type, positive atom first.

    >>> from proofnets.logic import parse_judgement, proofs
    >>> show_links(next(proofs(parse_judgement("n, n ⊸ np ⊢ np"))))
    'n 0–1 · np 2–3'
    """
    linked = {n: p for p, n in net.links}
    atoms = occurrences(net.frame).items()
    return " · ".join(f"{name} {', '.join(f'{linked[n]}–{n}' for n in negative)}" for name, (negative, _) in atoms)


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A part of a term with the label of its role, and how deep it stands."""

    label: str
    term: Term
    depth: int


def term_tree(term: Term) -> str:
    """Draw a term as a tree.

    >>> from proofnets.logic import parse_term
    >>> print(term_tree(parse_term("slaapt ((die (λx^su.blaft x)^body)_mod (de_det hond))^su")))
    slaapt
    └─ su: hond
       ├─ det: de
       └─ mod: die
          └─ body: blaft
    """
    return draw_tree(_Phrase("", eta_short(term), 0), _show, lambda phrase: _take_apart(phrase)[1])


def _show(phrase: _Phrase) -> str:
    if phrase.depth > DEEPEST:
        return "…"
    return f"{phrase.label}: {_take_apart(phrase)[0]}" if phrase.label else _take_apart(phrase)[0]


def _take_apart(phrase: _Phrase) -> tuple[str, list[_Phrase]]:
    """The head of a phrase, with the λs and marks in front of it, and its parts, from the inside out."""
    before = ""
    parts: list[_Phrase] = []
    here, depth = phrase.term, phrase.depth + 1
    while True:
        match here:
            case Application(Modal("□E", role, adjunct), rest):
                parts.append(_Phrase(role, adjunct, depth))
                here = rest
            case Application(function, Modal("◇I", role, complement)):
                parts.append(_Phrase(role, complement, depth))
                here = function
            case Application(function, argument):
                parts.append(_Phrase("", argument, depth))
                here = function
            case Abstraction(variable, body, label):
                before += show_term(Abstraction(variable, Variable(variable), label)).split(".")[0] + ". "
                here = body
            case Modal(rule, label, body):
                before += f"{rule} {label} "
                here = body
            case Word() | Variable():
                return before + str(here), [] if phrase.depth > DEEPEST else parts[::-1]
