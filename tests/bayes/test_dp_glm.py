"""Mixtures of local regressions as estimators: predictions by other means, peers, bad input."""

import numpy as np
import pytest
from scipy import integrate, stats
from sklearn.datasets import make_blobs
from sklearn.linear_model import BayesianRidge, LogisticRegression
from sklearn.mixture import BayesianGaussianMixture
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.bayes.dp_glm import (
    DPGLMClassifier,
    DPGLMLogNormal,
    DPGLMPoisson,
    DPGLMRegressor,
)
from mlcompanion.bayes.local_models import LocalPrior, LogNormalPrior

SHORT = {"n_iter": 60, "burn_in": 40, "thin": 5, "random_state": 0}
TIGHT = LocalPrior(b_x=0.1, b_y=0.02, coef_scale=3.0)


def bent(n, seed=0, noise=0.1):
    """A bent curve."""
    rng = np.random.default_rng(seed)
    x = rng.uniform(-2, 2, (n, 1))
    return x, np.sin(2 * x[:, 0]) + noise * rng.normal(size=n)


FEW = {"n_iter": 6, "burn_in": 2, "thin": 2}


@pytest.mark.parametrize(
    "model",
    [
        DPGLMRegressor(**FEW),
        DPGLMRegressor(slope=False, **FEW),
        DPGLMRegressor(covariance="full", **FEW),
        DPGLMLogNormal(**FEW),
        DPGLMClassifier(n_iter=30, burn_in=20, n_clusters_init=3),
    ],
    ids=["slopes", "constants", "joint", "log-normal", "classes"],
)
def test_scikit_learn_is_content(model):
    """Not for counts: scikit-learn's checks have responses below zero."""
    check_estimator(model, on_skip=None)


@pytest.mark.parametrize(("model", "prior"), [(DPGLMRegressor, TIGHT), (DPGLMLogNormal, None)])
def test_a_bent_curve_is_followed(model, prior):
    x, y = bent(150)
    new, _ = bent(100, seed=1)
    fitted = model(prior=prior, n_iter=400, burn_in=200, random_state=0).fit(x, y)
    assert np.abs(fitted.predict(new) - np.sin(2 * new[:, 0])).mean() < 0.15


def member(kind):
    """A regressor of each kind, fitted to two columns."""
    rng = np.random.default_rng(3)
    X = rng.normal(5, 3, (40, 2))
    y = 100 + 10 * (np.abs(X[:, 0] - 5) + 0.3 * rng.normal(size=40))
    models = {
        "slopes": DPGLMRegressor(**SHORT),
        "constants": DPGLMRegressor(slope=False, **SHORT),
        "joint": DPGLMRegressor(covariance="full", **SHORT),
        "log-normal": DPGLMLogNormal(**SHORT),
    }
    return models[kind].fit(X, y), X[:5] + 0.1, y


KINDS = ("slopes", "constants", "joint", "log-normal")


@pytest.mark.parametrize("kind", KINDS)
def test_density_mean_and_quantiles_are_of_one_law(kind):
    """By quadrature of the density."""
    model, X, y = member(kind)
    mean, std = model.predict(X, return_std=True)
    quantiles = model.predict_quantiles(X, [0.05, 0.5, 0.95])
    assert (np.diff(quantiles, axis=1) > 0).all()
    for level, column in zip([0.05, 0.5, 0.95], quantiles.T):
        assert model.predict_cdf(X, column) == pytest.approx(np.full(5, level), abs=1e-7)
    grid = np.linspace(y.mean() - 3000, y.mean() + 3000, 60_001)
    for i in range(2):
        rows = np.repeat(X[i : i + 1], len(grid), axis=0)
        density = model.predict_density(rows, grid)
        assert integrate.simpson(density, grid) == pytest.approx(1, abs=2e-3)
        assert integrate.simpson(density * grid, grid) == pytest.approx(mean[i], rel=5e-3)
        below = grid <= quantiles[i, 0]
        assert integrate.simpson(density[below], grid[below]) == pytest.approx(0.05, abs=5e-3)
        assert std[i] > 0


def test_a_prediction_is_the_ratio_that_the_source_writes():
    """Item by item, with SciPy's t densities, for one state."""
    x, y = bent(30)
    prior = LocalPrior(centre=0.2, nu=0.4, a_x=2.5, b_x=0.7, a_y=1.5, b_y=0.2, coef_scale=0.9)
    model = DPGLMRegressor(prior=prior, standardize=False, **SHORT).fit(x, y)
    state = model.states_[1]
    new = 0.37
    row = np.array([1.0, new])
    top = 0.0
    below = 0.0
    groups = [(state.labels == k, size) for k, size in enumerate(state.sizes)]
    groups.append((np.zeros(30, dtype=bool), state.alpha))
    for held, mass in groups:
        xs, ys, n = x[held, 0], y[held], held.sum()
        nu = prior.nu + n
        centre = (prior.nu * prior.centre + xs.sum()) / nu
        a = prior.a_x + n / 2
        b = prior.b_x + 0.5 * (prior.nu * prior.centre**2 + np.sum(xs**2) - nu * centre**2)
        scale = np.sqrt(b / a * (1 + 1 / nu))
        design = np.column_stack([np.ones(n), xs])
        precision = np.eye(2) / prior.coef_scale**2 + design.T @ design
        coef = np.linalg.solve(precision, design.T @ ys)
        weight = mass * stats.t.pdf(new, 2 * a, centre, scale)
        top += weight * (row @ coef)
        below += weight
    assert model.predict([[new]], state=1)[0] == pytest.approx(top / below, rel=1e-10)


def test_far_from_all_data_a_prediction_is_finite():
    x, y = bent(50)
    for model in (DPGLMRegressor(**SHORT), DPGLMRegressor(covariance="full", **SHORT)):
        model.fit(x, y)
        far = np.array([[-1e6], [1e12], [1e150]])
        assert np.isfinite(model.predict(far)).all()
    far = DPGLMLogNormal(**SHORT).fit(x, y).predict([[1e3], [-1e6]])
    assert np.isfinite(far).all()


def test_one_cluster_is_a_ridge_regression():
    """With almost no concentration and one cluster at the start, of one line."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(80, 2))
    y = X @ [1.0, -0.5] + 0.3 * rng.normal(size=80)
    model = DPGLMRegressor(
        1e-9, alpha_prior=None, n_clusters_init=1, prior=LocalPrior(coef_scale=30.0), **SHORT
    ).fit(X, y)
    assert model.n_clusters_.max() == 1
    peer = BayesianRidge().fit(X, y)
    assert model.predict(X) == pytest.approx(peer.predict(X), abs=0.01)


def test_full_covariance_agrees_with_a_peers_conditioned_mixture():
    """scikit-learn's variational mixture of inputs and response, conditioned by hand."""
    rng = np.random.default_rng(1)
    labels = rng.integers(0, 2, 300)
    x = rng.normal(np.where(labels, 3.0, -3.0), 0.7)
    y = np.where(labels, 2 - x, 1 + 0.5 * x) + 0.1 * rng.normal(size=300)
    peer = BayesianGaussianMixture(
        n_components=5, random_state=0, max_iter=500, covariance_prior=0.01 * np.eye(2),
        mean_precision_prior=0.01,
    ).fit(np.c_[x, y])  # fmt: skip
    at = np.array([-3.5, -2.5, 2.5, 3.5])
    parts = []
    for mean, cov in zip(peer.means_, peer.covariances_):
        slope = cov[0, 1] / cov[0, 0]
        parts.append(mean[1] + slope * (at - mean[0]))
    widths = np.sqrt(peer.covariances_[:, 0, 0])
    densities = stats.norm.pdf(at, peer.means_[:, :1], widths[:, None])
    weights = peer.weights_[:, None] * densities
    known = np.sum(weights * parts, axis=0) / weights.sum(axis=0)
    model = DPGLMRegressor(covariance="full", prior=TIGHT, random_state=0, n_iter=400, burn_in=200)
    assert model.fit(x[:, None], y).predict(at[:, None]) == pytest.approx(known, abs=0.06)


def test_two_groups_of_classes_are_told_apart():
    X, y = make_blobs(150, centers=3, cluster_std=1.0, random_state=1)
    model = DPGLMClassifier(n_iter=200, burn_in=100, random_state=0).fit(X, y)
    peer = LogisticRegression().fit(X, y)
    assert model.score(X, y) >= peer.score(X, y) - 0.02
    far = model.predict_proba([[1e3, 1e3]])
    assert np.isfinite(far).all()
    assert far.sum() == pytest.approx(1)


def test_a_class_between_two_others_needs_two_clusters():
    rng = np.random.default_rng(2)
    x = rng.uniform(-1, 1, (200, 1))
    y = (np.abs(x[:, 0]) < 0.5).astype(int)
    model = DPGLMClassifier(n_iter=400, burn_in=200, coef_scale=5.0, random_state=0).fit(x, y)
    assert model.score(x, y) > 0.9
    assert LogisticRegression().fit(x, y).score(x, y) < 0.7


def test_counts_of_two_crossed_columns():
    rng = np.random.default_rng(3)
    X = rng.integers(0, 2, (300, 2))
    rates = np.where(X[:, 0] == X[:, 1], 8.0, 1.0)
    model = DPGLMPoisson(n_iter=400, burn_in=200, random_state=0).fit(X, rng.poisson(rates))
    known = [8, 1, 1, 8]
    assert model.predict([[0, 0], [0, 1], [1, 0], [1, 1]]) == pytest.approx(known, rel=0.35)


def test_a_short_prior_mean_of_counts():
    """A row that no cluster explains: alpha times the prior's mean enters, in closed form."""
    X = np.array([[0.0], [1.0]])
    y = np.array([0, 3])
    model = DPGLMPoisson(1e12, **SHORT).fit(X, y)  # so large that nothing else counts
    scale = model.coef_scale
    known = y.mean() * np.exp(0.5 * scale**2 * 2)
    assert model.predict(X) == pytest.approx(np.full(2, known), rel=1e-6)


def test_the_log_normal_base_by_quadrature():
    """Far more concentration than data: the prior predictive, by an integral over log variance."""
    x, y = bent(8)
    prior = LogNormalPrior(1.2, -1.0, 0.8, 0.7, -2.0, 0.9)
    model = DPGLMLogNormal(
        1e12, alpha_prior=None, prior=prior, standardize=False, n_clusters_init=8, **SHORT
    ).fit(x, y)
    at = 0.6
    law = stats.norm(prior.log_var_y, prior.log_var_y_scale)
    spread = prior.coef_scale**2 * (1 + at**2)

    def integrand(log_var):
        return law.pdf(log_var) * stats.norm.pdf(0.4, 0, np.sqrt(spread + np.exp(log_var)))

    known, _ = integrate.quad(integrand, -15, 10)
    assert model.predict_density([[at]], 0.4)[0] == pytest.approx(known, rel=1e-5)
    assert model.predict([[at]])[0] == pytest.approx(0, abs=1e-6)


def test_a_seed_gives_the_same_run_and_states_stay():
    x, y = bent(40)
    one = DPGLMRegressor(**SHORT).fit(x, y)
    two = DPGLMRegressor(**SHORT).fit(x, y)
    assert (one.log_posterior_ == two.log_posterior_).all()
    assert len(one.states_) == 4
    assert [len(state.sizes) for state in one.states_] == list(one.n_clusters_[[45, 50, 55, 60]])
    assert one.predict(x) == pytest.approx(
        np.mean([one.predict(x, state=m) for m in range(4)], axis=0), rel=1e-12
    )


@pytest.mark.parametrize(
    ("model", "words"),
    [
        (DPGLMRegressor(alpha=0.0), "alpha"),
        (DPGLMRegressor(alpha_prior=(1.0,)), "alpha_prior"),
        (DPGLMRegressor(alpha_prior=(1.0, -1.0)), "alpha_prior"),
        (DPGLMRegressor(prior=LocalPrior(nu=0.0)), "prior.nu"),
        (DPGLMRegressor(prior=LocalPrior(a_y=0.5)), "prior.a_y"),
        (DPGLMRegressor(prior=(0, 1)), "prior"),
        (DPGLMRegressor(burn_in=2000), "burn_in"),
        (DPGLMRegressor(thin=2000), "thin"),
        (DPGLMRegressor(slope=False, covariance="full"), "slope"),
        (DPGLMRegressor(covariance="some"), "covariance"),
        (DPGLMLogNormal(prior=LogNormalPrior(coef_scale=-1.0)), "prior.coef_scale"),
        (DPGLMLogNormal(n_auxiliary=0), "n_auxiliary"),
    ],
)
def test_parameters_out_of_range_are_named(model, words):
    x, y = bent(10)
    with pytest.raises((ValueError, TypeError), match=words):
        model.fit(x, y)


def test_counts_and_categories_are_checked():
    X = np.array([[0], [1], [1]])
    for y in ([1, -1, 0], [0.5, 1, 2]):
        with pytest.raises(ValueError, match="y must"):
            DPGLMPoisson(**SHORT).fit(X, y)
    model = DPGLMPoisson(**SHORT).fit(X, [1, 2, 3])
    with pytest.raises(ValueError, match="known categories"):
        model.predict([[2]])
    wide = DPGLMPoisson(categories=[[0, 1, 2]], **SHORT).fit(X, [1, 2, 3])
    assert np.isfinite(wide.predict([[2]])).all()
    with pytest.raises(ValueError, match="categories must"):
        DPGLMPoisson(categories=[[0, 1], [0, 1]], **SHORT).fit(X, [1, 2, 3])
    with pytest.raises(ValueError, match="state"):
        model.predict([[1]], state=4)
    regressor = DPGLMRegressor(**SHORT).fit(*bent(10))
    with pytest.raises(ValueError, match="levels"):
        regressor.predict_quantiles([[0.0]], [0.0, 0.5])
