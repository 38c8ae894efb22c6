"""The page of races, made from every record that ``make bench`` stored, whichever ran last."""

import json
from html import escape
from pathlib import Path
from statistics import median

import catalogue
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from mlcompanion.teaching._html import text
from mlcompanion.teaching.measure import duration

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
    """All races: totals, filters, and a closed group for each race."""

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
    html, last = "", None
    for part, chapter, record in found:
        if part["part"] != last:
            html += f'<h2 data-part="{part["part"]}">{escape(part["title"])}</h2>'
            last = part["part"]
        html += (
            f'<details class="mlc-group" id="race-{escape(record["name"].replace("_", "-"))}" '
            f'data-part="{part["part"]}"><summary><h3>{escape(record["title"])}</h3>'
            f"{_summary(record)}</summary>{_table(record)}{_provenance(chapter, record)}</details>"
        )
    return html


def _summary(record):
    """Median and worst ratio, before anything is opened."""
    found, count = ratios(record), len(record["rows"])
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


def _provenance(chapter, record):
    title = escape(chapter["title"])
    if chapter["state"] == "ready":
        title = f'<a href="../notebooks/{record["chapter"]}.html">{title}</a>'
    versions = ", ".join(f"{name} {number}" for name, number in record["versions"].items())
    missing = f" Left out: {', '.join(record['left_out'])}." if record["left_out"] else ""
    load = " to ".join(f"{value:g}" for value in record["load"])
    again = f"<code>make bench NAMES={record['name']}</code>"
    return (
        f'<p class="mlc-place">Chapter: {title}. Measured {escape(record["date"][:10])} on '
        f"{escape(record['machine'])}, load {load}, Python {record['python']}, "
        f"{escape(versions)}.{escape(missing)} Again: {again}</p>"
    )


def setup(app):
    """Register the directive, the style and the script."""
    app.add_css_file("races.css")
    app.add_js_file("races.js", loading_method="defer")
    app.add_directive("races-page", RacesPage)
