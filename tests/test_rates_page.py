"""The page of rates: what is promised, what was measured, and when a promise counts as kept."""

import numpy as np
import pytest

from book._ext import rates_page
from mlcompanion_chapters.choromanska.r01_introduction import promised_rates as rates
from mlcompanion_chapters.choromanska.r01_introduction.rate_slopes import KINDS, Trace, slope
from mlcompanion_chapters.choromanska.r01_introduction.rate_streams import by_horizons, by_restarts


class Stored:
    """A study of two draws."""

    def __init__(self, **columns):
        self.columns = columns

    def column(self, name, solver):
        return self.columns[solver][name]


def rate(kind, unit="step"):
    return rates.Rate("walker", "flat lasso", unit, kind, "Nobody (1900)", None)


def test_slopes_of_known_curves_are_found():
    t = np.arange(1, 500)
    assert slope("power", Trace(t, 3.0 * t**-1.5, 0)) == pytest.approx(-1.5)
    halved = Trace(t, 7.0 * 0.5**t, 0)
    assert slope("factor", halved) == pytest.approx(np.log(0.5))
    squared = Trace(np.arange(4), 0.1 ** (2.0 ** np.arange(4)), 0)
    assert slope("order", squared) == pytest.approx(2.0, abs=0.3)


def test_a_promise_is_kept_within_a_tenth():
    assert rates_page.kept([-0.91, -0.89, -3.0], [-1.0, -1.0, -1.0]) == 2


@pytest.mark.parametrize(
    ("kind", "unit", "promised", "measured", "words"),
    [
        ("power", "pass", [-1.0, -1.0], [-1.0, -1.5],
         ["passes to the −1.00", "passes to the −1.25 (−1.50 to −1.00)", "2 of 2"]),
        ("factor", "step", [-0.1, -0.2], [-0.05, -0.2],
         ["× 0.862 (0.819 to 0.905) a step", "× 0.885 (0.819 to 0.951) a step", "1 of 2"]),
        ("order", "step", [2.0, 2.0], [1.9, 2.1],
         ["order 2.00", "order 2.00 (1.90 to 2.10)", "2 of 2"]),
        ("factor", "step", [np.nan, np.nan], [-0.5, -0.5], ["–", "× 0.607 a step", "–"]),
    ],
)  # fmt: skip
def test_a_line_in_words(kind, unit, promised, measured, words):
    study = Stored(walker={"promised": promised, "measured": measured})
    tables = rates_page.rows(study, [rate(kind, unit)])
    assert list(tables) == list(rates.PROBLEMS)
    assert tables["flat lasso"] == [["walker", *words, "Nobody (1900)"]]
    assert tables["lasso"] == []


@pytest.mark.parametrize(
    "face",
    [
        "gradient_descent ista fista subgradient_descent admm owlqn sparsa dal spg excessive_gap",
        "rda stochastic_fobos ac_rda ac_sa sage orda multistage_orda scd smidas",
        "steepest_descent newton bfgs lbfgs nonlinear_cg majorize growing_batch",
        "sgd asgd sag svrg sdca miso semistochastic_steps",
    ],
)
def test_every_solver_has_a_line(face):
    shown = {one.solver.partition(",")[0] for one in rates.RATES}
    assert set(face.split()) <= shown


def test_a_run_of_stages_keeps_its_promise():
    trace = by_restarts(0, n_stages=4)
    assert len(trace.steps) == len(trace.gaps) == 4 * 13
    assert trace.gaps[-1] < trace.gaps[0] / 2**4
    assert slope("factor", trace) < trace.promised


def test_each_length_is_a_run_of_its_own():
    trace = by_horizons(0, horizons=(50, 100))
    alone = by_horizons(0, horizons=(100,))
    assert trace.gaps[1] == alone.gaps[0] < trace.gaps[0]


def test_every_line_has_a_problem_in_words():
    assert {one.problem for one in rates.RATES} <= set(rates.PROBLEMS)
    assert {one.kind for one in rates.RATES} <= set(KINDS)


class Designs:
    """Four pairs, four sizes, the grid and two designs: powers without noise."""

    def __init__(self):
        sizes = (400, 800, 1600, 3200)
        self.lines = [
            {"alpha": a, "beta": b, "n": n, "seed": seed, "risk": (2.0 + seed) * n**-power}
            for a, b in rates_page.PAIRS
            for n in sizes
            for seed, power in ((-1, 0.5), (0, 0.6), (1, 0.7))
        ]

    def column(self, name, **where):
        chosen = [r for r in self.lines if all(r[key] == v for key, v in where.items())]
        return np.array([r[name] for r in chosen])


def test_lines_of_learning():
    lines = rates_page.learning_rows(Designs())["regression"]
    assert lines[0] == [
        "Matérn 1, truth of smoothness 1",
        "n to the −0.67",
        "n to the −0.50",
        "n to the −0.65 (−0.70 to −0.60)",
        "2 of 2",
    ]
    assert len(lines) == len(rates_page.PAIRS)
