"""Ways into the book: a gallery by theme and by source, a map of the themes, and reading paths.

A chapter's picture is its first widget as it stands at first, or else its first figure, made small.
What leads from theme to theme is counted from the links under *You need*.
"""

import base64
import io
import re
import shutil
from collections import Counter
from html import escape
from pathlib import Path

from docutils import nodes
from PIL import Image
from sphinx.util.docutils import SphinxDirective

from . import catalogue, generated

FIRST = re.compile(r'<img[^>]*\bsrc="mlc-frames:([^"]+)"')
RASTER = {".webp", ".png", ".jpg", ".jpeg"}
WIDTH, HEIGHT, QUALITY = 320, 180, 40  # a picture weighs about 3 kB: the first page shows all
STRIP = 4  # pictures on the line of a folded theme


def thumbs(srcdir):
    """Where the small pictures are kept before they are copied into the site."""
    return Path(srcdir, "_build", "thumbs")


def image_of(srcdir, page):
    """The picture of an executed chapter, or nothing."""
    name = FIRST.search(generated.first_widget(srcdir, page))
    frame = Path(srcdir, "_build", "frames", name[1]) if name else Path()
    if frame.is_file() and frame.suffix in RASTER:
        return Image.open(frame)
    for output in generated.outputs(srcdir, page):
        for kind in ("image/png", "image/jpeg", "image/webp"):
            if kind in output.get("data", {}):
                data = base64.b64decode("".join(output["data"][kind]))
                return Image.open(io.BytesIO(data))
    return None


def thumbnail(srcdir, page):
    """The address of a chapter's small picture; made on the way, nothing if there is none."""
    image = image_of(srcdir, page)
    if image is None:
        return ""
    path = thumbs(srcdir) / f"{page.replace('/', '-')}.webp"
    path.parent.mkdir(parents=True, exist_ok=True)
    image = image.convert("RGBA")
    white = Image.new("RGBA", image.size, "white")
    small = Image.alpha_composite(white, image).convert("RGB")
    small.thumbnail((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    small.save(path, quality=QUALITY)
    return f"../_static/thumbs/{path.name}"


class Gallery(SphinxDirective):
    """Every ready chapter with its picture: by theme, each theme folded, and by source."""

    def run(self):
        catalogue.note_dependencies(self.env)
        ready = catalogue.chapters("ready")
        srcdir = self.env.app.srcdir
        pictures = {page: thumbnail(srcdir, page) for page in pages(ready)}
        groups = [
            (theme, words, [found for found in ready if theme in found[1]["themes"]])
            for theme, words in catalogue.listed()["themes"].items()
        ]
        themes = "".join(theme_group(*group, pictures) for group in groups if group[2])
        sources = "".join(map(generated._part_map, catalogue.parts()))
        html = (
            '<p class="mlc-continue" hidden></p>'
            f'<div class="mlc-gallery">{themes}</div>'
            '<details class="mlc-sources"><summary>The same chapters by source</summary>'
            f'<div class="mlc-map">{sources}</div></details>'
        )
        return [nodes.raw("", html, format="html")]


def pages(found):
    """The pages of chapters."""
    return [catalogue.page_of(*one) for one in found]


def theme_id(theme):
    """The anchor of a theme on the first page."""
    return f"theme-{nodes.make_id(theme)}"


def theme_group(theme, words, found, pictures):
    """The line of a theme, with some of its pictures, and below it all its cards."""
    strip = [pictures[page] for page in pages(found) if pictures[page]][:STRIP]
    images = "".join(f'<img src="{a}" alt="" loading="lazy">' for a in strip)
    cards = "".join(card(*one, pictures[catalogue.page_of(*one)]) for one in found)
    count = f"{len(found)} chapter{'s' * (len(found) > 1)}"
    return (
        f'<details class="mlc-theme" id="{theme_id(theme)}"><summary>'
        f"<span><b>{escape(theme[0].upper() + theme[1:])}</b> "
        f'<span class="mlc-place">{count}</span>'
        f'<span class="mlc-words">{escape(words)}</span></span>'
        f'<span class="mlc-strip">{images}</span></summary>'
        f'<ul class="mlc-cards">{cards}</ul></details>'
    )


def card(part, chapter, picture):
    """A chapter: picture, number, title, level, minutes of a first reading, question."""
    image = f'<img src="{picture}" alt="" loading="lazy">' if picture else ""
    page = catalogue.page_of(part, chapter)
    return (
        f'<li><a href="../notebooks/{page}.html">{image}'
        f'<span class="mlc-number">{catalogue.number(part, chapter)}</span> '
        f"{escape(chapter['title'])}</a> {generated._brief(chapter)}"
        f"<p>{escape(chapter['question'])}</p></li>"
    )


def leads(found):
    """How often a theme is needed by another: a pair of themes and a count.

    Of two themes that need each other, the more frequent direction counts; so does, where themes
    need one another in a circle, all but its rarest step.
    """
    theme = {catalogue.page_of(*one): one[1]["themes"][0] for one in found}
    counted = Counter(
        (theme[need], theme[catalogue.page_of(*one)])
        for one in found
        for need in one[1]["needs"]
        if need in theme
    )
    kept = {}
    for (before, after), count in sorted(counted.items(), key=lambda pair: (-pair[1], pair[0])):
        if before != after and before not in reached(after, kept):
            kept[before, after] = count
    return kept


def reached(start, steps):
    """All that can be reached from a theme, itself included."""
    known, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        ahead = {after for before, after in steps if before == here} - known
        known |= ahead
        waiting += ahead
    return known


def columns(steps):
    """The column of each theme: behind all that it needs."""
    names = sorted({name for step in steps for name in step})
    place = dict.fromkeys(names, 0)
    for _ in names:
        for before, after in steps:
            place[after] = max(place[after], place[before] + 1)
    return place


class ThemeMap(SphinxDirective):
    """What leads from theme to theme: drawn, and in words."""

    def run(self):
        catalogue.note_dependencies(self.env)
        steps = leads(catalogue.chapters("ready"))
        html = (
            '<details class="mlc-themes"><summary>Map of the themes: what leads to what</summary>'
            f'<div class="mlc-scroll">{drawing(steps)}</div><ul>{in_words(steps)}</ul></details>'
        )
        return [nodes.raw("", html, format="html")]


def in_words(steps):
    """A line for each theme that leads somewhere."""
    lines = ""
    for theme in catalogue.themes():
        ahead = sorted((after for before, after in steps if before == theme), key=str.lower)
        links = ", ".join(f'<a href="#{theme_id(name)}">{escape(name)}</a>' for name in ahead)
        here = f'<a href="#{theme_id(theme)}">{escape(theme)}</a>'
        lines += f"<li>{here} leads to {links}</li>" if ahead else ""
    return lines


#: Of the map, in px: width and height of a theme, room between two, height of a row.
BOX, TALL, GAP, ROW = 116, 44, 28, 64


def drawing(steps):
    """The map as a picture; the list beside it says the same."""
    place = columns(steps)
    rows = {}
    for theme in sorted(place, key=catalogue.themes().index):
        rows[theme] = sum(place[other] == place[theme] for other in rows)
    width = (max(place.values(), default=0) + 1) * (BOX + GAP)
    height = (max(rows.values(), default=0) + 1) * ROW
    at = {theme: ((BOX + GAP) * place[theme], ROW * rows[theme] + ROW // 2) for theme in rows}
    curves = "".join(curve(at[a], at[b], count) for (a, b), count in steps.items())
    boxes = "".join(box(theme, *at[theme]) for theme in at)
    return (
        f'<div class="mlc-leads" style="width:{width}px;height:{height}px" aria-hidden="true">'
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}">{curves}</svg>'
        f"{boxes}</div>"
    )


def curve(start, end, count):
    """A step from the right side of one theme to the left side of another."""
    (x, y), (to_x, to_y) = (start[0] + BOX, start[1]), end
    middle = (x + to_x) / 2
    return (
        f'<path d="M{x} {y} C{middle:g} {y} {middle:g} {to_y} {to_x} {to_y}" '
        f'stroke-width="{1 + min(count, 6)}"/>'
    )


def box(theme, x, y):
    """A theme: a box with its name."""
    place = f"left:{x}px;top:{y - TALL // 2}px;width:{BOX}px;height:{TALL}px"
    return f'<span style="{place}">{escape(theme)}</span>'


class ReadingPath(SphinxDirective):
    """A way through the book: its minutes, and its chapters as the stations of a line.

    The content has a line ``part/NN_slug — why`` for each chapter.
    """

    has_content = True

    def run(self):
        catalogue.note_dependencies(self.env)
        known = {catalogue.page_of(*found): found for found in catalogue.chapters()}
        stations, minutes = nodes.enumerated_list(enumtype="arabic", classes=["mlc-path"]), 0
        for line in filter(str.strip, self.content):
            page, dash, why = (part.strip() for part in line.partition("—"))
            if page not in known or not dash:
                raise self.error(f"not 'part/NN_slug — why' of a listed chapter: {line!r}")
            part, chapter = known[page]
            minutes += chapter.get("first", 0)
            stations += station(part, chapter, why)
        ready = sum("mlc-ready" in one["classes"] for one in stations)
        words = (
            f"{ready} of {len(stations)} chapters are ready: {hours(minutes)} of first readings."
        )
        if ready == len(stations):
            words = f"{ready} chapters, {hours(minutes)} of first readings."
        return [nodes.paragraph("", words, classes=["mlc-place"]), stations]


def station(part, chapter, why):
    """A chapter on a path."""
    ready = chapter["state"] == "ready"
    item = nodes.list_item(classes=["mlc-ready"] if ready else ["mlc-planned"])
    number = nodes.inline(text=catalogue.number(part, chapter), classes=["mlc-number"])
    line = [number, nodes.Text(" "), *catalogue.chapter_link(part, chapter)]
    if ready:
        line.append(nodes.inline(text=f" {chapter['first']} min", classes=["mlc-place"]))
    stop = nodes.raw("", '<span class="mlc-stop" aria-hidden="true"></span>', format="html")
    item += nodes.paragraph("", "", stop, *line, nodes.Text(f" — {why}"))
    return item


def hours(minutes):
    """Minutes in words: *about 3 hours*, to the half hour."""
    halves = max(1, round(minutes / 30))
    return f"about {halves / 2:g} hour{'s' * (halves > 2)}"


def copy_thumbs(app, exception):
    """Put the small pictures beside the site's other static files (``build-finished``)."""
    origin, target = thumbs(app.srcdir), Path(app.outdir, "_static", "thumbs")
    if exception is None and app.builder.format == "html" and origin.is_dir():
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(origin, target)


def setup(app):
    """Register the directives of this module."""
    app.add_directive("gallery", Gallery)
    app.add_directive("theme-map", ThemeMap)
    app.add_directive("path", ReadingPath)
    app.connect("build-finished", copy_thumbs)
