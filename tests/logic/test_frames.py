from dataclasses import fields, replace

import pytest
from hypothesis import given

from proofnets.errors import ProofNetsError
from proofnets.logic import (
    Atom,
    Frame,
    Implication,
    Judgement,
    Type,
    imbalance,
    links_of,
    occurrences,
    parse_judgement,
    tables,
)
from proofnets.logic import atoms as atoms_of
from tests.logic.derivations import Derivation, derivations, structures


def recursive_twin(judgement: Judgement) -> dict[str, tuple[object, ...]]:
    """The fields of a frame, as one would work them out if types were shallow."""
    nodes: list[tuple[Type, bool, int, int]] = []
    results: dict[int, int] = {}

    def visit(type_: Type, positive: bool, parent: int, owner: int) -> int:
        here = len(nodes)
        nodes.append((type_, positive, parent, owner))
        if isinstance(type_, Implication):
            visit(type_.argument, not positive, here, owner)
            results[here] = visit(type_.result, positive, here, owner)
        elif not isinstance(type_, Atom):
            visit(type_.body, positive, here, owner)
        return here

    roots = [visit(type_, True, -1, owner) for owner, type_ in enumerate(judgement.types, 1)]
    roots.append(visit(judgement.goal, False, -1, 0))
    types, positive, parents, owners = zip(*nodes, strict=True)
    return {
        "nodes": types,
        "positive": positive,
        "parents": parents,
        "results": tuple(results.get(node, -1) for node in range(len(nodes))),
        "owners": owners,
        "roots": tuple(roots),
        "atoms": tuple(node for node, type_ in enumerate(types) if isinstance(type_, Atom)),
    }


@given(derivations())
def test_decomposition_agrees_with_its_recursive_twin(derivation: Derivation):
    frame, twin = Frame(derivation.judgement), recursive_twin(derivation.judgement)
    assert {name: getattr(frame, name) for name in twin} == twin
    assert [field.name for field in fields(Frame)] == ["judgement", *twin]


@given(derivations())
def test_atoms_are_those_of_the_types_in_order(derivation: Derivation):
    judgement, frame = derivation.judgement, Frame(derivation.judgement)
    expected = [atom for type_ in judgement.types for atom in atoms_of(type_)] + atoms_of(judgement.goal, False)
    assert [(frame.name(i), frame.positive[node]) for i, node in enumerate(frame.atoms)] == expected
    found = occurrences(frame)
    assert list(found) == list(dict.fromkeys(name for name, _ in expected))
    for name, (negative, positive) in found.items():
        assert negative == [i for i, atom in enumerate(expected) if atom == (name, False)]
        assert positive == [i for i, atom in enumerate(expected) if atom == (name, True)]


@given(derivations())
def test_provable_judgements_balance(derivation: Derivation):
    assert imbalance(Frame(derivation.judgement)) is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("np, np ⊸ s ⊢ s", None),
        ("⊢ np", "np occurs 0 times positive and 1 time negative"),
        ("np, np, np ⊸ s ⊢ s", "np occurs 2 times positive and 1 time negative"),
        ("n ⊸ np, ◇su np ⊸ s ⊢ s", "n occurs 0 times positive and 1 time negative"),
        (
            "a, b ⊢ c",
            "a occurs 1 time positive and 0 times negative; b occurs 1 time positive and 0 times negative; "
            "c occurs 0 times positive and 1 time negative",
        ),
    ],
)
def test_imbalance_says_which_atoms_fail_count_invariance(text: str, message: str | None):
    assert imbalance(Frame(parse_judgement(text))) == message


def test_atoms_are_described_by_their_word():
    frame = Frame(parse_judgement("die:np ⊸ np, np ⊢ np"))
    assert [frame.describe(atom) for atom in range(4)] == [
        "np 0 of 'die'",
        "np 1 of 'die'",
        "np 2 of 'w2'",
        "np 3 of the goal",
    ]


@given(structures())
def test_links_come_back_from_their_tables(structure):
    frame, links = structure
    shown = tables(frame, links)
    assert links_of(shown) == sorted(links, key=lambda link: link[1])
    assert tables(frame, links_of(shown)) == shown
    for table in shown:
        assert all(frame.name(atom) == table.atom for atom in table.rows + table.columns)
        assert not any(frame.positive[frame.atoms[row]] for row in table.rows)
        assert all(frame.positive[frame.atoms[column]] for column in table.columns)


@pytest.mark.parametrize(
    "matrix",
    [((1, 0), (1, 0)), ((0, 0), (0, 1)), ((1, 1), (0, 1)), ((0, 0), (1, 1)), ((2, -1), (-1, 2))],
)
def test_tables_that_are_no_permutation_are_refused(matrix):
    table = tables(Frame(parse_judgement("a, a ⊸ a ⊢ a")), [(0, 1), (2, 3)])[0]
    with pytest.raises(ProofNetsError, match="the table of a is no permutation matrix"):
        links_of([replace(table, matrix=matrix)])
