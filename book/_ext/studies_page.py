"""The list of stored studies: sizes run, hours, whether the code is still the one that ran."""

import json

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from tools.study_scaling import STORED, efficiency

from .studies_kit import look_up, studies
from .templates import render

HEADER = ("study", "size", "cases", "core hours", "code", "the paper's size")
WORKERS = 100


class StudiesTable(SphinxDirective):
    """A line for each study of the repository and each size of it that is stored."""

    def run(self):
        lines = [_row(*study) for study in studies()]
        html = render("studies.html", header=HEADER, studies=lines)
        return [nodes.raw("", html, format="html")]


class StudiesScaling(SphinxDirective):
    """What a second worker brought, in a sentence."""

    def run(self):
        words = scaling_words(json.loads(STORED.read_text(encoding="utf-8")))
        return [nodes.paragraph(text=words)]


def scaling_words(found):
    """The measured seconds on one worker and on more, and the efficiency."""
    one, *more = found["runs"]
    shares = [
        f"{run['seconds']:.0f} s on {run['workers']} workers, an efficiency of "
        f"{efficiency(one, run):.2f}"
        for run in more
    ]
    return (
        f"Measured on {found['date']} ({found['machine']}): the {found['cases']} cases of "
        f"{found['study']} at size {found['size']} took {one['seconds']:.0f} s on one worker and "
        f"{', '.join(shares)}; the longest case took {one['longest']:.1f} s."
    )


def _hours(hours):
    return f"{hours:.1f} h" if hours >= 0.95 else f"{60 * hours:.0f} min"


def _row(name, stored, paper):
    """One study: its stored sizes, and what the paper's costs."""
    sizes = [size for size, *_ in stored] or ["not run"]
    cases = [f"{done} of {of}" for _, done, of, *_ in stored]
    hours = [_hours(hours) for *_, hours, _ in stored]
    codes = [code for *_, code in stored]
    return {
        "name": name,
        "cells": (sizes, cases, hours, codes),
        "paper": _paper_words(paper),
    }


def _paper_words(paper):
    """Hours of the paper's size: done, or what is left of it, here and on many workers."""
    if not paper.cases:
        return "done"
    return (
        f"about {_hours(paper.hours)} of one core, {_hours(paper.hours_on(WORKERS))} on {WORKERS} "
        "workers"
    )


def look_up_once(app, env, names):
    """Read the studies' code before Sphinx's processes part, which would each read it again."""
    if "book/studies" in names:
        look_up(max(1, app.parallel))


def setup(app):
    """Register the directive, and what it asks beforehand."""
    app.add_directive("studies-table", StudiesTable)
    app.add_directive("studies-scaling", StudiesScaling)
    app.connect("env-before-read-docs", look_up_once)
