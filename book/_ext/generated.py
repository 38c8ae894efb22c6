"""What is made from the executed notebooks: outputs, stamps, the first page's widget and lists."""

import json
from pathlib import Path

from docutils import nodes
from markupsafe import Markup
from sphinx.util.docutils import SphinxDirective

from . import catalogue
from .templates import render

#: Pages that are made from all chapters.
PAGES = {"book/index", "book/ledger", "book/studies"}
LEVELS = {"introductory": "•", "intermediate": "••", "advanced": "•••"}


def _executed(srcdir):
    return Path(srcdir, "_build", "executed")


def stamps(srcdir):
    """Fingerprint of each executed chapter, by page."""
    root = _executed(srcdir)
    return {
        path.relative_to(root).with_suffix("").as_posix(): path.read_text()
        for path in sorted(root.glob("*/*.json"))
    }


def outputs(srcdir, page):
    """The outputs of an executed chapter, in order."""
    path = _executed(srcdir) / f"{page}.ipynb"
    if not path.is_file():
        return []
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [output for cell in cells for output in cell.get("outputs", [])]


def failure(srcdir, page):
    """The cell of a chapter that failed, and its error; nothing if it ran through."""
    stamp = _executed(srcdir) / f"{page}.json"
    return json.loads(stamp.read_text()).get("failure", "") if stamp.is_file() else ""


def first_widget(srcdir, page):
    """The HTML of an executed chapter's first widget, or nothing."""
    found = (output.get("data", {}).get("text/html", "") for output in outputs(srcdir, page))
    return next((html for html in map("".join, found) if 'class="mlc-explore' in html), "")


class StartHere(SphinxDirective):
    """The first widget of one chapter, live, and the way to that chapter.

    Where that chapter is not executed, as in a build of a few chapters, another one starts.
    """

    required_arguments = 1

    def run(self):
        catalogue.note_dependencies(self.env)
        ready = catalogue.chapters("ready")
        ready.sort(key=lambda found: catalogue.page_of(*found) != self.arguments[0])
        for part, chapter in ready:
            page = catalogue.page_of(part, chapter)
            widget = first_widget(self.env.app.srcdir, page)
            if widget:
                html = render("start.html", page=page, chapter=chapter, widget=Markup(widget))
                return [nodes.raw("", html, format="html")]
        return []


def by_source(part):
    """What the first page shows of a part: its title, how much is ready, and that by theme."""
    ready = [chapter for chapter in part["chapters"] if chapter["state"] == "ready"]
    total = len(part["chapters"])
    count = f"{total} chapters" if len(ready) == total else f"{len(ready)} of {total} chapters"
    themes = {theme: [] for theme in catalogue.themes()}
    for chapter in ready:
        themes[chapter["themes"][0]].append(entry(part, chapter))
    groups = [(theme, entries) for theme, entries in themes.items() if entries]
    return {"intro": part["intro"], "title": part["title"], "count": count, "themes": groups}


def entry(part, chapter):
    """A ready chapter with its page and its number."""
    page = catalogue.page_of(part, chapter)
    return {"page": page, "number": catalogue.number(part, chapter), "chapter": chapter}


def setup(app):
    """Register the directive of this module."""
    app.add_directive("start-here", StartHere)
