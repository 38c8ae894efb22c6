"""Ways in: pictures, the map of themes, and paths."""

import base64
import io
import json
from pathlib import Path

import numpy as np
from PIL import Image

from book._ext import gallery

ROOT = Path(__file__).resolve().parents[1]


catalogue = gallery.catalogue


def chapter(slug, theme, *needs):
    return {"part": "p"}, {"slug": slug, "themes": [theme], "needs": [f"p/{n}" for n in needs]}


def test_a_theme_leads_to_what_needs_it():
    found = [
        chapter("01", "a"),
        chapter("02", "b", "01"),
        chapter("03", "b", "01", "02"),
        chapter("04", "a", "02"),  # rarer than from a to b
        chapter("05", "c", "02"),
        chapter("06", "a", "05"),  # would close a circle, and is not more frequent
        chapter("07", "d", "05", "99"),  # what is not there leads nowhere
    ]
    steps = gallery.leads(found)
    assert steps[("a", "b")] == 2
    assert ("b", "a") not in steps
    assert not any(
        before in gallery.reached(after, {s: 1 for s in steps if s != (before, after)})
        for before, after in steps
    ), "a circle"
    place = gallery.columns(steps)
    assert all(place[before] < place[after] for before, after in steps)


def test_the_map_of_the_book_has_no_circle_and_says_in_words_what_it_draws():
    steps = gallery.leads(catalogue.chapters("ready"))
    place = gallery.columns(steps)
    assert len(steps) >= 10
    assert all(place[before] < place[after] for before, after in steps)
    html = gallery.map_html(steps)
    assert html.count("<path") == len(steps)
    assert html.count("<span") == len(place)
    assert html.count('href="#theme-') == len(steps) + len({before for before, _ in steps})


def test_links_under_you_need_are_read():
    known = {catalogue.page_of(*found): found[1] for found in catalogue.chapters("ready")}
    assert "sugiyama/24_sparse_regression" in known["chen/02_background"]["needs"]
    needed = {page for one in known.values() for page in one["needs"]}
    assert needed <= known.keys(), "a prerequisite that is no chapter"
    assert all(page not in one["needs"] for page, one in known.items())


def test_every_chapter_has_a_card_in_each_of_its_themes():
    ready = catalogue.chapters("ready")
    html = gallery.gallery_html(ready, dict.fromkeys(gallery.pages(ready), gallery.Picture("")))
    assert "<img" not in html
    for theme in catalogue.listed()["themes"]:
        found = [one for one in ready if theme in one[1]["themes"]]
        if found:
            group = html.split(f'id="{gallery.theme_id(theme)}"')[1].split("</details>")[0]
            assert group.count("<li>") == len(found)


def test_a_picture_is_a_frame_that_shows_much_or_else_the_first_figure(tmp_path):
    executed = tmp_path / "_build" / "executed" / "part"
    frames = tmp_path / "_build" / "frames" / "part" / "01" / "w"
    executed.mkdir(parents=True)
    frames.mkdir(parents=True)
    rng = np.random.default_rng(0)
    for state, colour in enumerate(["white", "blue", "red", "green"]):
        frame = Image.new("RGB", (880, 400), colour)
        # the later, the more there is to see on its right side
        dots = rng.integers(0, 255, (400, 100 * state + 9, 3), dtype=np.uint8)
        frame.paste(Image.fromarray(dots), (871 - 100 * state, 0))
        frame.save(frames / f"{(state + 1) % 4}.webp")
    stream = io.BytesIO()
    Image.new("RGBA", (400, 400), (0, 0, 255, 0)).save(stream, "PNG")
    figure = {"data": {"image/png": base64.b64encode(stream.getvalue()).decode()}}
    shown = '<img alt="x" src="mlc-frames:part/01/w/0.webp">'
    widget = f'<figure class="mlc-explore mlc-drawing">{shown}</figure>'
    for name, outputs in (
        ("01", [figure, {"data": {"text/html": widget}}]),
        ("02", [figure]),
        ("03", []),
    ):
        cells = {"cells": [{"outputs": outputs}]}
        (executed / f"{name}.ipynb").write_text(json.dumps(cells))
    assert gallery.thumbnail(tmp_path, "part/01") == ("../_static/thumbs/part-01.webp", True)
    assert gallery.thumbnail(tmp_path, "part/03") == gallery.thumbnail(tmp_path, "part/04")
    assert gallery.thumbnail(tmp_path, "part/03").address == ""
    gallery.thumbnail(tmp_path, "part/02")
    made = {path.name: Image.open(path) for path in gallery.thumbs(tmp_path).iterdir()}
    assert made["part-01.webp"].size == (320, 145)
    red, green, blue = made["part-01.webp"].convert("RGB").getpixel((9, 9))
    assert green > 100 > 20 > max(red, blue)
    assert made["part-02.webp"].size == (180, 180)
    assert min(made["part-02.webp"].convert("RGB").getpixel((9, 9))) > 240  # clear is white


def test_minutes_of_a_path_in_words():
    assert gallery.hours(50) == "about 1 hour"
    assert gallery.hours(29) == "about 0.5 hour"
    assert gallery.hours(200) == "about 3.5 hours"
