"""The page of races, made from every record that ``make bench`` stored, whichever ran last."""

import json
from itertools import groupby
from pathlib import Path
from statistics import median

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from mlcompanion.teaching.html import text
from mlcompanion.teaching.measure import duration

from . import catalogue
from .templates import html_filters, render

RESULTS = Path(__file__).resolve().parents[2] / "benchmarks" / "results"


def records(folder=RESULTS):
    """Each stored race with its part and chapter, in the book's order."""
    stored = [
        json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))
    ]
    return [
        (part, chapter, record)
        for part, chapter in catalogue.chapters()
        for record in stored
        if record["chapter"] == catalogue.page_of(part, chapter)
    ]


def ratios(record):
    """The peers' times over ours, where the peer arrived."""
    return [row["ratio"] for row in record["rows"] if row["ratio"] is not None]


def words(ratio):
    """A ratio with the digits that matter."""
    return "–" if ratio is None else f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.2g}"


class RacesPage(SphinxDirective):
    """All races: totals, filters, and a closed group for each chapter."""

    def run(self):
        self.env.note_dependency(str(RESULTS))  # a folder: the page is read anew at each build
        return [nodes.raw("", page_html(records()), format="html")]


FILTERS = {
    **html_filters(text=text),
    "digits": words,
    "duration": duration,
    "median": median,
    "ratios": lambda records: [ratio for record in records for ratio in ratios(record)],
    "span": lambda numbers: " to ".join(f"{value:g}" for value in numbers),
    "sum_rows": lambda records: sum(len(record["rows"]) for record in records),
}


def page_html(found):
    """The page of some races: totals, filters, groups."""
    titles = {part["part"]: part["title"] for part, *_ in found}
    return render(
        "races.html",
        FILTERS,
        totals=_totals(found),
        parts={"": "all", **titles},
        groups=_groups(found),
    )


def _totals(found):
    """How many races and ratios there are, and how they lie; nothing without a ratio."""
    every = [ratio for *_, record in found for ratio in ratios(record)]
    if not every:
        return {}
    return {
        "races": len(found),
        "ratios": len(every),
        "median": median(every),
        "behind": sum(ratio < 1 for ratio in every),
        "missing": sum(len(record["rows"]) for *_, record in found) - len(every),
    }


def _groups(found):
    """The parts, each with its chapters and their races."""
    groups = []
    for part_races in _runs(found, key=lambda race: race[0]["part"]):
        chapters = []
        for races in _runs(part_races, key=lambda race: catalogue.page_of(*race[:2])):
            part, chapter, _ = races[0]
            page = catalogue.page_of(part, chapter)
            number = catalogue.number(part, chapter)
            chapters.append((page, number, chapter, [record for *_, record in races]))
        groups.append((part_races[0][0], chapters))
    return groups


def _runs(found, key):
    """Neighbours of one key, together."""
    return [list(races) for _, races in groupby(found, key=key)]


def setup(app):
    """Register the directive, the style and the script."""
    app.add_css_file("races.css")
    app.add_js_file("races.js", loading_method="defer")
    app.add_directive("races-page", RacesPage)
