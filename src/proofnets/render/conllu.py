"""The dependency graph in CoNLL-U.

A sentence that came as CoNLL-U keeps what it came with: comments, lemmas, tags, features, ranges, empty nodes. If it
came with heads, ours stand in the last column, as `Head` and `Label`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from proofnets.derivation.analyses import Analysis, Parse
from proofnets.derivation.edges import edge_of_every_token, word_edges
from proofnets.derivation.places import Place
from proofnets.logic import Type
from proofnets.render.sentences import readings, unwrapped
from proofnets.table import on_one_line

OURS = ("reading", "status", "error", "goal", "term", "confidence")
"""The comments that tell what was found; those of an earlier parse are replaced."""
_OUR_FEATURES = ("Head", "Label", "Type", "TypeConf", "DepConf")
_HEAD, _LABEL, _LAST = 6, 7, 9
"""Columns."""


def render_conllu(parses: Iterable[Parse]) -> Iterator[str]:
    """A CoNLL-U sentence for every reading; types stand in the last column, the term in a comment."""
    before = Place()
    for parse in parses:
        shown = readings(parse)
        if not (shown or parse.tokens or parse.conllu):
            continue
        for number, analysis in enumerate(shown or (None,), 1):
            comments = _given_comments(parse) if parse.conllu else _comments(parse, before)
            if len(shown) > 1:
                comments = [_renamed(comment, number) for comment in comments] + [f"# reading = {number}"]
            rows = _given_rows(parse, analysis) if parse.conllu else _rows(parse, analysis)
            lines = ["\t".join(map(on_one_line, row)) for row in rows]
            yield "\n".join([*map(on_one_line, comments), *_findings(parse, analysis), *lines]) + "\n\n"
            before = parse.place


def without_heads(parse: Parse) -> Parse:
    """A parse that came as CoNLL-U, with none of the heads and labels that it came with: ours take their place."""
    rows = (line.split("\t") for line in parse.conllu)
    kept = (row if len(row) < 10 else [*row[:_HEAD], "_", "_", *row[_LABEL + 1 :]] for row in rows)
    return replace(parse, conllu=tuple(map("\t".join, kept)))


def _comments(parse: Parse, before: Place) -> list[str]:
    """Where a sentence came from, and its text."""
    place, comments = parse.place, list[str]()
    if place.document and place.document != before.document:
        comments.append(f"# newdoc id = {place.document}")
    if place.paragraph and (place.document, place.paragraph) != (before.document, before.paragraph):
        comments.append("# newpar")
    if place.id:
        comments.append(f"# sent_id = {'_'.join(place.id.split())}")
    if place.start is not None:
        comments.append(f"# range = {place.start}:{place.end}")
    return [*comments, f"# text = {unwrapped(parse.text)}"]


def _given_comments(parse: Parse) -> list[str]:
    """The comments that a sentence came with, but for those of an earlier parse."""
    comments = [line for line in parse.conllu if line.startswith("#")]
    named = {comment: comment[1:].partition("=")[0].strip() for comment in comments}
    kept = [comment for comment in comments if named[comment] not in OURS]
    return kept if "text" in named.values() else [*kept, f"# text = {unwrapped(parse.text)}"]


def _renamed(comment: str, reading: int) -> str:
    """A comment of a further reading: names of sentences must differ."""
    return f"{comment}-{reading}" if comment.startswith("# sent_id =") and reading > 1 else comment


def _findings(parse: Parse, analysis: Analysis | None) -> list[str]:
    lines = [f"# status = {parse.status}"]
    lines += [f"# error = {on_one_line(parse.error)}"] if parse.error else []
    lines += [f"# goal = {analysis.derivation.goal}"] if analysis else []
    lines += [f"# term = {on_one_line(str(analysis.net.term))}"] if analysis and analysis.net else []
    return lines + ([f"# confidence = {analysis.confidence.whole:.2f}"] if analysis and analysis.confidence else [])


def _edges(parse: Parse, analysis: Analysis | None) -> list[tuple[int, str] | None]:
    """The head and the label of every token; none without a proof."""
    if not analysis or not analysis.net:
        return [None] * len(analysis.derivation.tokens if analysis else parse.tokens)
    return [(edge.head, edge.label) for edge in edge_of_every_token(analysis.derivation, analysis.net.term)]


def _features(analysis: Analysis | None, count: int) -> list[list[str]]:
    """What the last column says of every token: its type, and how sure that and its dependency are."""
    types = analysis.derivation.types if analysis else (None,) * count
    features = [[f"Type={entry}"] if isinstance(entry, Type) else [] for entry in types]
    if analysis and analysis.confidence:
        for said, sure in zip(features, analysis.confidence.words, strict=True):
            said.append(f"TypeConf={sure:.2f}")
        edges = word_edges(analysis.derivation, analysis.net.term) if analysis.net else ()
        for edge, sure in zip(edges, analysis.confidence.dependencies, strict=False):
            features[edge.dependent - 1].append(f"DepConf={sure:.2f}")
    return features


def _rows(parse: Parse, analysis: Analysis | None) -> Iterator[list[str]]:
    """A row for every token."""
    tokens = analysis.derivation.tokens if analysis else tuple(token.text for token in parse.tokens)
    features, edges = _features(analysis, len(tokens)), _edges(parse, analysis)
    for number, (token, misc, edge) in enumerate(zip(tokens, features, edges, strict=True), 1):
        said = (["SpaceAfter=No"] if _is_joined(parse, number) else []) + misc
        head, label = (str(edge[0]), edge[1]) if edge else ("_", "_")
        yield [str(number), token, *"____", head, label, "_", "|".join(said) or "_"]


def _is_joined(parse: Parse, number: int) -> bool:
    """Whether there is no space between a token and the one behind it."""
    return 0 < number < len(parse.tokens) and 0 < parse.tokens[number - 1].end == parse.tokens[number].start


def _given_rows(parse: Parse, analysis: Analysis | None) -> Iterator[list[str]]:
    """The rows that a sentence came with, and what was found besides."""
    rows = [line.split("\t") for line in parse.conllu if not line.startswith("#")]
    names = ["0", *(row[0] for row in rows if row[0].isdecimal())]
    has_heads = any(row[_HEAD] != "_" for row in rows if row[0].isdecimal())
    words = iter(zip(_features(analysis, len(parse.tokens)), _edges(parse, analysis), strict=True))
    for row in rows:
        if row[0].isdecimal():
            features, edge = next(words)
            if edge and has_heads:
                features = [f"Head={names[edge[0]]}", f"Label={edge[1]}", *features]
            elif edge:
                row[_HEAD : _LABEL + 1] = [names[edge[0]], edge[1]]
            given = [each for each in row[_LAST].split("|") if each.partition("=")[0] not in ("_", *_OUR_FEATURES)]
            row[_LAST] = "|".join([*given, *features]) or "_"
        yield row
