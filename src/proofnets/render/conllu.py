"""The dependency graph in CoNLL-U."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from proofnets.derivation.analyses import Analysis, Parse
from proofnets.derivation.edges import edge_of_every_token, word_edges
from proofnets.logic import Type
from proofnets.render.sentences import readings
from proofnets.table import on_one_line


def render_conllu(parses: Iterable[Parse]) -> Iterator[str]:
    """A CoNLL-U sentence for every reading; types stand in the last column, the term in a comment."""
    for parse in parses:
        shown = readings(parse)
        for number, analysis in enumerate(shown, 1):
            yield _sentence(parse, analysis, [f"# reading = {number}"] if len(shown) > 1 else [])
        if not shown and parse.tokens:
            yield _sentence(parse, None, [])


def _sentence(parse: Parse, analysis: Analysis | None, comments: list[str]) -> str:
    """A reading over all tokens; without a proof, the columns of heads and labels are empty."""
    lines = [f"# text = {on_one_line(parse.text)}", f"# status = {parse.status}", *comments]
    lines += [f"# error = {on_one_line(parse.error)}"] if parse.error else []
    tokens = tuple(token.text for token in parse.tokens)
    types: tuple[object, ...] = (None,) * len(tokens)
    heads = [("_", "_")] * len(tokens)
    sure = analysis.confidence if analysis else None
    edges: dict[int, float] = {}
    if analysis:
        tokens, types = analysis.derivation.tokens, analysis.derivation.types
        heads = [("_", "_")] * len(tokens)
        lines.append(f"# goal = {analysis.derivation.goal}")
        if analysis.net:
            heads = [
                (str(edge.head), edge.label) for edge in edge_of_every_token(analysis.derivation, analysis.net.term)
            ]
            lines.append(f"# term = {on_one_line(str(analysis.net.term))}")
        if sure:
            lines.append(f"# confidence = {sure.whole:.2f}")
        if sure and analysis.net:
            listed = word_edges(analysis.derivation, analysis.net.term)
            edges = {edge.dependent: chance for edge, chance in zip(listed, sure.dependencies, strict=False)}
    for number, (token, entry, (head, label)) in enumerate(zip(tokens, types, heads, strict=True), 1):
        kind = f"Type={entry}" if isinstance(entry, Type) else "_"
        if sure:
            told = [kind] if kind != "_" else []
            kind = "|".join([*told, f"TypeConf={sure.words[number - 1]:.2f}"])
            kind += f"|DepConf={edges[number]:.2f}" if number in edges else ""
        lines.append("\t".join([str(number), on_one_line(token), *"____", head, label, "_", kind]))
    return "\n".join(lines) + "\n\n"
