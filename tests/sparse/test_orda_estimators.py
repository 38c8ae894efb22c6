"""Estimators by optimal dual averaging: lazy steps beside dense ones, and exact solvers."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.datasets import load_breast_cancer, load_diabetes

from mlcompanion.losses import Logistic, Squared
from mlcompanion.sparse.streams import ORDALasso, ORDALogistic
from mlcompanion.sparse.streams.lazy_averaging import running_sums, weight_at
from mlcompanion.sparse.streams.orda_engines import DenseAveraging, LazyAveraging, Settings


def sparse_stream(seed, loss):
    """Rows of which most features are absent, and targets for the loss."""
    rng = np.random.default_rng(seed)
    X = sparse.random(
        80, 25, density=0.08, random_state=seed, data_rvs=rng.standard_normal, format="csr"
    )
    y = rng.normal(size=80)
    return X, np.where(y > 0, 1.0, -1.0) if loss.signs else y


@pytest.mark.parametrize("loss", [Squared(), Logistic()])
@pytest.mark.parametrize(("lam", "c"), [(0.3, 0.1), (0.02, 0.0), (0.02, 1.0), (0.001, 0.03)])
def test_lazy_steps_are_the_dense_ones(loss, lam, c):
    X, y = sparse_stream(3, loss)
    weights = np.full(25, lam)
    weights[4] = 0.0
    settings = Settings(loss, weights, np.zeros(25), 40.0, c, 0.0, 3)
    lazy = LazyAveraging(settings)
    dense = DenseAveraging(settings)
    for seed in range(3):
        order = np.random.default_rng(seed).integers(80, size=1501)
        lazy.play(X, y, order)
        dense.play(X, y, order)
        assert lazy.weights == pytest.approx(dense.weights, rel=1e-8, abs=1e-10)
        assert ((lazy.weights == 0) == (dense.weights == 0)).all()
    assert lazy.n_steps == dense.n_steps == 3 * 501
    assert lazy.n_steps > 1000  # the sums were extended


@pytest.mark.parametrize(("x", "S"), [(0.4, -200.0), (-0.02, -200.0), (0.0, 90.0), (0.2, 0.0)])
def test_an_idle_weight_is_followed_step_by_step(x, S):
    """It falls to 0, crosses to the side of its z, and dies there."""
    sums = running_sums(4000, 2.0, 0.05)
    begin = 9
    at = x
    crossed = set()
    for t in range(begin, 3000):
        theta = 2 / (t + 2)
        z = -np.sign(S) * max(abs(S) - 0.5 * t * (t + 1) / 4, 0.0) / sums.gamma[t]
        y = (1 - theta) * at + theta * z
        at = np.sign(y) * max(abs(y) - 0.5 / sums.gamma[t], 0.0)
        crossed.add(np.sign(at))
        if t < 60 or t % 97 == 0:
            found = weight_at(sums, x, S, 0.5, begin, t + 1)
            assert found == pytest.approx(at, abs=1e-12)
            assert (found == 0) == (at == 0)
    assert at == 0
    assert crossed >= ({0.0, -np.sign(S)} if S else {0.0})


def test_the_lasso_is_near_its_minimum():
    X, y = load_diabetes(return_X_y=True)
    from sklearn.linear_model import Lasso

    peer = Lasso(1.0).fit(X, y)
    model = ORDALasso(1.0, c=0.03, n_iter=4000, random_state=0).fit(X, y)

    def objective(m):
        return 0.5 * np.mean((m.predict(X) - y) ** 2) + np.abs(m.coef_).sum()

    assert objective(model) <= 1.005 * objective(peer)
    assert 0 < model.sparsity_ < 1
    assert model.sparsity_ == np.mean(model.coef_ == 0)
    assert model.t_ == model.n_iter_ == 4000


def test_logistic_regression_is_near_its_minimum_and_says_probabilities():
    X, y = load_breast_cancer(return_X_y=True)
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    from sklearn.linear_model import LogisticRegression

    peer = LogisticRegression(l1_ratio=1, solver="saga", C=1 / (0.05 * len(y)), max_iter=3000)
    peer.fit(X, y)
    model = ORDALogistic(0.05, c=0.001, n_iter=3000, random_state=0).fit(X, y)

    def objective(m):
        margins = (2 * y - 1) * m.decision_function(X)
        return np.mean(np.logaddexp(0, -margins)) + 0.05 * np.abs(m.coef_).sum()

    assert objective(model) <= 1.01 * objective(peer)
    odds = np.log(model.predict_proba(X)[:, 1] / model.predict_proba(X)[:, 0])
    assert odds == pytest.approx(model.decision_function(X), abs=1e-8)
    assert model.score(X, y) > 0.95


@pytest.mark.parametrize("ridge", [0.0, 0.2])
def test_a_stream_in_pieces_is_the_stream(ridge):
    X, y = sparse_stream(5, Squared())
    whole = ORDALasso(0.01, ridge, batch=4).partial_fit(X, y)
    pieces = ORDALasso(0.01, ridge, batch=4)
    dense = ORDALasso(0.01, ridge, batch=4, fit_intercept=False)
    rows = ORDALasso(0.01, ridge, batch=4, fit_intercept=False)
    pieces.partial_fit(X, y)
    for first in range(0, 80, 20):
        whole.partial_fit(X, y)
        for start in range(0, 80, 20):
            pieces.partial_fit(X[start : start + 20], y[start : start + 20])
        dense.partial_fit(X.toarray(), y)
        rows.partial_fit(X, y)
        assert first < 80
    assert pieces.coef_ == pytest.approx(whole.coef_, abs=1e-10)
    assert rows.coef_ == pytest.approx(dense.coef_, abs=1e-10)
    assert whole.t_ == 100


def test_a_stream_may_change_its_form_and_names_its_classes_first():
    X, y = sparse_stream(6, Logistic())
    model = ORDALogistic(0.01, batch=4).partial_fit(X[:1], y[:1], classes=[-1, 1])
    model.partial_fit(X[1:].toarray(), y[1:])
    assert model.classes_.tolist() == [-1, 1]
    with pytest.raises(ValueError, match="classes must stay"):
        model.partial_fit(X, y, classes=[0, 1])
    with pytest.raises(ValueError, match="two classes"):
        ORDALogistic().partial_fit(X[:1], y[:1])
    dense = ORDALogistic(0.01, batch=4).partial_fit(X.toarray(), y)
    dense.partial_fit(X, y)
    assert dense.t_ == 40
    X.data[0] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        ORDALogistic().fit(X, y)


@pytest.mark.parametrize("model", [ORDALasso(0.05, random_state=0), ORDALogistic(random_state=0)])
def test_entries_in_two_pieces_add_up(model):
    """The unit of the rows was that of the pieces."""
    X, y = sparse_stream(5, Logistic())
    row = np.repeat(np.arange(80), np.diff(X.indptr))
    order = np.argsort(np.concatenate([row, row]), kind="stable")
    pieces = sparse.csr_array(
        (
            np.concatenate([0.25 * X.data, 0.75 * X.data])[order],
            np.concatenate([X.indices, X.indices])[order],
            2 * X.indptr,
        ),
        shape=X.shape,
    )
    assert pieces.nnz == 2 * X.nnz
    whole = model.fit(X, y).predict(X)
    coef = model.coef_
    np.testing.assert_allclose(model.fit(pieces, y).coef_, coef, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(model.predict(pieces), whole, rtol=1e-9, atol=1e-12)
