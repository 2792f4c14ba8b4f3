"""Pictures as SVG. A file holds one document: several pictures lie below each other in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from proofnets.errors import ProofNetsError
from proofnets.logic import Frame, Net
from proofnets.parser.analyses import Analysis
from proofnets.render.deps_svg import draw_deps
from proofnets.render.drawing import MARGIN, Drawing, draw_label, label_width, stack
from proofnets.render.entries import Entry, entry_of_nets
from proofnets.render.labels import Run, isolate
from proofnets.render.net_svg import draw_net, draw_structure
from proofnets.render.proof_svg import draw_proof
from proofnets.render.term_svg import draw_term
from proofnets.treebank.samples import Sample, judgement

_KINDS: dict[str, Callable[[Net, Sample], Drawing]] = {
    "svg-proof": draw_proof,
    "svg-deps": draw_deps,
    "svg-term": draw_term,
}
_SIZE = 15
_LONGEST = 120


def render_svg(nets: Sequence[Net]) -> str:
    """The proof nets."""
    return svg_document([entry_of_nets(nets)], "svg")


def render_svg_proof(nets: Sequence[Net]) -> str:
    """The natural deductions."""
    return svg_document([entry_of_nets(nets)], "svg-proof")


def render_svg_deps(nets: Sequence[Net]) -> str:
    """The dependency graphs."""
    return svg_document([entry_of_nets(nets)], "svg-deps")


def render_svg_term(nets: Sequence[Net]) -> str:
    """The terms as trees."""
    return svg_document([entry_of_nets(nets)], "svg-term")


def svg_document(entries: Iterable[Entry], kind: str) -> str:
    """One picture of all readings of all sentences; a sentence without a proof is there with a word on it."""
    drawings = [drawing for entry in entries for drawing in _drawings(entry, kind)]
    if not drawings:
        raise ProofNetsError("there is no net to draw")
    return stack(drawings).document()


def _drawings(entry: Entry, kind: str) -> Iterator[Drawing]:
    if entry.fault and entry.pieces:
        yield _note(entry)
    for analysis in entry.readings:
        if kind == "svg":
            yield draw_links(analysis)
        elif analysis.net is not None:
            yield _KINDS[kind](analysis.net, analysis.sample)


def draw_links(analysis: Analysis) -> Drawing:
    """The net of an analysis or, if it has none, its structure."""
    if analysis.net is not None:
        return draw_net(analysis.net, analysis.sample)
    return draw_structure(Frame(judgement(analysis.sample)), analysis.sample.links, analysis.sample)


def _note(entry: Entry) -> Drawing:
    """A sentence, or its beginning, and why it has no proof."""
    text = entry.text if len(entry.text) <= _LONGEST else entry.text[:_LONGEST] + "…"
    label = (Run(isolate(text)), Run(f": {entry.fault}", italic=True))
    body = draw_label(label, MARGIN, MARGIN + _SIZE, _SIZE, {}, ' text-anchor="start"')
    return Drawing("note", label_width(label, _SIZE) + 2 * MARGIN, 2 * MARGIN + _SIZE, body, entry.fault)
