"""Tokens: raw text to sentences and tokens with their places in the text, by the rules of a language's orthography.

Punctuation stands apart, but for marks inside a word: abbreviations (*dhr.*, *o.a.*), numbers (*3.5*, *1,25*, *12:30*),
words with a hyphen, an apostrophe or brackets (*z'n*, *'s*, *auto's*, *'s-Hertogenbosch*, *zee(wind)*), addresses,
names that begin with # or @, and file names. A sentence ends at `.`, `!`, `?` or `…` with closing quotes and brackets
behind it, if what follows can begin one; at a blank line, and at the end of a line that was not wrapped (`layout`); and
at the end.
What looks far ahead begins where a run of such characters does, not again inside of it: the time is that of the length.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from proofnets.derivation.analyses import Token
from proofnets.parser.layout import ITEM, Layout, layout_of, line_ends_sentence


class Tokeniser(Protocol):
    """What cuts the text of a language. A language that is not written in words with spaces brings one of its own."""

    def tokenise(self, text: str) -> list[Token]:
        """The tokens of a text, whatever its sentences are."""

    def sentences(self, text: str, layout: Layout | None = None) -> Iterator[list[Token]]:
        """The sentences of a text, each as its tokens; its layout is its own, or that of what it is part of."""


@dataclass(frozen=True, slots=True)
class Orthography:
    """What tokens depend on in a language that is written in words with spaces and punctuation."""

    abbreviations: frozenset[str] = frozenset()
    """Abbreviations that keep their full stop, and behind which a sentence goes on; in small letters."""
    clitics: tuple[str, ...] = ()
    """What stands behind an apostrophe as a word of its own."""
    ordinals: tuple[str, ...] = ()
    """What stands behind the figures of an ordinal number."""
    addresses: tuple[str, ...] = ("com", "org", "net", "eu", "txt", "pdf", "doc", "exe", "htm", "html", "xml", "zip")
    """How names of places on the net and of files end, behind their last full stop."""
    opening: frozenset[str] = frozenset(('"', "'", "‘", "“", "«", "(", "[", "{", "``"))
    """Quotes and brackets with which a sentence may begin."""
    closing: frozenset[str] = frozenset(('"', "'", "’", "”", "»", ")", "]", "}", "''"))
    """Quotes and brackets that may stand behind the end of a sentence."""
    beginnings: frozenset[str] = frozenset("'’`-–—")
    """What a sentence may begin with besides a capital letter, a figure and what opens it."""


_INSIDE = r"[\w\u0300-\u036f\u00ad]*"
"""What a word goes on with: also accents that are characters of their own, and soft hyphens."""
_ENDS = frozenset(".!?…")


class WordTokeniser:
    """Cuts text by an orthography."""

    def __init__(self, orthography: Orthography) -> None:
        self.orthography = orthography
        clitics, ordinals, addresses = (
            "".join(f"{re.escape(each)}|" for each in some)
            for some in (orthography.clitics, orthography.ordinals, orthography.addresses)
        )
        self._token = re.compile(
            rf"""
            (?P<space>\s+)
          | (?P<address>(?:https?://|www\.)[^\s<>"]*[^\s<>".,;:!?)\]'’”]
              |(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+
              |(?<!\w\.)(?:\w+\.)+(?:{addresses}(?!))\b)
          | (?P<tag>(?<!\w)[#@](?=[^\W\d_])\w+)
          | (?P<dots>\.{{2,}}|…)
          | (?P<number>(?<!\d[.,:/-])[-+]?\d+(?:[.,:/-]\d+)*(?:[.,]-)?(?:%|°[CFK]?)?(?:{ordinals})(?!\w|-\w))
          | (?P<initials>(?<!\b\w\.)(?<![A-Z][a-z]\.)(?<![A-Z][a-z][a-z]\.)
              (?:\w\.(?:[A-Z][a-z]{{1,2}}\.)?)+(?:-(?:\w\.)*)?(?=[\s,;:)\]"'’”]|$))
          | (?P<clitic>['’`](?:{clitics}\d\d)(?!\w|-\w))
          | (?P<word>(?:(?<!\S)-(?=[^\W\d])|(?<!\w)['’`](?:{clitics}(?!))-(?=\w)|(?<!\w)\(\w{{1,30}}\)(?=\w))?
              \w{_INSIDE}(?:[-–'’`&/]\w{_INSIDE}|\(\w{{1,30}}\){_INSIDE})*(?:-(?=[\s,;])|['’](?!\w)(?=\s*\w))?)
          | (?P<dashes>-{{2,}}|–+|—+)
          | (?P<quotes>``|'')
          | (?P<mark>.)
            """,
            re.VERBOSE,
        )

    def tokenise(self, text: str) -> list[Token]:
        """The tokens of a text, whatever its sentences are.

        >>> tokeniser = WordTokeniser(Orthography(frozenset(["dhr."]), clitics=("s",)))
        >>> [token.text for token in tokeniser.tokenise("'s Avonds zag dhr. Jansen z'n auto's (3,5 km verderop).")]
        ["'s", 'Avonds', 'zag', 'dhr.', 'Jansen', "z'n", "auto's", '(', '3,5', 'km', 'verderop', ')', '.']
        """
        tokens: list[Token] = []
        for found in self._token.finditer(text):
            if found.lastgroup == "space" or _is_invisible(found[0]):
                continue
            token = Token(found[0], found.start(), found.end())
            if token.text == "." and tokens and tokens[-1].end == token.start:
                joined = tokens[-1].text + "."
                if joined.lower() in self.orthography.abbreviations:
                    tokens[-1] = Token(joined, tokens[-1].start, token.end)
                    continue
            tokens.append(token)
        return tokens

    def sentences(self, text: str, layout: Layout | None = None) -> Iterator[list[Token]]:
        """The sentences of a text, each as its tokens; its layout is its own, or that of what it is part of.

        >>> tokeniser = WordTokeniser(Orthography(frozenset(["dr."])))
        >>> found = tokeniser.sentences("Ze slapen. 'Kom je?' vroeg dr. De Wit.\\n\\nJa")
        >>> [" ".join(token.text for token in sentence) for sentence in found]
        ['Ze slapen .', "' Kom je ? ' vroeg dr. De Wit .", 'Ja']
        """
        sentence: list[Token] = []
        tokens, layout = self.tokenise(text), layout or layout_of(text)
        for number, token in enumerate(tokens):
            sentence.append(token)
            if number + 1 == len(tokens) or self._ends(text, tokens, number, layout):
                yield sentence
                sentence = []

    def _ends(self, text: str, tokens: list[Token], number: int, layout: Layout) -> bool:
        """Whether a sentence ends behind a token that is not the last."""
        token, following = tokens[number], tokens[number + 1]
        between, rules = text[token.end : following.start], self.orthography
        lines = between.count("\n")
        if lines > 1 or (lines and line_ends_sentence(text, token.end, following.start, layout)):
            return True
        if not between:
            return False
        last = number
        while last > 0 and tokens[last].text in rules.closing and tokens[last - 1].end == tokens[last].start:
            last -= 1
        if tokens[last].text[-1] not in _ENDS or tokens[last].text.lower() in rules.abbreviations:
            return False
        if tokens[last].text[0].isalnum() and tokens[last].text.count(".") > 0:  # initials
            return False
        behind = (tokens[place].text for place in range(number + 1, len(tokens)))
        first = next((text for text in behind if text not in rules.opening), "")
        begins = bool(first) and (first[0].isupper() or first[0].isdigit() or first[0] in rules.beginnings)
        return begins and not _marks_an_item(text, token, following)


def _marks_an_item(text: str, token: Token, following: Token) -> bool:
    """Whether all that stands in the line up to a token is the mark of a list item, such as `1.`."""
    nearest = max(0, token.start - 9)
    line = text.rfind("\n", nearest, token.start) + 1
    mark = ITEM.match(text, line) if line or not nearest else None
    return mark is not None and mark.end() == following.start


def _is_invisible(text: str) -> bool:
    """Whether a mark is nothing that can be seen: a control character or a lone surrogate."""
    return len(text) == 1 and unicodedata.category(text) in ("Cc", "Cf", "Cs", "Cn")
