"""Places: where a sentence came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from proofnets.logic.sealed import sealed

_KINDS = {"document": str, "name": str, "paragraph": int, "sentence": int, "start": int, "end": int}


@sealed
@dataclass(frozen=True, slots=True)
class Place:
    """Where a sentence came from: its id. What is not known is None.

    >>> print(Place("brieven/a.txt", paragraph=2, sentence=1, start=310, end=352))
    brieven/a.txt:2.1:310–352
    """

    document: str = ""
    paragraph: int | None = None
    """Counted from 1 in the document."""
    sentence: int | None = None
    """Counted from 1 in the paragraph, or in the document if paragraphs are not counted."""
    start: int | None = None
    end: int | None = None
    """Where the sentence begins and ends in the file, in characters; of a row of a table, in the text of the row."""
    name: str = ""
    """What the input itself calls the sentence, such as the `sent_id` of CoNLL-U."""

    def __post_init__(self) -> None:
        for name, kind in _KINDS.items():
            value = getattr(self, name)
            if type(value) is not kind and (kind is str or value is not None):
                raise TypeError(f"{value!r} is not the {name} of a place")

    def __str__(self) -> str:
        offsets = "" if self.start is None or self.end is None else f"{self.start}–{self.end}"
        return ":".join(part for part in (self.id, offsets) if part)

    @property
    def id(self) -> str:
        """The name of the sentence, or else its document and numbers; nothing if nothing is known.

        >>> Place("a.txt", paragraph=2, sentence=1).id
        'a.txt:2.1'
        """
        numbers = ".".join(str(number) for number in (self.paragraph, self.sentence) if number is not None)
        return self.name or ":".join(part for part in (self.document, numbers) if part)

    def __bool__(self) -> bool:
        """Whether anything is known."""
        return self != Place()


NOWHERE = Place()
"""The place of what came from nowhere that is known."""


def place_to_dict(place: Place) -> dict[str, Any]:
    """A place as JSON, with what is known of it."""
    return {name: value for name, value in asdict(place).items() if value not in (None, "")}


def place_from_dict(plain: Mapping[str, Any]) -> Place:
    """The place that a JSON object stands for."""
    known = {name: value for name, value in plain.items() if value is not None}
    for name in known:
        if name not in _KINDS:
            raise ValueError(f"a place has no {name!r}")
    return Place(**known)
