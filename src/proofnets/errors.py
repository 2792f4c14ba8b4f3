"""What goes wrong in a way that a user can mend: one clear sentence, no traceback."""


class ProofNetsError(Exception):
    """Base of all errors that are the input's fault. Its text is fit to be shown to a user."""


class NotationError(ProofNetsError):
    """A text that is not in the notation it should be in.

    >>> str(NotationError("a type", "np ⊸ )", 5))
    "column 6: expected a type, found ')'"
    """

    def __init__(self, expected: str, text: str, position: int) -> None:
        self.expected = expected
        self.column = position + 1
        self.found = repr(text[position]) if position < len(text) else "the end"
        super().__init__(f"column {self.column}: expected {expected}, found {self.found}")


class StructureError(ProofNetsError):
    """Links that are no perfect matching of a frame, or whose structure is not a net.

    `conflict` are links, as pairs of atoms, of which a net has at most some: no net of the frame has all of them.
    """

    def __init__(self, reason: str, conflict: frozenset[tuple[int, int]] = frozenset()) -> None:
        super().__init__(reason)
        self.conflict = conflict


class TermError(ProofNetsError):
    """A term that is not linear, or that does not have the type it should have."""
