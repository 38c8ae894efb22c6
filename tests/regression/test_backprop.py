import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPRegressor
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.datasets import make_sinc_trend
from mlcompanion.regression import BackpropRegressor, train_network
from mlcompanion.regression.networks.backprop import (
    backprop_gradients,
    network_gradients,
    network_output,
)

seeds = st.integers(0, 2**32 - 1)


def numeric_gradient(function, w, h=1e-6):
    gradient = np.zeros_like(w)
    for index in np.ndindex(*w.shape):
        step = np.zeros_like(w)
        step[index] = h
        gradient[index] = (function(w + step) - function(w - step)) / (2 * h)
    return gradient


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 4), st.integers(1, 3), seeds)
def test_gradients_equal_finite_differences(m, d, seed):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=d)
    y = rng.normal()
    alpha = rng.normal(size=m)
    beta = rng.normal(size=(m, d + 1))
    loss = lambda a, b: 0.5 * (y - network_output([x], a, b)[0]) ** 2  # noqa: E731
    got_alpha, got_beta = backprop_gradients(x, y, alpha, beta)
    np.testing.assert_allclose(got_alpha, numeric_gradient(lambda a: loss(a, beta), alpha),
                               atol=1e-7)  # fmt: skip
    np.testing.assert_allclose(got_beta, numeric_gradient(lambda b: loss(alpha, b), beta),
                               atol=1e-7)  # fmt: skip


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(1, 4), min_size=1, max_size=3), seeds)
def test_deep_gradients_equal_finite_differences(widths, seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(5, 2))
    y = rng.normal(size=5)
    shapes = zip(widths, [2, *widths])
    layers = [rng.normal(size=(m, before + 1)) for m, before in shapes]
    layers.append(rng.normal(size=widths[-1]))
    _, gradients = network_gradients(layers, X, y)
    for k, W in enumerate(layers):

        def loss(V, k=k):
            return network_gradients([*layers[:k], V, *layers[k + 1 :]], X, y)[0]

        np.testing.assert_allclose(gradients[k], numeric_gradient(loss, W), atol=1e-7)


def test_one_hidden_layer_of_the_deep_version_is_the_listings():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(6, 2))
    y = rng.normal(size=6)
    alpha = rng.normal(size=3)
    beta = rng.normal(size=(3, 3))
    each = [backprop_gradients(x, t, alpha, beta) for x, t in zip(X, y)]
    _, (deep_beta, deep_alpha) = network_gradients([beta, alpha], X, y)
    np.testing.assert_allclose(deep_alpha, np.mean([a for a, _ in each], axis=0))
    np.testing.assert_allclose(deep_beta, np.mean([b for _, b in each], axis=0))


def test_output_agrees_with_the_peers_network():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 2))
    y = rng.normal(size=40)
    peer = MLPRegressor(hidden_layer_sizes=(5,), activation="logistic", max_iter=5, random_state=0)
    with pytest.warns(ConvergenceWarning, match="Maximum iterations"):
        peer.fit(X, y)
    peer.intercepts_[1][:] = 0  # ours has no offset at the output
    beta = np.column_stack([peer.coefs_[0].T, peer.intercepts_[0]])
    np.testing.assert_allclose(network_output(X, peer.coefs_[1][:, 0], beta), peer.predict(X))


def listing(X, y, alpha, beta, picks, eta, tol):
    """Fig. 22.10 in plain Python."""
    for steps, i in enumerate(picks):
        grad_alpha, grad_beta = backprop_gradients(X[i], y[i], alpha, beta)
        length = np.linalg.norm(eta * grad_alpha) + np.linalg.norm(eta * grad_beta, 2)
        if length < tol:
            return alpha, beta, steps
        alpha = alpha - eta * grad_alpha
        beta = beta - eta * grad_beta
    return alpha, beta, len(picks)


@settings(max_examples=15, deadline=None)
@given(seeds, st.sampled_from([0.0, 1e-3]))
def test_the_loop_is_the_listing(seed, tol):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(12, 2))
    y = rng.normal(size=12)
    alpha = np.ones(4)
    beta = rng.normal(size=(4, 3))
    picks = np.random.default_rng(seed).integers(12, size=4096)[:300]
    expected = listing(X, y, alpha, beta, picks, 0.1, tol)
    run = train_network(X, y, alpha, beta, tol=tol, max_iter=300, random_state=seed)
    np.testing.assert_allclose(run.alpha, expected[0], rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(run.beta, expected[1], rtol=1e-9, atol=1e-12)
    assert run.n_iter == expected[2]


def test_recording_keeps_start_and_way():
    x, y, _ = make_sinc_trend(random_state=0)
    alpha = np.ones(3)
    beta = np.random.default_rng(0).normal(size=(3, 2))
    options = {"tol": 0, "random_state": 2}
    run = train_network(x[:, None], y, alpha, beta, max_iter=900, record=(0, 500), **options)
    short = train_network(x[:, None], y, alpha, beta, max_iter=500, **options)
    np.testing.assert_array_equal(run.path[0][1], beta)
    np.testing.assert_array_equal(run.path[1][0], short.alpha)
    np.testing.assert_array_equal(alpha, np.ones(3))  # the caller's arrays stay


def test_learning_lowers_the_error_and_the_best_start_is_kept():
    x, y, _ = make_sinc_trend(random_state=0)
    model = BackpropRegressor(5, max_iter=20_000, n_restarts=3, random_state=0).fit(x[:, None], y)
    rmse = np.sqrt(np.mean((y - model.predict(x[:, None])) ** 2))
    assert rmse == pytest.approx(model.train_errors_.min())
    assert rmse < 0.25 < np.std(y)
    assert model.train_errors_.shape == (3,)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: network_output([[1.0]], [1.0], [[1.0]]), "beta"),
        (lambda: backprop_gradients([np.nan], 0.0, [1.0], [[1.0, 1.0]]), "x "),
        (lambda: network_gradients([[1.0]], [[1.0]], [1.0, 2.0]), "y"),
        (lambda: train_network([[1.0]], [1.0], [1.0], [[1.0, 1.0]], eta=0), "eta"),
        (lambda: train_network([[1.0]], [1.0], [1.0], [[1.0, 1.0]], record=(3, 1)), "record"),
        (lambda: BackpropRegressor(0).fit([[1.0], [2.0]], [1.0, 2.0]), "n_hidden"),
        (lambda: BackpropRegressor(n_restarts=0).fit([[1.0], [2.0]], [1.0, 2.0]), "n_restarts"),
    ],
)
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()


@parametrize_with_checks([BackpropRegressor(eta=0.02, max_iter=20_000, random_state=0)])
def test_scikit_learn_contract(estimator, check):
    check(estimator)
