"""Certificates: every proof as a derivation that Agda checks, so that nobody need trust our own checker.

The file is `certificate.agda`, which defines the logic, with a module behind it for every reading: the words with their
types, the goal, the derivation, and the term that it spells. A derivation is that of the η-short term, since there a
strict net needs the paper's rules only. It has no types: Agda finds them, from those of the words and the goal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files

from proofnets.derivation import Parse
from proofnets.logic import (
    Abstraction,
    Application,
    Modal,
    Net,
    Term,
    Type,
    Variable,
    Word,
    eta_short,
    is_strict,
)
from proofnets.logic.term_notation import variable_name
from proofnets.logic.terms import symbols
from proofnets.logic.types import fold
from proofnets.render.sentences import fault, proved, text_of
from proofnets.table import visible

Leaf = Word | Variable


def render_agda(parses: Iterable[Parse]) -> Iterator[str]:
    """One Agda file: the logic, and a module for every reading of every sentence."""
    yield logic()
    for number, parse in enumerate(parses, 1):
        readings = proved(parse)
        if not readings:
            yield f"\n-- Sentence {number}, {visible(text_of(parse))}: {visible(fault(parse))}\n"
        for reading, (net, _) in enumerate(readings, 1):
            yield "\n" + certificate(net, f"sentence{number}" + (f"-reading{reading}" if len(readings) > 1 else ""))


def logic() -> str:
    """The Agda file that certificates stand behind."""
    return (files("proofnets.render") / "certificate.agda").read_text(encoding="utf-8")


def certificate(net: Net, name: str) -> str:
    """The Agda module of a net, to stand behind the logic."""
    judgement, term = net.frame.judgement, eta_short(net.term)
    words = [Word(text, position) for position, text in enumerate(judgement.names, 1)]
    resources = [f"{_name(word)} ∶ {_type(type_)}" for word, type_ in zip(words, judgement.types, strict=True)]
    lines = [
        f"module {name} where",
        f"  -- {visible(' '.join(judgement.names))}",
        f"  -- {visible(str(term))} : {judgement.goal}",
        "",
        "  words : Context",
        "  words =",
        *[f"    {resource} ∷" for resource in resources],
        "    []",
        "",
        "  goal : Type",
        f"  goal = {_type(judgement.goal)}",
        "",
        f"  proof : words ⊢[ {'paper' if is_strict(net) else 'remarking'} ] goal",
        f"  proof = {_derivation(term, words)}",
        "",
        "  spells : term-of proof ≡",
        f"    {_term(term)}",
        "  spells = refl",
    ]
    return "\n".join(lines) + "\n"


def _string(text: str) -> str:
    return '"' + visible(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _name(leaf: Leaf) -> str:
    """The name of a resource. The number in front of a word tells it from its namesakes and from hypotheses."""
    return _string(f"{leaf.position} {leaf.text}" if isinstance(leaf, Word) else variable_name(leaf.number))


def _type(type_: Type) -> str:
    def implication(argument: tuple[str, bool], result: tuple[str, bool]) -> tuple[str, bool]:
        return f"({argument[0]}) ⊸ {result[0]}" if argument[1] else f"{argument[0]} ⊸ {result[0]}", True

    text, _ = fold(  # with each text, whether it is an implication
        type_,
        lambda name: (f"atom {_string(name)}", False),
        implication,
        lambda label, body: (f"◇ {_string(label)} ({body[0]})", False),
        lambda label, body: (f"□ {_string(label)} ({body[0]})", False),
    )
    return text


def _derivation(term: Term, words: Sequence[Leaf]) -> str:
    """The derivation of a term by its rules; at every ⊸E, which resources go to the function and which do not."""
    out: list[str] = []
    stack: list[tuple[Term, Sequence[Leaf]] | str] = [(term, words)]  # what is still to be written, the next one last
    while stack:
        match stack.pop():
            case str(text):
                out.append(text)
            case Word() | Variable(), _:
                out.append("axiom")
            case Application(function, argument), context:
                used = {symbol for symbol in symbols(function) if isinstance(symbol, Word | Variable)}
                split = "".join("f" if leaf in used else "a" for leaf in context)
                out.append(f'⊸E "{split}" (')
                rest = [leaf for leaf in context if leaf not in used]
                stack += [")", (argument, rest), ") (", (function, [leaf for leaf in context if leaf in used])]
            case Abstraction(variable, body), context:
                out.append(f"⊸I {_name(Variable(variable))} (")
                stack += [")", (body, [Variable(variable), *context])]
            case Modal(rule, _, body), context:
                out.append(f"{rule} (")
                stack += [")", (body, context)]
    return "".join(out).replace("(axiom)", "axiom")


def _term(term: Term) -> str:
    out: list[str] = []
    stack: list[Term | str] = [term]  # what is still to be written, the next one last
    while stack:
        match stack.pop():
            case str(text):
                out.append(text)
            case (Word() | Variable()) as leaf:
                out.append(f"leaf {_name(leaf)}")
            case Application(function, argument):
                stack += [")", argument, "("] if isinstance(argument, Application) else [argument]
                stack += [" · ", function]
            case Abstraction(variable, body):
                stack += [")", body, f"ƛ {_name(Variable(variable))} ("]
            case Modal(rule, label, body):
                stack += [")", body, f"{rule} {_string(label)} ("]
    return "".join(out)
