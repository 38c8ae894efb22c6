"""The page of races, made from every record that ``make bench`` stored, whichever ran last."""

import json
from html import escape
from itertools import groupby
from pathlib import Path
from statistics import median

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from mlcompanion.teaching.html import text
from mlcompanion.teaching.measure import duration

from . import catalogue

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
        found = records()
        html = _totals(found) + _filters(found) + _groups(found)
        return [nodes.raw("", f'<div class="mlc-races-page">{html}</div>', format="html")]


def _totals(found):
    every = [ratio for *_, record in found for ratio in ratios(record)]
    if not every:
        return "<p>No race has been run: <code>make bench</code>.</p>"
    behind = sum(ratio < 1 for ratio in every)
    missing = sum(len(record["rows"]) for *_, record in found) - len(every)
    return (
        f"<p>{len(found)} races, {len(every)} ratios: the median is {words(median(every))}; "
        f"{behind} are below 1, each with its reason. "
        f"In {missing} more rows the peer did not arrive.</p>"
    )


def _filters(found):
    parts = {part["part"]: part["title"] for part, *_ in found}
    options = "".join(
        f'<option value="{escape(value)}">{escape(title)}</option>'
        for value, title in {"": "all", **parts}.items()
    )
    return (
        '<form class="mlc-filter" hidden>'
        '<span><label for="mlc-search">Search</label><input id="mlc-search" type="search"></span>'
        f'<span><label for="mlc-part">Part</label><select id="mlc-part">{options}</select></span>'
        '<span><label for="mlc-ratio">Ratio</label><select id="mlc-ratio">'
        '<option value="">all</option><option value="behind">below 1</option></select></span>'
        '<button type="button" id="mlc-open">Open all</button><output id="mlc-count"></output>'
        "</form>"
    )


def _groups(found):
    """A closed group for each chapter, with its races one below the other."""
    html, last = "", None
    for page, races in groupby(found, key=lambda race: catalogue.page_of(*race[:2])):
        races = list(races)
        part, chapter, _ = races[0]
        if part["part"] != last:
            html += f'<h2 data-part="{part["part"]}">{escape(part["title"])}</h2>'
            last = part["part"]
        records = [record for *_, record in races]
        html += (
            f'<details class="mlc-group" data-part="{part["part"]}"><summary>'
            f"<h3>{catalogue.number(part, chapter)} {escape(chapter['title'])}</h3>"
            f"{_summary(records)}</summary>{_link(page, chapter)}"
            f"{''.join(map(_race, records))}</details>"
        )
    return html


def _link(page, chapter):
    if chapter["state"] != "ready":
        return ""
    return f'<p><a href="../notebooks/{page}.html">To the chapter</a></p>'


def _race(record):
    title = f"<h4>{escape(record['title'])}</h4>"
    ident = f"race-{record['name'].replace('_', '-')}"
    body = f"{title}{_table(record)}{_provenance(record)}"
    return f'<section class="mlc-race" id="{escape(ident)}">{body}</section>'


def _summary(records):
    """Median and worst ratio of a chapter, before anything is opened."""
    found = [ratio for record in records for ratio in ratios(record)]
    count = sum(len(record["rows"]) for record in records)
    lines = f'<span class="mlc-counts">{count} row{"s" if count > 1 else ""}</span>'
    if not found:
        return lines
    return (
        f'<span class="mlc-counts">median {_chip(median(found))}</span>'
        f'<span class="mlc-counts">worst {_chip(min(found))}</span>{lines}'
    )


def _chip(ratio):
    side = "behind" if ratio < 1 else "ahead"
    return f'<span class="mlc-verdict mlc-{side}">{words(ratio)}</span>'


def _table(record):
    head = "".join(
        f'<th scope="col">{name}</th>' for name in ("race", "ours", "peer", "ratio", "what agrees")
    )
    return (
        '<div class="mlc-scroll" tabindex="0" role="region" '
        f'aria-label="Rows: {escape(record["title"])}">'
        f'<table class="table mlc-table mlc-all-races"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(map(_row, record['rows']))}</tbody></table></div>"
    )


def _row(row):
    behind = row["ratio"] is not None and row["ratio"] < 1
    time = "did not arrive" if row["peer_s"] is None else duration(row["peer_s"])
    reason = f"<br><b>Slower:</b> {text(row['reason'])}" if row["reason"] else ""
    return (
        f'<tr data-ratio="{"behind" if behind else ""}">'
        f'<td>{text(row["race"])}<br><span class="mlc-place">{text(row["size"])}</span></td>'
        f"<td>{duration(row['ours_s'])}</td>"
        f'<td>{text(row["peer"])}<br><span class="mlc-place">{time}</span></td>'
        f"<td>{_chip(row['ratio']) if row['ratio'] is not None else '–'}</td>"
        f"<td>{text(row['note'])}{reason}</td></tr>"
    )


def _provenance(record):
    versions = ", ".join(f"{name} {number}" for name, number in record["versions"].items())
    missing = f" Left out: {', '.join(record['left_out'])}." if record["left_out"] else ""
    load = " to ".join(f"{value:g}" for value in record["load"])
    again = f"<code>make bench NAMES={record['name']}</code>"
    return (
        f'<p class="mlc-place">Measured {escape(record["date"][:10])} on '
        f"{escape(record['machine'])}, load {load}, Python {record['python']}, "
        f"{escape(versions)}.{escape(missing)} Again: {again}</p>"
    )


def setup(app):
    """Register the directive, the style and the script."""
    app.add_css_file("races.css")
    app.add_js_file("races.js", loading_method="defer")
    app.add_directive("races-page", RacesPage)
