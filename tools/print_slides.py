"""Print a course's slides as PDF files, a page a slide, with headless Chromium.

Usage: ``python -m tools.print_slides NAME``, after ``make course``. The files land in
``staff/slides``.
"""

import sys

from tools.chapters import BUILD
from tools.crawl import served
from tools.pdf import FLAGS, chromium

__all__ = ["STANDS", "main", "print_deck"]

#: Whether formulas stand, pages are laid out and fitted, and pictures are there.
STANDS = """() => document.documentElement.dataset.ready === 'yes'
  && [...document.images].every(image => image.complete)"""


def print_deck(browser, address, target):
    """Print one deck; return its number of pages."""
    page = browser.new_page(viewport={"width": 1280, "height": 720}, color_scheme="light")
    page.goto(f"{address}?print-pdf")
    page.wait_for_function(STANDS)
    page.pdf(path=target, prefer_css_page_size=True, print_background=True)
    count = page.locator(".pdf-page").count()
    page.close()
    return count


def main(name):
    """Print all decks of a course that was built."""
    place = BUILD / "courses" / name
    decks = sorted((place / "publish" / "slides").glob("*.html"))
    if not decks:
        sys.exit(f"{place} has no slides: make course NAME={name} comes first")
    path = chromium()
    from playwright.sync_api import sync_playwright

    folder = place / "staff" / "slides"
    folder.mkdir(parents=True, exist_ok=True)
    with served(place / "publish") as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for deck in decks:
            target = folder / f"{deck.stem}.pdf"
            count = print_deck(browser, f"{address}slides/{deck.name}", target)
            print(f"{target} ({count} pages)", flush=True)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:2] or [""])
