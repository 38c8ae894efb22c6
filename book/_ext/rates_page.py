"""The page of rates: what theory promises of each solver, beside slopes fitted to stored runs."""

from math import exp

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from mlcompanion.teaching import stored_study
from mlcompanion.teaching.measure import spread
from mlcompanion_chapters.choromanska.r01_introduction.promised_rates import PROBLEMS, RATES
from mlcompanion_chapters.jmlr12.j30_gp_information_rates.designs import PAIRS
from mlcompanion_chapters.jmlr12.j30_gp_information_rates.stored_tables import design_draws

from .templates import render

STUDY = "promised_rates"
HEADER = ("solver", "promised", "measured", "kept in", "source of the promise")
LEARNING = "design_slopes"
LEARNING_HEADER = ("prior and truth", "promised", "regular grid", "random inputs", "kept in")
LEARNING_PROBLEM = {"regression": "values on the unit interval with noise of deviation 0.1"}
#: A slope keeps its promise if it is at least this share of it.
SHARE = 0.9
PLURAL = {"step": "steps", "pass": "passes"}


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
    """A spread of slopes: exponents and orders as they are, factors as the share that is left."""
    if rate.kind == "order":
        return f"order {_range(slopes, '.2f')}"
    if rate.kind == "power":
        return f"{PLURAL[rate.unit]} to the {_range(slopes, '.2f')}"
    return f"× {_range([exp(slope) for slope in slopes], '.3g')} a {rate.unit}"


def _range(numbers, digits):
    """Middle, least and greatest; a number alone if they read the same."""
    low, middle, high = (
        format(float(number), digits).replace("-", "−") for number in spread(numbers)
    )
    return middle if low == high else f"{middle} ({low} to {high})"


def learning_rows(study):
    """The lines of the second table: powers of the sample size, for priors of a smoothness."""
    lines = []
    for (alpha, beta), (promised, grid, draws, _) in zip(PAIRS, design_draws(study)):
        lines.append(
            [
                f"Matérn {alpha:g}, truth of smoothness {beta:g}",
                f"n to the {_range([promised], '.2f')}",
                f"n to the {_range([grid], '.2f')}",
                f"n to the {_range(draws, '.2f')}",
                f"{kept(draws, [promised] * len(draws))} of {len(draws)}",
            ]
        )
    return {"regression": lines}


class LearningRates(SphinxDirective):
    """The table of risks that fall with the sample size, from the stored study."""

    def run(self):
        html = render(
            "rates.html",
            header=LEARNING_HEADER,
            tables=learning_rows(stored_study(LEARNING)),
            problems=LEARNING_PROBLEM,
        )
        return [nodes.raw("", html, format="html")]


class RatesPage(SphinxDirective):
    """A table for each problem, from the stored study."""

    def run(self):
        html = render(
            "rates.html", header=HEADER, tables=rows(stored_study(STUDY)), problems=PROBLEMS
        )
        return [nodes.raw("", html, format="html")]


def setup(app):
    """Register the directives."""
    app.add_directive("learning-rates", LearningRates)
    app.add_directive("rates-page", RatesPage)
