"""Errors, a service that is gone or slow, and hostile words."""

from typing import Any

import pytest

from tests.server.page.browsing import parse


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
    assert page.locator("#prove-error pre").inner_text() == "(np\n   ^"


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
        page.fill("#text", "Nee.")
        page.press("#text", "Enter")
    assert page.locator("#result").evaluate("result => result.inert")
    page.unroute("**/api/parse")
    with page.expect_event("requestfailed"):
        page.fill("#text", "Ja.")
        page.press("#text", "Enter")
    page.get_by_role("button", name="‘Ja’ has the type").wait_for()
    assert not page.locator("#result").evaluate("result => result.inert")


def test_hostile_words_and_links_are_nothing_but_text(page: Any, address: str) -> None:
    page.on("dialog", lambda dialog: pytest.fail("a script ran"))
    hostile = "<img src=x onerror=alert(1)> <script>alert(1)</script>"
    parse(page, hostile)
    page.wait_for_timeout(200)
    assert page.locator("img[src=x], main script").count() == 0
    page.goto(f"{address}/#view=__proto__&text=Ja&edits={{&beam=x&reading=99&together=7&sentence=9")
    page.reload()
    page.wait_for_selector("svg.net")
