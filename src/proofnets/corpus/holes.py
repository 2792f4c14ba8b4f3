"""Types with holes: `◇obj _ ⊸ ?a ⊸ ?a` matched against types, as trees.

`_` stands for any type, or for any label behind ◇ or □. `?a` is a variable: it stands for any type (or label), and for
the same one wherever it occurs. A type with holes is a type whose names may begin with `_`: `?a` is read as `_a`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from proofnets.logic import Atom, Box, Diamond, Implication, Type, parse_type, show_type, subformulas

HOLE = "_"


@dataclass(frozen=True, slots=True)
class TypePattern:
    """A type with holes."""

    type: Type
    column: int = field(default=0, compare=False)
    """Where it stands in a pattern, counted from 1."""

    def __str__(self) -> str:
        return show_type(self.type)


def parse_type_pattern(text: str, column: int = 0) -> TypePattern:
    """Read a type with holes, in any notation of types.

    >>> print(parse_type_pattern("<obj>_ -> ?a"))
    ◇obj _ ⊸ _a
    """
    return TypePattern(parse_type(text.replace("?", HOLE)), column)


def variables(pattern: TypePattern) -> frozenset[str]:
    """The variables of a type with holes.

    >>> sorted(variables(parse_type_pattern("◇?l ?a ⊸ _ ⊸ ?a")))
    ['a', 'l']
    """
    names = {part.name for part, _ in subformulas(pattern.type) if isinstance(part, Atom)}
    names |= {part.label for part, _ in subformulas(pattern.type) if isinstance(part, Diamond | Box)}
    return frozenset(name[1:] for name in names if name.startswith(HOLE) and name != HOLE)


def match_type(pattern: TypePattern, type_: Type) -> dict[str, str] | None:
    """What the variables stand for, if the type fits; None if it does not.

    >>> match_type(parse_type_pattern("□_(?a ⊸ ?a)"), parse_type("□mod(np ⊸ np)"))
    {'a': 'np'}
    >>> match_type(parse_type_pattern("?a ⊸ ?a"), parse_type("n ⊸ np"))
    """
    bindings: dict[str, str] = {}

    def fits(name: str, other: str) -> bool:
        if not name.startswith(HOLE):
            return name == other
        return name == HOLE or bindings.setdefault(name[1:], other) == other

    stack = [(pattern.type, type_)]
    while stack:
        match stack.pop():
            case Atom(name), other if name.startswith(HOLE):
                if not fits(name, show_type(other)):
                    return None
            case Atom(name), Atom(other_name):
                if name != other_name:
                    return None
            case Implication(argument, result), Implication(other_argument, other_result):
                stack += [(result, other_result), (argument, other_argument)]
            case (Diamond(label, body), Diamond(other_label, other_body)) | (
                Box(label, body),
                Box(other_label, other_body),
            ):
                if not fits(label, other_label):
                    return None
                stack.append((body, other_body))
            case _:
                return None
    return bindings
