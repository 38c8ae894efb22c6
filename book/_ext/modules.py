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
    """Yield the page of every module, the chapters' own included (``html-collect-pages``)."""
    root = Path(app.srcdir, "src")
    paths = sorted(path for package in PACKAGES for path in (root / package).rglob("*.py"))
    with ProcessPoolExecutor(max(1, app.parallel)) as pool:
        for path, code in zip(paths, pool.map(highlighted, paths, chunksize=8)):
            parts = path.relative_to(root).with_suffix("").parts
            module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            title = f"src/{path.relative_to(root).as_posix()}"
            body = (
                f'<section><h1>{escape(title)}</h1><div class="mlc-module">{code}</div></section>'
            )
            yield _page(module), {"title": title, "body": body, "parents": []}, "page.html"


def setup(app):
    """Register the pages."""
    compat.share_tree(lambda page: page.startswith(_page("")))
    app.connect("html-collect-pages", collect_pages)
