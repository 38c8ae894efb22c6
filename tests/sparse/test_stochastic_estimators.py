"""The estimators: scikit-learn's contract, both kinds of targets, peers, warnings."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import is_classifier, is_regressor
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Lasso as PeerLasso
from sklearn.linear_model import LogisticRegression
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.sparse.stochastic_l1 import SCD, SMIDAS, TruncatedGradient

RNG = np.random.default_rng(0)
X = RNG.normal(size=(80, 6)) * [1, 10, 0.1, 1, 1, 1]
Y = X @ [1.0, 0.1, 0, 0, -1, 0] + 0.1 * RNG.normal(size=80)
LABELS = np.where(Y + 0.3 * RNG.normal(size=80) > 0, "yes", "no")
ALL = [SCD(), SMIDAS(), TruncatedGradient()]
SQUARED = [SCD(loss="squared"), SMIDAS(loss="squared"), TruncatedGradient(loss="squared")]


@parametrize_with_checks([*ALL, SCD(loss="squared"), TruncatedGradient(loss="squared")])
def test_scikit_learn_s_contract(estimator, check):
    check(estimator)


def test_the_lasso_in_any_units():
    for a in (1e-6, 1.0, 1e6):
        model = SCD(0.05 * a, "squared", tol=1e-10, random_state=0).fit(a * X, Y)
        peer = PeerLasso(0.05, fit_intercept=False, tol=1e-10).fit(X, Y)
        np.testing.assert_allclose(model.coef_ * a, peer.coef_, atol=1e-5)
    assert model.score(a * X, Y) == pytest.approx(peer.score(X, Y), abs=1e-5)
    assert is_regressor(model)
    assert not is_classifier(model)


def test_the_logistic_regression_of_the_peer():
    model = SCD(0.02, tol=1e-9, max_passes=200_000, random_state=0).fit(X, LABELS)
    peer = LogisticRegression(l1_ratio=1, C=1 / (0.02 * 80), solver="liblinear",
                              fit_intercept=False, tol=1e-10, max_iter=5000)  # fmt: skip
    peer.fit(X, LABELS)
    np.testing.assert_allclose(model.coef_, peer.coef_, atol=1e-3)
    assert (model.predict(X) == peer.predict(X)).all()
    assert is_classifier(model)


@pytest.mark.parametrize("model", ALL + SQUARED, ids=str)
def test_sparse_and_dense_agree(model):
    y = Y if model.loss == "squared" else LABELS
    Z = X * (RNG.random(X.shape) < 0.5)
    dense = model.set_params(random_state=0).fit(Z, y)
    coef = dense.coef_
    answers = dense.predict(Z)
    for form in (sparse.csr_array, sparse.csc_array):
        again = model.fit(form(Z), y)
        np.testing.assert_allclose(again.coef_, coef, atol=1e-8)
        same = answers == again.predict(form(Z))
        assert same.all() if model.loss != "squared" else np.allclose(answers, Z @ coef)


@pytest.mark.parametrize("model", ALL + SQUARED, ids=str)
def test_a_default_step_learns(model):
    y = Y if model.loss == "squared" else LABELS
    plain = X / [1, 10, 0.1, 1, 1, 1]
    for a in (1e-3, 1.0, 1e3):
        model.set_params(lam=1e-3 * a, random_state=0)
        assert model.fit(a * plain, y).score(a * plain, y) > 0.7


def test_too_few_passes_are_told():
    with pytest.warns(ConvergenceWarning, match="SCD stopped after 1 passes"):
        model = SCD(1e-4, max_passes=1, random_state=0).fit(X, LABELS)
    assert not model.converged_
    assert model.n_iter_ == 1
    assert model.work_.entries > X.size  # the gap costs a pass of its own


def test_boxes_and_hinges():
    model = SCD(0.01, "squared", box=(0, np.inf), random_state=0, max_passes=100).fit(X, Y)
    assert model.coef_.min() >= 0
    assert np.isnan(model.gap_)
    hinge = SMIDAS(1e-3, "hinge", eta=1.0, n_passes=50, random_state=0).fit(X / 30, LABELS)
    assert hinge.score(X / 30, LABELS) > 0.7
    with pytest.raises(ValueError, match="loss"):
        SCD(loss="hinge").fit(X, LABELS)
    with pytest.raises(ValueError, match="two classes"):
        SCD().fit(X, np.arange(80) % 3)
