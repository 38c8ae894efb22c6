"""The checks on networks at small sizes, and that they notice what is wrong."""

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import least_squares
from scipy.special import expit

from mlcompanion.regression import gaussian_basis
from mlcompanion_chapters.sugiyama.s21_learning_models import free_units as checks

x = np.linspace(-3, 3, 60)


def test_fixed_bumps_are_the_best_of_a_plain_search():
    y = checks.random_bumps(x, 0)
    error, centres, sigma = checks.best_fixed_bumps(x, y, 4, 0, n_choices=3)
    Phi = gaussian_basis(x, centres, sigma)
    residual = y - Phi @ np.linalg.lstsq(Phi, y, rcond=None)[0]
    assert error == pytest.approx(np.sqrt(np.mean(residual**2)), rel=1e-6)
    even = x[np.linspace(0, 59, 4).round().astype(int)]
    for width in checks.WIDTHS:
        Phi = gaussian_basis(x, even, width)
        left = y - Phi @ np.linalg.lstsq(Phi, y, rcond=None)[0]
        assert error <= np.sqrt(np.mean(left**2)) + 1e-9


def test_free_units_fit_closer():
    y = checks.random_bumps(x, 1)
    free = checks.best_free_units(x, y, 4, 0, n_starts=2, max_iter=60)
    assert free.error < checks.best_fixed_bumps(x, y, 4, 0, n_choices=3)[0]


@pytest.mark.parametrize("kind", ["sigmoid", "gaussian"])
def test_ranks_of_equal_and_distinct_units(kind):
    assert set(checks.information_ranks(kind, 2, 5, 100, True, 0)) == {4}
    assert set(checks.information_ranks(kind, 2, 5, 100, False, 0)) == {8}
    assert checks.shifted_weight_change(kind, 2, 100, 0) < 1e-12


def test_rectified_units_lose_a_direction_each():
    assert checks.information_ranks("relu", 2, 5, 200, random_state=0).max() == 6


def test_gains_follow_the_textbook_at_an_ordinary_point_only():
    ordinary = checks.one_unit_gains("unit", 80, 200, random_state=0)
    singular = checks.one_unit_gains("zero", 80, 200, random_state=0)
    assert min(ordinary.min(), singular.min()) > -1e-3
    law = stats.chi2(3)
    assert stats.kstest(ordinary, law.cdf).statistic < 0.12
    assert stats.kstest(singular, law.cdf).statistic > 0.2


def test_the_search_reaches_the_least_squares_of_a_general_solver():
    line = np.linspace(-3, 3, 40)
    clean = 5 * expit(2 * line)
    Y = clean + np.random.default_rng(0).normal(size=(4, 40))
    middles = np.linspace(-3, 3, 13)
    gains = checks.gain_in_fit(line, Y, clean, np.array([-1.0, 1.0, 5.0]), middles)
    for y, gain in zip(Y, gains):
        run = least_squares(lambda p, y=y: p[0] * expit(p[1] * line + p[2]) - y, [5, 2, 0])
        assert gain >= np.sum((y - clean) ** 2) - 2 * run.cost - 1e-6
