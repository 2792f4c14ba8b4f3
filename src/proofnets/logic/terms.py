"""Terms: the linear λ-calculus that ILL⊸,◇,□ types.

Words and variables are the leaves; application eliminates an implication and abstraction introduces one. The
modalities have an introduction and an elimination each. They compute nothing: each undoes the other, and
they are there to say which part of a term plays which role.

| rule | written | reads |
|---|---|---|
| ◇I | `tᵈ` | t as the complement d |
| ◇E | `▿d(t)` | t freed of the mark d |
| □E | `t_m` | t at work as the adjunct m |
| □I | `▴m(t)` | t made an adjunct m |

In the terms of nets, ◇E and □I are rare: a hypothesis `x : ◇obj np` that fills a slot `◇obj np` needs neither.

No function here recurses. A term's symbols in prefix order stand for the term (as prefix symbols do for a type); a
term is taken apart with `symbols` and put together with `build`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal, Self, TypeAlias

from proofnets.display import Displayed
from proofnets.errors import ProofNetsError, TermError
from proofnets.logic.sealed import sealed, show_number
from proofnets.logic.types import check_name

Rule: TypeAlias = Literal["◇I", "◇E", "□I", "□E"]
INVERSE: dict[Rule, Rule] = {"◇I": "◇E", "◇E": "◇I", "□I": "□E", "□E": "□I"}

MOST_WORDS = 10**9 - 1
MOST_VARIABLES = 3 * 10**9 - 1
"""Terms print and read numbers of at most nine digits, and three variables share one."""


_set = object.__setattr__  # these are frozen; terms are made by the million, so each constructor sets its own fields


class Term(Displayed):
    """Base class of the five constructors."""

    __slots__ = ()

    def __new__(cls, *_: Any, **__: Any) -> Self:
        """Refuse: only the constructors make terms."""
        raise TypeError("a term is a Word, a Variable, an Application, an Abstraction or a Modal")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Term):
            return NotImplemented
        return self is other or symbols(self) == symbols(other)

    def __hash__(self) -> int:
        return hash(tuple(symbols(self)))

    def __str__(self) -> str:
        from proofnets.logic.term_notation import show_term

        return show_term(self)

    def __repr__(self) -> str:
        from proofnets.logic.term_notation import show_term

        return f"parse_term({show_term(self, positions=True)!r})"

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return build, (symbols(self),)


@sealed
@dataclass(frozen=True, slots=True, init=False)
class Word(Term):
    """A word of the sentence, with its position, counted from 1."""

    text: str
    position: int

    def __new__(cls, text: str, position: int) -> Word:
        """The word of this text at this position."""
        check_text(text)
        _check_number(position, 1, MOST_WORDS)
        made = object.__new__(cls)
        _set(made, "text", text)
        _set(made, "position", position)
        return made

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return Word, (self.text, self.position)


@sealed
@dataclass(frozen=True, slots=True, init=False)
class Variable(Term):
    """A variable, printed as x, y, z, x1, y1, …"""

    number: int

    def __new__(cls, number: int) -> Variable:
        """The variable of this number."""
        _check_number(number, 0, MOST_VARIABLES)
        made = object.__new__(cls)
        _set(made, "number", number)
        return made

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return Variable, (self.number,)


@sealed
@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class Application(Term):
    """A function with its argument."""

    function: Term
    argument: Term

    def __new__(cls, function: Term, argument: Term) -> Application:
        """The application of the one term to the other."""
        check_term(function)
        check_term(argument)
        made = object.__new__(cls)
        _set(made, "function", function)
        _set(made, "argument", argument)
        return made


@sealed
@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class Abstraction(Term):
    """A function of a variable. The label is that of the variable's type, if this is a ◇."""

    variable: int
    body: Term
    label: str | None = None

    def __new__(cls, variable: int, body: Term, label: str | None = None) -> Abstraction:
        """The function of this variable."""
        _check_number(variable, 0, MOST_VARIABLES)
        check_term(body)
        if label is not None:
            check_name(label)
        made = object.__new__(cls)
        _set(made, "variable", variable)
        _set(made, "body", body)
        _set(made, "label", label)
        return made


@sealed
@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class Modal(Term):
    """A term under one of the four modal rules."""

    rule: Rule
    label: str
    body: Term

    def __new__(cls, rule: Rule, label: str, body: Term) -> Modal:
        """The term under this rule."""
        _check_rule(rule)
        check_name(label)
        check_term(body)
        made = object.__new__(cls)
        _set(made, "rule", rule)
        _set(made, "label", label)
        _set(made, "body", body)
        return made


@sealed
@dataclass(frozen=True, slots=True)
class Lambda:
    """The symbol of an abstraction."""

    variable: int
    label: str | None = None

    def __post_init__(self) -> None:
        _check_number(self.variable, 0, MOST_VARIABLES)
        if self.label is not None:
            check_name(self.label)


@sealed
@dataclass(frozen=True, slots=True)
class Mark:
    """The symbol of a modal rule."""

    rule: Rule
    label: str

    def __post_init__(self) -> None:
        _check_rule(self.rule)
        check_name(self.label)


_CONSTRUCTORS = frozenset((Word, Variable, Application, Abstraction, Modal))


def check_term(term: Term) -> None:
    """Make sure that a term is one of the five constructors'."""
    if type(term) not in _CONSTRUCTORS:
        raise TypeError(f"{term!r} is not a term: parse_term reads one from text")


def _check_rule(rule: Rule) -> None:
    if type(rule) is not str or rule not in INVERSE:
        raise TypeError(f"{rule!r} is not a modal rule: these are {', '.join(INVERSE)}")


def _check_number(number: int, least: int, most: int) -> None:
    if type(number) is not int:
        raise TypeError(f"{number!r} does not number a word or a variable: it is not an int")
    if not least <= number <= most:
        raise ProofNetsError(f"{show_number(number)} is not a number from {least} to {most}")


def check_text(text: str) -> None:
    """Make sure that a word is text."""
    if type(text) is not str:
        raise TypeError(f"{text!r} is not a word: it is not a str")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise ProofNetsError(f"{text!r} is not a word: it holds half a character (a lone surrogate)") from None


APPLICATION: Literal["@"] = "@"
Symbol: TypeAlias = "Word | Variable | Lambda | Mark | Literal['@']"


def symbols(term: Term) -> list[Symbol]:
    """The symbols of a term in prefix order, functions before arguments.

    >>> from proofnets.logic import parse_term
    >>> symbols(parse_term("slapen ze^su"))
    ['@', Word(text='slapen', position=1), Mark(rule='◇I', label='su'), Word(text='ze', position=2)]
    """
    out: list[Symbol] = []
    stack = [term]
    while stack:
        match stack.pop():
            case (Word() | Variable()) as leaf:
                out.append(leaf)
            case Application(function, argument):
                out.append(APPLICATION)
                stack += [argument, function]
            case Abstraction(variable, body, label):
                out.append(Lambda(variable, label))
                stack.append(body)
            case Modal(rule, label, body):
                out.append(Mark(rule, label))
                stack.append(body)
    return out


def build(prefix: Iterable[Symbol]) -> Term:
    """The term that a sequence of symbols spells; the inverse of `symbols`."""
    values: list[Term] = []
    try:
        for symbol in reversed(list(prefix)):
            if isinstance(symbol, str) and symbol == APPLICATION:
                function = values.pop()
                values.append(Application(function, values.pop()))
            elif isinstance(symbol, Mark):
                values.append(Modal(symbol.rule, symbol.label, values.pop()))
            elif isinstance(symbol, Lambda):
                values.append(Abstraction(symbol.variable, values.pop(), symbol.label))
            else:
                values.append(symbol)
        term = values.pop()
    except IndexError:
        raise TermError("these symbols spell no term: some are missing") from None
    check_term(term)
    if values:
        raise TermError("these symbols spell more than one term")
    return term


def words(term: Term) -> list[Word]:
    """The words of a term, from left to right."""
    return [symbol for symbol in symbols(term) if isinstance(symbol, Word)]


def free_variables(term: Term) -> frozenset[int]:
    """The variables that a term does not bind.

    >>> from proofnets.logic import parse_term
    >>> free_variables(parse_term("λx.x y")) == {1}
    True
    """
    free: set[int] = set()
    bound: dict[int, int] = {}
    stack: list[Term | int] = [term]  # a number marks the end of that variable's scope
    while stack:
        match stack.pop():
            case int(variable):
                bound[variable] -= 1
            case Variable(number) if not bound.get(number):
                free.add(number)
            case Application(function, argument):
                stack += [argument, function]
            case Abstraction(variable, body):
                bound[variable] = bound.get(variable, 0) + 1
                stack += [variable, body]
            case Modal(_, _, body):
                stack.append(body)
    return frozenset(free)


def renumber(term: Term, avoid: Iterable[int] = ()) -> Term:
    """Number the bound variables in the order of their λs, each its own, skipping the free ones and those to avoid.

    >>> from proofnets.logic import parse_term
    >>> print(renumber(parse_term("f (λz.z) (λz.z)")))
    f (λx.x) (λy.y)
    """
    taken = free_variables(term) | frozenset(avoid)
    out: list[Symbol] = []
    names: dict[int, list[int]] = {}
    fresh = -1
    stack: list[Term | int] = [term]  # a number marks the end of that variable's scope
    while stack:
        match stack.pop():
            case int(variable):
                names[variable].pop()
            case Variable(number):
                out.append(Variable(names[number][-1]) if names.get(number) else Variable(number))
            case Word() as word:
                out.append(word)
            case Application(function, argument):
                out.append(APPLICATION)
                stack += [argument, function]
            case Abstraction(variable, body, label):
                fresh += 1
                while fresh in taken:
                    fresh += 1
                names.setdefault(variable, []).append(fresh)
                out.append(Lambda(fresh, label))
                stack += [variable, body]
            case Modal(rule, label, body):
                out.append(Mark(rule, label))
                stack.append(body)
    return build(out)


def alpha_equal(one: Term, other: Term) -> bool:
    """Whether two terms are the same but for the names of their bound variables.

    >>> from proofnets.logic import parse_term
    >>> alpha_equal(parse_term("λx.λy.g x y"), parse_term("λy.λx.g y x"))
    True
    >>> alpha_equal(parse_term("λx.λy.g x y"), parse_term("λx.λy.g y x"))
    False
    """
    return symbols(renumber(one)) == symbols(renumber(other))


def substitute(term: Term, variable: int, replacement: Term) -> Term:
    """Put a term in the place of a free variable; bound variables are renamed, so that none captures anything.

    >>> from proofnets.logic import parse_term
    >>> print(substitute(parse_term("λx.x y"), 1, parse_term("f x")))
    λz.z (f x)
    """
    apart = renumber(term, avoid=free_variables(replacement) | {variable})
    inserted = symbols(replacement)
    out: list[Symbol] = []
    for symbol in symbols(apart):
        out += inserted if symbol == Variable(variable) else [symbol]
    return build(out)


def strip(term: Term) -> Term:
    """The plain λ-term, without marks and labels.

    >>> from proofnets.logic import parse_term
    >>> print(strip(parse_term("(de_det man)^su")))
    de man
    """
    return build(
        replace(symbol, label=None) if isinstance(symbol, Lambda) else symbol
        for symbol in symbols(term)
        if not isinstance(symbol, Mark)
    )


def check_linear(term: Term) -> None:
    """Make sure that a term is closed, and that it uses every word and every bound variable just once.

    >>> from proofnets.logic import parse_term
    >>> check_linear(parse_term("λx.f"))
    Traceback (most recent call last):
    proofnets.errors.TermError: x is bound but not used
    """
    if free := free_variables(term):
        raise TermError(f"{Variable(min(free))} is not bound")
    used: dict[Variable | int, Word | Variable] = {}  # words by their positions
    bound: dict[int, int] = {}  # variables, each its own, and their names
    for symbol, named in zip(symbols(renumber(term)), symbols(term), strict=True):
        if isinstance(symbol, Lambda) and isinstance(named, Lambda):
            bound[symbol.variable] = named.variable
        elif isinstance(symbol, Word | Variable):
            key = symbol.position if isinstance(symbol, Word) else symbol
            if (other := used.get(key)) is not None:
                raise TermError(f"{named} is used twice" if other == symbol else f"{named} stands where {other} does")
            used[key] = symbol
    for variable, name in bound.items():
        if Variable(variable) not in used:
            raise TermError(f"{Variable(name)} is bound but not used")


def eta_short(term: Term) -> Term:
    """The η-short form of a linear term: `λx.f x` is f, and a rule goes with the one that it undoes.

    >>> from proofnets.logic import parse_term
    >>> print(eta_short(parse_term("te_mod ▴det(λx.veel_det x)")))
    te_mod veel
    """
    values: list[Term] = []
    for symbol in reversed(symbols(renumber(term))):
        if symbol == APPLICATION:
            function = values.pop()
            values.append(Application(function, values.pop()))
            continue
        match symbol, values[-1] if values else None:
            case Mark(rule, label), Modal(undone, same, body) if undone == INVERSE[rule] and same == label:
                values[-1] = body
            case Lambda(variable), Application(function, Variable(number)) if number == variable:
                values[-1] = function
            case Mark(rule, label), Term() as body:
                values[-1] = Modal(rule, label, body)
            case Lambda(variable, label), Term() as body:
                values[-1] = Abstraction(variable, body, label)
            case (Word() | Variable()) as leaf, _:
                values.append(leaf)
    return values.pop()


def normalise(term: Term) -> Term:
    """The β-normal form of a linear term, in time linear in its size.

    Each variable stands for one use, so contracting `(λx.t) u` moves u to the place of x and copies nothing.
    A modal elimination undoes the introduction with the same label.

    >>> from proofnets.logic import parse_term
    >>> print(normalise(parse_term("(λx.λy.x y) (λz.f z) g")))
    f g
    """
    apart = renumber(term)
    uses = [symbol for symbol in symbols(apart) if isinstance(symbol, Variable)]
    if len(uses) != len(set(uses)):
        raise TermError("a variable is used twice: only linear terms have a normal form here")
    moved: dict[int, Term] = {}
    out: list[Symbol] = []
    todo = [apart]
    while todo:
        here = todo.pop()
        spine: list[Term | Mark] = []  # the arguments and eliminations that wait for a head, the nearest last
        while True:
            match here:
                case Application(function, argument):
                    spine.append(argument)
                    here = function
                case Modal(("◇E" | "□E") as rule, label, body):
                    spine.append(Mark(rule, label))
                    here = body
                case Abstraction(variable, body, label):
                    if not spine:
                        out.append(Lambda(variable, label))
                    elif isinstance(waiting := spine.pop(), Term):
                        moved[variable] = waiting
                    else:
                        raise TermError(
                            f"a function is no {waiting.rule[0]} {waiting.label}, so {waiting.rule} cannot apply"
                        )
                    here = body
                case Modal(rule, label, body):
                    if not spine:
                        out.append(Mark(rule, label))
                    elif spine.pop() != Mark(INVERSE[rule], label):
                        raise TermError(f"what {rule} {label} makes is used as something else")
                    here = body
                case Variable(number) if number in moved:
                    here = moved.pop(number)
                case Word() | Variable():
                    out += [step if isinstance(step, Mark) else APPLICATION for step in spine]
                    out.append(here)
                    todo += [step for step in spine if isinstance(step, Term)]
                    break
    return build(out)
