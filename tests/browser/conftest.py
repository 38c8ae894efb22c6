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
AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
READY = """async () => {
  const pause = () => new Promise(requestAnimationFrame);
  while (window.MathJax && !(MathJax.startup || {}).document) await pause();
  if (window.MathJax) await MathJax.startup.promise;
  await document.fonts.ready;
}"""
#: A page that is not shown costs nothing when its size and colours are set for the next.
LEAVE = """() => {
  window.stop();
  sessionStorage.clear();
  document.documentElement.style.display = "none";
}"""
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
        protocol_version = "HTTP/1.1"  # one connection for many files

        def log_message(self, *args):
            pass

        def end_headers(self):
            self.send_header("Cache-Control", "max-age=3600")  # nothing is built while tests run
            super().end_headers()

        def translate_path(self, path):
            return str(AXE) if path == "/axe.js" else super().translate_path(path)

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


@pytest.fixture(scope="session")
def tabs():
    """Tabs that no test uses: the next page in one need not start a process and compile anew."""
    return []


@pytest.fixture
def open_page(context, site, tabs):
    """A function that opens a page of the book; what it asked for and said is on the result."""
    used = []

    def open_page(path, width=1280, height=900):
        page = tabs.pop() if tabs else context.new_page()
        problems = []
        asked = []
        heard = {
            "console": lambda m: m.type == "error" and problems.append(m.text),
            "pageerror": lambda error: problems.append(str(error)),
            "request": lambda request: asked.append(request.url),
        }
        used.append((page, heard))
        page.problems = problems
        page.asked = asked
        page.set_default_timeout(TIMEOUT)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(media="screen", color_scheme="light")
        for event, listener in heard.items():
            page.on(event, listener)
        page.goto(f"{site}/{path}")
        page.evaluate(READY)
        return page

    yield open_page
    for page, heard in used:
        page.evaluate(LEAVE)
        page.mouse.move(0, 0)
        for event, listener in heard.items():
            page.remove_listener(event, listener)
        tabs.append(page)
