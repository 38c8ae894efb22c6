"""DAL's estimators: scikit-learn's contract, peers, sparse input, bad input."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.linear_model import Lasso, LogisticRegression
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.datasets import load_khan
from mlcompanion.sparse import DALLogisticRegression, DALRegressor
from mlcompanion_chapters.jmlr12.j13_dal.dal_statements import LIBRARY_L1

RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 30)) + 0.5
SIGNAL = X[:, 0] - 2 * X[:, 1] + X[:, 2]


# The checks' tiny data leave the secant loss far from its optimum: a few iterations tell as much.
@parametrize_with_checks(
    [DALLogisticRegression(), DALRegressor(), DALRegressor(loss="secant", max_iter=15)]
)
def test_scikit_learn_contract(estimator, check):
    check(estimator)


def test_classifier_agrees_with_the_peer():
    y = SIGNAL + RNG.normal(size=60) > 0
    ours = DALLogisticRegression(2.0, fit_intercept=False, tol=1e-10).fit(X, y)
    peer = LogisticRegression(
        **LIBRARY_L1, C=0.5, solver="liblinear", fit_intercept=False, tol=1e-10, max_iter=10_000
    )
    peer.fit(X, y)
    np.testing.assert_allclose(ours.coef_, peer.coef_, atol=1e-4)
    again = DALLogisticRegression(2.0, fit_intercept=False, tol=1e-10).fit(sparse.csr_array(X), y)
    np.testing.assert_allclose(again.coef_, ours.coef_, atol=1e-6)


def test_regressor_agrees_with_the_peer():
    y = SIGNAL + RNG.normal(size=60) + 7
    ours = DALRegressor(6.0, tol=1e-11).fit(X, y)
    peer = Lasso(alpha=0.1, tol=1e-12, max_iter=100_000).fit(X, y)
    np.testing.assert_allclose(ours.coef_, peer.coef_, atol=1e-4)
    assert ours.intercept_ == pytest.approx(peer.intercept_, abs=1e-3)


def test_several_classes_choose_features_together():
    khan = load_khan()
    genes = khan.data[:, :200] - khan.data[:, :200].mean(axis=0)
    model = DALLogisticRegression(2.0, penalty="group").fit(genes, khan.target)
    used = (model.coef_ != 0).sum(axis=0)
    assert set(used) == {0, len(model.classes_) - 1}
    assert model.score(genes, khan.target) > 0.9
    np.testing.assert_allclose(model.predict_proba(genes).sum(axis=1), 1)
    groups = np.arange(200) // 4
    model = DALLogisticRegression(2.0, penalty="group", groups=groups).fit(genes, khan.target)
    used = np.any(model.coef_ != 0, axis=0).reshape(50, 4)
    assert set(used.sum(axis=1)) <= {0, 4}


@pytest.mark.parametrize(
    "options", [{"lam": 0.0}, {"penalty": "l0"}, {"penalty": "group", "groups": [0, 1]}], ids=str
)
def test_bad_parameters_are_named(options):
    with pytest.raises(ValueError, match=next(reversed(options))):
        DALRegressor(**options).fit(X, SIGNAL)
