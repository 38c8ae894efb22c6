"""The built book, served on this machine, and headless Chromium to read it."""

import functools
import http.server
import os
import shutil
import threading
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "_build" / "html"
TIMEOUT = 120_000  # ms, for a machine with much else to do


def missing(what):
    """Skip on a desk, fail in CI."""
    (pytest.fail if os.environ.get("CI") else pytest.skip)(what)


@pytest.fixture(scope="session")
def chromium():
    """Path of a Chromium: environment variable CHROMIUM, or found on the PATH."""
    names = ("chromium", "chromium-browser", "google-chrome")
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if path is None:
        missing("no Chromium: install it, or set CHROMIUM to its path")
    return path


@pytest.fixture(scope="session")
def site():
    """Address of the built book."""
    if not (SITE / "index.html").is_file():
        missing("the book is not built: make book")

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *args):
            pass

        def end_headers(self):
            self.send_header("Cache-Control", "max-age=3600")  # nothing is built while tests run
            super().end_headers()

    handler = functools.partial(Quiet, directory=str(SITE))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.fixture(scope="session")
def browser(chromium):
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=flags)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def context(browser):
    """One reader, who keeps in the cache what all pages load."""
    with browser.new_context() as context:
        yield context


@pytest.fixture
def open_page(context, site):
    """A function that opens a page of the book; what it asked for and said is on the result."""
    pages = []

    def open_page(path, width=1280, height=900):
        page = context.new_page()
        pages.append(page)
        page.set_viewport_size({"width": width, "height": height})
        page.problems, page.asked = [], []
        page.on("console", lambda m: m.type == "error" and page.problems.append(m.text))
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        page.on("request", lambda request: page.asked.append(request.url))
        page.set_default_timeout(TIMEOUT)
        page.goto(f"{site}/{path}")
        page.wait_for_function("() => !window.MathJax || !!(MathJax.startup || {}).document")
        page.evaluate("() => window.MathJax && MathJax.startup && MathJax.startup.promise")
        page.evaluate("() => document.fonts.ready.then(() => true)")
        return page

    yield open_page
    for page in pages:
        page.close()
