"""How often the tokeniser cuts as treebanks and corpora do, sentence by sentence: `python -m benchmarks.tokens`.

Alpino's treebanks have tokens, but not the text as it was written. It is written out again by the rules of Dutch
spelling: no space before `.,;:!?)` and behind `(`, quotes close to what they enclose. Sentences of which that is a
guess (quotes that do not pair, spaces within tokens) are left out, and counted. So it measures whether the tokens come
back, not what the sources looked like.

Raw corpora with a sentence a line (`shared/text`) tell where sentences end: hundred lines are joined by a space, and
sentences that come back whole are counted. Lines that hold no mark at their end are left out, as nobody could tell.
"""

from __future__ import annotations

import re
import sys
from itertools import islice
from pathlib import Path

from proofnets.packed import open_packed
from proofnets.parser.languages import tokeniser

SHARED = Path("../shared")
LINES = 20_000
_BEFORE = frozenset(".,;:!?)]}…%’”»")
_BEHIND = frozenset("([{‘“«")


def written(tokens: list[str]) -> str | None:
    """The text of tokens by the rules of spelling; None if it is a guess."""
    text, glue, opened = "", True, dict.fromkeys(("'", '"'), False)
    for token in tokens:
        if token in opened:
            close = opened[token]
            opened[token] = not close
            text += token if close or glue else f" {token}"
            glue = not close
        else:
            text += token if glue or token in _BEFORE else f" {token}"
            glue = token in _BEHIND
    return None if any(opened.values()) or any(" " in token for token in tokens) else text


def treebanks() -> None:
    from zipfile import ZipFile

    cut = tokeniser("Dutch")
    print("treebank       sentences   same tokens   left out")
    for archive in sorted((SHARED / "treebank").glob("*.zip")):
        whole = same = out = 0
        with ZipFile(archive) as trees:
            for name in trees.namelist():
                found = re.search(rb"<sentence[^>]*>(.*?)</sentence>", trees.read(name), re.DOTALL)
                tokens = _unescaped(found[1].decode()).split() if found else []
                text = written(tokens) if tokens else None
                if text is None:
                    out += 1
                    continue
                whole += 1
                right = [token.text for token in cut.tokenise(text)] == tokens
                same += right
                if not right and "--errors" in sys.argv:
                    print("   ", " ".join(token.text for token in cut.tokenise(text)), "←", " ".join(tokens))
        print(f"{archive.stem:<20}{whole:>6,}{same / max(1, whole):>14.1%}{out:>11,}")


def _unescaped(text: str) -> str:
    from html import unescape

    return unescape(text)


def corpora() -> None:
    cut = tokeniser("Dutch")
    print("corpus             sentences   whole again")
    for file in sorted((SHARED / "text").glob("*.txt.xz")):
        with open_packed(file) as stream:
            lines = (line.decode().strip() for line in islice(stream, LINES))
            ended = [line for line in lines if line.endswith((".", "!", "?")) and line[:1].isupper()]
        again = 0
        for start in range(0, len(ended), 100):
            group = ended[start : start + 100]
            joined = " ".join(group)
            found = {joined[tokens[0].start : tokens[-1].end] for tokens in cut.sentences(joined)}
            again += sum(line in found for line in group)
        print(f"{file.name:<22}{len(ended):>6,}{again / len(ended):>14.1%}")


if __name__ == "__main__":
    treebanks()
    print()
    corpora()
