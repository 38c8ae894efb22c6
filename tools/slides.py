"""Slides of a chapter, from its executed notebook: reveal.js, live widgets, formulas, notes.

What a chapter is made of says what is a slide: its question, its widgets, figures, algorithm boxes,
*In short*, the headline lines of its ledger and one exercise. The prose around them becomes the
speaker's notes, with the verdicts that it quotes. A cell tagged ``no-slide`` is left out.
"""

import base64
import re
import shutil
from dataclasses import dataclass, field
from functools import cache
from html import escape

import nbformat
import yaml
from markdown_it import MarkdownIt
from markupsafe import Markup
from mdit_py_plugins.dollarmath import dollarmath_plugin

from book._ext.chapter_text import (
    FORMULA,
    by_heading,
    directives,
    tags,
    targets_of,
    without_directives,
)
from tools.chapters import BUILD, ROOT
from tools.course_data import chapter_list
from tools.execute import EXECUTED
from tools.exercises import exercises_of
from tools.plain_markdown import plain
from tools.templates import render

__all__ = ["LEAST", "MOST", "copy_assets", "slides_of", "write_slides"]

# slides of a chapter
LEAST = 15
MOST = 25
WORDS = 55  # of prose on a slide
LEFT_OUT = ("Exercises", "Ledger", "In practice, and beyond", "Does it hold?")
REVEAL = ROOT / "courses" / "node_modules" / "reveal.js" / "dist"
BOXES = ("algorithm", "theorem", "lemma")


@dataclass
class Slide:
    """One slide: the higher its rank, the sooner it falls if there are too many."""

    title: str
    body: str
    rank: int = 0
    notes: list = field(default_factory=list)


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


def _html(text, page):
    return _markdown().render(plain(text, page, quote=False))


def _lead(text):
    """The first sentences of a text, as many as fit beside a formula or a figure."""
    words = without_directives(FORMULA.sub("", text)).strip()
    first = words.split("\n\n")[0]
    kept = ""
    for sentence in re.split(r"(?<=[.?!:])\s+(?=[A-Z*$(])", first):
        if kept and len((kept + sentence).split()) > WORDS:
            break
        kept = f"{kept} {sentence}".strip()
    return "" if kept.startswith(("|", "-", "1.", "#")) else kept


def _verdicts(text, claims):
    """What the speaker says of the claims that a text quotes."""
    known = {claim["id"]: claim for claim in claims}
    return [
        f"{known[ident]['verdict']}: {known[ident]['statement']}"
        for ident in targets_of(text, "verdict")
        if ident in known
    ]


def _claims(cells):
    """The lines of the chapter's ledger, as the executed notebook shows it."""
    data = [output.get("data", {}) for cell in cells for output in cell.get("outputs", [])]
    shown = [found for one in data for kind, found in one.items() if kind.endswith("ledger+json")]
    return [line for ledger in shown for line in ledger["claims"]]


def _picture(output, place, name):
    """Store a figure and return its HTML."""
    (place / "figures").mkdir(parents=True, exist_ok=True)
    file = place / "figures" / f"{name}.png"
    file.write_bytes(base64.b64decode(output["data"]["image/png"]))
    words = output.get("metadata", {}).get("image/png", {}).get("alt", "")
    return f'<img class="figure" src="_static/figures/{file.name}" alt="{escape(words)}">'


def _widget(html, place):
    """A widget's HTML, its frames copied beside the slides."""
    for frames in re.findall(r"mlc-frames:([\w/.-]+)/0\.webp", html):
        shutil.copytree(BUILD / "frames" / frames, place / "frames" / frames, dirs_exist_ok=True)
    return html.replace("mlc-frames:", "_static/frames/")


class _Deck:
    """Slides in the making: a cell after the other."""

    def __init__(self, page, place, claims):
        self.page = page
        self.place = place
        self.claims = claims
        self.slides = []
        self.title = ""
        self.lead = ""
        self.figures = 0

    def add(self, body, rank, title=None):
        """Append a slide; the lead of the section goes on its first."""
        lead = _html(self.lead, self.page) if self.lead else ""
        self.lead = ""
        self.slides.append(Slide(title or self.title, lead + body, rank))

    def prose(self, text):
        """Markdown: boxes and the first formula become slides, the rest notes."""
        for part in by_heading(text, level=2):
            heading = re.match(r"## (.+)\n?", part)
            if heading:
                self.title, part = heading[1], part[heading.end() :]
                self.lead = _lead(part)
                formula = FORMULA.search(without_directives(part))
                if formula and self.title != "In short":
                    self.add(_html(formula[0], self.page), 2)
            if self.title.startswith(LEFT_OUT) or not self.title:
                continue
            if self.title == "In short":
                if heading:
                    self.lead = ""
                    self.add(_html(part, self.page), 0)
                continue
            for box in directives(part):
                if box.kind in BOXES:
                    rank = 0 if box.kind == "algorithm" else 3
                    self.add(_html(box.body, self.page), rank, plain(box.title, self.page))
            if self.slides:
                words = without_directives(FORMULA.sub("", part)).strip()
                said = [*words.split("\n\n"), *_verdicts(part, self.claims)]
                self.slides[-1].notes += [plain(one, self.page, quote=False) for one in said if one]

    def outputs(self, cell):
        """Figures and widgets of a cell."""
        if self.title.startswith(LEFT_OUT) or not self.title:
            return
        for output in cell.get("outputs", []):
            html = "".join(output.get("data", {}).get("text/html", ""))
            if 'class="mlc-explore' in html:
                self.add(_widget(html, self.place), 0)
            elif "image/png" in output.get("data", {}):
                name = f"{self.page.replace('/', '-')}-{self.figures}"
                self.add(_picture(output, self.place, name), 1 if self.figures else 0)
                self.figures += 1


def _closing(page, claims, count):
    """The ledger's headline lines and some exercises."""
    lines = [c for c in claims if c["headline"]] or claims
    rows = [
        f"<li><b>{escape(c['verdict'])}</b>: "
        f"{_markdown().renderInline(plain(c['statement'], page, quote=False))}</li>"
        for c in lines[:5]
    ]
    if rows:
        yield Slide("Does it hold?", f"<ul class='verdicts'>{''.join(rows)}</ul>")
    known = exercises_of(page).values()
    kinds = ("change this cell", "warm-up")
    for exercise in [e for kind in kinds for e in known if e.kind == kind][:count]:
        code = f"<pre><code>{escape(exercise.given)}</code></pre>" if exercise.given else ""
        body = f"{_html(exercise.text, page)}{code}"
        yield Slide(f"Your turn: {exercise.title}", body, notes=[plain(exercise.hint, page)])


def slides_of(page, place):
    """The slides of an executed chapter.

    Parameters
    ----------
    page : str
        ``"part/NN_slug"``.
    place : Path
        Where figures and frames go.

    Returns
    -------
    list of Slide
        At most ``MOST``: theorems fall first, then sections with only a formula, then figures; a
        chapter with few gives a second exercise.
    """
    cells = nbformat.read(EXECUTED / f"{page}.ipynb", as_version=4).cells
    cells = [cell for cell in cells if "no-slide" not in tags(cell)]
    known = chapter_list()[page]
    claims = _claims(cells)
    deck = _Deck(page, place, claims)
    for cell in cells[1:]:
        if cell.cell_type == "markdown":
            deck.prose(cell.source)
        else:
            deck.outputs(cell)
    asked = f"<p class='question'>{escape(known['question'])}</p>"
    source = f"<p class='source'>{escape(known['source'])}</p>" if known.get("source") else ""
    first = Slide(f"{known['number']} · {known['title']}", asked + source)
    few = len(deck.slides) + 3 < LEAST
    slides = [first, *deck.slides, *_closing(page, claims, 2 if few else 1)]
    falling = sorted(range(len(slides)), key=lambda k: (-slides[k].rank, -k))
    fallen = set(falling[: max(0, len(slides) - MOST)])
    return [slide for k, slide in enumerate(slides) if k not in fallen]


def copy_assets(place):
    """Put what every deck needs into ``place``: reveal.js, MathJax, the book's widgets and styles.

    Raises
    ------
    FileNotFoundError
        If reveal.js is not installed.
    """
    if not REVEAL.is_dir():
        raise FileNotFoundError(f"{REVEAL}: reveal.js is missing; make course installs it")
    from importlib.metadata import files

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


def write_slides(page, folder):
    """Write an executed chapter's deck, ``folder/<part>-<NN_slug>.html``; return it."""
    slides = slides_of(page, folder / "_static")
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    mathjax = config["sphinx"]["config"]["mathjax3_config"]
    file = folder / f"{page.replace('/', '-')}.html"
    filters = {
        "inline": lambda words: Markup(_markdown().renderInline(words)),
        "markdown": lambda words: Markup(_markdown().render(words)),
    }
    title = chapter_list()[page]["title"]
    text = render("slides.html", filters, title=title, mathjax=mathjax, slides=slides)
    file.write_text(text, encoding="utf-8")
    return file
