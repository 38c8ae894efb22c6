"""Many draws at once give what one call of the package gives for each."""

import numpy as np
import pytest
from sklearn.model_selection import PredefinedSplit

from mlcompanion.regression import LeastSquares, poly_basis
from mlcompanion.regression.selection.importance import (
    importance_weighted_cv,
    importance_weighted_ls,
)
from mlcompanion_chapters.sugiyama.s33_semisupervised import covariate_shift as shift


def test_fits_and_weights_are_those_of_the_package():
    x, y, u = shift.shifted_inputs(3, 30, random_state=0)
    w = shift.importance(x)
    np.testing.assert_allclose(w, 2 * np.exp(-8 * (x - 2) ** 2 + 2 * (x - 1) ** 2))
    for degree in (0, 1):
        fits = shift.polynomial_fits(x, y, w, degree)
        for row, fit in enumerate(fits):
            design = x[row][:, None] ** np.arange(degree + 1)
            np.testing.assert_allclose(fit, importance_weighted_ls(design, y[row], w[row]))
    assert u.mean() > x.mean()


def test_weights_help_and_count_fewer_samples():
    errors = shift.shift_errors(40, betas=(0.0, 1.0), random_state=0)
    assert np.mean(errors[0.0]) < 0.1 * np.mean(errors[1.0])
    found = shift.weight_stability(300, betas=(0.0, 1.0), random_state=0)
    assert found["ess"][0] < 10
    assert found["ess"][1] == pytest.approx(100)
    x, y, _ = shift.shifted_inputs(300, random_state=0)
    at_two = [np.polyval(np.polyfit(a, b, 1), 2) for a, b in zip(x, y)]
    assert found["v"][1] == pytest.approx(np.var(at_two, ddof=1))


def test_cross_validation_is_that_of_the_package(monkeypatch):
    x, y, _ = shift.shifted_inputs(1, random_state=3)
    w = shift.importance(x)
    labels = np.arange(100) % 5
    line = LeastSquares(lambda v: poly_basis(v, 1), fit_intercept=False)
    folds = PredefinedSplit(labels)
    estimate = importance_weighted_cv(line, x.T, y[0], w[0], folds=folds).mean()
    model = [shift.polynomial_fits(x[:, labels != k], y[:, labels != k], 1 + 0 * x[:, labels != k])
             for k in range(5)]  # fmt: skip
    true = np.mean([shift._test_errors(m)[0] for m in model])
    monkeypatch.setattr(shift, "shifted_inputs", lambda *_, **__: (np.r_[x, x], np.r_[y, y], None))
    assert shift.cross_validation_bias(2)["b_w"] == pytest.approx(estimate - true)


def test_quadrature_is_an_average_over_test_inputs():
    lines = np.array([[1.0, -0.4], [0.0, 0.3]])
    u = shift.TEST.ppf((np.arange(20_000) + 0.5) / 20_000)
    slow = [np.mean((a + b * u - np.sinc(u)) ** 2) + shift.NOISE**2 for a, b in lines]
    np.testing.assert_allclose(shift._test_errors(lines), slow, rtol=1e-4)


def test_no_importance_passes_its_bound(monkeypatch):
    found = shift.importance_bounds(5, random_state=0)
    assert found["over"] <= 1 + 1e-9
    assert min(found["near"]) > 0.99
    assert found["flat"] == 0
    assert found["dev"] < 1e-9
    relative = shift.relative_importance
    monkeypatch.setattr(shift, "relative_importance", lambda a, b, beta: np.exp(a - b))
    assert shift.importance_bounds(5, random_state=0)["over"] > 1
    monkeypatch.setattr(shift, "relative_importance", lambda a, b, beta: relative(b, a, beta))
    upside_down = shift.importance_bounds(5, random_state=0)
    assert upside_down["over"] <= 1 + 1e-9
    assert upside_down["dev"] > 0.1


def test_weighted_choices_are_the_better_ones_more_often():
    found = shift.cross_validation_bias(100, random_state=0)
    assert found["better_w"] > found["better_o"]
    assert found["better_w"] + found["better_o"] <= 100


def test_importance_has_a_peak():
    found = shift.importance_shape()
    assert found["peak"] == pytest.approx(7 / 3, abs=1e-3)
    assert found["fall"] < 1e-6
