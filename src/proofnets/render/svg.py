"""The picture of a proof net, as SVG."""

from __future__ import annotations

from collections.abc import Sequence

from proofnets.errors import ProofNetsError
from proofnets.logic import Net
from proofnets.render.net_svg import net_svg


def render_svg(nets: Sequence[Net]) -> str:
    """The first net: a file can hold one picture."""
    if not nets:
        raise ProofNetsError("there is no net to draw")
    return net_svg(nets[0])
