"""Sampling: analyses drawn at random by what the model finds likely, and how often each came.

Links are drawn as the best ones under Gumbel noise, which the paper's conclusion suggests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

import numpy as np

from proofnets.deadline import Deadline
from proofnets.derivation.analyses import Analysis
from proofnets.errors import StructureError
from proofnets.logic import Frame, Link, Net, occurrences
from proofnets.parser.assignment import assign
from proofnets.parser.linking import LinkedFrame, with_beliefs
from proofnets.parser.settings import Settings
from proofnets.parser.structures import Scores, matched


def drawn_analyses(frames: Sequence[LinkedFrame], settings: Settings, deadline: Deadline) -> list[Analysis]:
    """Analyses drawn at random: a frame of the beam by its probability, then its links."""
    random = np.random.default_rng(settings.seed)
    weights = np.exp([linked.decoded.score - frames[0].decoded.score for linked in frames])
    drawn = random.multinomial(settings.samples, weights / weights.sum())
    analyses: list[Analysis] = []
    for linked, times in zip(frames, drawn, strict=True):
        nets = sampled_nets(linked.frame, linked.scores, int(times), random, deadline)
        of_frame = [linked.analysis(score, net.links, net, often / settings.samples) for score, net, often in nets]
        analyses += with_beliefs(of_frame, linked, settings)
    return analyses


def sampled_nets(
    frame: Frame, scores: Scores, samples: int, random: np.random.Generator, deadline: Deadline
) -> list[tuple[float, Net, int]]:
    """The nets among matchings drawn at random: the best ones under Gumbel noise. With scores, and how often each came.

    Sinkhorn adds but a constant to every row and column, which changes no matching, so that none is needed here. If
    time is up, there are as many draws as were made.
    """
    atoms = occurrences(frame)
    if any(len(negative) != len(positive) for negative, positive in atoms.values()):
        return []
    drawn: Counter[tuple[Link, ...]] = Counter()
    totals: dict[tuple[Link, ...], float] = {}
    for _ in range(samples):
        if deadline.passed:
            break
        links, total = list[Link](), 0.0
        for name, (negative, positive) in atoms.items():
            matrix = scores[name]
            columns = assign(matrix + random.gumbel(size=matrix.shape)) or []
            links += matched(negative, positive, columns)
            total += float(matrix[range(len(columns)), columns].sum())
        drawn[tuple(links)] += 1
        totals[tuple(links)] = total
    nets: list[tuple[float, Net, int]] = []
    for matching, times in drawn.most_common():
        if deadline.passed and nets:
            break
        with suppress(StructureError):
            nets.append((totals[matching], Net(frame, matching), times))
    return nets
