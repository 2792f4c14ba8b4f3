"""Terms for LangPro, the prover of natural logic: Prolog facts `sen_id_tlg_tok(Id, Term, Tokens)`.

In a term, `t(N, Type)` is the group of tokens with the number N, counted from 0, in the table that follows it;
`v(X, Type)` is a variable, `abst(v(X, Type), T)` an abstraction and `F @ A` an application. Marks are decorations, of
types (`su:{np}` for ◇su np, `mod:[n ~> n]` for □mod(n ⊸ n)) and of terms: `{su}:T` is ◇I, `{su}-T` ◇E, `[mod]:T` □I
and `[mod]-T` □E. The table has all tokens: a group is a word, or a token by itself that brings nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from proofnets.derivation import Derivation, Parse, names
from proofnets.derivation.derivations import groups
from proofnets.logic import Abstraction, Application, Modal, Net, Term, Type, Variable, Word, eta_short
from proofnets.logic.nets import read
from proofnets.logic.terms import Rule
from proofnets.logic.types import fold
from proofnets.render.sentences import fault, proved, text_of
from proofnets.table import on_one_line

OPERATORS = ":- op(605, xfy, ~>).\n:- op(605, yfx, @).\n"

_ATOMS = {ours: theirs for theirs, ours in names.ATOMS.items()}
"""Atoms that LangPro knows by the name that treebanks have for them."""

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
    grouped = groups(derivation.types)
    places = {word: place for place, word in enumerate(grouped.values()) if word}
    table = ", ".join(f"[{', '.join(_quoted(derivation.tokens[n - 1]) for n in group)}]" for group in grouped)
    return f"sen_id_tlg_tok({number},\n{_term(net, places)},\n[{table}]\n).\n"


def _term(net: Net, places: dict[int, int]) -> str:
    types = net.frame.judgement.types
    # A net's term has its variables in the order of their λs, and the η-short one keeps their numbers.
    hypotheses = {leaf.number: type_ for leaf, type_ in zip(*read(net), strict=True) if isinstance(leaf, Variable)}
    out: list[str] = []
    stack: list[Term | str] = [eta_short(net.term)]  # what is still to be written, the next one last
    while stack:
        match stack.pop():
            case str(text):
                out.append(text)
            case Word(_, position):
                out.append(f"t({places[position]},{_type(types[position - 1])})")
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


def _type(type_: Type) -> str:
    return fold(
        type_,
        lambda name: _atom(_ATOMS.get(name, name)),
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
