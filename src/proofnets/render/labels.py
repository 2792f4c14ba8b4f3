"""Types and terms as labels: pieces of text, raised, lowered or on the line, as SVG and HTML set them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from unicodedata import bidirectional

from proofnets.logic import Abstraction, Application, Modal, Term, Type, Variable, Word, show_type
from proofnets.logic.notation import Style
from proofnets.logic.term_notation import variable_name
from proofnets.logic.terms import words


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of a label: raised (1), lowered (-1) or on the line (0), and the position of the word that it is.

    An index is small and stands on the line: it is no exponent, and does not run into a label that is lowered.
    """

    text: str
    script: int = 0
    word: int = 0
    italic: bool = False
    index: bool = False
    atom: str = ""
    """The atom whose name it is."""


Label = tuple[Run, ...]

LEMMAS = 10**8
"""A word behind this position is the name of a lemma: no sentence is so long."""


def word_number(word: Word) -> int:
    """The position of a word of the sentence, 0 for the name of a lemma."""
    return word.position if word.position <= LEMMAS else 0


# Names consist of letters, digits and _, so that control characters can tell where one begins and ends.
_MARKED = Style("\x02{}\x03", " ⊸ ", "◇\x01{}\x03", "□\x01{}\x03", " ⊢ ", closed=True)
_PIECE = re.compile("\x01(?P<raised>[^\x03]*)\x03|\x02(?P<atom>[^\x03]*)\x03|(?P<plain>[^\x01\x02]+)")


@lru_cache(maxsize=2_000)
def type_label(type_: Type) -> Label:
    """A type as the paper prints it: a modality's label is raised, and what follows _ in an atom's name lowered.

    >>> from proofnets.logic import parse_type
    >>> [(run.text, run.script) for run in type_label(parse_type("◇su np ⊸ s_main"))]
    [('◇', 0), ('su', 1), ('np', 0), (' ⊸ ', 0), ('s', 0), ('main', -1)]
    """
    runs: list[Run] = []
    for piece in _PIECE.finditer(show_type(type_, _MARKED)):
        if piece["raised"]:
            runs.append(Run(piece["raised"], 1))
        elif piece["plain"]:
            runs.append(Run(piece["plain"]))
        else:
            runs += atom_label(piece["atom"])
    return tuple(runs)


def atom_label(name: str) -> Label:
    """The name of an atom.

    >>> [(run.text, run.script) for run in atom_label("s_main")]
    [('s', 0), ('main', -1)]
    """
    base, _, lowered = name.partition("_")
    return (Run(base, atom=name), Run(lowered, -1, atom=name)) if base and lowered else (Run(name, atom=name),)


def index_label(number: int, word: int = 0) -> Run:
    """A number that tells an atom or a word from others of the same name."""
    return Run(f" {number}", word=word, index=True)


def isolate(text: str) -> str:
    """A text between Unicode's isolates, if it has letters that are written from right to left."""
    return f"\u2068{text}\u2069" if any(bidirectional(c) in ("R", "AL") for c in text) else text


def term_label(term: Term) -> Label:
    """A term as the paper prints it, in the way of `show_term`: complements are raised, adjuncts lowered.

    >>> from proofnets.logic import parse_term
    >>> "".join(run.text for run in term_label(parse_term("slapen (de_det man)^su")))
    'slapen (dedet man)su'
    """
    count = Counter(word.text for word in words(term))
    runs: list[Run] = []
    stack: list[Term | Run] = [term]  # what is still to be printed, the next one last
    while stack:
        match stack.pop():
            case Run() as run:
                runs.append(run)
            case Word(text, position) as word:
                number = word_number(word)
                shown = str(word) if number else text  # the name of a lemma needs no quotes
                runs.append(Run(isolate(shown), word=number))
                if count[text] > 1:
                    runs.append(index_label(position, number))
            case Variable(number):
                runs += variable_label(number)
            case Abstraction(variable, body, label):
                runs += [Run("λ"), *variable_label(variable), *([Run(label, 1)] if label else []), Run(".")]
                stack.append(body)
            case Application(function, argument):
                wrapped = isinstance(argument, Application | Abstraction)
                stack += [Run(")"), argument, Run("(")] if wrapped else [argument]
                stack.append(Run(" "))
                stack += [Run(")"), function, Run("(")] if isinstance(function, Abstraction) else [function]
            case Modal(("◇I" | "□E") as rule, label, body):
                stack.append(Run(label, 1 if rule == "◇I" else -1))
                bare = isinstance(body, Variable | Word) or (isinstance(body, Modal) and body.rule in ("◇E", "□I"))
                stack += [body] if bare else [Run(")"), body, Run("(")]
            case Modal(rule, label, body):
                runs += [Run("▿" if rule == "◇E" else "▴"), Run(label, 1)]
                stack += [Run(")"), body, Run("(")]
    return tuple(_apart(runs))


def _apart(runs: list[Run]) -> Iterator[Run]:
    """The runs, with a space between two of them that are raised or lowered alike: a word's position and its label."""
    before = 0
    for run in runs:
        yield replace(run, text=f" {run.text}") if run.script and run.script == before else run
        before = run.script


def variable_label(number: int) -> Label:
    """The name of a variable."""
    name = variable_name(number)
    return (Run(name[0], italic=True), *([Run(name[1:], -1)] if name[1:] else []))
