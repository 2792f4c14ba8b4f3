"""Screens and readers of them: a phone, nothing that jumps, accessibility."""

from typing import Any

import pytest

from tests.server.page.browsing import AMBIGUOUS, LONG, lit

WATCH_SHIFTS = """window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });"""


def test_busy_from_the_first_moment_and_nothing_jumps(page: Any, address: str) -> None:
    page.add_init_script(WATCH_SHIFTS)
    page.route("**/api/parse", lambda route: None)  # it never answers
    page.fill("#text", "Ja.")
    assert page.locator("#busy").is_hidden()
    page.evaluate("document.querySelector('#parse').requestSubmit()")
    assert page.locator("#busy").is_visible()
    page.unroute("**/api/parse")
    for size in ({"width": 1280, "height": 800}, {"width": 390, "height": 844}):
        page.set_viewport_size(size)
        page.goto(f"{address}/#text={LONG}")
        page.reload()
        page.wait_for_selector("svg.heat")
        page.wait_for_selector(".documents")
        assert page.evaluate("window.shifted") < 0.05


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
        assert page.locator("svg.net").bounding_box()["width"] <= 360  # it is folded to the window
        for _ in range(3):
            page.get_by_role("region", name="Proof net").get_by_title("Larger").tap()
        assert net.evaluate("place => place.scrollWidth > place.clientWidth")
        slab, field = (page.locator(each).bounding_box() for each in ("#parse .primary", "#text"))
        assert slab["height"] < 40
        assert slab["y"] + slab["height"] <= field["y"] + field["height"]


SETTLED = """() => Promise.all(document.getAnimations()
    .filter(each => each.effect.getComputedTiming().endTime < Infinity).map(each => each.finished))"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_serious(browser: Any, address: str, scheme: str, width: int) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed").Axe()
    with browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme) as context:
        page = context.new_page()

        def check() -> None:
            page.wait_for_selector("#result[aria-busy=false]")
            page.wait_for_selector("#busy", state="hidden")
            page.evaluate(SETTLED)  # what is still fading in has less contrast
            found = axe.run(page).response["violations"]
            faults = [(one["id"], node["html"]) for one in found for node in one["nodes"] if one["impact"] != "minor"]
            assert faults == []

        page.goto(f"{address}/#text={AMBIGUOUS} Ze slapen.&beam=5&readings=3")
        page.wait_for_selector("svg.heat")
        page.click('.words [data-word="5"]')
        check()
        page.click("#show-legend")
        check()
        page.goto(f"{address}/#view=prove&judgement=a:s, b:s -> s, c:s -> s |- s")
        page.reload()
        page.wait_for_selector("svg.term")
        check()
        page.goto(f"{address}/#view=search&pattern=pattern {{ V -[su]-> S }}")
        page.reload()
        page.wait_for_selector("svg.term")
        check()
        page.goto(f"{address}/page/guide.html")
        assert [one["id"] for one in axe.run(page).response["violations"] if one["impact"] != "minor"] == []
