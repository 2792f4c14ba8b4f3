"""The other two views: judgements are proved, a corpus is searched."""

from typing import Any


def test_all_proofs_of_a_judgement(page: Any) -> None:
    page.get_by_role("tab", name="Prove").click()
    page.fill("#judgement", "a:s, b:s -> s, c:s -> s |- s")
    page.get_by_role("button", name="Prove", exact=True).click()
    page.get_by_role("heading", name="Proved, 2 proofs").wait_for()
    lines = page.locator(".line:visible")
    lines.nth(1).wait_for()  # side by side, as they are few
    assert [line[:7] for line in lines.all_inner_texts()] == ["c (b a)", "b (c a)"]
    page.get_by_role("tab", name="Proof 2").click()
    page.wait_for_selector("#reading-1[aria-selected=true]")
    page.wait_for_selector("svg.term")
    assert lines.all_inner_texts()[0].startswith("b (c a)")
    page.get_by_role("button", name="Out of balance").click()
    page.get_by_role("heading", name="No proof").wait_for()
    page.go_back()
    page.get_by_role("heading", name="Proved, 2 proofs").wait_for()


def test_a_strict_proof_and_why_there_is_none(page: Any) -> None:
    page.get_by_role("tab", name="Prove").click()
    page.get_by_role("button", name="Not strict").click()
    page.get_by_role("heading", name="Proved").wait_for()
    page.check("#strict")
    page.get_by_role("heading", name="No proof").wait_for()
    assert "strict=true" in page.url


def test_a_corpus_is_searched(page: Any) -> None:
    page.get_by_role("tab", name="Search").click()
    page.fill("#pattern", "pattern { V -[su]-> S")
    page.press("#pattern", "Enter")
    page.wait_for_selector("#search-error pre")
    page.fill("#pattern", "pattern { V -[su]-> S }")
    page.press("#pattern", "Enter")
    page.get_by_role("heading", name="2 matches").wait_for()
    assert page.locator(".sentences mark").all_inner_texts() == ["ZeS", "slapenV", "JanS", "zietV"]
    page.wait_for_selector("svg.term")
    page.focus(".sentences")
    page.keyboard.press("n")
    page.wait_for_selector('svg.net[aria-label="Proof net: Jan ziet ze"]')
    page.fill("#by", "V.word")
    page.press("#by", "Enter")
    page.wait_for_selector("table")
    assert page.locator("td").all_inner_texts() == ["slapen", "1", "ziet", "1"]
