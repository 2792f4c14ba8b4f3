"""What the spindle server answers, for clients that were written for it: proofs in the rules and the JSON of Æthel 1.0.

There a context has brackets: ◇I and □E put one around all that they derive from, ⊸I discharges only what stands outside
of all brackets, and a hypothesis leaves a bracket by the rule Extract, if its own bracket is labelled x. Our contexts
have none. So a hypothesis that our proof uses inside a bracket is typed `◇x □x A` in the place of A, as Æthel does, in
the type of the word that asks for it; and marks that are changed (◇E, □I) are mostly beyond these rules.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from itertools import count
from typing import Any, TypeAlias

from fastapi import FastAPI, Request, Response
from pydantic import BaseModel

from proofnets.derivation.analyses import Parse
from proofnets.derivation.derivations import Derivation, groups
from proofnets.derivation.names import LABELS
from proofnets.errors import ProofNetsError
from proofnets.logic import (
    Abstraction,
    Application,
    Box,
    Diamond,
    Implication,
    Modal,
    Net,
    Term,
    Type,
    Variable,
    Word,
    eta_short,
)
from proofnets.logic.types import fold
from proofnets.parser.settings import Settings
from proofnets.render import FORMATS
from proofnets.render.sentences import fault, proved
from proofnets.server.answers import sentences_of
from proofnets.server.messages import ParseRequest, Text
from proofnets.server.replies import Answer
from proofnets.treebank.aethel import ATOMS, PUNCTUATION

_ATOMS = {ours: theirs for theirs, ours in ATOMS.items()}
_LABELS = {ours: theirs for theirs, ours in LABELS.items()}
_EXTRACTED = "x"
"""The label of a hypothesis that may leave brackets."""

Json: TypeAlias = dict[str, Any]


class SpindleError(ProofNetsError):
    """A proof that Æthel's rules do not have."""


class SpindleRequest(BaseModel):
    """A sentence."""

    input: Text


def add_spindle(app: FastAPI) -> None:
    """Let a service answer as the spindle server does, too: `POST /` and `GET /status/`."""

    @app.post("/", include_in_schema=False)
    async def parse(request: SpindleRequest, http: Request) -> Response:
        here = app.state.service
        sentences = await asyncio.to_thread(sentences_of, ParseRequest(text=request.input), here.model.language)
        if len(sentences) > 1:
            raise ProofNetsError(f"there are {len(sentences)} sentences: give one at a time")
        (parsed,) = await here.result(here.worker.parse(sentences, Settings(), http.state.client))
        return await asyncio.to_thread(lambda: _written(parsed))

    @app.get("/status/", include_in_schema=False)
    async def status() -> Response:
        return Answer({"status": "ok"})


def _written(parse: Parse) -> Answer:
    try:
        return Answer(spindle_answer(parse))
    except RecursionError:  # the JSON of a proof is as deep as the proof
        raise SpindleError("the proof is nested too deeply to be written in this format") from None


def spindle_answer(parse: Parse) -> Json:
    """The best reading of a sentence as the spindle server would give it; an error if it has no proof by its rules."""
    readings = proved(parse)
    if not readings:
        raise SpindleError(fault(parse))
    net, derivation = readings[0]
    phrases = {word: number for number, word in enumerate(groups(derivation.types).values()) if word}
    proof, types = _Builder(net, phrases).whole()
    return {
        "tex": "".join(FORMATS["latex"].render([parse])),
        "proof": proof,
        "lexical_phrases": _lexical_phrases(derivation, types),
    }


def _lexical_phrases(derivation: Derivation, types: dict[int, Type]) -> list[Json]:
    """A phrase is a word or a token that brings nothing; parts of speech and lemmas we do not know."""
    return [
        {
            "items": [{"word": derivation.tokens[n - 1], "pos": "", "pt": "", "lemma": ""} for n in group],
            "type": notation(types[word]) if word else PUNCTUATION,
        }
        for group, word in groups(derivation.types).items()
    ]


def notation(type_: Type) -> str:
    """A type in Æthel's prefix notation, with its names for atoms and labels where they differ from ours.

    >>> from proofnets.logic import parse_type
    >>> notation(parse_type("◇obj pron ⊸ ◇su pron ⊸ s_sub"))
    '⟶ ◇obj1 VNW ⟶ ◇su VNW SSUB'
    """
    return fold(
        type_,
        lambda name: _ATOMS.get(name, name.upper()),
        lambda argument, result: f"⟶ {argument} {result}",
        lambda label, body: f"◇{_label(label)} {body}",
        lambda label, body: f"□{_label(label)} {body}",
    )


def _label(label: str) -> str:
    return _LABELS.get(label, label)


@dataclass(frozen=True, slots=True)
class _Bracket:
    """A part of a context that ◇I or □E has put a bracket around."""

    label: str
    content: _Context


_Context: TypeAlias = tuple["int | _Bracket", ...]
"""What a proof derives from: phrases, which do not matter here and are 0; numbers of hypotheses; and brackets."""


@dataclass(frozen=True, slots=True)
class _Derived:
    """A proof in Æthel's JSON, what it derives from, and the type that it derives."""

    json: Json
    context: _Context
    type: Type


@dataclass(frozen=True, slots=True)
class _Mark:
    """One or two rules that take a mark off."""

    rules: str
    label: str


class _Builder:
    """Turns the η-short term of a net into a proof by Æthel's rules, checking each of them."""

    def __init__(self, net: Net, phrases: dict[int, int]) -> None:
        self._net = net
        self._phrases = phrases
        self._types: dict[int, Type] = {}  # of words, by their position
        self._expected: dict[int, Type] = {}  # of variables: first what they should be, then what they are
        self._hypotheses: dict[int, int] = {}  # the numbers that variables have in the proof
        self._wrapped: dict[int, Type] = {}  # what is open and to be extracted, by its number
        self._numbers = count(1)

    def whole(self) -> tuple[Json, dict[int, Type]]:
        """The proof of the judgement, and the types that its words have in it, by their position."""
        goal = self._net.frame.judgement.goal
        return self._check(eta_short(self._net.term), goal).json, self._types

    def _check(self, term: Term, expected: Type) -> _Derived:
        """A term of a type that is known; the type that comes out has ◇x □x where a hypothesis must be extracted."""
        match term, expected:
            case Abstraction(variable, body), Implication(hypothesis, result):
                return self._abstract(variable, body, hypothesis, result)
            case Modal("◇I", label, body), Diamond(same, inner) if label == same:
                derived = self._check(body, inner)
                return self._bracketed("DiamondIntroduction", "diamond", label, derived, Diamond(label, derived.type))
            case Modal("□I", label, body), Box(same, inner) if label == same:
                derived = self._check(body, inner)
                match derived.context:
                    case (_Bracket(bracket, content),) if bracket == label:
                        json = {"rule": "Logical.BoxIntroduction", "body": derived.json, "box": _label(label)}
                        return _Derived(json, content, Box(label, derived.type))
                raise SpindleError("a mark is changed, which these rules cannot say")
        return self._eliminate(term)

    def _abstract(self, variable: int, body: Term, hypothesis: Type, result: Type) -> _Derived:
        self._expected[variable] = hypothesis
        if _in_bracket(variable, body):
            return self._extracting(variable, body, result)
        derived = self._check(body, result)
        number, type_ = self._hypotheses[variable], self._expected[variable]
        return self._discharged(number, type_, derived)

    def _extracting(self, variable: int, body: Term, result: Type) -> _Derived:
        """An abstraction over a hypothesis `◇x □x A`, which is used as A inside brackets and brought out of them."""
        number = self._hypotheses[variable] = next(self._numbers)
        self._wrapped[number] = self._expected[variable]
        derived = self._check(body, result)
        bracket = _Bracket(_EXTRACTED, (number,))
        if bracket not in derived.context:
            raise SpindleError("a hypothesis cannot leave the brackets that it is in")
        inner = Box(_EXTRACTED, self._wrapped.pop(number))
        outer, free = Diamond(_EXTRACTED, inner), next(self._numbers)
        json = {
            "rule": "Logical.DiamondElimination",
            "original": derived.json,
            "where": _leaf("variable", number, inner),
            "becomes": {"rule": "Logical.Variable", **_leaf("variable", free, outer)},
        }
        context = tuple(free if item == bracket else item for item in derived.context)
        return self._discharged(free, outer, _Derived(json, context, derived.type))

    def _discharged(self, number: int, hypothesis: Type, derived: _Derived) -> _Derived:
        if number not in derived.context:
            raise SpindleError("a hypothesis cannot leave the brackets that it is in")
        json = {
            "rule": "Logical.ArrowIntroduction",
            "var": _leaf("variable", number, hypothesis),
            "body": derived.json,
        }
        rest = tuple(item for item in derived.context if item != number)
        return _Derived(json, rest, Implication(hypothesis, derived.type))

    def _eliminate(self, term: Term) -> _Derived:
        """A word or a hypothesis with all that is done to it: its type is known when its arguments are."""
        head, uses = _spine(term)
        type_ = self._type_of(head)
        steps: list[_Derived | _Mark] = []
        for use in uses:
            match use, type_:
                case Term(), Implication(argument, type_):
                    steps.append(self._check(use, argument))
                case _Mark("□E", label), Box(same, type_) if label == same:
                    steps.append(use)
                case _Mark("◇E □E", label), Diamond(same, Box(too, type_)) if label == same == too:
                    steps.append(use)
                case _:
                    raise SpindleError("a mark is changed, which these rules cannot say")
        results = [type_]  # from the last to the first
        for step in reversed(steps):
            match step:
                case _Derived():
                    results.append(Implication(step.type, results[-1]))
                case _Mark("□E", label):
                    results.append(Box(label, results[-1]))
                case _Mark(_, label):
                    results.append(Diamond(label, Box(label, results[-1])))
        derived = self._leaf_of(head, results.pop())
        for step, result in zip(steps, reversed(results), strict=True):
            match step:
                case _Derived():
                    json = {"rule": "Logical.ArrowElimination", "head": derived.json, "argument": step.json}
                    derived = _Derived(json, derived.context + step.context, result)
                case _Mark("□E", label):
                    derived = self._bracketed("BoxElimination", "box", label, derived, result)
                case _Mark(_, label):
                    derived = self._unmarked(derived, label, result)
        return derived

    def _unmarked(self, marked: _Derived, label: str, result: Type) -> _Derived:
        """◇E, in the only place that it has here: around a □E with the same label, whose bracket it undoes."""
        leaf = _leaf("variable", next(self._numbers), Box(label, result))
        used = {"rule": "Logical.BoxElimination", "body": {"rule": "Logical.Variable", **leaf}, "box": _label(label)}
        json = {"rule": "Logical.DiamondElimination", "original": used, "where": leaf, "becomes": marked.json}
        return _Derived(json, marked.context, result)

    def _type_of(self, head: Word | Variable) -> Type:
        if isinstance(head, Word):
            return self._net.frame.judgement.types[head.position - 1]
        return self._expected[head.number]

    def _leaf_of(self, head: Word | Variable, type_: Type) -> _Derived:
        """A word or a hypothesis by itself, with the type that it turned out to have."""
        if isinstance(head, Word):
            self._types[head.position] = type_
            json = {"rule": "Logical.Constant", **_leaf("constant", self._phrases[head.position], type_)}
            return _Derived(json, (0,), type_)
        number = self._hypotheses.setdefault(head.number, next(self._numbers))
        self._expected[head.number] = type_
        if number not in self._wrapped:
            return _Derived({"rule": "Logical.Variable", **_leaf("variable", number, type_)}, (number,), type_)
        self._wrapped[number] = type_
        boxed = Box(_EXTRACTED, type_)
        leaf = _Derived({"rule": "Logical.Variable", **_leaf("variable", number, boxed)}, (number,), boxed)
        return self._bracketed("BoxElimination", "box", _EXTRACTED, leaf, type_)

    def _bracketed(self, rule: str, key: str, label: str, derived: _Derived, type_: Type) -> _Derived:
        """The rule that puts a bracket around a context; what is to be extracted leaves it at once."""
        json: Json = {"rule": f"Logical.{rule}", "body": derived.json, key: _label(label)}
        inside: list[int | _Bracket] = []
        outside: list[_Bracket] = []
        for item in derived.context:
            match item:
                case _Bracket(bracket, (int(number),)) if bracket == _EXTRACTED and number in self._wrapped:
                    outside.append(item)
                    focus = _leaf("variable", number, Box(_EXTRACTED, self._wrapped[number]))
                    json = {"rule": "Structural.Extract", "body": json, "focus": focus}
                case _:
                    inside.append(item)
        return _Derived(json, (_Bracket(label, tuple(inside)), *outside), type_)


def _leaf(kind: str, number: int, type_: Type) -> Json:
    return {kind: number, "type": notation(type_)}


def _spine(term: Term) -> tuple[Word | Variable, list[Term | _Mark]]:
    """The head of an elimination, and what is done to it in order: arguments, and marks that are taken off."""
    uses: list[Term | _Mark] = []
    while True:
        match term:
            case Application(function, argument):
                uses.append(argument)
                term = function
            case Modal("□E", label, Modal("◇E", same, body)) if label == same:
                uses.append(_Mark("◇E □E", label))
                term = body
            case Modal("□E", label, body):
                uses.append(_Mark("□E", label))
                term = body
            case Word() | Variable():
                return term, uses[::-1]
            case _:
                raise SpindleError("a mark is changed, which these rules cannot say")


def _in_bracket(variable: int, body: Term) -> bool:
    """Whether a rule puts a bracket around a variable on its way out."""
    stack: list[tuple[Term, bool]] = [(body, False)]
    while stack:
        term, inside = stack.pop()
        match term:
            case Variable(number) if number == variable:
                return inside
            case Application(function, argument):
                stack += [(function, inside), (argument, inside)]
            case Abstraction(_, inner):
                stack.append((inner, inside))
            case Modal("□E", label, Modal("◇E", same, inner)) if label == same:  # brings no bracket of its own
                stack.append((inner, inside))
            case Modal(rule, _, inner):
                stack.append((inner, inside or rule in ("◇I", "□E")))
    return False
