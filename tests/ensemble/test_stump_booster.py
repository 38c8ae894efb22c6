"""Three boosters against textbook loops and line searches that share no code with them."""

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.convex import BinaryEntropy, CappedEntropy
from mlcompanion.ensemble import DualBooster, edge_product
from mlcompanion.ensemble.votes import AxisSearch, AxisStump, StumpBooster

LOSS = {
    "exponential": lambda m: np.exp(-m),
    "mada": lambda m: np.where(m <= 0, 0.5 - m, np.exp(-2 * np.maximum(m, 0)) / 2),
    "logistic": lambda m: np.logaddexp(0, -2 * m),
}


@parametrize_with_checks([StumpBooster(loss, 15) for loss in LOSS])
def test_scikit_learn_accepts_the_boosters(estimator, check):
    check(estimator)


def noisy(seed, n=60, d=2, share=0.1):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    y = np.where(X[:, 0] > X[:, 1], 1.0, -1.0)
    y[rng.permutation(n)[: int(share * n)]] *= -1
    return X, y


def textbook(loss, X, y, rounds, axes):
    """Figure 30.8 with any loss: weights by a numerical slope, steps by a numerical search."""
    search, f, thetas, errors = AxisSearch(X), np.zeros(len(X)), [], []
    for axis in axes[:rounds]:
        m = f * y
        w = (LOSS[loss](m - 1e-6) - LOSS[loss](m + 1e-6)) / 2e-6
        w = w / w.sum()
        h = search.best(w * y, axis)[0](X)
        errors.append(w[h != y].sum())
        found = minimize_scalar(
            lambda t, m=m, v=h * y: LOSS[loss](m + t * v).sum(),
            bounds=(0, 15), method="bounded", options={"xatol": 1e-10},
        )  # fmt: skip
        thetas.append(found.x)
        f = f + found.x * h
    return np.array(thetas), np.array(errors), f


@pytest.mark.parametrize("loss", LOSS)
def test_a_booster_is_the_textbook_loop(loss):
    X, y = noisy(0)
    axes = np.random.default_rng(5).integers(2, size=12).tolist()
    thetas, errors, f = textbook(loss, X, y, 12, axes)
    model = StumpBooster(loss, 12, axis="random", random_state=5, keep_weights=True).fit(X, y)
    np.testing.assert_allclose(model.estimator_errors_, errors, rtol=1e-5)
    np.testing.assert_allclose(model.estimator_weights_, thetas, rtol=1e-4)
    np.testing.assert_allclose(model.decision_function(X), f, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(model.margins_, model.decision_function(X) * y, atol=1e-10)
    scores = [np.zeros(60), *model.staged_decision_function(X)]
    means = [LOSS[loss](s * y).mean() for s in scores]
    np.testing.assert_allclose(model.loss_path_, means, rtol=1e-10)
    assert (np.diff(model.loss_path_) < 0).all()
    np.testing.assert_allclose(model.weights_path_.sum(axis=1), 1)


@pytest.mark.parametrize(
    ("loss", "geometry"), [("logistic", BinaryEntropy()), ("mada", CappedEntropy())]
)
def test_geometries_give_twice_the_score(loss, geometry):
    """LogitBoost is dual ascent with the binary entropy, and f halved; MadaBoost the capped one."""
    X, y = noisy(1)
    ours = StumpBooster(loss, 15).fit(X, y)
    dual = DualBooster(n_rounds=15, geometry=geometry, weak=AxisStump("best")).fit(X, y)
    np.testing.assert_allclose(2 * ours.estimator_weights_, dual.alphas_, rtol=1e-9)
    np.testing.assert_allclose(2 * ours.decision_function(X), dual.decision_function(X), rtol=1e-8)


def test_adaboost_is_the_dual_booster():
    X, y = noisy(2)
    ours = StumpBooster(n_estimators=20).fit(X, y)
    dual = DualBooster(n_rounds=20, weak=AxisStump("best")).fit(X, y)
    np.testing.assert_allclose(ours.estimator_weights_, dual.alphas_, rtol=1e-9)
    np.testing.assert_allclose(ours.loss_path_, np.append(1, edge_product(dual.edges_)), rtol=1e-9)


def test_the_last_stump_errs_half_under_the_new_weights():
    X, y = noisy(3)
    model = StumpBooster(n_estimators=30, axis="random", keep_weights=True, random_state=0)
    model.fit(X, y)
    for stump, w in zip(model.vote_.stumps(), model.weights_path_[1:]):
        assert w[stump(X) != y].sum() == pytest.approx(0.5, abs=1e-10)


@pytest.mark.parametrize("loss", LOSS)
def test_thousands_of_rounds_stay_finite(loss):
    X = np.random.default_rng(6).normal(size=(12, 2))
    y = X[:, 0] > X[:, 1]
    model = StumpBooster(loss, 2000, axis="random", random_state=0).fit(X, y)
    assert np.isfinite(model.decision_function(X)).all()
    assert model.score(X, y) == 1


@pytest.mark.parametrize("loss", LOSS)
def test_a_perfect_stump_ends_the_run(loss):
    X = np.array([[0.0], [1.0], [2.0], [3.0]])
    model = StumpBooster(loss, 50).fit(X, [0, 0, 1, 1])
    assert model.stopped_ == "perfect"
    assert model.n_estimators_ == 1
    assert model.estimator_errors_[0] == pytest.approx(0, abs=1e-15)
    assert model.estimator_weights_[0] == pytest.approx(0.5 * np.log(1e12 - 1), rel=1e-9)
    assert model.score(X, [0, 0, 1, 1]) == 1


def test_no_edge_is_told():
    X = np.array([[0.0], [0.0], [1.0], [1.0]])
    with pytest.warns(ConvergenceWarning, match="no better than chance"):
        model = StumpBooster(axis="random", random_state=0).fit(X, [0, 1, 0, 1])
    assert model.stopped_ == "no edge"
    assert (model.predict(X) == 0).all()


def test_an_axis_without_an_edge_is_passed_over():
    X = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    model = StumpBooster(n_estimators=3, axis="random", random_state=0).fit(X, [0, 1, 0, 1])
    assert model.stopped_ == "perfect"
    assert model.vote_.axes.tolist() == [1]


def test_probabilities_are_shares_where_samples_abound():
    rng = np.random.default_rng(7)
    cell = rng.integers(0, 5, size=4000)
    chance = np.array([0.1, 0.6, 0.3, 0.8, 0.95])
    y = rng.random(4000) < chance[cell]
    model = StumpBooster("logistic", 300).fit(cell[:, None], y)
    shares = np.array([y[cell == c].mean() for c in range(5)])
    found = model.predict_proba(np.arange(5.0)[:, None])
    np.testing.assert_allclose(found.sum(axis=1), 1)
    np.testing.assert_allclose(found[:, 1], shares, atol=0.12)


def test_labels_keep_their_names_and_their_side():
    X, y = noisy(8)
    names = np.where(y > 0, "ripe", "green")
    model = StumpBooster("mada", 20).fit(X, names)
    assert model.classes_.tolist() == ["green", "ripe"]
    np.testing.assert_array_equal(model.predict(X) == "ripe", model.decision_function(X) > 0)
    assert len(list(model.staged_predict(X))) == 20


def test_units_and_origin_change_no_answer():
    X, y = noisy(9)
    want = StumpBooster("logistic", 10).fit(X, y).decision_function(X)
    moved = StumpBooster("logistic", 10).fit(1e-6 * X + 3, y).decision_function(1e-6 * X + 3)
    np.testing.assert_allclose(moved, want, rtol=1e-6)


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"loss": "hinge"}, "loss"),
        ({"n_estimators": 0}, "n_estimators"),
        ({"axis": 2}, "axis"),
        ({"axis": "all"}, "axis"),
        ({"keep_weights": "no"}, "keep_weights"),
    ],
)
def test_what_is_refused(options, word):
    X, y = noisy(0)
    with pytest.raises((ValueError, TypeError), match=word):
        StumpBooster(**options).fit(X, y)


def test_one_class_is_refused():
    with pytest.raises(ValueError, match="two classes"):
        StumpBooster().fit(np.eye(3), [1, 1, 1])
