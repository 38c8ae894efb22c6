"""The ledger of the whole book: its page, ``ledger.json``, and the badge of a verdict in the text.

``ledger.json`` is ``{"schema": 2, "claims": […]}``. A line holds where it stands (``page``,
``part``, ``chapter``, ``href`` from the site's root) and the fields of
``mlcompanion.teaching.Claim``.
"""

import json
from collections import Counter
from dataclasses import asdict
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.util.docutils import SphinxDirective, SphinxRole

from mlcompanion.teaching._html import text
from mlcompanion.teaching._ledger_view import verdict_badge
from mlcompanion.teaching.claims import KINDS, MIME, SCHEMA, VERDICTS, Claim

from . import catalogue
from .generated import outputs

#: What a reader sees first: where a source could not be confirmed, or is wrong.
FIRST = ("not reproduced", "erratum")
PLURAL = {"claim": "claims", "theorem": "theorems", "erratum": "errata", "own": "own"}


def chapter_claims(srcdir, page):
    """The claims of one executed chapter."""
    shown = [output.get("data", {}).get(MIME, {}) for output in outputs(srcdir, page)]
    return [Claim(**line) for ledger in shown for line in ledger.get("claims", [])]


def claims(srcdir):
    """Every ready chapter: its part, its entry in the list, its page and its claims."""
    for part, chapter in catalogue.chapters("ready"):
        page = catalogue.page_of(part, chapter)
        yield part, chapter, page, chapter_claims(srcdir, page)


def address(page, claim):
    """Where a claim stands, from the root of the site."""
    return f"notebooks/{page}.html#claim-{claim.id}"


class LedgerPage(SphinxDirective):
    """The whole book's claims: totals, filters, and a closed group for each chapter."""

    def run(self):
        found = [entry for entry in claims(self.env.app.srcdir) if entry[3]]
        target = Path(self.env.app.outdir, "_static", "ledger.json")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(_data(found), ensure_ascii=False, indent=1), encoding="utf-8")
        everything = [claim for *_, lines in found for claim in lines]
        html = _totals(everything) + _filters(found, len(everything)) + _groups(found)
        return [nodes.raw("", f'<div class="mlc-ledger-page">{html}</div>', format="html")]


def _data(found):
    lines = [
        {"page": page, "part": part["part"], "chapter": chapter["title"],
         "href": address(page, claim), **asdict(claim)}
        for part, chapter, page, lines in found
        for claim in lines
    ]  # fmt: skip
    return {"schema": SCHEMA, "claims": lines}


def _totals(everything):
    """Verdicts in columns, kinds in rows: claims, theorems, errata and our own are no one sum."""
    count = Counter((claim.kind, claim.verdict) for claim in everything)
    verdicts = [v for v in VERDICTS if any(count[kind, v] for kind in KINDS)]
    head = "".join(f'<th scope="col">{escape(v)}</th>' for v in ("kind", *verdicts, "all"))
    rows = ""
    for kind in KINDS:
        numbers = [count[kind, verdict] for verdict in verdicts]
        if any(numbers):
            cells = "".join(f"<td>{number}</td>" for number in (*numbers, sum(numbers)))
            rows += f'<tr><th scope="row">{PLURAL[kind]}</th>{cells}</tr>'
    return (
        '<div class="mlc-scroll" tabindex="0" role="region" aria-label="Totals">'
        f'<table class="table mlc-totals"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody>'
        "</table></div>"
    )


def _filters(found, total):
    parts = {part["part"]: part["title"] for part, *_ in found}
    first = " and ".join(("not reproduced", "errata"))
    verdicts = {"first": first, "": "all", **{verdict: verdict for verdict in VERDICTS}}
    return (
        '<form class="mlc-filter" hidden>'
        '<span><label for="mlc-search">Search</label><input id="mlc-search" type="search"></span>'
        f"{_select('verdict', 'Verdict', verdicts)}"
        f"{_select('kind', 'Kind', {'': 'all', **PLURAL})}"
        f"{_select('part', 'Part', {'': 'all', **parts})}"
        '<button type="button" id="mlc-open">Open all</button>'
        f'<output id="mlc-count">{total} lines</output></form>'
    )


def _select(name, label, options):
    choices = "".join(
        f'<option value="{escape(value)}">{escape(words)}</option>'
        for value, words in options.items()
    )
    return (
        f'<span><label for="mlc-{name}">{label}</label>'
        f'<select id="mlc-{name}">{choices}</select></span>'
    )


def _groups(found):
    html, last = "", None
    for part, chapter, page, lines in found:
        if part["part"] != last:
            html += f'<h2 data-part="{part["part"]}">{escape(part["title"])}</h2>'
            last = part["part"]
        head = "".join(
            f'<th scope="col">{name}</th>'
            for name in ("claim", "verdict", "the source says", "we measured")
        )
        rows = "".join(_row(page, claim) for claim in sorted(lines, key=_urgency))
        html += (
            f'<details class="mlc-group" data-part="{part["part"]}">'
            f"<summary><h3>{escape(chapter['title'])}</h3>{_counts(lines)}</summary>"
            f'<div class="mlc-scroll" tabindex="0" role="region" '
            f'aria-label="Claims: {escape(chapter["title"])}">'
            f'<table class="table mlc-table mlc-all-claims"><thead><tr>{head}</tr></thead>'
            f"<tbody>{rows}</tbody></table></div></details>"
        )
    return html


def _urgency(claim):
    """Rank of a line: what is not reproduced first, then errata, then the order of the verdicts."""
    result = claim.outcome or claim.verdict
    order = [*FIRST, *(verdict for verdict in VERDICTS if verdict not in FIRST)]
    return order.index(result) if result in order else len(order)


def _counts(lines):
    """The numbers of each kind's verdicts, in the verdicts' colours."""
    html = ""
    for kind in KINDS:
        count = Counter(claim.verdict for claim in lines if claim.kind == kind)
        chips = "".join(
            f'<span class="mlc-verdict mlc-{verdict.replace(" ", "-")}" title="{verdict}">'
            f'{count[verdict]}<span class="mlc-hidden"> {verdict}</span></span>'
            for verdict in VERDICTS
            if count[verdict]
        )
        if chips:
            html += f'<span class="mlc-counts">{PLURAL[kind]} {chips}</span>'
    return html


def _row(page, claim):
    kind = "" if claim.kind == "claim" else f'<span class="mlc-kind">{claim.kind}</span> '
    words = [
        word for word in (claim.measured, claim.our_setup, claim.note) if word not in ("", "–")
    ]
    return (
        f'<tr data-kind="{claim.kind}" data-verdict="{claim.verdict}" '
        f'data-first="{str((claim.outcome or claim.verdict) in FIRST).lower()}">'
        f'<td>{kind}<a href="../{address(page, claim)}">{text(claim.statement)}</a><br>'
        f'<span class="mlc-place">{text(claim.place)}</span></td>'
        f"<td>{verdict_badge(claim)}</td><td>{text(claim.source)}</td>"
        f"<td>{text(' — '.join(words) or '–')}</td></tr>"
    )


class VerdictRole(SphinxRole):
    """``{verdict}`claim-id```: the verdict of a claim of this chapter, a link to its line."""

    def run(self):
        page = self.env.docname.removeprefix("notebooks/")
        found = {claim.id: claim for claim in chapter_claims(self.env.app.srcdir, page)}
        if self.text not in found:
            known = ", ".join(found) or "none"
            message = f"no claim {self.text!r} in the ledger of {page}; it has {known}"
            return [], [self.inliner.reporter.error(message, line=self.lineno)]
        badge = verdict_badge(found[self.text])
        link = f'<a class="mlc-verdict-link" href="#claim-{escape(self.text)}">{badge}</a>'
        return [nodes.raw("", link, format="html")], []


def setup(app):
    """Register the directive, the role, the style and the script."""
    app.add_css_file("ledger.css")
    app.add_js_file("ledger.js", loading_method="defer")
    app.add_directive("ledger-page", LedgerPage)
    app.add_role("verdict", VerdictRole())
