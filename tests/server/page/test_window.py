"""The page in a window that changes its size, in a browser that keeps nothing, and with types that nobody has rated."""

from typing import Any

from tests.server.page.browsing import LONG, parse

WIDTH = "name => document.querySelector(`svg.${name}`).getBoundingClientRect().width"


def resize(page: Any, width: int) -> None:
    """Resize the window, and wait until the dependencies are drawn for it."""
    with page.expect_response("**/api/render/svg-deps?width=*"):
        page.set_viewport_size({"width": width, "height": 800})
    page.wait_for_function("() => document.querySelector('svg.deps').getBoundingClientRect().width < innerWidth")


def test_pictures_are_fitted_to_a_window_that_is_resized(page: Any) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    parse(page, LONG)
    page.wait_for_selector("svg.heat")
    before = page.evaluate(WIDTH, "net")
    resize(page, 700)
    page.wait_for_function(f"() => ({WIDTH})('net') < 700")
    resize(page, 1900)
    page.wait_for_function(f"before => ({WIDTH})('net') > before", arg=before)
    page.get_by_role("region", name="Proof net").get_by_title("Larger").click()
    chosen = page.evaluate(WIDTH, "net")
    resize(page, 1000)
    page.wait_for_function(f"() => ({WIDTH})('deps') < 1000")
    assert page.evaluate(WIDTH, "net") == chosen  # what the reader has chosen stays


def test_types_by_hand_are_said_to_be_unrated(page: Any) -> None:
    parse(page, "Ze slapen. Hij zegt dat ze slapen.")
    assert page.locator(".unrated").count() == 0
    for word, type_ in (("1", "np"), ("2", "<su>np -> s_main")):
        page.click(f'.words [data-word="{word}"]')
        page.fill("#type", type_)
        page.keyboard.press("Enter")
        page.wait_for_selector(f'.words .changed[data-word="{word}"]')
    page.get_by_role("heading", name="Well-typed").wait_for()
    assert page.locator(".status .unrated").inner_text() == "not rated"
    assert "only of types that it chose itself" in page.locator(".status").inner_text()
    assert page.locator(".words .unrated").all_inner_texts() == ["by hand", "by hand"]
    listed = page.get_by_role("navigation", name="Sentences").locator(".chance")
    assert listed.first.inner_text() == "types by hand"
    assert listed.last.inner_text().endswith("%")


def test_brackets_of_a_term_tell_of_each_other_and_indices_stand_apart(page: Any) -> None:
    parse(page, "De man ziet de man die de man ziet.")
    page.wait_for_selector("svg.heat")
    page.locator(".line .bracket").first.hover()
    assert page.locator(".line .paired").all_inner_texts() == ["(", ")"]
    page.hover("h1")
    assert page.locator(".line .paired").count() == 0
    gaps = page.locator(".line .index").evaluate_all(
        """all => all.flatMap((index) => {
          const label = index.closest("bdi").nextElementSibling;
          if (!label?.querySelector("sup, sub")) return [];
          return label.getBoundingClientRect().left - index.getBoundingClientRect().right;
        })"""
    )
    assert gaps
    assert min(gaps) > 0


def test_a_browser_that_keeps_nothing_shows_all_the_same(page: Any) -> None:
    forbidden = "{ get() { throw new DOMException('no', 'SecurityError'); } }"
    for store in ("localStorage", "sessionStorage"):
        page.add_init_script(f"Object.defineProperty(window, '{store}', {forbidden});")
    page.reload()
    parse(page, "Ze slapen.")
    page.wait_for_selector("svg.heat")
    net = page.get_by_role("region", name="Proof net")
    net.get_by_role("button", name="Proof net").click()
    assert page.locator("svg.net").is_hidden()


def test_a_panel_that_cannot_be_filled_says_why_and_can_be_opened_again(page: Any) -> None:
    parse(page, "Ze slapen.")
    page.wait_for_selector("svg.heat")
    fold = page.get_by_role("region", name="Dependencies").locator(".fold")
    fold.click()
    page.reload()
    page.wait_for_selector("svg.heat")
    page.route("**/api/render/svg-deps*", lambda route: route.abort())
    fold.click()
    page.get_by_role("region", name="Dependencies").get_by_text("does not answer").wait_for()
    page.unroute("**/api/render/svg-deps*")
    fold.click()
    fold.click()
    page.wait_for_selector("svg.deps")
