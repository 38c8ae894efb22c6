"""A page for each module whose code a chapter shows: highlighted, with a line to link to."""

import re
from concurrent.futures import ProcessPoolExecutor
from html import escape
from pathlib import Path

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer
from sphinx.util.osutil import relative_uri

from . import compat

PACKAGES = ("mlcompanion", "mlcompanion_chapters")
#: What stands in a frame for the title and for the code.
TITLE = "mlc-module-title"
BODY = "mlc-module-body"


def _page(module):
    return "_source/" + module.replace(".", "/")


def link_sources(app, here, body, scheme):
    """Replace ``mlc-source:module#line`` links by links to the module's page."""
    pattern = re.compile(rf'"{scheme}([\w.]+)(#line-\d+)"')

    def address(match):
        target = app.builder.get_target_uri(_page(match[1]))
        return f'"{relative_uri(here, target)}{match[2]}"'

    return pattern.sub(address, body)


def highlighted(path):
    """The code of a module as HTML, each line with its anchor."""
    formatter = HtmlFormatter(lineanchors="line", linenos=False, cssclass="highlight")
    return highlight(path.read_text(encoding="utf-8"), PythonLexer(), formatter)


def collect_pages(app):
    """Write the page of every module, the chapters' own included (``html-collect-pages``).

    Pages of one depth of folders differ in their name, their title and the code alone: Sphinx
    draws the first of each depth, and the others, near two thousand, are filled in.
    """
    root = Path(app.srcdir, "src")
    paths = sorted(path for package in PACKAGES for path in (root / package).rglob("*.py"))
    frames = {}
    with ProcessPoolExecutor(max(1, app.parallel)) as pool:
        for path, code in zip(paths, pool.map(highlighted, paths, chunksize=8)):
            parts = path.relative_to(root).with_suffix("").parts
            module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            page = _page(module)
            file = Path(app.builder.get_outfilename(page))
            depth = page.count("/")
            if depth not in frames:
                yield page, {"title": TITLE, "body": BODY, "parents": []}, "page.html"
                frames[depth] = page, file.read_text(encoding="utf-8")
            title = f"src/{path.relative_to(root).as_posix()}"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(filled_in(*frames[depth], page, title, code), encoding="utf-8")


def filled_in(drawn_for, frame, page, title, code):
    """The page of a module, from the frame that Sphinx drew for another page of its depth."""
    title = escape(title)
    body = f'<section><h1>{title}</h1><div class="mlc-module">{code}</div></section>'
    own = frame.replace(drawn_for, page).replace(TITLE, title)
    return own.replace(BODY, body)


def setup(app):
    """Register the pages."""
    compat.share_tree(lambda page: page.startswith(_page("")))
    app.connect("html-collect-pages", collect_pages)
