"""The Æthel dump: the proofs of Æthel 1.0, read as samples.

The dump is a pickle of (version, [train, development, test]), each a list of (phrases, proof, name, split). A phrase is
((word, pos, pt, lemma)…, type in prefix notation), and one of several words is a multi-word unit. A proof is nested
pairs of a rule's name and its arguments. It is plain data but for two class names, which stand in it as marks;
they are read as texts. Whatever else a pickle may ask for is refused, so that nothing in it can run.

Types keep all their modalities and labels. Atoms get our names, and punctuation, which takes no part in the proofs,
gets no type. Each step of a proof is checked as it is read, and then the whole is verified as a net.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, ClassVar, TypeAlias, get_args

from proofnets.derivation import names
from proofnets.derivation.derivations import Entry, judgement
from proofnets.errors import ProofNetsError
from proofnets.logic import (
    Abstraction,
    Application,
    Atom,
    Box,
    Diamond,
    Implication,
    Modal,
    Term,
    Type,
    Variable,
    Word,
    net_of,
)
from proofnets.treebank.alpino import Rejected
from proofnets.treebank.samples import Sample
from proofnets.treebank.splits import Split

CLASSES = {("aethel.mill.terms", "Constant"), ("aethel.mill.terms", "Variable")}
"""The class names that a dump may have in it."""

ATOMS = {theirs.upper(): ours for theirs, ours in names.ATOMS.items()} | {"AdjP": "ap"}
"""Atoms that the paper has another name for; the rest are put in lower case."""

PUNCTUATION = "PUNCT"
ONE_PREMISE = frozenset(
    f"Logical.{rule}" for rule in ("ArrowIntroduction", "DiamondIntroduction", "BoxIntroduction", "BoxElimination")
) | {"Structural.Extract"}
"""The rules that have one premise, and something to say of it."""
PROOF_STEPS = 100_000
"""The longest proof. Shared parts could make one that is short in the file and endless to walk."""


Step: TypeAlias = tuple[str, tuple[Any, ...]]
"""A rule's name and its arguments but for the premises."""


class DumpError(ProofNetsError):
    """A file that is no Æthel dump, or a proof in it that is none."""


_PLAIN = (
    *(pickle.PROTO, pickle.FRAME, pickle.STOP, pickle.MARK, pickle.POP, pickle.POP_MARK),
    *(pickle.NONE, pickle.NEWTRUE, pickle.NEWFALSE, pickle.BININT, pickle.BININT1, pickle.BININT2, pickle.BINFLOAT),
    *(pickle.SHORT_BINUNICODE, pickle.BINUNICODE, pickle.BINUNICODE8),
    *(pickle.EMPTY_TUPLE, pickle.TUPLE, pickle.TUPLE1, pickle.TUPLE2, pickle.TUPLE3),
    *(pickle.EMPTY_LIST, pickle.APPEND, pickle.APPENDS, pickle.EMPTY_DICT, pickle.SETITEM, pickle.SETITEMS),
    *(pickle.MEMOIZE, pickle.BINPUT, pickle.LONG_BINPUT, pickle.BINGET, pickle.LONG_BINGET),
    *(pickle.GLOBAL, pickle.STACK_GLOBAL),
)


class _Unpickler(pickle._Unpickler):
    """Admits plain data, and the two class names as texts: a text can be neither called nor changed.

    It is the one that is written in Python, since that in C makes room for what a pickle only announces: nine bytes can
    make it take gigabytes. And it knows no instruction but those that plain data is made of.
    """

    dispatch: ClassVar = {code[0]: pickle._Unpickler.dispatch[code[0]] for code in _PLAIN}

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in CLASSES:
            return f"{module}.{name}"
        raise DumpError(f"it asks for {module}.{name}, and only plain data is read from a dump")


def read_dump(path: str | Path) -> Iterator[tuple[Split, Sample] | Rejected]:
    """The verified samples of a dump with the split each is in, and what could not be read, with the reason."""
    try:
        dump = _Unpickler(BytesIO(Path(path).read_bytes())).load()
    except OSError as error:
        raise DumpError(f"{path} cannot be read: {error.strerror or error}") from None
    except DumpError as error:
        raise DumpError(f"{path} is refused: {error}") from None
    except KeyError:
        raise DumpError(f"{path} is refused: it is no pickle of plain data") from None
    except Exception as error:  # a pickle of bad will can raise anything
        raise DumpError(
            f"{path} is refused: it is no pickle of plain data ({str(error) or type(error).__name__})"
        ) from None
    match dump:
        case (str(), [list(), list(), list()] as parts):
            return (read_entry(entry) for part in parts for entry in part)
    raise DumpError(f"{path} is no Æthel dump: it must hold a version and three lists of proofs")


def read_entry(entry: object) -> tuple[Split, Sample] | Rejected:
    """The sample that an entry of a dump stands for."""
    match entry:
        case (tuple(phrases), proof, str(name), str(split)) if split in get_args(Split):
            name = name.removesuffix(".xml")
        case _:
            return Rejected("", "an entry must be (phrases, proof, name, split)")
    try:
        return split, _sample(name, phrases, proof)  # type: ignore[return-value]  # mypy does not narrow to the literal
    except ProofNetsError as error:
        return Rejected(name, str(error))


def _sample(name: str, phrases: tuple[object, ...], proof: object) -> Sample:
    steps = _steps(proof)
    used = {leaf[1][1] for rule, leaf in steps if rule == "Logical.Constant"}
    tokens: list[str] = []
    types: list[Entry] = []
    words: dict[int, tuple[Word, Type]] = {}  # the phrases that are premises, by their number
    for number, phrase in enumerate(phrases):
        texts, punctuation, notation = _phrase(phrase)
        tokens += texts
        if punctuation and number not in used:
            types += [None for _ in texts]
        else:
            words[number] = Word(" ".join(texts), len(words) + 1), read_type(notation)
            types.append(read_type(notation))
            types += ["+" for _ in texts[1:]]
    term, goal = _derive(steps, words)
    unlinked = Sample(tuple(tokens), tuple(types), goal, (), id=name)
    return replace(unlinked, links=net_of(term, judgement(unlinked)).links)


def _phrase(phrase: object) -> tuple[list[str], bool, str]:
    """The words of a phrase, whether it is punctuation, and the notation of its type.

    Marks that are symbols to CGN, such as `=`, are typed np; only their part of speech tells that they are punctuation.
    """
    match phrase:
        case (tuple(items), str(notation)) if items:
            words = [_word(item) for item in items]
            punctuation = notation == PUNCTUATION or all(pos == "punct" for _, pos in words)
            return [text for text, _ in words], punctuation, notation
    raise DumpError("a phrase must be ((word, pos, pt, lemma)…, type)")


def _word(item: object) -> tuple[str, str]:
    match item:
        case (str(text), str(pos), _, _):
            return text, pos
    raise DumpError("a word must be (word, pos, pt, lemma)")


@lru_cache(maxsize=100_000)
def read_type(notation: str) -> Type:
    """A type in the dump's prefix notation.

    >>> print(read_type("⟶ ◇relcl ⟶ ◇x □x ◇obj1 VNW SSUB □mod ⟶ NP NP"))
    ◇relcl(◇x□x◇obj1 pron ⊸ s_sub) ⊸ □mod(np ⊸ np)
    """
    values: list[Type] = []
    try:
        for symbol in reversed(notation.split()):
            if symbol == "⟶":
                argument = values.pop()
                values.append(Implication(argument, values.pop()))
            elif symbol[0] in "◇□":
                values.append((Diamond if symbol[0] == "◇" else Box)(symbol[1:], values.pop()))
            else:
                values.append(Atom(ATOMS.get(symbol, symbol.lower())))
        (value,) = values
    except (IndexError, ValueError):
        raise DumpError(f"'{notation}' is no type in prefix notation") from None
    return value


def _derive(steps: list[Step], words: dict[int, tuple[Word, Type]]) -> tuple[Term, Type]:
    """The term and the type that a proof derives; an error if one of its steps is not by its rule."""
    values: list[tuple[Term, Type]] = []
    for step in reversed(steps):
        values.append(_conclude(step, values, words))
    return values.pop()


def _steps(proof: object) -> list[Step]:
    """The rules of a proof with their arguments, conclusions before premises, first premises before second ones."""
    steps: list[Step] = []
    stack = [proof]
    while stack:
        match stack.pop():
            case (("Logical.Constant" | "Logical.Variable") as rule, (mark, (str(notation), int(number)))):
                steps.append((rule, (mark, (notation, number))))
            case ("Logical.ArrowElimination", (function, argument)):
                steps.append(("Logical.ArrowElimination", ()))
                stack += [argument, function]
            case ("Logical.DiamondElimination", (body, variable, diamond)):
                steps.append(("Logical.DiamondElimination", (variable,)))
                stack += [diamond, body]
            case (str(rule), (premise, what)) if rule in ONE_PREMISE:
                steps.append((rule, (what,)))
                stack.append(premise)
            case (str(rule), _):
                raise DumpError(f"not a step by {rule}")
            case _:
                raise DumpError("a step of a proof must be (rule, arguments)")
        if len(steps) > PROOF_STEPS:
            raise DumpError(f"a proof of more than {PROOF_STEPS} steps")
    return steps


def _conclude(step: Step, values: list[tuple[Term, Type]], words: dict[int, tuple[Word, Type]]) -> tuple[Term, Type]:
    """The conclusion of a step, whose premises are taken from the values, the first from the top.

    ◇E, `case t of x in s`, is `(λx.s) t` with t freed of its mark: normalising puts t in the place of x. The rule
    `Extract` moves a hypothesis out of a bracket. Our contexts have no brackets, and terms show nothing of it.
    """
    match step:
        case "Logical.Constant", (_, (str(notation), int(number))):
            if number not in words or words[number][1] is not read_type(notation):
                raise DumpError(f"the proof uses phrase {number} as '{notation}', which is not its type")
            return words[number]
        case "Logical.Variable", (_, (str(notation), int(number))):
            return Variable(number), read_type(notation)
        case "Logical.ArrowElimination", ():
            (function, type_), (argument, given) = values.pop(), values.pop()
            if isinstance(type_, Implication) and type_.argument is given:
                return Application(function, argument), type_.result
        case "Logical.ArrowIntroduction", ((_, (str(notation), int(number))),):
            (body, type_), hypothesis = values.pop(), read_type(notation)
            label = hypothesis.label if isinstance(hypothesis, Diamond) else None
            return Abstraction(number, body, label), Implication(hypothesis, type_)
        case "Logical.DiamondElimination", ((_, (str(notation), int(number))),):
            (body, type_), (marked, given) = values.pop(), values.pop()
            if isinstance(given, Diamond) and given.body is read_type(notation):
                return Application(Abstraction(number, body), Modal("◇E", given.label, marked)), type_
        case "Logical.DiamondIntroduction", (str(label),):
            body, type_ = values.pop()
            return Modal("◇I", label, body), Diamond(label, type_)
        case "Logical.BoxIntroduction", (str(label),):
            body, type_ = values.pop()
            return Modal("□I", label, body), Box(label, type_)
        case "Logical.BoxElimination", (str(label),):
            body, type_ = values.pop()
            if isinstance(type_, Box) and type_.label == label:
                return Modal("□E", label, body), type_.body
        case "Structural.Extract", (_,):
            return values.pop()
    raise DumpError(f"not a step by {step[0]}")
