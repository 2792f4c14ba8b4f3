"""Everything there is to say of a sentence, as one JSON object a line (docs/formats.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from proofnets.derivation.analyses import Parse, to_dict


def render_json(parses: Iterable[Parse]) -> Iterator[str]:
    """One object for every sentence, with an analysis for every reading."""
    for parse in parses:
        yield json.dumps(to_dict(parse), ensure_ascii=False) + "\n"
