"""Parses of sentences in the formats of nets: a sentence after the other, with a word on those that have no proof."""

from __future__ import annotations

import json

from proofnets.logic import Net, Type
from proofnets.parser.analyses import Analysis, Parse, to_dict
from proofnets.render import renderer
from proofnets.render.table import show_table, visible


def render_parse(parse: Parse, format: str) -> str:
    """A sentence's readings in a format; `json` is one line, and LaTeX and SVG have the readings that are proved."""
    if format == "json":
        return json.dumps(to_dict(parse), ensure_ascii=False) + "\n"
    if format in ("deps", "conllu"):
        return "".join(_graph(parse, analysis, format) for analysis in parse.analyses[:1])
    nets = [analysis.net for analysis in parse.analyses if analysis.net is not None]
    if nets and format != "types":
        return renderer(format)(nets)
    if format in ("latex", "svg"):
        return ""
    types = "\n".join(_types(analysis) for analysis in parse.analyses[: 1 if not nets else None])
    return types if format == "types" else f"{visible(parse.text)}\n{_reason(parse)}\n{types}"


def _reason(parse: Parse) -> str:
    return f"not parsed: {parse.error}" if parse.error else "no proof was found; the types that the model prefers are"


def _types(analysis: Analysis) -> str:
    """The tokens with what they have; `+` continues the word before, and `–` brings nothing."""
    sample = analysis.sample
    rows = [
        [visible(token), str(entry) if isinstance(entry, Type) else entry or "–"]
        for token, entry in zip(sample.tokens, sample.types, strict=True)
    ]
    return show_table([*rows, ["⊢", str(sample.goal)]]) + "\n"


def _graph(parse: Parse, analysis: Analysis, format: str) -> str:
    """The dependency graph over all tokens; those that bring nothing, or continue a word, have no head in a table."""
    plain = next(iter(to_dict(parse)["analyses"]))
    edges = {edge["dependent"]: edge for edge in plain.get("dependencies", [])}
    names = [visible(token) for token in analysis.sample.tokens]
    root = next((edge["dependent"] for edge in edges.values() if edge["head"] == 0), 0)
    rows: list[list[str]] = []
    before = 0
    for number, (name, entry) in enumerate(zip(names, analysis.sample.types, strict=True), 1):
        edge = edges.get(number)
        if edge:
            head, label = edge["head"], edge["label"]
        elif entry == "+":
            head, label = before, "mwp"
        else:
            head, label = (root, "punct") if entry is None else (0, "root" if not root else "dep")
        before = number if isinstance(entry, Type) else before
        if format == "deps":
            rows.append([str(number), name, label, f"{head} {names[head - 1]}" if head else ""])
        else:
            kind = f"Type={entry}" if isinstance(entry, Type) else "_"
            rows.append([str(number), name, *"____", str(head), label, "_", kind])
    if format == "deps":
        return show_table(rows) + "\n"
    net: Net | None = analysis.net
    comments = [f"# text = {visible(parse.text)}", f"# status = {parse.status}", f"# goal = {analysis.sample.goal}"]
    comments += [f"# term = {net.term}"] if net else []
    return "\n".join(comments + ["\t".join(row) for row in rows]) + "\n\n"
