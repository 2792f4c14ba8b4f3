"""What a user does on the page, and sees."""

from typing import Any

import pytest

from tests.server.calls import SENTENCE

AMBIGUOUS = "Jan ziet de man met de verrekijker."
LONG = (
    "Gisteren heeft de minister die al jaren voor het voorstel van de commissie pleit zonder enige discussie in de "
    "Kamer gezegd dat hij de plannen die zijn voorgangers hadden gemaakt niet langer wil uitvoeren."
)


def parse(page: Any, text: str = SENTENCE) -> None:
    """Have a text parsed, and wait for its first picture."""
    page.fill("#text", text)
    page.press("#text", "Enter")
    page.wait_for_selector("svg.net")


def lit(page: Any, selector: str) -> int:
    """How much is lit up at a place."""
    return page.locator(f"{selector}.lit").count() + page.locator(f"{selector} .lit").count()


def downloaded(page: Any, button: Any) -> tuple[str, bytes]:
    """The name and the content of the file that a button gives."""
    with page.expect_download() as waiting:
        button.click()
    return waiting.value.suggested_filename, waiting.value.path().read_bytes()


def wait_for_copy(page: Any, start: str) -> None:
    """Wait until a text that starts so is on the clipboard."""
    for _ in range(100):
        if page.evaluate("navigator.clipboard.readText()").startswith(start):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"{start} was not copied")
