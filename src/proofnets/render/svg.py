"""Pictures as SVG. A file holds one document: several pictures lie below each other in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from proofnets.derivation.analyses import Analysis, Parse
from proofnets.derivation.derivations import Derivation, judgement
from proofnets.logic import Frame, Net
from proofnets.render.deps_svg import draw_deps
from proofnets.render.drawing import MARGIN, Doubts, Drawing, draw_label, label_width, stack
from proofnets.render.labels import Run, isolate
from proofnets.render.net_svg import draw_net, draw_structure
from proofnets.render.proof_svg import draw_proof
from proofnets.render.sentences import doubts, fault, readings, text_of
from proofnets.render.term_svg import draw_term
from proofnets.table import shortened

_SIZE = 15
_LONGEST = 120


def render_net(parses: Iterable[Parse]) -> Iterator[str]:
    """The proof nets, and the structure that the model prefers of a sentence without any."""
    return _document(parses, lambda parse: map(draw_links, readings(parse)))


def render_proof(parses: Iterable[Parse]) -> Iterator[str]:
    """The natural deductions."""
    return _document(parses, _each(draw_proof))


def render_deps(parses: Iterable[Parse]) -> Iterator[str]:
    """The dependency graphs."""
    return _document(parses, _each(draw_deps))


def render_term(parses: Iterable[Parse]) -> Iterator[str]:
    """The terms as trees."""
    return _document(parses, _each(draw_term))


def draw_links(analysis: Analysis) -> Drawing:
    """The net of an analysis or, if it has none, its structure."""
    sample = analysis.derivation
    if analysis.net is not None:
        return draw_net(analysis.net, sample, doubts(analysis))
    return draw_structure(Frame(judgement(sample)), sample.links, sample, doubts(analysis))


def _each(draw: Callable[[Net, Derivation, Doubts], Drawing]) -> Callable[[Parse], Iterable[Drawing]]:
    return lambda parse: (draw(a.net, a.derivation, doubts(a)) for a in parse.analyses if a.net)


def _document(parses: Iterable[Parse], draw: Callable[[Parse], Iterable[Drawing]]) -> Iterator[str]:
    """One picture of all readings of all sentences; of a sentence without a proof it says so."""
    drawings: list[Drawing] = []
    for parse in parses:
        pictures = list(draw(parse))
        if why := fault(parse):
            pictures = [_noted(picture, why) for picture in pictures] or [
                _note(why, shortened(text_of(parse), _LONGEST))
            ]
        drawings += pictures
    if drawings:
        yield stack(drawings).document()


def _noted(picture: Drawing, why: str) -> Drawing:
    """A picture with a word above it on why it is of no proof."""
    both = stack([_note(why), picture])
    return replace(picture, width=both.width, height=both.height, body=both.body)


def _note(why: str, text: str = "") -> Drawing:
    label = (*([Run(isolate(text)), Run(": ")] if text else []), Run(why, italic=True))
    body = draw_label(label, MARGIN, MARGIN + _SIZE, _SIZE, {}, ' text-anchor="start"')
    return Drawing("note", label_width(label, _SIZE) + 2 * MARGIN, 2 * MARGIN + _SIZE, body, why)
