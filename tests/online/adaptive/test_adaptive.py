"""Adaptive learners: lazy beside dense, printed updates, costs, bounds."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse import random as random_rows
from sklearn.datasets import load_digits
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.convex.metrics import DiagonalMetric, RootMetric
from mlcompanion.online.adaptive import (
    AdaGradClassifier,
    AdaGradRanker,
    DenseDescent,
    LazyDescent,
    adaptive_engine,
    block_regret_bound,
    common_step_bound,
    coordinate_regret_bound,
    matrix_regret_bound,
)
from mlcompanion.prox import L1, L2Norm, RowNorm
from mlcompanion.prox.norms import L1Ball, LInfBall

RNG = np.random.default_rng(0)
X = csr_array(random_rows(200, 40, 0.1, random_state=0, data_rvs=RNG.standard_normal))
SIGNS = np.where(X[:, :5].sum(axis=1) + 0.01 * RNG.normal(size=200) > 0, 1.0, -1.0)
CLASSES = RNG.integers(0, 4, 200)
LAZY = [
    ("rda", None), ("rda", L1(0.003)), ("rda", LInfBall(0.3)), ("rda", RowNorm(0.004)),
    ("rda", RowNorm(0.004, "linf")), ("fobos", None), ("fobos", L1(0.003)),
    ("fobos", LInfBall(0.3)),
]  # fmt: skip


@pytest.mark.parametrize(("update", "penalty"), LAZY, ids=repr)
@pytest.mark.parametrize("matrix", ["identity", "diag"])
@pytest.mark.parametrize("delta", [0.0, 0.1])
def test_lazy_rounds_are_the_dense_ones(update, penalty, matrix, delta):
    for loss in ("hinge", "log"):
        for k, targets in ((1, SIGNS), (4, CLASSES)):
            lazy = adaptive_engine((40, k), update, matrix, penalty, loss, 0.5, delta)
            metric = DiagonalMetric((40, k), delta) if matrix == "diag" else RootMetric((40, k))
            dense = DenseDescent((40, k), update, penalty, loss, metric, 0.5)
            assert isinstance(lazy, LazyDescent)
            a = lazy.run(X, targets)
            b = dense.run(X, targets)
            assert a.losses == pytest.approx(b.losses, abs=1e-12)
            assert lazy.weights == pytest.approx(dense.weights, abs=1e-12)
            assert (a.mistakes == b.mistakes).all()


def test_rounds_follow_the_printed_updates():
    eta = 0.8
    lam = 0.02
    x = np.zeros(40)
    s = np.zeros(40)
    total = np.zeros(40)
    for t, (z, y) in enumerate(zip(X.toarray(), SIGNS), 1):
        g = -y * z * (y * (z @ x) < 1)
        s += g * g
        total += g
        h = 1e-3 + np.sqrt(s)
        x = -np.sign(total) * eta * t / h * np.maximum(np.abs(total) / t - lam, 0)  # (19)
    engine = adaptive_engine((40, 1), "rda", "diag", L1(lam), "hinge", eta, 1e-3)
    engine.run(X, SIGNS)
    assert engine.weights[:, 0] == pytest.approx(x, abs=1e-12)
    assert 0 < (x == 0).mean() < 1


def test_multiclass_gradients_are_the_slopes_of_the_losses():
    z = np.array([[0.3, -1.0, 0.4]])
    start = adaptive_engine((3, 4), "fobos", "identity", None, "log", 1.0)
    W = RNG.normal(size=(3, 4))
    for loss in ("hinge", "log"):
        engine = adaptive_engine((3, 4), "fobos", "identity", None, loss, 1.0)
        engine.state.values[:] = W
        engine.run(z, [2])
        slope = W - engine.weights  # the first step is 1 / sqrt(1)
        numeric = np.empty((3, 4))
        for i in np.ndindex(3, 4):
            values = []
            for move in (1e-6, -1e-6):
                at = adaptive_engine((3, 4), "fobos", "identity", None, loss, 1.0)
                at.state.values[:] = W
                at.state.values[i] += move
                values.append(at.run(z, [2]).losses[0])
            numeric[i] = (values[0] - values[1]) / 2e-6
        assert slope == pytest.approx(numeric, abs=1e-6)
    assert start.run(z, [0]).losses[0] == pytest.approx(np.log(4))


def test_a_round_touches_only_what_the_row_holds():
    wide = adaptive_engine((10**6, 1), penalty=L1(1e-4))
    narrow = adaptive_engine((40, 1), penalty=L1(1e-4))
    far = csr_array((X.data, X.indices * 25_000, X.indptr), shape=(200, 10**6))
    a = wide.run(far, SIGNS)
    b = narrow.run(X, SIGNS)
    assert (a.losses == b.losses).all()
    assert (wide.weights[::25_000] == narrow.weights).all()
    touched = np.flatnonzero(wide.state.squares[:, 0])
    assert len(touched) <= 40


@pytest.mark.parametrize(
    "model",
    [
        AdaGradClassifier(),
        AdaGradClassifier("fobos", "full", L2Norm(0.01)),
        AdaGradRanker(n_steps=50),
    ],
    ids=str,
)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
def test_scikit_learns_checks(model):
    check_estimator(model)


def test_rows_may_be_dense_sparse_or_come_one_by_one():
    whole = AdaGradClassifier(penalty=L1(0.001)).fit(X, SIGNS)
    dense = AdaGradClassifier(penalty=L1(0.001)).fit(X.toarray(), SIGNS)
    streamed = AdaGradClassifier(penalty=L1(0.001))
    for i in range(200):
        streamed.partial_fit(X.toarray()[i : i + 1], SIGNS[i : i + 1], classes=[-1.0, 1.0])
    for other in (dense, streamed):
        assert other.coef_ == pytest.approx(whole.coef_, abs=1e-13)
        assert other.n_mistakes_ == whole.n_mistakes_
    assert whole.score(X, SIGNS) > 0.7
    assert whole.decision_function(X) == pytest.approx(dense.decision_function(X.toarray()))
    twice = csr_array(
        (np.repeat(X.data / 2, 2), np.repeat(X.indices, 2), 2 * X.indptr), shape=X.shape
    )
    with_twins = AdaGradClassifier(penalty=L1(0.001)).fit(twice, SIGNS)
    assert with_twins.coef_ == pytest.approx(whole.coef_, abs=1e-13)
    assert twice.nnz == 2 * X.nnz  # the caller's array is as it was


@pytest.mark.parametrize("matrix", ["diag", "full"])
@pytest.mark.parametrize(("n_outputs", "targets"), [(1, SIGNS), (4, CLASSES)], ids=["two", "four"])
def test_rounds_one_by_one_are_those_of_the_stream(matrix, n_outputs, targets):
    settings = {"matrix": matrix, "penalty": L1(0.003) if matrix == "diag" else None}
    streamed, single = (adaptive_engine((40, n_outputs), **settings) for _ in range(2))
    run = streamed.run(X[:60], targets[:60])
    for t, (x, y) in enumerate(zip(X[:60].toarray(), targets)):
        found = single.play_one(x, y)
        assert found.losses.tolist() == [run.losses[t]]
        assert found.mistakes.tolist() == [run.mistakes[t]]
    assert (single.weights == streamed.weights).all()
    assert single.n_mistakes == streamed.n_mistakes
    assert single.play_one(list(X[60].toarray().ravel()), int(targets[60])).losses.shape == (1,)
    for y in (0.5, -2, [1, 1], np.nan):
        with pytest.raises(ValueError, match="y"):
            single.play_one(x, y)
    for wrong in (x[1:], np.where(x, x, np.inf)):
        with pytest.raises(ValueError, match="x"):
            single.play_one(wrong, targets[0])


def test_all_penalties_and_matrices_learn_digits():
    data = load_digits()
    Z = data.data[:600] / 16
    y = data.target[:600]
    for penalty in (None, L1Ball(60.0), L2Norm(1e-4), RowNorm(1e-4), RowNorm(1e-4, "linf")):
        model = AdaGradClassifier("rda", penalty=penalty, eta=0.2).fit(Z, y)
        assert model.score(Z, y) > 0.85, penalty
    few = AdaGradClassifier("rda", penalty=RowNorm(0.02), eta=0.2).fit(Z, y)
    used = np.abs(few.coef_).sum(axis=0) > 0
    assert 0 < used.sum() < 60


def test_ranker_puts_relevant_rows_first():
    data = load_digits()
    Z = data.data / 16
    relevant = data.target == 8
    model = AdaGradRanker(n_steps=3000, eta=0.1, random_state=0).fit(Z[:1200], relevant[:1200])
    order = np.argsort(-model.predict(Z[1200:]))
    first = relevant[1200:][order][:20]
    assert first.mean() > 0.8
    with pytest.raises(ValueError, match="y must be positive"):
        AdaGradRanker().fit(Z[:10], np.zeros(10))


def test_bounds_are_those_of_the_theorems():
    assert coordinate_regret_bound("fobos", 5.0, 2.0, 3.0, np.sqrt(2)) == pytest.approx(
        np.sqrt(2) * 2 * 5  # Corollary 6
    )
    assert coordinate_regret_bound("rda", 5.0, 2.0, 3.0, 2.0, 0.5) == pytest.approx(
        0.5 / 2 * 9 + 4 * 5 / 2 + 2 * 5
    )
    assert matrix_regret_bound("fobos", 5.0, 2.0, 3.0, 1.0, 0.5) == pytest.approx(
        0.25 * 9 + 2 * 5 + 5
    )
    x = [3.0, 4.0, 1.0]
    assert block_regret_bound(2.0, x, [2, 1], 1.0) == pytest.approx(25 * 2 + 2)
    assert block_regret_bound(2.0, x, [1, 1, 1], 1.0) == pytest.approx(
        coordinate_regret_bound("rda", 2.0, 4.0, 0.0, 1.0)
    )
    assert common_step_bound(3.0, 4.0) == pytest.approx(np.sqrt(2) * 6)
    with pytest.raises(ValueError, match="sizes"):
        block_regret_bound(2.0, x, [2, 2], 1.0)
