"""The slides of a course in a browser: they fit, they move from the keyboard, they ask nobody."""

import functools
import http.server
import re
import threading
from pathlib import Path

import pytest

from tools import decks as kit
from tools import slides
from tools.course_data import load, names
from tools.print_slides import STANDS, print_deck

ROOT = Path(__file__).resolve().parents[2]

#: A chapter of each course is looked at slide by slide.
SEEN = [load(name).chapters[0] for name in names()]
TAUGHT = sorted({page for name in names() for page in load(name).chapters})

#: What of a slide lies outside of it.
OUTSIDE = """() => {
  const slide = Reveal.getCurrentSlide(), edge = slide.getBoundingClientRect();
  return [...slide.querySelectorAll(".body, .body *")].filter(e => {
    const box = e.getBoundingClientRect();
    return box.width && !e.closest("mjx-assistive-mml, mjx-ext > *, script")
      && (box.bottom > edge.bottom + 1 || box.right > edge.right + 1);
  }).map(e => `${e.tagName} ${(e.textContent || "").slice(0, 40)}`);
}"""

#: Whether a slide was shrunk although nobody sees anything in its lower half.
EMPTY = """() => {
  const slide = Reveal.getCurrentSlide(), body = slide.querySelector(".body");
  const unseen = "mjx-assistive-mml, mjx-ext > *";
  const seen = [...body.querySelectorAll("*")].filter(e => !e.closest(unseen));
  const middle = slide.getBoundingClientRect().top + slide.getBoundingClientRect().height / 2;
  return +body.style.zoom < 0.8 && seen.every(e => e.getBoundingClientRect().bottom < middle);
}"""

#: The width of a widget's picture, and that of its panels' pictures where it is cut.
PARTS = """view => {
  const part = view.querySelector(".mlc-panel"), image = view.querySelector("img");
  return part ? [view.clientWidth, image.clientWidth] : [0, 0];
}"""


@pytest.fixture(scope="module")
def decks(tmp_path_factory, site):
    """Address of a folder with the decks of ``SEEN``."""
    place = tmp_path_factory.mktemp("slides")
    (place / "_static").mkdir()
    kit.copy_assets(place / "_static")
    files = {page: kit.write_deck(page, place).name for page in SEEN}

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *args):
            pass

    handler = functools.partial(Quiet, directory=str(place))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", files
    server.shutdown()


@pytest.mark.parametrize("chapter", TAUGHT)
def test_a_chapter_has_slides_for_an_hour(site, tmp_path, chapter):
    deck = slides.slides_of(chapter, tmp_path)
    assert slides.LEAST <= len(deck) <= slides.MOST
    assert any(slide.widgets for slide in deck)
    for slide in deck:
        assert len(slide.notes) > 1, slide.title
        assert len(" ".join(slide.notes).split()) <= slides.SAID + 10, slide.title
        assert slide.body.strip(), slide.title
        assert not re.search(r"\(eq:|\{(eq|prf:\w+|verdict)\}`", kit.markdown_of([slide]))


def keys(page, control, number):
    """What is wrong with the keys after a widget was touched."""
    last = page.evaluate("Reveal.getTotalSlides()") - 1
    control.focus()
    page.keyboard.press("Escape")
    if page.evaluate("document.activeElement.closest('.mlc-explore') !== null"):
        yield "Escape leaves the keyboard to the widget"
    if page.evaluate("Reveal.isOverview()"):
        yield "Escape opens the overview"
    page.keyboard.press("ArrowRight")
    if page.evaluate("Reveal.getIndices().h") != min(number + 1, last):
        yield "an arrow does not turn the page after Escape"
    for key, there in (("PageDown", min(number + 1, last)), ("PageUp", max(number - 1, 0))):
        page.evaluate("k => Reveal.slide(k)", number)
        control.focus()
        before = page.locator("section.present .mlc-readout").text_content()
        page.keyboard.press(key)
        if page.evaluate("Reveal.getIndices().h") != there:
            yield f"{key} does not turn the page"
        page.evaluate("k => Reveal.slide(k)", number)
        if page.locator("section.present .mlc-readout").text_content() != before:
            yield f"{key} moves the widget"


@pytest.mark.parametrize("chapter", SEEN)
def test_every_slide_fits_and_widgets_move(decks, browser, chapter):
    address, files = decks
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    problems = []
    asked = []
    page.on("console", lambda m: m.type == "error" and problems.append(m.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/{files[chapter]}")
    page.wait_for_function("document.documentElement.dataset.ready === 'yes'", timeout=120_000)
    moved = 0
    for number in range(page.evaluate("Reveal.getTotalSlides()")):
        page.evaluate("k => Reveal.slide(k)", number)
        problems += [f"slide {number + 1}: {words}" for words in page.evaluate(OUTSIDE)]
        if page.evaluate(EMPTY):
            problems.append(f"slide {number + 1}: small, though half of it is empty")
        control = page.locator("section.present .mlc-control :is(input, select)").first
        if control.count():
            widths = page.locator("section.present .mlc-view").evaluate(PARTS)
            if abs(widths[0] - widths[1]) > 3:
                problems.append(f"slide {number + 1}: a picture is not as wide as its parts")
            before = page.locator("section.present .mlc-readout").text_content()
            control.focus()
            for key in ("ArrowRight", "ArrowDown", "End", "Home"):
                page.keyboard.press(key)
                moved += page.locator("section.present .mlc-readout").text_content() != before
            if page.evaluate("Reveal.getIndices().h") != number:
                problems.append(f"slide {number + 1} leaves when its widget is moved")
            problems += [f"slide {number + 1}: {words}" for words in keys(page, control, number)]
    words = page.evaluate("[...document.querySelectorAll('.body')].map(e => e.innerText)")
    page.close()
    assert problems == []
    assert not any(r"\(" in one or r"\[" in one for one in words), "a formula is not typeset"
    assert moved, "no widget moves"
    assert all(url.startswith((address, "data:")) for url in asked)


def test_a_printed_deck_has_a_page_a_slide_and_readable_words(decks, browser, tmp_path):
    address, files = decks
    chapter = SEEN[0]
    target = tmp_path / "deck.pdf"
    count = print_deck(browser, f"{address}/{files[chapter]}", target)
    assert count >= slides.LEAST
    assert target.read_bytes().startswith(b"%PDF")
    page = browser.new_page()
    page.goto(f"{address}/{files[chapter]}?print-pdf")
    page.wait_for_function(STANDS)
    zooms = page.evaluate("[...document.querySelectorAll('.body')].map(e => +e.style.zoom)")
    page.close()
    assert min(zooms) > 0.5
