"""The parser's answers that stand in the documentation, written again with the model in the package.

For a new model, after its calibration. Sentences are read from the pages themselves:

- in README.md and all of docs: blocks that begin with a sentence and an empty line, as `parse` prints them;
- docs/sentences.md: the block below a heading that is a sentence, term and tree only;
- docs/confidence.md: the table of ten sentences;
- docs/debruijn.md, the pictures of docs/gallery, and docs/unsure.svg.

What the text between them says of an answer must be read again by a person: pages with other answers are named.

    python -m benchmarks.answers
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from proofnets.parser import Parser, Settings, from_text

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
GALLERY = (6, 16, 38)
"""The words of the sentences of examples/galerij.txt, by which their pictures are named."""


def run(*arguments: str) -> str:
    """What a module prints."""
    command = [sys.executable, "-m", *arguments]
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT)
    if done.returncode > 1 or not (done.stdout.strip() or "-o" in arguments):  # 1 is that there is no proof
        raise SystemExit(done.stderr)
    return done.stdout.strip("\n") + "\n"


def parse(*arguments: str) -> str:
    """What `proofnets parse` prints, however long it takes."""
    return run("proofnets", "parse", "--seconds", "0", *arguments)


def blocks(text: str) -> str:
    """A page with what `parse` prints of the sentences that its blocks begin with."""
    pattern = r"^```\n(?P<sentence>[^\n`]+[.?!])\n\n(?:(?!```).)*?^```$"
    return re.sub(pattern, lambda match: f"```\n{parse(match['sentence'])}```", text, flags=re.MULTILINE | re.DOTALL)


def sentences(text: str) -> str:
    """The page of newspaper sentences: below each heading that is one stand its term and tree."""

    def answer(match: re.Match[str]) -> str:
        _, term, tree, *_ = parse(match["sentence"]).split("\n\n")
        return f"{match['before']}```\n{term}\n\n{tree}\n```"

    pattern = r"(?P<before>^## \d+\. (?P<sentence>[^\n]*)$(?:(?!```).)*)^```$(?:(?!```).)*?^```$"
    return re.sub(pattern, answer, text, flags=re.MULTILINE | re.DOTALL)


def confidences(text: str) -> str:
    """The page on confidence, with its table of ten sentences."""
    parser = Parser()

    def row(match: re.Match[str]) -> str:
        (parsed,) = parser.parse_sentences(from_text([match["sentence"]]), Settings())
        first, tokens = parsed.analyses[0], parsed.tokens
        assert first.confidence
        sure, number = min((sure, number) for number, sure in enumerate(first.confidence.words) if sure is not None)
        least = f"{tokens[number].text} {sure:.2f}"
        return f"| {match['sentence']} | {first.score:.2f} | {first.confidence.whole:.2f} | {least} | {first.term} |"

    head, title, table = text.partition("## Ten sentences")
    pattern = r"^\| (?P<sentence>[^|]+?) \| -\d[^|]*\|[^|]*\|[^|]*\|[^|]*\|$"
    return head + title + re.sub(pattern, row, table, flags=re.MULTILINE)


def pictures() -> None:
    """The pictures that are of the parser's answers."""
    for view, name in (("svg", "net"), ("svg-proof", "proof"), ("svg-deps", "deps"), ("svg-term", "term")):
        to = DOCS / "gallery" / f"{name}-{{n}}.svg"
        parse("--lines", "-i", "examples/galerij.txt", "--format", view, "-o", str(to))
        for number, words in enumerate(GALLERY, 1):
            to.with_name(f"{name}-{number}.svg").replace(to.with_name(f"{name}-{words}.svg"))
    parse("--format", "svg-deps", "-o", str(DOCS / "unsure.svg"), "Jan ziet de man met de verrekijker.")


def main() -> None:
    """Write the pages and pictures again."""
    special: dict[str, Callable[[str], str]] = {
        "sentences.md": sentences,
        "confidence.md": confidences,
        "debruijn.md": lambda _: run("benchmarks.debruijn"),
    }
    for page in (ROOT / "README.md", *sorted(DOCS.glob("*.md"))):
        before = page.read_text(encoding="utf-8")
        after = special.get(page.name, blocks)(before)
        if after != before:
            page.write_text(after, encoding="utf-8")
            print(f"{page.relative_to(ROOT)} has other answers: read its text again")
    pictures()


if __name__ == "__main__":
    main()
