"""Attacks: whatever way into being Python offers, a value of the kernel is refused, or it is what it says."""

import ast
import copy
import pickle
from contextlib import suppress
from dataclasses import FrozenInstanceError, fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import proofnets.logic
from proofnets.errors import ProofNetsError, StructureError
from proofnets.logic import (
    UNICODE,
    Abstraction,
    Atom,
    Box,
    Dependency,
    Diamond,
    Frame,
    Implication,
    Judgement,
    Net,
    Proof,
    Term,
    Type,
    Variable,
    Word,
    check_proof,
    context,
    deduce,
    dependencies,
    net_of,
    parse_judgement,
    parse_term,
    parse_type,
    proofs,
    tables,
)
from proofnets.logic.deduction import steps
from proofnets.logic.notation import Style
from proofnets.logic.terms import Lambda, Mark, build, symbols
from tests.attacks import check_fields, check_pickles, dataclasses_of, empty, fields_conform, lookalike
from tests.logic.derivations import Derivation, derivations
from tests.logic.strategies import judgements, terms, types
from tests.logic.switchings import is_net
from tests.logic.test_frames import recursive_twin

NET = next(
    proofs(parse_judgement("die:◇body(◇obj np ⊸ s) ⊸ □mod(np ⊸ np), ze:np, zien:◇obj np ⊸ ◇su np ⊸ s, man:np ⊢ np"))
)
OTHER = next(proofs(parse_judgement("ze:np, zien:◇su np ⊸ s ⊢ s")))
SPECIMENS: list[Any] = [
    Atom("np"),
    parse_type("np ⊸ s"),
    parse_type("◇su np"),
    parse_type("□mod(np ⊸ np)"),
    NET.frame.judgement,
    NET.frame,
    NET,
    *tables(NET.frame, NET.links)[:1],
    Word("ze", 2),
    Variable(4),
    parse_term("zien x ze^su"),
    parse_term("λx^obj.zien x ze^su"),
    parse_term("ze^su"),
    Lambda(3, "su"),
    Mark("◇I", "su"),
    deduce(NET),
    *dependencies(NET.term)[:1],
    UNICODE,
]


def foreigners() -> list[Any]:
    """What a field may be given by mistake or in malice, in good order and in none."""
    leaf = Proof("axiom", (), Word("ze", 1), Atom("np"))
    simple = [None, True, 0, 1, 3, -1, 10**10, 1.5, float("nan"), 1j, "np", "", "◇I", "⊸E", "x y", "\ud800", b"np"]
    values = [Atom("n"), parse_type("s ⊸ s"), Word("man", 7), Variable(0), parse_term("f x"), OTHER, OTHER.frame, leaf]
    several = [(), [], {}, ("np",), (Atom("np"),), [Atom("np")], ((0, 1),), [[0, 1], [2, 3]], ((0.0, 1.0),), (0, 1)]
    odd = [object(), Atom, Term, str, lambda: None, NET.frame.judgement.types, OTHER.links, list(NET.links)]
    wrong = [object.__new__(Type), object.__new__(Term), OTHER.frame.judgement, (leaf, leaf), *SPECIMENS]
    alike = [lookalike(specimen) for specimen in (NET, NET.frame, NET.frame.judgement, NET.term, NET.frame.nodes[0])]
    alike += [
        tuple((float(p), n) for p, n in NET.links),
        list(NET.frame.judgement.types),
        list(NET.frame.judgement.words),
        list(deduce(NET).premises),
    ]
    return simple + values + several + odd + wrong + alike


def is_sound(value: Any) -> bool:
    """Whether all that a value's class promises of its fields is so, whatever its constructor did."""
    if not fields_conform(value, is_sound):
        return False
    match value:
        case Atom(name) | Diamond(name, _) | Box(name, _):
            return name.isidentifier() or name.isalnum()
        case Judgement(words, kinds, _):
            return len(words) == len(kinds) and all(word.encode() or True for word in words)
        case Frame(judgement):
            twin = recursive_twin(judgement)
            return {name: getattr(value, name) for name in twin} == twin
        case Net(frame, links):
            same_term = net_of(value.term, frame.judgement).links == links
            return links == tuple(sorted(links, key=lambda link: link[1])) and is_net(frame, links) and same_term
        case Proof() if not value.premises:
            return value.rule == "axiom" and isinstance(value.term, Word | Variable)
        case Word(text, position):
            return position > 0 and bool(text.encode() or True)
        case Variable(number) | Lambda(number) | Abstraction(number):
            return number >= 0
    return True


def read_back(text: str) -> Any:
    """What a representation stands for: calls of the kernel's names, on constants, tuples and further calls."""

    def value(node: ast.expr) -> Any:
        match node:
            case ast.Constant(constant):
                return constant
            case ast.Tuple(elements):
                return tuple(map(value, elements))
            case ast.UnaryOp(ast.USub(), operand):
                return -value(operand)
            case ast.Call(ast.Name(name), arguments, keywords):
                return names[name](*map(value, arguments), **{str(k.arg): value(k.value) for k in keywords})
        raise AssertionError(ast.dump(node))

    names = vars(proofnets.logic) | {"Lambda": Lambda, "Mark": Mark, "Style": Style}
    return value(ast.parse(text, mode="eval").body)


def test_there_is_a_specimen_of_every_dataclass():
    assert {type(specimen) for specimen in SPECIMENS} == set(dataclasses_of(proofnets.logic))


@pytest.mark.parametrize("specimen", SPECIMENS, ids=lambda specimen: type(specimen).__name__)
def test_no_field_holds_what_it_must_not(specimen: Any):
    check_fields(specimen, foreigners(), is_sound)


@pytest.mark.parametrize("specimen", SPECIMENS, ids=lambda specimen: type(specimen).__name__)
def test_no_pickle_fills_the_fields_of_an_empty_object(specimen: Any):
    check_pickles(specimen)
    with pytest.raises(TypeError):
        pickle.loads(empty(type(specimen)))


@pytest.mark.parametrize("specimen", SPECIMENS, ids=lambda specimen: type(specimen).__name__)
def test_nothing_is_made_twice(specimen: Any):
    before, others = repr(specimen), [other for other in [*SPECIMENS, OTHER] if type(other) is type(specimen)]
    for other in others:
        parts = [getattr(other, field.name) for field in fields(other) if field.init]
        with suppress(TypeError):
            specimen.__init__(*parts)
        assert repr(specimen) == before
        assert is_sound(specimen)


@pytest.mark.parametrize("specimen", SPECIMENS, ids=lambda specimen: type(specimen).__name__)
def test_no_field_can_be_changed(specimen: Any):
    for field in fields(specimen):
        with pytest.raises(FrozenInstanceError):
            setattr(specimen, field.name, getattr(specimen, field.name))
        with pytest.raises(FrozenInstanceError):
            delattr(specimen, field.name)
    assert not hasattr(specimen, "__dict__")


def check_faithful(value: Any) -> None:
    """Copies, pickles and representations of a value are the value; keywords make it too."""
    assert copy.copy(value) is value
    assert copy.deepcopy([value])[0] is value
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(value, protocol)) == value
    assert read_back(repr(value)) == value
    parts = {field.name: getattr(value, field.name) for field in fields(value) if field.init}
    assert type(value)(**parts) == replace(value) == value


@pytest.mark.parametrize("specimen", SPECIMENS, ids=lambda specimen: type(specimen).__name__)
def test_specimens_are_their_copies_pickles_and_representations(specimen: Any):
    check_faithful(specimen)


@given(types() | judgements() | terms())
def test_types_judgements_and_terms_are_their_copies_pickles_and_representations(value: Any):
    check_faithful(value)


@given(derivations())
def test_nets_and_proofs_are_their_copies_pickles_and_representations(derivation: Derivation):
    net = net_of(derivation.term, derivation.judgement)
    check_faithful(net)
    check_faithful(deduce(net))


def test_deep_values_are_pickled():
    type_ = Atom("a")
    for _ in range(3_000):
        type_ = Implication(type_, Atom("a"))
    net = net_of(Word("f", 1), Judgement(("f",), (type_,), type_))
    assert pickle.loads(pickle.dumps(net)) == net
    assert pickle.loads(pickle.dumps(net.term)) == net.term
    count = 2_000
    judgement = Judgement(("",) * (count + 1), (*[parse_type("a ⊸ a")] * count, Atom("a")), Atom("a"))
    proof = deduce(next(proofs(judgement)))
    assert pickle.loads(pickle.dumps(proof)) == proof


def test_the_net_of_one_frame_is_not_that_of_another():
    frame = Frame(replace(NET.frame.judgement, goal=Atom("other")))
    for way in (lambda: Net(frame, NET.links), lambda: replace(NET, frame=frame)):
        with pytest.raises(StructureError):
            way()
    assert replace(NET.frame, judgement=OTHER.frame.judgement) == OTHER.frame
    assert replace(NET, frame=OTHER.frame, links=OTHER.links).term == OTHER.term


def test_links_are_the_net_s_own():
    given_links = [list(link) for link in OTHER.links]
    net = Net(OTHER.frame, given_links)  # type: ignore[arg-type]
    given_links[0][0] = 7
    assert net == OTHER


@pytest.mark.parametrize("links", [[(0.0, 1)], [("0", 1)], [(False, True), (2, 3)], [(0, 1, 2)], ["01"], [3], None])
def test_a_link_is_a_pair_of_numbers(links: Any):
    with pytest.raises((TypeError, ValueError)):
        Net(OTHER.frame, links)


def test_numbers_that_are_too_long_to_be_written_are_refused_in_words():
    with pytest.raises(StructureError, match=r"no such link: a number of 16,610 bits–1"):
        Net(OTHER.frame, [(10**5000, 1)])
    with pytest.raises(ProofNetsError, match=r"a number of 16,610 bits is not a number from"):
        Variable(10**5000)


def test_a_name_is_a_plain_text_whether_it_is_known_or_not():
    class Text(str):
        __slots__ = ()

    known = Atom("np"), Diamond("su", Atom("np")), Box("mod", Atom("np"))
    for make in (Atom, lambda name: Diamond(name, known[0]), lambda name: Box(name, known[0])):
        for name in ("np", "su", "mod", "new"):
            with pytest.raises(TypeError):
                make(Text(name))


def test_a_text_is_not_taken_for_a_type():
    np: Any = "np"
    for way in (
        lambda: Judgement(("x", "y"), (np, Atom("np")), Atom("np")),
        lambda: Judgement(("x",), (Atom("np"),), np),
        lambda: Implication(np, np),
        lambda: Diamond("su", np),
        lambda: Proof("axiom", (), Word("x", 1), np),
    ):
        with pytest.raises(TypeError, match="'np' is not a type: parse_type reads one"):
            way()


def test_the_base_classes_make_nothing():
    for way in (Type, Term, lambda: Type("np"), lambda: Term(Word("x", 1))):
        with pytest.raises(TypeError, match=r"a t(ype|erm) is an? "):
            way()


@given(st.data(), derivations())
def test_a_proof_with_a_step_of_another_proof_is_none_of_the_judgement(data: st.DataObject, derivation: Derivation):
    proof = deduce(net_of(derivation.term, derivation.judgement))
    step = data.draw(st.sampled_from(list(steps(proof))))
    other = data.draw(st.sampled_from([NET.frame.judgement, OTHER.frame.judgement]))
    with pytest.raises(ProofNetsError):
        check_proof(step, other)
    assert {type(leaf) for leaf, _ in context(step)} <= {Word, Variable}


def test_symbols_that_spell_no_term_are_refused():
    leaf = Word("x", 1)
    for spelled in (
        [],
        [leaf, leaf],
        ["@", leaf],
        ["?", leaf, leaf],
        [Mark("◇I", "su")],
        [Lambda(0)],
        [3],
        [None, leaf],
    ):
        with pytest.raises((TypeError, ProofNetsError)):
            build(spelled)  # type: ignore[arg-type]
    assert build(symbols(NET.term)) == NET.term


def test_a_dependency_has_numbers_and_a_label():
    with pytest.raises(TypeError, match="a head must be an int"):
        Dependency("1", 2, "su")  # type: ignore[arg-type]
