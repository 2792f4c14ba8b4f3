"""How an answer is written: JSON, and one sentence on what went wrong."""

from __future__ import annotations

import json
from typing import Any

from starlette.responses import JSONResponse


class Answer(JSONResponse):
    """JSON as it is written for people. What UTF-8 cannot write is replaced."""

    def render(self, content: Any) -> bytes:
        """The bytes of the answer."""
        return json.dumps(content, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")


def failure(status: int, error: str, retry_after: int | None = None) -> Answer:
    """An answer that says what went wrong, and after how many seconds to try again."""
    return Answer({"error": error}, status, None if retry_after is None else {"Retry-After": str(retry_after)})
