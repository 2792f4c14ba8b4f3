"""Parses of sentences in the formats of nets: a sentence after the other, with a word on those that have no proof."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from proofnets.logic import Dependency, Type
from proofnets.parser.analyses import Analysis, Parse, to_dict
from proofnets.render import renderer
from proofnets.render.deps_svg import token_edges
from proofnets.render.entries import entry_of_parse
from proofnets.table import on_one_line, show_table, visible

_PARAGRAPHS = ("term", "types", "proof", "deps")
"""The formats in which a blank line stands between two sentences."""


def render_parse(parse: Parse, format: str) -> str:
    """The text of one parse in a format."""
    return "".join(render_parses([parse], format))


def render_parses(parses: Iterable[Parse], format: str) -> Iterator[str]:
    """The text of many parses in a format, piece by piece, to be written one after the other.

    LaTeX, HTML and SVG make one document of all. A piece is written as soon as its sentence is there; only SVG, which
    must tell its size first, waits for all of them.
    """
    if format == "latex":
        from proofnets.render.latex import latex_document

        yield from latex_document(map(entry_of_parse, parses))
    elif format == "html":
        from proofnets.render.html import html_document

        yield from html_document(map(entry_of_parse, parses))
    elif format.startswith("svg"):
        from proofnets.render.svg import svg_document

        if entries := [entry_of_parse(parse) for parse in parses]:
            yield svg_document(entries, format)
    else:
        for number, parse in enumerate(parses):
            yield ("\n" if number and format in _PARAGRAPHS else "") + _render(parse, format)


def _render(parse: Parse, format: str) -> str:
    if format == "json":
        return json.dumps(to_dict(parse), ensure_ascii=False) + "\n"
    if format == "conllu":
        return _conllu(parse)
    proved = [analysis for analysis in parse.analyses if analysis.proved]
    if format == "types" and parse.analyses:
        return "\n".join(map(_types, proved or parse.analyses[:1]))
    if not proved:
        preferred = "; the types that the model prefers are" if parse.analyses else ""
        reason = visible(parse.error) or f"no proof was found{preferred}"
        return "\n".join([visible(parse.text), reason, *map(_types, parse.analyses[:1])]).rstrip("\n") + "\n"
    if format == "deps":
        return _deps(proved[0])
    return renderer(format)([analysis.net for analysis in proved if analysis.net])


def _types(analysis: Analysis) -> str:
    """The tokens with what they have; `+` continues the word before, and `–` brings nothing."""
    sample = analysis.sample
    rows = [
        [visible(token), str(entry) if isinstance(entry, Type) else entry or "–"]
        for token, entry in zip(sample.tokens, sample.types, strict=True)
    ]
    return show_table([*rows, ["⊢", str(sample.goal)]]) + "\n"


def _edges(analysis: Analysis) -> list[Dependency]:
    """One edge for every token: what brings nothing hangs on the root, as punctuation does in CoNLL-U."""
    assert analysis.net is not None
    edges = {edge.dependent: edge for edge in token_edges(analysis.net, analysis.sample)}
    root = next((edge.dependent for edge in edges.values() if not edge.head), 0)
    return [edges.get(token) or Dependency(root, token, "punct") for token in range(1, len(analysis.sample.tokens) + 1)]


def _deps(analysis: Analysis) -> str:
    names = [visible(token) for token in analysis.sample.tokens]
    return (
        show_table(
            [
                [str(e.dependent), names[e.dependent - 1], e.label, f"{e.head} {names[e.head - 1]}" if e.head else ""]
                for e in _edges(analysis)
            ]
        )
        + "\n"
    )


def _conllu(parse: Parse) -> str:
    """The best reading over all tokens; without a proof, the columns of heads and labels are empty."""
    best = next((a for a in parse.analyses if a.proved), next(iter(parse.analyses), None))
    tokens = best.sample.tokens if best else tuple(token.text for token in parse.tokens)
    if not tokens:
        return ""
    heads = [(str(edge.head), edge.label) for edge in _edges(best)] if best and best.net else [("_", "_")] * len(tokens)
    lines = [f"# text = {on_one_line(parse.text)}", f"# status = {parse.status}"]
    lines += [f"# error = {on_one_line(parse.error)}"] if parse.error else []
    lines += [f"# goal = {best.sample.goal}"] if best else []
    lines += [f"# term = {on_one_line(str(best.net.term))}"] if best and best.net else []
    entries = best.sample.types if best else (None,) * len(tokens)
    for number, (token, entry, (head, label)) in enumerate(zip(tokens, entries, heads, strict=True), 1):
        kind = f"Type={entry}" if isinstance(entry, Type) else "_"
        lines.append("\t".join([str(number), on_one_line(token), *"____", head, label, "_", kind]))
    return "\n".join(lines) + "\n\n"
