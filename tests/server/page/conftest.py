"""The page in a real browser, which is started once for the folder. Without one the tests are skipped.

The browser's driver runs an event loop in the thread of the tests, in which others could not run theirs: so it is
started for this folder, and not for the session.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.serving import served

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SAMPLES = (
    {
        "id": "a/1",
        "tokens": ["Ze", "slapen"],
        "types": ["pron", "◇su pron ⊸ s_main"],
        "goal": "s_main",
        "links": [[0, 1], [2, 3]],
    },
    {
        "id": "a/2",
        "tokens": ["Jan", "ziet", "ze"],
        "types": ["n", "◇obj pron ⊸ ◇su n ⊸ s_main", "pron"],
        "goal": "s_main",
        "links": [[4, 1], [0, 2], [3, 5]],
    },
)


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("there is no chromium on the path")
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield found
        found.close()


@pytest.fixture(scope="package")
def address(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the page is served, with a corpus to search. Nothing is served if there is no browser."""
    corpus: Path = tmp_path_factory.mktemp("corpus") / "small.jsonl"
    corpus.write_text("".join(json.dumps(sample) + "\n" for sample in SAMPLES))
    with served("--corpus", str(corpus)) as (_, found):
        yield found


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    """A new page; at the end, it must have asked nobody but the service, and no script must have failed."""
    with browser.new_context(permissions=["clipboard-read", "clipboard-write"]) as context:
        found = context.new_page()
        found.set_default_timeout(20_000)
        requests: list[str] = []
        faults: list[str] = []
        found.on("request", lambda request: requests.append(request.url))
        found.on("pageerror", lambda error: faults.append(str(error)))
        found.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        found.goto(address)
        yield found
        assert [url for url in requests if not url.startswith((address, f"blob:{address}"))] == []
        assert [fault for fault in faults if "Failed to load" not in fault] == []  # the service may refuse
