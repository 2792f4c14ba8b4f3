"""Hypothesis strategies for types, judgements and terms."""

from __future__ import annotations

from functools import cache, reduce
from itertools import count

from hypothesis import strategies as st

from proofnets.logic import (
    Abstraction,
    Application,
    Atom,
    Box,
    Diamond,
    Implication,
    Judgement,
    Modal,
    Term,
    Type,
    Variable,
    Word,
)
from proofnets.logic.terms import APPLICATION, Lambda, Mark, Symbol, words

RAISED = "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ⁰¹²³⁴⁵⁶⁷⁸⁹"
NAMES = ("n", "np", "s", "s_main", "obj1", "cmp_body", "su", "q", "x", "li", "mathrm", "1", "_", "naïef", "Ø", "名詞")
ODD_WORDS = (
    *('"', "'", "'s", '12" vinyl', ":", "::", "12:30", ",", "a,b", ".", "(", ")", "a b", " ", "\t", "\n", "😀", "é"),
    *("x", "y", "z", "x1", "x1a", "xyz", "λ", "λx.x", "\\", "\\x", "\\ ", "\\!", "\\;a", "\\lambda", "\\texttt{a}"),
    *("|-", "|-np", "⊢", "\\vdash", "\\vdashes", "->", "⊸", "◇su", "<su>", "[mod]", "]mod[", "▿d", "▴m", "-", "--"),
    *("ᵃ", "deˢᵘ", "m²", "de₁", "a_b", "a^b", "_{1}", "{}", "{-}", "&%$#~`^", "\\textless{}", "\x00", "\u2028", "1"),
)
DUTCH_WORDS = ("de", "man", "De", "die", "ziet", "naïef", "Wiskundige_Omgangstaal", "x")
RULES = ("◇I", "◇E", "□I", "□E")


_LETTERS = st.characters(categories=["L", "N"], include_characters="_")
names = st.sampled_from(NAMES) | st.text(_LETTERS, min_size=1, max_size=4)
"""Names of atoms and labels: letters, digits and _ of any script."""

labels = names.filter(lambda name: not set(name) & set(RAISED))
"""Labels of a term's marks: none of their letters is raised."""

odd_words = st.sampled_from(DUTCH_WORDS + ODD_WORDS) | st.text(max_size=5)
"""Words that a notation may stumble over."""


@cache
def types(name: st.SearchStrategy[str] = names, max_size: int = 15) -> st.SearchStrategy[Type]:
    """Types over the given names, with modalities anywhere.

    They are put together from the leaves up: an atom is laid on a stack, a modality goes around the last type on
    the stack, an implication joins the last two, and at the end all that are left. So large types are not rare.
    """
    atoms = st.builds(Atom, name)
    steps = atoms | st.just(None) | st.tuples(st.sampled_from([Diamond, Box]), name)
    return st.builds(_type, atoms, st.lists(steps, max_size=max_size))


def _type(first: Type, steps: list[Type | tuple[type[Diamond | Box], str] | None]) -> Type:
    stack = [first]
    for step in steps:
        match step:
            case Type():
                stack.append(step)
            case None:
                stack[-2:] = [reduce(Implication, stack[-2:])]
            case modality, label:
                stack[-1] = modality(label, stack[-1])
    return reduce(lambda result, argument: Implication(argument, result), reversed(stack))


_PREMISES = st.lists(st.tuples(odd_words | st.just(""), types(max_size=5)), max_size=4)


@cache
def judgements() -> st.SearchStrategy[Judgement]:
    """Judgements whose words may be anything; an empty one is unnamed."""
    return st.builds(
        lambda premises, goal: Judgement(tuple(w for w, _ in premises), tuple(t for _, t in premises), goal),
        _PREMISES,
        types(),
    )


@cache
def terms() -> st.SearchStrategy[Term]:
    """Terms of all constructors, typable or not, closed or open; some words occur at several positions.

    They are put together like types.
    """
    length, variable = 6, st.integers(0, 4)
    leaves = st.builds(Word, st.just(""), st.integers(1, length)) | st.builds(Variable, variable)
    lambdas = st.builds(Lambda, variable, st.none() | labels)
    steps = leaves | st.just(APPLICATION) | lambdas | st.builds(Mark, st.sampled_from(RULES), labels)
    sentences = st.lists(st.sampled_from(DUTCH_WORDS) | odd_words, min_size=length, max_size=length)
    return st.builds(_term, leaves, st.lists(steps, max_size=15), sentences)


def _term(first: Term, steps: list[Symbol], sentence: list[str]) -> Term:
    stack: list[Term] = []
    for step in [first, *steps]:
        match step:
            case Word(_, position):
                stack.append(Word(sentence[position - 1], position))
            case Variable():
                stack.append(step)
            case Lambda(variable, label):
                stack[-1] = Abstraction(variable, stack[-1], label)
            case Mark(rule, label):
                stack[-1] = Modal(rule, label, stack[-1])
            case _:
                stack[-2:] = [reduce(Application, stack[-2:])]
    return reduce(Application, stack)


_ROLES = st.sampled_from(["su", "obj1", "mod", "s_main"])
_SMALL_TYPES = types(st.sampled_from(["n", "np", "s", "s_main"]), max_size=3)
_RULES = st.sampled_from(["leaf", "introduction", "application", "redex", "◇E", "□E"])
_WORDS = st.sampled_from(DUTCH_WORDS)


@st.composite
def linear_terms(draw: st.DrawFn) -> Term:
    """Closed, typable, linear terms with redexes of both kinds.

    They are drawn from the top down: a term of a given type that uses every variable of a given context once. A word
    may have any type, so that a branch can end anywhere. A binder may shadow a variable that its body cannot use.
    """
    positions = count(1)

    def leaf(goal: Type, context: dict[int, Type]) -> Term:
        if list(context.values()) == [goal] and draw(st.booleans()):
            return Variable(*context)
        term: Term = Word(draw(_WORDS), next(positions))
        for variable in context:
            term = Application(term, Variable(variable))
        return term

    def split(context: dict[int, Type]) -> tuple[dict[int, Type], dict[int, Type]]:
        left = {variable for variable in context if draw(st.booleans())}
        return (
            {variable: type_ for variable, type_ in context.items() if variable in left},
            {variable: type_ for variable, type_ in context.items() if variable not in left},
        )

    def function(argument: Type, result: Type, context: dict[int, Type], fuel: int) -> Term:
        variable = draw(st.sampled_from([n for n in range(len(context) + 2) if n not in context]))
        label = argument.label if isinstance(argument, Diamond) else None
        return Abstraction(variable, term(result, {**context, variable: argument}, fuel), label)

    def introduction(goal: Type, context: dict[int, Type], fuel: int) -> Term:
        match goal:
            case Implication(argument, result):
                return function(argument, result, context, fuel)
            case Diamond(label, body):
                return Modal("◇I", label, term(body, context, fuel))
            case Box(label, body):
                return Modal("□I", label, term(body, context, fuel))
        return leaf(goal, context)

    def term(goal: Type, context: dict[int, Type], fuel: int) -> Term:
        rule = draw(_RULES) if fuel else "leaf"
        match rule:
            case "introduction":
                return introduction(goal, context, fuel - 1)
            case "application" | "redex":
                argument = draw(_SMALL_TYPES)
                left, right = split(context)
                head = (
                    function(argument, goal, left, fuel - 1)
                    if rule == "redex"
                    else term(Implication(argument, goal), left, fuel - 1)
                )
                return Application(head, term(argument, right, fuel - 1))
            case "◇E" | "□E":
                label = draw(_ROLES)
                marked = Diamond(label, goal) if rule == "◇E" else Box(label, goal)
                inner = introduction if draw(st.booleans()) else term
                return Modal(rule, label, inner(marked, context, fuel - 1))
        return leaf(goal, context)

    return term(draw(_SMALL_TYPES), {}, fuel=5)


def sentence_of(term: Term) -> list[str]:
    """A sentence that has the words of a term at their positions, and other words elsewhere."""
    placed = {word.position: word.text for word in words(term)}
    other = "".join(placed.values()) + "…"
    return [placed.get(position, other) for position in range(1, max(placed, default=0) + 1)]
