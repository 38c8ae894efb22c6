"""The slides of a course in a browser: they fit, they move from the keyboard, they ask nobody."""

import functools
import http.server
import threading
from pathlib import Path

import pytest

from tools import slides
from tools.course_data import load, names

ROOT = Path(__file__).resolve().parents[2]

#: A chapter of each course is looked at slide by slide.
SEEN = [load(name).chapters[0] for name in names()]
TAUGHT = sorted({page for name in names() for page in load(name).chapters})

#: What of a slide lies outside of it.
OUTSIDE = """() => {
  const slide = Reveal.getCurrentSlide(), edge = slide.getBoundingClientRect();
  return [...slide.querySelectorAll(".body, .body *")].filter(e => {
    const box = e.getBoundingClientRect();
    return box.width && !e.closest("mjx-assistive-mml, script")
      && (box.bottom > edge.bottom + 1 || box.right > edge.right + 1);
  }).map(e => `${e.tagName} ${(e.textContent || "").slice(0, 40)}`);
}"""


@pytest.fixture(scope="module")
def decks(tmp_path_factory, site):
    """Address of a folder with the decks of ``SEEN``."""
    place = tmp_path_factory.mktemp("slides")
    (place / "_static").mkdir()
    slides.copy_assets(place / "_static")
    files = {page: slides.write_slides(page, place).name for page in SEEN}

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
    assert sum("mlc-explore" in slide.body for slide in deck) >= 1
    assert any(slide.notes for slide in deck)


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
        control = page.locator("section.present .mlc-control :is(input, select)").first
        if control.count():
            before = page.locator("section.present .mlc-readout").text_content()
            control.focus()
            for key in ("ArrowRight", "ArrowDown", "End", "Home"):
                page.keyboard.press(key)
                moved += page.locator("section.present .mlc-readout").text_content() != before
            if page.evaluate("Reveal.getIndices().h") != number:
                problems.append(f"slide {number + 1} leaves when its widget is moved")
    words = page.evaluate("[...document.querySelectorAll('.body')].map(e => e.innerText)")
    page.close()
    assert problems == []
    assert not any(r"\(" in one or r"\[" in one for one in words), "a formula is not typeset"
    assert moved, "no widget moves"
    assert all(url.startswith((address, "data:")) for url in asked)
