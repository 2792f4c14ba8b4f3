"""The page in a real browser. It is skipped where there is none, and installs nothing."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
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
AMBIGUOUS = "Jan ziet de man met de verrekijker."
LONG = (
    "Gisteren heeft de minister die al jaren voor het voorstel van de commissie pleit zonder enige discussie in de "
    "Kamer gezegd dat hij de plannen die zijn voorgangers hadden gemaakt niet langer wil uitvoeren."
)
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
WATCH_SHIFTS = """window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    corpus: Path = tmp_path_factory.mktemp("corpus") / "small.jsonl"
    corpus.write_text("".join(json.dumps(sample) + "\n" for sample in SAMPLES))
    with served("--corpus", str(corpus)) as (_, found):
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
    assert page.get_by_role("heading", name="Well-typed").is_visible()
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
    page.get_by_role("heading", name="Well-typed").wait_for()
    page.get_by_role("button", name="Restore").click()
    page.wait_for_selector(".words:not(:has(.changed))")
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


def downloaded(page: Any, button: Any) -> tuple[str, bytes]:
    with page.expect_download() as waiting:
        button.click()
    return waiting.value.suggested_filename, waiting.value.path().read_bytes()


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


def test_several_sentences(page: Any) -> None:
    parse(page, "Ze slapen. Hij zegt dat ze slapen. Blauw fiets onder wil gisteren zich.")
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
    page.get_by_role("button", name="‘slapen’ has the type").wait_for()
    page.wait_for_selector("svg.heat")
    page.get_by_label("What to take along").select_option("all")
    names = page.get_by_label("Format").locator("option").evaluate_all("all => all.map(option => option.value)")
    assert {"conllu", "json", "latex", "html", "svg", "svg-deps", "agda"} <= set(names)
    for name, sign, times in (("conllu", b"# text = ", 3), ("html", b"<h2>", 3), ("svg-deps", b">root<", 3)):
        page.get_by_label("Format").select_option(name)
        button = page.get_by_role("region", name="Take it along").get_by_role("button", name="Download")
        assert downloaded(page, button)[1].count(sign) == times


def test_hostile_words_and_links_are_nothing_but_text(page: Any, address: str) -> None:
    page.on("dialog", lambda dialog: pytest.fail("a script ran"))
    hostile = "<img src=x onerror=alert(1)> <script>alert(1)</script>"
    parse(page, hostile)
    page.wait_for_timeout(200)
    assert page.locator("img[src=x], main script").count() == 0
    page.goto(f"{address}/#view=__proto__&text=Ja&edits={{&beam=x&reading=99&together=7&sentence=9")
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
        assert page.locator("svg.net").bounding_box()["width"] <= 360  # it is folded to the window
        for _ in range(3):
            page.get_by_role("region", name="Proof net").get_by_title("Larger").tap()
        assert net.evaluate("place => place.scrollWidth > place.clientWidth")
        slab, field = (page.locator(each).bounding_box() for each in ("#parse .primary", "#text"))
        assert slab["height"] < 40
        assert slab["y"] + slab["height"] <= field["y"] + field["height"]


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


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_serious(browser: Any, address: str, scheme: str, width: int) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed").Axe()
    with browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme) as context:
        page = context.new_page()

        def check() -> None:
            page.wait_for_selector("#result[aria-busy=false]")
            page.wait_for_selector("#busy", state="hidden")
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
