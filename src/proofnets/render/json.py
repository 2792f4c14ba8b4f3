"""Everything there is to say of the nets of a sentence, as one JSON object."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from proofnets.logic import Net, dependencies, show_term, strip


def render_json(nets: Sequence[Net]) -> str:
    """One object: the tokens, and an analysis for every net. The nets must be of one judgement."""
    names = list(nets[0].frame.judgement.names) if nets else []
    answer = {
        "text": " ".join(names),
        "tokens": names,
        "status": "proved" if nets else "unproved",
        "analyses": [_analysis(net) for net in nets],
    }
    return json.dumps(answer, ensure_ascii=False) + "\n"


def _analysis(net: Net) -> dict[str, Any]:
    judgement = net.frame.judgement
    return {
        "score": None,
        "proved": True,
        "goal": str(judgement.goal),
        "types": [str(type_) for type_ in judgement.types],
        "links": [list(link) for link in net.links],
        "term": str(net.term),
        "plain_term": str(strip(net.term)),
        "typed_term": show_term(net.term, judgement.types),
        "dependencies": [asdict(edge) for edge in dependencies(net.term)],
    }
