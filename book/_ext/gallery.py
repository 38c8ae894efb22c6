"""Ways into the book: a gallery by theme and by source, a map of the themes, and reading paths.

A chapter's picture is its first widget in a state that shows much, or else its first figure, made
small.
What leads from theme to theme is counted from the links under *You need*.
"""

import base64
import io
import re
import shutil
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from docutils import nodes
from PIL import Image
from sphinx.util.docutils import SphinxDirective

from . import catalogue, generated
from .templates import render

FIRST = re.compile(r'<img[^>]*\bsrc="mlc-frames:([^"]+)"')
RASTER = {".webp", ".png", ".jpg", ".jpeg"}
WIDTH, HEIGHT, QUALITY = 320, 180, 40  # a picture weighs about 3 kB: the first page shows all
STRIP = 4  # pictures on the line of a folded theme


def thumbs(srcdir):
    """Where the small pictures are kept before they are copied into the site."""
    return Path(srcdir, "_build", "thumbs")


class Picture(NamedTuple):
    """A chapter's small picture: its address, or nothing, and whether it is lines on paper."""

    address: str
    drawing: bool = False


def telling(frame):
    """The frame to show of a widget: heavier than three in four, for the first is often empty."""
    frames = sorted(frame.parent.glob(f"*{frame.suffix}"), key=lambda path: path.stat().st_size)
    return frames[3 * len(frames) // 4]


def image_of(srcdir, page):
    """The picture of an executed chapter, or nothing."""
    name = FIRST.search(generated.first_widget(srcdir, page))
    frame = Path(srcdir, "_build", "frames", name[1]) if name else Path()
    if frame.is_file() and frame.suffix in RASTER:
        return Image.open(telling(frame))
    for output in generated.outputs(srcdir, page):
        for kind in ("image/png", "image/jpeg", "image/webp"):
            if kind in output.get("data", {}):
                data = base64.b64decode("".join(output["data"][kind]))
                return Image.open(io.BytesIO(data))
    return None


def thumbnail(srcdir, page):
    """A chapter's small picture, made on the way."""
    image = image_of(srcdir, page)
    if image is None:
        return Picture("")
    path = thumbs(srcdir) / f"{page.replace('/', '-')}.webp"
    path.parent.mkdir(parents=True, exist_ok=True)
    image = image.convert("RGBA")
    white = Image.new("RGBA", image.size, "white")
    small = Image.alpha_composite(white, image).convert("RGB")
    small.thumbnail((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    small.save(path, quality=QUALITY)
    drawing = "mlc-drawing" in generated.first_widget(srcdir, page)
    return Picture(f"../_static/thumbs/{path.name}", drawing)


class Gallery(SphinxDirective):
    """Every ready chapter with its picture: by theme, each theme folded, and by source."""

    def run(self):
        catalogue.note_dependencies(self.env)
        ready = catalogue.chapters("ready")
        srcdir = self.env.app.srcdir
        pictures = {page: thumbnail(srcdir, page) for page in pages(ready)}
        html = gallery_html(ready, pictures)
        return [nodes.raw("", html, format="html")]


def pages(found):
    """The pages of chapters."""
    return [catalogue.page_of(*one) for one in found]


def theme_id(theme):
    """The anchor of a theme on the first page."""
    return f"theme-{nodes.make_id(theme)}"


FILTERS = {"theme_id": theme_id}


def gallery_html(ready, pictures):
    """The gallery of chapters, with each page's picture."""
    groups = []
    for theme, words in catalogue.listed()["themes"].items():
        found = [one for one in ready if theme in one[1]["themes"]]
        if found:
            groups.append(theme_group(theme, words, found, pictures))
    sources = [generated.by_source(part) for part in catalogue.parts()]
    return render("gallery.html", FILTERS, groups=groups, sources=sources, levels=generated.LEVELS)


def theme_group(theme, words, found, pictures):
    """What the line of a theme shows, some of its pictures, and below it all its cards.

    The pictures are first of chapters that have the theme as their own, so that lines differ.
    """
    cards = [
        {**generated.entry(*one), "picture": pictures[catalogue.page_of(*one)]} for one in found
    ]
    own_first = sorted(found, key=lambda one: one[1]["themes"][0] != theme)
    strip = [pictures[catalogue.page_of(*one)] for one in own_first]
    strip = [picture for picture in strip if picture.address][:STRIP]
    return {"theme": theme, "words": words, "cards": cards, "strip": strip}


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
        return [nodes.raw("", map_html(steps), format="html")]


def map_html(steps):
    """The map as a picture, and a list beside it that says the same."""
    return render("themes.html", FILTERS, **drawing(steps), leads=in_words(steps))


def in_words(steps):
    """Each theme that leads somewhere, and where."""
    lines = []
    for theme in catalogue.themes():
        ahead = sorted((after for before, after in steps if before == theme), key=str.lower)
        if ahead:
            lines.append((theme, ahead))
    return lines


#: Of the map, in px: width and height of a theme, room between two, height of a row.
BOX, TALL, GAP, ROW = 116, 44, 28, 64


def drawing(steps):
    """The picture of the map: its size, its curves and its boxes."""
    place = columns(steps)
    rows = {}
    for theme in sorted(place, key=catalogue.themes().index):
        rows[theme] = sum(place[other] == place[theme] for other in rows)
    at = {theme: ((BOX + GAP) * place[theme], ROW * rows[theme] + ROW // 2) for theme in rows}
    return {
        "width": (max(place.values(), default=0) + 1) * (BOX + GAP),
        "height": (max(rows.values(), default=0) + 1) * ROW,
        "curves": [curve(at[a], at[b], count) for (a, b), count in steps.items()],
        "boxes": [box(theme, *at[theme]) for theme in at],
    }


def curve(start, end, count):
    """A step from the right side of one theme to the left side of another."""
    (x, y), (to_x, to_y) = (start[0] + BOX, start[1]), end
    middle = (x + to_x) / 2
    way = f"M{x} {y} C{middle:g} {y} {middle:g} {to_y} {to_x} {to_y}"
    return {"way": way, "wide": 1 + min(count, 6)}


def box(theme, x, y):
    """A theme: a box with its name."""
    place = f"left:{x}px;top:{y - TALL // 2}px;width:{BOX}px;height:{TALL}px"
    return {"theme": theme, "place": place}


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
