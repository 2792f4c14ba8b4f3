"""The page in a real browser. It is skipped where there is none, and installs nothing."""

import json
import shutil
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.server.conftest import SENTENCE
from tests.server.test_serve import served

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium on the path")
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


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served() as (_, found):
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield found
        found.close()


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


def parse(page: Any, text: str = SENTENCE) -> None:
    page.fill("#text", text)
    page.press("#text", "Enter")
    page.wait_for_selector("svg.net")


def lit(page: Any, selector: str) -> int:
    return page.locator(f"{selector}.lit").count() + page.locator(f"{selector} .lit").count()


def wait_for_copy(page: Any, start: str) -> None:
    """Wait until a text that starts so is on the clipboard."""
    for _ in range(100):
        if page.evaluate("navigator.clipboard.readText()").startswith(start):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"{start} was not copied")


def test_a_sentence_is_parsed_and_all_is_there(page: Any) -> None:
    page.get_by_role("button", name=SENTENCE).click()
    for kind in ("net", "proof", "deps", "term", "heat"):
        page.wait_for_selector(f"svg.{kind}")
    assert page.get_by_role("heading", name="Proved").is_visible()
    assert "eeuwenoud" in page.locator(".line").inner_text()
    assert page.locator("svg.net").get_attribute("aria-label") == "Proof net: De strategie die ze volgen is eeuwenoud"
    assert page.get_by_role("button", name="‘die’ has the type").is_visible()


def test_hovering_and_focusing_a_word_lights_it_up_everywhere(page: Any) -> None:
    parse(page)
    page.wait_for_selector("svg.heat")
    page.wait_for_selector('.line [data-word="3"]')
    everywhere = (".words", ".line", "svg.net", "svg.proof", "svg.deps", "svg.term", "svg.heat")
    assert not any(lit(page, place) for place in everywhere)
    page.hover('.words [data-word="3"]')
    assert all(lit(page, place) for place in everywhere)
    assert page.locator('.lit:not([data-word~="3"])').count() == 0
    page.hover("h1")
    assert not any(lit(page, place) for place in everywhere)
    page.focus('.words [data-word="4"]')
    assert all(lit(page, place) for place in everywhere)
    page.locator('svg.deps text[data-word="6"]').hover()
    assert lit(page, ".line") == 1


def test_readings_in_tabs_and_side_by_side(page: Any) -> None:
    page.get_by_role("button", name="Jan ziet de man met de verrekijker.").click()
    tabs = page.locator('.readings [role="tab"]')
    tabs.nth(1).wait_for()
    assert tabs.count() == 3
    first = page.locator(".line").inner_text()
    tabs.nth(0).focus()
    page.keyboard.press("ArrowRight")
    assert tabs.nth(1).get_attribute("aria-selected") == "true"
    assert page.evaluate("document.activeElement.id") == "reading-1"
    assert page.locator(".line").inner_text() != first
    page.get_by_role("button", name="Side by side").click()
    page.locator("svg.net").nth(2).wait_for()
    page.reload()
    page.locator("svg.net").nth(2).wait_for()


def test_a_type_is_edited_linked_and_restored(page: Any) -> None:
    parse(page, "Ze slapen.")
    page.click('.words [data-word="1"]')
    page.fill("#type", "np ->")
    page.keyboard.press("Enter")
    page.wait_for_selector("#type-error:not([hidden])")
    assert "is no type" in page.locator("#type-error").inner_text()
    page.fill("#type", "whq")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="No proof").wait_for()
    assert "whq is brought once (by Ze) and never needed" in page.locator(".status").inner_text()
    assert page.get_by_role("heading", name="Proof structure").is_visible()
    page.reload()  # the link restores what was edited
    page.get_by_role("heading", name="No proof").wait_for()
    page.click('.words [data-word="2"]')
    page.fill("#type", "<su>whq -> s_main")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Proved").wait_for()
    page.get_by_role("button", name="Restore").click()
    assert page.locator(".words .changed").count() == 0
    page.click('.words [data-word="2"]')
    page.keyboard.press("Escape")
    assert page.locator("#type").count() == 0
    assert page.evaluate("document.activeElement.dataset.word") == "2"


def test_errors_are_where_the_user_looks(page: Any, address: str) -> None:
    page.fill("#text", "a." * 1000)
    page.press("#text", "Enter")
    page.wait_for_selector("#parse-error:not([hidden])")
    assert "more than 500 letters" in page.locator("#parse-error").inner_text()
    parse(page, "Ze slapen.")
    assert page.locator("#parse-error").is_hidden()
    page.get_by_role("tab", name="Prove").click()
    page.fill("#judgement", "(np")
    page.press("#judgement", "Enter")
    page.wait_for_selector("#prove-error:not([hidden])")
    assert "Column 4" in page.locator("#prove-error").inner_text()


def test_the_service_is_gone(page: Any) -> None:
    page.route("**/api/parse", lambda route: route.fulfill(status=503, json={"error": "too many requests are waiting"}))
    page.fill("#text", "Ja.")
    page.press("#text", "Enter")
    page.get_by_text("Too many requests are waiting.").wait_for()
    page.unroute("**/api/parse")
    page.route("**/api/parse", lambda route: route.abort())
    page.press("#text", "Enter")
    page.get_by_text("The service does not answer").wait_for()


def test_what_nobody_waits_for_is_given_up(page: Any) -> None:
    parse(page, "Ze slapen. Hij zegt dat ze slapen.")
    page.route("**/api/link", lambda route: None)  # it never answers
    page.click('.words [data-word="1"]')
    page.fill("#type", "whq")
    with page.expect_request("**/api/link"):
        page.keyboard.press("Enter")
    with page.expect_event("requestfailed"):
        page.get_by_role("navigation").get_by_role("button", name="Hij zegt").click()
    page.get_by_role("button", name="‘zegt’ has the type").wait_for()
    page.route("**/api/parse", lambda route: None)
    with page.expect_request("**/api/parse"):
        page.press("#text", "Enter")
    assert page.locator("#result").evaluate("result => result.inert")
    page.unroute("**/api/parse")
    with page.expect_event("requestfailed"):
        page.fill("#text", "Ja.")
        page.press("#text", "Enter")
    page.get_by_role("button", name="‘Ja’ has the type").wait_for()
    assert not page.locator("#result").evaluate("result => result.inert")


def test_all_proofs_of_a_judgement(page: Any) -> None:
    page.get_by_role("tab", name="Prove").click()
    page.fill("#judgement", "a:s, b:s -> s, c:s -> s |- s")
    page.get_by_role("button", name="Prove", exact=True).click()
    page.get_by_role("heading", name="Proved, 2 proofs").wait_for()
    assert page.locator(".line").inner_text().startswith("c (b a)")
    page.get_by_role("tab", name="Proof 2").click()
    assert page.locator(".line").inner_text().startswith("b (c a)")
    page.get_by_role("button", name="Out of balance").click()
    page.get_by_role("heading", name="No proof").wait_for()
    page.go_back()
    page.get_by_role("heading", name="Proved, 2 proofs").wait_for()


def test_downloads_and_copies(page: Any) -> None:
    parse(page)
    net = page.get_by_role("region", name="Proof net")

    def downloaded(part: Any, name: str) -> tuple[str, bytes]:
        with page.expect_download() as waiting:
            part.get_by_title(name, exact=True).click()
        return waiting.value.suggested_filename, waiting.value.path().read_bytes()

    name, content = downloaded(net, "Download the picture as SVG")
    assert name == "De-strategie-die-ze-volgen-is-eeuwenoud-net.svg"
    assert ElementTree.fromstring(content).get("class") == "net"
    name, content = downloaded(net, "Download the picture as PNG")
    assert name.endswith("-net.png")
    assert content.startswith(b"\x89PNG")
    assert len(content) > 10_000  # it is not empty
    name, content = downloaded(page, "Download as latex")
    assert name.endswith(".tex")
    assert content.rstrip().endswith(b"\\end{document}")
    assert json.loads(downloaded(page, "Download as json")[1])["text"] == SENTENCE
    assert downloaded(page, "Download as conllu")[1].count(b"\t") == 8 * 9
    page.get_by_title("Copy as conllu", exact=True).click()
    wait_for_copy(page, "# text = De strategie")
    net.get_by_title("Copy the picture").click()
    net.get_by_text("Copied").wait_for()
    kinds = page.evaluate("navigator.clipboard.read().then(items => items.flatMap(item => item.types))")
    assert kinds == ["image/png"]
    page.get_by_title("Copy a link").click()
    wait_for_copy(page, page.url)


def test_a_download_that_fails_says_so(page: Any) -> None:
    parse(page)
    page.route("**/api/render/latex", lambda route: route.abort())
    page.get_by_title("Download as latex", exact=True).click()
    page.locator(".documents").get_by_text("Not downloaded").wait_for()
    page.evaluate("() => { HTMLCanvasElement.prototype.toBlob = (give) => give(null); }")
    net = page.get_by_role("region", name="Proof net")
    net.get_by_title("Download the picture as PNG").click()
    net.get_by_text("Not downloaded").wait_for()
    assert net.get_by_title("too large for this browser").count() == 1


def test_several_sentences(page: Any) -> None:
    parse(page, "Ze slapen. Hij zegt dat ze slapen.")
    page.get_by_role("navigation").get_by_role("button", name="Hij zegt").click()
    page.get_by_role("button", name="‘zegt’ has the type").wait_for()
    assert "sentence=1" in page.url


def test_hostile_words_and_links_are_nothing_but_text(page: Any, address: str) -> None:
    page.on("dialog", lambda dialog: pytest.fail("a script ran"))
    hostile = "<img src=x onerror=alert(1)> <script>alert(1)</script>"
    parse(page, hostile)
    page.wait_for_timeout(200)
    assert page.locator("img[src=x], main script").count() == 0
    page.goto(f"{address}/#view=__proto__&text=Ja&types={{&beam=x&reading=99&changed=7&sentence=9")
    page.reload()
    page.wait_for_selector("svg.net")


def test_a_phone(browser: Any, address: str) -> None:
    size = {"width": 360, "height": 740}
    with browser.new_context(viewport=size, is_mobile=True, has_touch=True, color_scheme="dark") as context:
        page = context.new_page()
        page.goto(f"{address}/#text=Ze+slapen.")
        page.wait_for_selector("svg.heat")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.tap('.line [data-word="1"]')
        assert lit(page, "svg.net")
        page.tap('.words [data-word="2"]')
        assert page.locator("#type").is_visible()
        page.goto(f"{address}/#text=Jan+ziet+de+man+met+de+verrekijker+in+het+park+bij+de+oude+brug.&beam=5&readings=3")
        page.reload()
        page.wait_for_selector("svg.heat")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        net = page.get_by_role("group", name="Proof net, scrollable")
        assert net.evaluate("place => place.scrollWidth > place.clientWidth")
        before = page.locator("svg.net").bounding_box()["width"]
        page.get_by_role("region", name="Proof net").get_by_title("Larger").tap()
        assert page.locator("svg.net").bounding_box()["width"] > before
