"""A page for each module whose code a chapter shows: highlighted, with a line to link to."""

import re
from functools import cache
from html import escape
from pathlib import Path

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer
from sphinx.util.osutil import relative_uri


def _page(module):
    return "_source/" + module.replace(".", "/")


def link_sources(app, here, body, scheme):
    """Replace ``mlc-source:module#line`` links by links to the module's page."""
    pattern = re.compile(rf'"{scheme}([\w.]+)(#line-\d+)"')

    def address(match):
        target = app.builder.get_target_uri(_page(match[1]))
        return f'"{relative_uri(here, target)}{match[2]}"'

    return pattern.sub(address, body)


def collect_pages(app):
    """Yield the page of every module of the package (``html-collect-pages``)."""
    root = Path(app.srcdir, "src")
    formatter = HtmlFormatter(lineanchors="line", linenos=False, cssclass="highlight")
    for path in sorted((root / "mlcompanion").rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        code = highlight(path.read_text(encoding="utf-8"), PythonLexer(), formatter)
        title = f"src/{path.relative_to(root).as_posix()}"
        body = f'<section><h1>{escape(title)}</h1><div class="mlc-module">{code}</div></section>'
        yield _page(module), {"title": title, "body": body, "parents": []}, "page.html"


def setup(app):
    """Register the pages, which share a tree of contents: it takes longer to make than the rest."""
    trees = {}

    def share_tree(app, pagename, templatename, context, doctree):
        if pagename.startswith(_page("")):  # no page of the tree: by depth, all links are the same
            depth = pagename.count("/")
            context["toctree"] = trees.setdefault(depth, cache(context["toctree"]))

    app.connect("html-page-context", share_tree, priority=400)  # before the theme uses it
    app.connect("html-collect-pages", collect_pages)
