"""The ledger of the whole book: its page, ``ledger.json``, and the badge of a verdict in the text.

``ledger.json`` is ``{"schema": 3, "claims": […]}``. A line holds where it stands (``page``,
``part``, ``chapter``, ``href`` from the site's root) and the fields of
``mlcompanion.teaching.Claim``; ``code`` says of a stored study whether its code is *current*, has
*changed* since, or is *unknown*.
"""

import json
import re
from collections import Counter
from dataclasses import asdict, replace
from functools import cache
from itertools import groupby
from pathlib import Path

from docutils import nodes
from markupsafe import Markup
from sphinx.util.docutils import SphinxDirective, SphinxRole

from mlcompanion.teaching.claims import (
    EVIDENCE,
    KINDS,
    MIME,
    SCHEMA,
    VERDICTS,
    Claim,
    find_claims,
    load_claims,
)
from mlcompanion.teaching.html import text
from mlcompanion.teaching.ledger_view import (
    HEADER,
    evidence_html,
    found_html,
    is_perhaps_the_scans,
    legend_html,
    verdict_badge,
)

from . import catalogue, studies_kit
from .generated import outputs
from .margin import mark_asides
from .templates import html_filters, render

#: What a reader sees first: where a source could not be confirmed, or is wrong.
FIRST = ("not reproduced", "not on our stand-in", "does not hold", "erratum")
PLURAL = {"claim": "claims", "theorem": "theorems", "erratum": "errata", "own": "own"}
SCANS = "errata, perhaps the scan's"
#: Whether the code of a stored study is the one that computed it.
CODES = {
    "current": "code current",
    "changed": "code changed since",
    "unknown": "digest of the code unknown",
}
MARK = re.compile(
    r'<span class="mlc-code-state" data-study="([^"]*)" data-digests="([^"]*)"></span>'
)


@cache
def chapter_claims(srcdir, page):
    """The claims of one executed chapter."""
    shown = [output.get("data", {}).get(MIME, {}) for output in outputs(srcdir, page)]
    found = [Claim(**line) for ledger in shown for line in ledger.get("claims", [])]
    return tuple(in_order(claim, fixed_claims(page)) for claim in found)


@cache
def fixed_claims(page):
    """The claims file of a chapter; empty where there is none."""
    path = find_claims(page)
    return {} if path is None else load_claims(path)


def in_order(claim, fixed):
    """The claim with its meanings in the claims file's order: stored JSON is sorted by name."""
    names = fixed.get(claim.id, {}).get("measure") or {}
    if set(names) == set(claim.measure):
        return replace(claim, measure={name: claim.measure[name] for name in names})
    return claim


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
        return [nodes.raw("", marked(page_html(found)), format="html")]


def _data(found):
    lines = [
        {"page": page, "part": part["part"], "chapter": chapter["title"],
         "href": address(page, claim), **asdict(claim),
         "code": studies_kit.code_state(claim.study) if claim.study else None}
        for part, chapter, page, lines in found
        for claim in lines
    ]  # fmt: skip
    return {"schema": SCHEMA, "claims": lines}


def _totals(everything):
    """Verdicts in columns, kinds in rows: claims, theorems, errata and our own are no one sum."""
    count = Counter((_row_name(claim), claim.verdict) for claim in everything)
    verdicts = [v for v in VERDICTS if any(verdict == v for _, verdict in count)]
    rows = []
    for name in (*PLURAL.values(), SCANS):
        numbers = [count[name, verdict] for verdict in verdicts]
        if any(numbers):
            rows.append((name, [*numbers, sum(numbers)]))
    return {"verdicts": verdicts, "rows": rows}


def _row_name(claim):
    return SCANS if is_perhaps_the_scans(claim) else PLURAL[claim.kind]


def _evidence_words(everything):
    """How many lines rest on what."""
    count = Counter(claim.evidence for claim in everything)
    studies = [claim.study for claim in everything if claim.study]
    whole = sum(study["size"] == "paper" for study in studies)
    state = Counter(studies_kit.code_state(study) for study in studies)
    codes = ", ".join(f"{state[key]} {key}" for key in CODES if state[key])
    return (
        f"{count['page']} lines are measured on their page; {count['study']} by a stored study or "
        f"race, {whole} of them at the source's own size (their code: {codes}); "
        f"{count['none']} are not measured."
    )


def marked(html):
    """Write beside each stored study whether its code is the one that computed it."""

    def state(mark):
        found = studies_kit.code_state({"name": mark[1], "digests": mark[2].split(",")})
        return f'<span class="mlc-code-state mlc-code-{found}">{CODES[found]}</span>'

    return MARK.sub(state, html)


def mark_pages(app, pagename, templatename, context, doctree):
    """Write the state of the studies' code into a chapter's ledger."""
    if "mlc-code-state" in context.get("body", ""):
        context["body"] = marked(context["body"])


def _filters(found):
    """What the lines are chosen by: the label and the options of each choice."""
    parts = {part["part"]: part["title"] for part, *_ in found}
    verdicts = {
        "first": "not reproduced and errata",
        "": "all",
        **{verdict: verdict for verdict in VERDICTS},
    }
    return {
        "verdict": ("Verdict", verdicts),
        "kind": ("Kind", {"": "all", **PLURAL, "scan": SCANS}),
        "evidence": ("Evidence", {"": "all", **{name: name for name in EVIDENCE}}),
        "part": ("Part", {"": "all", **parts}),
    }


def _groups(found):
    """The parts, each with its chapters, their pages and claims."""
    for _, entries in groupby(found, key=lambda entry: entry[0]["part"]):
        entries = list(entries)
        yield entries[0][0], [entry[1:] for entry in entries]


def _urgency(claim):
    """Rank of a line: what is not reproduced first, then errata, then the order of the verdicts."""
    order = [*FIRST, *(verdict for verdict in VERDICTS if verdict not in FIRST)]
    return order.index(claim.verdict)


def _counts(lines):
    """The verdicts of each kind that has some, with their numbers."""
    counted = []
    for kind in KINDS:
        count = Counter(claim.verdict for claim in lines if claim.kind == kind)
        if count:
            verdicts = [(verdict, count[verdict]) for verdict in VERDICTS if count[verdict]]
            counted.append((PLURAL[kind], verdicts))
    return counted


FILTERS = {
    **html_filters(text=text, badge=verdict_badge, evidence=evidence_html, found=found_html),
    "address": address,
    "counted": _counts,
    "perhaps_scan": is_perhaps_the_scans,
    "urgent_first": lambda lines: sorted(lines, key=_urgency),
}


def page_html(found):
    """The page of some chapters' claims: totals, filters, groups."""
    everything = [claim for *_, lines in found for claim in lines]
    return render(
        "ledger.html",
        FILTERS,
        totals=_totals(everything),
        evidence_words=_evidence_words(everything),
        legend=Markup(legend_html()),
        filters=_filters(found),
        n_lines=len(everything),
        header=HEADER,
        parts=_groups(found),
        first=FIRST,
    )


def plain_words(statement):
    """A statement for a hint, which shows no formulas: without the dollars."""
    return re.sub(r"\$([^$\n]+)\$", r"\1", statement)


class VerdictRole(SphinxRole):
    """``{verdict}`claim-id```: the verdict of a claim of this chapter, a link to its line."""

    def run(self):
        page = self.env.docname.removeprefix("notebooks/")
        found = {claim.id: claim for claim in chapter_claims(self.env.app.srcdir, page)}
        if self.text not in found:
            known = ", ".join(found) or "none"
            message = f"no claim {self.text!r} in the ledger of {page}; it has {known}"
            return [], [self.inliner.reporter.error(message, line=self.lineno)]
        claim = found[self.text]
        hint = plain_words(claim.statement)
        link = render("verdict.html", FILTERS, claim=claim, hint=hint)
        return [nodes.raw("", link, format="html")], []


def setup(app):
    """Register the directive, the role, the style and the script."""
    app.add_css_file("ledger.css")
    app.add_js_file("ledger.js", loading_method="defer")
    app.add_directive("ledger-page", LedgerPage)
    app.add_role("verdict", VerdictRole())
    app.connect("html-page-context", mark_pages)
    app.connect("doctree-read", mark_asides)
