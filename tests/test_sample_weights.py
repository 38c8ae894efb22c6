"""A sample's weight is a number of copies, and 0 copies is a row left out: one table.

The fit with whole numbers as weights is that to the copied rows, to 1e-8 of the answers' spread,
or to 1e-7 where a search compares values of its objective, which tell no nearer than the root of
their rounding. Rows of weight 0 hold nonsense, so that whatever looks at them fails.
"""

import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from test_equivariance import CLASSES, LABELS, X, Y, predicted

from mlcompanion.classification import SoftmaxRegression
from mlcompanion.density import KernelDensity
from mlcompanion.ensemble import DualBooster
from mlcompanion.ensemble.votes import AxisStump
from mlcompanion.regression import HuberRegressor, KernelLeastSquares, LADRegressor, TukeyRegressor

COUNTS = np.random.default_rng(11).integers(0, 4, 48)
ROWS = np.repeat(np.arange(48), COUNTS)

MODELS = {
    "HuberRegressor": (HuberRegressor(tol=1e-12), Y),
    "HuberRegressor, fixed scale": (HuberRegressor(scale=0.3, tol=1e-12), Y),
    "HuberRegressor, no intercept": (HuberRegressor(fit_intercept=False, tol=1e-12), Y),
    "TukeyRegressor": (TukeyRegressor(tol=1e-12), Y),
    "TukeyRegressor, ls": (TukeyRegressor(start="ls", tol=1e-12), Y),
    "LADRegressor": (LADRegressor(), Y),
    "LADRegressor, irls": (LADRegressor("irls", tol=1e-12), Y),
    "KernelLeastSquares": (KernelLeastSquares(2.0, 0.1), Y),
    "KernelLeastSquares, ridge": (KernelLeastSquares(2.0, 0.1, "K"), Y),
    "SoftmaxRegression": (SoftmaxRegression(0.5, tol=1e-11, max_iter=2000), CLASSES),
    "SoftmaxRegression, newton": (SoftmaxRegression(0.5, "newton", tol=1e-11), CLASSES),
    "SoftmaxRegression, bound": (
        SoftmaxRegression(0.5, "bound", tol=1e-11, max_iter=2000),
        CLASSES,
    ),
    "SoftmaxRegression, kernels": (
        SoftmaxRegression(0.5, "newton", sigma=1.5, tol=1e-11),
        CLASSES,
    ),
    "SoftmaxRegression, targets": (
        SoftmaxRegression(0.5, "newton", tol=1e-11),
        np.eye(3)[CLASSES] * 0.7 + 0.1,
    ),
    "KernelDensity": (KernelDensity(0.7), None),
    "KernelDensity, silverman": (KernelDensity("silverman"), None),
    "AxisStump": (AxisStump(random_state=0), LABELS),
    "DualBooster": (DualBooster(n_rounds=8), LABELS),
    "DualBooster, gentle": (DualBooster("gentle", n_rounds=8), LABELS),
    "DualBooster, corrective": (DualBooster("corrective", n_rounds=8), LABELS),
}


#: L-BFGS.
COMPARE_VALUES = {"SoftmaxRegression"}


def fitted(model, X, y, **extra):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(X, y, **extra) if y is not None else model.fit(X, **extra)


def spoilt(X, y):
    """The data with nonsense where the weight is 0: far away, and with other outputs."""
    X = np.where(COUNTS[:, None] > 0, X, 1e9)
    if y is None:
        return X, None
    y = y.copy()
    y[COUNTS == 0] = y[COUNTS == 0][::-1] if y.dtype.kind == "i" or y.ndim > 1 else -1e12
    return X, y


def alike(name, found, want):
    size = np.std(want) or np.abs(want).max() or 1.0
    near = 1e-7 if name in COMPARE_VALUES else 1e-8
    np.testing.assert_allclose(found, want, rtol=0, atol=near * size)


@pytest.mark.parametrize("name", MODELS)
def test_weights_count_like_copies(name):
    model, y = MODELS[name]
    copies = predicted(fitted(model, X[ROWS], None if y is None else y[ROWS]), X)
    data, outputs = spoilt(X, y)
    found = predicted(fitted(model, data, outputs, sample_weight=COUNTS), X)
    alike(name, found, copies)
    plain = predicted(fitted(model, X, y), X)
    assert np.abs(found - plain).max() > 1e-4 * np.std(plain)


@pytest.mark.parametrize("name", MODELS)
def test_equal_weights_are_none(name):
    model, y = MODELS[name]
    plain = predicted(fitted(model, X, y), X)
    alike(name, predicted(fitted(model, X, y, sample_weight=np.ones(48)), X), plain)


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize(
    ("weights", "words"),
    [
        (np.zeros(48), "sample_weight is zero for all samples"),
        (np.ones(47), "sample_weight"),
        (-np.ones(48), "sample_weight"),
        (np.full(48, np.nan), "sample_weight"),
    ],
)
def test_wrong_weights_are_refused(name, weights, words):
    model, y = MODELS[name]
    with pytest.raises(ValueError, match=words):
        fitted(model, X, y, sample_weight=weights)
