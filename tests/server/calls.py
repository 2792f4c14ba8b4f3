"""What calls of the service are made with, and how they fail."""

from typing import Any

SENTENCE = "De strategie die ze volgen is eeuwenoud."
JSON = {"Content-Type": "application/json"}
TYPED = {"tokens": ["Ze", "slapen", "."], "types": ["pron", "<su>pron -> s_main", None], "goal": "s_main"}
UNREAD = {"text": "", "tokens": ["a"], "analyses": []}
DEEP = {"tokens": ["a"] * 200, "types": ["<a>" * 330 + "s"] * 200, "goal": "s"}


def assert_failure(answer: Any, status: int, *parts: str) -> None:
    """One sentence that says what is wrong."""
    assert answer.status_code == status, answer.text
    assert list(answer.json()) == ["error"]
    error = answer.json()["error"]
    assert error
    assert "\n" not in error
    assert len(error) < 400
    for part in parts:
        assert part in error
