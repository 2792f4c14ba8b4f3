"""Types by hand: they are linked, kept, and steps of the browser's history."""

from typing import Any

from tests.server.page.browsing import parse


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
    page.get_by_role("heading", name="Proof structure").wait_for()
    page.reload()  # the link restores what was edited
    page.get_by_role("heading", name="No proof").wait_for()
    page.click('.words [data-word="2"]')
    page.fill("#type", "<su>whq -> s_main")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Well-typed").wait_for()
    page.get_by_role("button", name="Restore").click()
    page.wait_for_selector(".words:not(:has(.changed))")
    page.click('.words [data-word="2"]')
    page.keyboard.press("Escape")
    assert page.locator("#type").count() == 0
    assert page.evaluate("document.activeElement.dataset.word") == "2"


def test_atoms_that_the_model_does_not_know_are_flagged(page: Any) -> None:
    parse(page, "Ze slapen.")
    page.click('.words [data-word="1"]')
    page.fill("#type", "<su>gnoe -> np")
    assert "does not know gnoe:" in page.locator("#type-note").inner_text()
    page.fill("#type", "gnoe")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="No proof").wait_for()
    assert page.locator(".stranger").all_inner_texts() == ["gnoe unknown"]


def test_nothing_typed_is_lost(page: Any) -> None:
    parse(page, "Ze slapen.")
    page.click('.words [data-word="1"]')
    page.fill("#type", "np")
    page.keyboard.press("Enter")
    page.wait_for_selector(".words .changed")
    page.fill("#text", "Ze slapen. En niet")  # and not asked yet
    page.get_by_role("tab", name="Prove").click()
    page.fill("#judgement", "np |-")
    page.get_by_role("tab", name="Parse").click()
    page.wait_for_selector(".words .changed")
    assert page.input_value("#text") == "Ze slapen. En niet"
    assert page.input_value("#judgement") == "np |-"
    page.fill("#text", "Ze slapen.")
    page.select_option("#readings", "2")
    page.wait_for_selector(".words .changed")  # the type by hand is still there
    page.wait_for_selector("#result[aria-busy=false]")
    page.click('.words [data-word="2"]')
    page.fill("#type", "half a ty")
    page.go_back()
    page.wait_for_selector("#type", state="detached")
    page.go_forward()
    page.wait_for_selector("#type")
    assert page.input_value("#type") == "half a ty"
    page.reload()
    page.wait_for_selector("#type")
    assert page.input_value("#type") == "half a ty"
    assert page.input_value("#judgement") == "np |-"


def test_each_edit_is_a_step_with_a_title_of_its_own(page: Any) -> None:
    titles = [page.title()]
    parse(page, "Ze slapen.")
    titles.append(page.title())
    for word, type_ in (("1", "np"), ("2", "<su>np -> s_main")):
        page.click(f'.words [data-word="{word}"]')
        page.fill("#type", type_)
        page.keyboard.press("Enter")
        page.wait_for_selector(f'.words .changed[data-word="{word}"]')
        titles.append(page.title())
    assert len(set(titles)) == 4
    assert titles[1] == "Ze slapen. · Neural Proof Nets"
    for changed, title in ((1, titles[2]), (0, titles[1])):
        page.go_back()
        page.wait_for_function("title => document.title === title", arg=title)
        page.locator(".words .changed").nth(changed).wait_for(state="detached")
        assert page.locator(".words .changed").count() == changed
