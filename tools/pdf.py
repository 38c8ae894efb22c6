"""Print chapters of the built book as PDF files, with headless Chromium.

Usage: ``python -m tools.pdf [PAGE or PART …]``, after ``tools/book.py`` with the same words (``make
pdf`` runs both). The files land in ``_build/pdf``.
"""

import os
import shutil
import sys

from tools.book import ONLY
from tools.chapters import BUILD, page_of, selected

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
FOOT = (
    '<div style="width:100%;font-size:8px;text-align:center">'
    '<span class="title"></span> · <span class="pageNumber"></span></div>'
)


def chromium():
    """Path of a Chromium: the environment variable CHROMIUM, or found on the PATH."""
    names = ("chromium", "chromium-browser", "google-chrome")
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if path is None:
        sys.exit("make pdf needs Chromium: install it, or set CHROMIUM to its path")
    return path


def print_page(browser, html, target):
    """Print one built page, once its formulas stand and its pictures are there."""
    page = browser.new_page(viewport={"width": 1280, "height": 900}, color_scheme="light")
    page.goto(html.as_uri())
    page.wait_for_function("() => !window.MathJax || !!(MathJax.startup || {}).document")
    page.evaluate("() => window.MathJax && MathJax.startup && MathJax.startup.promise")
    page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    page.wait_for_function("() => [...document.images].every(i => i.complete)")
    target.parent.mkdir(parents=True, exist_ok=True)
    page.pdf(
        path=target, prefer_css_page_size=True, print_background=True, tagged=True, outline=True,
        display_header_footer=True, header_template="<span></span>", footer_template=FOOT,
    )  # fmt: skip
    page.close()


def main():
    """Print what was asked for, and say where it is."""
    only = sys.argv[1:]
    site = (ONLY / "_build" if only else BUILD) / "html" / "notebooks"
    pages = [page_of(path) for path in selected(only)]
    missing = [page for page in pages if not (site / f"{page}.html").is_file()]
    if missing:
        sys.exit(f"not built: {', '.join(missing)}; make book first")
    path = chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for page in pages:
            target = BUILD / "pdf" / f"{page.replace('/', '-')}.pdf"
            print_page(browser, site / f"{page}.html", target)
            print(f"{target} ({target.stat().st_size / 1e6:.1f} MB)", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
