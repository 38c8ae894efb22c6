import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.base import is_classifier, is_regressor
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.losses import Absolute, Squared
from mlcompanion.online import DualAscentRegressor, FixedScale, PassiveAggressive
from mlcompanion.online.learners import AROW, ArowEngine

KINDS = ["full", "diag_drop", "diag_exact"]
RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 4))
SIGNS = np.where(X @ [1.0, -1.0, 0.5, 0.0] + RNG.normal(size=60) > 0, 1, -1)
Y = X @ [1.0, -1.0, 0.5, 0.0] + RNG.normal(size=60)


@parametrize_with_checks(
    [AROW(n_epochs=5)]
    + [AROW("regression", covariance=kind, n_epochs=20) for kind in KINDS]
    + [AROW(covariance="diag_drop", update="always", n_epochs=5)]
)
def test_sklearn_contract(estimator, check):
    check(estimator)


def test_the_task_decides_what_it_is():
    assert is_classifier(AROW())
    assert not is_regressor(AROW())
    assert is_regressor(AROW("regression"))
    assert not is_classifier(AROW("regression"))


def criterion(state, x, y, lam, mean, covariance, task):
    """(31.5) of a mean and the Cholesky factor of a covariance, its diagonal as logarithms."""
    d = len(x)
    mu = state[:d]
    root = unpacked(state[d:], d)
    s = mu @ x
    inverse = np.linalg.inv(covariance)
    loss = max(0, 1 - y * s) ** 2 / 2 if task == "classification" else (y - s) ** 2 / 2
    logs = np.log(np.linalg.det(covariance)) - 2 * np.log(np.diag(root)).sum()
    far = (mu - mean) @ inverse @ (mu - mean)
    divergence = 0.5 * (logs + np.sum(inverse * (root @ root.T)) + far - d)
    return loss + np.sum((root.T @ x) ** 2) / 2 + lam * divergence


def unpacked(entries, d):
    """The Cholesky factor of its entries."""
    root = np.zeros((d, d))
    root[np.tril_indices(d)] = entries
    root[np.diag_indices(d)] = np.exp(np.diag(root))
    return root


@pytest.mark.parametrize("task", ["classification", "regression"])
@pytest.mark.parametrize("lam", [0.1, 1.0, 10.0])
def test_a_round_minimises_the_criterion(task, lam):
    model = AROW(task, lam, update="always", fit_intercept=False)
    targets = SIGNS if task == "classification" else Y
    columns = slice(0, 2)
    model.fit(X[:4, columns], targets[:4])
    for t in range(4, 7):
        mean = model.coef_[0].copy()
        covariance = model.cov_
        x = X[t, columns]
        state = x, targets[t], lam, mean, covariance, task
        asked = minimize(criterion, np.zeros(5), state, tol=1e-12)
        model.partial_fit(x[None], targets[t : t + 1])
        root = unpacked(asked.x[2:], 2)
        np.testing.assert_allclose(model.coef_[0], asked.x[:2], atol=1e-4)
        np.testing.assert_allclose(model.cov_, root @ root.T, atol=1e-4)


@pytest.mark.parametrize("lam", [0.1, 10.0])
def test_precisions_gain_what_was_seen(lam):
    Z = np.c_[X, np.ones(60)]
    full = AROW("regression", lam).fit(X, Y)
    np.testing.assert_allclose(np.linalg.inv(full.cov_), np.eye(5) + Z.T @ Z / lam, rtol=1e-9)
    exact = AROW("regression", lam, "diag_exact").fit(X, Y)
    np.testing.assert_allclose(1 / exact.cov_, 1 + (Z**2).sum(0) / lam, rtol=1e-12)


@pytest.mark.parametrize(
    ("task", "covariance"), [("classification", "full"), ("regression", "diag_drop")]
)
def test_the_printed_rounds(task, covariance):
    targets = SIGNS if task == "classification" else Y
    mu = np.zeros(5)
    S = np.eye(5)
    updates = 0
    for x, y in zip(np.c_[X, np.ones(60)], targets):
        margin = y * (mu @ x)
        z = S @ x
        if task == "classification" and margin >= 1:
            continue
        beta = x @ z + 0.5
        move = y * (1 - margin) if task == "classification" else y - mu @ x
        mu = mu + move * z / beta
        S = S - np.outer(z, z) / beta
        S = S if covariance == "full" else np.diag(np.diag(S))
        updates += 1
    model = AROW(task, 0.5, covariance).fit(X, targets)
    np.testing.assert_allclose(np.r_[model.coef_[0], model.intercept_], mu, atol=1e-12)
    np.testing.assert_allclose(model.cov_, S if covariance == "full" else np.diag(S), atol=1e-12)
    assert model.n_updates_ == updates


@pytest.mark.parametrize("passes", [1, 2, 100])
def test_regression_is_ridge_with_the_penalty_over_the_passes(passes):
    model = AROW("regression", 3.0, n_epochs=passes).fit(X, Y)
    Z = np.vstack([np.c_[X, np.ones(60)], np.sqrt(3.0 / passes) * np.eye(5)])
    ridge = np.linalg.lstsq(Z, np.r_[Y, np.zeros(5)], rcond=None)[0]
    np.testing.assert_allclose(np.r_[model.coef_[0], model.intercept_], ridge, rtol=1e-10)


@pytest.mark.parametrize("update", ["on_violation", "always"])
def test_a_wide_margin_moves_the_covariance_only_if_asked(update):
    model = AROW(update=update).fit(X, SIGNS)
    x = 100 * model.coef_
    before = model.coef_.copy(), model.cov_
    assert model.decision_function(x) > 1
    model.partial_fit(x, [1])
    np.testing.assert_array_equal(model.coef_, before[0])
    shrank = not np.array_equal(model.cov_, before[1])
    assert shrank == (update == "always")


@pytest.mark.parametrize("covariance", KINDS)
@pytest.mark.parametrize("size", [1e-6, 1e6, 1e9])
def test_the_covariance_stays_one_in_any_units(covariance, size):
    model = AROW("regression", covariance=covariance, n_epochs=20).fit(size * X, size * Y)
    spread = model.cov_
    least = np.linalg.eigvalsh(spread)[0] if covariance == "full" else spread.min()
    assert least > -1e-15 * spread.max()
    assert np.isfinite(model.coef_).all()
    # a stream in one unit with lam is that in another with lam times the square of the ratio,
    # but for the start; where the rows are large it hardly counts
    if size > 1 and covariance == "full":
        Z = np.c_[size * X, np.ones(60)]
        assert np.abs(model.predict(size * X) - Z @ np.linalg.lstsq(Z, size * Y)[0]).max() < size


@pytest.mark.parametrize("lam", [0.1, 1.0, 10.0])
def test_the_passive_aggressive_steps_as_the_chapter_prints_them(lam):
    rows = np.c_[X, np.ones(60)]
    hinge = np.zeros(5), lambda w, x, y: y * min(1 / lam, max(0, 1 - y * (w @ x)) / (x @ x))
    squared = np.zeros(5), lambda w, x, y: y * max(0, 1 - y * (w @ x)) / (x @ x + lam)
    l1 = np.zeros(5), lambda w, x, y: np.sign(y - w @ x) * min(1 / lam, abs(y - w @ x) / (x @ x))
    l2 = np.zeros(5), lambda w, x, y: (y - w @ x) / (x @ x + lam)
    scale = FixedScale(lam)
    learners = [
        (PassiveAggressive(1 / lam, variant=1), SIGNS, hinge),
        (PassiveAggressive(1 / (2 * lam), variant=2), SIGNS, squared),
        (DualAscentRegressor(loss=Absolute(), scale=scale, n_epochs=1), Y, l1),
        (DualAscentRegressor(loss=Squared(), scale=scale, n_epochs=1), Y, l2),
    ]
    for model, targets, (w, step) in learners:
        for x, y in zip(rows, targets):
            w = w + step(w, x, y) * x
        model.fit(X, targets)
        np.testing.assert_allclose(np.r_[model.coef_[0], model.intercept_], w, atol=1e-12)


@pytest.mark.parametrize("task", ["classification", "regression"])
def test_path_and_rounds(task):
    targets = SIGNS if task == "classification" else Y
    model = AROW(task).fit(X, targets)
    means = model.path(X).hypotheses()
    rows = np.c_[X, np.ones(60)]
    np.testing.assert_allclose((means * rows).sum(1), model.run_.scores, atol=1e-12)
    assert model.run_.losses.shape == (60,)
    assert model.t_ == 60


@pytest.mark.parametrize(
    ("name", "value"),
    [("task", "ranking"), ("lam", 0.0), ("covariance", "block"), ("update", "never")],
)
def test_bad_settings_are_named(name, value):
    with pytest.raises(ValueError, match=name):
        AROW(**{name: value}).fit(X, SIGNS)


def test_regression_takes_no_classes():
    with pytest.raises(ValueError, match="classes"):
        AROW("regression").partial_fit(X, Y, classes=[0, 1])


@pytest.mark.parametrize("covariance", ["full", "diag_exact"])
def test_a_learner_goes_on_from_any_normal_law(covariance):
    """In regression a start at m is a start at 0 with the outputs y - m'x."""
    start = np.array([3.0, -1.0, 0.0, 2.0])
    rows = np.ascontiguousarray(X)
    moved, plain = (ArowEngine(4, Squared(), 0.5, covariance, True) for _ in range(2))
    spread = np.eye(4) if covariance == "full" else np.ones(4)
    moved.restart(start, spread)
    moved.run(rows, Y)
    plain.run(rows, Y - X @ start)
    np.testing.assert_allclose(moved.weights, start + plain.weights, atol=1e-12)
    np.testing.assert_allclose(moved.covariance, plain.covariance, atol=1e-12)
    later = ArowEngine(4, Squared(), 0.5, covariance, True)
    later.restart(moved.weights, moved.covariance)
    later.run(rows, Y)
    moved.run(rows, Y)
    np.testing.assert_allclose(later.weights, moved.weights, atol=1e-10)
    assert spread.sum() == 4


@pytest.mark.parametrize(
    ("covariance", "law", "name"),
    [
        ("full", (np.zeros(3), np.eye(2)), "mean"),
        ("full", (np.zeros(2), -np.eye(2)), "covariance must be positive definite"),
        ("full", (np.zeros(2), [[1.0, 0.5], [0.0, 1.0]]), "covariance"),
        ("diag_drop", (np.zeros(2), [1.0, 0.0]), "covariance"),
    ],
)
def test_a_bad_law_is_named(covariance, law, name):
    with pytest.raises(ValueError, match=name):
        ArowEngine(2, Squared(), 1.0, covariance, True).restart(*law)
