"""What the parser reads: raw text, lines of it or of tokens that stand apart, CoNLL-U; all become sentences of tokens.

Each has its place: the document, the paragraph, the sentence and the characters that it came from. A text, a line or a
row in which there is nothing is a sentence without tokens, so that it keeps its place among the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from proofnets.derivation.analyses import Token, spaced
from proofnets.derivation.places import NOWHERE, Place
from proofnets.errors import ProofNetsError
from proofnets.parser.languages import DEFAULT, tokeniser
from proofnets.parser.layout import layout_of
from proofnets.parser.sources import (
    Block,
    InputOptions,
    conllu_blocks,
    conllu_comments,
    find_files,
    paragraphs,
    read_blocks,
)

Texts: TypeAlias = str | Mapping[str, str] | Iterable[str]
"""A text, texts by their names, or texts one after the other."""
Joined: TypeAlias = tuple[bool, ...]
"""For each token of a sentence, whether it continues the multi-word unit before it."""

_SPACED = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as it was written, and its tokens with their places in it."""

    text: str
    tokens: tuple[Token, ...]
    place: Place = NOWHERE
    """Where it came from."""
    conllu: tuple[str, ...] = ()
    """The lines of CoNLL-U that it came from, if it did."""
    joined: Joined | None = None
    """For each token, whether it continues the multi-word unit before it; None if it is for the parser to find out."""

    def __post_init__(self) -> None:
        if self.joined is None:
            return
        whole = len(self.joined) == len(self.tokens) and not any(self.joined[:1])
        if not whole or any(type(each) is not bool for each in self.joined):
            raise ProofNetsError("joined has True or False for each token, and the first token continues nothing")


def read_files(
    paths: Iterable[str | Path], options: InputOptions | None = None, language: str = DEFAULT
) -> Iterator[Sentence]:
    """The sentences of files, of all texts in folders, and of what matches patterns with `*`; - is standard input."""
    for path in find_files(paths):
        for block in read_blocks(path, options or InputOptions()):
            yield from sentences(block, language)


def from_text(texts: Texts, language: str = DEFAULT) -> Iterator[Sentence]:
    """The sentences of raw texts of a language. Each text is a document, and has a name or else a number, from 1 on.

    >>> [(sentence.text, str(sentence.place)) for sentence in from_text(["Ze slapen. Hij niet.", "", "Ja!"])]
    [('Ze slapen.', '1:1.1:0–10'), ('Hij niet.', '1:1.2:11–20'), ('', '2'), ('Ja!', '3:1.1:0–3')]
    >>> [str(sentence.place) for sentence in from_text({"brief": "Ze slapen."})]
    ['brief:1.1:0–10']
    """
    for name, text in _named(texts):
        yield from sentences(Block(text, "text", Place(name)), language)


def from_raw_lines(texts: Texts, language: str = DEFAULT) -> Iterator[Sentence]:
    """The lines of raw texts of a language, each a sentence."""
    for name, text in _named(texts):
        yield from sentences(Block(text, "lines", Place(name)), language)


def from_lines(texts: Texts) -> Iterator[Sentence]:
    """Sentences that stand a line each, their tokens a space apart.

    >>> [[token.text for token in sentence.tokens] for sentence in from_lines("Ze slapen .\\n\\nJa")]
    [['Ze', 'slapen', '.'], [], ['Ja']]
    """
    for name, text in _named(texts):
        yield from sentences(Block(text, "tokens", Place(name)))


def from_conllu(texts: Texts) -> Iterator[Sentence]:
    """The sentences of CoNLL-U: the forms of words with a whole number; all else that is told of them is kept aside.

    Where the comment `# text =` has all of them in order, places of tokens are those in it. Documents have the names
    that comments give them.
    """
    lines = (line for _, text in _named(texts) for line in text.removesuffix("\n").split("\n"))
    for block in conllu_blocks((f"{line}\n" for line in lines), ""):
        yield from sentences(block)


def _named(texts: Texts) -> Iterator[tuple[str, str]]:
    """Texts with their names or numbers."""
    if isinstance(texts, Mapping):
        pairs: Iterable[tuple[str, str]] = texts.items()
    elif not isinstance(texts, Iterable):
        raise ProofNetsError(f"give a text, a list of texts or a dict of them; {texts!r:.60} is none of these")
    else:
        pairs = ((str(number), text) for number, text in enumerate([texts] if isinstance(texts, str) else texts, 1))
    for name, text in pairs:
        if not isinstance(name, str):
            raise ProofNetsError(f"the name of a text must be a string, and {name!r} is none")
        if not isinstance(text, str):
            raise ProofNetsError(f"a text must be a string, and text {name} is {text!r:.60}")
        yield name, text


def from_tokens(tokens: Sequence[str], joined: Sequence[bool] | None = None) -> Sentence:
    """A sentence of tokens that came without a text: they are put a space apart.

    `joined` tells of each token whether it continues the multi-word unit before it. Without it the parser finds out.

    >>> from_tokens(["Den", "Haag", "slaapt"], joined=[False, True, False]).text
    'Den Haag slaapt'
    """
    return Sentence(" ".join(tokens), spaced(tokens), joined=None if joined is None else tuple(joined))


def sentences(block: Block, language: str = DEFAULT) -> Iterator[Sentence]:
    """The sentences of a block."""
    if block.cut == "conllu":
        yield _conllu(block)
    elif block.cut == "text":
        yield from _text(block, language)
    else:
        yield from _lines(block, language)


def _text(block: Block, language: str) -> Iterator[Sentence]:
    """The sentences of a paragraph or, if it is not said which one it is, of all paragraphs of a text."""
    place, cut, empty = block.place, tokeniser(language), block.place.paragraph is None
    layout = block.layout or layout_of(block.text)
    numbered = enumerate(paragraphs(f"{line}\n" for line in block.text.split("\n")), 1)
    for number, (start, text) in numbered if empty else [(place.paragraph, (place.start or 0, block.text))]:
        for count, tokens in enumerate(cut.sentences(text, layout), 1):
            first, last = tokens[0].start, tokens[-1].end
            there = replace(place, paragraph=number, sentence=count, start=start + first, end=start + last)
            yield _sentence(text[first:last], tokens, first, there)
            empty = False
    if empty:
        yield Sentence("", (), place)


def _lines(block: Block, language: str) -> Iterator[Sentence]:
    """The lines of a block, each a sentence."""
    cut, place, start = None if block.cut == "tokens" else tokeniser(language), block.place, block.place.start or 0
    for number, line in enumerate(block.text.removesuffix("\n").split("\n"), place.sentence or 1):
        spaced = (Token(found[0], found.start(), found.end()) for found in _SPACED.finditer(line))
        tokens = cut.tokenise(line) if cut else list(spaced)
        text = line.strip()
        first = line.index(text)
        there = replace(place, sentence=number, start=start + first, end=start + first + len(text))
        yield _sentence(text, tokens, first, there)
        start += len(line) + 1


def _sentence(text: str, tokens: Sequence[Token], start: int, place: Place) -> Sentence:
    """A sentence whose tokens have their places in a text in which it begins at `start`."""
    moved = (Token(token.text, token.start - start, token.end - start) for token in tokens)
    return Sentence(text, tuple(moved), place)


def _conllu(block: Block) -> Sentence:
    lines, forms = block.text.split("\n"), list[str]()
    for number, line in enumerate(lines, block.line):
        if not line.startswith("#"):
            fields = line.split("\t")
            if len(fields) != 10 or not re.fullmatch(r"\d+([.-]\d+)?", fields[0]):
                where = f"{block.place.document}: line {number}" if block.place.document else f"line {number}"
                raise ProofNetsError(f"{where} is not CoNLL-U: ten fields with tabs between them, a number first")
            if fields[0].isdecimal():
                forms.append(fields[1])
    return replace(_placed(conllu_comments(lines).get("text", ""), forms), place=block.place, conllu=tuple(lines))


def _placed(text: str, forms: Sequence[str]) -> Sentence:
    places, start = [], 0
    for form in forms:
        start = text.find(form, start)
        if start < 0:
            return from_tokens(forms)
        places.append(Token(form, start, start + len(form)))
        start += len(form)
    return Sentence(text, tuple(places))
