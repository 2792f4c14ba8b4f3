"""Terms for LangPro, the prover of natural logic: Prolog facts `sen_id_tlg_tok(Id, Term, Tokens)`.

In a term, `t(N, Type)` is the group of tokens with the number N, counted from 0, in the table that follows it;
`v(X, Type)` is a variable, `abst(v(X, Type), T)` an abstraction and `F @ A` an application. Marks are decorations, of
types (`su:{np}` for ◇su np, `mod:[n ~> n]` for □mod(n ⊸ n)) and of terms: `{su}:T` is ◇I, `{su}-T` ◇E, `[mod]:T` □I
and `[mod]-T` □E. The table has all tokens: a group is a word, or a token by itself that brings nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from proofnets.derivation import Derivation, Parse
from proofnets.logic import Abstraction, Application, Judgement, Modal, Net, Term, Type, Variable, Word, eta_short
from proofnets.logic.terms import Rule
from proofnets.logic.types import Box, Diamond, Implication, fold
from proofnets.render.sentences import fault, proved, text_of
from proofnets.table import on_one_line

OPERATORS = ":- op(605, xfy, ~>).\n:- op(605, yfx, @).\n"
ATOMS = {"s_main": "smain", "s_sub": "ssub", "s_v1": "sv1", "pron": "vnw"}
"""Atoms that LangPro knows by another name: that of Æthel 1.0."""

_PREFIX_OPERATORS = {
    *("discontiguous", "dynamic", "initialization", "meta_predicate", "module_transparent", "multifile", "public"),
    *("table", "thread_initialization", "thread_local", "tnot", "volatile"),
}
_BARE = re.compile("[a-z][a-zA-Z0-9_]*")
_UNQUOTABLE = re.compile(r"[\\'\x00-\x1f\x7f-\x9f\xad\u2028\u2029]")
_DECORATIONS: dict[Rule, tuple[str, str]] = {
    "◇I": ("({", "}:"),
    "◇E": ("({", "}-"),
    "□I": ("([", "]:"),
    "□E": ("([", "]-"),
}


def render_langpro(parses: Iterable[Parse]) -> Iterator[str]:
    """One Prolog file: a fact for every reading of every sentence. The id is the number of the sentence, from 1."""
    yield OPERATORS
    for number, parse in enumerate(parses, 1):
        text = on_one_line(text_of(parse))
        readings = proved(parse)
        yield f"\n% {number}: {text}" + ("\n" if readings else f": {on_one_line(fault(parse))}\n")
        for net, derivation in readings:
            yield fact(number, net, derivation)


def fact(number: int, net: Net, derivation: Derivation) -> str:
    """The fact of a net, whose words are those of the derivation.

    >>> from proofnets.logic import parse_judgement, proofs
    >>> net = next(proofs(parse_judgement("ze:pron, slapen:◇su pron ⊸ s_main ⊢ s_main")))
    >>> types = (*net.frame.judgement.types, None)
    >>> derivation = Derivation(("ze", "slapen", "."), types, net.frame.judgement.goal, net.links)
    >>> print(fact(1, net, derivation), end="")
    sen_id_tlg_tok(1,
    (t(1,(su:{vnw} ~> smain)) @ ({su}:t(0,vnw))),
    [['ze'], ['slapen'], ['.']]
    ).
    """
    groups: list[list[str]] = []
    places: list[int] = []  # the group of every word
    for token, entry in zip(derivation.tokens, derivation.types, strict=True):
        if entry == "+":
            groups[-1].append(token)
            continue
        if entry is not None:
            places.append(len(groups))
        groups.append([token])
    table = ", ".join(f"[{', '.join(map(_quoted, group))}]" for group in groups)
    return f"sen_id_tlg_tok({number},\n{_term(net, places)},\n[{table}]\n).\n"


def _term(net: Net, places: list[int]) -> str:
    judgement, term = net.frame.judgement, eta_short(net.term)
    hypotheses = _hypotheses(term, judgement)
    out: list[str] = []
    stack: list[Term | str] = [term]  # what is still to be written, the next one last
    while stack:
        match stack.pop():
            case str(text):
                out.append(text)
            case Word(_, position):
                out.append(f"t({places[position - 1]},{_type(judgement.types[position - 1])})")
            case Variable(number):
                out.append(f"v(X{number},{_type(hypotheses[number])})")
            case Application(function, argument):
                stack += [")", argument, " @ ", function, "("]
            case Abstraction(variable, body):
                stack += [")", body, ",", Variable(variable), "abst("]
            case Modal(rule, label, body):
                opening, closing = _DECORATIONS[rule]
                stack += [")", body, f"{opening}{_atom(label)}{closing}"]
    return "".join(out)


def _hypotheses(term: Term, judgement: Judgement) -> dict[int, Type]:
    """The types of the variables of a β-normal term that has the judgement's type."""
    types: dict[int, Type] = {}
    todo = [(term, judgement.goal)]
    while todo:
        here, type_ = todo.pop()
        spine: list[
            Term | None
        ] = []  # the arguments that the head takes, the nearest last; None where a mark comes off
        while not isinstance(here, Word | Variable):
            match here, type_:
                case Application(function, argument), _:
                    spine.append(argument)
                    here = function
                case Modal("◇E" | "□E", _, body), _:
                    spine.append(None)
                    here = body
                case Abstraction(variable, body), Implication(hypothesis, result):
                    types[variable] = hypothesis
                    here, type_ = body, result
                case Modal(_, _, body), Diamond(_, marked) | Box(_, marked):
                    here, type_ = body, marked
        head = judgement.types[here.position - 1] if isinstance(here, Word) else types[here.number]
        while spine:
            match spine.pop(), head:
                case None, Diamond(_, freed) | Box(_, freed):
                    head = freed
                case Term() as argument, Implication(due, result):
                    todo.append((argument, due))
                    head = result
    return types


def _type(type_: Type) -> str:
    return fold(
        type_,
        lambda name: _atom(ATOMS.get(name, name)),
        lambda argument, result: f"({argument} ~> {result})",
        lambda label, body: f"{_atom(label)}:{{{body}}}",
        lambda label, body: f"{_atom(label)}:[{body}]",
    )


def _atom(name: str) -> str:
    if name in _PREFIX_OPERATORS:  # by itself, Prolog would apply it to what follows
        return f"({name})"
    return name if _BARE.fullmatch(name) else _quoted(name)


def _quoted(text: str) -> str:
    """A quoted atom of Prolog; what would end it or a line is written as its code."""
    return "'" + _UNQUOTABLE.sub(lambda match: f"\\x{ord(match[0]):x}\\", text) + "'"
