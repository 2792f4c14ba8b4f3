"""What the parser reads: raw text, lines of tokens that stand apart, and CoNLL-U; all become sentences of tokens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from proofnets.derivation.analyses import Token
from proofnets.errors import ProofNetsError
from proofnets.parser.languages import DEFAULT, tokeniser

_SPACED = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as it was written, and its tokens with their places in it."""

    text: str
    tokens: tuple[Token, ...]


def from_text(texts: Iterable[str], language: str = DEFAULT) -> Iterator[Sentence]:
    """The sentences of raw texts of a language."""
    cut = tokeniser(language)
    for text in texts:
        for tokens in cut.sentences(text):
            start = tokens[0].start
            moved = (Token(token.text, token.start - start, token.end - start) for token in tokens)
            yield Sentence(text[start : tokens[-1].end], tuple(moved))


def from_lines(texts: Iterable[str]) -> Iterator[Sentence]:
    """Sentences that stand a line each, their tokens a space apart; blank lines are left out.

    >>> [[token.text for token in sentence.tokens] for sentence in from_lines(["Ze slapen .\\n\\nJa"])]
    [['Ze', 'slapen', '.'], ['Ja']]
    """
    for text in texts:
        for line in (line.rstrip("\r") for line in text.split("\n")):
            if tokens := tuple(Token(m[0], m.start(), m.end()) for m in _SPACED.finditer(line)):
                yield Sentence(line, tokens)


def from_tokens(tokens: Sequence[str]) -> Sentence:
    """A sentence of tokens that came without a text: they are put a space apart."""
    places, start = [], 0
    for token in tokens:
        places.append(Token(token, start, start + len(token)))
        start += len(token) + 1
    return Sentence(" ".join(tokens), tuple(places))


def from_conllu(texts: Iterable[str]) -> Iterator[Sentence]:
    """The sentences of CoNLL-U: the forms of words with a whole number, whatever else is told of them.

    Where the comment `# text =` has all of them in order, places are those in it.
    """
    text, forms = "", list[str]()
    lines = (line for part in texts for line in part.removesuffix("\n").split("\n"))
    for number, line in enumerate((line.rstrip("\r") for line in lines), 1):
        if not line.strip():
            if forms:
                yield _placed(text, forms)
            text, forms = "", []
        elif line.startswith("#"):
            name, _, value = line[1:].partition("=")
            text = value.strip() if name.strip() == "text" else text
        else:
            fields = line.split("\t")
            if len(fields) != 10 or not re.fullmatch(r"\d+([.-]\d+)?", fields[0]):
                raise ProofNetsError(f"line {number} is not CoNLL-U: ten fields with tabs between them, a number first")
            if fields[0].isdigit():
                forms.append(fields[1])
    if forms:
        yield _placed(text, forms)


def _placed(text: str, forms: Sequence[str]) -> Sentence:
    places, start = [], 0
    for form in forms:
        start = text.find(form, start)
        if start < 0:
            return from_tokens(forms)
        places.append(Token(form, start, start + len(form)))
        start += len(form)
    return Sentence(text, tuple(places))
