"""What is shown of a sentence: all of it, all lit together, how sure it is, what its signs mean."""

from typing import Any

from tests.server.calls import SENTENCE
from tests.server.page.browsing import AMBIGUOUS, LONG, downloaded, lit, parse


def test_a_sentence_is_parsed_and_all_is_there(page: Any) -> None:
    page.get_by_role("button", name=SENTENCE).click()
    for kind in ("net", "proof", "deps", "term", "heat"):
        page.wait_for_selector(f"svg.{kind}")
    page.get_by_role("heading", name="Well-typed").wait_for()
    assert "eeuwenoud" in page.locator(".line").inner_text()
    assert page.locator("svg.net").get_attribute("aria-label") == "Proof net: De strategie die ze volgen is eeuwenoud"
    page.get_by_role("button", name="‘die’ has the type").wait_for()


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
    page.get_by_role("button", name=AMBIGUOUS).click()
    tabs = page.locator('.readings [role="tab"]')
    tabs.nth(1).wait_for()
    assert tabs.count() == 3
    page.wait_for_selector("svg.heat")
    first = page.locator(".line").inner_text()
    tabs.nth(0).focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#reading-1[aria-selected=true]:focus")
    page.wait_for_selector("svg.heat")
    assert page.locator(".line").inner_text() != first
    page.get_by_role("button", name="Side by side").click()
    page.locator("svg.net").nth(2).wait_for()
    page.reload()
    page.locator("svg.net").nth(2).wait_for()


def test_several_sentences(page: Any) -> None:
    parse(page, "Hij slaapt. Hij zegt dat ze slapen. Blauw fiets onder wil gisteren zich.")
    sentences = page.get_by_role("navigation", name="Sentences")
    chances = sentences.locator(".chance")
    assert [kind.split()[-1] for kind in chances.evaluate_all("all => all.map(one => one.className)")][::2] == [
        "sure",
        "unsure",
    ]
    sentences.get_by_role("button", name="Hij zegt").click()
    page.get_by_role("button", name="‘zegt’ has the type").wait_for()
    assert "sentence=1" in page.url
    page.keyboard.press("n")
    page.get_by_role("button", name="‘fiets’ has the type").wait_for()
    page.keyboard.press("p")
    page.keyboard.press("p")
    page.get_by_role("button", name="‘slaapt’ has the type").wait_for()
    page.wait_for_selector("svg.heat")
    page.get_by_label("What to take along").select_option("all")
    names = page.get_by_label("Format").locator("option").evaluate_all("all => all.map(option => option.value)")
    assert {"conllu", "json", "latex", "html", "svg", "svg-deps", "agda"} <= set(names)
    for name, sign, times in (("conllu", b"# text = ", 3), ("html", b"<h2>", 3), ("svg-deps", b">root<", 3)):
        page.get_by_label("Format").select_option(name)
        button = page.get_by_role("region", name="Take it along").get_by_role("button", name="Download")
        assert downloaded(page, button)[1].count(sign) == times


def test_it_says_how_sure_it_is_word_by_word(page: Any) -> None:
    parse(page, AMBIGUOUS)
    assert page.locator(".status .chance").inner_text().endswith("% sure")
    assert "the least sure is that of ‘met’" in page.locator(".status").inner_text()
    assert page.locator(".words .chance").count() == 8  # not that of the goal
    assert page.locator(".words .unsure .token").all_inner_texts() == ["met"]
    for kind in ("net", "proof", "deps", "term"):
        marked = page.locator(f"svg.{kind} .unsure")
        marked.locator(".wave").wait_for(state="attached")
        assert marked.locator("text").text_content() == "met"
        assert ", or " in marked.locator("title").text_content()
    page.get_by_role("button", name="‘met’ has the type").click()
    other = page.get_by_role("group", name="Other types").get_by_role("button").first
    offered = other.inner_text()
    other.click()
    page.wait_for_selector(".words .changed")
    assert page.locator(".words .changed").get_attribute("aria-label").split(" has the type ")[1][:9] == offered[:9]


def test_labels_and_atoms_are_explained(page: Any) -> None:
    parse(page, "Ze slapen.")
    page.wait_for_selector("svg.heat")
    hint = page.locator("#hint")
    page.locator('.words [data-word="2"] [data-sign="su"]').hover()
    assert hint.inner_text() == "su: subject"
    page.locator("svg.net tspan[class^=hue]").first.hover()
    assert hint.inner_text() == "pron: pronoun"
    page.locator("svg.deps .arc text", has_text="su").hover()
    assert hint.inner_text().startswith("su: subject\n")
    assert hint.inner_text().endswith("% sure")
    page.hover("h1")
    assert hint.is_hidden()
    page.focus(".fold >> nth=0")
    page.keyboard.press("?")
    legend = page.get_by_role("dialog", name="Legend")
    symbols = page.evaluate("fetch('api/model').then(answer => answer.json()).then(model => model.symbols)")
    named = {name.lstrip("◇□") for name in symbols if not name.startswith("[")} - {"⊸", "∅", "+"}
    assert named <= set(legend.locator("dt").all_inner_texts())
    legend.get_by_role("link", name="The guide").click()
    page.get_by_role("heading", name="How sure it is").wait_for()


def test_a_deduction_step_by_step(page: Any) -> None:
    parse(page, "Ze slapen.")
    steps = page.get_by_role("region", name="Step by step")
    steps.get_by_role("button", name="First").click()
    assert "Step 1 of 4" in steps.inner_text()
    assert lit(page, "svg.net") > 0  # the word of the step
    steps.get_by_role("button", name="Next").click()
    page.keyboard.press("ArrowRight")
    figure = steps.locator(".figure")
    assert "Step 3 of 4" in figure.inner_text()
    assert "gets the mark of the complement" in figure.inner_text()
    assert [line.split(" : ")[0] for line in steps.locator("li").all_inner_texts()] == [
        "slapen",
        "Ze",
        "Zeˢᵘ",
        "slapen Zeˢᵘ",
    ]


def test_a_big_sentence(page: Any) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    parse(page, LONG)
    page.wait_for_selector("svg.heat")
    assert page.locator(".line .row").count() > 3  # the term is indented
    net, place = page.get_by_role("region", name="Proof net"), page.get_by_role("group", name="Proof net, scrollable")
    assert page.locator(".strip").is_hidden()
    cut = page.locator("svg.net .link text").first
    cut.click()
    page.wait_for_selector("svg.net .target")
    page.wait_for_selector(".strip > div")
    assert "minister" in page.locator(".strip").inner_text()
    width = page.locator("svg.net").bounding_box()["width"]
    place.hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -400)
    page.keyboard.up("Control")
    page.wait_for_function("width => document.querySelector('svg.net').clientWidth > 1.5 * width", arg=width)
    box = place.bounding_box()
    start = place.evaluate("place => place.scrollLeft")
    page.mouse.move(box["x"] + 500, box["y"] + 200)
    page.mouse.down()
    page.mouse.move(box["x"] + 300, box["y"] + 200)
    page.mouse.up()
    assert place.evaluate("place => place.scrollLeft") == start + 200
    net.get_by_role("button", name="Fit").click()
    assert page.locator("svg.net").bounding_box()["width"] <= box["width"]
    net.get_by_role("button", name="Full screen").click()
    page.wait_for_function("document.fullscreenElement?.matches('.panel')")
    net.get_by_role("button", name="Full screen").click()
    page.wait_for_function("!document.fullscreenElement")
    net.get_by_role("button", name="Proof net").click()
    assert place.is_hidden()
    page.reload()  # what is folded stays so
    page.wait_for_selector("svg.proof")
    assert page.locator("svg.net").count() == 0
    net.get_by_role("button", name="Proof net").click()
    page.wait_for_selector("svg.net")
