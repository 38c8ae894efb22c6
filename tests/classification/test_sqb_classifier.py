"""The semi-stochastic classifier against scikit-learn's optimum."""

import warnings

import numpy as np
import pytest
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.classification.linear import SQBLogisticRegression

RNG = np.random.default_rng(3)
N = 400
X = RNG.normal(size=(N, 4))
Y = np.where(X @ [1.0, -1, 0.5, 0] + RNG.normal(size=N) > 0.3, "yes", "no")
MANY = np.argmax(X @ RNG.normal(size=(4, 3)) + RNG.normal(size=(N, 3)), axis=1)
PRECISE = {"b1": (20, 200), "gamma": (0.02, 0.0), "tol": 1e-7, "max_passes": 500, "random_state": 0}


def test_scikit_learns_contract():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        check_estimator(SQBLogisticRegression(max_passes=8, random_state=0))


@pytest.mark.parametrize("solver", ["lsqr", "cg", "exact"])
@pytest.mark.parametrize("y", [Y, MANY], ids=["two", "three"])
def test_the_optimum_is_scikit_learns(solver, y):
    model = SQBLogisticRegression(solver=solver, **PRECISE).fit(X, y)
    peer = LogisticRegression(tol=1e-10).fit(X, y)
    np.testing.assert_allclose(model.coef_, peer.coef_, atol=1e-5)
    np.testing.assert_allclose(model.predict_proba(X), peer.predict_proba(X), atol=1e-5)
    assert model.converged_
    assert model.passes_ == model.work_.gradient_samples / N


def test_growth_by_the_measured_error_needs_no_rate():
    model = SQBLogisticRegression(**PRECISE | {"decrease": 0.1}).fit(X, Y)
    peer = LogisticRegression(tol=1e-10).fit(X, Y)
    np.testing.assert_allclose(model.coef_, peer.coef_, atol=1e-5)


@pytest.mark.parametrize("y", [Y, MANY], ids=["two", "three"])
def test_sparse_rows(y):
    holes = X * (RNG.random(X.shape) < 0.5)
    dense = SQBLogisticRegression(fit_intercept=False, **PRECISE).fit(holes, y)
    kept = SQBLogisticRegression(fit_intercept=False, **PRECISE).fit(sparse.csr_matrix(holes), y)
    np.testing.assert_allclose(kept.coef_, dense.coef_, atol=1e-9)
    assert not dense.intercept_.any()
    free = SQBLogisticRegression(**PRECISE).fit(sparse.csr_array(holes), y)
    peer = LogisticRegression(tol=1e-10).fit(holes, y)
    np.testing.assert_allclose(free.coef_, peer.coef_, atol=1e-4)


def test_origin_and_units():
    model = SQBLogisticRegression(max_passes=20, tol=0.5, random_state=0).fit(X, Y)
    moved = SQBLogisticRegression(max_passes=20, tol=0.5, random_state=0).fit(X + 1e6, Y)
    np.testing.assert_allclose(moved.predict_proba(X + 1e6), model.predict_proba(X), atol=1e-6)
    unit = 2.0**-20
    small = SQBLogisticRegression(eta=unit**2 / N, max_passes=20, tol=0.5, random_state=0)
    np.testing.assert_allclose(
        small.fit(unit * X, Y).predict_proba(unit * X), model.predict_proba(X), rtol=1e-12
    )


def test_a_search_that_failed_says_so():
    with pytest.warns(ConvergenceWarning, match="SQBLogisticRegression stopped"):
        model = SQBLogisticRegression(max_passes=0.1, random_state=0).fit(X, Y)
    assert not model.converged_
    with pytest.warns(ConvergenceWarning):
        wild = SQBLogisticRegression(step=1e150, solver="cg", random_state=0).fit(X, Y)
    assert np.isfinite(wild.coef_).all()
    assert not wild.converged_


def test_bad_input_is_named():
    for bad in ({"b1": (0, 5)}, {"b1": (N + 1, 5)}, {"b1": (5, N + 1)}, {"gamma": (-1, 0.1)},
                {"step": 0.0}, {"eta": -1.0}, {"inner": 0}, {"cap_sigma": 0}, {"decrease": 1.0},
                {"max_passes": 0}):  # fmt: skip
        with pytest.raises(ValueError, match=next(iter(bad))):
            SQBLogisticRegression(**bad).fit(X, Y)
    few = SQBLogisticRegression(max_passes=20, tol=0.5, random_state=0).fit([[0.0], [1.0]], [0, 1])
    assert few.converged_  # its default is five rows, cut to two
