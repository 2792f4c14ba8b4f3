"""How much the service takes on. What one request may ask for is fixed and stands in the OpenAPI description."""

from __future__ import annotations

from dataclasses import dataclass

WIDEST_BEAM = 32
MOST_READINGS = 32
MOST_SAMPLES = 1_000
MOST_ALTERNATIVES = 20
MOST_TEXTS = 200
MOST_SENTENCES = 200
MOST_WORDS = 5_000
"""Of all sentences of a request."""
LONGEST_WORD = 500
"""In letters. It keeps the time in proportion that it takes to tell tokens apart."""
LONGEST_TEXT = 100_000
LONGEST_JUDGEMENT = 10_000
LONGEST_TYPE = 1_000
MOST_TOKENS = 200
"""Of a sentence whose types are given, or that is to be drawn."""
MOST_ATOMS = 1_000
"""Of a judgement."""
MOST_NODES = 5_000
"""Of a judgement: its atoms, arrows and modalities."""
MOST_PROOFS = 100
LONGEST_SEARCH = 10.0
"""In seconds."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What the service as a whole can bear."""

    body: int = 1_000_000
    """The most bytes of a request."""
    connections: int = 500
    """How many there may be."""
    head: float = 15.0
    """How many seconds the head of a request may take to arrive."""
    sending: float = 30.0
    """How many seconds its body may take."""
    unread: float = 30.0
    """For how many seconds a client may read nothing of its answer."""
    idle: float = 75.0
    """For how many seconds a connection may be kept for the next request. With a few seconds, a client that pauses
    finds it closed."""
    seconds: float = 60.0
    """How long a request may take."""
    parsing: float | None = 10.0
    """How many seconds the parser may take for a sentence; then the best that it has found is the answer."""
    queue: float = 60.0
    """How many expected seconds of work may wait for the parser: so much of short and so much of long sentences."""
    threads: int = 2
    """How many searches, and how many pictures, are under way at a time."""
    waiting: int = 64
    """How many searches, and how many pictures, may wait."""
