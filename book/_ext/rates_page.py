"""The page of rates: what theory promises of each solver, beside slopes fitted to stored runs."""

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from mlcompanion.teaching import stored_study
from mlcompanion.teaching.measure import spread
from mlcompanion_chapters.choromanska.r01_introduction.rate_runs import PROBLEMS, RATES

from .templates import render

STUDY = "solver_rates"
HEADER = ("solver", "promised", "measured", "kept in", "source of the promise")
#: A slope keeps its promise if it is at least this share of it.
SHARE = 0.9


def kept(measured, promised):
    """Draws whose slope is at least nine tenths of what was promised."""
    return int(sum(abs(m) >= SHARE * abs(p) for m, p in zip(measured, promised)))


def rows(study, rates=RATES):
    """The lines of the table, those of one problem together."""
    return {problem: _of_problem(study, rates, problem) for problem in PROBLEMS}


def _of_problem(study, rates, problem):
    return [_line(study, rate) for rate in rates if rate.problem == problem]


def _line(study, rate):
    measured = study.column("measured", solver=rate.solver)
    promised = study.column("promised", solver=rate.solver)
    if promised[0] != promised[0]:  # NaN: no promise
        return [rate.solver, "–", _words(rate, measured), "–", rate.source]
    found = f"{kept(measured, promised)} of {len(measured)}"
    return [rate.solver, _words(rate, promised), _words(rate, measured), found, rate.source]


def _words(rate, slopes):
    """A spread of slopes: exponents and orders as they are, factors as shares that are left."""
    if rate.kind == "power":
        return f"{rate.unit}s to the {spread(slopes):.2f}"
    if rate.kind == "order":
        return f"order {spread(slopes):.2f}"
    low, middle, high = spread(slopes)
    return f"falls by e to the {middle:.3g} ({low:.3g} to {high:.3g}) a {rate.unit}"


class RatesPage(SphinxDirective):
    """A table for each problem, from the stored study."""

    def run(self):
        html = render(
            "rates.html", header=HEADER, tables=rows(stored_study(STUDY)), problems=PROBLEMS
        )
        return [nodes.raw("", html, format="html")]


def setup(app):
    """Register the directive."""
    app.add_directive("rates-page", RatesPage)
