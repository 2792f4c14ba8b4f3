"""Nets as string diagrams of DisCoPy, and their meaning in vectors.

A net is drawn in a compact closed category, where `A ⊸ B` is the dual of A beside B: every atom of a type is a wire,
and turned around if it is negative. Words are boxes that wires come out of, in the order of the atoms of their types,
and axiom links are cups. Wires of the goal are what is open at the end. Marks are not drawn: they mean nothing here.

A functor into tensors gives the meaning of a sentence from those of its words (the categorical, compositional and
distributional models of Coecke, Sadrzadeh and Clark): an atomic type is a vector space, a word a tensor, a cup an
inner product.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from discopy import compact, tensor

from proofnets.errors import ProofNetsError
from proofnets.logic import Frame, Net, Word

Lexicon = Mapping[str, Any] | Callable[[Word], Any]


def net_diagram(net: Net) -> Any:
    """A net as a `discopy.compact.Diagram`, from nothing to the wires of the goal.

    Words come one after the other, and two wires are joined as soon as both are there. So there are never more wires
    side by side than the sentence needs, and that is what evaluation takes memory for.
    """
    frame = net.frame
    partners = {atom: other for link in net.links for atom, other in (link, link[::-1])}
    goal = _goal(frame)
    diagram, wires = compact.Id(compact.Ty()), list[int]()
    for position, name in enumerate(frame.judgement.names, 1):
        atoms = [atom for atom in range(len(frame.atoms)) if _owner(frame, atom) == position]
        diagram @= compact.Box(name, compact.Ty(), _wires(frame, atoms), data=position)
        wires += atoms
        for atom in atoms:
            if atom in wires and partners[atom] in wires:
                diagram, wires = _joined(frame, diagram, wires, atom, partners[atom])
    for atom in goal:
        if partners[atom] in goal and atom < partners[atom]:  # both ends are open: the goal has what it asks for
            wires += [partners[atom], atom]
            diagram @= compact.Cap(*(_wire(frame, wire) for wire in wires[-2:]))
    return _ordered(diagram, wires, [partners[atom] for atom in goal])


def evaluate(net: Net, dimensions: Mapping[str, int], lexicon: Lexicon) -> Any:
    """The meaning of a net: an array with an axis for every atom of its goal.

    `dimensions` are those of the atomic types; the lexicon is a mapping from words to arrays, or a function of a
    `Word`. The array of a word has an axis for every atom of its type, in the order in which they are written.
    """
    if missing := {net.frame.name(atom) for atom in range(len(net.frame.atoms))} - set(dimensions):
        raise ProofNetsError(f"there is no dimension for {', '.join(sorted(missing))}: give one for every atom")

    def meaning(box: Any) -> Any:
        if callable(lexicon):
            array = np.asarray(lexicon(Word(box.name, box.data)))
        elif box.name in lexicon:
            array = np.asarray(lexicon[box.name])
        else:
            raise ProofNetsError(f"the lexicon has no array for '{box.name}'")
        shape = tuple(dimensions[wire.name] for wire in box.cod.inside)
        if array.shape != shape:
            raise ProofNetsError(f"the array of '{box.name}' has the shape {array.shape}, but its type needs {shape}")
        return array

    spaces = {compact.Ty(name): tensor.Dim(size) for name, size in dimensions.items()}
    functor = tensor.Functor(ob=spaces, ar=meaning, dom=compact.Category(), dtype=float)
    goal = [dimensions[net.frame.name(atom)] for atom in _goal(net.frame)]
    return functor(net_diagram(net)).array.reshape(goal)  # DisCoPy leaves out axes of one dimension


def _goal(frame: Frame) -> list[int]:
    return [atom for atom in range(len(frame.atoms)) if not _owner(frame, atom)]


def _owner(frame: Frame, atom: int) -> int:
    return frame.owners[frame.atoms[atom]]


def _wire(frame: Frame, atom: int) -> Any:
    wire = compact.Ty(frame.name(atom))
    return wire if frame.positive[frame.atoms[atom]] else wire.r


def _wires(frame: Frame, atoms: list[int]) -> Any:
    return compact.Ty().tensor(*(_wire(frame, atom) for atom in atoms))


def _joined(frame: Frame, diagram: Any, wires: list[int], one: int, other: int) -> tuple[Any, list[int]]:
    """The diagram with two of its wires side by side and joined by a cup, and the wires that are left."""
    left, right = sorted((one, other), key=wires.index)
    rest = [wire for wire in wires if wire not in (left, right)]
    place = wires.index(right) - 1  # where the left one is beside the right one
    diagram = _ordered(diagram, wires, [*rest[:place], left, right, *rest[place:]])
    cup = compact.Cup(_wire(frame, left), _wire(frame, right))
    return diagram >> _wires(frame, rest[:place]) @ cup @ _wires(frame, rest[place:]), rest


def _ordered(diagram: Any, wires: list[int], order: list[int]) -> Any:
    """The diagram with its wires in another order."""
    if wires == order:
        return diagram
    return diagram >> compact.Diagram.permutation([wires.index(wire) for wire in order], diagram.cod)
