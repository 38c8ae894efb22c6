"""Decks: slides as Markdown, which a lecturer may change, and the HTML that reveal.js shows.

A deck's Markdown has a slide between lines ``---``: its title, its body, and after ``Note:`` what
is said. It lies in the course's home and is written anew as long as nobody changes it; from then on
it stays, and the deck that is shown is made of it.
"""

import hashlib
import re
import shutil
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.metadata import files
from pathlib import Path

import yaml
from markdown_it import MarkdownIt
from markupsafe import Markup
from mdit_py_plugins.dollarmath import dollarmath_plugin

from tools.chapters import ROOT
from tools.course_data import CourseError, chapter_list
from tools.slides import slides_of
from tools.templates import render

__all__ = ["copy_assets", "deck_of", "markdown_of", "write_deck"]

REVEAL = ROOT / "courses" / "node_modules" / "reveal.js" / "dist"
BETWEEN = re.compile(r"^---[ \t]*$", re.M)
NOTE = re.compile(r"^Note:[ \t]*$", re.M)
PLACEHOLDER = re.compile(r'<div data-widget="([\w-]+)">\s*</div>')
FOLLOWED = re.compile(r'(<span class="math inline">[^<]*</span>[.,;:!?)]+)')  # with its full stop
WRITTEN = "<!-- Written by make course. Change it, and it stays as you leave it. {digest} -->\n"


@dataclass
class Shown:
    """A slide as a deck's Markdown has it."""

    title: str
    body: str
    notes: str


@cache
def _markdown():
    return (
        MarkdownIt()
        .enable("table")
        .use(
            dollarmath_plugin,
            renderer=lambda content, options: (
                rf"\[{escape(content)}\]" if options["display_mode"] else rf"\({escape(content)}\)"
            ),
        )
    )


def _html(words):
    """A slide's Markdown as HTML; a formula and what closes it are not torn by a line's end."""
    return FOLLOWED.sub(r'<span class="mlc-together">\1</span>', _markdown().render(words))


def markdown_of(slides):
    """The Markdown of a deck, as reveal.js reads it too."""
    parts = []
    for slide in slides:
        notes = "\n\n".join(slide.notes)
        parts.append(f"## {slide.title}\n\n{slide.body.strip()}\n\nNote:\n{notes}\n")
    return "\n---\n\n".join(parts)


def shown_in(text, name):
    """The slides of a deck's Markdown.

    Raises
    ------
    CourseError
        If one has no title.
    """
    found = []
    text = re.sub(r"\A<!-- Written by .*? -->\n", "", text)
    for number, part in enumerate(BETWEEN.split(text), start=1):
        title, _, rest = part.strip().partition("\n")
        if not title.startswith("## "):
            raise CourseError(f"{name}: slide {number} does not begin with a title, as in ## Title")
        body, *notes = NOTE.split(rest)
        found.append(Shown(title.removeprefix("## "), body.strip(), "\n\n".join(notes).strip()))
    return found


def _digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def deck_of(text, file):
    """A deck's Markdown: the lecturer's if they changed it, else the new one, which is written.

    Parameters
    ----------
    text : str
        What the chapter gives today.
    file : Path
        Where the lecturer finds it.

    Returns
    -------
    text : str
    theirs : bool
        Whether the lecturer changed it.
    """
    if file.is_file():
        stands = file.read_text(encoding="utf-8")
        first, _, rest = stands.partition("\n")
        if first + "\n" != WRITTEN.format(digest=_digest(rest)):
            return stands, True
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(WRITTEN.format(digest=_digest(text)) + text, encoding="utf-8")
    return text, False


def copy_assets(place):
    """Put what every deck needs into ``place``: reveal.js, MathJax, the book's widgets and styles.

    Raises
    ------
    FileNotFoundError
        If reveal.js is not installed.
    """
    if not REVEAL.is_dir():
        raise FileNotFoundError(f"{REVEAL}: reveal.js is missing; make course installs it")
    mathjax = next(f for f in files("sphinx-mathjax-offline") if f.name == "tex-chtml.js").locate()
    (place / "reveal" / "plugin").mkdir(parents=True)
    for name in ("reveal.css", "reveal.js", "plugin/notes.js"):
        shutil.copy(REVEAL / name, place / "reveal" / name)
    fonts = mathjax.parent / "output" / "chtml" / "fonts"
    (place / "mathjax").mkdir()
    shutil.copy(mathjax, place / "mathjax")
    shutil.copytree(fonts, place / "mathjax" / "output" / "chtml" / "fonts")
    for origin in ("book/_static/companion.css", "book/_static/explore.js"):
        shutil.copy(ROOT / origin, place)
    for name in ("slides.css", "slides.js"):
        shutil.copy(ROOT / "courses" / "_static" / name, place)


def _with_widgets(html, widgets, name):
    def widget(match):
        if match[1] not in widgets:
            raise CourseError(f"{name}: the chapter has no widget {match[1]}")
        return widgets[match[1]]

    return PLACEHOLDER.sub(widget, html)


def write_deck(page, folder, home=None):
    """Write an executed chapter's deck, ``folder/<part>-<NN_slug>.html``; return it.

    Parameters
    ----------
    page : str
    folder : Path
    home : Path, optional
        Where the lecturer's Markdown lies; a deck that they changed is taken from there, and said.
    """
    slides = slides_of(page, folder / "_static")
    widgets = {ident: html for slide in slides for ident, html in slide.widgets.items()}
    name = f"{page.replace('/', '-')}.md"
    text = markdown_of(slides)
    if home:
        text, theirs = deck_of(text, Path(home, name))
        if theirs:
            print(f"{Path(home, name)} is as you left it; without the file it is made anew")
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    mathjax = config["sphinx"]["config"]["mathjax3_config"]
    filters = {
        "inline": lambda words: Markup(_markdown().renderInline(words)),
        "markdown": lambda words: Markup(_markdown().render(words)),
        "body": lambda words: Markup(_with_widgets(_html(words), widgets, name)),
    }
    title = chapter_list()[page]["title"]
    shown = shown_in(text, name)
    html = render("slides.html", filters, title=title, mathjax=mathjax, slides=shown)
    file = folder / f"{page.replace('/', '-')}.html"
    file.write_text(html, encoding="utf-8")
    return file
