import numpy as np
import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.regression import gaussian_basis
from mlcompanion.regression.networks.backprop import network_gradients, network_output
from mlcompanion.regression.networks.networks import (
    HierarchicalRegressor,
    fit_units,
    hidden_outputs,
    network_jacobian,
)

UNITS = ("sigmoid", "relu", "gaussian")


def random_network(unit, d=2, b=3, n=40, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    alpha = rng.normal(size=b)
    beta = rng.normal(size=(b, d + 1))
    if unit == "gaussian":
        beta[:, -1] = rng.uniform(0.5, 2, size=b)
    return X, alpha, beta


def test_outputs_are_those_of_the_standing_networks():
    X, alpha, beta = random_network("sigmoid")
    np.testing.assert_allclose(hidden_outputs(X, beta) @ alpha, network_output(X, alpha, beta))
    X, alpha, beta = random_network("gaussian")
    beta[:, -1] = 0.7
    np.testing.assert_allclose(hidden_outputs(X, beta, "gaussian"),
                               gaussian_basis(X, beta[:, :-1], 0.7))  # fmt: skip
    flat = hidden_outputs([[1.0], [-1.0]], [[2.0, 0.5]], "relu")
    np.testing.assert_allclose(flat, [[2.5], [0.0]])


@pytest.mark.parametrize("unit", UNITS)
def test_jacobian_equals_finite_differences(unit):
    X, alpha, beta = random_network(unit)
    flat = np.concatenate([alpha, beta.ravel()])

    def output(w):
        return hidden_outputs(X, w[3:].reshape(3, 3), unit) @ w[:3]

    steps = 1e-6 * np.eye(len(flat))
    numeric = [(output(flat + s) - output(flat - s)) / 2e-6 for s in steps]
    np.testing.assert_allclose(network_jacobian(X, alpha, beta, unit), np.transpose(numeric),
                               atol=1e-8)  # fmt: skip


def test_jacobian_gives_the_gradients_of_back_propagation():
    X, alpha, beta = random_network("sigmoid")
    y = np.sin(X[:, 0])
    _, (by_beta, by_alpha) = network_gradients([beta, alpha], X, y)
    residual = y - network_output(X, alpha, beta)
    gradient = -network_jacobian(X, alpha, beta).T @ residual / len(y)
    np.testing.assert_allclose(gradient, np.concatenate([by_alpha, by_beta.ravel()]))


def test_rank_falls_where_units_coincide_and_with_relu():
    for unit, full in (("sigmoid", 8), ("gaussian", 8), ("relu", 6)):
        X, alpha, beta = random_network(unit, b=2, n=400)
        assert np.linalg.matrix_rank(network_jacobian(X, alpha, beta, unit)) == full
        beta[1] = beta[0]
        assert np.linalg.matrix_rank(network_jacobian(X, alpha, beta, unit)) < full


@pytest.mark.parametrize("unit", ["sigmoid", "gaussian"])
def test_a_fit_from_near_the_truth_finds_it(unit):
    X, alpha, beta = random_network(unit, d=1, b=2, n=80, seed=3)
    y = hidden_outputs(X, beta, unit) @ alpha
    run = fit_units(X, y, 1.05 * beta, unit)
    assert run.error < 1e-5 * y.std()
    np.testing.assert_allclose(run.beta, beta, rtol=0.01)
    np.testing.assert_allclose(hidden_outputs(X, run.beta, unit) @ run.alpha, y, atol=1e-5)


def test_estimator_learns_and_knows_no_units():
    x = np.linspace(-3, 3, 80)[:, None]
    y = np.exp(-(x[:, 0] ** 2)) - 2 * np.exp(-((x[:, 0] - 1.5) ** 2) / 0.05)
    for unit, low in (("relu", 0.5), ("sigmoid", 0.1), ("gaussian", 1e-3)):
        model = HierarchicalRegressor(4, unit, n_restarts=3, random_state=0).fit(x, y)
        rmse = np.sqrt(np.mean((y - model.predict(x)) ** 2))
        assert rmse == pytest.approx(model.train_errors_.min(), abs=1e-9)
        assert rmse < low * y.std()
    again = HierarchicalRegressor(4, n_restarts=3, random_state=0)
    moved = again.fit(1e4 * x + 3e4, 1e-3 * y).predict(1e4 * x + 3e4)
    np.testing.assert_allclose(1e3 * moved, model.predict(x), atol=1e-3)


def test_a_width_must_be_positive():
    with pytest.raises(ValueError, match="beta"):
        hidden_outputs([[1.0]], [[0.0, 0.0]], "gaussian")


@parametrize_with_checks(
    [HierarchicalRegressor(3, "sigmoid", n_restarts=1, max_iter=50, random_state=0)]
)
def test_scikit_learn_contract(estimator, check):
    check(estimator)
