"""The tree of columns of numbers: its densities, its informations and its edges."""

import numpy as np
import pytest
from scipy.integrate import dblquad
from scipy.stats import norm
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.graphical import KernelForest
from mlcompanion.graphical.kernel_forest import kernel_informations

RNG = np.random.default_rng(7)
EDGES = [(0, 1), (1, 2), (1, 3)]


def bent(n, rng):
    """Neighbours that depend on each other without correlation: 0-1, 1-2, 1-3; 4 is alone."""
    X = np.empty((n, 5))
    X[:, 0] = rng.uniform(-1, 1, n)
    for parent, child in EDGES:
        X[:, child] = 1 - 2 * np.abs(np.clip(X[:, parent], -1, 1)) + 0.2 * rng.normal(size=n)
    X[:, 4] = rng.normal(size=n)
    return X


@parametrize_with_checks([KernelForest(random_state=0), KernelForest(0.5, n_edges=0)])
def test_scikit_learn_contract(estimator, check):
    check(estimator)


def test_the_density_is_the_product_along_the_edges():
    """By densities of another library: a pair and a column."""
    X = bent(60, RNG)[:, :3]
    model = KernelForest([0.3, 0.2, 0.4], n_edges=2).fit(X)
    at = RNG.normal(size=(7, 3))
    kernels = norm.pdf(at[:, None], X, model.bandwidths_)
    expected = np.log(kernels.mean(axis=1)).sum(axis=1)
    for u, v in model.edges_:
        pair = (kernels[:, :, u] * kernels[:, :, v]).mean(axis=1)
        expected += np.log(pair / kernels[:, :, u].mean(axis=1) / kernels[:, :, v].mean(axis=1))
    np.testing.assert_allclose(model.score_samples(at), expected, rtol=1e-12)


def test_it_integrates_to_one():
    X = bent(40, RNG)[:, :2]
    model = KernelForest(0.4, n_edges=1).fit(X)

    def density(b, a):
        return np.exp(model.score_samples([[a, b]])[0])

    assert dblquad(density, -4, 4, -5, 5, epsabs=1e-5)[0] == pytest.approx(1, abs=1e-4)


def test_informations_are_those_of_the_fitted_densities():
    """By SciPy's bumps on a fine grid of its own."""
    X = bent(80, RNG)[:, :2]
    found = kernel_informations(X, np.array([0.25, 0.25]))
    axis = np.linspace(-4, 4, 401)
    bumps = norm.pdf(axis[:, None, None], X, 0.25)
    pair = bumps[:, :, 0] @ bumps[:, :, 1].T / len(X)
    first = bumps[:, :, 0].mean(axis=1)
    second = bumps[:, :, 1].mean(axis=1)
    log_ratio = np.log(np.maximum(pair, 1e-300) / np.maximum(np.outer(first, second), 1e-300))
    by_grid = np.sum(pair * log_ratio) * (axis[1] - axis[0]) ** 2
    assert found[0, 1] == found[1, 0] == pytest.approx(by_grid, abs=1e-5)
    assert found[0, 0] == 0


@pytest.mark.parametrize("rho", [0.0, 0.5, 0.9])
def test_information_of_two_normal_columns(rho):
    """Bumps add their variance: the correlation of the smoothed law is rho / (1 + h^2)."""
    n = 20_000
    z = RNG.normal(size=(n, 2))
    X = np.column_stack([z[:, 0], rho * z[:, 0] + np.sqrt(1 - rho**2) * z[:, 1]])
    smooth = rho / (1 + 0.2**2)
    found = kernel_informations(X, np.full(2, 0.2))[0, 1]
    assert found == pytest.approx(-0.5 * np.log(1 - smooth**2), abs=0.01)


def test_bent_neighbours_are_found_and_the_lone_column_left_alone():
    X = bent(800, np.random.default_rng(1))
    X_val = bent(800, np.random.default_rng(2))
    model = KernelForest().fit(X, X_val=X_val)
    assert {tuple(e) for e in model.edges_.tolist()} == set(EDGES)
    assert model.held_out_scores_.argmax() == model.n_edges_ == 3
    assert np.all(np.diff(model.tree_informations_) <= 0)
    assert model.score(X_val) == pytest.approx(model.held_out_scores_[3], rel=1e-12)


def test_held_out_rows_choose_the_width_too():
    """The normal rule blurs the bends, and joins the children of one column."""
    X = bent(800, np.random.default_rng(1))
    X_val = bent(800, np.random.default_rng(2))
    wide = KernelForest("normal").fit(X, X_val=X_val)
    found = KernelForest().fit(X, X_val=X_val)
    factors = found.bandwidths_ / wide.bandwidths_
    np.testing.assert_allclose(factors, factors[0])
    assert factors[0] < 0.6
    assert found.score(X_val) > wide.score(X_val) + 0.5
    assert {tuple(e) for e in wide.edges_.tolist()} != set(EDGES)
    same = KernelForest(found.bandwidths_).fit(X, X_val=X_val)
    np.testing.assert_array_equal(same.held_out_scores_, found.held_out_scores_)
    given = KernelForest(n_edges=2).fit(X, X_val=X_val)
    assert given.n_edges_ == 2
    assert len(given.edges_) == 2


def test_half_of_the_rows_choose_if_none_are_held_out():
    X = bent(1200, np.random.default_rng(3))
    model = KernelForest(random_state=0).fit(X)
    assert {tuple(e) for e in model.edges_.tolist()} == set(EDGES)
    assert model.n_params_ == 600 * 5
    again = KernelForest(random_state=0).fit(X)
    np.testing.assert_array_equal(model.held_out_scores_, again.held_out_scores_)


@pytest.mark.parametrize(("shift", "unit"), [(1e6, 1.0), (0.0, 1e-6), (-3.0, 1e6)])
def test_origin_and_unit_change_nothing_but_the_unit(shift, unit):
    X = bent(300, np.random.default_rng(4))
    plain = KernelForest("normal", n_edges=3).fit(X)
    moved = KernelForest("normal", n_edges=3).fit(shift + unit * X)
    np.testing.assert_array_equal(plain.edges_, moved.edges_)
    np.testing.assert_allclose(plain.informations_, moved.informations_, rtol=1e-7)
    logs = moved.score_samples(shift + unit * X) + 5 * np.log(unit)
    np.testing.assert_allclose(plain.score_samples(X), logs, atol=1e-6)


def test_one_far_sample_asks_for_no_long_grid():
    """And a row far from all samples has a finite logarithm."""
    X = bent(200, np.random.default_rng(5))
    X[0, 0] = 1e9
    widths = np.full(5, 0.2)
    assert np.isfinite(kernel_informations(X, widths)).all()
    model = KernelForest(0.2, n_edges=4).fit(X)
    assert np.isfinite(model.score_samples(np.full((1, 5), 1e5))).all()


@pytest.mark.parametrize(
    ("options", "held_out", "words"),
    [
        ({"bandwidths": 0.0}, None, "bandwidths"),
        ({"bandwidths": [1.0, 2.0]}, None, "bandwidths"),
        ({"n_edges": 5}, None, "n_edges"),
        ({"bandwidths": "silverman"}, None, "bandwidths"),
        ({"bandwidths": 1.0, "n_edges": 1}, np.zeros((3, 5)), "X_val has nothing to choose"),
        ({"bandwidths": "normal", "n_edges": 1}, np.zeros((3, 5)), "X_val has nothing"),
        ({}, np.zeros((3, 4)), "X_val"),
        ({}, np.full((3, 5), np.nan), "X_val"),
    ],
)
def test_bad_input_is_named(options, held_out, words):
    with pytest.raises(ValueError, match=words):
        KernelForest(**options).fit(bent(20, RNG), X_val=held_out)


def test_a_column_that_does_not_vary():
    X = bent(20, RNG)
    X[:, 2] = 1.0
    with pytest.raises(ValueError, match="column 2"):
        KernelForest(random_state=0).fit(X)
    with pytest.raises(ValueError, match="at least 4 rows"):
        KernelForest().fit(X[:3])
