"""Pictures and documents of parses that come as JSON. Their nets are verified again before anything is drawn."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from proofnets import render
from proofnets.deadline import Deadline
from proofnets.derivation.analyses import Analysis, Parse, from_dict
from proofnets.derivation.derivations import Derivation, judgement
from proofnets.errors import ProofNetsError
from proofnets.logic import Frame, Net, Proof, Type, Word, context, deduce, occurrences
from proofnets.render import Format
from proofnets.render.deps_svg import draw_deps
from proofnets.render.drawing import Doubts, Drawing, Numbers, clean_run, stack, token_numbers
from proofnets.render.heat_svg import draw_heat
from proofnets.render.labels import Label, term_label, type_label
from proofnets.render.net_svg import draw_net
from proofnets.render.palette import kind_of
from proofnets.render.proof_svg import draw_proof
from proofnets.render.sentences import doubts
from proofnets.server.answers import sample_of
from proofnets.server.messages import GivenAnalysis, RenderRequest

T = TypeVar("T")

FORMATS = dict(render.FORMATS) | {
    row.name: row
    for row in (
        Format(
            "svg-heat",
            "the pictures of how probable the model finds each link",
            "image/svg+xml",
            "svg",
            f"{__name__}:render_heat",
            inner=True,
        ),
        Format(
            "labels",
            "terms and types in pieces, raised or lowered, for a page that sets them itself",
            "application/json",
            "json",
            f"{__name__}:render_labels",
            inner=True,
        ),
        Format(
            "steps",
            "every step of the natural deductions, premises before conclusions",
            "application/json",
            "json",
            f"{__name__}:render_steps",
            inner=True,
        ),
    )
}
"""Those of the command line, and three that only a page has a use for."""


_FOLDED: Mapping[str, Callable[[Net, Derivation, Doubts, float], Drawing]] = {
    "svg": draw_net,
    "svg-proof": lambda net, sample, doubts, width: draw_proof(net, sample, doubts, width=width),
    "svg-deps": draw_deps,
}
"""The pictures that can be folded to a width."""


def document(
    requests: RenderRequest | Sequence[RenderRequest], format: Format, width: float | None, deadline: Deadline
) -> str:
    """A parse, or several, as a document; what can be folded is no wider than this."""
    several = [requests] if isinstance(requests, RenderRequest) else requests
    parses = [_parse(request) for request in _watched(several, deadline)]
    proved = [(a.net, a.derivation, doubts(a)) for parse in parses for a in parse.analyses if a.net]
    if width and proved and format.name in _FOLDED:
        return stack([_FOLDED[format.name](*each, width) for each in _watched(proved, deadline)]).document()
    return "".join(_watched(format.render(_watched(parses, deadline)), deadline))


def _watched(items: Iterable[T], deadline: Deadline) -> Iterator[T]:
    """The same items, as long as somebody waits for what is made of them."""
    for item in items:
        deadline.check()
        yield item


def _parse(request: RenderRequest) -> Parse:
    for given in request.analyses:  # before the nets are verified, which takes its time
        _, frame = sample_of(request.tokens, given.types, given.goal)
        _check_links(given, frame)
        _check_beliefs(given, frame)
    return from_dict(request.model_dump(exclude_unset=True))


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


def render_heat(parses: Iterable[Parse]) -> Iterator[str]:
    """What the model believed of links, for all analyses."""
    drawings = [draw_heat(analysis.beliefs, analysis.derivation) for parse in parses for analysis in parse.analyses]
    if not drawings:
        raise ProofNetsError("there is no analysis to draw")
    yield stack(drawings).document()


def render_labels(parses: Iterable[Parse]) -> Iterator[str]:
    """The terms and types of all analyses."""
    yield json.dumps([_labels_of(analysis) for parse in parses for analysis in parse.analyses], ensure_ascii=False)


def _labels_of(analysis: Analysis) -> dict[str, Any]:
    sample = analysis.derivation
    numbers = token_numbers(Frame(judgement(sample)), sample)
    return {
        "term": _runs(term_label(analysis.net.term), numbers) if analysis.net else None,
        "goal": _runs(type_label(sample.goal), numbers),
        "types": [_runs(type_label(entry), numbers) if isinstance(entry, Type) else entry for entry in sample.types],
    }


def render_steps(parses: Iterable[Parse]) -> Iterator[str]:
    """The deductions of all analyses, step by step; where there is no net, there is no step."""
    yield json.dumps([_steps_of(analysis) for parse in parses for analysis in parse.analyses], ensure_ascii=False)


def _steps_of(analysis: Analysis) -> list[dict[str, Any]]:
    if analysis.net is None:
        return []
    sample = analysis.derivation
    numbers = token_numbers(analysis.net.frame, sample)
    order: list[Proof] = []
    todo = [deduce(analysis.net)]
    while todo:  # conclusions before premises, from right to left: that is the order from behind
        step = todo.pop()
        order.append(step)
        todo += step.premises
    places = {id(step): place for place, step in enumerate(reversed(order))}
    return [
        {
            "rule": step.rule,
            "premises": [places[id(premise)] for premise in step.premises],
            "term": clean_run(str(step.term)),
            "type": str(step.type),
            "words": " ".join(numbers[leaf.position] for leaf, _ in context(step) if isinstance(leaf, Word)),
        }
        for step in reversed(order)
    ]


def _runs(label: Label, numbers: Numbers) -> list[dict[str, Any]]:
    return [
        {
            "text": clean_run(run.text),
            "script": run.script,
            "italic": run.italic,
            "index": run.index,
            "atom": run.atom,
            "hue": kind_of(run.atom).hue if run.atom else None,
            "words": numbers[run.word] if run.word else "",
        }
        for run in label
    ]
