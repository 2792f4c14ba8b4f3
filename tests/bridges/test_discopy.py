"""Diagrams mean what their terms mean when words are multilinear maps, which is worked out here without diagrams."""

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings

from proofnets.errors import ProofNetsError
from proofnets.logic import (
    Atom,
    Box,
    Diamond,
    Implication,
    Type,
    Word,
    atoms,
    interpret,
    net_of,
    parse_judgement,
    proofs,
)
from tests.bridges.tools import package
from tests.logic.derivations import Derivation, derivations

DIMENSIONS = {"a": 1, "b": 2, "c": 3}
ZIET = next(proofs(parse_judgement("Jan:np, ziet:◇obj np ⊸ ◇su np ⊸ s, Piet:np ⊢ s")))


def test_a_sentence_in_vectors():
    package("discopy")
    from proofnets.bridges.discopy import evaluate

    lexicon = {"Jan": np.array([1.0, 2.0]), "Piet": np.array([3.0, 5.0]), "ziet": np.arange(12.0).reshape(2, 2, 3)}
    meaning = evaluate(ZIET, {"np": 2, "s": 3}, lexicon)
    links = dict(ZIET.links)
    as_object, as_subject = (lexicon["Jan" if links[0] == atom else "Piet"] for atom in (1, 2))
    assert np.allclose(meaning, np.einsum("osx,o,s->x", lexicon["ziet"], as_object, as_subject))


def bare(type_: Type) -> Type:
    while isinstance(type_, Diamond | Box):
        type_ = type_.body
    return type_


def shape(type_: Type) -> tuple[int, ...]:
    return tuple(DIMENSIONS[name] for name, _ in atoms(type_))


def value_of(array: Any, type_: Type) -> Any:
    """An array as a value of a type: a vector, or a function."""
    type_ = bare(type_)
    if isinstance(type_, Atom):
        return array
    assert isinstance(type_, Implication)
    argument, result = type_.argument, type_.result
    axes = len(shape(argument))

    def apply(value: Any) -> Any:
        return value_of(np.tensordot(array_of(value, argument), array, axes), result)

    return apply


def array_of(value: Any, type_: Type) -> Any:
    """The array of a value: what a function does to each element of the basis."""
    type_ = bare(type_)
    if isinstance(type_, Atom):
        return value
    assert isinstance(type_, Implication)
    array = np.zeros(shape(type_))
    for place in product(*map(range, shape(type_.argument))):
        element = np.zeros(shape(type_.argument))
        element[place] = 1
        array[place] = array_of(value(value_of(element, type_.argument)), type_.result)
    return array


@given(derivations(size=4))
@settings(max_examples=50)
def test_a_diagram_means_what_its_term_means(derivation: Derivation):
    package("discopy")
    from proofnets.bridges.discopy import evaluate, net_diagram

    judgement = derivation.judgement
    assume(sum(len(atoms(type_)) for type_ in (*judgement.types, judgement.goal)) <= 14)
    net = net_of(derivation.term, judgement)
    random = np.random.default_rng(0)
    arrays = [random.integers(-3, 4, shape(type_)).astype(float) for type_ in judgement.types]
    found = evaluate(net, DIMENSIONS, lambda word: arrays[word.position - 1])
    expected = interpret(net.term, lambda word: value_of(arrays[word.position - 1], judgement.types[word.position - 1]))
    assert found.shape == shape(judgement.goal)
    assert np.allclose(found, array_of(expected, judgement.goal))
    diagram = net_diagram(net)
    assert sum(type(box).__name__ == "Cup" for box in diagram.boxes) <= len(net.links)
    assert [box.name for box in diagram.boxes if box.data] == list(judgement.names)


def test_a_sentence_of_many_words_is_evaluated():
    """All words side by side would be a tensor of 2^80 numbers."""
    package("discopy")
    from proofnets.bridges.discopy import evaluate

    adverbs = ", ".join(f"w{n}:□mod(s ⊸ s)" for n in range(39))
    net = next(proofs(parse_judgement(f"regent:s, {adverbs} ⊢ s")))
    turn = np.array([[0.0, 1.0], [1.0, 0.0]])
    meaning = evaluate(net, {"s": 2}, lambda word: np.array([1.0, 0.0]) if word.text == "regent" else turn)
    assert meaning.tolist() == [0.0, 1.0]


def test_a_diagram_is_drawn(tmp_path: Path):
    package("discopy")
    package("matplotlib").use("Agg")
    from proofnets.bridges.discopy import net_diagram

    text = (Path(__file__).parents[2] / "examples" / "strategie.txt").read_text(encoding="utf-8")
    net_diagram(next(proofs(parse_judgement(text)))).draw(path=str(tmp_path / "net.png"), show=False)
    assert (tmp_path / "net.png").read_bytes().startswith(b"\x89PNG")


Faulty = Callable[[Word], Any] | dict[str, Any]


@pytest.mark.parametrize(
    ("dimensions", "lexicon", "message"),
    [
        ({"np": 2}, {}, "no dimension for s"),
        ({"np": 2, "s": 3}, {}, "no array for 'Jan'"),
        (
            {"np": 2, "s": 3},
            {"Jan": np.zeros(3)},
            r"the array of 'Jan' has the shape \(3,\), but its type needs \(2,\)",
        ),
        ({"np": 2, "s": 3}, lambda word: 0.0, r"the shape \(\), but"),
    ],
)
def test_what_is_missing_is_named(dimensions: dict[str, int], lexicon: Faulty, message: str):
    package("discopy")
    from proofnets.bridges.discopy import evaluate

    with pytest.raises(ProofNetsError, match=message):
        evaluate(ZIET, dimensions, lexicon)
