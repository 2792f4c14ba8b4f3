import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofnets.errors import ProofNetsError
from proofnets.logic import (
    Abstraction,
    Application,
    Atom,
    Implication,
    Term,
    Type,
    Variable,
    Word,
    alpha_equal,
    interpret,
    normalise,
    parse_judgement,
    parse_term,
    proofs,
    strip,
)
from tests.logic.derivations import Derivation, beta_expanded, derivations

PEOPLE = {"Jan", "Piet", "Marie"}
MEN = {"Jan", "Piet"}
SEES = {("Jan", "Marie"), ("Piet", "Marie"), ("Marie", "Jan")}
LOGIC = {
    "Jan": "Jan",
    "man": lambda x: x in MEN,
    "mens": lambda x: x in PEOPLE,
    "ziet": lambda obj: lambda su: (su, obj) in SEES,
    "elke": lambda noun: lambda verb: all(verb(x) for x in PEOPLE if noun(x)),
    "een": lambda noun: lambda verb: any(verb(x) for x in PEOPLE if noun(x)),
    "niet": lambda sentence: not sentence,
}


@pytest.mark.parametrize(
    ("term", "value"),
    [
        ("elke man (λx.een mens (λy.ziet y x))", True),
        ("elke mens (λx.een man (λy.ziet y x))", False),
        ("een mens (λy.elke man (λx.ziet y x))", True),
        ("een mens (λx.ziet x Jan^su)", True),
        ("niet_mod (een man (λx^su.ziet Jan^obj x))", True),
        ("een man (ziet Jan)", False),
    ],
)
def test_terms_have_truth_values(term: str, value: bool):
    assert interpret(parse_term(term), LOGIC) is value


def test_each_net_has_its_own_reading():
    judgement = parse_judgement("elke:(e ⊸ t) ⊸ t, een:(e ⊸ t) ⊸ t, ziet:◇obj e ⊸ ◇su e ⊸ t ⊢ t")
    likes = {(1, 2), (2, 1)}
    lexicon = {
        "elke": lambda verb: all(verb(x) for x in (1, 2)),
        "een": lambda verb: any(verb(x) for x in (1, 2)),
        "ziet": lambda obj: lambda su: (su, obj) in likes,
    }
    values = {str(strip(net.term)): interpret(net.term, lexicon) for net in proofs(judgement)}
    assert values == {
        "elke (λx.een (λy.ziet x y))": True,
        "elke (λx.een (λy.ziet y x))": True,
        "een (λx.elke (λy.ziet x y))": False,
        "een (λx.elke (λy.ziet y x))": False,
    }


def test_terms_translate():
    lexicon = {
        "De": lambda noun: f"the {noun}",
        "strategie": "strategy",
        "die": lambda clause: lambda noun: f"{noun} that {clause('')}",
        "ze": "they",
        "volgen": lambda obj: lambda su: f"{su} follow {obj}".strip(),
        "is": lambda predicate: lambda su: f"{su} is {predicate}",
        "eeuwenoud": "age-old",
    }
    term = parse_term("is eeuwenoud^predc ((die (λx^obj.volgen x ze^su)^body)_mod (De_det strategie))^su")
    assert interpret(term, lexicon) == "the strategy that they follow is age-old"


def test_terms_have_vectors():
    lexicon = {
        "mannen": (1.0, 2.0),
        "oude": lambda v: (v[0], 3 * v[1]),
        "slapen": lambda v: (v[0] + v[1], v[0] - v[1]),
    }
    assert interpret(parse_term("slapen (oude_mod mannen)^su"), lexicon) == (7.0, -5.0)


def test_a_lexicon_may_be_a_function_that_tells_words_apart_by_position():
    term = parse_term("f de₂ de₁")
    assert interpret(term, lambda word: (lambda a: lambda b: (a, b)) if word.text == "f" else word.position) == (2, 1)


def test_a_value_may_be_falsy():
    assert interpret(parse_term("a"), {"a": None}) is None


def test_a_word_that_the_lexicon_lacks_is_named():
    with pytest.raises(ProofNetsError, match=r"^the lexicon has no value for 'slapen'$"):
        interpret(parse_term("slapen ze"), {"ze": 1})


def test_a_free_variable_is_named():
    with pytest.raises(ProofNetsError, match=r"^y is not bound, so it has no value$"):
        interpret(parse_term("λx.x y"), {})(1)


def test_a_closure_can_be_called_more_than_once():
    add = interpret(parse_term("λx.λy.plus x y"), {"plus": lambda a: lambda b: a + b})
    add_one = add(1)
    assert [add_one(1), add_one(5), add(2)(2)] == [2, 6, 4]


def test_application_may_be_deep():
    depth = 10_000
    nested: Term = Word("zero", 1)
    spread: Term = Word("count", 1)
    for position in range(2, depth + 2):
        nested = Application(Word("next", position), nested)
        spread = Application(spread, Word("next", position))

    def counter(number: int):
        return lambda _: counter(number + 1) if number + 1 < depth else number + 1

    lexicon = {"zero": 0, "next": lambda n: n + 1, "count": counter(0)}
    assert interpret(nested, lexicon) == depth
    assert interpret(spread, lexicon) == depth


def reflect(type_: Type, term: Term, fresh):
    """A value of that type that shows itself as the term."""
    match type_:
        case Atom():
            return term
        case Implication(argument, result):
            return lambda value: reflect(result, Application(term, reify(argument, value, fresh)), fresh)
        case _:
            return reflect(type_.body, term, fresh)


def reify(type_: Type, value, fresh) -> Term:
    """The plain η-long term that a value of that type shows itself as."""
    match type_:
        case Atom():
            return value
        case Implication(argument, result):
            number = next(fresh)
            return Abstraction(number, reify(result, value(reflect(argument, Variable(number), fresh)), fresh))
        case _:
            return reify(type_.body, value, fresh)


@given(derivations(), st.integers(0, 2**32))
def test_a_term_and_what_is_beta_equal_to_it_have_the_same_value_and_it_tells_the_term(
    derivation: Derivation, seed: int
):
    judgement, term = derivation
    for same in (term, strip(term), beta_expanded(term, seed), normalise(beta_expanded(term, seed))):
        fresh = itertools.count()
        value = interpret(same, lambda word: reflect(judgement.types[word.position - 1], word, fresh))  # noqa: B023  # called in this turn
        assert alpha_equal(reify(judgement.goal, value, fresh), strip(term))
