"""Pictures and documents of parses that come as JSON. Their nets are verified again before anything is drawn."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from proofnets.errors import ProofNetsError
from proofnets.logic import Frame, Type, occurrences
from proofnets.parser.analyses import Analysis, Parse, from_dict
from proofnets.render.drawing import Numbers, clean_run, stack, token_numbers
from proofnets.render.heat_svg import draw_heat
from proofnets.render.labels import Label, term_label, type_label
from proofnets.render.parses import render_parse
from proofnets.render.svg import draw_links
from proofnets.server.answers import sample_of
from proofnets.server.messages import GivenAnalysis, RenderRequest
from proofnets.treebank.samples import judgement

Format: TypeAlias = Literal[
    "term",
    "typed",
    "types",
    "proof",
    "deps",
    "conllu",
    "json",
    "latex",
    "html",
    "svg",
    "svg-proof",
    "svg-deps",
    "svg-term",
    "svg-heat",
    "labels",
]
_MEDIA_TYPES = {
    "json": "application/json",
    "labels": "application/json",
    "latex": "application/x-latex",
    "html": "text/html",
}


def media_type(format: Format) -> str:
    """The media type of a format."""
    return _MEDIA_TYPES.get(format, "image/svg+xml" if format.startswith("svg") else "text/plain") + "; charset=utf-8"


def render(request: RenderRequest, format: Format) -> str:
    """A parse as a document."""
    parse = _parse(request)
    if format.startswith("svg") and not parse.analyses:
        raise ProofNetsError("there is no analysis to draw")
    return _OWN[format](parse) if format in _OWN else render_parse(parse, format)


def _parse(request: RenderRequest) -> Parse:
    for given in request.analyses:  # before the nets are verified, which takes its time
        _, frame = sample_of(request.tokens, given.types, given.goal)
        _check_links(given, frame)
        _check_beliefs(given, frame)
    return from_dict(request.model_dump())


def _check_links(given: GivenAnalysis, frame: Frame) -> None:
    """An error if there are links that cannot even be drawn."""
    ends = [atom for link in given.links for atom in link]
    if any(atom >= len(frame.atoms) for atom in ends):
        raise ProofNetsError(f"a link ends at no atom: the atoms are numbered 0 to {len(frame.atoms) - 1}")
    if len(set(ends)) < len(ends):
        raise ProofNetsError("an atom has more than one link")


def _check_beliefs(given: GivenAnalysis, frame: Frame) -> None:
    """An error if there are probabilities of other links than those of the frame, each once."""
    left = occurrences(frame)
    for belief in given.beliefs:
        if (belief.negative, belief.positive) != left.pop(belief.atom, None):
            raise ProofNetsError(f"the probabilities of {belief.atom[:80]} must be of all its atoms in order, and once")


def _links(parse: Parse) -> str:
    return stack(list(map(draw_links, parse.analyses))).document()


def _heat(parse: Parse) -> str:
    return stack([draw_heat(analysis.beliefs, analysis.sample) for analysis in parse.analyses]).document()


def _labels(parse: Parse) -> str:
    """The terms and types of all analyses for a page that sets them itself: pieces of text, raised or lowered."""
    return json.dumps([_labels_of(analysis) for analysis in parse.analyses], ensure_ascii=False)


def _labels_of(analysis: Analysis) -> dict[str, Any]:
    sample = analysis.sample
    numbers = token_numbers(Frame(judgement(sample)), sample)
    return {
        "term": _runs(term_label(analysis.net.term), numbers) if analysis.net else None,
        "goal": _runs(type_label(sample.goal), numbers),
        "types": [_runs(type_label(entry), numbers) if isinstance(entry, Type) else entry for entry in sample.types],
    }


def _runs(label: Label, numbers: Numbers) -> list[dict[str, Any]]:
    return [
        {
            "text": clean_run(run.text),
            "script": run.script,
            "italic": run.italic,
            "words": numbers[run.word] if run.word else "",
        }
        for run in label
    ]


_OWN: dict[str, Callable[[Parse], str]] = {"svg": _links, "svg-heat": _heat, "labels": _labels}
"""What the command line does otherwise or not at all. Links are drawn as they are, without a word on their proof."""
