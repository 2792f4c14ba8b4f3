"""What goes wrong in a way that a user can mend: one clear sentence, no traceback."""


class ProofNetsError(Exception):
    """Base of all errors that are the input's fault. Its text is fit to be shown to a user."""


_OTHER_ARROWS = {
    "-o": "the implication is written -> or ⊸",
    "=>": "the implication is written -> or ⊸",
    "/": "there is no order of words in these types, so np/n is written n -> np",
    "\\": "there is no order of words in these types, so np\\s is written np -> s",
}
"""How the implication is written elsewhere, and what to write here."""


class NotationError(ProofNetsError):
    """A text that is not in the notation it should be in.

    >>> str(NotationError("a type", "np ⊸ )", 5))
    "column 6: expected a type, found ')'"
    >>> print(NotationError("⊸", "np => s", 3))
    column 4: expected ⊸, found '=>': the implication is written -> or ⊸
    """

    def __init__(self, expected: str, text: str, position: int) -> None:
        self.expected, self.text, self.position = expected, text, position
        self.column = position + 1
        arrow = next((a for a in _OTHER_ARROWS if "⊸" in expected and text.startswith(a, position)), "")
        self.found = repr(arrow or text[position]) if position < len(text) else "the end"
        advice = f": {_OTHER_ARROWS[arrow]}" if arrow else ""
        super().__init__(f"column {self.column}: expected {expected}, found {self.found}{advice}")

    def pointed(self, width: int) -> str:
        """The line that the fault is in, in so many characters, and a caret below it.

        >>> print(NotationError("a type", "np ⊸ )", 5).pointed(80))
        np ⊸ )
             ^
        """
        start = self.text.rfind("\n", 0, self.position) + 1
        line = self.text[start:].split("\n", 1)[0].replace("\t", " ")
        column = self.position - start
        first = max(0, column - width // 2)
        shown = "".join(letter if letter.isprintable() else "·" for letter in line[first : first + width])
        return f"{shown}\n{' ' * (column - first)}^"


class StructureError(ProofNetsError):
    """Links that are no perfect matching of a frame, or whose structure is not a net.

    `conflict` are links, as pairs of atoms, of which a net has at most some: no net of the frame has all of them.
    """

    def __init__(self, reason: str, conflict: frozenset[tuple[int, int]] = frozenset()) -> None:
        super().__init__(reason)
        self.conflict = conflict


class TermError(ProofNetsError):
    """A term that is not linear, or that does not have the type it should have."""
