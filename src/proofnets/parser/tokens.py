"""Tokens: raw Dutch text to sentences and tokens, as Alpino's treebanks have them, with their places in the text.

Punctuation stands apart, but for marks inside a word: abbreviations (*dhr.*, *o.a.*), numbers (*3.5*, *1,25*, *12:30*),
words with a hyphen or an apostrophe (*z'n*, *'s*, *auto's*), addresses and file names. A sentence ends at `.`, `!`, `?`
or `…` with closing quotes and brackets behind it, if what follows can begin one; at a blank line; and at the end.
What looks far ahead begins where a run of such characters does, not again inside of it: the time is that of the length.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

ABBREVIATIONS = frozenset(
    re.findall(
        r"\S+",
        """
    a.d. a.h.w. a.k.a. a.s. a.u.b. aanv. afb. afd. afl. alg. anon. apr. arr. art. aug. b.g.g. b.v. bijv. blz. bv.
    c.q. c.s. ca. cf. co. comp. d.d. d.i. d.m.v. d.w.z. dec. dhr. dipl. div. dl. dr. drs. ds. e.a. e.d. e.e.a. e.o.
    e.v. ed. eds. enz. etc. evt. excl. feb. fig. fr. g.g.d. geb. gebr. gem. get. gr. h.k.h. hfdst. hr. hs. i.c.
    i.c.m. i.o. i.p.v. i.s.m. i.t.t. i.v.m. ib. ibid. id. incl. ing. ir. jhr. jl. jr. jul. jun. k.b. kath. l.l.
    lic. ll. lt. m.a.w. m.b.t. m.b.v. m.i. m.i.v. m.n. m.u.v. max. mevr. mgr. min. mld. mln. mnd. mr. mrs. mrt. ms.
    mw. n.a.v. n.b. n.v. n.v.t. nl. no. nov. nr. nrs. o.a. o.b.v. o.i. o.i.d. o.l.v. o.m. o.t.t. okt. ong. p.a. p.m.
    p.p. p.r. par. pct. ph.d. plm. prof. q.q. r.-k. red. ref. resp. s.v.p. sec. sen. sept. sr. st. t.a.v. t.b.v.
    t.e.m. t.g.v. t.h.v. t.m. t.n.v. t.o.v. t.t. t.w. t.w.v. t.z.t. tel. temp. u.s. v.a. v.chr. v.d. v.h. v.l.n.r.
    v.w.b. vb. ver. verg. vgl. vlg. vnl. vol. vs. w.o. w.v. wnd. x.-v. z.g. z.i. z.o.z. kon. ned. th. zg. zgn.
    """,
    )
)
"""Abbreviations that keep their full stop, and behind which a sentence goes on."""

_INSIDE = r"[\w\u0300-\u036f\u00ad]*"
"""What a word goes on with: also accents that are characters of their own, and soft hyphens."""
_TOKEN = re.compile(
    rf"""
    (?P<space>\s+)
  | (?P<address>(?:https?://|www\.)[^\s<>"]*[^\s<>".,;:!?)\]'’”]
      |(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+
      |(?<!\w\.)(?:\w+\.)+(?:nl|be|com|org|net|eu|txt|pdf|doc|exe|html?|xml|zip)\b)
  | (?P<dots>\.{{2,}}|…)
  | (?P<number>(?<!\d[.,:/-])[-+]?\d+(?:[.,:/-]\d+)*(?:[.,]-)?%?(?:e|de|ste|ers?)?(?!\w|-\w))
  | (?P<initials>(?<!\b\w\.)(?:\w\.)+(?:-(?:\w\.)*)?(?=[\s,;:)\]"'’”]|$))
  | (?P<clitic>['’`](?:s|t|n|k|m|r|ns|er|em|\d\d)(?!\w))
  | (?P<word>(?:(?<!\S)-(?=[^\W\d]))?\w{_INSIDE}(?:[-–'’`&/]\w{_INSIDE})*(?:-(?=[\s,;])|['’](?!\w)(?=\s*\w))?)
  | (?P<dashes>-{{2,}}|–+|—+)
  | (?P<quotes>``|'')
  | (?P<mark>.)
    """,
    re.VERBOSE,
)
_ENDS = frozenset(".!?…")
_CLOSING = frozenset("\"'’”»)]}") | {"''"}
_OPENING = frozenset("\"'‘“«([{") | {"``"}


@dataclass(frozen=True, slots=True)
class Token:
    """A token, and where it begins and ends in the text."""

    text: str
    start: int
    end: int


def tokenise(text: str) -> list[Token]:
    """The tokens of a text, whatever its sentences are.

    >>> [token.text for token in tokenise("'s Avonds zag dhr. Jansen z'n auto's (3,5 km verderop).")]
    ["'s", 'Avonds', 'zag', 'dhr.', 'Jansen', "z'n", "auto's", '(', '3,5', 'km', 'verderop', ')', '.']
    """
    tokens: list[Token] = []
    for found in _TOKEN.finditer(text):
        if found.lastgroup == "space" or _is_invisible(found[0]):
            continue
        token = Token(found[0], found.start(), found.end())
        if token.text == "." and tokens and tokens[-1].end == token.start:
            joined = tokens[-1].text + "."
            if joined.lower() in ABBREVIATIONS:
                tokens[-1] = Token(joined, tokens[-1].start, token.end)
                continue
        tokens.append(token)
    return tokens


def _is_invisible(text: str) -> bool:
    """Whether a mark is nothing that can be seen: a control character or a lone surrogate."""
    return len(text) == 1 and unicodedata.category(text) in ("Cc", "Cf", "Cs", "Cn")


def sentences(text: str) -> Iterator[list[Token]]:
    """The sentences of a text, each as its tokens.

    >>> [" ".join(t.text for t in s) for s in sentences("Ze slapen. 'Kom je?' vroeg dr. De Wit.\\n\\nJa")]
    ['Ze slapen .', "' Kom je ? ' vroeg dr. De Wit .", 'Ja']
    """
    sentence: list[Token] = []
    tokens = tokenise(text)
    for number, token in enumerate(tokens):
        sentence.append(token)
        following = tokens[number + 1] if number + 1 < len(tokens) else None
        if following is None or _ends(text, tokens, number):
            yield sentence
            sentence = []


def _ends(text: str, tokens: list[Token], number: int) -> bool:
    """Whether a sentence ends behind a token."""
    token, following = tokens[number], tokens[number + 1]
    between = text[token.end : following.start]
    if between.count("\n") > 1:
        return True
    if not between:
        return False
    last = number
    while last > 0 and tokens[last].text in _CLOSING and tokens[last - 1].end == tokens[last].start:
        last -= 1
    if tokens[last].text[-1] not in _ENDS or tokens[last].text.lower() in ABBREVIATIONS:
        return False
    if tokens[last].text[0].isalnum() and tokens[last].text.count(".") > 0:  # initials
        return False
    behind = (tokens[place].text for place in range(number + 1, len(tokens)))
    first = next((text for text in behind if text not in _OPENING), "")
    return bool(first) and (first[0].isupper() or first[0].isdigit() or first[0] in "'’`-–—")
