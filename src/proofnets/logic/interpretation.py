"""Interpretation: a term as a programme (the Curry–Howard payoff of the paper's conclusion).

A lexicon gives each word a value: a Python function if the word takes arguments, anything at all if it takes none.
Application calls, abstraction makes a function, and the marks mean nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from proofnets.errors import ProofNetsError
from proofnets.logic.terms import Abstraction, Application, Modal, Term, Variable, Word

Lexicon = Mapping[str, Any] | Callable[[Word], Any]


def interpret(term: Term, lexicon: Lexicon) -> Any:
    """Evaluate a closed term; the lexicon is a mapping from words, or a function of a `Word`.

    >>> from proofnets.logic import parse_term
    >>> lexicon = {"ze": "they", "slapen": lambda subject: f"{subject} sleep"}
    >>> interpret(parse_term("slapen ze^su"), lexicon)
    'they sleep'
    """
    return _evaluate(term, {}, lexicon)


def _evaluate(term: Term, environment: dict[int, Any], lexicon: Lexicon) -> Any:
    values: list[Any] = []
    todo: list[Term | None] = [term]  # None: apply the function to the argument that lie on top
    while todo:
        match todo.pop():
            case None:
                argument = values.pop()
                values.append(values.pop()(argument))
            case Application(function, argument):
                todo += [None, argument, function]
            case Modal(_, _, body):
                todo.append(body)
            case Word() as word:
                values.append(_meaning(word, lexicon))
            case Variable(number) as variable:
                if number not in environment:
                    raise ProofNetsError(f"{variable} is not bound, so it has no value")
                values.append(environment[number])
            case Abstraction() as abstraction:
                values.append(_closure(abstraction, environment, lexicon))
    return values.pop()


def _closure(abstraction: Abstraction, environment: dict[int, Any], lexicon: Lexicon) -> Callable[[Any], Any]:
    return lambda value: _evaluate(abstraction.body, {**environment, abstraction.variable: value}, lexicon)


def _meaning(word: Word, lexicon: Lexicon) -> Any:
    if not isinstance(lexicon, Mapping):
        return lexicon(word)
    if word.text not in lexicon:
        raise ProofNetsError(f"the lexicon has no value for '{word.text}'")
    return lexicon[word.text]
