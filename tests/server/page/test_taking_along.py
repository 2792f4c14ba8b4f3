"""Downloads, copies and what is dragged out."""

import json
from typing import Any
from xml.etree import ElementTree

from tests.server.calls import SENTENCE
from tests.server.page.browsing import downloaded, parse, wait_for_copy


def test_downloads_and_copies(page: Any) -> None:
    parse(page)
    net = page.get_by_role("region", name="Proof net")
    name, content = downloaded(page, net.get_by_title("Download the picture as SVG"))
    assert name == "De-strategie-die-ze-volgen-is-eeuwenoud-net.svg"
    assert ElementTree.fromstring(content).get("class") == "net"
    name, content = downloaded(page, net.get_by_title("Download the picture as PNG"))
    assert name.endswith("-net.png")
    assert content.startswith(b"\x89PNG")
    assert len(content) > 10_000  # it is not empty
    take, form = page.get_by_role("region", name="Take it along"), page.get_by_label("Format")
    form.select_option("latex")
    name, content = downloaded(page, take.get_by_role("button", name="Download"))
    assert name.endswith(".tex")
    assert content.rstrip().endswith(b"\\end{document}")
    form.select_option("json")
    assert json.loads(downloaded(page, take.get_by_role("button", name="Download"))[1])["text"] == SENTENCE
    form.select_option("conllu")
    assert downloaded(page, take.get_by_role("button", name="Download"))[1].count(b"\t") == 8 * 9
    take.get_by_role("button", name="Copy", exact=True).click()
    wait_for_copy(page, "# newdoc id = 1")
    net.get_by_title("Copy the picture, to paste").click()
    net.get_by_text("Copied").wait_for()
    kinds = page.evaluate("navigator.clipboard.read().then(items => items.flatMap(item => item.types))")
    assert kinds == ["image/png"]
    take.get_by_role("button", name="Copy a link").click()
    wait_for_copy(page, page.url)


def test_terms_and_fragments_are_copied(page: Any) -> None:
    parse(page, "Ze slapen.")
    page.wait_for_selector("svg.heat")
    term = page.get_by_role("region", name="Term", exact=True)
    for name, start in (("Term", "slapen Zeˢᵘ"), ("Plain", "slapen Ze"), ("Typed", "slapen::◇su pron"), ("LaTeX", "%")):
        term.get_by_role("button", name=name, exact=True).last.click()
        wait_for_copy(page, start)
    for title, start in (("Copy the picture as SVG", "<svg"), ("Copy the picture as a fragment", "%")):
        page.get_by_role("region", name="Dependencies").get_by_title(title).click()
        wait_for_copy(page, start)


def test_a_picture_is_dragged_out(page: Any) -> None:
    parse(page, "Ze slapen.")
    page.wait_for_selector("svg.heat")
    page.evaluate("""() => {
        const paper = document.querySelector("h1");
        paper.addEventListener("dragover", (event) => event.preventDefault());
        paper.addEventListener("drop", (event) => (paper.dataset.got = event.dataTransfer.getData("text/html")));
        document.querySelector("#view-parse").remove(); // so that nothing needs to be scrolled
    }""")
    handle = page.get_by_role("region", name="Proof net").locator(".handle")
    handle.hover()
    page.wait_for_selector(".handle.ready")
    handle.drag_to(page.locator("h1"))
    assert page.locator("h1").get_attribute("data-got").startswith('<img src="data:image/png;base64,')


def test_a_download_that_fails_says_so(page: Any) -> None:
    parse(page)
    page.route("**/api/render/latex", lambda route: route.abort())
    page.get_by_label("Format").select_option("latex")
    page.get_by_role("button", name="Download", exact=True).click()
    page.locator(".documents").get_by_text("Not downloaded").wait_for()
    page.evaluate("() => { HTMLCanvasElement.prototype.toBlob = (give) => give(null); }")
    net = page.get_by_role("region", name="Proof net")
    net.get_by_title("Download the picture as PNG").click()
    net.get_by_text("Not downloaded").wait_for()
    assert net.get_by_title("too large for this browser").count() == 1
